"""How a reply can break off, beside the kinds of `memory.errors.ModelDown`."""

from __future__ import annotations

from memory.errors import ModelDown


class BrokenOff(ModelDown):
    """The reply ended before it was complete; `partial` is what may be shown of it, thinking text removed."""

    def __init__(self, kind: str, detail: str = "", partial: str = "") -> None:
        super().__init__(kind, detail)
        self.partial = partial


class ModelStalled(BrokenOff):
    """Nothing came for longer than a limit allows: before the first byte, between two, or in total."""

    def __init__(self, detail: str = "", partial: str = "") -> None:
        super().__init__("stalled", detail, partial)
