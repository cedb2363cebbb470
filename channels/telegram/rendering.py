"""What we want to say as what Telegram takes: parts of at most 4096 UTF-16 units, with entities and buttons.

Formatting travels as entities beside the text and not as marked-up text, so nothing needs escaping, nothing can
be unpaired, and the length that counts is the length that is seen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import telegramify_markdown
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity
from telegramify_markdown.config import RenderConfig

from bot.channel import Button, Outgoing
from channels.markup import neutralise, split, utf16_len
from channels.telegram.tags import tags_as_text

_LINK = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)  # tg://user?id=3 would call that person
UNFINISHED = "\n…"  # under an answer that goes on
LIMIT = 4096  # core.telegram.org/bots/api#sendmessage: "1-4096 characters after entities parsing", UTF-16 units
CAPTION_LIMIT = 1024  # core.telegram.org/bots/api#senddocument, UTF-16 units
DATA_LIMIT = 64  # bytes of callback_data, core.telegram.org/bots/api#inlinekeyboardbutton


@dataclass(frozen=True, slots=True)
class Part:
    """One message as it goes out."""

    text: str
    entities: tuple[MessageEntity, ...] = ()


def parts(out: Outgoing, limit: int = LIMIT) -> list[Part]:
    """The parts of a message, in order; at least one, since a message without text cannot be sent."""
    if not out.markdown:
        return plain(out.text)
    text, entities = telegramify_markdown.convert(tags_as_text(neutralise(_sound(out.text))),
                                                  latex_escape=False, config=_SYMBOLS)
    found = [MessageEntity(e.type, e.offset, e.length, url=e.url, language=e.language) for e in entities
             if not e.url or _LINK.match(e.url)]
    return _cut(text, found, limit) or plain(out.text)


def unfinished(out: Outgoing) -> tuple[Part, bool]:
    """The beginning of an answer that is still being made, marked as such; and whether one message can show more."""
    first, *more = parts(out, LIMIT - utf16_len(UNFINISHED))
    return Part(first.text + UNFINISHED, first.entities), not more


def plain(text: str) -> list[Part]:
    """The text literally, cut where it is too long."""
    return _cut(_sound(text), []) or [Part("…")]


def caption(text: str) -> str:
    """As much of the text as stands under a file."""
    return (_cut(_sound(text), [], CAPTION_LIMIT) or [Part("")])[0].text


def end_of(text: str) -> str:
    """The text, or as much of its end as one message holds."""
    text = _sound(text)
    while utf16_len(text) > LIMIT:
        text = "…" + text[max(2, (utf16_len(text) - LIMIT) // 2 + 2):]
    return text


def keyboard(rows: tuple[tuple[Button, ...], ...]) -> InlineKeyboardMarkup | None:
    """Buttons under a message. Raises ValueError when one carries more than Telegram's 64 bytes of data."""
    for button in (button for row in rows for button in row):
        if len(button.data.encode()) > DATA_LIMIT:
            raise ValueError(f"the button {button.data[:12]}... carries over {DATA_LIMIT} bytes")
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(button.label, callback_data=button.data) for button in row] for row in rows]
    ) if rows else None


def _symbols() -> RenderConfig:
    """The converter's settings without the emoji it would put before headings and links."""
    config = RenderConfig.isolated()
    symbol = config.markdown_symbol
    symbol.heading_level_1 = symbol.heading_level_2 = symbol.heading_level_3 = symbol.heading_level_4 = ""
    symbol.image = symbol.link = ""
    symbol.task_completed, symbol.task_uncompleted = "[x]", "[ ]"
    symbol.unordered_list_item = "•"
    return config


_SYMBOLS = _symbols()


def _sound(text: str) -> str:
    """The text with halves of characters, as a model can stop in the middle of one, shown as such: they have no
    form in which they could be sent."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _cut(text: str, entities: list[MessageEntity], limit: int = LIMIT) -> list[Part]:
    found, start = [], 0
    for piece in split(text, limit, utf16_len, fences=False):
        shown = piece.strip("\n")
        begin = start + utf16_len(piece) - utf16_len(piece.lstrip("\n"))
        if shown.strip():
            found.append(Part(shown, _within(entities, begin, begin + utf16_len(shown))))
        start += utf16_len(piece)
    return found


def _within(entities: list[MessageEntity], start: int, end: int) -> tuple[MessageEntity, ...]:
    """The entities of a part, clipped to it: a code block that is cut is one in both parts."""
    clipped = []
    for entity in entities:
        left, right = max(entity.offset, start), min(entity.offset + entity.length, end)
        if left < right:
            clipped.append(MessageEntity(entity.type, left - start, right - left, url=entity.url,
                                         language=entity.language))
    return tuple(clipped)
