"""A model behind a loopback Ollama that runs at ollama.com, as Ollama does with its cloud models, and a chat with it.

What the double receives is what would have left this machine.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from bot.settings import Settings
from bot.settings.keys import Access, Embeddings, Memory, Model
from memory.domain import Principal, Room
from tests.doubles.ollama_double import CARD, OllamaDouble, Reply, Request
from tests.doubles.talk import Chat, Message, talking

PRIYA, JONAS, BEN = (Principal(f"telegram:{n}", name) for n, name in ((1, "Priya"), (2, "Jonas"), (3, "Ben")))
DM, JONAS_DM, GROUP = Room("telegram:1"), Room("telegram:2"), Room("telegram:-100", "group", "The flat")
AWAY = "https://ollama.com"
FIELDS = {"remote_host": f"{AWAY}:443", "remote_model": "gpt-oss:120b"}
CLOUD: dict[str, Any] = CARD | FIELDS
ONCE, TALK, WITH_MEMORY, NO = "This once", "Always, without what I remember", "Always, with it", "No, stay local"


def reply(request: Request) -> Reply:
    return Reply('{"claims": []}' if request.json.get("format") else "Noted.", fields=FIELDS)


@pytest.fixture
async def cloud() -> AsyncIterator[OllamaDouble]:
    async with OllamaDouble(reply, models={"gpt-oss:120b": CLOUD}) as double:
        yield double


@pytest.fixture
async def chat(tmp_path: Path, cloud: OllamaDouble) -> AsyncIterator[Chat]:
    async with talking(chosen(tmp_path, cloud.url)) as running:
        yield running


def chosen(directory: Path, host: str, *, owners: tuple[str, ...] = (), extractor: str = "patterns") -> Settings:
    return Settings(data_dir=directory / "data", owners=owners, access=Access(mode="open"),
                    model=Model(provider="ollama", host=host, name="gpt-oss:120b"),
                    embeddings=Embeddings(provider="none"),
                    memory=Memory.model_validate({"quiet": 0.05, "extractor": extractor, "recall": True}))


def learning_by_model(directory: Path, double: OllamaDouble) -> AbstractAsyncContextManager[Chat]:
    return talking(chosen(directory, double.url, extractor="model"))


async def asked(chat: Chat, text: str = "What is for dinner?", who: Principal = PRIYA, where: Room = DM) -> Message:
    """Say something, and wait for the question that it leads to."""
    return await chat.ask(who, where, text, "Nothing has been sent")


def grant_files(chat: Chat) -> list[Path]:
    return sorted((chat.app.settings.data_dir / "consent").glob("*.txt"))
