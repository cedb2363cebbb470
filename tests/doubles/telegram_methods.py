"""The Bot API methods the Telegram double knows. Anything else is answered 501 and listed."""

from __future__ import annotations

import json
import time
from typing import Any

from tests.doubles.telegram_chats import Chats
from tests.doubles.telegram_oracle import ApiError, Json, parse_text

TEXT_LIMIT = 4096  # UTF-16 units, after parsing
CAPTION_LIMIT = 1024
DATA_LIMIT = 64  # bytes of callback_data
# core.telegram.org/bots/api#chatmemberadministrator
RIGHTS = ("can_be_edited", "is_anonymous", "can_manage_chat", "can_delete_messages", "can_manage_video_chats",
          "can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories",
          "can_edit_stories", "can_delete_stories", "can_send_welcome_messages")
_UNCHANGED = ("Bad Request: message is not modified: specified new message content and reply markup are exactly the "
              "same as a current content and reply markup of the message")


class Methods(Chats):
    """One coroutine a method, named `m_` and the method in lower case; parameters as they came, JSON decoded."""

    def __init__(self, token: str, username: str, privacy: bool) -> None:
        super().__init__(token, username, privacy)
        self.files: list[tuple[int, str, str]] = []  # chat, name, content
        self.drafts: dict[int, list[tuple[str, str]]] = {}
        self.actions: list[Json] = []
        self.menus: dict[str, list[Json]] = {}
        self.webhook: Json | None = None

    async def m_getme(self, p: Json) -> Json:
        return self.me

    async def m_sendmessage(self, p: Json) -> Json:
        chat = self._chat(p)
        text, entities = self._text(p)
        return self.new_message(chat, self.me, text=text, entities=entities, **self._surroundings(chat, p))

    async def m_senddocument(self, p: Json) -> Json:
        chat = self._chat(p)
        name, content = p["document"]["file_name"], p["document"]["content"]
        if len(p.get("caption", "").encode("utf-16-le")) // 2 > CAPTION_LIMIT:
            raise ApiError(400, "Bad Request: message caption is too long")
        self.files.append((chat["id"], name, content))
        document = {"file_id": f"f{len(self.files)}", "file_unique_id": f"u{len(self.files)}", "file_name": name,
                    "file_size": len(content.encode())}
        return self.new_message(chat, self.me, document=document, caption=p.get("caption"),
                                **self._surroundings(chat, p))

    async def m_sendmessagedraft(self, p: Json) -> bool:
        chat = self._chat(p)
        if chat["type"] != "private":
            raise ApiError(400, "Bad Request: method is available only for private chats")
        if int(p["draft_id"]) == 0:
            raise ApiError(400, "Bad Request: draft identifier must be non-zero")
        self._text(p)
        self.drafts.setdefault(chat["id"], []).append((str(p["draft_id"]), p["text"]))
        return True

    async def m_editmessagetext(self, p: Json) -> Json:
        message = self._own_message(p)
        text, entities = self._text(p)
        markup = self._markup(p)
        now = (message.get("text"), message.get("entities", []), message.get("reply_markup"))
        if (text, entities, markup) == now:
            raise ApiError(400, _UNCHANGED)
        for name in ("entities", "reply_markup"):
            message.pop(name, None)
        message |= {"text": text, "edit_date": int(time.time())}
        message |= ({"entities": entities} if entities else {}) | ({"reply_markup": markup} if markup else {})
        return message

    async def m_editmessagereplymarkup(self, p: Json) -> Json:
        message, markup = self._own_message(p), self._markup(p)
        message.pop("reply_markup", None)
        if markup:
            message["reply_markup"] = markup
        return message

    async def m_deletemessage(self, p: Json) -> bool:
        if self.messages.pop((int(p["chat_id"]), int(p["message_id"])), None) is None:
            raise ApiError(400, "Bad Request: message to delete not found")
        return True

    async def m_sendchataction(self, p: Json) -> bool:
        chat = self._chat(p)
        self._thread(chat, p)
        self.actions.append(p)
        return True

    async def m_answercallbackquery(self, p: Json) -> bool:
        press = self.presses.get(p["callback_query_id"])
        if press is None or time.monotonic() > press.expires_at:
            raise ApiError(400, "Bad Request: query is too old and response timeout expired or query ID is invalid")
        press.answered = p
        return True

    async def m_setmycommands(self, p: Json) -> bool:
        self.menus[p.get("language_code", "")] = p["commands"]
        return True

    async def m_getmycommands(self, p: Json) -> list[Json]:
        return self.menus.get(p.get("language_code", ""), [])

    async def m_deletemycommands(self, p: Json) -> bool:
        self.menus.pop(p.get("language_code", ""), None)
        return True

    async def m_getchat(self, p: Json) -> Json:
        gifts = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")
        return {**self._chat(p), "accent_color_id": 0, "max_reaction_count": 11,
                "accepted_gift_types": dict.fromkeys(gifts, True)}

    async def m_getchatmember(self, p: Json) -> Json:
        status = self.standing.get((self._chat(p)["id"], int(p["user_id"])), "member")
        return {"status": status, "user": {"id": int(p["user_id"]), "is_bot": False, "first_name": "Somebody"},
                **({"is_anonymous": False} if status == "creator" else {}),
                **(dict.fromkeys(RIGHTS, False) if status == "administrator" else {})}

    async def m_setwebhook(self, p: Json) -> bool:
        self.webhook = dict(p) if p.get("url") else None
        return True

    async def m_deletewebhook(self, p: Json) -> bool:
        self.webhook = None
        if str(p.get("drop_pending_updates")).lower() == "true":
            self.updates.clear()
        return True

    async def m_getwebhookinfo(self, p: Json) -> Json:
        return {"url": (self.webhook or {}).get("url", ""), "has_custom_certificate": False,
                "pending_update_count": len(self.updates)}

    def _chat(self, p: Json) -> Json:
        id = int(p["chat_id"])
        if id in self.migrated:
            raise ApiError(400, "Bad Request: group chat was upgraded to a supergroup chat",
                           migrate_to_chat_id=self.migrated[id])
        if id in self.blocked:
            raise ApiError(403, "Forbidden: bot was blocked by the user" if id > 0
                           else "Forbidden: bot was kicked from the group chat")
        if id not in self.chats:
            raise ApiError(400, "Bad Request: chat not found")
        return self.chats[id]

    def _own_message(self, p: Json) -> Json:
        message = self.messages.get((self._chat(p)["id"], int(p["message_id"])))
        if message is None:
            raise ApiError(400, "Bad Request: message to edit not found")
        if message["from"]["id"] != self.me["id"]:
            raise ApiError(400, "Bad Request: message can't be edited")
        return message

    def _surroundings(self, chat: Json, p: Json) -> Json:
        around: Json = self._thread(chat, p)
        if p.get("reply_parameters"):
            asked = p["reply_parameters"]
            answered = self.messages.get((chat["id"], asked["message_id"]))
            if answered is None and not asked.get("allow_sending_without_reply"):
                raise ApiError(400, "Bad Request: message to be replied not found")
            if answered:
                around["reply_to_message"] = {k: v for k, v in answered.items() if k != "reply_to_message"}
        return around | {"reply_markup": self._markup(p)}

    def _thread(self, chat: Json, p: Json) -> Json:
        """General has number 1 and is refused like every thread that is none."""
        if not p.get("message_thread_id"):
            return {}
        thread = int(p["message_thread_id"])
        if thread not in self.topics.get(chat["id"], ()):
            raise ApiError(400, "Bad Request: message thread not found")
        return {"message_thread_id": thread, "is_topic_message": True}

    def _markup(self, p: Json) -> Any:
        markup = p.get("reply_markup")
        if not isinstance(markup, dict) or not markup.get("inline_keyboard"):
            return None
        for row in markup["inline_keyboard"]:
            for button in row:
                if len(button.get("callback_data", "").encode()) > DATA_LIMIT:
                    raise ApiError(400, "Bad Request: BUTTON_DATA_INVALID")
        return markup

    def _text(self, p: Json) -> tuple[str, list[Json]]:
        entities = p.get("entities")
        given = json.loads(entities) if isinstance(entities, str) else entities
        text, found = parse_text(str(p.get("text") or ""), p.get("parse_mode"), given)
        if not text.strip():
            raise ApiError(400, "Bad Request: message text is empty")
        if len(text.encode("utf-16-le")) // 2 > TEXT_LIMIT:
            raise ApiError(400, "Bad Request: message is too long")
        return text, found
