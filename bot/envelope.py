"""How `Incoming` and `Outgoing` lie in the inbox and the outbox: as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from datetime import datetime

from bot.channel import Button, File, Incoming, Outgoing, Receipt
from memory.domain import Principal, Room
from memory.outbox import Waiting


def pack_incoming(incoming: Incoming) -> str:
    return json.dumps(asdict(incoming) | {"sent_at": incoming.sent_at.isoformat()}, ensure_ascii=False)


def unpack_incoming(payload: str) -> Incoming:
    raw = json.loads(payload)
    author = Principal(**raw["author"]) if raw["author"] else None
    return Incoming(**raw | {"room": Room(**raw["room"]), "author": author,
                             "sent_at": datetime.fromisoformat(raw["sent_at"])})


def pack_outgoing(out: Outgoing) -> str:
    return json.dumps(asdict(out), ensure_ascii=False)


def unpack_outgoing(payload: str) -> Outgoing:
    raw = json.loads(payload)
    buttons = tuple(tuple(Button(**button) for button in row) for row in raw["buttons"])
    file = File(**raw["file"]) if raw.get("file") else None
    receipt = Receipt(**raw["receipt"]) if raw.get("receipt") else None
    return Outgoing(**raw | {"buttons": buttons, "claims": tuple(raw["claims"]), "shown": tuple(raw["shown"]),
                             "file": file, "receipt": receipt})


def outgoing(row: Waiting) -> Outgoing:
    """What a row of the outbox says, and the message whose place it takes; without words that one goes."""
    out = unpack_outgoing(row.payload) if row.payload or not row.replaces else Outgoing("")
    return replace(out, edits=row.replaces or out.edits)
