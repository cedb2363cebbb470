"""What is not ours in the double, and is therefore believed.

TDLib's own parser (`tdjson`, offline) decides about markup and entities and words the refusals; aiogram's generated
models of the Bot API check every request against its method and every answer against that method's return type.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import aiogram.methods
import tdjson
from pydantic import TypeAdapter, ValidationError

Json = dict[str, Any]

METHODS = {
    method.__api_method__.lower(): method
    for method in vars(aiogram.methods).values()
    if isinstance(method, type) and isinstance(getattr(method, "__api_method__", None), str)
}
_ENTITIES = {
    "Bold": "bold", "Italic": "italic", "Underline": "underline", "Strikethrough": "strikethrough",
    "Spoiler": "spoiler", "Code": "code", "Pre": "pre", "PreCode": "pre", "TextUrl": "text_link",
    "MentionName": "text_mention", "Mention": "mention", "Hashtag": "hashtag", "Cashtag": "cashtag",
    "BotCommand": "bot_command", "Url": "url", "EmailAddress": "email", "PhoneNumber": "phone_number",
    "BlockQuote": "blockquote", "ExpandableBlockQuote": "expandable_blockquote", "CustomEmoji": "custom_emoji",
}
_PARSE_MODES = {
    "markdownv2": {"@type": "textParseModeMarkdown", "version": 2},
    "markdown": {"@type": "textParseModeMarkdown", "version": 1},
    "html": {"@type": "textParseModeHTML"},
}


class ApiError(Exception):
    """An answer that says no, as the Bot API words it."""

    def __init__(self, code: int, description: str, **parameters: Any) -> None:
        super().__init__(description)
        self.code, self.description, self.parameters = code, description, parameters


def ask_tdlib(query: Json) -> Json:
    return json.loads(tdjson.td_execute(json.dumps(query).encode()))


ask_tdlib({"@type": "setLogVerbosityLevel", "new_verbosity_level": 0})


def parse_text(text: str, parse_mode: str | None = None,
               entities: list[Json] | None = None) -> tuple[str, list[Json]]:
    """Text and entities as a reader gets them: the given or parsed ones, and what Telegram finds by itself."""
    if parse_mode:
        mode = _PARSE_MODES.get(parse_mode.lower())
        if mode is None:
            raise ApiError(400, "Bad Request: unsupported parse_mode")
        parsed = ask_tdlib({"@type": "parseTextEntities", "text": text, "parse_mode": mode})
        if parsed["@type"] == "error":
            message = parsed["message"]
            raise ApiError(parsed["code"], f"Bad Request: {message[0].lower()}{message[1:]}")
        text, entities = parsed["text"], _from_tdlib(parsed["entities"])
    have = list(entities or [])
    found = _from_tdlib(ask_tdlib({"@type": "getTextEntities", "text": text})["entities"])
    have += [one for one in found if not any(_overlap(one, other) for other in have)]
    return text, sorted(have, key=lambda one: (one["offset"], -one["length"]))


def wrong_request(method: str, parameters: Json, files: set[str]) -> list[str]:
    """What the Bot API has against a request, in aiogram's words; empty when it is in order."""
    model = METHODS[method]
    wrong = [f"{name}: unknown parameter" for name, value in parameters.items()
             if name not in model.model_fields and name not in files and not str(value).startswith("attach")]
    values = {name: value for name, value in parameters.items() if name not in files}
    try:
        model.model_validate(values | {name: "x" for name in files if name in model.model_fields})
    except ValidationError as error:
        wrong += _lines(error)
    return wrong


def wrong_result(method: str, result: Any) -> list[str]:
    """What is not as documented in an answer of ours."""
    try:
        _returns(method).validate_python(result)
    except ValidationError as error:
        return _lines(error)
    return []


@cache
def _returns(method: str) -> TypeAdapter[Any]:
    return TypeAdapter(METHODS[method].__returning__)


def _lines(error: ValidationError) -> list[str]:
    return [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()[:4]]


def _from_tdlib(entities: list[Json]) -> list[Json]:
    found = []
    for entity in entities:
        kind = entity["type"]
        name = _ENTITIES.get(kind["@type"].removeprefix("textEntityType"))
        if name is not None:
            extra = {key: kind[key] for key in ("url", "language") if key in kind}
            found.append({"type": name, "offset": entity["offset"], "length": entity["length"], **extra})
    return found


def _overlap(one: Json, other: Json) -> bool:
    return one["offset"] < other["offset"] + other["length"] and other["offset"] < one["offset"] + one["length"]
