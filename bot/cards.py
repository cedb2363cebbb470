"""How claims look to the person who decides on them: notices, cards, disputes, lists. Second person, their language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from bot.channel import Button, Outgoing
from bot.texts import day, say
from memory import voice
from memory.domain import Action, Card, Caution, Claim, Side, State

NESTED = "\n    "  # a line under an entry of a list
RETRACTED_ANOTHER = "retraction done"
_STANDS = {State.RAW: "became_waiting", State.CANDIDATE: "became_waiting", State.VERIFIED: "became_approved",
           State.CONTRADICTED: "became_contradicted", State.SUPERSEDED: "became_replaced"}
_ENDS = {"edited": "became_edited", "edited away": "became_unsaid", "undone": "became_undone", "ended": "became_ended",
         "expired": "became_expired", "retracted": "became_retracted", RETRACTED_ANOTHER: "became_approved"}


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
    """A card for each dispute, the later statement's; what it covers is not asked a second time."""
    asked: dict[int, Outgoing] = {}
    covered: list[set[int]] = []
    open_ones = [card for card in cards if card.disputes]
    for card in sorted(open_ones, key=lambda card: (len(sides(card)), card.claim.id), reverse=True):
        if not all(any({pair.a.claim, pair.b.claim} <= whole for whole in covered) for pair in card.disputes):
            asked[card.claim.id] = dispute(language, card)
            covered.append(set(sides(card)))
    return [asked[number] for number in sorted(asked)]


def notice(language: str, cards: Sequence[Card]) -> Outgoing:
    """Several new claims under one question."""
    numbers = " ".join(str(card.claim.id) for card in cards)
    both = "button_both" if len(cards) == 2 else "button_all"
    none = "button_neither" if len(cards) == 2 else "button_none"
    buttons = ((Button(say(language, both), "all:ok", f"/approve {numbers}"),
                Button(say(language, "button_each"), "all:look", "/queue"),
                Button(say(language, none), "all:no", f"/decline {numbers}")),)
    said = zip(entries(language, [card.claim for card in cards]), cards, strict=True)
    text = "\n".join([say(language, "may_i"), *(line + effect(language, card, NESTED) for line, card in said)])
    return Outgoing(text, "notice", buttons, claims=tuple(card.claim.id for card in cards))


def effect(language: str, card: Card, indent: str = "\n") -> str:
    """What a yes would do to something known: "in place of 1 …", "takes back 1 …", as a line of its own; else ""."""
    key = {Action.UPDATE: "changes", Action.DELETE: "retracts"}.get(card.claim.action)
    if card.replaces is None or key is None:
        return ""
    return indent + say(language, key, number=card.replaces.id, statement=statement(card.replaces))


def single(language: str, card: Card, head: str = "") -> Outgoing:
    """One claim with its quote, what it would change, and its three buttons."""
    claim = card.claim
    lines = [head] if head else []
    lines += [entry(language, claim), _said(language, card) + effect(language, card)]
    number = claim.id
    buttons = ((Button(say(language, "button_approve"), f"ok:{number}", f"/approve {number}"),
                Button(say(language, "button_edit"), f"ed:{number}", f"/edit {number} …"),
                Button(say(language, "button_decline"), f"no:{number}", f"/decline {number}")),)
    return Outgoing("\n".join(lines), "card", buttons, claims=(number,))


def dispute(language: str, card: Card) -> Outgoing:
    """A claim against what was approved or waits: all sides with quotes and dates, four buttons, no plain yes.

    The buttons carry the oldest and the newest side: a press on a card that has since become another dispute decides
    nothing (`presses`).
    """
    number = card.claim.id
    facing = sides(card)
    several = len(facing) > 2
    approved = any(side.state is State.VERIFIED for side in facing.values())
    head = "disagrees" if approved else "disagrees_several" if several else "disagrees_waiting"
    lines = [say(language, head), *(_side(language, side) for side in facing.values())]
    if several:
        lines.append(say(language, "dispute_keeps", newest=max(facing), oldest=min(facing)))
    new, old = _choices(language, card)
    both, neither = ("button_all", "button_none") if several else ("button_keep_both", "button_keep_neither")
    at = f"{number}:{min(facing)}:{max(facing)}"
    buttons = ((Button(new, f"new:{at}", f"/resolve {number} new"),
                Button(old, f"old:{at}", f"/resolve {number} old")),
               (Button(say(language, both), f"both:{at}", f"/resolve {number} both"),
                Button(say(language, neither), f"none:{at}", f"/resolve {number} neither")))
    waiting = tuple(side.claim for side in facing.values() if side.state is State.CANDIDATE)
    return Outgoing("\n".join(lines), "card", buttons, claims=waiting)


def sides(card: Card) -> dict[int, Side]:
    """All that a claim's dispute is between, itself among them, by number, oldest first."""
    return dict(sorted((side.claim, side) for pair in card.disputes for side in (pair.a, pair.b)))


def decided(language: str, cards: Sequence[Card], edits: str = "") -> Outgoing:
    """The card of one claim, or of a dispute of several that waited, after a decision on one of them."""
    waiting = [card for card in cards if card.claim.state is State.CANDIDATE]
    for card in reversed(waiting):
        if card.disputes and len(cards) > 1:
            return replace(dispute(language, card), edits=edits)
    lines = [fate(language, card.claim) for card in cards]
    buttons = single(language, waiting[0]).buttons if len(waiting) == 1 and len(cards) > 1 else ()
    return Outgoing("\n".join(lines), "card", buttons, edits=edits, claims=tuple(card.claim.id for card in cards))


def redrawn(language: str, cards: Sequence[Card], edits: str) -> Outgoing:
    """A notice after some of its claims were decided; its buttons are those of what still waits."""
    waiting = [card for card in cards if card.claim.state is State.CANDIDATE]
    lines = [fate(language, card.claim) + (effect(language, card, NESTED) if card in waiting else "") for card in cards]
    asking = (single(language, waiting[0]) if len(waiting) == 1 else notice(language, waiting)) if waiting else None
    buttons = asking.buttons if asking is not None else ()
    return Outgoing("\n".join(lines), "notice", buttons, edits=edits, claims=tuple(card.claim.id for card in cards))


def fate(language: str, claim: Claim) -> str:
    """One line: the claim and what became of it."""
    if claim.reason == RETRACTED_ANOTHER and claim.target is not None:
        return say(language, "became_done", number=claim.id, statement=statement(claim), target=claim.target)
    key = _ENDS.get(claim.reason, "became_declined") if claim.state is State.DEPRECATED else _STANDS[claim.state]
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
    rivals = [number for number in sides(card) if number != claim.id]
    if len(rivals) > 1:
        return (say(language, "button_number", number=max(sides(card))),
                say(language, "button_number", number=min(sides(card))))
    if not rivals or (not _short(card, rivals[0]) and rivals[0] < claim.id):
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
