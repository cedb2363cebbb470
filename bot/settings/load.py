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
    variables = os.environ if environment is None else environment
    return _settings(from_environment(variables, Settings).over(_file(path)))


def parse(text: str, path: Path) -> Settings:
    """The settings of a text that is to become the file `path`, without the environment. Raises `ConfigError`."""
    return _settings(_tree(text, path))


def _settings(tree: Tree) -> Settings:
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
    return _tree(text, where)


def _tree(text: str, path: Path) -> Tree:
    try:
        return from_yaml(path, text, Settings)
    except yaml.YAMLError as error:
        raise ConfigError([unreadable(path.name, error)]) from None
