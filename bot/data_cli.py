"""The operator's commands over stored memory: export, import, backup, restore."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from bot.settings import load

if TYPE_CHECKING:
    from memory.place import Place
    from memory.transfer import Taken

Config = Annotated[Path | None, typer.Option("--config", metavar="FILE", help="Settings (default: the XDG place).")]
Person = Annotated[str | None, typer.Option("--as", metavar="PERSON", help="Whose, such as telegram:123.")]


def register(app: typer.Typer) -> None:
    """Add the four commands."""
    app.command("export")(export)
    app.command("import")(import_)
    app.command("backup")(backup)
    app.command("restore")(restore)


def export(
    person: Annotated[str, typer.Option("--as", metavar="PERSON", help="Whose, such as telegram:123.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the two files go.")],
    config: Config = None,
) -> None:
    """Write all that is kept about a person as JSON and Markdown, 0600."""
    asyncio.run(_export(config, person, out))


def import_(
    file: Annotated[Path, typer.Argument(help="An export (JSON), or with --notes a text file.")],
    notes: Annotated[bool, typer.Option("--notes", help="Read a person's notes instead of an export.")] = False,
    person: Person = None,
    config: Config = None,
) -> None:
    """Take an export in as candidates, or notes as raw material. The same file again changes nothing."""
    if notes and person is None:
        _fail("Say whose notes these are: --as telegram:123.", 2)
    asyncio.run(_import(config, file, notes, person))


def backup(
    file: Annotated[Path, typer.Argument(help="The backup to write; it must not exist.")], config: Config = None
) -> None:
    """Back the memory up into one checked file, while it runs or not. Its key goes beside it."""
    from memory import backup as backups

    head = backups.write(load(config).data_dir, file)
    print(f"{file}: whole, up to line {head.seq} of the record ({head.hash[:12]})")


def restore(
    file: Annotated[Path, typer.Argument(help="A backup made by `sayso backup`.")], config: Config = None
) -> None:
    """Put a backup in the place of the memory. What was forgotten since stays forgotten."""
    from memory import restoring

    done = asyncio.run(restoring.restore(load(config).data_dir, file))
    print(f"restored up to line {done.head.seq} of the record; kept away because it was forgotten since: "
          f"{done.forgotten}, declined since: {done.declined}")  # fmt: skip


async def _export(config: Path | None, person: str, out: Path) -> None:
    from bot.commands.carrying import wording
    from memory import transfer

    async with _place(config, person) as place:
        data = await place.export()
    name = person.replace(":", "-").replace("/", "-")
    page = transfer.markdown(data, wording("en"))
    for ending, words in (("json", json.dumps(data, ensure_ascii=False, indent=1)), ("md", page)):
        print(_write(out / f"{name}.{ending}", words))


async def _import(config: Path | None, file: Path, notes: bool, person: str | None) -> None:
    from memory import transfer

    words = _read(file)
    if notes:
        async with _place(config, person or "") as place:
            _told(await place.import_notes(words), "noted")
        return
    whose, entries = transfer.read(words)
    if person is not None and person != whose:
        _fail(f"{file} is of {whose}, not of {person}. Nothing was taken in.")
    async with _place(config, whose) as place:
        _told(await place.import_(entries), "waiting for a yes")


def _told(taken: Taken, what: str) -> None:
    print(f"{what}: {len(taken.queued)} · known already: {taken.known}")
    for reason, count in sorted(taken.refused.items()):
        print(f"not taken in ({reason}): {count}")


@asynccontextmanager
async def _place(config: Path | None, person: str) -> AsyncIterator[Place]:
    """A person's own place in the memory of these settings, beside a running bot or not."""
    from memory.core import Memory, Options
    from memory.domain import Principal, Room

    settings = load(config)
    async with Memory.open(settings.data_dir, options=Options(review=settings.memory.review), lock=False) as memory:
        principal = Principal(person)
        yield memory.at(principal, await memory.work.dm_of(principal) or Room(person, "dm"))


def _write(path: Path, words: str) -> Path:
    """Write a file that is 0600 from birth."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.write_text(words, encoding="utf-8")
    return path


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        _fail(f"{path} is no text in UTF-8 ({error.reason} at byte {error.start}). Nothing was taken in.")


def _fail(text: str, code: int = 1) -> NoReturn:
    print(text, file=sys.stderr)
    sys.exit(code)
