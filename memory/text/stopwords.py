"""Words that say nothing by themselves, normalised. English and German."""

from __future__ import annotations

from memory.text.vocabulary import vocabulary

ENGLISH = vocabulary("""
a an the and or but if then than so as of at by for with about into through to from in on off up down out over under
again further is are am was were be been being have has had having do does did doing will would shall should can could
may might must i me my mine myself you your yours yourself he him his himself she her hers herself it its itself we us
our ours ourselves they them their theirs themselves what which who whom whose this that these those when where why
how here there i'm i've i'll i'd you're you've you'll he's she's it's we're we've they're they've that's what's who's
where's let's not no nor don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't cannot couldn't
shouldn't haven't hasn't hadn't just very too also only same such both each few more most other some any all
please tell s t d m ll re ve im dont doesnt didnt isnt arent wasnt werent wont cant couldnt shouldnt havent hasnt
hadnt ive ill id youre thats whats
""")
GERMAN = vocabulary("""
der die das den dem des ein eine einen einem einer eines und oder aber wenn dann als so wie von bei fur mit uber in im
zu zum zur aus auf an am um nach vor seit durch unter ist sind bin bist war waren sein gewesen habe hat haben hast
hatte hatten wird werden werde wurde kann kannst konnen will wollen soll sollen muss mussen darf ich mich mir mein
meine meinen meinem meiner du dich dir dein deine er ihn ihm sie ihr ihre ihren es wir uns unser unsere euch euer man
sich was welche welcher welches wer wen wem wo wann warum wieso dies diese dieser dieses jene hier da dort nicht kein
keine keinen keinem keiner auch nur noch schon sehr mehr doch mal bitte denn dass weil ob hat's gibt
""")
STOP_WORDS = ENGLISH | GERMAN
# What questions about facts are asked with and not about, beside the stop-words.
ASKING = vocabulary("""
get gets got getting put ever again still need needs want wants good ok okay idea way best thing things something
anything everything know knows known remember say said mention mentioned told suggest recommend new currently right
actually now sort type like use uses using make makes take takes go goes going come comes let lets yes ms mr mrs dr
prof professor without lol btw
hab habt hattest hatten ware waren warst war wurde wurden wurdest gerade momentan zurzeit eigentlich nochmal nochmals
denn eben halt etwa wohl gib gibts ja nein mach mache machst macht machen tue tun tut nutze nutzt benutze benutzt
verwende brauch brauche braucht geht gehe etwas alles weisst kennst erinnerst sag sagte erzahl gut herr
immer ohne soll sollte konnte durfte darf falls
""")
ARTICLES = vocabulary("""
a an the my your his her our their some der die das den dem des ein eine einen einem einer eines mein meine meinen
meinem meiner dein deine le la les un une el los las il lo
""")
