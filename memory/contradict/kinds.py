"""Kinds: what an everyday noun is one of. English and German, normalised; a denial of a kind denies what is one."""

from __future__ import annotations

from memory.contradict.lexicon import meaning

_KINDS = """
dog hund: puppy terrier poodle beagle labrador retriever bulldog collie spaniel dachshund chihuahua husky pug corgi
 shepherd rottweiler greyhound dalmatian schnauzer boxer welpe pudel dackel schaferhund mischling
cat katze: kitten kitty tomcat siamese tabby kater katzchen kitty
bird vogel: parrot budgie canary cockatiel cockatoo pigeon wellensittich papagei kanarienvogel
pet haustier: dog cat bird hamster rabbit goldfish snake lizard turtle tortoise ferret gerbil gecko rat hund katze
 kaninchen schildkrote meerschweinchen schlange
sibling geschwister geschwist: brother sister twin bruder schwester zwilling
kid kind: son daughter baby sohn tochter toddler
parent eltern elternteil: mother father mutter vater
spouse ehepartner: husband wife ehemann ehefrau
animal tier: dog cat bird horse snake spider hamster rabbit cow pig sheep goat mouse rat lizard turtle hund
 katze vogel pferd schlange spinne kaninchen kuh schaf ziege maus schildkrote
partner: husband wife boyfriend girlfriend fiance fiancee ehemann ehefrau freundin
meat fleisch: beef pork chicken steak bacon ham sausage turkey lamb veal venison burger rind schwein schinken speck
 wurst hahnchen huhn lamm schnitzel rindfleisch schweinefleisch bratwurst salami
fish fisch: salmon tuna cod trout herring sardine lachs thunfisch forelle kabeljau
seafood meeresfruchte: shrimp prawn lobster crab oyster clam mussel squid garnele hummer muschel krabbe
fruit obst: apple banana orange pear grape mango peach plum cherry strawberry pineapple melon apfel banane birne traube
 pfirsich pflaume kirsche erdbeere ananas melone
vegetable gemuse: carrot broccoli spinach cabbage cauliflower lettuce pea bean karotte mohre brokkoli spinat kohl salat
nut nuss: almond walnut hazelnut cashew pecan pistachio mandel walnuss haselnuss
dairy milchprodukt: milk cheese butter yogurt cream milch kase joghurt sahne
alcohol alkohol: beer wine whiskey whisky vodka gin rum tequila champagne cider bourbon cocktail bier wein wodka sekt
 schnaps likor weissbier
instrument musikinstrument: guitar piano violin drum flute cello trumpet saxophone clarinet bass ukulele banjo harp
 trombone accordion gitarre klavier geige schlagzeug flote trompete saxophon klarinette harfe akkordeon posaune
sport: football soccer basketball baseball tennis hockey volleyball rugby cricket golf swimming boxing cycling
 running triathlon marathon fussball handball schwimmen boxen turnen tischtennis badminton
car auto: sedan suv convertible hatchback jeep pickup kombi cabrio
vehicle fahrzeug: car truck motorcycle van bus auto lkw motorrad
pasta nudel: spaghetti lasagna macaroni ravioli
sweet sussigkeit: candy chocolate schokolade bonbon
"""


def _table() -> dict[str, frozenset[str]]:
    direct: dict[str, set[str]] = {}
    for row in _KINDS.strip().replace("\n ", " ").splitlines():
        names, _, members = row.partition(":")
        for member in members.split():
            direct.setdefault(meaning(member)[0], set()).update(meaning(name)[0] for name in names.split())
    return {member: frozenset(of.union(*(direct.get(kind, ()) for kind in of))) for member, of in direct.items()}


_ABOVE = _table()


def kinds(word: str) -> frozenset[str]:
    """What a canonical word is one of: "terrier" is a dog and a pet; empty for what is not listed."""
    return _ABOVE.get(word, frozenset())
