"""Closed word classes the clause grammars share: relatives, animals, jobs, diets, ailments, and what is none."""

from __future__ import annotations

import re

KIN = {
    "stepsister": "stepsister step-sister stiefschwester", "stepbrother": "stepbrother step-brother stiefbruder",
    "half-sister": "half-sister halfsister halbschwester", "half-brother": "half-brother halfbrother halbbruder",
    "nieces": "nieces nichten", "nephews": "nephews neffen", "cousins": "cousins cousinen", "aunts": "aunts tanten",
    "uncles": "uncles", "stepchildren": "stepchildren stepkids stiefkinder", "godmother": "godmother patentante",
    "godfather": "godfather patenonkel", "godchild": "godchild patenkind goddaughter godson",
    "sister": "sister schwester schwesterherz", "brother": "brother bruder", "mother":
    "mother mom mum mama mutter mutti",
    "father": "father dad papa vater", "parents": "parents eltern", "wife": "wife ehefrau frau", "husband":
    "husband ehemann mann",
    "partner": "partner partnerin fiancé fiancée fiance fiancee verlobter verlobte lebensgefährte lebensgefährtin",
    "girlfriend": "girlfriend freundin", "boyfriend": "boyfriend", "son": "son sohn", "daughter": "daughter tochter",
    "child": "child kid kind baby", "children": "children kids kinder", "grandmother":
    "grandmother grandma granny gran nan nana oma großmutter",
    "grandfather": "grandfather grandpa grandad granddad opa großvater", "aunt": "aunt tante", "uncle": "uncle onkel",
    "cousin": "cousin cousine", "niece": "niece nichte", "nephew": "nephew neffe", "siblings": "siblings geschwister",
    "sisters": "sisters schwestern", "brothers": "brothers brüder", "twins": "twins zwillinge", "sons": "sons söhne",
    "daughters": "daughters töchter", "grandson": "grandson enkel", "granddaughter": "granddaughter enkelin",
    "grandchildren": "grandchildren enkelkinder enkeln", "stepfather": "stepfather stepdad stiefvater", "stepmother":
    "stepmother stepmum stepmom stiefmutter", "stepson": "stepson stiefsohn", "stepdaughter":
    "stepdaughter stieftochter",
    "mother-in-law": "mother-in-law schwiegermutter", "father-in-law": "father-in-law schwiegervater",
    "sister-in-law": "sister-in-law schwägerin", "brother-in-law": "brother-in-law schwager", "in-laws":
    "in-laws schwiegereltern",
    "twin": "twin zwilling", "twin sister": "zwillingsschwester", "twin brother": "zwillingsbruder",
}
KIN_WORD = {word: kin for kin, words in KIN.items() for word in words.split()}

SOCIAL = {  # whom one has beside relatives: what they are called is one's own matter, the rest of their life is theirs
    "friend": "friend friends freund", "best friend": "bestie bff", "boss": "boss chef chefin",
    "neighbour": "neighbour neighbor nachbar nachbarin", "flatmate":
    "flatmate roommate housemate mitbewohner mitbewohnerin", "colleague":
    "colleague coworker co-worker kollege kollegin", "teacher": "teacher lehrer lehrerin", "ex": "ex",
    "coach": "coach trainer trainerin",
}
SOCIAL_WORD = {word: who for who, words in SOCIAL.items() for word in words.split()} | {
    "best friend": "best friend", "beste freundin": "best friend", "bester freund": "best friend"}

PET = {
    "dog": "dog puppy hund hündin welpe", "dogs": "dogs puppies hunde hunden", "cat": "cat kitten kater katze kätzchen",
    "cats": "cats kittens katzen kater", "rabbit": "rabbit bunny kaninchen hase", "rabbits":
    "rabbits bunnies kaninchen",
    "hamster": "hamster", "parrot": "parrot budgie parakeet papagei wellensittich", "horse": "horse pony pferd",
    "horses": "horses pferde", "fish": "fish goldfish fische", "tortoise": "tortoise turtle schildkröte", "snake":
    "snake schlange",
    "chickens": "chickens hens hühner", "guinea pigs": "meerschweinchen", "pet": "pet haustier", "pets":
    "pets haustiere",
    "lizard": "lizard gecko", "retriever": "retriever labrador poodle dachshund terrier beagle husky corgi collie "
    "shepherd "
    "schäferhund dackel pudel mops pug", "birds": "birds vögel", "parrots": "parrots wellensittiche", "ferrets":
    "ferrets frettchen",
}
PET_WORD = {word: pet for pet, words in PET.items() for word in words.split()}
BEING_WORD = PET_WORD | SOCIAL_WORD | KIN_WORD  # whose names a person may tell

_JOBS = (
    "nurse doctor chef cook pilot engineer teacher developer programmer designer architect lawyer attorney accountant "
    "student carpenter plumber electrician baker butcher farmer gardener journalist writer author editor translator "
    "photographer musician actor actress artist scientist researcher professor lecturer dentist vet veterinarian "
    "pharmacist physiotherapist therapist psychologist midwife paramedic firefighter policeman policewoman soldier "
    "mechanic driver librarian manager consultant analyst administrator sysadmin receptionist secretary cashier waiter "
    "waitress barista bartender freelancer illustrator illustratorin entrepreneur founder ceo cto intern apprentice "
    "trainee postdoc phd barber "
    "hairdresser tailor judge clerk salesperson salesman recruiter surgeon radiologist biologist chemist physicist "
    "mathematician historian economist statistician geologist astronomer social-worker worker tester lead "
    "lehrer arzt ärztin koch köchin krankenschwester krankenpfleger pfleger altenpfleger ingenieur entwickler "
    "programmierer grafiker designer architekt anwalt rechtsanwalt buchhalter student studentin schüler schreiner "
    "tischler "
    "klempner elektriker bäcker metzger landwirt gärtner journalist autor übersetzer fotograf musiker schauspieler "
    "künstler wissenschaftler forscher professor dozent zahnarzt zahnärztin tierarzt tierärztin apotheker "
    "physiotherapeut therapeut "
    "psychologe hebamme sanitäter feuerwehrmann polizist soldat mechaniker mechatroniker fahrer busfahrer bibliothekar "
    "berater verkäufer kassierer kellner friseur erzieher sozialarbeiter beamter beamtin rentner azubi praktikant "
    "richter chirurg informatiker kaufmann kauffrau bürokauffrau maler maurer dachdecker bauer winzer optiker "
    "bauingenieur softwareentwickler sachbearbeiter steuerberater doktorand referendar lokführer pilot lkw-fahrer"
).split()
JOB_WORDS = frozenset(_JOBS) | {j + "in" for j in _JOBS} | {j[:-1] + "in" for j in _JOBS if j.endswith("e")}
_JOB_SUFFIX = re.compile(r"\w{3,}(?:engineer|developer|ologist|grapher|ician|therapist|teacher|keeper|maker|smith|"
    r"worker|manager|"
                         r"entwickler(?:in)?|ingenieur(?:in)?|lehrer(?:in)?|leiter(?:in)?|techniker(?:in)?|"
                         r"pfleger(?:in)?|"
                         r"verkäufer(?:in)?|fahrer(?:in)?|berater(?:in)?|meister(?:in)?|macher(?:in)?|arbeiter(?:in)?|"
                         r"assistent(?:in)?|therapeut(?:in)?|kaufmann|kauffrau|ärztin|arzt|graf(?:in)?|loge|login)$")

TRAITS = frozenset(  # said after "I'm" or "ich bin", with or without an article
    "vegan vegetarian pescatarian pescetarian vegetarier vegetarierin veganer veganerin vegetarisch flexitarian "
    "flexitarier "
    "keto teetotal teetotaller teetotaler abstinent kosher halal omnivore carnivore frutarier pescetarier "
    "pescetarierin "
    "gluten-free vegetarians vegans vegetarier veganer".split())
HEALTH = frozenset(
    "diabetic diabetiker diabetikerin asthmatic asthmatiker asthmatikerin pregnant schwanger dyslexic legastheniker "
    "legasthenikerin autistic autistisch autist autistin colour-blind color-blind colorblind colourblind farbenblind "
    "deaf taub "
    "gehörlos blind coeliac celiac zöliakie epileptic epileptiker epileptikerin anaemic anemic kurzsichtig "
    "weitsichtig short-sighted "
    "nearsighted farsighted schwerhörig hard-of-hearing insomniac bipolar haemophiliac hemophiliac".split())
AILMENT = re.compile(
    r"\b(?:asthma|diabetes|migraines?|migräne|epilepsy|epilepsie|adhd|add|adhs|autism|autismus|arthritis|arthrose|"
    r"anxiety|depressions?|"
    r"depressionen|insomnia|eczema|neurodermitis|psoriasis|celiac|coeliac|zöliakie|crohn\S*|ibs|reizdarm|hay ?fever|"
    r"heuschnupfen|"
    r"high blood pressure|bluthochdruck|hypertension|scoliosis|skoliose|tinnitus|dyslexia|legasthenie|anemia|anaemia|"
    r"hypothyroidism|"
    r"hashimoto|sleep apnea|cancer|krebs|pcos|endometriosis|endometriose|vertigo|höhenangst|flugangst|platzangst|"
    r"spinnenphobie|"
    r"fear of \w+|angst vor \w+|angststörung|arachnophobia|claustrophobia|gout|gicht|rheuma|"
    r"pacemaker|herzschrittmacher|herzfehler|heart condition|bad (?:back|knee)|rückenprobleme|knieprobleme|"
    r"bandscheibenvorfall|"
    r"hearing aid|hörgerät|pollenallergie)\b", re.I)
# Medicines people call by their brand; others are known by their endings.
MEDICINE = (r"ritalin|concerta|adderall|vyvanse|elvanse|medikinet|xanax|valium|prozac|zoloft|lexapro|lyrica|ozempic|"
            r"wegovy|mounjaro|humira|eliquis|xarelto|marcumar|ventolin|symbicort|methylphenidate?|l-thyroxin|"
            r"levothyroxine?|prednisone|prednisolone?|methotrexate?|mtx|sertralin|citalopram|lamictal|keppra")
EMERGENCY = (r"epi-?pens?|inhalers?|auto-?injectors?|adrenaline pens?|insulin pens?|nitro ?sprays?|asthma ?sprays?|"
             r"inhalator|notfallset|notfallspray|insulinpen|glucose tablets|traubenzucker")
STATES = re.compile(
    r"(?:(?:currently |still )?(?:unemployed|retired|self-employed|self employed|freelancing|freelance|between jobs|"
    r"out of work|semi-retired|"
    r"jobless|homeless|arbeitslos|selbstständig|selbständig|freiberuflich|pensioniert|verrentet|berufstätig|"
    r"krankgeschrieben|beurlaubt|"
    r"in (?:rente|elternzeit|teilzeit|kurzarbeit|mutterschutz|pension|ausbildung|der ausbildung|therapie|reha|"
    r"quarantäne)|auf jobsuche|"
    r"left[- ]handed|right-handed|lefthanded|a (?:left|right)-hander|linkshänder(?:in)?|rechtshänder(?:in)?|"
    r"bilingual|zweisprachig|trilingual|an? (?:only child|twin|single (?:mum|mom|dad|father|mother|parent)|night owl|"
    r"early bird)|einzelkind|"
    r"alleinerziehend(?:e|er)?|frühaufsteher(?:in)?|nachtmensch|morgenmensch|spätaufsteher(?:in)?|morgenmuffel|"
    r"nachteule|nichtraucher(?:in)?|raucher(?:in)?|an? (?:non-?)?smoker|introvertiert|"
    r"extrovertiert|an? introvert|an? extrovert|introverted|extroverted|christian|muslim|muslima|jewish|catholic|"
    r"protestant|buddhist|hindu|"
    r"atheist|agnostic|an? (?:aries|taurus|gemini|leo|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces)|"
    r"steinbock|wassermann|widder|stier|skorpion|schütze|waage|jungfrau|katholisch|evangelisch|christ|christin|"
    r"moslem|jude|jüdin|konfessionslos|buddhistin|"
    r"gay|lesbian|bisexual|schwul|lesbisch|queer|trans|non-?binary))(?=$|[\s,.])", re.I)
MARITAL = re.compile(r"(?:happily |recently |newly |glücklich |frisch )?(?:married|single|divorced|widowed|engaged|"
    r"separated|in a relationship|"
                     r"verheiratet|ledig|geschieden|verwitwet|verlobt|getrennt|single|vergeben|in einer beziehung)\b",
                     re.I)
NATIONALITY = re.compile(
    r"(?:half )?(?:german|dutch|french|british|english|scottish|irish|welsh|spanish|italian|portuguese|polish|czech|"
    r"austrian|swiss|danish|"
    r"swedish|norwegian|finnish|turkish|greek|russian|ukrainian|indian|pakistani|chinese|japanese|korean|vietnamese|"
    r"thai|american|"
    r"canadian|mexican|brazilian|argentinian|australian|kenyan|nigerian|egyptian|moroccan|iranian|persian|israeli|"
    r"lebanese|syrian|"
    r"croatian|serbian|bosnian|hungarian|romanian|bulgarian|slovak|slovenian|estonian|latvian|lithuanian|icelandic|"
    r"belgian|"
    r"deutsche?r?|österreicher(?:in)?|schweizer(?:in)?|italiener(?:in)?|spanier(?:in)?|franzose|französin|pole|polin|"
    r"türke|türkin|"
    r"grieche|griechin|russe|russin|ukrainer(?:in)?|holländer(?:in)?|däne|dänin|brite|britin|engländer(?:in)?|"
    r"amerikaner(?:in)?|"
    r"kroate|kroatin|syrer(?:in)?|iraner(?:in)?|inder(?:in)?|chinese|chinesin)$", re.I)
TOWNSMAN = re.compile(r"(?:hamburger(?:in)?|berliner(?:in)?|münchner(?:in)?)$", re.I)
LANGUAGES = re.compile(
    r"\b(?:english|german|dutch|french|spanish|italian|portuguese|polish|czech|danish|swedish|norwegian|finnish|"
    r"turkish|greek|russian|"
    r"ukrainian|hindi|marathi|tamil|bengali|urdu|punjabi|gujarati|telugu|chinese|mandarin|cantonese|japanese|korean|"
    r"vietnamese|thai|"
    r"arabic|hebrew|persian|farsi|swahili|croatian|serbian|hungarian|romanian|bulgarian|icelandic|esperanto|catalan|"
    r"basque|welsh|irish|latin|"
    r"afrikaans|sign language|deutsch|englisch|französisch|spanisch|italienisch|portugiesisch|polnisch|tschechisch|"
    r"dänisch|schwedisch|"
    r"norwegisch|finnisch|türkisch|griechisch|russisch|ukrainisch|chinesisch|japanisch|koreanisch|arabisch|hebräisch|"
    r"persisch|kroatisch|serbisch|"
    r"ungarisch|rumänisch|niederländisch|holländisch|latein|gebärdensprache|kurdisch|albanisch|vietnamesisch|"
    r"plattdeutsch|schwyzerdütsch|"
    r"schweizerdeutsch|bairisch)\b", re.I)
# Heads after "have" that are no possession: moments, talk, errands, body moods.
ABSTRACT = re.compile(
    r"\b(?:question|questions|problem|problems|issue|issues|idea|ideas|clue|doubt|doubts|feeling|feelings|look|"
    r"minute|moment|second|time|"
    r"plan|plans|point|chance|choice|choices|suggestion|request|favou?r|thought|thoughts|opinion|reason|reasons|"
    r"trouble|fun|day|days|night|"
    r"weekend|week|year|evening|morning|good|bad|great|nice|lot|lots|bit|few|hard|rough|busy|error|bug|text|list|"
    r"file|code|function|"
    r"message|need|right|impression|hope|hunch|guess|sense|way|memory|experience|word|thing|things|something|"
    r"anything|nothing|everything|"
    r"energy|luck|faith|respect|patience|access|it|this|that|them|you|homework|headache|cold|hangover|appetite|hunger|"
    r"apples?|stuff|money|tabs?|variable|table|string|dataframe|script|app|page|conversation|chat|talk|dinner|lunch|"
    r"breakfast|coffee|"
    r"frage|fragen|problem|probleme|idee|ideen|ahnung|zweifel|gefühl|zeit|plan|hunger|durst|lust|angst|glück|pech|"
    r"recht|moment|minute|"
    r"sinn|grund|bock|interesse|meinung|eindruck|bitte|wunsch|fehler|spaß|stress|urlaub|feierabend|wochenende|"
    r"kopfschmerzen|schnupfen|"
    r"erkältung|kater|tag|abend|nacht|woche|text|liste|code|datei|funktion|viel|was|etwas|nichts|alles|das|es|sorge|"
    r"sorgen|geduld|kraft|"
    r"nerven|termine|vor|dich|dir|vergessen|gedanken|respekt|schmerzen|fieber|gern|gerne|lieb|eile|mühe|geld|schuld|"
    r"verständnis)$", re.I)


def is_job(noun_phrase: str) -> bool:
    """Whether the head of a noun phrase is the name of an occupation."""
    words = noun_phrase.casefold().split()
    return bool(words) and len(words) <= 5 and (words[-1] in JOB_WORDS or _JOB_SUFFIX.match(words[-1]) is not None)


def _head(noun_phrase: str) -> str:
    words = noun_phrase.casefold().split()
    return words[-1].strip(".,!") if words else ""


def kin_in(noun_phrase: str) -> str | None:
    """The relative a noun phrase speaks of ("two younger sisters" -> "sisters"), in the table's one spelling."""
    return KIN_WORD.get(_head(noun_phrase))


def pet_in(noun_phrase: str) -> str | None:
    """The animal a noun phrase speaks of, in the table's one spelling."""
    return PET_WORD.get(_head(noun_phrase))
