"""Random histories of two people in three rooms, and what must be in no prompt and no room because of them.

A history keeps books of its own, from the acts alone: what was said where, what is a fact, what is shown in which
room, what was forgotten. After every act each word that reached the model or a room is held against the books.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field

from memory import transfer
from memory.domain import Principal, Room
from memory.place import Place
from tests.doubles.chat import Chat

THINGS = ("kayak canoe ladder telescope accordion anvil banjo barometer bicycle binoculars camera cello compass "
          "drum easel flute gramophone hammock harp kettle lantern loom mandolin microscope oboe piano quilt "
          "sextant sledge tuba typewriter unicycle viola wheelbarrow xylophone zither").split()


@dataclass
class Item:
    """One thing a person may own: where it was said, and where it may be told as true."""

    thing: str
    said_in: set[str] = field(default_factory=set)  # rooms in whose talk it is
    home: str = ""  # the room it was told in
    state: str = "unsaid"  # unsaid, waiting, fact, past, unsure
    shared: set[str] = field(default_factory=set)
    forgotten: bool = False

    def may_be_in(self, room: str) -> bool:
        return not self.forgotten and (room in self.said_in or self.is_fact_in(room))

    def is_fact_in(self, room: str) -> bool:
        return not self.forgotten and self.state in ("fact", "unsure") and (room == self.home or room in self.shared)


@dataclass
class Person:
    principal: Principal
    dm: Room
    items: list[Item]
    learned_in_group: bool = False
    paused: bool = False


class History:
    """One run of `length` acts from a seed."""

    def __init__(self, chat: Chat, seed: int) -> None:
        self.chat = chat
        self.seed = seed
        self.random = random.Random(seed)
        things = self.random.sample(THINGS, 16)
        self.people = [self._person(number, things[8 * number:8 * number + 8]) for number in (0, 1)]
        self.group = Room(f"telegram:-{900_000 + seed}", "group", "The flat")
        self.acts: list[str] = []
        self.facts_seen = 0
        self.withheld = 0  # words that had to stay away, over all prompts

    def _person(self, number: int, things: list[str]) -> Person:
        name = f"telegram:{1_000_000 + 2 * self.seed + number}"
        return Person(Principal(name, ("Priya", "Jonas")[number]), Room(name, "dm"), [Item(thing) for thing in things])

    async def run(self, length: int) -> None:
        acts = [self.say, self.say, self.remember, self.remember, self.approve, self.approve_all, self.decline,
                self.forget, self.forget_in_words, self.forget_number, self.keep, self.correct, self.undo, self.share,
                self.share, self.forget, self.carry, self.notes, self.pause, self.join, self.unforget, self.edit,
                self.look, self.work, self.ask, self.ask, self.ask, self.feed_again]
        for person in self.people:
            await self.tell(person, person.dm, "/start")
        for _ in range(length):
            person, act = self.random.choice(self.people), self.random.choice(acts)
            await act(person)
        for person in self.people:
            await self.feed_again(person)
            await self.unshare(person)
            for room in (person.dm, self.group):
                await self.ask(person, room)

    # -- acts

    async def say(self, person: Person) -> None:
        """Something new, in a room where they may be learned from or not."""
        room, item = self.random.choice((person.dm, self.group)), self.pick(person, "unsaid")
        if item is None:
            return
        item.said_in.add(room.id)
        item.home = room.id
        learned = not person.paused and (room.kind == "dm" or person.learned_in_group)
        item.state = "waiting" if learned else "past"
        await self.tell(person, room, f"I own a {item.thing}", item.thing)
        await self.checked(f"learn {room.id}", self.chat.learn(room), room)

    async def remember(self, person: Person) -> None:
        room, item = self.random.choice((person.dm, self.group)), self.pick(person, "unsaid")
        if item is not None:
            item.home, item.state = room.id, "fact"
            await self.tell(person, room, f"/remember I own a {item.thing}", item.thing)

    async def approve(self, person: Person) -> None:
        if (item := self.pick(person, "waiting")) is not None:
            item.state = "fact"
            await self.tell(person, self.home(person, item), f"/approve {await self.number(person, item)}")

    async def approve_all(self, person: Person) -> None:
        await self.tell(person, person.dm, "/queue")
        for item in person.items:
            if item.state == "waiting":
                item.state = "unsure"  # only what was shown here counts as approved
        await self.tell(person, person.dm, "/approve all")

    async def decline(self, person: Person) -> None:
        if (item := self.pick(person, "waiting")) is not None:
            item.state = "past"
            await self.tell(person, self.home(person, item), f"/decline {await self.number(person, item)}")

    async def forget(self, person: Person) -> None:
        await self._forget(person, "/forget {}")

    async def forget_in_words(self, person: Person) -> None:
        await self._forget(person, "please forget what I said about my {}")

    async def _forget(self, person: Person, words: str) -> None:
        item = self.pick(person, "waiting", "fact", "past", "unsure")
        if item is None:
            return
        room = self.random.choice((person.dm, self.group))
        sent = len(self.chat.model.sent)
        shown = await self.tell(person, room, words.format(item.thing), item.thing)
        assert self.chat.model.sent[sent:] == [], self.told("a request to forget reached the model")
        if "Forget it" in shown:
            await self.tell(person, person.dm, "/forget yes")
            item.forgotten, item.state = True, "past"
            item.said_in.clear()

    async def forget_number(self, person: Person) -> None:
        if (item := self.pick(person, "fact")) is not None:
            await self.tell(person, self.home(person, item), f"/forget {await self.number(person, item)}")
            item.state, item.shared = "past", set()

    async def keep(self, person: Person) -> None:
        if (item := self.pick(person, "fact")) is not None:
            await self.tell(person, person.dm, f"/forget {item.thing}", item.thing)
            await self.tell(person, person.dm, "/forget no")

    async def correct(self, person: Person) -> None:
        item, new = self.pick(person, "fact"), self.pick(person, "unsaid")
        if item is None or new is None:
            return
        new.home, new.state = item.home, "fact"
        await self.tell(person, self.home(person, item),
                        f"/correct {await self.number(person, item)} I own a {new.thing}", new.thing)
        item.state, item.shared = "past", set()

    async def undo(self, person: Person) -> None:
        """What it takes back is the product's to know; what was forgotten must stay away all the same."""
        for item in person.items:
            if item.state != "unsaid":
                item.state = "unsure"
        await self.tell(person, person.dm, "/undo")

    async def share(self, person: Person) -> None:
        item = next((one for one in self.shuffled(person) if one.state == "fact" and one.home == person.dm.id), None)
        if item is not None:
            await self.tell(person, self.group, f"/share {await self.number(person, item)} here")
            item.shared.add(self.group.id)

    async def unshare(self, person: Person) -> None:
        if (item := next((one for one in self.shuffled(person) if one.shared), None)) is not None:
            await self.tell(person, person.dm, f"/unshare {await self.number(person, item)}")
            item.shared.clear()

    async def carry(self, person: Person) -> None:
        """Out and in again: an export brings nothing new."""
        data = json.dumps(await self.place(person).export())
        assert not [item.thing for item in person.items if item.forgotten and item.thing in data], self.told("export")
        others = {item.thing for one in self.people if one is not person for item in one.items}
        assert not [thing for thing in others if thing in data], self.told("another's in an export")
        await self.place(person).import_(transfer.read(data)[1])

    async def notes(self, person: Person) -> None:
        if (item := self.pick(person, "unsaid")) is not None:
            item.home, item.state = person.dm.id, "past"
            await self.place(person).import_notes(f"- I own a {item.thing}")

    async def pause(self, person: Person) -> None:
        person.paused = not person.paused
        await self.tell(person, person.dm, "/pause" if person.paused else "/resume")

    async def join(self, person: Person) -> None:
        person.learned_in_group = not person.learned_in_group
        await self.tell(person, self.group, "/learn on" if person.learned_in_group else "/learn off")

    async def unforget(self, person: Person) -> None:
        item = next((one for one in self.shuffled(person) if one.forgotten), None)
        if item is not None:
            await self.tell(person, person.dm, f"/unforget {item.thing}", item.thing)
            item.forgotten, item.state, item.shared = False, "unsaid", set()

    async def edit(self, person: Person) -> None:
        """A message that is edited until it says nothing."""
        item = self.pick(person, "unsaid")
        if item is not None:
            item.home, item.state = person.dm.id, "past"
            number = f"e{self.seed}-{len(self.acts)}"
            item.said_in.add(person.dm.id)
            await self.tell(person, person.dm, f"I own a {item.thing}", item.thing, platform_id=number)
            await self.chat.edit(person.principal, person.dm, number, "never mind")
            item.said_in.discard(person.dm.id)
            await self.chat.learn(person.dm)

    async def look(self, person: Person) -> None:
        room = self.random.choice((person.dm, self.group))
        await self.tell(person, room, self.random.choice(
            ("/facts", "/queue", "/why", "/status", "/unforget", "/export")))

    async def work(self, person: Person) -> None:
        """Every background pass there is."""
        await self.chat.memory.backfill()
        await self.chat.memory.retire_due()
        await self.chat.memory.prune(90)
        for room in (person.dm, self.group):
            await self.checked("learn", self.chat.learn(room), room)

    async def feed_again(self, person: Person) -> None:
        """What was forgotten is said again."""
        item = next((one for one in self.shuffled(person) if one.forgotten), None)
        if item is not None:
            words = self.random.choice(("I own a {}", "/remember I own a {}", "still, a {} is mine"))
            await self.tell(person, person.dm, words.format(item.thing), item.thing)
            await self.chat.learn(person.dm)

    async def ask(self, person: Person, room: Room | None = None) -> None:
        await self.tell(person, room or self.random.choice((person.dm, self.group)), "what do I own?")

    # -- books

    def place(self, person: Person) -> Place:
        return self.chat.memory.at(person.principal, person.dm)

    def shuffled(self, person: Person) -> list[Item]:
        return self.random.sample(person.items, len(person.items))

    def pick(self, person: Person, *states: str) -> Item | None:
        return next((one for one in self.shuffled(person) if one.state in states and not one.forgotten), None)

    def home(self, person: Person, item: Item) -> Room:
        return self.group if item.home == self.group.id else person.dm

    async def number(self, person: Person, item: Item) -> int:
        return await self.chat.memory.db.read(lambda tx: tx.execute(
            "select coalesce(max(id), 0) from claim where credited = ? and value like ?",
            (person.principal.id, f"%{item.thing}%")).fetchone()[0])

    async def tell(self, person: Person, room: Room, words: str, names: str = "", **how: str) -> str:
        """Say something, and hold what came of it against the books. `names`: the thing the words themselves name."""
        self.acts.append(f"{person.principal.name} in {room.kind}: {words}")
        prompts, sent = len(self.chat.model.sent), len(self.chat.channel.sent)
        shown = await self.chat.say(person.principal, room, words, **how)
        for prompt in self.chat.model.sent[prompts:]:
            self.check_prompt(prompt.replace(words, ""), room)
        self.check_rooms(sent, names)
        return shown

    async def checked(self, act: str, doing: object, room: Room) -> None:
        prompts, sent = len(self.chat.model.sent), len(self.chat.channel.sent)
        self.acts.append(act)
        await doing  # type: ignore[misc]
        for prompt in self.chat.model.sent[prompts:]:
            self.check_prompt(prompt, room)
        self.check_rooms(sent, "")

    def check_prompt(self, prompt: str, room: Room) -> None:
        told = "\n".join(line for line in prompt.splitlines() if line.startswith("- (#"))
        for person in self.people:
            for item in person.items:
                if item.thing in told:
                    self.facts_seen += 1
                    assert item.is_fact_in(room.id), self.told(f"{item.thing} as a fact in {room.id}")
                elif item.thing in prompt:
                    assert item.may_be_in(room.id), self.told(f"{item.thing} in {room.id}")
                elif not item.may_be_in(room.id):
                    self.withheld += 1

    def check_rooms(self, since: int, names: str) -> None:
        """What the bot said where: in the group only the group's own, in a DM only its person's or what is shared."""
        for room, out, _ in self.chat.channel.sent[since:]:
            for person in self.people:
                for item in person.items:
                    if item.thing in out.text and item.thing != names and room != person.dm.id:
                        assert item.home == room or item.may_be_in(room), self.told(f"{item.thing} said in {room}")

    def told(self, what: str) -> str:
        return f"history {self.seed}: {what}\n" + "\n".join(self.acts)
