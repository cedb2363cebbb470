"""What a channel is to the bot: things that came in, things that go out, and the few verbs between them.

A channel turns platform events into `Incoming`, hands each to `Intake.accept`, which returns once the row is on
disk, and only then acknowledges it to the platform. Everything the bot wants to say comes back as `Outgoing`
through `Channel.send`. A channel keeps no state of its own that a restart would lose.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol, runtime_checkable

from memory.domain import Principal, Room

Kind = Literal["message", "edit", "press", "service"]
Says = Literal["reply", "notice", "card", "ask", "error", "command"]


@dataclass(frozen=True, slots=True)
class Incoming:
    """One thing somebody did in a room.

    `key` is unique for ever within the channel ("update:1001"); a second one with the same key is dropped.
    `author` is None for whoever has no principal (anonymous admins, channel posts, bots, webhooks, via-bot).
    `text` holds only the sender's own words: quoted and replied-to text is in `reply_quote`.
    """

    channel: str
    key: str
    room: Room
    author: Principal | None
    kind: Kind
    sent_at: datetime
    text: str = ""
    platform_id: str = ""  # the message's id on the platform; for a press: of the message that held the button
    addressed: bool = True  # a DM, a mention of us or a reply to us
    caption: bool = False
    forwarded: bool = False
    origin: str = ""  # of a forwarded message: whose it was, where the platform says so
    reply_quote: str = ""
    reply_to: str = ""  # platform id of the message it replies to
    press: str = ""  # data of the pressed button
    press_id: str = ""  # what `toast` needs to answer the press
    language: str = ""  # the platform's hint: "en", "de"
    link: str = ""  # a link back to the message, where the platform has one
    exposed: bool = False  # all in the room would see the answer, where the platform could show it to the sender alone
    note: str = ""  # what it was when it holds no text: "voice", "sticker", "photo", "joined"; for edits "edited"


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    data: str  # at most 64 bytes, ids only, never words of a claim
    command: str = ""  # the command that does the same, for channels without buttons


@dataclass(frozen=True, slots=True)
class File:
    """Something to take along, sent with a message."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a room is told of a message that goes elsewhere, once it was delivered, or could not be."""

    room: str
    scope: str
    answers: str  # key of the `Incoming` there
    delivered: str
    undelivered: str


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One message to send, or to put in the place of one that was sent (`edits`)."""

    text: str
    says: Says = "reply"
    buttons: tuple[tuple[Button, ...], ...] = ()
    markdown: bool = False  # the text is a model's Markdown; otherwise it is shown literally
    reply_to: str = ""
    edits: str = ""  # platform id of the message to replace
    nonce: str = ""  # the outbox's own id: a platform that can drop a repeated send is given it
    answers: str = ""  # key of the `Incoming` this answers: an interaction that waits is answered in its own place
    footer: str = ""  # a quiet line under the text: which facts were used
    claims: tuple[int, ...] = ()  # the numbers this puts before the person
    shown: tuple[int, ...] = ()  # the numbers of the facts the prompt held
    file: File | None = None
    receipt: Receipt | None = None  # for the room where this was asked for


class Unreachable(Exception):
    """The person blocked us or the room is gone: no retry."""


class RetryLater(Exception):
    """The platform asks to wait; nothing was sent."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"retry in {seconds} s")
        self.seconds = seconds


class Undelivered(Exception):
    """Surely not sent (refused connection, 5xx before acceptance): safe to send again."""


class TokenRefused(Exception):
    """The platform does not know our token: nothing but another token helps."""


class Rejected(Undelivered):
    """Surely not sent, and the platform will never take this message as it is: no retry."""


class InDoubt(Exception):
    """The connection broke while sending: it may have arrived. Never sent again without a person's word."""


class Moved(Exception):
    """The room has another id now (group to supergroup)."""

    def __init__(self, to: str) -> None:
        super().__init__(f"moved to {to}")
        self.to = to


class Intake(Protocol):
    async def accept(self, incoming: Incoming) -> bool:
        """Store it durably. False when its key was seen before. Returns before it is handled."""
        ...

    async def migrated(self, old_room: str, new_room: str) -> None:
        """A room has a new id; everything moves once."""
        ...

    async def unreachable(self, room: str, gone: bool) -> None:
        """The bot was blocked or kicked there (True), or is back (False)."""
        ...


@runtime_checkable
class KnowsAdmins(Protocol):
    """What a channel can do beside `Channel` where its platform says who administers a room."""

    async def is_admin(self, room: str, principal: Principal) -> bool:
        """Whether this person administers the room at this moment; False when the platform does not say so."""
        ...


@runtime_checkable
class Immediate(Protocol):
    """A channel to which a draft costs nothing: it is shown each word as it comes."""

    immediate: bool


@runtime_checkable
class SendsOnce(Protocol):
    """A channel whose platform drops a second send under the same nonce, for two minutes at least."""

    def sends_once(self, out: Outgoing) -> bool:
        """Whether this one, given again within two minutes, is not sent twice."""
        ...


class Channel(Protocol):
    name: str

    async def run(self, intake: Intake) -> None:
        """Receive until cancelled. Raises when it cannot start; the supervisor tries again, slower each time."""
        ...

    async def send(self, room: str, out: Outgoing) -> list[str]:
        """Deliver, in as many parts as the platform needs; platform ids in order. Raises the kinds above."""
        ...

    async def draft(self, room: str, nonce: str, text: str) -> None:
        """Show the answer so far where the platform can; never raises, may do nothing."""
        ...

    async def typing(self, room: str) -> None:
        """Show that an answer is being made; never raises."""
        ...

    async def toast(self, press_id: str, text: str) -> None:
        """Answer a press with a short text only the presser sees ("" only ends the waiting); never raises."""
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...
