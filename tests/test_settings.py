"""Settings: defaults, file, environment, and what is said when they are wrong (field case C42)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from pydantic import BaseModel

from bot.settings import ConfigError, Settings, default_config_path, load
from bot.settings.keys import default_data_dir

ROOT = Path(__file__).parent.parent
SECRET = "AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc"
TOKEN = f"123456789:{SECRET}"


def read(tmp_path: Path, text: str, **environment: str) -> Settings:
    path = tmp_path / "config.yaml"
    path.write_text(text, encoding="utf-8")
    return load(path, environment)


def problems(tmp_path: Path, text: str, **environment: str) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, text, **environment)
    assert SECRET not in str(caught.value)
    assert caught.value.__cause__ is None
    return caught.value.problems


def leaves(group: type[BaseModel], values: object, key: str = "") -> list[str]:
    """Keys that a tree of plain values lacks."""
    missing = []
    for name, info in group.model_fields.items():
        inside = isinstance(values, dict) and name in values
        below = info.annotation
        if not inside:
            missing.append(f"{key}{name}")
        elif isinstance(below, type) and issubclass(below, BaseModel):
            assert isinstance(values, dict)
            missing += leaves(below, values[name], f"{key}{name}.")
    return missing


def test_defaults_are_good_for_one_person_and_need_no_file(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "nothing"))
    settings = load(None, {})
    assert settings == Settings()
    assert (settings.model.provider, settings.memory.review) == ("embedded", "required")
    assert settings.access.mode == "pairing"
    pairing = settings.access.pairing
    assert (pairing.characters, pairing.minutes, pairing.tries) == (8, 10, 5)
    assert settings.secrets() == []


def test_paths_follow_xdg_and_ignore_relative_values_of_it(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    assert default_data_dir() == tmp_path / ".local/share/sayso"
    assert default_config_path() == tmp_path / ".config/sayso/config.yaml"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert default_data_dir() == tmp_path / ".local/share/sayso"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "conf"))
    assert default_data_dir() == tmp_path / "data/sayso"
    assert default_config_path() == tmp_path / "conf/sayso/config.yaml"


def test_the_example_holds_every_setting_with_its_default_and_a_sentence(monkeypatch):
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    example = ROOT / "config.example.yaml"
    assert load(example, {}) == Settings()
    assert leaves(Settings, yaml.safe_load(example.read_text(encoding="utf-8"))) == []
    previous = ""
    for line in example.read_text(encoding="utf-8").splitlines():
        if re.match(r" *[a-z_]+: \S", line):
            assert re.fullmatch(r" *# .*\.", previous), f"no sentence above {line!r}"
        previous = line


def test_the_check_of_the_example_notices_a_missing_setting():
    assert leaves(Settings, {"model": {"host": "x"}}) != []


def test_the_environment_wins_over_the_file_key_by_key(tmp_path):
    settings = read(
        tmp_path,
        "model: {provider: ollama, name: small, timeout: 30}\nmemory: {facts: 5}\n",
        SAYSO_MODEL__NAME="large",
        SAYSO_MODEL__TIMEOUT__TOTAL="90",
        SAYSO_OWNERS="telegram:1, discord:2",
        SAYSO_MEMORY__MODE="OFF",
        SAYSO_CHANNELS__TELEGRAM__TOKEN=TOKEN,
        OTHER__KEY="x",
    )
    assert (settings.model.name, settings.model.provider, settings.memory.facts) == ("large", "ollama", 5)
    assert settings.model.timeout.total == 90
    assert settings.owners == ("telegram:1", "discord:2")
    assert settings.memory.mode == "off"
    assert settings.secrets() == [TOKEN]
    assert SECRET not in repr(settings)


def test_a_plain_timeout_sets_the_total_and_the_parts_stay_within_it(tmp_path):
    timeout = read(tmp_path, "model: {timeout: 30}").model.timeout
    assert (timeout.first_byte, timeout.between_chunks, timeout.total) == (30, 30, 30)


def test_words_that_yaml_takes_for_truth_values_are_words_where_a_word_is_meant(tmp_path):
    assert read(tmp_path, "memory: {mode: off}").memory.mode == "off"
    assert read(tmp_path, "memory: {mode: on, recall: yes}").memory.recall is True
    (problem,) = problems(tmp_path, "memory:\n  mode: yes\n")
    assert problem == "config.yaml:2: memory.mode: expected one of on, shadow, off"


def test_a_relative_path_is_relative_to_the_file(tmp_path):
    assert read(tmp_path, "data_dir: data").data_dir == tmp_path / "data"


def test_an_empty_file_is_all_defaults_but_an_empty_block_is_asked_about(tmp_path):
    assert read(tmp_path, "# nothing yet\n") == Settings()
    (problem,) = problems(tmp_path, "\nmodel:\n")
    assert problem == "config.yaml:2: model: expected settings below it, one `key: value` a line, indented with spaces"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("channels:\n  telegram:\n    tokn: x\n    token: null\n",
         "config.yaml:3: channels.telegram.tokn: unknown key; did you mean token?"),
        ("alowed_users: [1]\n", "config.yaml:1: alowed_users: unknown key; did you mean access.allow?"),
        ("model:\n\tname: x\n", "config.yaml:2: a tab stands where only spaces may; indent with spaces"),
        ("language: no\n", "config.yaml:1: language: unknown key; known here: data_dir, owners, channels, model, "
         "embeddings, memory, access, logging"),
        ("model:\n  name: no\n", "config.yaml:2: model.name: expected text: YAML reads no as false; put it in quotes"),
        ("owner_id: 0123\n", "config.yaml:1: owner_id: unknown key; did you mean owners?"),
        ("owners:\n  - 0123\n",
         "config.yaml:2: owners[0]: expected text: YAML reads 0123 as 83; put it in quotes"),
        ("owners:\n  - \"123\"\n", 'config.yaml:2: owners[0]: expected a person by platform and id, '
         'such as "telegram:123" or "discord:123"'),
        ("owners: [telegram:@priya]\n", "config.yaml:1: owners[0]: expected the platform's number of the person "
         "after the colon, never a name or @handle"),
        ("owners:\n  - telegram: 123\n", "config.yaml:2: owners[0]: expected text; is there a space after the colon "
         "that should not be there?"),
        ("owners: telegram:123\n", "config.yaml:1: owners: expected a list, one `- entry` a line"),
        ("quiet_from: 22:30\n", "config.yaml:1: quiet_from: unknown key; known here: data_dir, owners, channels, "
         "model, embeddings, memory, access, logging"),
        ("memory:\n  quiet: 22:30\n",
         "config.yaml:2: memory.quiet: expected a plain number: YAML reads 22:30 as 1350"),
        ("memory:\n  keep_messages: 0123\n",
         "config.yaml:2: memory.keep_messages: expected a number without a leading 0: YAML reads 0123 as 83"),
        ("memory:\n  keep_messages: \"90\"\n",
         "config.yaml:2: memory.keep_messages: expected a whole number, without quotes"),
        ("memory:\n  keep_messages: 0\n", "config.yaml:2: memory.keep_messages: expected a number of at least 1"),
        ("memory:\n  recall: 1\n", "config.yaml:2: memory.recall: expected true or false, found 1"),
        ("memory:\n  facts: yes\n", "config.yaml:2: memory.facts: expected a whole number, without quotes, found true"),
        ("channels:\n  telegram:\n    token: ''\n", "config.yaml:3: channels.telegram.token: expected a token, "
         "found an empty one (write null for none)"),
        (f"channels:\n  telegram:\n    token: |\n      {TOKEN}\n", "config.yaml:3: channels.telegram.token: the token "
         "begins or ends with white space or a line break; remove it"),
        (f"channels:\n  telegram:\n    token: '{SECRET}'\n", "config.yaml:3: channels.telegram.token: expected a bot "
         "token as BotFather gives it: digits, a colon, letters"),
        (f"channels:\n  discord:\n    token: 'Bot {SECRET}'\n", "config.yaml:3: channels.discord.token: the token "
         "holds a space, quote mark or sign that no token has; copy it again"),
        ("channels:\n  telegram:\n    token: 12:34\n", "config.yaml:3: channels.telegram.token: expected text "
         "in quotes"),
        ("channels:\n  telegram:\n    mode: polling\n",
         "config.yaml:2: channels.telegram: expected a `token` in it (null leaves the channel off)"),
        (f"channels:\n  telegram:\n    {TOKEN}: x\n    token: null\n", "config.yaml:3: channels.telegram."
         "(a key of 45 signs): unknown key; known here: token, api_base, mode, "
     "webhook_url, webhook_listen, webhook_secret"),
        (f"channels:\n  telegram:\n    token: \"{TOKEN}\n", "config.yaml:4: not valid YAML: found unexpected end of "
         "stream"),
        ("model:\n  provider: olama\n  name: x\n", "config.yaml:2: model.provider: expected one of embedded, ollama, "
         "none"),
        ("model:\n  provider: ollama\n", 'config.yaml:1: model: expected `name`, the model Ollama is to run, such as '
         '"qwen3:8b"'),
        ("model:\n  host: localhost:11434\n",
         "config.yaml:2: model.host: expected an address such as http://host:port"),
        (f"model:\n  host: http://me:{SECRET}@host\n", "config.yaml:2: model.host: expected an address without a user "
         "name or password in it"),
        ("memory:\n  facts: 5\n  facts: 6\n", "config.yaml:3: memory.facts: is set twice; keep one of them"),
        ("- a\n", "config.yaml:1: expected settings as `key: value` lines"),
    ],
)  # fmt: skip
def test_c42_configuration_errors_name_file_line_key_and_what_is_expected(tmp_path, text, expected):
    assert problems(tmp_path, text) == (expected,)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("SAYSO_MODEL__NAEM", "x", "SAYSO_MODEL__NAEM: unknown setting; did you mean SAYSO_MODEL__NAME?"),
        ("SAYSO_LOG_LEVEL", "debug", "SAYSO_LOG_LEVEL: unknown setting; did you mean SAYSO_LOGGING__LEVEL?"),
        ("SAYSO_MEMORY__FACTS", "many", "SAYSO_MEMORY__FACTS: expected a whole number, without quotes"),
        ("SAYSO_MEMORY__QUIET", "1:30", "SAYSO_MEMORY__QUIET: expected a plain number: YAML reads 1:30 as 90"),
        ("SAYSO_CHANNELS__TELEGRAM__TOKEN", TOKEN + "\n", "SAYSO_CHANNELS__TELEGRAM__TOKEN: the token begins or ends "
         "with white space or a line break; remove it"),
        ("SAYSO_CHANNELS__TELEGRAM__TOKEN", "", "SAYSO_CHANNELS__TELEGRAM__TOKEN: expected a token, found an empty "
         "one (write null for none)"),
    ],
)  # fmt: skip
def test_errors_of_the_environment_name_the_variable(tmp_path, name, value, expected):
    assert problems(tmp_path, "", **{name: value}) == (expected,)


def test_all_problems_are_told_at_once_in_the_order_of_the_file(tmp_path):
    found = problems(tmp_path, "logging: {level: loud}\nmodel:\n  contxt_tokens: 1\nmemory:\n  quiet: 1:00\nowner: 1\n")
    assert [line.split(": ")[0] for line in found] == [f"config.yaml:{n}" for n in (1, 3, 5, 6)]


def test_a_named_file_that_is_not_there_or_not_text_is_said(tmp_path):
    with pytest.raises(ConfigError, match="there is no such file; `sayso init` writes one"):
        load(tmp_path / "none.yaml", {})
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        load(tmp_path, {})
    (tmp_path / "latin.yaml").write_bytes("# größer".encode("latin-1"))
    with pytest.raises(ConfigError, match="expected text in UTF-8"):
        load(tmp_path / "latin.yaml", {})


@pytest.mark.parametrize("empty", ["", " ", "\t"])
def test_an_empty_data_directory_in_the_environment_is_not_the_current_one(tmp_path, empty):
    with pytest.raises(ConfigError, match="SAYSO_DATA_DIR: expected the path of a directory, found none"):
        load(None, {"SAYSO_DATA_DIR": empty})
    assert load(None, {"SAYSO_DATA_DIR": str(tmp_path)}).data_dir == tmp_path
