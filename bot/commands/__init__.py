"""The commands: one table for routing, /help, menus and docs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.commands import (
    asof,
    carrying,
    consent,
    contact,
    forget,
    history,
    lasting,
    look,
    options,
    queue,
    refusals,
    secret,
    sharing,
)
from bot.commands.context import Answer, Context, Handler, aside, text, told


async def help_(context: Context, args: str) -> Answer:
    lines = [context.say("help")]
    lines += [f"/{command.name} - {context.say('cmd_' + command.name)}" for command in COMMANDS.values()]
    return text("\n".join([*lines, "", context.say("how")]))


@dataclass(frozen=True, slots=True)
class Command:
    """One row: its name, what it does, whether it waits for this room's learning when input is piped."""

    name: str
    run: Handler
    waits_for_learning: bool = False
    private: bool = False  # in a shared room it is answered in the person's own DM
    open: bool = False  # its answer shows nothing that is remembered of anybody


COMMANDS: dict[str, Command] = {command.name: command for command in (
    Command("start", contact.start, open=True),
    Command("help", help_, open=True),
    Command("queue", queue.queue, waits_for_learning=True),
    Command("approve", queue.approve, waits_for_learning=True),
    Command("decline", queue.decline, waits_for_learning=True),
    Command("edit", queue.edit, waits_for_learning=True),
    Command("resolve", queue.resolve, waits_for_learning=True),
    Command("correct", history.correct, waits_for_learning=True),
    Command("undo", history.undo, waits_for_learning=True),
    Command("history", history.history),
    Command("still", lasting.still),
    Command("restore", lasting.restore),
    Command("facts", look.facts),
    Command("remember", queue.remember),
    Command("forget", forget.forget, waits_for_learning=True, private=True),
    Command("unforget", refusals.unforget, private=True),
    Command("export", carrying.export, private=True),
    Command("notes", carrying.notes, private=True),
    Command("share", sharing.share),
    Command("unshare", sharing.unshare),
    Command("why", look.why),
    Command("asof", asof.asof),
    Command("status", look.status),
    Command("pause", contact.pause, open=True),
    Command("resume", contact.resume, open=True),
    Command("learn", contact.learn, open=True),
    Command("recall", contact.recall, open=True),
    Command("consent", consent.consent, open=True),
    Command("settings", options.settings),
    Command("notify", options.notify),
)}
HIDDEN: dict[str, Handler] = {"retry": look.retry, "how": contact.how, "keep": secret.keep}


def parse(words: str) -> tuple[str, str] | None:
    """(name, arguments) when a text is a command, in any case; None when it is talk."""
    if not words.startswith("/") or len(words) < 2 or not words[1].isalpha():
        return None
    head, _, args = words[1:].partition(" ") if "\n" not in words.split(" ")[0] else words[1:].partition("\n")
    return head.casefold(), args


def shows_memory(name: str) -> bool:
    """Whether a room in which a command is answered would see what is remembered of the person who gave it."""
    command = COMMANDS.get(name)
    return name in HIDDEN if command is None else not (command.open or command.private)


async def run(context: Context, name: str, args: str) -> Answer:
    """Carry out a command; an unknown one is answered, never sent to a model. It never ends without a word: on
    Discord somebody would wait for one for ever. One whose answer all would see, though it could be shown to one person
    alone, is not carried out: who could not be told what became of it would do it again.
    """
    if context.incoming.exposed and shows_memory(name):
        return told(context.say("from_menu", command=f"/{name}"))
    command = COMMANDS.get(name)
    if command is not None:
        answer = await (aside(context, command.run, args) if command.private else command.run(context, args))
    elif name in HIDDEN:
        answer = await HIDDEN[name](context, args)
    else:
        answer = text(context.say("unknown_command", command=f"/{name}"[:40]))
    silent = text(answer.toast or context.say("nothing_to_say"))
    return answer if answer.messages or answer.aside else replace(answer, messages=silent.messages)
