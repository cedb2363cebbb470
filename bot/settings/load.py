"""Read the settings: defaults, over them the file, over both the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import yaml
from pydantic import ValidationError

from bot.settings.keys import Settings
from bot.settings.problems import ConfigError, describe, unreadable
from bot.settings.source import Tree, from_environment, from_yaml


def default_config_path() -> Path:
    """`$XDG_CONFIG_HOME/sayso/config.yaml`, else `~/.config/sayso/config.yaml`."""
    home = os.environ.get("XDG_CONFIG_HOME", "")
    return (Path(home) if Path(home).is_absolute() else Path.home() / ".config") / "sayso" / "config.yaml"


def load(path: Path | None = None, environment: Mapping[str, str] | None = None) -> Settings:
    """The settings of a file and the environment (by default this process's), which wins.

    Without a path the default file is read, if there is one. Raises `ConfigError` with every problem at once.
    """
    file = _file(path)
    tree = from_environment(os.environ if environment is None else environment, Settings).over(file)
    try:
        settings = Settings(**tree.values)
    except ValidationError as error:
        raise ConfigError(describe(tree, error.errors(include_url=False), Settings)) from None
    for name in ("telegram", "discord"):
        block = tree.values.get("channels", {}).get(name)
        if block is not None and "token" not in block:
            tree.wrong.append((("channels", name), "expected a `token` in it (null leaves the channel off)"))
    if tree.wrong:
        raise ConfigError(describe(tree, [], Settings))
    return settings


def _file(path: Path | None) -> Tree:
    where = path if path is not None else default_config_path()
    try:
        text = where.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        if path is None:
            return Tree()
        raise ConfigError([f"{where}: there is no such file; `sayso init` writes one"]) from None
    except UnicodeDecodeError:
        raise ConfigError([f"{where}: expected text in UTF-8"]) from None
    except OSError as error:
        raise ConfigError([f"{where}: cannot be read: {error.strerror}"]) from None
    try:
        return from_yaml(where, text, Settings)
    except yaml.YAMLError as error:
        raise ConfigError([unreadable(where.name, error)]) from None
