"""Matters of a life: words under which people ask for one thing and words in which it was told, English and German.

"user city of residence" and "lives in Berlin" share no word, yet anybody knows the one asks for the other. The slots
of `attributes` hold what may be claimed; this table holds what a *request* may mean, so that a person who wants
something changed or forgotten need not remember how they had put it. It only finds candidates that are then shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from memory.text import root

# name: words of it. A word may belong to several matters.
_ROWS: Mapping[str, str] = {
    "home": "home residence reside resides residing resident residency city town country live lives lived living move "
            "moved relocate relocated relocation address apartment condo cottage house hometown wohnort wohne wohnt "
            "wohnst umgezogen umzug zuhause stadt adresse anschrift street avenue road based location located lane "
            "returned",
    "work": "work works worked working job jobs employer employed employment employee occupation profession career "
            "joined join role position hired company firm engineer architect scientist consultant ceo cto vp founder "
            "founded professor neurosurgeon firefighter pediatrician biologist attendant quant nurse lawyer analyst "
            "retired quit promoted promotion office transferred arbeit arbeite arbeitet beruf firma arbeitgeber "
            "stelle job taught teaches teach teaching industry started administration",
    "diet": "diet dietary eat eats eating vegan vegetarian pescatarian keto paleo mediterranean gluten-free meat fish "
            "carnivore omnivore halal kosher ernahrung isst esse vegetarisch vegetarier veganer",
    "food": "food cuisine spicy cook dish restaurant dessert tacos sushi taste snack essen gericht lieblingsessen",
    "drink": "drink drinks drinking coffee tea alcohol beer wine beverage soda espresso trinke trinkt getrank",
    "vehicle": "vehicle car cars drive drives drove driven driving tesla subaru toyota honda ford bmw bike bicycle "
               "truck transit commute commutes auto fahrrad wagen fahre fahrt motorcycle",
    "pet": "pet pets dog cat cats puppy retriever poodle greyhound collie labrador kitten parrot hamster rabbit "
           "haustier hund katze",
    "relationship": "marital marriage married marry wife husband spouse partner single divorced divorce engaged "
                    "wedding girlfriend boyfriend fiance verheiratet geschieden ledig ehe ehefrau ehemann freundin",
    "family": "family sibling siblings sister brother twin children child kids son daughter mother father parents "
              "familie geschwister schwester bruder kinder sohn tochter mutter vater",
    "language": "language languages speak speaks spoke speaking fluent fluently mandarin french german spanish italian "
                "japanese korean portuguese english russian arabic proficiency sprache sprachen spreche spricht",
    "programming": "programming python rust java javascript golang code coding language backend",
    "education": "education educational degree academic academia university college school studied study studies phd "
                 "master masters bachelor doctorate graduated attended diploma student studium studiere universitat "
                 "schule abschluss postdoc bootcamp",
    "politics": "political politics party democrat republican libertarian socialist green registered registration vote "
                "voter affiliation partei politisch",
    "health": "health medical medication medicine diagnosis diagnosed prescribed prescription metformin insulin "
              "disease illness patient therapy gesundheit krankheit medikament diagnose lipitor crestor condition",
    "allergy": "allergy allergies allergic intolerance intolerant allergie allergien allergisch",
    "temper": "temperament personality social introvert extrovert introverted gatherings shy outgoing charakter",
    "sleep": "sleep sleeps morning night owl habits schlaf",
    "phone": "phone mobile device iphone android samsung smartphone ios telefon handy handynummer telefonnummer",
    "communication": "communication communicate communicates slack discord teams email chat messaging tool",
    "theme": "theme mode dark light sepia monochrome appearance",
    "colour": "colour color favourite favorite blue green red teal white black yellow purple magenta amber brown "
              "orange pink farbe lieblingsfarbe",
    "book": "book books read reading novel novels literary literature author published publications genre buch bucher "
            "lesen writes",
    "film": "film films movie movies cinema cinematic kino",
    "music": "music musical instrument instruments violin cello piano guitar play plays musik instrument streaming "
             "spotify",
    "sport": "sport sports athletic achievements triathlon triathlons marathon marathons tennis chess archery judo "
             "karate taekwondo running basketball martial arts black belt activity team fan",
    "hobby": "hobby hobbies hobbys pastime enjoys freizeit",
    "writing": "poetry poetic poems writes writing stories gedichte",
    "volunteering": "volunteer volunteers volunteering firefighting firefighter charity ehrenamt",
    "licence": "licence license licensed pilot pilots aviation certificate certification certified fuhrerschein",
    "money": "salary income invests invest investments cryptocurrency crypto stocks holdings gehalt geld",
    "payment": "payment pays pay paid card wire transfer method zahlung",
    "plan": "plan subscription subscribed subscriber pro free enterprise tier abo",
    "report": "reports reporting report line manager supervisor",
    "fear": "fear fears afraid phobia scared angst",
    "travel": "travel traveled travelled trip visited visit visiting flight booked reise gereist flug",
    "browser": "browser chrome brave firefox safari edge",
    "system": "os operating macos linux windows ubuntu workstation",
    "property": "property owns own owned ownership rents rental",
    "business": "business shop store owner",
    "name": "name called named heisse heisst vorname nachname nickname spitzname",
    "birthday": "birthday born birthdate dob geburtstag geboren geburtsdatum",
    "contact": "email mail e-mail contact number phone telefonnummer kontakt",
}
MATTERS: Mapping[str, frozenset[str]] = MappingProxyType({
    name: frozenset(root(word) for word in words.split()) for name, words in _ROWS.items()})
SINGLE = frozenset({"home", "work", "relationship"})  # what a person has one of: a new one takes the place of all


def matters(stems: frozenset[str] | set[str]) -> frozenset[str]:
    """The matters that these stems (of `text.root`) speak of."""
    return frozenset(name for name, its in MATTERS.items() if its & stems)
