"""What can be set: `keys` with defaults, the `source` of values, the `problems` in words, and `load`."""

from bot.settings.keys import Access, Discord, Embeddings, Logging, Memory, Model, Pairing, Settings, Telegram, Timeout
from bot.settings.load import default_config_path, load, parse
from bot.settings.problems import ConfigError

__all__ = [
    "Access",
    "ConfigError",
    "Discord",
    "Embeddings",
    "Logging",
    "Memory",
    "Model",
    "Pairing",
    "Settings",
    "Telegram",
    "Timeout",
    "default_config_path",
    "load",
    "parse",
]
