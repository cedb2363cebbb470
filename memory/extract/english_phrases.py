"""English fixed phrases. Order matters: the first that fits speaks."""

from __future__ import annotations

from memory.extract.lexicon import BEING_WORD
from memory.extract.phrases import phrase

_NAME = r"(?P<v>(?-i:[A-ZÄÖÜ][\w'’.-]*)(?: (?:(?:van|von|de|der|la|le|di|da|bin|al|O') ?)*(?-i:[A-ZÄÖÜ][\w'’-]*))*)"
_LOW_NAME = r"(?P<v>[\w'’-]+(?: (?-i:[A-Z])[\w'’-]+)*)"
_KIN = "|".join(sorted((w.replace("-", "[- ]") for w in BEING_WORD), key=len, reverse=True))
_IS = r"(?:\s+(?:is|are|was)(?:\s+(?:also|now|still|currently|actually|just))*|'s|\s*[:=])\s+"
_END = r"\s*(?:$|[,.!(]|\s(?:btw|by the way|and|here|nice|from|but|please|pls|today|though)\b)"
_AGE_AND_SIZE = (
    r"(?:shoe|clothing|dress|shirt|hat|ring|trouser|pants|jacket|glove|jersey|locker|room|flat|apartment|seat|desk|"
    r"ticket|membership|customer|"
    r"library card|employee|badge|account|parking|house|office|student|insurance|order|car|licen[cs]e plate|postal|"
    r"zip|post|"
)
_THING = (
    r"(?:(?:spare|old|new|main|home|blue|red|black|big|small|second|backup|guest|work|office|garage|front|car|bike|"
    r"wifi|wi-fi|media|print|file|build|test) )*"
    r"(?:nas|server|printer|router|modem|key|keys|passport|toolbox|tools|ladder|drill|thermostat|fuse box|boiler|"
    r"stopcock|first aid kit|fire extinguisher|"
    r"suitcase|tent|bike|car|camera|charger|laptop|backup|backups|documents|will|hard drive|medicine|meds|raspberry "
    r"pi|pi|vpn|proxy|database|switch|gateway|homelab|"
    r"kitchen scale|sewing machine|luggage|skis|glasses|wallet|remote|notebook|folder|safe|locker|office|desk|"
    r"storage unit|printer paper|lawnmower|locker key|parking spot|parking space)"
)

_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_DATED = (  # what one has a date for, and how it is said when
    r"(?:next |first |second )?(?:flight|train|bus|ferry|ship|appointment|dentist appointment|doctor's "
    r"appointment|interview|job interview|exam|surgery|operation|wedding|driving test|mri|check-?up|viva|move|"
    r"housewarming|thesis defen[cs]e|due date|graduation|funeral|chemo|procedure|scan|c-section|hip replacement)"
)
_WHEN = (r"(?:\s+is|'s|\s+(?:leaves|departs|takes off|goes|arrives|lands|starts|begins))\s+(?:on|at|in|this|next|"
         r"tomorrow|today|tonight|scheduled for|booked for)\b.*")

PHRASES = (
    phrase(rf"(?:my|the) (?:full |first |real |actual |given )?name{_IS}{_NAME}{_END}", "name"),
    phrase(rf"(?:my |the )?name'?s {_NAME}{_END}", "name"),
    phrase(rf"my (?:full |first |real )?name{_IS}(?:spelled |spelt |actually |really |just )?{_LOW_NAME}{_END}",
        "name"),
    phrase(rf"my (?:last name|surname|family name|middle name|maiden name){_IS}{_NAME}{_END}", "detail:surname"),
    phrase(rf"(?:i'm|i am|im|this is|it's|it is) {_NAME}(?:\s+(?:btw|by the way|here|and\b.*|from\b.*|"
        r"again))?(?=\s*(?:$|[,!.)]))", "NAME"),
    phrase(r"(?!i\b|i'm|always|right|it\b|you|we\b|over|new|still|back|in\b|from\b|also|just|still|up\b|"
        rf"live){_NAME} here(?=$|[,.!])", "name", opening="I am"),
    phrase(rf"(?:(?:please|just|you can|pls|and|everyone can|feel free to)\s+)*call me {_LOW_NAME}(?=$|[\s,.!;])",
        "nickname"),
    phrase(r"(?:(?:my )?(?:friends|everyone|everybody|people|they|most people|colleagues|family) (?:all )?(?:just "
        r")?calls? me|i (?:go by|prefer to be called|like to be called)|"
           rf"i'm (?:usually )?(?:called|known as)) {_LOW_NAME}(?=$|[\s,.!;])", "nickname"),
    phrase(rf"my nickname{_IS}{_LOW_NAME}(?=$|[\s,.!;])", "nickname"),
    phrase(r"(?:my (?:preferred )?pronouns(?:\s+are|\s*:)|i use) (?P<v>(?:she|he|they|xe|it)(?:/\w+)+(?: pronouns)?)",
        "pronouns"),
    phrase(rf"my (?:birthday|date of birth|birth date|dob|b-?day){_IS}(?:on |in )?(?P<v>.+)", "birthday", whole=True),
    phrase(r"i (?:was|am|were) born (?:on|in) (?P<v>(?:the )?\d{1,2}(?:st|nd|rd|th)? (?:of )?\w+(?: \d{4})?|\w+ \d{1,"
        r"2}(?:st|nd|rd|th)?(?:,? \d{4})?)$", "birthday", whole=True),
    phrase(r"(?:i'm|i am|we're|we are) (?:on|in) (?:the )?(?P<v>(?:(?:us |central |eastern |western )*(?:eastern|"
        r"pacific|central|mountain|european|greenwich|atlantic|gmt|utc|cet|cest|est|pst|ist|bst|indian|japan|"
        r"australian|london|berlin|new york|uk)(?: standard| daylight| summer)?)) time(?: ?zone)?(?:$|[\s,.!])",
        "timezone"),
    phrase(rf"my time ?zone{_IS}(?:in )?(?P<v>.+)", "timezone"),
    phrase(r"(?P<v>(?:eastern|pacific|central|mountain|central european|greenwich)) time here", "timezone", opening=
        "I am on"),
    phrase(r"(?:i'm|i am) (?:in|on) (?:the )?(?P<v>(?:utc|gmt)\s?[+-]?\s?\d*|(?-i:[A-Z]{3,4}))(?=$|[\s,.])",
        "timezone"),
    phrase(rf"(?:my (?:\w+ )?(?:e-?mail|mail)(?: address)?{_IS}|(?:you can )?(?:reach|e-?mail|contact|write to) me "
        r"(?:at|on|under|via) )(?P<v>[\w.+-]+@[\w.-]+\w)", "email", whole=True),
    phrase(rf"(?:my (?:\w+ )?(?:phone|mobile|cell|telephone|whatsapp)?\s?(?:number|phone|mobile|cell|no\.?){_IS}|"
        rf"(?:you can )?(?:reach|call|text|ring) me (?:at|on|under) )(?P<v>\+?[\d][\d\s/().-]{{5,}}\d)", "phone",
        whole=True),
    phrase(rf"my (?:home |postal |mailing |street |work |delivery )?address{_IS}(?P<v>.+)", "address", whole=True),
    phrase(r"my (?:all[- ]time |absolute |current |personal )?fav(?:ou?rite)? (?P<k>[\w' -]+?)(?: of all time| "
        rf"ever)?{_IS}(?:probably |definitely |by far )?(?P<v>.+)", "favourite:"),
    phrase(r"(?P<v>.+?) is my (?:all[- ]time |absolute |current )?favou?rite (?P<k>[\w' -]+)", "favourite:"),
    phrase(rf"my (?:native|first|second|mother) (?:language|tongue){_IS}(?P<v>\w+)", "language"),
    phrase(r"my (?:\w+ )?(?:hobby|hobbies|pastime|pastimes|passion|passions)(?:\s+(?:is|are|include)| "
        r"include)\s+(?P<v>.+)", "hobby", listed=True),
    phrase(rf"my (?:hometown|home town){_IS}(?P<v>.+)", "origin"),
    phrase(rf"my (?:birthplace|place of birth){_IS}(?P<v>.+)", "birthplace"),
    phrase(rf"my (?:nationality|citizenship){_IS}(?P<v>\w+)", "nationality"),
    phrase(rf"(?:my|our) (?:home|house|flat|apartment|place){_IS}in (?P<v>(?-i:[A-Z]).+)", "home"),
    phrase(r"(?P<v>(?-i:[A-Z])[\w -]+?) is where (?:i|we) (?:now )?live$", "home"),
    phrase(rf"my (?:current |new |day )?(?:job|profession|occupation|job title|position|role|title){_IS}(?P<v>(?:an? "
        r"|the )?(?!to\b|in\b|at\b|so\b|very\b|hard\b|great\b|stressful\b|boring\b|\w+ing\b).+)", "occupation"),
    phrase(rf"my (?:new |current )?(?:employer|company){_IS}(?P<v>(?-i:[A-Z]).+)", "employer"),
    phrase(rf"(?:my|our) (?P<k>(?:wedding )?anniversary|name day){_IS}(?:on )?(?P<v>.+)", "detail:", whole=True),
    phrase(rf"(?P<k>wedding anniversary){_IS}(?:on )?(?P<v>(?:the )?\d.*|(?:{_MONTHS})\b.*)", "detail:", whole=True,
           opening="My"),
    phrase(r"(?:i|we) (?:first )?met (?P<v>my (?:wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|spouse|best "
           r"friend))\b.*\b(?:in (?:the |late |early )*\d{4}s?|\w+ years ago|"
           r"at (?:uni\w*|school|college|work))\b.*",
           "event", whole=True),
    phrase(rf"(?:my|our) (?:\w+ )?(?P<s>{_KIN})'?s (?:first )?name{_IS}{_NAME}", "name"),
    phrase(rf"(?:my|our) (?:\w+ )?(?P<s>{_KIN})(?:'s|\s+is|\s+are|\s+was)\s+(?:called|named) (?P<v>.+)", "name",
        listed=True),
    phrase(rf"(?:my|our) (?:\w+ )?(?P<s>{_KIN})'s birthday{_IS}(?:on |in )?(?P<v>.+)", "birthday", whole=True),
    phrase(r"(?:my|our) (?P<k>(?:[\w-]+ )?(?:shift|school|commute|work ?day|lunch break|lease|contract|rent|"
        r"mortgage|salary|"
        r"probation|notice period|course|term|semester))\s+(?:(?:usually|always|now|only|normally) )*(?:starts?|ends?|"
        r"begins?|takes?|lasts?|finishes|runs?|costs?|is)\s+(?P<v>(?:at|on|in|until|till|from|for|about|around|every|"
        r"\d|half|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b.*)", "detail:", whole=True),
    phrase(r"(?:my|our) (?P<k>back|knees?|eyes?|eyesight|ears?|hearing|hips?|shoulders?|wrists?|heart|teeth|"
        r"feet|ankles?)"
        r"\s+(?:is|are)\s+(?:(?:pretty|really|very|quite|so|a bit|always) )*(?P<v>bad|weak|shot|wrecked|ruined|"
            r"terrible|poor|"
        r"sensitive|stiff)\b", "health", whole=True),
    phrase(rf"the name of my (?P<s>{_KIN}){_IS}(?P<v>.+)", "name"),
    phrase(rf"(?P<v>(?-i:[A-Z])\w+) is (?:also )?(?:my|our) (?:\w+ )?(?P<s>{_KIN})(?:'s (?:first )?name)?"
           r"(?:,? (?:too|as well))?$", "name"),
    phrase(r"i (?:(?:also|really|still|just|unfortunately|sadly) )*(?:can't|cannot|can not|cant|mustn't|must not|"
        r"shouldn't|am not allowed to|am not supposed to) (?:really |actually )?(?:have|eat|drink|touch) (?:any )?"
        r"(?!a\b|an\b|the\b|that\b|this\b|it\b|you\b|them\b|both\b|everything\b|another\b|two\b|my\b|your\b|"
        r"kids\b|children\b|pets\b|people\b)(?P<v>.+)", "diet", listed=True, denied=True),
    phrase(rf"my (?P<k>(?:\w+ ){{0,2}}(?:size|number|plate|group|type|code|colou?r|weight|height|sign|username|"
        r"handle|id|gamertag|model|seat|degree|major|iban|team|club|instrument|"
           r"school|university|bank|provider|operating system|os|distro|editor|phone|laptop|car|bike|router|"
        r"doctor|"
           rf"gp|dentist|landlord|eyesight|breed)){_IS}(?!(?:[\w-]+ ){{1,3}}(?:is|are|was|were|has)\b)"
           r"(?P<v>(?:an? |the )?(?!called\b|broken|dead|slow|gone|down|not|"
           r"so|too|"
           r"in\b|on\b|at\b|\w+ing\b|very|full|really|late|on|here|there).+)", "detail:"),
    phrase(rf"(?:my|our) (?!(?:{_KIN}|problem|question|point|issue|file|function|class|variable|project|script|song|"
        rf"book|"
        r"story|character|hero|app)\b)(?P<k>(?:[\w-]+ ){0,2}?(?!(?:problem|question|file|function|class|variable|"
        r"script|"
        r"character|app)\b)[\w'-]+) (?:is|are) (?:called|named) (?P<v>(?-i:[A-Z0-9]).+)", "detail:", whole=True),
    phrase(rf"my (?!(?:{_KIN}|guess|answer|question|result|output|input|point|problem|issue|idea|suggestion|bet|"
        r"estimate|total|balance|average|test|error|battery|score|limit|budget|last|next|first)\b)(?P<k>[\w'-]+(?: "
        rf"[\w'-]+)?){_IS}(?P<v>\d[\w./:-]*)(?=$|[\s,.!])(?! (?:years|percent|times|minutes|hours|days|weeks|months|"
        r"lines|pages|words|errors))", "detail:"),
    phrase(rf"(?:my|our) (?P<s>{_THING})(?:\s+(?:is|are|lives?|sits?|stands?|hangs?)(?: (?:now|always|still|kept|"
        r"stored|located|parked|hidden))*|'s)\s+(?P<v>(?:in|on|at|under|behind|next to|inside|above|below|near|"
        r"by)\s+.+|\d+\.\d+\.\d+\.\d+\S*)", "location", whole=True),
    phrase(rf"the (?P<s>{_THING}(?: (?:in|at) (?:my|our|the) \w+)?)(?:\s+(?:is|are|lives?|sits?|stands?|hangs?)(?: "
        r"(?:now|always|still|kept|stored|located|parked|hidden))*|'s)\s+(?P<v>(?:in|on|at|under|behind|next to|"
        r"inside|above|below|near|by)\s+.+|\d+\.\d+\.\d+\.\d+\S*)", "location", whole=True),
    phrase(r"(?:i|we) (?:always )?keep (?:my|our|the) (?P<s>[\w -]+?) (?P<v>(?:in|on|under|behind|next to|inside|at) "
        r"(?:my|our|the|a) .+)", "location", whole=True),
    phrase(r"our (?P<s>(?:\w+ )?(?:stand-?up|team meeting|meeting|choir|sync|retro|practice|rehearsal|book club|"
        r"training|sprint|planning|class))(?:\s+is(?: (?:now|always))?|'s|\s+meets|\s+starts)\s+(?P<v>(?:at|on|"
        r"every)\s+.+)", "convention", whole=True),
    phrase(r"(?:(?:please|from now on|and|always|could you|can you|in future|in the future|going forward)[, "
        r"]+)*(?:always |only )?(?:answer|reply|respond|write|talk|speak)(?: to)?(?: me)?(?: only| always| back)? "
           r"(?P<v>(?:in|with) (?!the\b|this\b|detail)(?:[\w -]+?))(?:\s+(?:from now on|please|always|in future|only|"
           r"when\b.*|and\b.*))*[\s.!]*$", "INSTRUCTION"),
    phrase(r"(?:please |from now on,? |and )*(?P<v>(?:never|don't|do not|stop|always|no|keep|be|use|avoid) (?!has|"
        r"have|had|been|was|were|is|my\b).+?),? (?:from now on|in future|when (?:you )?(?:answer|reply|talk)\w*.*|in "
        r"your (?:answers?|replies))(?: please)?[\s.!]*$", "instruction"),
    phrase(r"from now on,? (?:please )?(?P<v>(?!i\b|i'm|we\b|my\b|it\b|the\b).+)", "instruction"),
    phrase(r"(?:please |always |you can |and )*(?:address|refer to) me as (?P<v>.+)", "nickname"),
    phrase(rf"(?:my|our|the) (?P<v>{_DATED}(?: (?:to|with|at|in|for) [\w .]+?)?){_WHEN}", "appointment", whole=True),
    phrase(rf"(?:my|our) (?:\w+ )?(?P<s>{_KIN})'s (?P<v>{_DATED}){_WHEN}", "appointment", whole=True),
    phrase(r"(?:as|being) (?:an? )?(?P<v>[\w-]+(?: [\w-]+){0,2}?),? (?=i\b)", "BEING", opening="I am"),
    phrase(r"(?P<v>(?:vegan|vegetarian|veggie|coeliac|celiac|teetotal|left-handed|diabetic)) (?:here|btw|by the "
        r"way)(?:$|[\s,.!])", "diet", opening="I am"),
)
