"""What we want to say as what Discord takes: parts of at most 2000 characters, and rows of buttons."""

from __future__ import annotations

import re
from typing import Any

from bot.channel import Button, Outgoing
from channels.markup import closed, neutralise, split

UNFINISHED = "\n…"  # under an answer that goes on
LIMIT = 2000  # characters of a message, discord.com/developers/docs/resources/message#create-message
DATA_LIMIT = 64  # bytes of button data: what `bot.channel` promises; Discord would take 100 characters
_LABEL = 80  # characters of a button's label
_ACTION_ROW, _BUTTON, _PRIMARY, _SECONDARY = 1, 2, 1, 2

# Discord formats every message of a bot; a backslash before a character takes its meaning away. Addresses are left
# alone: inside one nothing is formatted, and a backslash would become part of it.
_LITERAL = re.compile(
    r"(?P<url>https?://[^\s<]+)"
    r"|(?P<line>^[ \t]*(?:[#>-]|\d+(?=[.)] )))"
    r"|(?P<mark>[\\*_~`|<\[\]@]|:(?=\w+:))",
    re.MULTILINE,
)


def parts(out: Outgoing) -> list[str]:
    """The texts of a message, in order; at least one, since a message without text cannot be sent."""
    text = _sound(out.text)
    if out.markdown:
        found = [part for part in split(neutralise(text), LIMIT) if part.strip()]
    else:
        found = [literal(part) for part in split(text, LIMIT, _shown, fences=False)
                 if part.strip()]
    return found or ["…"]


def unfinished(text: str) -> tuple[str, bool]:
    """The beginning of an answer that is still being made, marked as such; and whether one message can show more."""
    found = split(neutralise(_sound(text)), LIMIT - len(UNFINISHED))
    beginning = closed(found[0].strip("\n")) if len(found) == 1 else found[0]
    if len(beginning) > LIMIT - len(UNFINISHED):  # by the line that closes a block
        beginning = split(beginning, LIMIT - len(UNFINISHED))[0]
    return beginning.rstrip() + UNFINISHED, len(found) == 1


def _shown(text: str) -> int:
    """How long it is when escaped, which only makes it longer."""
    return len(text) if len(text) > LIMIT else len(literal(text))


def literal(text: str) -> str:
    """The text so that Discord shows it letter by letter."""
    return _LITERAL.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    found = match.group()
    if match.lastgroup == "url":
        return found
    if match.lastgroup == "line":
        return f"{found}\\" if found[-1].isdigit() else f"{found[:-1]}\\{found[-1]}"
    return f"\\{found}"


def rows(buttons: tuple[tuple[Button, ...], ...]) -> list[dict[str, Any]]:
    """Buttons under a message, as components. Raises ValueError when one carries more than 64 bytes of data."""
    for button in (button for row in buttons for button in row):
        if len(button.data.encode()) > DATA_LIMIT:
            raise ValueError(f"the button {button.data[:12]}... carries over {DATA_LIMIT} bytes")
    return [{"type": _ACTION_ROW, "components": [
        {"type": _BUTTON, "style": _SECONDARY if at or number else _PRIMARY, "label": button.label[:_LABEL],
         "custom_id": button.data} for number, button in enumerate(row)]} for at, row in enumerate(buttons)]


def _sound(text: str) -> str:
    """The text with halves of characters, as a model can stop in the middle of one, shown as such."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
