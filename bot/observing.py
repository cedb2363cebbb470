"""`sayso observers` and `sayso quarantine`: who formed what is remembered, and setting them aside."""

from __future__ import annotations

from typing import Any

from bot.settings import Settings
from bot.start import opened
from memory.observers import Observer


async def observers(settings: Settings) -> list[dict[str, Any]]:
    """One row an observer; `brier` is shrunk to 0.5, and means little while `low_sample`."""
    async with opened(settings, lock=False) as app:
        return [row(one) for one in await app.memory.observers()]


async def quarantine(settings: Settings, name: str, *, lift: bool) -> tuple[bool, str]:
    """(whether something changed, what to say about it)."""
    async with opened(settings, lock=False) as app:
        known = {one.name for one in await app.memory.observers()}
        if name not in known:
            return False, f"There is no observer {name}. `sayso observers` lists them."
        hidden = await app.memory.quarantine(name, lift=lift)
    if hidden is None:
        return False, f"{name} is {'not set aside' if lift else 'set aside already'}."
    if lift:
        return True, f"{name} may be believed again. What was hidden stays hidden until its person says /restore."
    return True, f"{name} is set aside: nothing of theirs is approved from now on, {len(hidden)} facts were hidden."


def row(one: Observer) -> dict[str, Any]:
    return {"observer": one.name, "claims": one.claims, "facts": one.facts, "right": one.right, "wrong": one.wrong,
            "expired": one.expired, "brier": round(one.brier, 3), "low_sample": one.low_sample,
            "trust": round(one.trust, 3), "quarantined": one.quarantined}
