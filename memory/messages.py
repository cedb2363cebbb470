"""What was said, verbatim: evidence, not belief. Stored once, masked, in a session of its room."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from memory import tombstones
from memory.conversations import packed
from memory.db import Tx, rows
from memory.domain import Utterance
from memory.ports import Vector
from memory.text import index_tokens, scope_token
from memory.timestamps import iso, moment

SESSION_GAP = timedelta(hours=6)  # quiet this long ends a session (DESIGN, "session")
WITHHELD_TOPIC = "forgotten topic"
PAGE = 50  # messages one learning job reads


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of a message: its row, and whether its words were kept."""

    id: int
    session: int
    withheld: bool
    new_session: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One message of a conversation as a prompt may show it. `author` None: the assistant.

    `origin` None: these are the author's own words; else they are forwarded, from whom it says ("": nobody knows).
    """

    id: int
    author: str | None
    name: str
    text: str
    sent_at: datetime
    origin: str | None = None


def session_at(tx: Tx, room: str, at: datetime) -> tuple[int, bool]:
    """The running session of a room, or a new one after a long quiet; and whether it is new."""
    found = tx.execute("select id, last_at from session where room = ? order by last_at desc limit 1",
                       (room,)).fetchone()
    if found and moment(found[1]) >= at - SESSION_GAP:
        tx.execute("update session set last_at = max(last_at, ?) where id = ?", (iso(at), found[0]))
        return int(found[0]), False
    made = tx.execute("insert into session (room, started_at, last_at) values (?, ?, ?)", (room, iso(at), iso(at)))
    return int(made.lastrowid or 0), True


def store(tx: Tx, forgotten: tombstones.Forgotten, *, scope: str, room: str, author: str | None, kind: str, text: str,
          sent_at: datetime, language: str, platform_id: str = "", link: str = "", forwarded: bool = False,
          origin: str = "", quotes: str = "", answers: int | None = None, asker: str | None = None,
          learn: bool = True) -> Stored:
    """Keep a message. One that names a topic its author (or, for a reply, its asker) has forgotten keeps no words.

    What is forwarded is nobody's statement here: it is in no index, so nothing quotes it as its sender's.
    """
    session, fresh = session_at(tx, room, sent_at)
    hit = forgotten.hit(author or asker, f"{text}\n{quotes}\n{origin}")
    if hit is not None:
        tombstones.hold(tx, hit)
        text, quotes, origin = "", "", ""
    index = bool(text and author and not forwarded and (learn or kind in ("remember", "edit")))
    made = tx.execute(
        "insert into message (scope, room, session, author, kind, platform_id, link, sent_at, language, text, withheld,"
        " forwarded, origin, quotes, answers, indexed, learned_at)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (scope, room, session, author, kind, platform_id, link, iso(sent_at), language, text,
         WITHHELD_TOPIC if hit is not None else "", int(forwarded), origin, quotes, answers, int(index),
         None if learn and author and text else iso(sent_at)))
    number = int(made.lastrowid or 0)
    if index:
        tx.execute("insert into message_words (rowid, tokens) values (?, ?)", (number, found_by(room, text)))
    return Stored(number, session, hit is not None, fresh)


def found_by(room: str, text: str) -> str:
    """The index words of a message: its own, and its room as one, so that a search touches this room's rows only."""
    return " ".join([scope_token(f"room/{room}"), *index_tokens(text)])


def text_of(tx: Tx, message: int) -> str | None:
    found = tx.execute("select text from message where id = ?", (message,)).fetchone()
    return str(found[0]) if found else None


def blank(tx: Tx, messages: Iterable[int], reason: str) -> int:
    """Take the words out of messages, and out of their index; the empty rows keep their places."""
    done = 0
    for number in messages:
        found = tx.execute("select text, indexed, room from message where id = ?", (number,)).fetchone()
        if found is None or not found[0]:
            continue
        if found[1]:
            tx.execute("insert into message_words (message_words, rowid, tokens) values ('delete', ?, ?)",
                       (number, found_by(found[2], found[0])))
        tx.execute("update message set text = '', quotes = '', origin = '', link = '', indexed = 0, withheld = ?,"
                   " learned_at = coalesce(learned_at, sent_at) where id = ?", (reason, number))
        done += 1
    return done


def rewrite(tx: Tx, number: int, text: str, withheld: str = "") -> None:
    """Put an edited text in the place of the old one; it is read again by extraction. `withheld`: why it is empty."""
    old, indexed, room = tx.execute("select text, indexed, room from message where id = ?", (number,)).fetchone()
    if indexed:
        tx.execute("insert into message_words (message_words, rowid, tokens) values ('delete', ?, ?)",
                   (number, found_by(room, old)))
        if text:
            tx.execute("insert into message_words (rowid, tokens) values (?, ?)", (number, found_by(room, text)))
    tx.execute("update message set text = ?, indexed = ?, "
               " learned_at = case when ? = '' or not indexed then learned_at end,"
               " withheld = case when ? <> '' then ? else withheld end where id = ?",
               (text, int(bool(indexed and text)), text, withheld, withheld, number))


def unquotable(tx: Tx, number: int) -> None:
    """A message that says what its author declined or had replaced is not quoted to a model as if it still stood."""
    tx.execute("update message set quotable = 0 where id = ?", (number,))


def to_learn(tx: Tx, room: str, limit: int = PAGE) -> list[Utterance]:
    """Messages of a room that extraction has not read, of people who are learned from, oldest first."""
    found = rows(tx.execute(
        "select message.id, message.author, message.text, message.sent_at, message.language, message.forwarded,"
        " message.quotes from message join person on person.id = message.author join room on room.id = message.room"
        " where message.room = ? and message.learned_at is null and message.text <> '' and person.learning = 1"
        " and (room.kind = 'dm' or exists (select 1 from member where member.room = message.room"
        "      and member.person = message.author))"
        " order by message.id limit ?", (room, limit)))
    return [Utterance(id=row["id"], author=row["author"], text=row["text"], sent_at=moment(row["sent_at"]),
                      language=row["language"], forwarded=bool(row["forwarded"]), reply_quote=row["quotes"])
            for row in found]


def learned(tx: Tx, messages: Iterable[int], at: datetime) -> None:
    tx.executemany("update message set learned_at = ? where id = ?", [(iso(at), number) for number in messages])


def window(tx: Tx, room: str, session: int, before: int, limit: int) -> list[Line]:
    """The session's own talk before a message, oldest first: at most `limit` messages that still have words.

    An answer stands behind what it answers, also where more was said before it was ready.
    """
    found = tx.execute(
        "select message.id, message.author, coalesce(person.name, ''), message.text, message.sent_at,"
        " case when message.forwarded then message.origin end, coalesce(message.answers, message.id)"
        " from message left join person on person.id = message.author"
        " where message.session = ? and message.room = ? and coalesce(message.answers, message.id) < ?"
        " and message.text <> '' and message.kind in ('said', 'caption', 'reply') order by message.id desc limit ?",
        (session, room, before, limit)).fetchall()
    return [_line(row) for row in sorted(found, key=lambda row: (row[6], row[0]))]


def _line(row: tuple[Any, ...]) -> Line:
    return Line(row[0], row[1], row[2], row[3], moment(row[4]), row[5])


def replied_to(tx: Tx, room: str, platform_id: str, quote: str) -> Line | None:
    """The message that another one replies to, no more of it than was quoted there, where that was a part.

    One of the assistant's counts where it is an answer: lists and cards are no talk. What was forgotten meanwhile is
    gone, whatever the platform still shows of it. Somebody's that is not kept here has id 0 and only the quote.
    """
    sent = tx.execute("select message from outbox where room = ? and ' ' || platform_ids || ' ' like ?",
                      (room, f"% {platform_id} %")).fetchone()
    where, number = ("message.id", sent[0]) if sent else ("message.platform_id", platform_id)
    found = tx.execute(
        "select message.id, message.author, coalesce(person.name, ''), message.text, message.sent_at,"
        " case when message.forwarded then message.origin end"
        " from message left join person on person.id = message.author"
        f" where message.room = ? and {where} = ?", (room, number)).fetchone()
    if found is None:
        return None if sent or not quote else Line(0, "", "", quote, datetime.min)
    line = _line(found)
    return (replace(line, text=quote) if quote and quote in line.text else line) if line.text else None


def prune(tx: Tx, at: datetime, days: int) -> int:
    """Delete what is nobody's evidence any more: after `days`, and after a day what members of a room said who are
    not learned from there. Returns how many."""
    old, yesterday = iso(at - timedelta(days=days)), iso(at - timedelta(days=1))
    gone = [row[0] for row in tx.execute(
        "select message.id from message left join room on room.id = message.room"
        " where not exists (select 1 from evidence where evidence.message = message.id)"
        " and message.id not in (select answers from message where answers is not null and sent_at >= ?)"
        " and (message.sent_at < ? or (message.sent_at < ? and room.kind <> 'dm' and message.author is not null"
        "      and not exists (select 1 from member where member.room = message.room"
        "                      and member.person = message.author)))", (old, old, yesterday)).fetchall()]
    blank(tx, gone, "old")
    tx.executemany("update message set answers = null where answers = ?", [(number,) for number in gone])
    tx.executemany("update outbox set message = null where message = ?", [(number,) for number in gone])
    tx.executemany("delete from message where id = ?", [(number,) for number in gone])
    return len(gone)


def author(tx: Tx, room: str, platform_id: str) -> str | None:
    """Whose message that is, where the platform does not say so; None when it is not kept."""
    found = tx.execute("select author from message where room = ? and platform_id = ? and author is not null",
                       (room, platform_id)).fetchone()
    return str(found[0]) if found else None


def standing(tx: Tx, channel: str, since: datetime, most: int) -> dict[str, list[str]]:
    """By room of a channel ("discord"), newest first: the platform ids of messages that are somebody's evidence, were
    sent since a moment or are in the inbox still."""
    found: dict[str, list[str]] = {}
    rooms = f"{channel}:%"
    for room, number in tx.execute(
            "select room, platform_id from (select room, platform_id, sent_at from message"
            "  where author is not null and platform_id <> '' and text <> '' and room like ?1"
            "  and (sent_at >= ?2 or exists (select 1 from evidence where evidence.message = message.id))"
            " union select room, json_extract(payload, '$.platform_id'), received_at from inbox"
            "  where done_at is null and payload <> '' and kind = 'message' and room like ?1)"
            " order by sent_at desc limit ?3", (rooms, iso(since), most)):
        found.setdefault(room, []).append(number)
    return found


def spoke(tx: Tx, person: str, room: str) -> bool:
    """Has this person ever said something in a room themselves? What was imported does not count."""
    return tx.execute("select 1 from message where author = ? and room = ? and kind <> 'import' limit 1",
                      (person, room)).fetchone() is not None


def said(tx: Tx, room: str, platform_id: str, author: str) -> Line | None:
    """One message of a person; None when its words are not kept."""
    found = tx.execute("select id, author, '', text, sent_at, case when forwarded then origin end from message"
                       " where room = ? and platform_id = ? and author = ? and text <> ''",
                       (room, platform_id, author)).fetchone()
    return _line(found) if found else None


def unembedded(tx: Tx, model: str, allowed: bool, limit: int) -> list[tuple[int, str, str]]:
    """(message, scope, text) of what may be quoted and has no vector of this model, in rooms that allow quoting;
    `allowed` is said of those that have not decided."""
    return tx.execute(
        "select message.id, message.scope, message.text from room"
        " cross join (select ? as model) as mine"
        " cross join said_change on said_change.room = room.id"
        "      and (said_change.model < mine.model or said_change.model > mine.model)"
        " cross join message on message.id = said_change.message"
        " where coalesce(room.excerpts, ?) limit ?", (model, int(allowed), limit)).fetchall()


def embed(tx: Tx, message: int, text: str, model: str, vector: Vector) -> None:
    """Keep a vector of a message, unless its words have changed since they were read."""
    found = tx.execute("select scope from message where id = ? and text = ? and indexed = 1",
                       (message, text)).fetchone()
    if found is not None:
        tx.execute("delete from message_vector where message = ?", (message,))
        tx.execute("insert into message_vector values (?, ?, ?, ?)", (message, found[0], model, packed(vector)))
