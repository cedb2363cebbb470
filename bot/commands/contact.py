"""First contact and what a person allows: /start, /pause, /resume, /learn, /recall."""

from __future__ import annotations

from bot import greeting
from bot.channel import Button
from bot.commands.context import Answer, Context, text


async def start(context: Context, args: str) -> Answer:
    if context.place.room.kind != "dm":
        return text(greeting.words(context.app, context.place.room, context.language))
    name = context.place.principal.name or context.place.principal.id
    hello = context.say("start", name=name, model=context.app.describe_model(context.language))
    return text(f"{hello}\n{context.say('settings_kept', days=context.app.keep_days)}",
                Button(context.say("start_how"), "how", "/help"), Button(context.say("start_pause"), "pause", "/pause"))


async def how(context: Context, args: str) -> Answer:
    return text(context.say("how"))


async def pause(context: Context, args: str) -> Answer:
    await context.place.pause(True)
    return text(context.say("paused"))


async def resume(context: Context, args: str) -> Answer:
    await context.place.pause(False)
    return text(context.say("resumed"))


async def learn(context: Context, args: str) -> Answer:
    if context.place.room.kind == "dm":
        return text(context.say("learn_dm"))
    wanted = args.strip().casefold()
    if wanted not in ("on", "off", "an", "aus"):
        return text(context.say("learn_usage"))
    on = wanted in ("on", "an")
    await context.place.join(on)
    return text(context.say("learn_on" if on else "learn_off"))


async def recall(context: Context, args: str) -> Answer:
    wanted = args.strip().casefold()
    if wanted not in ("on", "off", "an", "aus"):
        return text(context.say("recall_usage"))
    on = wanted in ("on", "an")
    await context.place.allow_excerpts(on)
    return text(context.say("recall_on" if on else "recall_off"))
