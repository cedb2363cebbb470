"""How claims look to the person who decides on them: notices, cards, disputes, lists. Second person, their language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date

from bot.channel import Button, Outgoing
from bot.texts import day, say
from memory import voice
from memory.domain import Card, Caution, Claim, Side, State


def statement(claim: Claim) -> str:
    return spoken(claim.statement, claim.language)


def spoken(words: str, language: str) -> str:
    """A statement in the second person; one that is quoted instead is quoted as its language does."""
    said = voice.second_person(words, language)
    return f"„{said[1:-1]}“" if language == "de" and said.startswith("“") and said.endswith("”") else said


def entry(language: str, claim: Claim) -> str:
    return say(language, "line", number=claim.id, statement=statement(claim)) + period(language, claim)


def entries(language: str, claims: Sequence[Claim]) -> list[str]:
    """One line a claim; where one sentence says two things, each line says which of them it is."""
    said = Counter(claim.statement for claim in claims)
    return [entry(language, claim) + (f" ({claim.value})" if said[claim.statement] > 1 else "") for claim in claims]


def period(language: str, claim: Claim) -> str:
    """" · since 23 Nov", " · until 31 Mar", " · on 3 Dec": when a claim holds, where it says so; else ""."""
    first, last, said = claim.valid_from, claim.valid_to, claim.recorded_at.date()
    if first is None and last is None:
        return ""
    ends = {name: _day_of(language, day_, said) for name, day_ in (("first", first), ("last", last)) if day_}
    if first and last:
        key = "when_on" if first == last else "when_between"
    else:
        key = "when_until" if last else "when_from" if first and first > said else "when_since"
    return f" · {say(language, key, **ends)}"


def _day_of(language: str, day_: date, said: date) -> str:
    """A date, with its year where it is not that of `said`."""
    return day(language, day_) + (f" {day_.year}" if day_.year != said.year else "")


def still(language: str, claim: Claim, name: str = "") -> Outgoing:
    """The question whether a fact whose lifetime is over still holds; `name` where others read it too."""
    head = say(language, "still_ask_name", name=name) if name else say(language, "still_ask")
    number = claim.id
    buttons = ((Button(say(language, "button_still"), f"sy:{number}", f"/still {number} yes"),
                Button(say(language, "button_no_longer"), f"sn:{number}", f"/still {number} no")),)
    return Outgoing(f"{head}\n{entry(language, claim)}", "ask", buttons, claims=(number,))


def ask(language: str, cards: Sequence[Card]) -> list[Outgoing]:
    """What is asked after learning: one notice for the plain ones, and each dispute by itself."""
    plain = [card for card in cards if not card.disputes]
    asked = disputes(language, cards)
    if len(plain) == 1:
        asked.insert(0, single(language, plain[0], head=say(language, "may_i")))
    elif plain:
        asked.insert(0, notice(language, plain))
    return asked


def disputes(language: str, cards: Sequence[Card]) -> list[Outgoing]:
    """A card for each disagreement, the later statement's; what it covers is not asked a second time."""
    asked: list[Outgoing] = []
    covered: set[int] = set()
    for card in sorted((card for card in cards if card.disputes), key=lambda card: -card.claim.id):
        open_pairs = {pair.pair for pair in card.disputes}
        if not open_pairs <= covered:
            asked.append(dispute(language, card))
        covered |= open_pairs
    return asked[::-1]


def notice(language: str, cards: Sequence[Card]) -> Outgoing:
    """Several new claims under one question."""
    numbers = " ".join(str(card.claim.id) for card in cards)
    both = "button_both" if len(cards) == 2 else "button_all"
    none = "button_neither" if len(cards) == 2 else "button_none"
    buttons = ((Button(say(language, both), "all:ok", f"/approve {numbers}"),
                Button(say(language, "button_each"), "all:look", "/queue"),
                Button(say(language, none), "all:no", f"/decline {numbers}")),)
    text = "\n".join([say(language, "may_i"), *entries(language, [card.claim for card in cards])])
    return Outgoing(text, "notice", buttons, claims=tuple(card.claim.id for card in cards))


def single(language: str, card: Card, head: str = "") -> Outgoing:
    """One claim with its quote, what it would change, and its three buttons."""
    claim = card.claim
    lines = [head] if head else []
    lines += [entry(language, claim), _said(language, card)]
    if card.replaces is not None:
        key = "retracts" if claim.action == "DELETE" else "changes"
        lines.append(say(language, key, number=card.replaces.id, statement=statement(card.replaces)))
    number = claim.id
    buttons = ((Button(say(language, "button_approve"), f"ok:{number}", f"/approve {number}"),
                Button(say(language, "button_edit"), f"ed:{number}", f"/edit {number} …"),
                Button(say(language, "button_decline"), f"no:{number}", f"/decline {number}")),)
    return Outgoing("\n".join(lines), "card", buttons, claims=(number,))


def dispute(language: str, card: Card) -> Outgoing:
    """A claim against what was approved or waits: all sides with quotes and dates, four buttons, no plain yes."""
    number = card.claim.id
    sides = {side.claim: side for pair in card.disputes for side in (pair.a, pair.b)}
    approved = any(side.state is State.VERIFIED for side in sides.values())
    lines = [say(language, "disagrees" if approved else "disagrees_waiting")]
    lines += [_side(language, side) for _, side in sorted(sides.items())]
    new, old = _choices(language, card)
    buttons = ((Button(new, f"new:{number}", f"/resolve {number} new"),
                Button(old, f"old:{number}", f"/resolve {number} old")),
               (Button(say(language, "button_keep_both"), f"both:{number}", f"/resolve {number} both"),
                Button(say(language, "button_keep_neither"), f"none:{number}", f"/resolve {number} neither")))
    return Outgoing("\n".join(lines), "card", buttons, claims=(number,))


def decided(language: str, claim: Claim, edits: str = "") -> Outgoing:
    """The card after the decision, to stand in its place."""
    return Outgoing(fate(language, claim), "card", edits=edits, claims=(claim.id,))


def redrawn(language: str, claims: Sequence[Claim], edits: str) -> Outgoing:
    """A notice after some of its claims were decided; its buttons stay while something waits."""
    waiting = [claim for claim in claims if claim.state is State.CANDIDATE]
    lines = [fate(language, claim) for claim in claims]
    buttons = notice(language, [Card(claim, "", claim.recorded_at) for claim in claims]).buttons if waiting else ()
    return Outgoing("\n".join(lines), "notice", buttons, edits=edits, claims=tuple(claim.id for claim in claims))


def fate(language: str, claim: Claim) -> str:
    """One line: the claim and what became of it."""
    key = {State.CANDIDATE: "became_waiting", State.VERIFIED: "became_approved",
           State.SUPERSEDED: "became_replaced"}.get(claim.state, "became_declined")
    if claim.reason in ("edited", "undone", "ended", "expired"):
        key = f"became_{claim.reason}"
    return say(language, key, number=claim.id, statement=statement(claim))


def removed(language: str, number: int, edits: str) -> Outgoing:
    return Outgoing(say(language, "became_removed", number=number), "card", edits=edits)


def answered(language: str, edits: str) -> Outgoing:
    """What stands in the place of a preview whose words are gone."""
    return Outgoing(say(language, "forget_answered"), "ask", edits=edits)


def rival(card: Card, pair: Caution) -> int:
    return pair.a.claim if pair.b.claim == card.claim.id else pair.b.claim


def _side(language: str, side: Side) -> str:
    line = say(language, "line", number=side.claim, statement=spoken(side.statement, side.language))
    return f"{line}   {say(language, 'quoted', quote=side.quote)} · {day(language, side.said_at)}"


def _said(language: str, card: Card) -> str:
    return say(language, "said", quote=card.quote, day=day(language, card.said_at))


def _choices(language: str, card: Card) -> tuple[str, str]:
    """Labels for the later and the earlier statement: their values where these are short, else their numbers."""
    claim, other = card.claim, card.replaces
    rivals = sorted({side.claim for pair in card.disputes for side in (pair.a, pair.b)} - {claim.id})
    if len(rivals) != 1 or (not _short(card, rivals[0]) and rivals[0] < claim.id):
        return say(language, "button_new_plain"), say(language, "button_old_plain")
    if _short(card, rivals[0]) and other is not None:
        return say(language, "button_new", value=claim.value), say(language, "button_old", value=other.value)
    later, earlier = max(claim.id, rivals[0]), min(claim.id, rivals[0])
    return say(language, "button_number", number=later), say(language, "button_number", number=earlier)


def _short(card: Card, rival: int) -> bool:
    """Can the two sides be told apart by their values on a button?"""
    claim, other = card.claim, card.replaces
    return (other is not None and other.id == rival < claim.id and claim.polarity == "+"
            and claim.value.casefold() != other.value.casefold()
            and all(0 < len(value.strip()) <= 24 for value in (claim.value, other.value)))
