"""Verbs by what they say of their subject: of the moment and the mind, in passing, or a standing pursuit."""

from __future__ import annotations

_EN = """
think know guess mean need want see hope wonder feel ask say tell try look wait understand agree believe
remember forget care wish bet suppose assume promise doubt propose suggest choose pick get let make find thank
appreciate add put push pull set click open close press call turn roll send mention notice hear follow start
begin stop finish leave arrive come enter exit install update deploy pass return fail fix check copy paste type
show load compile happen end miss apologise apologize swear vote move give bring expect plan intend stay be have
can rather
"""
_DE = """
denken wissen meinen brauchen sehen hoffen fragen sagen erzählen versuchen schauen warten verstehen glauben
erinnern vergessen wünschen wetten versprechen bezweifeln vorschlagen wählen bekommen kriegen lassen finden
danken hinzufügen legen stellen setzen klicken öffnen schließen drücken rufen anrufen schicken senden merken
folgen beginnen anfangen aufhören installieren starten laden speichern zeigen werfen würfeln ziehen kommen sein
haben werden können dürfen wollen müssen sollen mögen freuen stimmen zustimmen klingen
"""
_EN_ALSO = """
consider seem appear realise realize recall love like hate prefer enjoy mind go sit stand lie continue keep am
do did could will would should must may might was were been has had does owe recommend admit insist deserve
trust regret imagine pretend fear figure reckon gather quit just never really still also always lost found got
went saw said told made came took gave left felt thought knew ran help use run post
"""  # forms of other verbs that may name a habit with a word that says how often, but not with "also" alone
_ICH_ALSO = """
heiße heisse hab bin war würde möchte will kann muss soll darf mag weiß höre fühle suche vermute erinnere gehe
bleibe sitze liege stehe fahre mache tue nehme gebe probiere fange hätte wäre könnte sollte gucke lese schreibe
koche esse trinke poste kopiere tippe ärgere überlege plane empfehle entschuldige kenne
"""
# Verbs of the moment, of the mind, of talk, and of work at a screen: what one does with them says nothing that lasts.
FLEETING = frozenset(f"{_EN} {_DE}".split())
# The same as forms of the first person, with those that need more than "also" to be a habit.
IN_PASSING = frozenset(f"{_EN} {_EN_ALSO} {_ICH_ALSO}".split()) | frozenset(
    verb[:-1] for verb in _DE.split() if verb.endswith("en"))
# Verbs that in the present simple name a pastime or a standing arrangement.
PURSUITS = frozenset("""
grow keep breed raise rent own lease coach mentor tutor foster sponsor volunteer produce repair restore build
bake brew sew knit crochet blog moderate organise organize host chair edit translate commute practise practice
perform compete wear pay earn owe donate subscribe belong pray fast meditate paint photograph skate dance sing
hunt fish forage sail kayak row lift box fence juggle garden camp babysit farm stream vape smoke gamble
sell surf snack bank heat milk busk weld shear plough brew roast anbauen
züchten halten sammeln mieten vermieten trainieren leiten unterrichten engagieren gärtnern spenden zahlen
bezahlen verdienen tragen nähen stricken häkeln backen brauen malen fotografieren tanzen singen angeln jagen
segeln rudern turnen boxen imkern töpfern bloggen übersetzen moderieren organisieren pendeln fasten beten
meditieren betreuen restaurieren reparieren basteln pachten abonnieren musizieren
melken verkaufen beschäftigen promovieren färben spritzen surfen montieren heizen schweißen tauchen klettern
""".split())
# What others do at the moment, as a third person without its "s" or as it stands.
OF_OTHERS = frozenset("""
wa ha i doe need look crash fail hurt return sound arrive break work suck rock ache smell contain expect die cry laugh
scream argue complain joke pass pas owe
ist hat war wird will sagt meint sieht fehlt passt stürzt spinnt nervt kommt bleibt klappt lautet weint lacht schreit
schläft isst geht macht gibt nimmt ruft steht wartet glaubt weiß mag kann darf soll muss nicht jetzt
""".split())
