"""The Telegram double, driven by python-telegram-bot as it comes: what the other tests believe is shown here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from telegram import Bot, BotCommand, InlineKeyboardButton, InlineKeyboardMarkup, LinkPreviewOptions, Update
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, InvalidToken, NetworkError, RetryAfter
from telegram.ext import Application, ApplicationBuilder, TypeHandler

from tests.doubles.telegram_double import TelegramDouble
from tests.doubles.telegram_fixture import channel, intake, running, telegram


@pytest_asyncio.fixture
async def bot(telegram: TelegramDouble) -> AsyncIterator[Bot]:
    telegram.user(1, "Ann")
    async with Bot(telegram.token, base_url=telegram.url + "/bot") as bot:
        yield bot


def application(telegram: TelegramDouble) -> Application:
    builder = ApplicationBuilder().token(telegram.token).base_url(telegram.url + "/bot")
    return builder.base_file_url(telegram.url + "/file/bot").build()


async def test_markup_is_parsed_by_telegrams_own_parser(telegram: TelegramDouble, bot: Bot) -> None:
    sent = await bot.send_message(1, "*b* _i_ `c` [l](https://x.org) ||s||", parse_mode="MarkdownV2")
    assert [entity.type for entity in sent.entities] == ["bold", "italic", "code", "text_link", "spoiler"]
    sent = await bot.send_message(1, "<b>x</b> 😀 <i>z</i>", parse_mode="HTML")
    assert [(entity.type, entity.offset) for entity in sent.entities] == [("bold", 0), ("italic", 5)]
    for text, mode in (("a.b", "MarkdownV2"), ("*x", "MarkdownV2"), ("<b>x", "HTML")):
        with pytest.raises(BadRequest, match="parse"):
            await bot.send_message(1, text, parse_mode=mode)


async def test_length_is_counted_in_utf16_units_after_parsing(telegram: TelegramDouble, bot: Bot) -> None:
    await bot.send_message(1, "😀" * 2048)
    await bot.send_message(1, "\\!" * 4096, parse_mode="MarkdownV2")
    for text in ("😀" * 2048 + "x", "x" * 4097):
        with pytest.raises(BadRequest, match="too long"):
            await bot.send_message(1, text)
    with pytest.raises(BadRequest, match="empty"):
        await bot.send_message(1, " \n")


async def test_edits_are_made_and_refused(telegram: TelegramDouble, bot: Bot) -> None:
    sent = await bot.send_message(1, "v1")
    await bot.edit_message_text("v2", 1, sent.message_id)
    assert telegram.messages[1, sent.message_id]["text"] == "v2"
    with pytest.raises(BadRequest, match="not modified"):
        await bot.edit_message_text("v2", 1, sent.message_id)
    await bot.delete_message(1, sent.message_id)
    with pytest.raises(BadRequest, match="to edit not found"):
        await bot.edit_message_text("v3", 1, sent.message_id)
    theirs = await telegram.say(telegram.user(1, "Ann"), "mine")
    assert theirs is not None
    with pytest.raises(BadRequest, match="can't be edited"):
        await bot.edit_message_text("yours", 1, theirs["message"]["message_id"])


async def test_buttons_carry_64_bytes(telegram: TelegramDouble, bot: Bot) -> None:
    def keys(data: str) -> InlineKeyboardMarkup:
        return InlineKeyboardMarkup([[InlineKeyboardButton("Go", callback_data=data)]])

    sent = await bot.send_message(1, "press", reply_markup=keys("я" * 32))
    assert sent.reply_markup is not None
    with pytest.raises(BadRequest, match=r"(?i)button_data_invalid"):
        await bot.send_message(1, "press", reply_markup=keys("я" * 33))


async def test_presses_are_answered_while_they_last(telegram: TelegramDouble, bot: Bot) -> None:
    markup = InlineKeyboardMarkup([[InlineKeyboardButton("Go", callback_data="go:1")]])
    sent = await bot.send_message(1, "press", reply_markup=markup)
    ann = telegram.user(1, "Ann")
    with pytest.raises(AssertionError, match="go:2"):
        await telegram.press(ann, telegram.messages[1, sent.message_id], "go:2")
    for lifetime in (15, 0):
        await telegram.press(ann, telegram.messages[1, sent.message_id], "go:1", lifetime)
    first, second = await bot.get_updates()
    assert first.callback_query is not None
    assert second.callback_query is not None
    assert await first.callback_query.answer("ok")
    with pytest.raises(BadRequest, match="too old"):
        await second.callback_query.answer("ok")


async def test_topics_take_messages_and_general_has_no_number(telegram: TelegramDouble, bot: Bot) -> None:
    telegram.group(-1006, "Forum", topics=(36,))
    telegram.group(-1005, "Team")
    sent = await bot.send_message(-1006, "in topic", message_thread_id=36)
    assert (sent.message_thread_id, sent.is_topic_message) == (36, True)
    for chat, thread in ((-1006, 1), (-1006, 37), (-1005, 36)):
        with pytest.raises(BadRequest, match="thread not found"):
            await bot.send_message(chat, "x", message_thread_id=thread)


async def test_drafts_are_for_private_chats(telegram: TelegramDouble, bot: Bot) -> None:
    telegram.group(-1005, "Team")
    assert await bot.send_message_draft(1, 7, "partial")
    assert telegram.drafts == {1: [("7", "partial")]}
    with pytest.raises(BadRequest, match="private"):
        await bot.send_message_draft(-1005, 7, "partial")
    with pytest.raises(BadRequest, match="non-zero"):
        await bot.send_message_draft(1, 0, "partial")


async def test_migration_blocks_and_strangers_are_refused_as_documented(telegram: TelegramDouble, bot: Bot) -> None:
    ann = telegram.user(1, "Ann")
    telegram.group(-77, "Old", "group")
    await telegram.migrate(ann, -77, -10077)
    with pytest.raises(ChatMigrated) as moved:
        await bot.send_message(-77, "x")
    assert moved.value.new_chat_id == -10077
    await telegram.member(ann, "kicked")
    with pytest.raises(Forbidden, match="blocked"):
        await bot.send_message(1, "x")
    await telegram.member(ann, "member", old="kicked")
    assert await bot.send_message(1, "x")
    with pytest.raises(BadRequest, match="not found"):
        await bot.send_message(99, "x")


async def test_privacy_mode_hides_talk_between_others(telegram: TelegramDouble, bot: Bot) -> None:
    ann, team = telegram.user(1, "Ann"), telegram.group(-1005, "Team")
    assert await telegram.say(ann, "chatter", team) is None
    ours = telegram.new_message(team, telegram.me, text="hello")
    for said, more in (("/help", {}), ("hey @our_bot", {}), ("yes", {"reply_to_message": ours})):
        assert await telegram.say(ann, said, team, **more)
    assert len(await bot.get_updates()) == 3


async def test_faults_look_like_the_real_ones(telegram: TelegramDouble, bot: Bot) -> None:
    telegram.fail("sendMessage", 429, "Too Many Requests: retry after 3", retry_after=3)
    with pytest.raises(RetryAfter):
        await bot.send_message(1, "x")
    telegram.fail("sendMessage", 502, "Bad Gateway", html=True)
    with pytest.raises(NetworkError, match="Bad Gateway"):
        await bot.send_message(1, "x")
    telegram.fail("sendMessage")
    with pytest.raises(NetworkError):
        await bot.send_message(1, "x")
    assert telegram.sent(1) == []
    telegram.fail("sendMessage", late=True)
    with pytest.raises(NetworkError):
        await bot.send_message(1, "x")
    assert len(telegram.sent(1)) == 1
    held = telegram.fail("sendMessage", hold=asyncio.Event())
    task = asyncio.create_task(bot.send_message(1, "held"))
    await telegram.until(lambda: len(telegram.called("sendMessage")) == 5)
    assert len(telegram.sent(1)) == 1
    assert held.hold is not None
    held.hold.set()
    assert (await task).text == "held"


async def test_polling_waits_confirms_by_offset_and_knows_one_poller(telegram: TelegramDouble, bot: Bot) -> None:
    ann = telegram.user(1, "Ann")
    async with Bot(telegram.token, base_url=telegram.url + "/bot") as other:
        first = asyncio.create_task(other.get_updates(timeout=5))
        await telegram.until(lambda: telegram.called("getUpdates"))
        second = asyncio.create_task(bot.get_updates(timeout=5))
        with pytest.raises(Conflict):
            await first
    await telegram.say(ann, "hello")
    [update] = await second
    assert len(telegram.updates) == 1
    assert await bot.get_updates(offset=update.update_id + 1, timeout=0) == ()
    assert (telegram.updates, telegram.confirmed) == ([], update.update_id)
    await bot.set_webhook("https://example.org/hook")
    with pytest.raises(Conflict, match="webhook"):
        await bot.get_updates()
    assert (await bot.get_webhook_info()).url == "https://example.org/hook"
    await bot.delete_webhook()


async def test_menus_chats_and_the_token(telegram: TelegramDouble, bot: Bot) -> None:
    await bot.set_my_commands([BotCommand("start", "Start")], language_code="de")
    assert [entry.command for entry in await bot.get_my_commands(language_code="de")] == ["start"]
    assert await bot.get_my_commands() == ()
    assert await bot.send_chat_action(1, "typing")
    assert (await bot.get_chat(1)).first_name == "Ann"
    stranger = Bot("9:BAD", base_url=telegram.url + "/bot")
    with pytest.raises(InvalidToken):
        await stranger.initialize()
    await stranger.shutdown()


async def test_the_librarys_own_updater_confirms_before_the_handler_is_done(telegram: TelegramDouble) -> None:
    """Why the channel polls by itself."""
    app, stuck, entered = application(telegram), asyncio.Event(), asyncio.Event()

    async def slow(update: Update, context: object) -> None:
        entered.set()
        await stuck.wait()

    app.add_handler(TypeHandler(Update, slow))
    async with app:
        await app.updater.start_polling(timeout=2)
        await app.start()
        await telegram.say(telegram.user(1, "Ann"), "lost on a crash")
        await entered.wait()
        await telegram.until(lambda: telegram.confirmed == 1001)
        stuck.set()
        await app.updater.stop()
        await app.stop()


async def test_wrong_requests_and_unknown_methods_are_listed() -> None:
    async with TelegramDouble() as telegram, Bot(telegram.token, base_url=telegram.url + "/bot") as bot:
        telegram.user(1, "Ann")
        await bot.send_message(1, "x", api_kwargs={"no_such_parameter": 1})
        await bot.send_message(1, "x", link_preview_options=LinkPreviewOptions(is_disabled=True))
        with pytest.raises(NetworkError, match="NOT IMPLEMENTED"):
            await bot.send_dice(1)
        assert telegram.violations == [("sendmessage", "request", ["no_such_parameter: unknown parameter"])]
        assert telegram.unimplemented == ["senddice"]
