"""What is on here for a person, to see and to switch: /settings and /notify."""

from __future__ import annotations

from bot.channel import Button, Outgoing
from bot.commands.context import Answer, Context, text

ON, OFF = ("on", "an"), ("off", "aus")


async def notify(context: Context, args: str) -> Answer:
    """Whether what was learned is asked about by itself, or waits in /queue only."""
    wanted = args.strip().casefold()
    if wanted not in (*ON, *OFF):
        return text(context.say("notify_usage"))
    await context.place.notify(wanted in ON)
    return text(context.say("notify_on" if wanted in ON else "notify_off"))


async def settings(context: Context, args: str) -> Answer:
    return Answer((await _view(context),))


async def pressed(context: Context, what: str) -> Answer:
    """Switch one of them; the message with the buttons shows what is so now."""
    place = context.place
    if what == "learn" and place.room.kind == "dm":
        await place.pause(await place.learned_from())
    elif what == "learn":
        await place.join(not await place.learned_from())
    elif what == "notify":
        await place.notify(not await place.notified())
    elif what == "recall":
        await place.allow_excerpts(not await place.quotes_earlier())
    else:
        return Answer(toast=context.say("forget_over"))
    return Answer((await _view(context, edits=context.incoming.platform_id),))


def mode(context: Context) -> list[str]:
    """What the person who runs the bot has turned off of the memory, in a line."""
    chosen = context.app.settings.memory.mode
    return [] if chosen == "on" else [context.say("mode_off" if chosen == "off" else "mode_shadow")]


async def _view(context: Context, edits: str = "") -> Outgoing:
    place, app, say = context.place, context.app, context.say
    states = {"learn": await place.learned_from(), "notify": await place.notified(),
              "recall": await place.quotes_earlier()}
    lines = [say("settings_head"), *mode(context)]
    lines += [f"{say('settings_' + name)}: {say('status_yes' if on else 'status_no')}" for name, on in states.items()]
    lines += [say("status_model", model=app.describe_model(context.language)),
              say("settings_kept", days=app.keep_days), say("settings_hint")]
    commands = {"learn": ("/pause", "/resume") if place.room.kind == "dm" else ("/learn off", "/learn on"),
                "notify": ("/notify off", "/notify on"), "recall": ("/recall off", "/recall on")}
    buttons = tuple((Button(say(f"settings_{name}_{'off' if on else 'on'}"), f"set:{name}",
                            commands[name][0 if on else 1]),) for name, on in states.items())
    return Outgoing("\n".join(lines), "ask", buttons, edits=edits)
