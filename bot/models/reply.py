"""A reply made of the pieces a model sends: without its thoughts, and with what was said when it broke off."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from bot.models.faults import BrokenOff, ModelStalled
from bot.models.thinking import Spoken, spoken_part


async def as_spoken(deltas: AsyncGenerator[str, None]) -> AsyncGenerator[str, None]:
    """The pieces without thinking text. A `BrokenOff` gets what was said until then as its `partial`."""
    spoken, said = Spoken(), ""
    try:
        async with aclosing(deltas):
            async for delta in deltas:
                if text := spoken.feed(delta):
                    said += text
                    yield text
    except ModelStalled as error:
        raise ModelStalled(error.detail, said) from error
    except BrokenOff as error:
        raise BrokenOff(error.kind, error.detail, said) from error
    if text := spoken.end():
        yield text


async def as_whole(deltas: AsyncGenerator[str, None]) -> str:
    """All pieces as one answer, without thinking text."""
    async with aclosing(deltas):
        return spoken_part("".join([delta async for delta in deltas]))
