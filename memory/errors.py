"""Everything the memory and its ports raise on purpose. Texts say what happened, on what, and what to do."""

from __future__ import annotations


class MemoryFault(Exception):
    """Base of all of them."""


class NotFound(MemoryFault):
    """There is no such number for this person. Another person's number is answered exactly like a missing one."""


class Refused(MemoryFault):
    """A rule said no. `reason` is one of the named reasons; `detail` holds ids, never memory text."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail


class GroundMoved(Refused):
    """What a proposal would change is no longer as it was when it was proposed."""

    def __init__(self, detail: str = "") -> None:
        super().__init__("ground moved", detail)


class StoreBusy(MemoryFault):
    """Another process holds the database; nothing was changed. Try again."""


class StoreUnusable(MemoryFault):
    """The database cannot be opened as it is: newer than this program, other key, already in use, damaged."""


class EmbedderDown(MemoryFault):
    """No vectors now; words still work."""


class ModelDown(MemoryFault):
    """The model did not answer. `kind` is one of: down, missing, lost, stalled, bad answer, refused."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(f"{kind}: {detail}" if detail else kind)
        self.kind = kind
        self.detail = detail


class BadExtraction(MemoryFault):
    """The model answered, but not in a form that can be read: a failed job, never "nothing to learn"."""
