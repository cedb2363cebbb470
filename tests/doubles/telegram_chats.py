"""The people, chats and messages of the Telegram double, and what people can do there."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.doubles.telegram_oracle import Json, parse_text


@dataclass
class Press:
    """A pressed button, and what the bot answered to it."""

    expires_at: float
    answered: Json | None = None


class Chats:
    """State, and the verbs of people. Each verb puts its update into the bot's queue and returns it."""

    def __init__(self, token: str, username: str, privacy: bool) -> None:
        self.token, self.privacy = token, privacy
        self.me: Json = {
            "id": int(token.split(":")[0]), "is_bot": True, "first_name": "Our", "username": username,
            "can_join_groups": True, "can_read_all_group_messages": not privacy, "supports_inline_queries": False,
        }
        self.updates: list[Json] = []  # what the bot has not confirmed yet
        self.chats: dict[int, Json] = {}
        self.topics: dict[int, set[int]] = {}
        self.messages: dict[tuple[int, int], Json] = {}
        self.blocked: set[int] = set()
        self.migrated: dict[int, int] = {}
        self.standing: dict[tuple[int, int], str] = {}  # (chat, user) -> what they are there, when not "member"
        self.presses: dict[str, Press] = {}
        self._update_ids = itertools.count(1001)
        self._message_ids: Counter[int] = Counter()
        self.changed = asyncio.Condition()

    # what there is

    def user(self, id: int, name: str, **more: Any) -> Json:
        """A person who has opened a chat with the bot."""
        self.chats[id] = {"id": id, "type": "private", "first_name": name}
        return {"id": id, "is_bot": False, "first_name": name, "language_code": "en", **more}

    def group(self, id: int, title: str, type: str = "supergroup", topics: tuple[int, ...] | None = None,
              **more: Any) -> Json:
        """A group; a forum when it has `topics` (General is always there and has no number to send to)."""
        forum = {"is_forum": True} if topics is not None else {}
        self.topics[id] = set(topics or ())
        self.chats[id] = {"id": id, "type": type, "title": title, **forum, **more}
        return self.chats[id]

    def sent(self, chat: int) -> list[Json]:
        """What the bot has in a chat, oldest first."""
        return [message for (where, _), message in sorted(self.messages.items(), key=lambda item: item[0][1])
                if where == chat and message.get("from", {}).get("id") == self.me["id"]]

    async def until(self, condition: Callable[[], Any], seconds: float = 5) -> Any:
        """Wait for something to become true, looking each time anything happened here."""
        async with asyncio.timeout(seconds), self.changed:
            while not (value := condition()):
                await self.changed.wait()
            return value

    async def notify(self) -> None:
        async with self.changed:
            self.changed.notify_all()

    def new_message(self, chat: Json, author: Json | None, **content: Any) -> Json:
        self._message_ids[chat["id"]] += 1
        message = {"message_id": self._message_ids[chat["id"]], "date": int(time.time()), "chat": chat,
                   **({"from": author} if author else {}),
                   **{name: value for name, value in content.items() if value not in (None, [])}}
        self.messages[chat["id"], message["message_id"]] = message
        return message

    # what people do

    async def push(self, **update: Any) -> Json:
        """Put an update into the queue, whatever it holds."""
        entry = {"update_id": next(self._update_ids), **update}
        self.updates.append(entry)
        await self.notify()
        return entry

    async def say(self, author: Json | None, text: str | None = None, chat: Json | None = None, caption: str = "",
                  **content: Any) -> Json | None:
        """Write a message. None when privacy mode hides it from the bot."""
        chat = chat or self.chats[author["id"]]  # type: ignore[index]
        if text is not None:
            content["text"], found = parse_text(text)
            content.setdefault("entities", found)
        if caption:
            content["caption"], found = parse_text(caption)
            content.setdefault("caption_entities", found)
        message = self.new_message(chat, author, **content)
        return await self.push(message=message) if self._visible(chat, message) else None

    async def edit(self, message: Json, text: str) -> Json:
        text, entities = parse_text(text)
        message |= {"text": text, "entities": entities, "edit_date": int(time.time())}
        return await self.push(edited_message=message)

    async def press(self, author: Json, message: Json, data: str, lifetime: float = 15) -> Json:
        """Press a button that stands under a message; AssertionError when there is none such."""
        offered = [button["callback_data"] for row in message["reply_markup"]["inline_keyboard"] for button in row]
        assert data in offered, f"{data} is not among {offered}"
        id = str(len(self.presses) + 1)
        self.presses[id] = Press(time.monotonic() + lifetime)
        return await self.push(callback_query={"id": id, "from": author, "message": message, "chat_instance": "1",
                                               "data": data})

    async def member(self, author: Json, status: str, chat: Json | None = None, old: str = "member") -> Json:
        """Change what the bot is in a chat: "kicked" in a private chat is a block."""
        chat = chat or self.chats[author["id"]]
        (self.blocked.add if status in ("kicked", "left") else self.blocked.discard)(chat["id"])
        return await self.push(my_chat_member={
            "chat": chat, "from": author, "date": int(time.time()),
            "old_chat_member": self._membership(old), "new_chat_member": self._membership(status)})

    async def migrate(self, author: Json, old: int, new: int) -> None:
        """Turn a group into a supergroup: another id, and one service message on each side."""
        chat = self.group(new, self.chats[old]["title"])
        self.migrated[old] = new
        await self.push(message=self.new_message(self.chats[old], author, migrate_to_chat_id=new))
        await self.push(message=self.new_message(chat, author, migrate_from_chat_id=old))

    def _membership(self, status: str) -> Json:
        return {"user": self.me, "status": status, **({"until_date": 0} if status == "kicked" else {})}

    def _visible(self, chat: Json, message: Json) -> bool:
        """core.telegram.org/bots/features#privacy-mode: commands, mentions, replies to the bot, service messages."""
        if chat["type"] in ("private", "channel") or not self.privacy:
            return True
        words = message.get("text") or message.get("caption") or ""
        answered = message.get("reply_to_message", {}).get("from", {}).get("id") == self.me["id"]
        mentioned = f"@{self.me['username']}".casefold() in words.casefold() or any(
            entity.get("user", {}).get("id") == self.me["id"] for entity in message.get("entities", ()))
        said = any(name in message for name in ("text", "caption", "document", "photo", "voice", "sticker"))
        return words.startswith("/") or answered or mentioned or not said
