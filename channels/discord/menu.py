"""The commands as Discord's menu shows them, made from the bot's one table; registered only when they changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from discord.http import HTTPClient, Route

from bot import commands
from bot.texts import say
from channels.discord.words import word

Json = dict[str, Any]

# discord.com/developers/docs/interactions/application-commands
_CHAT, _MESSAGE = 1, 3
_STRING, INTEGER = 3, 4
_DESCRIPTION = 100  # characters
_EVERYWHERE = {"integration_types": [0, 1], "contexts": [0, 1, 2]}
REMEMBER_THIS, ASK = "Remember this", "ask"

log = structlog.get_logger("channels.discord")


@dataclass(frozen=True, slots=True)
class Option:
    """One field of a command. `completes`: its numbers are offered while somebody types."""

    name: str
    type: int = _STRING
    required: bool = False
    completes: bool = False
    choices: tuple[str, ...] = ()

    def payload(self) -> Json:
        found: Json = {"type": self.type, "name": self.name, **_described(f"option_{self.name}")}
        if self.required:
            found["required"] = True
        if self.completes:
            found["autocomplete"] = True
        if self.choices:
            found["choices"] = [{"name": choice, "value": choice} for choice in self.choices]
        if self.type == INTEGER:
            found["min_value"] = 1
        return found


_PAGE = (Option("page", INTEGER),)
_NUMBERS = (Option("numbers", required=True, completes=True),)
_SWITCH = (Option("switch", required=True, choices=("on", "off")),)
_NUMBER = Option("number", INTEGER, required=True, completes=True)
_MORE = (Option("more"),)
_WORDS = Option("words", required=True)
OPTIONS: Mapping[str, tuple[Option, ...]] = {
    "start": (), "help": (), "status": (), "pause": (), "resume": (), "queue": _PAGE, "facts": _PAGE,
    "approve": _NUMBERS, "decline": _NUMBERS, "edit": (_NUMBER, _WORDS),
    "correct": (_NUMBER, _WORDS), "history": (_NUMBER,), "undo": (), "unforget": (Option("topic", completes=True),),
    "restore": (_NUMBER,), "unshare": (_NUMBER,), "notes": (Option("numbers", completes=True),),
    "share": (_NUMBER, Option("where", required=True, choices=("here", "everyone"))),
    "asof": (Option("day", required=True), Option("question", required=True)),
    "export": (Option("form", choices=("text", "json")),),
    "still": (_NUMBER, Option("answer", required=True, choices=("yes", "no"))),
    "consent": (Option("answer", choices=("once", "talk", "talk and memory", "no", "off", "mine", "mine off")),),
    "resolve": (_NUMBER, Option("choice", required=True, choices=("new", "old", "both", "neither"))),
    "remember": (_WORDS,), "forget": (Option("topic", required=True),),
    "why": (Option("number", INTEGER, completes=True),), "learn": _SWITCH, "recall": _SWITCH,
    "notify": _SWITCH, "settings": (),
    ASK: (Option("question", required=True),),
}


def payloads() -> list[Json]:
    """Every command as Discord registers it; one our table gains later takes free text until it is described here."""
    made = [_command(name, f"cmd_{name}", OPTIONS.get(name, _MORE)) for name in commands.COMMANDS]
    made.append({"type": _CHAT, "name": ASK, **_described("ask"), "options": [o.payload() for o in OPTIONS[ASK]],
                 **_EVERYWHERE})
    made.append({"type": _MESSAGE, "name": REMEMBER_THIS,
                 "name_localizations": {"de": word("de", "remember_this")}, **_EVERYWHERE})
    return made


def text_of(name: str, given: Mapping[str, Any]) -> str:
    """What somebody picked from the menu, as if they had typed it: "/edit 7 I live in Oslo"."""
    values = [str(given[option.name]).strip() for option in OPTIONS.get(name, _MORE) if option.name in given]
    if name == ASK:
        return " ".join(values).lstrip("/ ")
    return " ".join([f"/{name}", *values])


async def register(http: HTTPClient, application: int) -> bool:
    """Bring the menu up to date; whether there was anything to do. Raises what the library raises."""
    wanted = payloads()
    route = Route("GET", "/applications/{application_id}/commands", application_id=application)
    if same(wanted, await http.request(route, params={"with_localizations": "true"})):
        return False
    await http.bulk_upsert_global_commands(application, wanted)
    log.info("commands.registered", count=len(wanted))
    return True


def same(wanted: Sequence[Json], known: Sequence[Json]) -> bool:
    """Whether Discord's list says what ours does. It fills in what we leave out."""
    ours = {(command["type"], command["name"]): _essence(command) for command in wanted}
    theirs = {(command["type"], command["name"]): _essence(command) for command in known}
    return ours == theirs


def _essence(entry: Json) -> Json:
    found: Json = {key: entry.get(key) or default for key, default in
             (("name", ""), ("type", _CHAT), ("description", ""), ("required", False), ("autocomplete", False),
              ("min_value", None), ("name_localizations", {}), ("description_localizations", {}))}
    found |= {key: sorted(entry.get(key) or []) for key in ("integration_types", "contexts")}
    found["choices"] = [(choice["name"], choice["value"]) for choice in entry.get("choices") or []]
    found["options"] = [_essence(option) for option in entry.get("options") or []]
    return found


def _command(name: str, key: str, options: Sequence[Option]) -> Json:
    return {"type": _CHAT, "name": name, "description": say("en", key)[:_DESCRIPTION],
            "description_localizations": {"de": say("de", key)[:_DESCRIPTION]},
            "options": [option.payload() for option in options], **_EVERYWHERE}


def _described(key: str) -> Json:
    return {"description": word("en", key), "description_localizations": {"de": word("de", key)}}
