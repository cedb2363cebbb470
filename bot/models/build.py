"""The model and the embedder that the settings name."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from bot.consent import Grants
from bot.embed import MiniLM
from bot.models import files, launch
from bot.models.embedded import Embedded
from bot.models.ollama import Ollama
from bot.models.wire import Limits
from bot.multilingual import MultilingualE5
from bot.settings import Settings

LOCAL_CONTEXT = 4096  # tokens, as `model.context_tokens` is by default


def model(settings: Settings, grants: Grants | None = None) -> Embedded | Ollama | None:
    """The chat model, not started yet; None where `model.provider` is none."""
    chosen = settings.model
    limits = Limits(chosen.timeout.first_byte, chosen.timeout.between_chunks, chosen.timeout.total)
    if chosen.provider == "ollama":
        key = chosen.api_key.get_secret_value() if chosen.api_key else None
        return Ollama(chosen.name or "", chosen.host, context_tokens=chosen.context_tokens, limits=limits, api_key=key,
                      grants=grants)
    if chosen.provider == "embedded":
        name = chosen.name or files.SMOLLM2
        directory = files.default_directory(settings.data_dir)
        if name in files.known():
            return Embedded(files.weights(name, directory), context_tokens=chosen.context_tokens, limits=limits,
                            fetch=partial(files.pull, [name], directory))
        return Embedded(Path(name).expanduser(), name=Path(name).stem, parameters=None, limits=limits,
                        context_tokens=chosen.context_tokens)
    return None


def local(settings: Settings) -> Embedded | None:
    """The small model for when the chosen one runs elsewhere and may not be asked; None where its files are not."""
    directory = files.default_directory(settings.data_dir)
    if settings.model.provider != "ollama" or not launch.installed() or not files.installed(files.SMOLLM2, directory):
        return None
    return Embedded(files.weights(files.SMOLLM2, directory), context_tokens=LOCAL_CONTEXT)


def embedder(settings: Settings) -> MiniLM | None:
    """What turns texts into vectors; None where `embeddings.provider` is none."""
    if settings.embeddings.provider == "none":
        return None
    directory = settings.embeddings.path or files.default_directory(settings.data_dir)
    made = MultilingualE5 if settings.embeddings.model == files.E5 else MiniLM
    broken = files.path_of(made.name, directory).is_dir()  # there but unreadable: made whole once; absent: by words
    return made(directory, fetch=partial(files.pull, [made.name], directory) if broken else None)
