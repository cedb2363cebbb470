"""Where log events go and what they may not hold.

Events are past-tense dotted nouns with ids, counts and times (`turn.answered facts=3 ms=812`), never message text.
Libraries speak through the same handler, from WARNING up only: httpx writes each request's address at INFO, and a
Telegram address holds the token. What is written is censored as a whole, last of all, so that no field, exception
text or library can carry a secret past it; tracebacks of a crash go through the same hole.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import TextIO
from urllib.parse import quote

import structlog

from bot.settings import Logging

OURS = ("bot", "memory", "channels")
LIBRARIES = ("httpx", "httpcore", "telegram", "discord", "aiosqlite", "asyncio", "websockets", "aiohttp")
CENSORED = "[secret]"
_SHORTEST = 4  # a shorter half is in every other word, and guards nothing


def censor(secrets: Sequence[str]) -> Callable[[str], str]:
    """A function that puts `[secret]` in the place of each secret, of its half after a colon and of its URL form."""
    shapes = {form for secret in secrets if secret for form in (secret, secret.partition(":")[2])}
    shapes |= {quote(shape, safe="") for shape in shapes}
    longest_first = sorted((shape for shape in shapes if len(shape) >= _SHORTEST), key=len, reverse=True)

    def clean(text: str) -> str:
        for shape in longest_first:
            text = text.replace(shape, CENSORED)
        return text

    return clean


class _Formatter(structlog.stdlib.ProcessorFormatter):
    def __init__(self, clean: Callable[[str], str], processors: Sequence[structlog.typing.Processor]) -> None:
        super().__init__(processors=processors, foreign_pre_chain=_CHAIN)
        self._clean = clean

    def format(self, record: logging.LogRecord) -> str:
        return self._clean(super().format(record))


_CHAIN: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
    structlog.processors.format_exc_info,  # plain text: the richer ones print local variables
]


def configure(settings: Logging, secrets: Sequence[str] = (), stream: TextIO | None = None) -> None:
    """Send every event to `stream` (standard error by default), without the secrets. Calling it again replaces it."""
    out = stream or sys.stderr
    clean = censor(secrets)
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if settings.format == "json"
        else structlog.dev.ConsoleRenderer(colors=out.isatty(), exception_formatter=structlog.dev.plain_traceback)
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(_Formatter(clean, [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer]))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    level = logging.getLevelNamesMapping()[settings.level.upper()]
    for name in OURS:
        logging.getLogger(name).setLevel(level)
    for name in LIBRARIES:  # by name as well: some of them set a level of their own
        logging.getLogger(name).setLevel(max(level, logging.WARNING))
    logging.captureWarnings(True)
    os.environ.setdefault("LOGURU_AUTOINIT", "False")  # fastembed logs through loguru, past this handler
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_CHAIN,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    _censor_crashes(clean, out)


def _censor_crashes(clean: Callable[[str], str], out: TextIO) -> None:
    def crashed(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        out.write(clean("".join(traceback.format_exception(kind, error, trace))))

    sys.excepthook = crashed
    threading.excepthook = lambda args: crashed(args.exc_type, args.exc_value, args.exc_traceback)
