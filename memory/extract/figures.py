"""Figures of speech and denials of a part: clauses whose words do not mean what a frame would read in them."""

from __future__ import annotations

import re

_FIGURE = re.compile(
    r"\ballergi\w*[- ](?:to|gegen|auf) (?:\w+ )?(?:bullshit|bs|nonsense|mondays?|work|working|stupidity|stupid|drama|"
    r"mornings|"
    r"people|idiots?|effort|exercise|small talk|meetings|liars|lies|lying|commitment|responsibility|fun|boredom|"
    r"politics|"
    r"arbeit|dummheit|dumme\w*|montage?|lügen?|lügner|unpünktlichkeit|blödsinn|unsinn|quatsch|sport|menschen|stress|"
    r"ungerechtigkeit|idioten|faulheit|smalltalk|bürokratie|arroganz|unehrlichkeit|drama|meetings|sowas|solche\w*)\b"
    r"|\b(?:married|verheiratet)\b.{0,12}\b(?:to|with|mit) (?:my|the|meine[mr]?|de[mr]) (?:job|work|desk|laptop|phone|"
    r"company|"
    r"sofa|couch|sport|arbeit|beruf|firma|handy|schreibtisch|bett|music)\b|\bmit meine[mr] (?:job|arbeit|beruf|firma|"
    r"handy|"
    r"sofa|computer) verheiratet\b"
    r"|\bin (?:this|that|the) (?:fight|race)\b|\bdrink(?:ing)? and driv|\btrink\w* und fahr|\bdon't text and drive"
    r"|\bplay(?:s|ed|ing)? (?:the (?:fool|victim|hero|villain|martyr|clown|long game|field|market|waiting game|part|"
    r"bad guy|"
    r"good guy|card|\w+ card)|devil's advocate|dumb|dead|nice|hard to get|hooky|favou?rites|by the rules|it\b|god\b|"
    r"ball\b)"
    r"|\bspiele?\b.{0,20}\b(?:den (?:narren|clown|helden|dummen)|die beleidigte|mit dem (?:gedanken|feuer)|des teufels)"
    r"|\bdriv(?:e|es|ing) (?:\w+ ){1,4}(?:crazy|mad|nuts|insane|bonkers|wild|up the wall|round the bend)\b"
    r"|\bdriv(?:e|ing) (?:my|our|the) (?:\w+ )?(?:kids?|children|son|daughter|mother|mum|mom|father|dad|grandma|"
    r"grandpa|wife|"
    r"husband|sister|brother|parents|friends?|boss|dog|cat|team|neighbou?rs?)\b"
    r"|\bwork(?:ing)? for (?:free|fun|peanuts|food|nothing|exposure|tips|money|cash|love|charity|change|weeks|hours|"
    r"days)\b"
    r"|\bfan (?:of (?:your|this|that|his|her|the way|how|it|what)|von (?:dein\w*|dies\w*|dir|ihm|ihr|dem|so was))\b"
    r"|\bcall me (?:crazy|later|back|old[- ]?fashioned|naive|stupid|silly|maybe|any ?time|now|again|asap|when|if|"
    r"tomorrow|"
    r"tonight|today|on|at|in|a|an|the|what|whatever|cynical|biased|lazy|weird|paranoid|picky|boring|sentimental|"
    r"optimistic|selfish|spoiled|ungrateful|an?)\b"
    r"|\bnenn\w* mich (?:ruhig |bitte |doch )?(?:verrückt|altmodisch|naiv|dumm|blöd|spießig|faul|bescheuert|kitschig|"
    r"paranoid|pingelig|langweilig|eine?n?|was|wie|später|morgen|nie|nicht)\b"
    r"|\b(?:einen|keinen|'?nen) (?:vogel|bock|knall|schatten|frosch im hals|clown gefrühstückt|"
    r"affen)\b(?!.*\b(?:namens|"
    r"heißt|alt)\b)|\bschmetterlinge im bauch\b|\bschwein gehabt\b|\b(?:hummeln|feuer) im hintern\b|\btomaten auf den"
    r"|\b(?:fish to fry|butterflies|bone to pick|frog in my throat|ants in my pants|chip on my shoulder|"
    r"skin in the game|"
    r"skeletons? in|elephant in the|bee in my bonnet|screw loose|green thumb|sweet tooth|two left feet|"
    r"a cow\b(?= about)|"
    r"horse in (?:this|that|the))\b"
    r"|\b(?:live|lives|living) (?:in (?:denial|fear|hope|the past|the moment|the future|a bubble|a dream|my head|"
    r"peace|sin|"
    r"harmony|pain)|under a rock|for (?:\w+ )?(?:fridays?|weekends|this|that|music|drama)|on the edge|on (?:coffee|"
    r"caffeine|"
    r"pizza|air))\b"
    r"|\bleb\w* (?:\w+ )?(?:in (?:angst|der hoffnung|der vergangenheit|meiner eigenen|einer (?:blase|traumwelt))|"
    r"hinterm mond|"
    r"hinter dem mond|auf großem fuß|von luft)\b"
    r"|\b(?:work|eat|drink|sleep|run|swim|sing|drive|dance) like (?:an? |the )|\b(?:esse|arbeite|trinke|schlafe|fahre|"
    r"singe)\b.{0,12}"
    r"\bwie (?:ein\w*|die|der)\b|\bspeak(?:ing)? from experience\b|\bim siebten himmel\b|\bover the moon\b|"
    r"\bon cloud nine\b"
    r"|\baus (?:dem|der|den) (?:urlaub|dusche|bett|staunen|büro|arbeit|kino|keller|takt|konzept|häuschen|haus|"
    r"supermarkt|"
    r"training|wald|bad|badewanne|küche|garten|meeting|schule|uni|werkstatt|klinik|krankenhaus|lachen|grübeln|loch|"
    r"stress|"
    r"buchhaltung|abteilung|verwaltung|it|technik|personalabteilung|produktion|entwicklung|fabrik|praxis|ferien|pause|"
    r"fitnessstudio|gym|sauna|mode|übung|raster|schneider)\b"
    r"|\bfrom (?:the )?(?:\w+ )?(?:customer support|support|customer service|sales|marketing|accounting|accounts|hr|it|"
    r"engineering|finance|legal|procurement|logistics|head office|headquarters|department|dept|team|office|future|"
    r"internet|"
    r"press|council|agency|company|management|helpdesk|help desk|shower|gym|shop|supermarket|doctor|pub)\b(?! ?[A-Z])"
    r"|\b(?:bei|ohne|mit) (?:regen|schnee|hitze|kälte|sturm|nacht|tag|tageslicht|licht|musik|bedarf|gelegenheit|sonne|"
    r"sonnenschein|gewitter|nebel|frost|wind|lärm|kerzenlicht|offenem fenster|geschlossener tür|(?:gutem|schlechtem|"
    r"diesem|"
    r"dem|schönem) wetter|stress|vollmond)\b(?=.{0,12}\b(?:nicht|nie|besser|schlecht\w*|gern\w*|lieber|kaum)\b|\W*$)",
    re.I)
_PARTLY = re.compile(
    r"(?:n't|\bnot|\bnicht|\bnie|\bnever)\s+(?:only|just|always|merely|exclusively|necessarily|exactly|every ?(?:day|"
    r"one|thing)|"
    r"simply|nur|immer|bloß|unbedingt|ausschließlich|jede[nsmr]?|alle[snmr]?|ständig|zwingend|gerade|direkt)\b", re.I)


def figurative(sentence: str, start: int, stop: int) -> bool:
    """Whether the clause at these offsets is, or has a part in, a set phrase, or means something else than it says."""
    return _FIGURE.search(sentence[start:stop]) is not None or any(
        found.start() < stop and found.end() > start for found in _FIGURE.finditer(sentence))


def denies_a_part(clause: str) -> bool:
    """Whether a denial reaches only how often or how exclusively ("I don't always drink coffee")."""
    return _PARTLY.search(clause) is not None
