"""Out and in: all of one person's memory as plain data, and the same form taken in again as candidates.

The form has a version. Nothing in a file raises its own trust: what it calls a fact comes in as a candidate, past the
same guards as anything else, so that forgotten topics, declined values and secrets stay out on this path too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from memory import claims, secrets, tombstones
from memory.attributes import ATTRIBUTES, attribute
from memory.db import Tx, rows
from memory.domain import GLOBAL_SCOPE, Candidate, Claim, ClaimType, Polarity, State
from memory.errors import MemoryFault
from memory.timestamps import iso

SCHEMA = 1
_KEPT = ("reason", "origin", "recorded_at", "decided_at", "revoked_at")


class Unreadable(MemoryFault):
    """The file is not an export of this program, or of a newer one."""


@dataclass
class Taken:
    """What an import did, by number of entries; `refused` by named reason."""

    queued: list[int] = field(default_factory=list)
    known: int = 0
    refused: dict[str, int] = field(default_factory=dict)

    def refuse(self, reason: str) -> None:
        self.refused[reason] = self.refused.get(reason, 0) + 1


@dataclass(frozen=True, slots=True)
class Entry:
    """One claim of a file: what it says, and the room it was said in ("" for the person's own)."""

    candidate: Candidate
    room: str
    language: str


def export(tx: Tx, person: str, at: datetime) -> dict[str, Any]:
    """Everything that is kept about a person: facts, claims, decisions, refusals, events and messages, wherever they
    said them; of what was answered to them, what was answered to them alone."""
    mine = [claims.owned(tx, row[0], person) for row in tx.execute(
        "select id from claim where credited = ? order by id", (person,)).fetchall()]
    facts = {row[0] for row in tx.execute("select claim from fact where person = ?", (person,))}
    told = [_entry(tx, claim) for claim in mine]
    numbers = {claim.id for claim in mine}
    return {
        "sayso": SCHEMA, "person": person, "exported_at": iso(at),
        "facts": [entry for entry in told if entry["number"] in facts],
        "claims": [entry for entry in told if entry["number"] not in facts],
        "decisions": [pair for pair in rows(tx.execute(
            "select id, a, b, kind, decision, found_at, decided_at from pair order by id"))
            if pair["a"] in numbers and pair["b"] in numbers],
        "refusals": [{"number": one.id, "kind": one.kind, "made_at": iso(one.made_at), "kept_out": one.hits,
                      "words": one.words}
                     for kind in ("topic", "declined") for one in tombstones.standing(tx, person, kind)],
        "events": [event for event in rows(tx.execute("select seq, at, actor, verb, target from event order by seq"))
                   if event["actor"] == person or event["target"] == f"person:{person}"
                   or (event["target"].startswith("claim:") and int(event["target"][6:]) in numbers)],
        "messages": [one | {"forwarded": bool(one["forwarded"])} for one in rows(tx.execute(
            "select sent_at, room, coalesce(author, 'sayso') as author, kind, forwarded, text from message"
            " where text <> '' and (author = ?1 or (kind = 'reply' and scope = 'person/' || ?1)) order by id",
            (person,)))],
    }


Wording = Callable[..., str]  # (key, **values) of texts; "" for a reason that is not said in words


def markdown(data: Mapping[str, Any], say: Wording) -> str:
    """An export to read: facts and what else was ever claimed, with the quotes they stand on."""
    lines = [f"# {say('export_title', person=_plain(data['person']))}", "",
             say("export_day", day=data["exported_at"][:10])]
    for title, name in ((say("export_facts"), "facts"), (say("export_rest"), "claims")):
        lines += ["", f"## {title}", ""]
        for entry in data[name]:
            state = "" if name == "facts" else f" ({_fate(entry, say)})"
            lines.append(f"- {entry['number']}  {_plain(entry['statement'])}{state}")
            lines += [f"  - \"{_plain(quote['quote'])}\", {quote['said_at'][:10]}" for quote in entry["evidence"]]
        lines += [] if data[name] else [say("export_nothing")]
    lines += ["", f"## {say('export_kept_out')}", ""]
    lines += [f"- {one['number']}  {_plain(one['words']) or say('export_' + one['kind'])}, {one['made_at'][:10]}"
              for one in data["refusals"]] or [say("export_nothing")]
    lines += ["", f"## {say('export_messages')}", ""]
    lines += [f"- {one['sent_at'][:16].replace('T', ' ')}  {_speaker(one, say)}{_plain(one['text'])}"
              for one in data["messages"]] or [say("export_nothing")]
    return "\n".join([*lines, ""])


def read(text: str) -> tuple[str, list[Entry]]:
    """(person, entries that still stood) of an export.

    Raises:
        Unreadable: not JSON, not ours, or of a newer schema.
    """
    try:
        data = json.loads(text)
        if not isinstance(data, dict) or "sayso" not in data:
            raise Unreadable("This is no export of Sayso: there is no \"sayso\" in it. Nothing was taken in.")
        if int(data["sayso"]) > SCHEMA:
            raise Unreadable(f"This export has schema {data['sayso']}, this program knows up to {SCHEMA}. "
                             "Install the newer program. Nothing was taken in.")
        standing = [*data["facts"], *(one for one in data["claims"]
                                      if one["state"] in (State.CANDIDATE, State.VERIFIED))]
        observer = f"import:{hashlib.sha256(text.encode()).hexdigest()[:12]}"  # each file is an observer of its own
        return str(data["person"]), [_read_entry(one, observer) for one in standing]
    except (ValueError, KeyError, TypeError) as error:
        raise Unreadable(f"This export cannot be read ({type(error).__name__}: {error}). "
                         "Nothing was taken in.") from error


def _fate(entry: Mapping[str, Any], say: Wording) -> str:
    """What became of a claim, and why."""
    why = say(f"reason_{entry['reason']}")
    return say(f"export_state_{entry['state']}") + (f": {why}" if why else "")


def _speaker(message: Mapping[str, Any], say: Wording) -> str:
    """Whose words a message has, where they are not the person's own."""
    who = "reply" if message["kind"] == "reply" else "forwarded" if message["forwarded"] else ""
    return f"{say('export_said_' + who)}: " if who else ""


def _entry(tx: Tx, claim: Claim) -> dict[str, Any]:
    own = claim.scope in (f"person/{claim.credited}", GLOBAL_SCOPE)
    row = rows(tx.execute(f"select {', '.join(_KEPT)} from claim where id = ?", (claim.id,)))[0]
    return {
        "number": claim.id, "statement": claim.statement, "subject": claim.subject, "attribute": claim.attribute,
        "value": claim.value, "polarity": str(claim.polarity), "type": str(claim.type), "state": str(claim.state),
        "language": claim.language, "room": "" if own else claim.room,
        "valid_from": claim.valid_from.isoformat() if claim.valid_from else None,
        "valid_to": claim.valid_to.isoformat() if claim.valid_to else None, **row,
        "evidence": [{"quote": one.quote, "said_at": iso(one.observed_at), "source": one.source}
                     for one in claims.evidence(tx, claim.id)],
    }


def _read_entry(raw: Mapping[str, Any], observer: str) -> Entry:
    """An entry as a candidate whose quote is its own statement; types come from the attribute table, not the file."""
    texts = {name: str(raw[name]) for name in ("statement", "subject", "value", "attribute")}
    if any(secrets.mask(text).kinds for text in texts.values()):
        texts |= {"statement": secrets.mask(texts["statement"]).text, "value": ""}
    slot = attribute(texts["attribute"])
    known = texts["attribute"] in ATTRIBUTES or slot.family
    return Entry(Candidate(
        subject=texts["subject"] or "self", attribute=texts["attribute"] if known else "note",
        value=texts["value"] or texts["statement"], polarity=Polarity(raw["polarity"]), statement=texts["statement"],
        quote=texts["statement"], message=0, type=slot.type if known else ClaimType.PREFERENCE, extractor=observer,
        valid_from=_day(raw.get("valid_from")), valid_to=_day(raw.get("valid_to"))),
        str(raw.get("room") or ""), str(raw.get("language") or "en"))


def _day(text: Any) -> date | None:
    return date.fromisoformat(text) if text else None


def _plain(text: str) -> str:
    """Text that Markdown shows as it is: marks escaped, one line."""
    escaped = "".join(f"\\{c}" if c in "\\`*_{}[]<>#|~!" else c for c in text)
    return " ".join(escaped.split())


def has_import(tx: Tx, person: str, text: str) -> bool:
    """Whether this very text came in from a file before: the same file twice is one source."""
    return tx.execute("select 1 from message where author = ? and kind = 'import' and text = ?",
                      (person, text)).fetchone() is not None


def paragraphs(notes: str) -> Sequence[str]:
    """The lines of a notes file that may say something: list marks, headings' marks and quotes' marks off."""
    stripped = (line.strip().lstrip("-*+>#").strip() for line in notes.splitlines())
    return [line for line in stripped if line and not line.startswith("```")]
