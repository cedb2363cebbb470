"""The nouns of the memory: frozen values that modules pass to each other. No SQL, no I/O."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum


class Polarity(StrEnum):
    """Whether a claim asserts its value or denies it."""

    YES = "+"
    NO = "-"


class ClaimType(StrEnum):
    """What kind of thing a claim says; decides how it is approved and how long it lives (`attributes`)."""

    PROFILE = "profile"
    ENVIRONMENT = "environment"
    OUTCOME = "outcome"
    CONVENTION = "convention"
    PREFERENCE = "preference"
    HYPOTHESIS = "hypothesis"


class State(StrEnum):
    """The six states of a claim. Allowed changes between them are the table `transition`."""

    RAW = "raw"
    CANDIDATE = "candidate"
    VERIFIED = "verified"
    CONTRADICTED = "contradicted"
    SUPERSEDED = "superseded"
    DEPRECATED = "deprecated"


class Action(StrEnum):
    """What a claim would do to what is already known, once approved."""

    ADD = "ADD"
    UPDATE = "UPDATE"
    DELETE = "DELETE"
    NONE = "NONE"


class Origin(StrEnum):
    """The path a write took. Trust comes from this and from nothing in the text."""

    EXTRACTION = "extraction"
    REMEMBER = "remember"
    EDIT = "edit"
    IMPORT = "import"
    NOTES = "notes"


class PairKind(StrEnum):
    """How two claims disagree."""

    FLIP = "flip"
    VALUE = "value"


class PairDecision(StrEnum):
    """What became of a disagreement. Only `pending` and `human_review` are undecided."""

    PENDING = "pending"
    KEPT_A = "kept_a"
    KEPT_B = "kept_b"
    BOTH = "both"
    NEITHER = "neither"
    DISMISSED = "dismissed"
    HUMAN_REVIEW = "human_review"


@dataclass(frozen=True, slots=True)
class Principal:
    """A person by platform and stable id. `name` is for display and carries no authority."""

    id: str  # "telegram:123"
    name: str = ""

    @property
    def scope(self) -> str:
        return f"person/{self.id}"


@dataclass(frozen=True, slots=True)
class Room:
    """Where talk happens: a DM, group, forum topic, guild channel or thread."""

    id: str  # "telegram:-100500/36"
    kind: str = "dm"  # dm | group | topic | channel | thread
    title: str = ""

    def scope(self, principal: Principal) -> str:
        """The scope of what is said here: the person's own in a DM, the room's elsewhere."""
        return principal.scope if self.kind == "dm" else f"room/{self.id}"


GLOBAL_SCOPE = "global"


@dataclass(frozen=True, slots=True)
class Utterance:
    """A stored message as the extractors see it: text of one person, anchored in time."""

    id: int
    author: str
    text: str
    sent_at: datetime
    language: str = "en"
    forwarded: bool = False
    reply_quote: str = ""  # text of somebody else's that this message quotes; never the author's words


@dataclass(frozen=True, slots=True)
class Candidate:
    """One proposition an extractor offers, before any guard has looked at it.

    `statement` is in the person's own language and in the first person ("I live in Pune"), `quote` a literal
    substring of the message it came from, `subject` is "self" for the speaker, else who or what it is about in
    normalised words ("sister", "the nas"). Dates are days, both ends inclusive.
    """

    subject: str
    attribute: str
    value: str
    polarity: Polarity
    statement: str
    quote: str
    message: int
    type: ClaimType
    extractor: str  # "patterns" | "model" | "person"
    valid_from: date | None = None
    valid_to: date | None = None
    retraction: bool = False  # "I have no sister after all": asks to take something back, puts nothing in its place


@dataclass(frozen=True, slots=True)
class Claim:
    """One stored proposition with where it stands."""

    id: int
    scope: str
    room: str
    credited: str
    subject: str
    attribute: str
    value: str
    polarity: Polarity
    statement: str
    type: ClaimType
    state: State
    reason: str
    origin: Origin
    action: Action
    target: int | None
    recorded_at: datetime
    decided_at: datetime | None
    revoked_at: datetime | None
    valid_from: date | None
    valid_to: date | None
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A quote of a stored message that stands behind a claim."""

    claim: int
    message: int
    quote: str
    observed_at: datetime
    source: str  # one person in one session
    link: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """What recall gives a model as true."""

    claim: int
    scope: str
    person: str  # credited person's display name
    statement: str
    attribute: str
    said_at: datetime
    sessions: int
    disputed: bool
    score: float = 0.0
    language: str = "en"
    value: str = ""
    valid_from: date | None = None
    valid_to: date | None = None
    shared: bool = False  # seen here because its person shared it, and not said here


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a disagreement."""

    claim: int
    statement: str
    quote: str
    said_at: datetime
    state: State
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Caution:
    """Two claims that disagree and nobody has decided."""

    pair: int
    kind: PairKind
    person: str
    a: Side
    b: Side


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A message of this room that may be quoted as said and unchecked."""

    message: int
    person: str
    text: str
    said_at: datetime
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Recalled:
    """What a prompt may hold of the memory, in the order of the lanes."""

    facts: tuple[Fact, ...] = ()
    cautions: tuple[Caution, ...] = ()
    excerpts: tuple[Excerpt, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """One queue entry as shown to its credited person."""

    claim: Claim
    quote: str
    said_at: datetime
    replaces: Claim | None = None
    disputes: tuple[Caution, ...] = ()


@dataclass(frozen=True, slots=True)
class Dropped:
    """A candidate a guard refused, by named reason; never carries its words."""

    reason: str
    message: int
    extractor: str


@dataclass(frozen=True, slots=True)
class Learned:
    """What one learning job did: claims queued, claims that got one more quote, candidates refused."""

    claims: tuple[int, ...] = ()
    corroborated: tuple[int, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    messages: int = 0


@dataclass(frozen=True, slots=True)
class Counts:
    """Rows removed, kind by kind, read back after the commit."""

    facts: int = 0
    claims: int = 0
    messages: int = 0
    replies: int = 0
    other: dict[str, int] = field(default_factory=dict)
