"""What English verbs mean for the memory: verb, the shape of what follows, the slot. See `reading.Frame` for flags."""

from __future__ import annotations

from memory.extract.lexicon import EMERGENCY, MEDICINE
from memory.extract.reading import frame

_PLACE = (
    r"(?P<v>(?-i:[A-ZÄÖÜ0-9]).+|the .+|(?:a|an) (?:\w+ )?(?:village|town|city|farm|flat|house|apartment|suburb|"
    r"island|boat|houseboat|van|small .+|studio.*|shared .+).*|(?-i:[a-zäöü-]+(?: [a-z]+)?)$)"
)
_V = r"(?P<v>.+)"
_DEGREE = (
    r"(?:(?:really|very|quite|so|pretty|a bit|severely|highly|mildly|slightly|deathly|extremely|badly|terribly|super|"
    r"rather) )*"
)

_CLUB = (  # what one is a member of
    r"(?:(?:the|an?|our|my|this) )?(?P<v>(?:[\w'&-]+ ){0,3}?(?:union|club|choir|band|orchestra|society|association|"
    r"league|"
    r"board|committee|council|guild|troupe|reserves?|brigade|department|scouts|ensemble|book group|support group|"
    r"theatre group|team|party)(?: of .+)?)(?=$|[\s,.!])(?! (?:chat|call|meeting|room|mode|office)).*"
)
_FOOD = (
    r"(?:shellfish|seafood|fish|nuts?|peanuts?|dairy|milk|cheese|gluten|wheat|lactose|eggs?|soy|caffeine|coffee|"
    r"alcohol|"
    r"sugar|meat|pork|beef|chilli|spicy food|citrus|grapefruit|onions?|garlic|mushrooms?|tomatoes|strawberries|"
    r"chocolate|"
    r"bread|pasta|rice|honey)"
)

_NO_TASK = (  # what is done again and again at a desk is no habit worth keeping
    r"(?!(?:you|it|this|that|these|those|him|her|them)\b)(?!.*\b(?:functions?|scripts?|code|data|files?|buttons?|"
    r"errors?|"
    r"steps?|sites?|pages?|apps?|commands?|query|queries|tests?|api|servers?|database|every time)\b)"
)

FRAMES = (
    # who
    frame("be", rf"(?:called|named) {_V}", "name"),
    frame("go", r"by (?:the name (?:of )?)?(?P<v>(?-i:[A-Z]).+)", "nickname", "s"),
    frame("be", rf"{_DEGREE}allergic (?:to )(?:the )?{_V}", "allergy", "l"),
    frame("be", r"(?P<v>[\w-]+)[- ]intolerant\b.*", "allergy"),
    frame("be", rf"intolerant (?:to|of) {_V}", "allergy", "l"),
    frame("been been+ing", rf"allergic to {_V}", "allergy", "l"),
    frame("be", r"(?P<v>\d{1,2}(?:(?:,| and|, and) \d{1,2})+)(?:\s+years old)?[\s!.]*$", "age", "w"),
    frame("be", r"(?:about |around )?(?P<v>\d(?:[.,]\d+)? ?(?:m|metres?|meters?|cm|feet|ft)\b|\d+ ?cm|\d'\d+\"?)(?: "
        r"tall)?.*", "height"),
    frame("be", r"(?P<v>\d{1,3})(?![.,]\d)(?: ?(?:years old|years of age|yrs old|yo|y/o|years young))?(?:\s+(?:now|"
        r"today|btw|already))?(?=$|[,.!])", "age"),
    frame("be turn", r"(?:turned |just turned )?(?P<v>\d{1,3})(?:\s+(?:today|yesterday|last \w+|this \w+|in \w+|on "
        r"\w+))?[\s!.]*$", "age"),
    frame("be", r"(?:about |around )?(?P<v>\d(?:[.,]\d+)? ?(?:m|metres?|meters?|cm|feet|ft)|\d+ ?cm|\d'\d+\"?)(?: "
        r"tall)?\b.*", "height"),
    frame("weigh", r"(?:about |around )?(?P<v>\d+ ?(?:kg|kilos?|pounds|lbs?|stone))\b.*", "detail:weight"),
    frame("be", rf"(?:originally |actually )?from {_PLACE}", "origin"),
    frame("come", rf"(?:originally )?from {_PLACE}", "origin"),
    frame("grow", rf"up (?:in|on|near|outside) {_PLACE}", "origin", "p"),
    frame("be", rf"(?:born and )?(?:raised|brought up) (?:in|on|near|outside) {_PLACE}", "origin"),
    frame("be", r"born (?:(?:on|in) (?P<w>(?:the )?\d.+?|[A-Z]\w+ \d+(?:st|nd|rd|th)?(?:,? \d{4})?|"
        r"\d{4})\s*)?(?:in (?P<v>(?-i:[A-Z]).+))?$", "birthplace"),
    frame("be", rf"(?:based|living|located|settled|residing) (?:out of|in|at|near|outside) {_PLACE}", "home"),
    frame("live live+ing reside reside+ing", r"(?:(?:with|on|next to|close to|alone|together|by|for) [^,]*?)?(?:just "
        r"|right |somewhere "
        r")?(?:in|near|outside|at|"
        rf"on) {_PLACE}", "home", "e"),
    frame("live", rf"(?:in|on|at|near) {_PLACE}", "event", "x"),
    frame("live live+ing", r"(?P<v>alone|by myself|on my own|with (?:my|a|two|three|some|four|five) .+)$", "state",
        "e"),
    frame("move relocate", rf"(?:back |out |over |here |house )?(?:from (?:\S+ ){{1,3}})?(?:in)?to (?!(?:the next|a "
        rf"different|another|on))(?:a (?:flat|house|place) in )?{_PLACE}", "home", "p"),
    frame("move+ing relocate+ing", rf"(?:back )?(?:from (?:\S+ ){{1,3}})?to {_PLACE}", "plan"),
    frame("get", r"(?:just |recently )?(?P<v>married|divorced|engaged)\b.*", "relationship", "p"),
    frame("get+ing", r"(?P<v>married|divorced)\b.*", "plan"),
    # work and study
    frame("be", r"(?:on|back on) (?P<v>(?:my |the )?(?:(?:night|day|late|early|evening|weekend|morning) ?shifts?|"
        r"(?:parental|maternity|paternity|sick|annual|medical|study|unpaid|"
                r"garden(?:ing)?) leave|holiday|holidays|vacation|sabbatical|a sabbatical|a (?:\w+[- ]?){1,3} "
                r"(?:diet|sabbatical)|a diet|call|antibiotics|antidepressants|beta blockers|the pill|blood pressure "
                r"medication|medication|insulin|statins|"
                r"blood thinners|keto|chemo|parole|crutches|probation|duty|a budget)\b.*)", "state"),
    frame("work work+ing do do+ing", r"(?P<v>(?:(?:the|rotating|alternating|mostly) )?(?:night|day|late|early|"
        r"evening|weekend|split|morning|graveyard)s?[- ]?(?:shifts?)?)(?=$|[\s,.])(?! .*\bat\b).*", "state", "e"),
    frame("work work+ing", r"(?P<v>from home|remotely|part[- ]time|full[- ]time|freelance|for myself|nights|weekends|"
        r"mostly from home|in shifts|(?:two|three|four|\d+) days (?:a|per) week)\b.*", "employment", "ew+"),
    frame("work work+ing", r".*?\bas (?P<v>(?:an? |the )?.+?)(?:\s+(?:at|for|with|in|on)\b.*)?$", "occupation", "e+"),
    frame("work work+ing be+ing", r"(?:(?:\w+ )?as .+? |here |(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|"
        r"weekends|evenings) |part[- ]time |full[- ]time |remotely )?(?:at|for|with) "
        r"(?!home|the moment|night|it|this|that|a living|myself|a project|you|an? \w+ (?:called|named|with)|numbers|"
        r"data)(?P<v>(?:an? |the )?.+?)(?:\s+(?:as|in "
        r"(?:the|a)|on)\b.*)?$", "employer", "e"),
    frame("be", r"working (?:at|for) (?P<v>(?-i:[A-Z]).+)", "employer"),  # "I'm Tom, 34, working at Siemens"
    frame("be", r"working as (?P<v>an? .+)", "occupation"),
    frame("work work+ing", r"(?:mostly |mainly )?in (?P<v>(?!the garden|progress|my|a rush|pairs|\d)(?:an? |the )?.+)",
        "WORKS_IN", "e"),
    # What is taught is no occupation: a teacher teaches two subjects, a nurse gives yoga classes.
    frame("teach teach+ing", r"(?!(?:you|me|him|her|them|my)\b)(?P<v>.+?)(?:\s+(?:at|in|to|"
        r"for)\b.*)?$", "skill", "e"),
    frame("study study+ing", r"(?:for )?(?P<v>.+?)(?:\s+(?:at|in|with)\b.*)?$", "study", "e"),
    frame("run manage lead run+ing manage+ing", r"(?P<v>(?:an?|the|my own|our) .*?(?:shop|store|business|company|"
        r"caf[eé]|restaurant|bakery|team|studio|farm|startup|agency|blog|podcast|department|group|club|salon|gallery|"
        r"choir)\b.*)", "occupation", "e"),
    frame("coach", rf"{_V}", "skill", "e"),
    frame("join", r"(?P<v>(?:an?|the|our|my) (?:[\w'-]+ ){0,3}?(?:club|choir|band|team|gym|union|league|orchestra|"
        r"group|society|party|board|committee|guild|class|course|church|fire brigade|crew|co-?op)\b.*)", "note", "p"),
    frame("join", r"(?P<v>(?-i:[A-Z]).+?)(?:\s+as\b.*)?$", "employer", "p"),
    frame("inherit win", r"(?P<v>(?:an?|two|three|my|our|some) .+)", "possession", "p"),
    frame("emigrate immigrate", rf"(?:from \S+ )?to {_PLACE}", "event", "p"),
    frame("serve", r"(?P<v>in the (?:army|navy|air force|military|marines|police|reserves)\b.*)", "event", "p"),
    frame("survive", r"(?P<v>.*(?:cancer|stroke|heart attack|accident|crash|war|earthquake)\b.*)", "health", "p"),
    frame("do", r"(?:my |a )(?P<v>(?:phd|doctorate|master'?s?|bachelor'?s?|degree|apprenticeship|a-levels|military "
        r"service|driving licen[cs]e|training as .+)\b.*)", "event", "p"),
    frame("run swim climb cycle sail walk hike row complete", r"(?P<v>(?:\d+|two|three|four|five|six|seven|eight|nine|"
        r"ten|a dozen|several) (?:half )?(?:marathons|triathlons|ultras|races|ironmans|peaks|four-thousanders)\b.*)",
        "event", ""),
    frame("get+ing", r"(?P<v>(?:an?|another|two|our|my) (?:[\w-]+ ){0,2}?(?:kitten|puppy|dog|cat|rabbit|pony|horse|"
        r"car|bike|house|flat|divorce|tattoo|new (?:kitchen|job|car|bike|dog|cat)|braces|operation|surgery)\b.*)",
        "plan"),
    frame("move+ing", r"(?P<v>in with .+|out\b.*|house\b.*|abroad\b.*)", "plan"),
    frame("save+ing", r"for (?P<v>(?:an?|our|my) .+)", "plan", "e"),
    frame("take", r"up (?!too\b|space|time|the\b|a lot|most|room|arms|residence|position|your|my|this|that|it\b)"
        r"(?P<v>.+)", "hobby", "p"),
    frame("start begin", r"(?:with )(?P<v>\w+ing\b.*)", "hobby", "p"),
    frame("enrol enroll sign", r"(?:up )?(?:in|on|for|at) (?P<v>(?:an?|the|my) (?:[\w'-]+ ){0,3}?(?:course|class|"
        r"degree|programme|program|lessons?|college|university|school|marathon|gym)\b.*)", "note", "p"),
    frame("start begin", r"(?:my |a |at )(?P<v>(?:new )?(?:job|position|role|degree|phd|apprenticeship|internship|"
        r"course|business|company|training)\b.*?)(?:,?\s+(?:at|with|in|as)\b.*)?$", "employment", "p"),
    frame("start begin", r"(?:working |my new job |a new job |my job )?at (?P<v>(?-i:[A-Z]).+)", "employer", "p"),
    frame("start begin", r"(?:a new job|my new job|a job|working|my new position|a new position|a new role),? (?:at|"
        r"with|for) (?P<v>(?-i:[A-Z]).+?)(?:\s+as\b.*)?$", "employer", "p"),
    frame("get", r"(?:just |recently )?promoted to (?P<v>.+)", "role", "p"),
    frame("be been", r"(?:just |recently )?promoted to (?P<v>.+)", "role"),
    frame("become", r"(?P<v>(?:an? |the )?.+)", "role", "p"),
    frame("get be", r"(?:just |recently )?(?P<v>laid off|fired|made redundant|let go)\b.*", "employment"),
    frame("get", r"(?:a |an |my |the )(?P<v>new (?:job|position|role)|job|position|offer)\b.*", "employment", "p"),
    frame("get", r"(?:a |an )(?:new )?(?:job|position) (?:at|with|as|in) (?P<v>.+)", "employer", "p"),
    frame("lose", r"(?:my |our )(?P<v>job|dog|cat|driver's licen[cs]e|licen[cs]e)\b.*", "employment", "np"),
    frame("quit leave quit+up leave+up", r"(?:my )(?P<v>(?:old |part-time |current )?(?:job|position|role|studies|"
        r"degree|phd|apprenticeship|\w+ course|band|club|gym))\b.*", "employment", "np"),
    frame("quit leave", r"(?:my job (?:at|with) )?(?P<v>(?-i:[A-Z])[\w&' -]+)", "employer", "np"),
    frame("retire", r"(?P<v>.*)", "employment", "pr"),
    frame("be", r"(?:no longer )?(?:with|at) (?P<v>(?-i:[A-Z])[\w&' .-]+)", "employer"),
    frame("graduate", r"(?:from |with |in )(?P<v>.+)", "event", "p"),
    frame("pass fail", r"(?:my |the )(?P<v>.*?(?:exam|exams|test|licen[cs]e|viva|finals|bar|driving test)\b.*)",
        "event", "p"),
    frame("finish complete", r"(?:my |the )(?P<v>.*?(?:degree|phd|master'?s?|bachelor'?s?|thesis|training|"
        r"apprenticeship|studies|school|marathon)\b.*)", "event", "p"),
    frame("run", r"(?P<v>(?:a|my first|the|one|two|three|four|five|\d+) .*?(?:marathon|race|10k|5k|triathlon)s?\b.*)",
        "event", "p"),
    # tastes
    frame("take drink like", r"my (?P<v>(?:coffee|tea|espresso|steak|eggs) .+)", "preference", "e"),
    frame("prefer", r"(?!the (?:first|second|third|last|other|former|latter|old|new|one)|option|version|this|that|"
        r"these|"
        r"your|it\b)(?P<v>.+?)(?:\s+(?:to|over|instead of|rather than|more than|than)\b.*)?$", "preference", ""),
    frame("rather", r"(?P<v>.+?)\s+(?:than|instead of)\b.*", "preference"),
    frame("like love enjoy", r"(?P<v>.+?)\s+(?:(?:much |far |a lot |way )?(?:more|better)) than\b.*", "preference",
        "yl"),
    frame("like love enjoy adore like+ing love+ing enjoy+ing", r"(?:to )?(?:the idea of )?(?!(?:that|how|when|where|"
        r"the "
        r"way|what|it|"
        r"this|your|to know|you|him|her|them|these|those)\b)(?P<v>.+)", "likes", "le"),
    frame("hate dislike detest despise loathe", r"(?:to )?(?!(?:that|how|when|what|it|this|your|to say|to ask|to admit|"
        r"to bother|you|him|her|them|these|those|myself)\b)(?P<v>.+)", "likes", "lnek"),
    frame("stand bear tolerate stomach", r"(?!(?:up|in|on|by|out|behind|for|here|there|to|with|it|this|that|"
        r"you)\b)(?P<v>.+)", "likes", "lde"),
    frame("mind", rf"{_V}", "", ""),
    frame("be", rf"{_DEGREE}(?:a |an )?(?:(?:big|huge|real|massive|great|lifelong|die-hard|avid|total|major|"
        rf"hardcore) )*fan of {_V}", "likes", "l"),
    frame("be", r"(?:a |an )(?:(?:big|huge|real|massive|great|lifelong|die-hard|avid|total|major) )*"
        r"(?!bit|real|complete|absolute|little)(?P<v>\w[\w' "
        r"-]*?) (?:fan|lover|enthusiast|nerd|addict|buff|junkie|geek|aficionado)\b.*", "likes"),
    frame("be", r"(?:more of )(?:a |an )(?P<v>.+)", "preference"),
    frame("be", rf"{_DEGREE}(?:into|fond of|keen on|crazy about|mad about|obsessed with|passionate about|interested "
        rf"in|hooked on|addicted to|big on) {_V}", "likes", "l"),
    frame("be", rf"{_DEGREE}(?:afraid of|scared of|terrified of|frightened of|phobic of) {_V}", "health", "l"),
    frame("be", r"(?P<v>(?:good|great|bad|terrible|awful|hopeless) (?:at|with) .+)", "skill", ""),
    frame("give+up", r"(?!on\b|hope|trying|my seat|looking|the first|everything|and\b|after|at\b|in\b)(?P<v>.+)",
        "habit", "np"),
    frame("be", r"fluent in (?P<v>.+)", "LANGUAGE", "l"),
    # food, body
    frame("drink", r"(?P<r>)(?:or smoke|anymore|any more|at all|)[\s.!]*$", "habit", "dr"),
    frame("eat drink eat+ing drink+ing digest handle", r"(?:any |much |enough )?(?P<v>.+)", "diet", "lde"),
    frame("eat drink", r"(?P<v>only .+|(?:mostly|mainly) .+|(?:halal|kosher|vegan|vegetarian|plant-based|gluten-free|"
        r"low[- ]carb|organic)\b.*)", "diet", "ye"),
    frame("eat drink have", r"(?!to\b)(?P<v>.+?)\s+(?:every (?:day|morning|evening|night|week)|for breakfast|daily|"
        r"twice a "
        r"day|each morning|(?:once|twice) a week)\b.*", "habit", "ye"),
    frame("smoke vape gamble", r"(?P<r>.*)", "habit", "er"),
    frame("eat", r"(?P<r>)$", "diet", "x"),
    frame("avoid avoid+ing skip", rf"{_V}", "diet", "lne"),
    frame("suffer suffer+ing", rf"from {_V}", "health", "le"),
    frame("be been", rf"(?:just |recently )?diagnosed with {_V}", "health", "l"),
    frame("take take+ing", r"(?P<v>(?:\d+ ?mg (?:of )?)?(?:[a-z]+(?:pril|statin|formin|xine?|azole|"
        r"cillin|pam|profen|olol|sartan|traline|oxetine|sone)|insulin|ibuprofen|aspirin|paracetamol|antidepressants|"
        r"blood thinners|beta blockers|antihistamines|antibiotics|steroids|hormones|magnesium|supplements|probiotics|"
          r"the pill|vitamin \w+|vitamins|iron|medication|meds|painkillers|.+? for my .+))(?=$|[\s,.]).*", "health",
          "e"),
    frame("take take+ing", rf"(?:my )?(?P<v>(?:\d+ ?mg (?:of )?)?(?:{MEDICINE}))\b.*", "health", "e"),
    frame("carry carry+ing", rf"(?P<v>(?:an? |my |two )?(?:{EMERGENCY}))\b.*", "health", "e"),
    frame("break sprain tear injure hurt fracture", r"(?:my |a )(?P<v>.+)", "health", "p"),
    # things had
    frame("have have+ing", r"(?:an? |severe |a severe |a bad |a mild |some )*(?:allergies|allergy|intolerance) (?:to|"
        r"against) (?P<v>.+)", "allergy", "l"),
    frame("have", r"(?:an? |severe |a severe |a bad |a mild )*(?P<v>[\w-]+(?: [\w-]+)?) (?:allergy|intolerance|"
        r"allergies)\b.*", "allergy"),
    frame("have have+ing keep", rf"(?!to\b){_V}", "HAVE", "le"),
    frame("get", _V, "HAVE", "lp"),
    frame("own", r"(?!(?:you|me|it|going|trying|getting|forgetting|in|up|on|track|him|her|them|that|this|thinking|"
        r"having|seeing|my|the)\b)(?P<v>.+)", "OWN", "le"),
    frame("buy adopt rent", r"(?:us |me |myself |ourselves )?(?P<v>(?:an?|two|three|our first|my first|another|one|"
        r"\d+) .+)", "OWN", "p"),
    frame("sell lose", r"(?:my |our )(?P<v>.+)", "OWN", "np"),
    frame("drive ride", r"(?P<v>(?:an?|the|my) .+|(?-i:[A-Z]).+)", "vehicle", "e"),
    frame("use use+ing", r"(?!(?:to|it|this|that|you|them|the same|these|those)\b)(?P<v>.+?)(?:\s+(?:for|as|to|on|at|"
        r"instead of|rather than|over|with|every|because)\b.*)?$", "possession", "le"),
    frame("wear", r"(?P<v>(?:glasses|contacts|contact lenses|hearing aids?|a hearing aid|braces|size .+|a size .+|"
        r"reading glasses|a pacemaker|dentures|a wig|a hijab|only .+|an? .+))\b.*", "possession", "e"),
    frame("switch change", r"(?:from .+? )?to (?P<v>.+)", "possession", "p"),
    frame("die", r"(?P<r>.*)", "event", "pr"),
    frame("pass", r"(?P<r>away)\b.*", "event", "pr"),
    frame("start start+ing begin", r"(?P<v>(?:school|university|uni|kindergarten|college|nursery|primary school|high "
        r"school|a new job|my new job|daycare)\b.*)", "plan", "e"),
    frame("take", r"(?P<v>the (?:train|bus|tube|tram|metro|subway|ferry|car|bike)\b.*)", "habit", "e"),
    frame("listen listen+ing", r"to (?:a lot of |lots of |mostly |mainly )?(?!(?:you|me|him|her|them|this|that|my|it|"
        r"the)\b)(?P<v>.+)", "likes", "le"),
    frame("watch", r"(?P<v>tv|television|sports?|football|anime|the news|horror.*|soaps?)\b.*", "habit", "e"),
    frame("look+ing", r"for (?P<v>.+)", "plan", "e"),
    frame("go+ing", r"on (?P<v>(?:holiday|vacation|a trip)\b.*)", "plan", "ew"),
    frame("plan+ing try+ing", r"to (?P<v>.+)", "plan", "e"),
    frame("save+ing", r"up for (?P<v>.+)", "plan", "e"),
    frame("want", r"to (?P<v>(?:learn (?:to|how to (?!use|do|make|write|fix|get)|[A-Z])|become|emigrate|move to "
        r"(?-i:[A-Z])|visit (?-i:[A-Z])|travel|lose weight|retire|run a).*)", "wish", "e"),
    frame("be been", r"(?P<v>(?:fully )?vaccinated against .+)", "health"),
    frame("be", r"(?:(?:off|away|out) )?(?P<v>(?:in(?= (?-i:[A-Z]))|on a trip to|on a business trip|away|abroad|"
        r"off work|out of office|out of town|on holiday|on vacation|home alone|house-?sitting)"
        r"(?: (?:in )?(?-i:[A-Z]).*)?)(?=\s|$)",
        "state", "Tw"),
    frame("stay stay+ing", r"(?P<v>(?:with|at|in) .+)", "state", "Tew"),
    frame("do+ing do", r"(?:an? |my )(?P<v>(?:part-time )?(?:master'?s?|phd|bachelor'?s?|degree|apprenticeship|"
        r"internship|course|mba|doctorate|traineeship|placement|residency)\b.*?)(?:\s+(?:at|with)\b.*)?$", "study",
        "e"),
    frame("code program", r"(?:mostly |mainly |only )?in (?P<v>(?-i:[A-Z]).*)", "skill", "le"),
    frame("be", r"(?P<v>the (?:youngest|oldest|eldest|middle) (?:of|child|sibling|kid)\b.*)", "family"),
    frame("get", r"(?P<v>(?:sea|car|motion|air|travel)[- ]?sick|migraines?|nosebleeds|hay ?fever)\b.*", "health", "e"),
    frame("be", rf"(?:(?:an? )?(?:\w+ )?member of|(?:in|on|part of)) {_CLUB}", "hobby"),
    frame("join", rf"{_CLUB}", "hobby", "p"),
    frame("subscribe", r"to (?P<v>.+)", "possession", "le"),
    frame("rent", r"(?P<v>an? (?:\w+ )*?(?:flat|house|apartment|room|studio|garage|office|allotment|cabin|storage "
        r"\w+|workshop|"
        r"shed|parking \w+|plot|garden)\b.*)", "OWN", "e"),
    frame("need", r"(?P<v>(?:reading |new )?glasses|hearing aids?|a hearing aid|a wheelchair|crutches|insulin|a "
        r"walking "
        r"stick)\b.*", "health", "e"),
    frame("can", rf"(?:have|eat|drink|tolerate|digest) (?:any )?(?P<v>{_FOOD}\b.*)", "diet", "ld"),
    frame("have", r"(?P<v>(?:a|an|another|our (?:first|second|third)) (?:baby|son|daughter|boy|girl|child|kid)\b.*)",
        "event", "pT"),
    frame("start", r"(?:a|an|my own|our own) (?P<v>(?:podcast|blog|business|company|band|book club|newsletter|diary|"
        r"youtube channel|garden|shop|choir|charity)\b.*)", "event", "p"),
    frame("move", r"(?P<v>(?:here|back home)(?=$| (?:in|from|for|with|last|two|three|years|because|when)\b).*)",
        "event", "pw"),
    frame("study", r"(?P<v>[\w ]+?)(?:\s+(?:at|in|with)\b.*)?$", "event", "p"),
    frame("learn", r"(?:how )?to (?P<v>(?:sail|swim|ski|surf|drive|dance|dive|fly|cook|knit|sew|code|ride|juggle|row|"
        r"skate|"
        r"play|read|speak)\b.*)", "skill", "p"),
    frame("be", r"in the (?P<v>army|navy|air force|military|marines|scouts|fire service|police)\b.*", "event", "p"),
    frame("get", r"(?P<v>(?:sick|dizzy|nauseous|queasy|panicky) (?:in|on|from|at) .+)", "health", "e"),
    # pastimes, skills, habits
    frame("take", r"up (?!(?:the|a|an|too|so|your|my|his|her|our|that|this|much|most|space|room|time|half|arms|all|"
        r"residence|"
        r"where)\b)(?P<v>.+)", "hobby", "l"),
    frame("write write+ing", r"(?P<v>(?:poetry|poems|short stories|stories|songs|novels|fan ?fiction|screenplays|"
        r"plays|lyrics|"
        r"haikus?|a (?:blog|novel|diary|newsletter|book|column))\b.*)", "hobby", "e"),
    frame("brew bake make grow sew knit build roast grow+ing", r"(?:my|our) own (?P<v>.+)", "hobby", "le"),
    frame("grow grow+ing", r"(?!(?:up|out|old|older|into|apart|tired|to|in|on|by|from|with|so|very|a lot|fast|my|our|"
        r"weary|"
        r"bored|a beard)\b)(?P<v>.+)", "hobby", "le"),
    frame("eat drink have", r"(?!to\b)(?P<v>.+)", "habit", "yeh"),
    frame("speak speak+ing", r"(?:fluent |some |a (?:bit|little)(?: bit)?(?: of)? |native |basic |good |perfect |"
        r"decent )?(?P<v>.+)", "LANGUAGE", "le"),
    frame("can", r"(?P<v>(?:swim|drive|ski|cook|code|program|sing|dance|draw|read (?:music|cyrillic|arabic|sheet "
        r"music)|ride (?:a|bikes)|play .+|type .+|juggle|whistle|sew|knit|surf|skate|fly .+|speak .+|touch[- ]type|"
        r"bake|cycle|dive|sail)\b.*)", "skill", ""),
    frame("play play+ing practise practice practise+ing practice+ing", r"(?!(?:with|around|along|it|this|that|a game|"
        r"the game|a role|the role)\b)(?:the )?(?P<v>.+?)(?:\s+(?:in|with|at|for)\b.*)?$", "hobby", "le"),
    frame("collect", r"(?!(?:it|them|my|the)\b)(?P<v>.+)", "hobby", "le"),
    frame("learn+ing train+ing learn", r"(?:for )?(?:how )?(?:to )?(?!(?:a lot|a ton|that|from|about|more|something|"
        r"as\b|this|these|all|new\b|the\b|lots|so\b|much|what|why|where)\b)(?P<v>.+)", "plan", "le"),
    frame("do do+ing", r"(?:a (?:bit|lot) of |some |lots of )?(?P<v>(?:yoga|pilates|judo|karate|boxing|crossfit|"
        r"ballet|gymnastics|martial arts|taekwondo|aikido|athletics|triathlons?|ceramics|pottery|photography|"
                        r"improv|theatre|aerobics|zumba|spinning|tai chi|aqua ?fitness|aqua aerobics|gymnastics|"
                        r"meditation|weightlifting|bouldering|climbing|drag|stand-up|archery|"
                        r"calligraphy|woodworking|volunteer work|cosplay|parkour|fencing|intermittent fasting)\b.*)",
                        "hobby", "le"),
    frame("go", r"(?P<v>(?:\w+ing|to the gym|to church|to (?:a |the )?\w+ (?:class|classes|club|practice|training|"
        r"group|lessons)|to bed|to (?:yoga|choir|therapy|physio\w*|rehearsal|mosque|synagogue))\b.*)", "habit", "e"),
    frame("do bake walk read write donate clean iron vacuum shop visit call help stretch train paint cook lift "
        "practise "
        "practice teach babysit run swim cycle hike climb knit sew sing paint draw garden meditate bake fish jog "
        "volunteer "
        "surf ski skate pray box blog brew dance commute run+ing fast attend host", rf"{_NO_TASK}(?P<r>.*)", "habit",
        "ehr"),
    frame("get wake", r"up (?P<v>(?:at|around|before|early|late)\b.*)", "habit", "ew"),
    frame("sing", r"(?P<v>in (?:a|the|our) .*choir.*|in a band)", "hobby", "e"),
    frame("train train+ing", r"for (?P<v>.+)", "plan", "e"),
    frame("volunteer volunteer+ing", r"(?:at|for|with) (?P<v>.+)", "habit", "e"),
    frame("commute", r"(?P<v>(?:by|to|from) .+)", "habit", "e"),
    frame("expect+ing", r"(?:our |a |my )(?P<v>.*?(?:baby|child|kid|twins|daughter|son)\b.*)", "event", "e"),
    frame("been", r"to (?P<v>(?-i:[A-Z]).+)", "event", "l"),
    frame("visit", r"(?P<v>(?-i:[A-Z]).+)", "event", "pl"),
    frame("fly+ing travel+ing go+ing", r"(?:to |on )(?P<v>(?-i:[A-Z]).+)", "plan"),
    frame("be", r"(?P<v>at .+|in the .+)", "location", "t"),
    frame("identify", r"as (?P<v>.+)", "note", "e"),
    frame("support", r"(?P<v>(?-i:[A-Z]).+)", "likes", "e"),
    frame("follow", r"(?P<v>(?:a|an) .*?diet|.* diet)\b.*", "diet", "e"),
)
