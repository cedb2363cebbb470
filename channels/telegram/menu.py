"""The command menu beside the text field, in each language the bot speaks. Set at a start, when it says otherwise."""

from __future__ import annotations

import asyncio

import structlog
from telegram import Bot, BotCommand
from telegram.error import TelegramError

from bot import commands
from bot.texts import LANGUAGES, say
from channels.telegram.faults import scrubbed

AFTER = 2.0  # seconds after a start
_DESCRIPTION = 256  # characters, core.telegram.org/bots/api#botcommand

log = structlog.get_logger("channels.telegram")


def wanted(language: str) -> list[BotCommand]:
    """The menu of one language."""
    return [BotCommand(name, say(language, f"cmd_{name}")[:_DESCRIPTION]) for name in commands.COMMANDS]


async def bring_up_to_date(bot: Bot) -> None:
    """Set what differs, once what piled up had its turn; the first language is everybody else's too. A failure costs
    the menu and nothing more."""
    await asyncio.sleep(AFTER)
    try:
        for language, code in ((LANGUAGES[0], None), *((name, name) for name in LANGUAGES)):
            menu = wanted(language)
            if list(await bot.get_my_commands(language_code=code)) != menu:
                await bot.set_my_commands(menu, language_code=code)
                log.info("commands.registered", language=code or "all", count=len(menu))
    except TelegramError as error:
        log.warning("commands.unregistered", error=scrubbed(error.message))
