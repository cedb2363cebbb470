"""Occupations: which nouns after "I am a" name one. English and German, normalised."""

from __future__ import annotations

import re
from functools import lru_cache

from memory.text.vocabulary import vocabulary

_LISTED = vocabulary("""
team-lead tech-lead shift-lead
agent tester broker stockbroker bouncer brewer cartoonist choreographer composer conductor curator decorator dj
hotelier lumberjack maid miller novelist orthodontist painter pathologist philosopher potter proofreader publisher
rabbi sculptor shepherd sheriff sommelier stuntman taxidermist undertaker caregiver childminder hygienist optometrist
podiatrist underwriter accountant actor actress architect attorney auditor author baker banker barber barista
bartender biologist bookkeeper bricklayer builder bus-driver butcher carpenter cashier chef chemist cleaner clerk
coach consultant contractor cook cop counselor courier dentist designer detective developer dietitian diplomat
director dispatcher doctor driver economist editor electrician engineer farmer firefighter fireman fisherman
flight-attendant florist gardener geologist glazier guard hairdresser historian housekeeper illustrator inspector
instructor interpreter investigator janitor jeweler journalist judge labourer laborer landscaper lawyer lecturer
librarian lifeguard locksmith machinist magistrate mailman manager marketer mason mechanic meteorologist midwife miner
minister model musician nanny notary nurse nutritionist officer operator optician paralegal paramedic pastor
pharmacist photographer physician physicist physiotherapist pilot plasterer plumber police-officer policeman
politician postman priest principal producer professor programmer psychiatrist psychologist radiologist ranger realtor
receptionist recruiter reporter researcher roofer sailor salesman saleswoman salesperson scientist secretary
seamstress shoemaker social-worker soldier solicitor statistician stylist supervisor surgeon surveyor tailor teacher
technician therapist trader trainer translator trucker tutor upholsterer vet veterinarian waiter waitress watchmaker
welder writer zookeeper administrator analyst assistant apprentice intern paperboy librarian carer caretaker arzt
architekt anwalt rechtsanwalt apotheker backer bauer bauarbeiter bankkaufmann beamter berater bibliothekar buchhalter
busfahrer chirurg dachdecker dolmetscher elektriker elektroniker erzieher fahrer feuerwehrmann fleischer fliesenleger
florist forster fotograf friseur gartner handwerker hausmeister hebamme heilpraktiker informatiker ingenieur
installateur jurist journalist kassierer kaufmann kauffrau kellner klempner koch krankenpfleger krankenschwester
kunstler landwirt lehrer lektor lokfuhrer maler maurer mechaniker mechatroniker metzger moderator musiker notar
optiker pfarrer pfleger physiker pilot polizist postbote professor programmierer psychologe psychologin
physiotherapeut redakteur richter sanitater schauspieler schlosser schneider schreiner sekretar soldat sozialarbeiter
softwareentwickler entwickler steuerberater techniker tierarzt tischler trainer ubersetzer verkaufer vertreter
verwalter winzer zahnarzt zimmermann designer manager chemiker biologe dozent bestatter imker schornsteinfeger schafer
fischer schuster glaser drucker buchbinder schmied goldschmied grafiker makler lehrling azubi kaminkehrer spengler
optiker zimmerer winzer wirt florist dirigent kranfuhrer fahrlehrer logopadin logopade
""")
_ENDINGS = re.compile(
    r"(?:ologist|ician|smith|maker|keeper|arzt|lehrer|pfleger|meister|ingenieur|fahrer|verkaufer|handler|macher|techniker|"
    r"informatiker|berater|leiter|entwickler|therapeut|arbeiter|mechaniker|kaufmann|wissenschaftler|anwalt)$"
)
_BEFORE = vocabulary("a an the ein eine registered certified licensed senior junior freelance full time full-time")
_FRAME_STOPS = re.compile(
    r"\b(?:at|for|in|with|and|since|now|on|to|who|bei|in|und|seit|mit|last|this|of|part|full|during)\b|[,.]"
)
_NO_JOB = vocabulary("member team volunteer much hard well usual child kid much possible result whole")


@lru_cache(maxsize=20_000)
def occupation(phrase: str, framed: bool = False) -> str:
    """The occupation a phrase names, "" when none. `framed`: said as one ("work as a ..."), so any noun is."""
    words = [w for w in _FRAME_STOPS.split(phrase.strip(), maxsplit=1)[0].split() if w not in _BEFORE]
    if not words or len(words) > 4:
        return ""
    last = words[-1]
    male = last[:-2] if last.endswith("in") and len(last) > 5 else last
    forms = {last, male, "-".join(words[-2:]), male + "e"}
    if forms & _LISTED or _ENDINGS.search(male):
        return " ".join((*words[:-1], male if male in _LISTED or _ENDINGS.search(male) else last))
    return " ".join(words) if framed and words[0] not in _NO_JOB and last.isalpha() else ""
