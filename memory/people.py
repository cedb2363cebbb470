"""People and rooms the memory has met: who they are, whether they are learned from, where they can be reached."""

from __future__ import annotations

from datetime import datetime

from memory.db import Tx
from memory.domain import Principal, Room
from memory.timestamps import iso


def meet(tx: Tx, principal: Principal, at: datetime, language: str = "") -> None:
    """Note a person, or their new display name. A rename keeps everything; a taken-over name gains nothing."""
    tx.execute(
        "insert into person (id, scope, name, language, first_seen) values (?, ?, ?, ?, ?)"
        " on conflict (id) do update set name = excluded.name where excluded.name not in ('', name)",
        (principal.id, principal.scope, principal.name, language, iso(at)))


def enter(tx: Tx, room: Room, scope: str, at: datetime) -> None:
    """Note a room, or its new title."""
    tx.execute(
        "insert into room (id, scope, kind, title, first_seen) values (?, ?, ?, ?, ?)"
        " on conflict (id) do update set title = excluded.title where excluded.title not in ('', title)",
        (room.id, scope, room.kind, room.title, iso(at)))


def name(tx: Tx, person: str) -> str:
    found = tx.execute("select name from person where id = ?", (person,)).fetchone()
    return str(found[0]) if found and found[0] else person


def unname(tx: Tx, person: str | None = None) -> None:
    """Take away display names, of one person or of all, that hold a topic their bearer has forgotten."""
    tx.execute("update person set name = '' where id = coalesce(?, id) and name <> '' and forgotten(id, name)",
               (person,))


def met(tx: Tx, person: str) -> bool:
    """Whether anything was ever heard from or written for this person."""
    return tx.execute("select 1 from person where id = ?", (person,)).fetchone() is not None


def language(tx: Tx, person: str) -> str:
    found = tx.execute("select language from person where id = ?", (person,)).fetchone()
    return str(found[0]) if found else ""


def speak(tx: Tx, person: str, language: str) -> None:
    """Remember the language a person is answered in."""
    tx.execute("update person set language = ? where id = ? and language <> ?", (language, person, language))


def learning(tx: Tx, person: str) -> bool:
    found = tx.execute("select learning from person where id = ?", (person,)).fetchone()
    return bool(found and found[0])


def learn(tx: Tx, person: str, on: bool) -> None:
    """/pause and /resume."""
    tx.execute("update person set learning = ? where id = ?", (int(on), person))


def notified(tx: Tx, person: str) -> bool:
    """Whether this person is asked about what was learned, or looks into /queue by themselves."""
    found = tx.execute("select notices from person where id = ?", (person,)).fetchone()
    return found is None or bool(found[0])


def notify(tx: Tx, person: str, on: bool) -> None:
    tx.execute("update person set notices = ? where id = ?", (int(on), person))


def learned_from(tx: Tx, person: str, room: Room) -> bool:
    """May what this person says here be learned? In a DM unless they paused; elsewhere after their own /learn on."""
    if not learning(tx, person):
        return False
    return room.kind == "dm" or tx.execute("select 1 from member where room = ? and person = ?",
                                           (room.id, person)).fetchone() is not None


def join(tx: Tx, person: str, room: Room, on: bool, at: datetime) -> None:
    """/learn on and /learn off in a shared room."""
    tx.execute("delete from member where room = ? and person = ?", (room.id, person))
    if on:
        tx.execute("insert into member values (?, ?, ?)", (room.id, person, iso(at)))


def excerpts(tx: Tx, room: str, default: bool) -> bool:
    found = tx.execute("select excerpts from room where id = ?", (room,)).fetchone()
    return default if found is None or found[0] is None else bool(found[0])


def allow_excerpts(tx: Tx, room: str, on: bool) -> None:
    """/recall on and /recall off."""
    tx.execute("update room set excerpts = ? where id = ?", (int(on), room))


def talkers(tx: Tx, room: str, here: Principal) -> list[str]:
    """Names of those whose words may be quoted in a room: its members, and who talks to the bot alone."""
    return [here.name, *(row[0] for row in tx.execute(
        "select person.name from member join person on person.id = member.person where member.room = ?", (room,)))]


def paired(tx: Tx, person: str) -> bool:
    return tx.execute("select 1 from person where id = ? and paired_at is not null", (person,)).fetchone() is not None


def pair(tx: Tx, principal: Principal, at: datetime) -> None:
    meet(tx, principal, at)
    tx.execute("update person set paired_at = ? where id = ?", (iso(at), principal.id))


def canonical(tx: Tx, address: str) -> str:
    """The room an address on the platform leads to: its own id, or the one it had before it moved."""
    found = tx.execute("select room from room_alias where address = ?", (address,)).fetchone()
    return str(found[0]) if found else address


def address(tx: Tx, room: str) -> str:
    """Where a room is on the platform now."""
    found = tx.execute("select address from room_alias where room = ? order by since desc limit 1", (room,)).fetchone()
    return str(found[0]) if found else room


def moved(tx: Tx, old: str, new: str, at: datetime) -> None:
    """A room has another id on the platform; nothing that is kept about it has to move."""
    if tx.execute("select 1 from room where id = ?", (canonical(tx, old),)).fetchone():
        tx.execute("insert into room_alias values (?, ?, ?) on conflict (address) do nothing",
                   (new, canonical(tx, old), iso(at)))


def room(tx: Tx, number: str) -> Room | None:
    found = tx.execute("select id, kind, title from room where id = ?", (number,)).fetchone()
    return Room(found[0], found[1], found[2]) if found else None


def dm(tx: Tx, principal: Principal) -> Room | None:
    """Where a person talks to the bot alone; the last such room that can be reached."""
    found = tx.execute("select id, kind, title from room where kind = 'dm' and scope = ? and unreachable = 0"
                       " order by first_seen desc limit 1", (principal.scope,)).fetchone()
    return Room(found[0], found[1], found[2]) if found else None


def reachable(tx: Tx, room: str, yes: bool) -> None:
    tx.execute("update room set unreachable = ?1 where id = ?2 and unreachable <> ?1", (int(not yes), room))
