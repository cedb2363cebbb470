"""Who may talk to the bot: one decision, and the pairing codes that let a newcomer in.

The operator runs `sayso pair`, tells the newcomer the code by other means, and the newcomer sends it to the bot in a
DM. Numbers (8 characters, 10 minutes, 5 wrong tries over all) come from the settings; alphabet without the pairs
people confuse when reading aloud or copying by hand (0/O, 1/I/L).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal, Protocol

from memory.domain import Principal
from memory.ports import Clock, SystemClock

Mode = Literal["owner", "allowlist", "pairing", "open"]
Redeemed = Literal["paired", "wrong", "expired", "locked", "no code"]
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Code:
    """The one outstanding code, never in clear. `tries` are the wrong ones still allowed."""

    salt: str
    digest: str
    expires_at: datetime
    tries: int


class Paired(Protocol):
    """What pairing keeps. `sayso pair` and the running bot are two processes, so it is a store and not an object."""

    async def paired(self, principal: str) -> bool:
        """Whether this person was let in."""
        ...

    async def pair(self, principal: str) -> None:
        """Let this person in; again is no error."""
        ...

    async def update_code(self, step: Callable[[Code | None], Code | None]) -> None:
        """Put `step(code)` in the place of the outstanding code, in one transaction. `step` does no I/O."""
        ...


class Access:
    """Principals are given as ids, "telegram:123". Whoever sits at the terminal of this machine is always allowed."""

    def __init__(
        self,
        mode: Mode,
        owners: Collection[str],
        allow: Collection[str],
        paired: Paired,
        *,
        characters: int = 8,
        minutes: int = 10,
        tries: int = 5,
        clock: Clock | None = None,
    ) -> None:
        self.mode = mode
        self._owners = frozenset(owners)
        self._allow = frozenset(allow)
        self._paired = paired
        self._characters = characters
        self._lifetime = timedelta(minutes=minutes)
        self._tries = tries
        self._clock = clock or SystemClock()

    async def allows(self, principal: Principal | None) -> bool:
        """Whether this person may talk to the bot. Who has no principal may only where the bot is open to all."""
        if self.mode == "open":
            return True
        if principal is None:
            return False
        if principal.id in self._owners or principal.id.startswith("terminal:"):
            return True
        if self.mode == "owner":
            return False
        if principal.id in self._allow:
            return True
        return self.mode == "pairing" and await self._paired.paired(principal.id)

    async def new_code(self) -> str:
        """Make a code, which takes the place of the one before it."""
        text = "".join(secrets.choice(ALPHABET) for _ in range(self._characters))
        salt = secrets.token_hex(16)
        code = Code(salt, _digest(salt, text), self._clock.now() + self._lifetime, self._tries)
        await self._paired.update_code(lambda _: code)
        return text

    async def redeem(self, principal: Principal, text: str) -> Redeemed:
        """Try a text as the code. What has not its form is "no code" and spends no try; a right one is good once.

        "expired" is also the answer when there is no code; "locked" when too many were wrong, by anybody.
        """
        offered = "".join(text.split()).replace("-", "").upper()
        if len(offered) != self._characters or not set(offered) <= set(ALPHABET):
            return "no code"
        outcome: Redeemed = "expired"

        def step(code: Code | None) -> Code | None:
            nonlocal outcome
            outcome, left = self._judge(code, offered)
            return left

        await self._paired.update_code(step)
        if outcome == "paired":
            await self._paired.pair(principal.id)
        return outcome

    def _judge(self, code: Code | None, offered: str) -> tuple[Redeemed, Code | None]:
        """The answer, and what is left of the code."""
        if code is None or self._clock.now() >= code.expires_at:
            return "expired", None
        if code.tries <= 0:
            return "locked", code
        if hmac.compare_digest(code.digest, _digest(code.salt, offered)):
            return "paired", None
        left = replace(code, tries=code.tries - 1)
        return ("locked" if left.tries == 0 else "wrong"), left


def _digest(salt: str, text: str) -> str:
    return hashlib.sha256(f"{salt}:{text}".encode()).hexdigest()
