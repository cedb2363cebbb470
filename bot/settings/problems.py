"""What is wrong with a configuration, as sentences: place, key, what was expected. No value is ever repeated,
except one that YAML itself made of something else (a number, a truth value)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, get_args

import yaml
from pydantic import BaseModel, SecretStr
from pydantic_core import ErrorDetails

from bot.settings.source import PREFIX, Key, Tree, group_of, kinds

# Names people bring along from other bots; the nearest spelling would not find ours.
_ELSEWHERE = {
    "alowed_users": "access.allow",
    "allowed_users": "access.allow",
    "allowlist": "access.allow",
    "whitelist": "access.allow",
    "owner": "owners",
    "owner_id": "owners",
    "admins": "owners",
    "bot_token": "channels.telegram.token",
    "token": "channels.telegram.token",
    "telegram": "channels.telegram",
    "discord": "channels.discord",
    "log_level": "logging.level",
    "retention": "memory.keep_messages",
}
_PLAIN = {
    "bool_type": "expected true or false",
    "int_type": "expected a whole number, without quotes",
    "int_from_float": "expected a whole number",
    "float_type": "expected a number, without quotes",
    "finite_number": "expected a finite number",
    "string_type": "expected text",
    "string_too_short": "expected text, found none",
    "string_pattern_mismatch": "expected text without white space at its ends, found none or some",
    "path_type": "expected a path",
    "tuple_type": "expected a list, one `- entry` a line",
    "missing": "is required",
}


class ConfigError(Exception):
    """The settings cannot be used. `problems` has one sentence each, all of them, in the order of the file."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


def unreadable(name: str, error: yaml.YAMLError) -> str:
    """A YAML syntax error in one line, without the text it stands in (that may be a token)."""
    mark = getattr(error, "problem_mark", None)
    where = f"{name}:{mark.line + 1}" if mark is not None else name
    problem = str(getattr(error, "problem", "") or "is not readable as YAML")
    if r"'\t'" in problem:
        return f"{where}: a tab stands where only spaces may; indent with spaces"
    return f"{where}: not valid YAML: {re.sub(r'[^ ]*[0-9:@%*&!][^ ]*', '…', problem)}"


def describe(tree: Tree, errors: Sequence[ErrorDetails], root: type[BaseModel]) -> list[str]:
    """Every problem as a sentence, in the order of the places."""
    found: dict[Key, str] = {}
    for key, sentence in tree.wrong:
        found.setdefault(key, sentence)
    for error in errors:
        found.setdefault(error["loc"], _sentence(error, tree, root))
    return [_line(tree, key, sentence) for key, sentence in sorted(found.items(), key=lambda one: _order(tree, one[0]))]


def _line(tree: Tree, key: Key, sentence: str) -> str:
    near = key
    while near and near not in tree.places:
        near = near[:-1]
    label = tree.places[near].label if near in tree.places else "settings"
    if label.startswith(PREFIX):
        return f"{label}: {sentence}"
    return f"{label}: {_dotted(key)}: {sentence}" if key else f"{label}: {sentence}"


def _order(tree: Tree, key: Key) -> tuple[str, int, str]:
    place = next((tree.places[key[:end]] for end in range(len(key), -1, -1) if key[:end] in tree.places), None)
    name, _, line = place.label.rpartition(":") if place else ("", "", "")
    return (name, int(line) if line.isdigit() else 0, _dotted(key))


def _dotted(key: Key) -> str:
    text = ""
    for part in key:
        if isinstance(part, int):
            text += f"[{part}]"
        else:  # a token that slipped into the place of a key is not repeated
            shown = part if len(part) <= 40 and ":" not in part else f"(a key of {len(part)} signs)"
            text += f".{shown}" if text else shown
    return text


def _sentence(error: ErrorDetails, tree: Tree, root: type[BaseModel]) -> str:
    kind, context = error["type"], error.get("ctx", {})
    if kind == "extra_forbidden":
        return _unknown(error["loc"], tree, root)
    if kind == "value_error":
        return str(context["error"])
    if kind in ("model_type", "model_attributes_type", "dict_type"):
        return "expected settings below it, one `key: value` a line, indented with spaces"
    if kind == "literal_error":
        return f"expected one of {', '.join(_choices(error['loc'], root))}"
    bounds = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
    for bound, word in bounds.items():
        if bound in context:
            return f"expected a number of {word} {context[bound]:g}"
    return _PLAIN.get(kind, "has an unexpected value") + _converted(error, tree, root)


def _converted(error: ErrorDetails, tree: Tree, root: type[BaseModel]) -> str:
    """Why a bare word is not what it looks like, where YAML turned it into something else."""
    place, value = tree.places.get(error["loc"]), error["input"]
    if value is None:
        return ", found nothing"
    if error["type"] == "string_type" and isinstance(value, dict):
        return "; is there a space after the colon that should not be there?"
    if place is None or place.plain is None or not isinstance(value, bool | int | float):
        return ""
    if SecretStr in kinds(_field(error["loc"], root)):
        return " in quotes"
    read = str(value).lower()
    if error["type"] in ("string_type", "path_type"):
        return f": YAML reads {place.plain} as {read}; put it in quotes"
    return f", found {read}"


def _field(key: Key, root: type[BaseModel]) -> Any:
    annotation: Any = root
    for part in key:
        group = group_of(annotation)
        if group is None or part not in group.model_fields:
            return None
        annotation = group.model_fields[str(part)].annotation
    return annotation


def _choices(key: Key, root: type[BaseModel]) -> list[str]:
    return [str(choice) for kind in kinds(_field(key, root)) for choice in get_args(kind)]


def _unknown(key: Key, tree: Tree, root: type[BaseModel]) -> str:
    name, group = str(key[-1]), group_of(_field(key[:-1], root))
    siblings = list(group.model_fields) if group else []
    near = get_close_matches(name.lower(), siblings, n=1, cutoff=0.6)
    suggestion = near[0] if near else _ELSEWHERE.get(name.lower())
    place = tree.places.get(key)
    if place is not None and place.label.startswith(PREFIX):
        if suggestion is None:
            return "unknown setting"
        full = suggestion.split(".") if not near else [*map(str, key[:-1]), suggestion]
        return f"unknown setting; did you mean {PREFIX}{'__'.join(full).upper()}?"
    if suggestion is not None:
        return f"unknown key; did you mean {suggestion}?"
    return f"unknown key; known here: {', '.join(siblings)}"
