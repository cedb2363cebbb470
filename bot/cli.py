"""The command `sayso`. Everything heavy is imported by the command that needs it, so that `--help` is quick."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from bot import consent_cli, data_cli
from bot.settings import ConfigError, Settings, default_config_path, load

app = typer.Typer(
    help="A chat assistant for Telegram and Discord that remembers only on your say-so.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,  # they print local variables, tokens among them
    rich_markup_mode=None,
)
models = typer.Typer(help="The model files this program can fetch.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(models, name="models")
app.add_typer(consent_cli.app, name="consent")
data_cli.register(app)

Config = Annotated[Path | None, typer.Option("--config", metavar="FILE", help="Settings (default: the XDG place).")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def main() -> None:
    """Entry point. Exit codes: 0 done, 1 it did not work, 2 it was asked or configured wrongly, 130 interrupted."""
    try:
        _guarded()
    except ConfigError as error:
        for problem in error.problems:
            print(problem, file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        if error.filename is None:
            raise
        from memory.directory import explained

        _fail(explained(error, Path(error.filename), "name another place"))


def _guarded() -> None:
    from bot.models.files import PullError
    from memory.errors import MemoryFault

    try:
        app()
    except (MemoryFault, PullError) as error:
        _fail(str(error))


def _fail(text: str, code: int = 1) -> NoReturn:
    print(text, file=sys.stderr)
    sys.exit(code)


def _start(config: Path | None, *, quiet: bool = False) -> Settings:
    """Load the settings and begin to log. `quiet`: a person is reading, so events only if the settings ask for them."""
    from bot import log

    settings = load(config)
    logging = settings.logging
    if quiet and "level" not in logging.model_fields_set:
        logging = logging.model_copy(update={"level": "warning"})
    log.configure(logging, secrets=settings.secrets())
    return settings


def _run(work: Callable[[], Coroutine[Any, Any, int]]) -> NoReturn:
    sys.exit(asyncio.run(work()))


@app.command()
def chat(config: Config = None, as_json: AsJson = False) -> None:
    """Talk in the terminal; with piped input, one message a line."""
    settings = _start(config, quiet=True)
    from bot import start as program

    lines = None if sys.stdin.isatty() else sys.stdin
    _run(lambda: program.chat(settings, as_json=as_json, lines=lines))


@app.command()
def run(config: Config = None) -> None:
    """Run every configured channel until SIGTERM or Ctrl-C."""
    settings = _start(config)
    if settings.channels.telegram.token is None and settings.channels.discord.token is None:
        where = config or default_config_path()
        problem = "channels: no channel has a token; `sayso init` sets one, `sayso chat` needs none"
        raise ConfigError([f"{where}: {problem}"])
    from bot import start as program

    _run(lambda: program.run(settings))


@app.command()
def prompt(
    text: Annotated[str, typer.Argument(help="What the person would say.")],
    room: Annotated[str, typer.Option("--room", help="Room, such as telegram:-100500.")] = "terminal:local",
    person: Annotated[str, typer.Option("--as", help="Person, such as telegram:123.")] = "terminal:local",
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Print exactly what would be sent to the model, and send nothing."""
    settings = _start(config, quiet=True)
    from bot import start as program

    request = asyncio.run(program.prompt(settings, text, room, person))
    messages = request.get("messages")
    if as_json or not isinstance(messages, list):
        print(json.dumps(request, ensure_ascii=False, indent=None if as_json else 2, default=str))
        return
    if not messages:
        print(f"Nothing would be sent: {room} has not said yes to {request['to']}.", file=sys.stderr)
    for message in messages:
        role, content = (message["role"], message["content"]) if isinstance(message, dict) else message
        print(f"--- {role}\n{content}")


@app.command()
def audit(
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Also make the tables from it and compare.")] = False,
    config: Config = None,
) -> None:
    """Verify the record of changes and name its first broken line."""
    settings = _start(config, quiet=True)
    from bot import start as program

    whole, lines = asyncio.run(program.audit(settings, rebuild=rebuild))
    print("\n".join(lines))
    if not whole:
        raise typer.Exit(1)


@app.command()
def observers(config: Config = None, as_json: AsJson = False) -> None:
    """List who formed what is remembered, and what came of their guesses."""
    settings = _start(config, quiet=True)
    from bot import observing

    rows = asyncio.run(observing.observers(settings))
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
        return
    print(f"{'observer':<28}{'claims':>7}{'facts':>7}{'right':>7}{'wrong':>7}{'expired':>9}{'score':>7}")
    for one in rows:
        marks = ("  few guesses" if one["low_sample"] else "") + ("  set aside" if one["quarantined"] else "")
        print(f"{one['observer']:<28}{one['claims']:>7}{one['facts']:>7}{one['right']:>7}{one['wrong']:>7}"
              f"{one['expired']:>9}{one['brier']:>7}{marks}")  # fmt: skip


@app.command()
def quarantine(
    observer: Annotated[str, typer.Argument(help='Whom, as `sayso observers` names them: "model:qwen3:8b".')],
    lift: Annotated[bool, typer.Option("--lift", help="End it.")] = False,
    config: Config = None,
) -> None:
    """Set an observer aside: nothing of theirs is approved, what was approved is hidden, nothing is deleted."""
    settings = _start(config, quiet=True)
    from bot import observing

    changed, said = asyncio.run(observing.quarantine(settings, observer, lift=lift))
    if not changed:
        _fail(said)
    print(said)


@app.command()
def pair(config: Config = None) -> None:
    """Print a code that lets one newcomer in.

    They send it to the bot in a private chat; it is good once, for some minutes.
    """
    settings = _start(config, quiet=True)
    if settings.access.mode != "pairing":
        _fail(f"access.mode is {settings.access.mode}, which uses no codes. Set it to pairing to use them.", 2)
    from bot import start as program

    print(asyncio.run(program.pair(settings)))
    limits = settings.access.pairing
    print(f"Good once, for {limits.minutes} minutes. Tell the newcomer to send it to the bot in a private chat.",
          file=sys.stderr)  # fmt: skip


@app.command()
def doctor(config: Config = None, as_json: AsJson = False) -> None:
    """Check that everything is there; exit 1 if something is not."""
    from bot.doctor import Check, Result, examine

    try:
        settings = _start(config, quiet=True)
        checks = asyncio.run(examine(settings, config))
    except ConfigError as error:
        checks = [Check("config", Result.FAIL, problem, "correct the file") for problem in error.problems]
    if as_json:
        print(json.dumps([check.as_json() for check in checks], ensure_ascii=False))
    else:
        for check in checks:
            print(f"{check.result:<5} {check.label:<15} {check.detail}")
            if check.remedy:
                print(f"{'':<21} -> {check.remedy}")
    sys.exit(any(check.result == Result.FAIL for check in checks))


@app.command()
def version() -> None:
    """Print the version."""
    print(f"sayso {installed_version('sayso')}")


@models.command("list")
def models_list(config: Config = None, as_json: AsJson = False) -> None:
    """List the models that can be fetched, and which are here."""
    from bot.models import files

    directory = files.default_directory(load(config).data_dir)
    rows = [
        {"name": name, "mb": round(model.size / 1e6), "licence": model.licence,
         "installed": files.installed(name, directory)}
        for name, model in files.known().items()
    ]  # fmt: skip
    if as_json:
        print(json.dumps(rows))
        return
    for row in rows:
        here = "here" if row["installed"] else "not here"
        print(f"{row['name']:<24} {row['mb']:>4} MB  {row['licence']:<11} {here}")


@models.command("pull")
def models_pull(
    names: Annotated[list[str] | None, typer.Argument(help="Models; default: those the settings need.")] = None,
    needed: Annotated[bool, typer.Option("--needed", help="Only what is missing; silent when nothing is.")] = False,
    config: Config = None,
) -> None:
    """Fetch model files, checked against their pinned sha256."""
    from bot.models import files, sources
    from bot.models.progress import Bar

    settings = load(config)
    directory = files.default_directory(settings.data_dir)
    wanted = names or _needed(settings)
    if unknown := [name for name in wanted if name not in files.known()]:
        _fail(f"There is no model {unknown[0]} to fetch. `sayso models list` shows which there are.", 2)
    if needed:
        wanted = [name for name in wanted if not files.installed(name, directory)]
    if not wanted:
        return
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)  # before a mkdir of less care makes it
    fetched = files.pull(wanted, directory, Bar(sys.stderr), hub=sources.HUB)
    for name in wanted:
        print(f"{name}: {'fetched' if name in fetched else 'was here already'}", file=sys.stderr)


def _needed(settings: Settings) -> list[str]:
    """The pinned models these settings use; a GGUF file of one's own, or a path to embeddings, needs none."""
    from bot.models import files

    wanted = []
    if settings.model.provider == "embedded":
        wanted.append(settings.model.name or files.SMOLLM2)
    if settings.embeddings.provider == "fastembed" and settings.embeddings.path is None:
        wanted.append(settings.embeddings.model)
    return [name for name in wanted if name in files.known()]


@app.command()
def init(
    config: Config = None,
    telegram_token: Annotated[str | None, typer.Option(help="Bot token from BotFather.")] = None,
    discord_token: Annotated[str | None, typer.Option(help="Bot token from Discord.")] = None,
    owner: Annotated[str | None, typer.Option(help='You, such as "telegram:123".')] = None,
    ollama: Annotated[str | None, typer.Option(metavar="MODEL", help="Let Ollama answer, with this model.")] = None,
    host: Annotated[str | None, typer.Option(help="Where Ollama listens, if not on this machine.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    ask: Annotated[bool | None, typer.Option("--ask/--no-ask", help="Ask for what no option gave.")] = None,
) -> None:
    """Write a config, 0600, after checking the tokens and the model."""
    from bot import setup

    given = setup.Answers(telegram_token, discord_token, owner, ollama, host)
    path = config or default_config_path()
    asking = sys.stdin.isatty() if ask is None else ask
    sys.exit(setup.init(path, given, force=force, asking=asking))
