"""Connections to the Bot API, and what the libraries below us must not write down."""

from __future__ import annotations

import logging
from typing import Any

import structlog
from telegram import Update
from telegram.request import HTTPXRequest

from bot.pool import Pool

_UNREADABLE = (KeyError, TypeError, ValueError, AttributeError)

log = structlog.get_logger("channels.telegram")


class Connections(HTTPXRequest):
    """A pool of connections that takes no proxy from the environment, which would see what chats say."""

    def __init__(self, size: int) -> None:
        super().__init__(read_timeout=20, write_timeout=20, connect_timeout=10, pool_timeout=10,
                         httpx_kwargs={"trust_env": False, "transport": Pool(size=size)})


class UpdateConnections(Connections):
    """The same for getUpdates. An update the library cannot read becomes one that says nothing.

    The library would refuse the whole batch with it, and Telegram would send the same batch again for ever.
    """

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        answer = HTTPXRequest.parse_json_payload(payload)
        if isinstance(answer.get("result"), list):
            answer["result"] = [readable(update) for update in answer["result"]]
        return answer


def readable(update: dict[str, Any]) -> dict[str, Any]:
    """The update, or one that says nothing where the library cannot read it. Raises TypeError or KeyError for what
    is none."""
    try:
        Update.de_json(update, None)
    except _UNREADABLE as error:
        log.error("update.unreadable", update=update["update_id"], error=type(error).__name__)
        return {"update_id": update["update_id"]}
    return update


def keep_quiet() -> None:
    """Below WARNING the HTTP client writes each address, the token in it; the library writes whole messages, and
    at CRITICAL those it could not read."""
    for name in ("httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("telegram").setLevel(logging.CRITICAL + 1)
