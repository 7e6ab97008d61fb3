//! What somebody says who may hurt themselves, or who fears for somebody who may. In English, Spanish and Vietnamese.

use super::sign::{Kind, Sign, Ways};

const THEMSELVES: Ways = "myself|himself|herself|themselves|themself";
const KILL: Ways = "kill|killing|hang|hanging|shoot|shooting|unalive|unaliving";
const HURT: Ways = "hurt|hurting|harm|harming|cut|cutting|burn|burning|stab|stabbing";
/// By which somebody is hurt who did not mean to be.
const BY_ACCIDENT: Ways =
    "by accident|accidentally|at work|gym|shaving|cooking|falling|fell|playing|lifting|running";
/// What is cut that is no harm.
const BY_ACCIDENT_OR_CARE: Ways = "back|down|down on|carbs|sugar|salt|calories|grass|hair|weight|dose|doses|pills|\
    smoking|alcohol|coffee|cooking|at work|meat|costs|expenses|teeth";
const WANT: Ways = "want to|wants to|wanna|wanted to|wish to|rather|ready to|plan to|planning to|\
    thinking of|thinking about|thoughts of|feel like|wish i could";
const BE_DEAD: Ways = "die|dying|be dead|not exist|not wake up|disappear forever|be gone forever";
const NO_WISH_TO_DIE: Ways = "dont want to die|do not want to die|dont wanna die|don t want to die|\
    doesnt want to die|no quiero morir|no quiero morirme|no quiere morir|không muốn chết|chưa muốn chết";
const NOT_WANT: Ways = "dont want|do not want|doesnt want|does not want|don t want|dont wish|no longer want|\
    dont really want|never wanted";
const NOT_WANNA: Ways = "dont wanna|do not wanna|don t wanna|dont want to|doesnt wanna|not wanna";
const TO_LIVE: Ways = "to live|to be alive|to exist|to wake up|to keep living|to be on this earth";
const LIVE: Ways = "live|be alive|exist|wake up|keep living|be on this earth";
const TIRED: Ways = "tired of|sick of|done with|hate|fed up with";
const LIVING: Ways = "living|being alive|life";
const MORE: Ways = "anymore|any more|any longer|no more";
/// What has an end besides life.
const OF_TAKING_PART: Ways = "trial|trials|study|studies|participation|visit|visits|call|chat|form|survey|subscription|\
    wait|waiting|pandemic|appointment|session|test|tests";
const OF_PREVENTION: Ways = "suicide prevention study|suicide prevention studies|suicide prevention trial|\
    suicide prevention trials|suicide prevention research";
const HIS: Ways = "my|his|her|their";

pub(super) const CRISIS: &[Sign] = &[
    said(&["suicide|suicides|self harm|self harming"]).unless(OF_PREVENTION),
    said(&["pills lined up|pills in front of me|pills in my hand|gun in my hand|gun to my head|rope around my neck|\
        cut too deep|cut myself too deep"]),
    Sign::new(Kind::Feeling, &["suicidal"]),
    said(&[KILL, THEMSELVES]).close(),
    said(&[HURT, THEMSELVES]).close().unless(BY_ACCIDENT),
    said(&[WANT, BE_DEAD]).close().unless(NO_WISH_TO_DIE),
    said(&["wish i was dead|wish i were dead|wish i was never born|wish i wasnt here|wish i was not here|\
        wish i werent here|wish i had never been born|wish i wasnt alive|hope i die"]),
    said(&["better off dead|better off without me|better without me|better if i was dead"]),
    said(&[
        "better|happier|easier|better off|care|cares|cared|notice|miss",
        "if i was dead|if i were dead|if i died|if i wasnt here|if i was gone|without me around|\
            if i disappeared",
    ]),
    said(&[
        "dont see|do not see|no longer see|cant see|cant find|dont have|lost",
        "reason|point",
        "to live|living|to keep living|in living|to go on living|to be alive|to wake up|to get up|to go on",
    ])
    .close(),
    said(&["gonna|going to|wanna|want to|gunna|will|might|should|just|imma|ima", "kms"]).close(),
    said(&["i should|i want to|i wanna|i wish i could|want to just|i would rather|id rather", "disappear|vanish"]).close(),
    said(&["never have to wake up|never wake up again|dont have to wake up again|not have to wake up again|\
        sleep forever|sleep and never"]),
    said(&[
        "how many|how much",
        "pills|pill|tylenol|insulin|fentanyl|meds|oxycodone|xanax|morphine|aspirin",
        "to die|to kill|would kill|will kill|would it take|does it take|is lethal|lethal|fatal|to overdose|\
            to end it|never wake",
    ])
    .unless("in the trial|in the study|in a trial|in a study|the trial|the study"),
    said(&["voices|voice", "tell me to|telling me to|tells me to|say i should|saying i should|want me to"]).close(),
    Sign::new(
        Kind::Feeling,
        &["im a burden|i am a burden|i m a burden|just a burden|such a burden|a burden to everyone|\
            a burden on everyone|a burden to everybody"],
    ),
    Sign::new(Kind::Feeling, &["no point|is no point|the point of anything", MORE]).close(),
    said(&["hope|wish|pray", "dont wake up|never wake up|wont wake up|didnt wake up"]),
    weary(&[NOT_WANT, TO_LIVE]),
    weary(&[NOT_WANNA, LIVE]),
    weary(&[TIRED, LIVING]),
    weary(&["why should i|why would i|why do i", "keep living|live|go on living|even live"]),
    said(&["dont want to be here|dont wanna be here|do not want to be here", MORE]).close(),
    said(&["not worth living|life is not worth|life isnt worth|lifes not worth|isnt worth living|\
        isnt worth it anymore|nothing to live for"]),
    said(&[
        "want",
        "it all to end|everything to end|it all to stop|it all to be over|my life to be over|\
            all of it to end",
    ])
    .close(),
    said(&[WANT, "end everything|end my suffering"]).close(),
    said(&[
        "nobody|no one|noone",
        "would miss me|will miss me|would care if i died|would notice if i died|cares if i live",
    ]),
    weary(&["ending it tonight|ending it now|gonna end it|going to end it|want to end it|wanna end it|\
        ready to end it"]),
    said(&[
        "no reason|any reason|no point|any point|the point of|the point in|what point",
        "to live|living|in living|to keep living",
    ]),
    said(&["no reason to go on|no point in going on|no point going on|reason to go on living"]),
    weary(&["i cant go on|i cannot go on|i can not go on"]).unless("trial|study|website|page|trip|visits|vacation"),
    said(&["cant go on|can not go on|cannot go on", "anymore|any longer|living|like this"]).close(),
    said(&["end|ending", "my life|his life|her life|their life|it all"]).together(),
    said(&["take|taking", "my own life|his own life|her own life|their own life"]).together(),
    said(&["cut|cutting|slit|slitting", HIS, "wrists|wrist"]).close(),
    said(&["cutting again|started cutting|been cutting|relapsed on cutting|still cutting"]).unless(BY_ACCIDENT_OR_CARE),
    said(&["i have a gun|i got a gun|ive got a gun|holding a gun|loaded gun|gun to my head|gun on the table|\
        gun next to me|gun beside me|gun on my lap|gun is loaded|i have the gun|i got the gun|i have my gun|\
        i got my gun|i have the pistol|i have the rifle|i have the rope|tied a noose|made a noose"]),
    said(&[
        "text|texted|texts|wrote|posted|sent|said|called|left|message|messaged",
        "goodbye|good bye|bye forever|goodbyes|sorry for everything|a last message",
        "forever|wont pick up|not picking up|wont answer|not answering|doesnt answer|cant reach|cant find|gone|note|phone off",
    ])
    .wide()
    .unless("study team|coordinator"),
    Sign::new(
        Kind::Feeling,
        &["feel hopeless|feeling hopeless|feel so hopeless|feel completely hopeless|lost all hope|\
            have no hope left|cant do this anymore|cant take this anymore|cant take it anymore"],
    ),
    said(&["jump off|jumping off|fly off", "bridge|roof|building|garage|balcony|ledge"]),
    said(&["standing on|sitting on|on the edge of|up on|climbed on", "bridge|ledge|roof|cliff|railing|train tracks|tracks|overpass"])
        .close()
        .unless("picture|photo|works|worker|job|view"),
    said(&["saving up|saved up|been saving|stockpiling|stockpiled|hoarding|collecting", "pills|meds|tablets|insulin|morphine|oxy|patches"])
        .unless("money|pay|afford|cost|bottles|recycle"),
    said(&[
        "got a plan|have a plan|made a plan|made my plan|have my plan|got my plan",
        "letters|note|tonight|goodbye|kill|rope|gun|die|pills|end",
    ])
    .wide()
    .unless("insurance|health plan|care plan|treatment plan"),
    said(&["cut my arm|cut my leg|cut my thigh|cut my arms|cut my legs", "deep|dont tell|wont stop|not stopping"]).wide().unless(BY_ACCIDENT),
    said(&["voices|voice|voices say|they", "say to|says to|telling me|tell me|want me to", "bath|drown|hurt|kill|stab|knife|baby|little girl|little boy|kids"])
        .wide()
        .unless("doctor|doctors|nurse|nurses|study team|trial"),
    said(&["gun in the truck|gun in his truck|gun in the car|got his gun|got the gun|has his gun", "finish|end|wife|husband|says|said|gone|drinking"]).wide(),
    said(&["wrote the letters|wrote my letters|wrote letters to my|wrote my note|wrote the note|wrote a note to my|wrote my will tonight"]),
    said(&["i just dont wake up|i dont wake up|i didnt wake up|i never woke up"]),
    said(&[
        "sleep|asleep",
        "not wake up|never wake up|not wake up again|never waking up|not waking up again|dont wake up|not wake",
    ])
    .close()
    .unless("rested|refreshed|tired|baby|he|she|husband|wife|mother|father|mom|dad|son|daughter"),
    weary(&["should i just end it|should i end it|i should end it|i should just end it|maybe just end it|\
        might as well end it|id rather end it|i will end it|i could just end it"])
    .unless(OF_TAKING_PART),
    said(&["want|wanted|wish", "it to be over|it over|it to end|this to end|this to be over|this over|this all over"])
        .close()
        .unless(OF_TAKING_PART),
    Sign::new(
        Kind::Feeling,
        &["cant take this|cannot take this|cant take the pain|cant handle this|cant bear this|cant stand this life", MORE],
    )
    .close()
    .unless("drug|medicine|medication|pill|pills|shot|website|form"),
    said(&[
        "wish|hope|let|pray",
        "cancer|god|lord|disease|illness|sickness|death|tumor",
        "take me|takes me|kill me|kills me|finish me",
    ])
    .unless("trial|study|hours|minutes|not|doesnt|dont|wont|never|didnt"),
    weary(&[
        "dont see|do not see|no longer see|cant see|see no|what is|whats|wheres|there is no|theres no",
        "point of going on|point in going on|point going on|point of anything|point in anything",
    ])
    .unless(OF_TAKING_PART),
    // Spanish
    said(&["suicidio|suicida|suicidarme|suicidarse|suicidarte"]),
    said(&["me quiero|se quiere", "matar|morir"]).close().unless(NO_WISH_TO_DIE),
    said(&["me voy a|se va a", "matar"]).close(),
    said(&[
        "quiero|quisiera|quiere|ganas de|voy a|pienso|pensando en",
        "desaparecer|dormir para siempre|no existir|matarme|matarse|hacerme daño|hacerse daño|lastimarme|cortarme|quitarme la vida|quitarse la vida|\
            terminar con mi vida|acabar con mi vida|acabar con todo",
    ])
    .close(),
    said(&["quiero|quisiera|quiere|ganas de|me gustaría", "morir|morirme|morirse|estar muerto|estar muerta"])
        .close()
        .unless(NO_WISH_TO_DIE),
    said(&[
        "no quiero|no quiere|no deseo|no tengo ganas de|cansado de|cansada de|harto de|harta de",
        "vivir|seguir viviendo|estar aquí|estar viva|estar vivo|seguir viva|seguir vivo|despertar",
    ])
    .close()
    .unless("vivir con|vivir lejos"),
    said(&[
        "quitarme la vida|terminar con mi vida|acabar con mi vida|acabar con todo|no vale la pena vivir|\
            cortarme las venas|sin razón para vivir|mejor muerto|mejor muerta",
    ]),
    said(&["mejor", "muerto|muerta"]).close(),
    said(&["me|se", "corté|cortó|cortar|cortarme|cortarse", "venas|las venas|muñecas|las muñecas"]).close(),
    said(&["dormir|dormirme|dormido|dormida", "no despertar|nunca despertar|no despertarme|no volver a despertar"]).close(),
    said(&["ya no puedo más|no aguanto más vivir|no puedo seguir así|ya no aguanto la vida"]).unless("estudio|ensayo|página"),
    said(&["quiero|ojalá", "que esto acabe|que todo acabe|que todo termine|que esto termine"]).close(),
    // Vietnamese
    said(&["sống", "không có ý nghĩa|vô nghĩa|để làm gì|không còn ý nghĩa|không còn gì"]).close(),
    said(&["tự tử|tự sát|tự vẫn|tự hại|tự làm đau|kết liễu|cắt cổ tay|chán sống|không thiết sống|\
        kết thúc cuộc đời|kết thúc cuộc sống"]),
    said(&["muốn chết|chết cho rồi|chết đi cho rồi|chết quách"]).unless(NO_WISH_TO_DIE),
    said(&["không muốn|chẳng muốn|chả muốn|không còn muốn|hết muốn", "sống|tồn tại|tỉnh dậy"]).close(),
    said(&["ngủ", "không bao giờ tỉnh dậy|không tỉnh dậy nữa|không bao giờ dậy|mãi mãi"]).close(),
    said(&["không còn lý do|không có lý do|còn lý do gì", "sống"]).close(),
];

const fn said(things: &'static [Ways]) -> Sign {
    Sign::new(Kind::Crisis, things)
}

const fn weary(things: &'static [Ways]) -> Sign {
    Sign::new(Kind::Weary, things).close()
}
