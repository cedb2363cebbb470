"""Topics in languages other than English: their forms are found, their look-alikes let through."""

from __future__ import annotations

import pytest

from memory.topics import mentions, parse, seal

KEY = bytes(range(32))


def sealed_and_open(topic: str, text: str) -> tuple[bool, bool]:
    parsed = parse(topic)
    return mentions(KEY, {1: seal(KEY, parsed)}, text) is not None, parsed.mentioned_in(text)


@pytest.mark.parametrize(("topic", "text"), [
    ("szkoła", "Nie lubię szkoły."), ("Kraków", "Mieszkam w Krakowie."), ("operacja", "Czekam na operację."),
    ("ciąża", "Mówi o ciąży."), ("rozwód", "Myślimy o rozwodzie."), ("nowy dom", "Jestem w nowym domu."),
    ("cavallo", "Ho visto i cavalli ieri."), ("moglie", "Le mogli dei colleghi sono simpatiche."),
    ("tradimento", "Non perdono i tradimenti."), ("medico", "Vado dai medici ogni mese."),
    ("lite con la vicina", "Abbiamo avuto molte liti con le vicine."),
    ("deudas de mi hermano", "Mi hermano tiene deudas."), ("ссора с братом", "Ссора двух братьев закончилась."),
    ("Operation", "Nach zwei Operationen."), ("Medikamente", "Ein Medikament fehlt."), ("Patient", "Drei Patienten."),
    ("花生", "我不能吃花 生。"), ("离婚", "我们离-婚了。"), ("哥哥 债务", "我哥哥的债务很多。"),
])
def test_a_form_of_the_topic_is_found(topic: str, text: str) -> None:
    assert sealed_and_open(topic, text) == (True, True)


@pytest.mark.parametrize(("topic", "text"), [
    ("dom", "Domena wygasła, mam nową."), ("kot", "Kotwica jest ciężka."), ("stół", "Stolica jest daleko."),
    ("banco", "La banca è chiusa."), ("Maria", "Il mare è mosso, molto mosso."), ("hombre", "El hombro me duele."),
    ("Anna", "Anne called my sister."), ("Anna", "Anne ist da."), ("Operation", "Opern mag ich."),
    ("Anna", "Il aime Anne."),
    ("哥哥 债务", "我哥哥会唱歌。债务已经还清。"), ("花生", "花 很多。生意好。"), ("trip to LA", "The trip to Rome."),
])
def test_a_look_alike_is_let_through(topic: str, text: str) -> None:
    assert sealed_and_open(topic, text) == (False, False)
    assert sealed_and_open(topic, topic) == (True, True)
