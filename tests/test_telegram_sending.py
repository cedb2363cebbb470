"""Sending to Telegram: it arrives whole, once, in order and as it was meant, or we know what became of it."""

from __future__ import annotations

import asyncio
import time

import pytest

from bot.channel import Button, File, InDoubt, Moved, Outgoing, RetryLater, Undelivered, Unreachable
from channels.markup import utf16_len
from channels.telegram import TelegramChannel
from channels.telegram.menu import bring_up_to_date
from channels.telegram.pacing import Pace
from tests.doubles.telegram_double import TelegramDouble
from tests.doubles.telegram_fixture import channel, intake, running, telegram
from tests.doubles.telegram_intake import Kept

GO = ((Button("Approve", "a:7"), Button("Decline", "d:7")),)


@pytest.fixture
def ann(telegram: TelegramDouble) -> str:
    """A person's private chat, as a room."""
    telegram.user(1, "Ann")
    return "telegram:1"


async def test_text_is_shown_literally(telegram: TelegramDouble, channel: TelegramChannel, ann: str) -> None:
    said = "*not bold* _x_ `c` <b>x</b> [a](https://example.org) ![i](https://example.org/i.png) snake_case_name"
    await channel.send(ann, Outgoing(said))
    [sent] = telegram.sent(1)
    assert sent["text"] == said
    assert {entity["type"] for entity in sent.get("entities", [])} <= {"url"}  # what Telegram finds by itself


async def test_a_models_words_call_nobody(telegram: TelegramDouble, channel: TelegramChannel, ann: str) -> None:
    said = "ask @alice, [Zoe](tg://user?id=3), [this](https://example.org) or a@example.org: `@property` is code"
    await channel.send(ann, Outgoing(said, markdown=True))
    [sent] = telegram.sent(1)
    assert "@alice" not in sent["text"]
    assert sent["text"].replace("\u2060", "") == "ask @alice, Zoe, this or a@example.org: @property is code"
    assert "@property" in sent["text"]
    assert "a@example.org" in sent["text"]
    links = [entity.get("url", "") for entity in sent["entities"] if entity["type"] == "text_link"]
    assert [link.rstrip("/") for link in links] == ["https://example.org"]  # the control


async def test_a_file_comes_whole_with_its_words_and_is_counted_once(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str
) -> None:
    whole = "# What I remember\n" + "- 3  Straße, 猫 and 😀\n" * 5000
    [made] = await channel.send(ann, Outgoing("All I keep about you.", file=File("sayso.md", whole)))
    assert telegram.files == [(1, "sayso.md", whole)]
    assert (telegram.messages[1, int(made)]["caption"], telegram.called("sendMessage")) == ("All I keep about you.", [])
    await channel.send(ann, Outgoing("words " * 500, file=File("sayso.json", "{}")))
    assert [name for _, name, _ in telegram.files] == ["sayso.md", "sayso.json"]
    telegram.fail("sendDocument", 429, retry_after=1)
    with pytest.raises(RetryLater):
        await channel.send(ann, Outgoing("again", file=File("sayso.json", "{}")))
    assert len(telegram.files) == 2


async def test_a_models_markdown_is_formatted(telegram: TelegramDouble, channel: TelegramChannel, ann: str) -> None:
    await channel.send(ann, Outgoing("# Head\n**bold** and `code`\n\n*   **Title**: text\n", markdown=True))
    [sent] = telegram.sent(1)
    assert sent["text"].split("\n") == ["Head", "bold and code", "", "• Title: text"]
    assert {"bold", "code"} <= {entity["type"] for entity in sent["entities"]}


async def test_no_send_shows_a_preview_or_an_image(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str
) -> None:
    answer = "look ![x](https://evil.example/?q=secret) <img src='https://evil.example/b'> https://example.org"
    [first] = await channel.send(ann, Outgoing(answer, markdown=True))
    await channel.send(ann, Outgoing(answer + "!", markdown=True, edits=first))
    await channel.send(ann, Outgoing("https://example.org"))
    for call in telegram.called("sendMessage") + telegram.called("editMessageText"):
        assert call.parameters["link_preview_options"] == {"is_disabled": True}
        assert "parse_mode" not in call.parameters
        assert "![" not in call.parameters["text"]
    assert "<img src='https://evil.example/b'>" in telegram.sent(1)[0]["text"]


LONG = {
    "a": "😀" * 4000,
    "b": "!" * 4096,
    "c": "*   **Title**: text\n" * 400,
    "d": "snake_case_name https://example.org/a_b_c_d * lone",
    "e": "if a < b && c > d then Vec<String> or <b>x</b>",
    "f": "Before\n\n```python\n" + "\n".join(f"print({n}, 'word')" for n in range(400)) + "\n```\nAfter",
}


@pytest.mark.parametrize("markdown", [False, True])
@pytest.mark.parametrize("case", sorted(LONG))
async def test_c22_long_or_oddly_marked_up_text_arrives_whole(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str, case: str, markdown: bool
) -> None:
    ids = await channel.send(ann, Outgoing(LONG[case], markdown=markdown, buttons=GO))
    sent = telegram.sent(1)
    assert ids == [str(message["message_id"]) for message in sent]
    assert all(utf16_len(message["text"]) <= 4096 for message in sent)
    assert ["reply_markup" in message for message in sent] == [False] * (len(sent) - 1) + [True]
    text = "\n".join(message["text"] for message in sent)
    if not markdown:
        assert text.replace("\n", "") == LONG[case].replace("\n", "")
    elif case in "abde":
        assert text.replace("\n", "") == LONG[case]
    else:
        words = "Title: text" if case == "c" else "print("
        assert text.count(words) == 400
    if case == "b":
        assert len(sent) == 1  # nothing is escaped, so nothing grows


async def test_c22f_a_cut_code_block_is_one_in_both_parts(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str
) -> None:
    await channel.send(ann, Outgoing(LONG["f"], markdown=True))
    first, second = telegram.sent(1)[:2]
    for message in (first, second):
        assert [(one["type"], one.get("language")) for one in message["entities"] if one["type"] == "pre"] == [
            ("pre", "python")]
    assert second["entities"][0]["offset"] == 0


async def test_c22_refused_formatting_goes_out_plain(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str
) -> None:
    telegram.fail("sendMessage", 400, "Bad Request: can't parse entities: ENTITY_BOUNDS_INVALID")
    await channel.send(ann, Outgoing("**bold** words", markdown=True, buttons=GO))
    [sent] = telegram.sent(1)
    assert sent["text"] == "bold words"
    assert "entities" not in sent
    assert "reply_markup" in sent


async def test_an_answer_names_what_it_answers_and_goes_out_when_that_is_gone(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str
) -> None:
    first = telegram.new_message(telegram.chats[1], {"id": 1, "is_bot": False, "first_name": "Ann"}, text="question")
    await channel.send(ann, Outgoing("x" * 5000, reply_to=str(first["message_id"])))
    await channel.send(ann, Outgoing("late", reply_to="999"))
    sent = telegram.sent(1)
    assert [message.get("reply_to_message", {}).get("text") for message in sent] == ["question", None, None]


async def test_c24b_an_answer_and_its_buttons_go_to_the_topic(
    telegram: TelegramDouble, channel: TelegramChannel
) -> None:
    telegram.group(-1006, "Forum", topics=(36,))
    await channel.send("telegram:-1006/36", Outgoing("x" * 5000, buttons=GO))
    await channel.typing("telegram:-1006/36")
    sent = telegram.sent(-1006)
    assert [message["message_thread_id"] for message in sent] == [36, 36]
    assert "reply_markup" in sent[-1]
    assert telegram.actions[0]["message_thread_id"] == "36"


async def test_c24c_general_takes_an_answer_without_a_thread(
    telegram: TelegramDouble, channel: TelegramChannel
) -> None:
    telegram.group(-1006, "Forum", topics=(36,))
    await channel.send("telegram:-1006", Outgoing("here"))
    assert "message_thread_id" not in telegram.sent(-1006)[0]
    with pytest.raises(Unreachable):  # the positive control: the double refuses General's number, as Telegram does
        await channel.send("telegram:-1006/1", Outgoing("there"))


async def test_c24a_a_send_to_the_old_id_gives_the_new_one(
    telegram: TelegramDouble, channel: TelegramChannel
) -> None:
    ann = telegram.user(1, "Ann")
    telegram.group(-77, "Old", "group")
    await telegram.migrate(ann, -77, -10077)
    with pytest.raises(Moved) as moved:
        await channel.send("telegram:-77", Outgoing("x"))
    assert moved.value.to == "telegram:-10077"
    assert len(await channel.send(moved.value.to, Outgoing("x"))) == 1


async def test_an_edit_replaces_text_and_buttons(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str
) -> None:
    [card] = await channel.send(ann, Outgoing("7  You live in Pune", buttons=GO))
    assert await channel.send(ann, Outgoing("7  You live in Pune · approved", edits=card)) == [card]
    assert await channel.send(ann, Outgoing("7  You live in Pune · approved", edits=card)) == [card]  # not modified
    [sent] = telegram.sent(1)
    assert sent["text"] == "7  You live in Pune · approved"
    assert "reply_markup" not in sent


async def test_an_edit_of_a_message_that_is_gone_is_sent_anew(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str
) -> None:
    [card] = await channel.send(ann, Outgoing("old"))
    del telegram.messages[1, int(card)]
    [new] = await channel.send(ann, Outgoing("new", edits=card, buttons=GO))
    assert new != card
    assert [(message["text"], "reply_markup" in message) for message in telegram.sent(1)] == [("new", True)]


async def test_c21_a_429_closes_one_chat_for_the_time_given_and_no_other(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str
) -> None:
    telegram.user(2, "Ben")
    telegram.fail("sendMessage", 429, "Too Many Requests: retry after 222", retry_after=222, chat=1)
    with pytest.raises(RetryLater) as asked:
        await channel.send(ann, Outgoing("x"))
    assert asked.value.seconds == 222
    with pytest.raises(RetryLater) as left:
        await channel.send(ann, Outgoing("x"))
    assert 221 < left.value.seconds <= 222
    await channel.draft(ann, "n", "partial")
    await channel.typing(ann)
    assert [call.method for call in telegram.calls] == ["sendmessage"]  # no request before the time given
    assert len(await channel.send("telegram:2", Outgoing("x"))) == 1


async def test_c21_a_429_on_a_draft_holds_the_final_text_back_and_it_arrives_once(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str
) -> None:
    telegram.fail("sendMessageDraft", 429, "Too Many Requests: retry after 1", retry_after=1)
    await channel.draft(ann, "turn-1", "par")
    refused_at = telegram.calls[-1].at
    await channel.draft(ann, "turn-1", "partial")
    with pytest.raises(RetryLater) as wait:
        await channel.send(ann, Outgoing("final"))
    await asyncio.sleep(wait.value.seconds)
    await channel.send(ann, Outgoing("final"))
    assert [message["text"] for message in telegram.sent(1)] == ["final"]
    assert len(telegram.called("sendMessageDraft")) == 1
    assert telegram.called("sendMessage")[0].at - refused_at >= 1


async def test_c21_a_429_between_two_parts_is_waited_for_and_nothing_is_sent_twice(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str
) -> None:
    async def refuse_the_second() -> None:
        await telegram.until(lambda: telegram.sent(1))
        telegram.fail("sendMessage", 429, "Too Many Requests: retry after 1", retry_after=1)

    first, _ = await asyncio.gather(channel.send(ann, Outgoing("a" * 4096 + "b" * 4096 + "c")), refuse_the_second())
    assert len(first) == 3
    assert "".join(message["text"] for message in telegram.sent(1)) == "a" * 4096 + "b" * 4096 + "c"


async def test_c21c_a_block_is_unreachable_and_others_are_served(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str
) -> None:
    telegram.user(2, "Ben")
    telegram.blocked.add(1)
    with pytest.raises(Unreachable):
        await channel.send(ann, Outgoing("x"))
    assert len(telegram.called("sendMessage")) == 1
    assert len(await channel.send("telegram:2", Outgoing("x"))) == 1


@pytest.mark.parametrize(("code", "how"), [(502, {"html": True}), (502, {}), (503, {"html": True})])
async def test_a_front_server_that_reaches_nobody_delivered_nothing(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str, code: int, how: dict[str, bool]
) -> None:
    telegram.fail("sendMessage", code, "Bad Gateway", **how)
    with pytest.raises(Undelivered):
        await channel.send(ann, Outgoing("x"))
    assert telegram.sent(1) == []


@pytest.mark.parametrize("late", [False, True])
async def test_a_connection_that_breaks_leaves_doubt(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str, late: bool
) -> None:
    telegram.fail("sendMessage", late=late)
    with pytest.raises(InDoubt):
        await channel.send(ann, Outgoing("x"))
    assert len(telegram.sent(1)) == late  # from here the two cannot be told apart
    assert len(telegram.called("sendMessage")) == 1  # and it is not sent again


@pytest.mark.parametrize("code", [500, 504])
async def test_a_server_error_after_acceptance_leaves_doubt(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str, code: int
) -> None:
    telegram.fail("sendMessage", code, "Internal Server Error", html=True)
    with pytest.raises(InDoubt):
        await channel.send(ann, Outgoing("x"))


async def test_a_refused_connection_delivered_nothing(telegram: TelegramDouble) -> None:
    channel = TelegramChannel(telegram.token, "http://127.0.0.1:9")
    with pytest.raises(Undelivered):
        await channel.send("telegram:1", Outgoing("x"))
    await channel.close()
    with pytest.raises(Undelivered):
        await channel.send("telegram:1", Outgoing("x"))


async def test_two_long_messages_to_one_chat_do_not_interleave(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str
) -> None:
    await asyncio.gather(*(channel.send(ann, Outgoing(letter * 9000)) for letter in "ab"))
    assert [message["text"][0] for message in telegram.sent(1)] == list("aaabbb")


async def test_drafts_are_shown_in_private_chats_no_faster_than_every_700_ms(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str
) -> None:
    telegram.group(-1005, "Team")
    for room in (ann, "telegram:-1005"):
        for text in ("", "one", "one two"):
            await channel.draft(room, "turn-1", text)
    assert [text for _, text in telegram.drafts[1]] == ["one"]
    assert list(telegram.drafts) == [1]
    await asyncio.sleep(0.7)
    await channel.draft(ann, "turn-1", "😀" * 5000)
    shown = telegram.drafts[1][-1][1]
    assert shown.startswith("…😀")
    assert utf16_len(shown) <= 4096
    assert len({draft for draft, _ in telegram.drafts[1]}) == 1


async def test_what_only_decorates_never_raises(telegram: TelegramDouble, channel: TelegramChannel, ann: str) -> None:
    telegram.fail("*", times=100)
    await channel.draft(ann, "n", "partial")
    await channel.typing(ann)
    await channel.toast("1", "done")
    assert len(telegram.calls) == 3


async def test_a_press_comes_in_and_is_answered(
    telegram: TelegramDouble, running: TelegramChannel, intake: Kept
) -> None:
    telegram.user(1, "Ann")
    ben = telegram.user(2, "Ben", language_code="de")
    forum = telegram.group(-1006, "Forum", topics=(36,))
    [card] = await running.send("telegram:-1006/36", Outgoing("7  You live in Pune", buttons=GO))
    await telegram.press(ben, telegram.messages[forum["id"], int(card)], "a:7")
    got = await intake.next()
    assert (got.kind, got.press, got.platform_id, got.room.id) == ("press", "a:7", card, "telegram:-1006/36")
    assert got.author is not None
    assert (got.author.id, got.language) == ("telegram:2", "de")  # who pressed, not whom it was shown to
    await running.toast(got.press_id, "Only Ann can decide that.")
    assert telegram.presses[got.press_id].answered == {
        "callback_query_id": got.press_id, "text": "Only Ann can decide that."}
    telegram.presses[got.press_id].expires_at = time.monotonic()
    await running.toast(got.press_id, "too late")


async def test_a_press_on_a_message_telegram_no_longer_shows_still_counts(
    telegram: TelegramDouble, running: TelegramChannel, intake: Kept
) -> None:
    ann = telegram.user(1, "Ann")
    old = {"chat": telegram.chats[1], "message_id": 5, "date": 0}
    await telegram.push(callback_query={"id": "9", "from": ann, "message": old, "chat_instance": "1", "data": "a:7"})
    got = await intake.next()
    assert (got.press, got.platform_id, got.room.id, got.room.kind) == ("a:7", "5", "telegram:1", "dm")


async def test_c26_button_data_is_held_to_64_bytes(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str
) -> None:
    await channel.send(ann, Outgoing("п" * 200, buttons=((Button("Approve", "я" * 32),),)))
    with pytest.raises(ValueError, match="64 bytes"):
        await channel.send(ann, Outgoing("x", buttons=((Button("Approve", "approve:" + "я" * 46),),)))
    assert len(telegram.sent(1)) == 1


async def test_the_command_menu_is_set_in_each_language_once(
    telegram: TelegramDouble, running: TelegramChannel
) -> None:
    await telegram.until(lambda: set(telegram.menus) == {"", "en", "de"})
    assert telegram.menus[""] == telegram.menus["en"] != telegram.menus["de"]
    assert {"command": "queue", "description": "was auf dein Ja oder Nein wartet"} in telegram.menus["de"]
    before = len(telegram.called("setMyCommands"))
    await bring_up_to_date(running._bot)
    assert len(telegram.called("setMyCommands")) == before == 3
    telegram.menus["de"] = []
    await bring_up_to_date(running._bot)
    assert telegram.menus["de"] != []  # the control: what differs is set


@pytest.mark.parametrize("markdown", [False, True])
async def test_half_a_character_does_not_stop_a_message(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str, markdown: bool
) -> None:
    await channel.send(ann, Outgoing("cut \ud83d", markdown=markdown))
    await channel.draft(ann, "n", "cut \ud83d")
    assert telegram.sent(1)[0]["text"] == telegram.drafts[1][0][1] == "cut \ufffd"


async def test_an_edit_may_always_be_made_again(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str
) -> None:
    [card] = await channel.send(ann, Outgoing("old"))
    telegram.fail("editMessageText", late=True)
    with pytest.raises(Undelivered):
        await channel.send(ann, Outgoing("new", edits=card))
    assert await channel.send(ann, Outgoing("new", edits=card)) == [card]
    assert [message["text"] for message in telegram.sent(1)] == ["new"]


async def test_a_draft_on_its_way_is_waited_for_so_that_it_never_follows_the_final_text(
    telegram: TelegramDouble, channel: TelegramChannel, ann: str
) -> None:
    held = telegram.fail("sendMessageDraft", hold=asyncio.Event())
    draft = asyncio.create_task(channel.draft(ann, "turn-1", "par"))
    await telegram.until(lambda: telegram.called("sendMessageDraft"))
    final = asyncio.create_task(channel.send(ann, Outgoing("final")))
    await channel.typing(ann)
    assert telegram.called("sendMessage") == []
    assert held.hold is not None
    held.hold.set()
    await asyncio.gather(draft, final)
    assert [call.method for call in telegram.calls] == ["sendmessagedraft", "sendchataction", "sendmessage"]


async def test_the_last_slot_of_a_chat_is_the_final_texts() -> None:
    pace = Pace()
    for chat in (-5, -6):
        for _ in range(19):
            await pace.slot(chat)
    assert not pace.may_draft(-5)
    assert pace.may_draft(7)  # the positive control: another chat has all of its own
    async with asyncio.timeout(0.5):
        await pace.slot(-5)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await pace.slot(-5)  # the 21st within a minute waits
    async with asyncio.timeout(0.1):
        await pace.slot(-6)


async def test_c33d_a_chat_whose_send_hangs_holds_up_no_other(
    telegram: TelegramDouble, running: TelegramChannel, intake: Kept, ann: str
) -> None:
    ben = telegram.user(2, "Ben")
    held = telegram.fail("sendMessage", hold=asyncio.Event(), chat=1)
    slow = asyncio.create_task(running.send(ann, Outgoing("slow")))
    await telegram.until(lambda: telegram.called("sendMessage", 1))
    await telegram.say(ben, "me too")
    got = await intake.next()
    assert len(await running.send(got.room.id, Outgoing("fast"))) == 1
    assert telegram.sent(1) == []
    assert held.hold is not None
    held.hold.set()
    assert len(await slow) == 1


def test_chats_that_have_rested_are_let_go_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("channels.telegram.pacing._KEPT", 3)
    pace = Pace()
    pace.close(1, 60)
    assert not pace.may_ask(1)
    assert all(pace.may_ask(number) for number in range(2, 20))
    assert len(pace._lanes) <= 4
    assert not pace.may_ask(1)  # what Telegram asked for is kept
