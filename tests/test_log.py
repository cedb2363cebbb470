"""Logs: structure, one place, and no secret in any of it (field case C43)."""

from __future__ import annotations

import io
import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator

import httpx
import pytest
import structlog

from bot import log
from bot.settings import Logging

HALF = "AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc"
TOKEN = f"123456789:{HALF}"
DISCORD = "MTk4NjIyNDgz.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level, hooks = root.handlers, root.level, (sys.excepthook, threading.excepthook)
    named = {name: logging.getLogger(name).level for name in (*log.OURS, *log.LIBRARIES)}
    yield
    root.handlers, root.level = handlers, level
    sys.excepthook, threading.excepthook = hooks
    for name, before in named.items():
        logging.getLogger(name).setLevel(before)
    logging.captureWarnings(False)
    structlog.reset_defaults()


def written(settings: Logging, secrets: tuple[str, ...] = (TOKEN, DISCORD)) -> io.StringIO:
    out = io.StringIO()
    log.configure(settings, secrets=list(secrets), stream=out)
    return out


def test_json_is_one_object_a_line_with_event_level_and_fields():
    out = written(Logging(format="json"))
    structlog.get_logger("bot.turn").info("turn.answered", facts=3, ms=812)
    (line,) = out.getvalue().splitlines()
    event = json.loads(line)
    assert event.pop("timestamp").endswith("Z")
    assert event == {"event": "turn.answered", "level": "info", "logger": "bot.turn", "facts": 3, "ms": 812}


def test_the_level_is_that_of_the_settings_for_our_own_events():
    out = written(Logging(level="warning"))
    structlog.get_logger("bot.turn").info("turn.answered")
    structlog.get_logger("bot.turn").warning("turn.failed")
    assert "turn.answered" not in out.getvalue()
    assert "turn.failed" in out.getvalue()


@pytest.mark.parametrize("name", log.LIBRARIES)
def test_libraries_speak_from_warning_up_even_at_debug(name):
    out = written(Logging(level="debug"))
    structlog.get_logger("bot.turn").debug("turn.begun")
    logging.getLogger(name).info("request line")
    logging.getLogger(f"{name}.child").debug("request line")
    logging.getLogger(name).warning("is slow")
    assert "turn.begun" in out.getvalue()
    assert "request line" not in out.getvalue()
    assert "is slow" in out.getvalue()


def test_configuring_again_does_not_write_twice():
    written(Logging())
    out = written(Logging())
    structlog.get_logger("bot.turn").info("turn.answered")
    assert out.getvalue().count("turn.answered") == 1


@pytest.mark.parametrize("kind", ["console", "json"])
@pytest.mark.parametrize("level", ["info", "debug"])
def test_c43_no_secret_in_fields_messages_or_exceptions(kind, level):
    out = written(Logging(format=kind, level=level))
    ours, library = structlog.get_logger("channels.telegram"), logging.getLogger("httpx")
    ours.warning("poll.failed", url=f"https://api.telegram.org/bot{TOKEN}/getMe", nested={"a": [TOKEN]}, half=HALF)
    ours.warning("poll.failed", **{f"key_{HALF}": 1}, encoded=TOKEN.replace(":", "%3A"), discord=f"Bot {DISCORD}")
    library.warning("GET https://api.telegram.org/bot%s/getUpdates", TOKEN)
    try:
        try:
            raise httpx.ConnectError(f"cannot reach https://api.telegram.org/bot{TOKEN}/getMe")
        except httpx.ConnectError as error:
            raise RuntimeError(f"polling with {DISCORD}") from error
    except RuntimeError:
        ours.exception("poll.failed")
        library.exception("while polling")
        structlog.contextvars.bind_contextvars(bound=TOKEN)
        ours.error("poll.failed")
        structlog.contextvars.clear_contextvars()
    text = out.getvalue()
    assert text.count("poll.failed") == 4  # the control: everything was written
    assert "cannot reach https://api.telegram.org/bot[secret]/getMe" in text
    assert HALF not in text
    assert DISCORD not in text


def test_c43_without_its_secrets_the_log_would_show_the_token():
    out = written(Logging(), secrets=())
    structlog.get_logger("bot").warning("poll.failed", url=TOKEN)
    assert HALF in out.getvalue()


def test_c43_a_crash_is_printed_without_the_token():
    program = (
        "from bot import log; from bot.settings import Logging; import os, threading\n"
        "token = os.environ['T']; log.configure(Logging(), secrets=[token])\n"
        "def crash(): raise ValueError('address ' + token)\n"
        "thread = threading.Thread(target=crash); thread.start(); thread.join(); crash()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "T": TOKEN}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.count("ValueError: address [secret]") == 2
    assert HALF not in done.stdout + done.stderr


def test_tracebacks_show_no_local_variables():
    out = written(Logging())
    private = "what she said"
    try:
        int("x" + private[:0])
    except ValueError:
        structlog.get_logger("bot").exception("turn.failed")
    assert "ValueError" in out.getvalue()
    assert "what she said" not in out.getvalue().replace('private = "what she said"', "")
