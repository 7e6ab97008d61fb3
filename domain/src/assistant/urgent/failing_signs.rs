//! What somebody says when heart, lungs or brain fail, or an infection spreads, in words other than those of
//! [`super::emergency_signs`]. English first, then Spanish and Vietnamese.

use super::{
    emergency_signs::SOMEBODY_ELSE,
    sign::{
        Kind::{Complaint, Dying, Now},
        Sign, Ways,
    },
};

/// What shows that somebody has lived with it, or looks for a trial.
const LONG_SINCE: Ways = "trial|trials|study|studies|since|years|months|ago|join|born|always";
const CANT_SPEAK: Ways = "cant talk|cannot talk|can not talk|cant speak|cannot speak|can not speak";

pub(super) const FAILING: &[Sign] = &[
    Sign::new(
        Complaint,
        &[
            "he|she|hes|shes|skin|face|lips|hands|husband|wife|mother|mom|father|dad|baby|son|daughter|grandma|grandpa",
            "turning gray|turned gray|went gray|gone gray|going gray|is gray|looks gray|all gray|turning grey|turned grey|\
                went grey|gone grey|going grey|is grey|looks grey|all grey|turning white|ashen",
        ],
    )
    .close()
    .unless("hair|beard|eyebrows"),
    Sign::new(
        Complaint,
        &[
            "oxygen|oxygen tank|o2 tank|oxygen tanks|concentrator",
            "empty|ran out|running out|is out|almost out|not working|stopped working|broke|broken",
        ],
    )
    .close(),
    Sign::new(Complaint, &["ran out of|im out of|i am out of|running out of|run out of|out of", "oxygen"]).together(),
    Sign::both(
        Complaint,
        &[
            "cant lie flat|cant lay flat|cannot lie flat|cannot lay flat|cant lie down|cannot lie down|cant lay down|\
                have to sleep sitting up",
            "swollen|swelling|heart failure|sit up|air|breath|breathe|fluid|heart",
        ],
    )
    .wide()
    .unless("mri|scan|scanner|trial|trials|study|studies"),
    Sign::both(
        Complaint,
        &[
            "numb|numbness|weak|weakness|paralyzed|tingling|tingly|limp",
            "one side|left side|right side|side of my body|side of his body|side of her body|half my body|half of my body|\
                one half",
        ],
    )
    .close()
    .unless(LONG_SINCE),
    Sign::new(
        Complaint,
        &["baby|infant|newborn|toddler|my son|my daughter|my child|my kid", "is limp|went limp|gone limp|all limp|floppy"],
    )
    .close(),
    Sign::new(
        Now,
        &["tongue is getting thick|tongue is getting big|tongue is getting bigger|tongue is swelling|tongue is swollen|\
            tongue feels thick|tongue feels swollen|tongue swelled|tongue swelling|tongue is thick"],
    )
    .unless("trial|trials"),
    Sign::new(Complaint, &["worst headache of my whole life|worst headache i ever had|worst headache in my life"]),
    Sign::new(Now, &[SOMEBODY_ELSE, CANT_SPEAK]).close().unless(
        "english|spanish|vietnamese|phone|to|about|right now|since|years|autism|als|stroke|trial|trials|study|studies|\
            language|himself|herself|because|born|deaf|yet",
    ),
    Sign::both(
        Complaint,
        &[
            "back pain|back hurts|backache|pain in my back|my back",
            "control bladder|control my bladder|control of my bladder|control my bowels|control of my bowels|\
                control bowels|wet myself|peed myself|hold my pee|bladder control|bowel control|numb between my legs",
        ],
    )
    .wide()
    .unless(LONG_SINCE),
    Sign::both(
        Complaint,
        &[
            "stiff neck|neck is stiff|neck stiff|cant bend neck|cant bend my neck|cant bend her neck|cant bend his neck",
            "fever|headache|crying|confused|vomiting|throwing up|light hurts|rash|temperature",
        ],
    )
    .wide(),
    Sign::new(Complaint, &["chest", "burns|is on fire"]).close(),
    Sign::new(
        Now,
        &[
            SOMEBODY_ELSE,
            "dropped|droped|drops|keeled over|went down|lying|laying|slumped|sprawled",
            "on the floor|on the kitchen floor|on the bathroom floor|on the ground|to the floor|to the ground",
        ],
    )
    .unless("pills|phone|glass|trial|trials|study|studies|ago|bed|mattress"),
    Sign::both(
        Complaint,
        &["had a fit|having a fit|has a fit|took a fit|fitting|fits", "jerking|twitching|shaking|still going|wont stop"],
    )
    .wide(),
    Sign::both(
        Complaint,
        &[
            "is black|turned black|turning black|going black|went black|red streaks|red streak|red lines|red line going",
            "fever|chills|confused|confusd|shaking|spreading|sweating|faint",
        ],
    )
    .wide()
    .unless(LONG_SINCE),
    Sign::both(
        Complaint,
        &[
            "insulin pump stopped|pump stopped|pump broke|pump is broken|pump isnt working|pump not working|\
                pump quit|ran out of insulin|out of insulin|no insulin|no more insulin",
            "throwing up|vomiting|throw up|sick|sleepy|sugar|breathing|confused|thirsty|stomach",
        ],
    )
    .wide()
    .unless("trial|trials|study|studies"),
    Sign::new(
        Now,
        &["need a doctor right now|need a doctor now|need doctor now|need medical help|need a medic|need help right now|\
            need help now|need help immediately|get me a doctor|need an er"],
    )
    .unless("form|website|page|sign|trial|trials|study|studies|letter|filling|joining|enrolling|finding|find"),
    Sign::new(
        Dying,
        &["i am going to die|im going to die|i m going to die|im gonna die|i am gonna die|im about to die|\
            i am about to die|think i will die|voy a morir ahora"],
    )
    .unless("laughing|boredom|bored|one day|someday|some day|eventually|from|of|if|everyone|without"),
    Sign::both(
        Complaint,
        &["confused|delirious|dont know my name|doesnt know my name|dont know who i am|doesnt know who i am|talking nonsense", 
            "burning up|fever|red hot|not sweating|heat|103|104|105|106|temperature"],
    )
    .wide(),
    Sign::new(
        Complaint,
        &["black tar|tar poop|poop like tar|poop is black|pooping black|pooping blood|passing black stool|coffee grounds|poop blood|\
            pooped blood"],
    )
    .unless("coffee grounds in|compost"),
    Sign::both(
        Complaint,
        &[
            "heart is racing|heart racing|heart pounding|heart skipping|heart is skipping|heart going|heart fluttering|heart is pounding|\
                heart beating fast|heart beating so fast|heart beating weird",
            "faint|dizzy|weak|lightheaded|wont slow|wont slow down|for an hour|for hours|passing out|sweating|missed dialysis|chest",
        ],
    )
    .wide()
    .unless("years|always"),
    Sign::both(
        Complaint,
        &[
            "missed dialysis|missed my dialysis|skipped dialysis|skipped my dialysis|no dialysis|without dialysis|missed his dialysis|\
                missed her dialysis",
            "weak|heart|breath|breathe|swollen|skipping|chest|sick|confused|numb",
        ],
    )
    .wide(),
    Sign::new(Now, &["hurts to breathe|hurts when i breathe|hurts to take a breath|pain when i breathe|pain when breathing"])
        .unless("since|years|months|trial|trials"),
    Sign::both(
        Complaint,
        &["cant see out of|lost sight in|went blind in|blind in", "woke up|like a curtain|curtain came|right eye|left eye|dark spot"],
    )
    .wide()
    .unless("years|year|born|always|months|since"),
    Sign::both(
        Complaint,
        &["belly|stomach|abdomen|tummy", "hard like wood|hard as wood|hard like a rock|hard as a rock|hard as a board|rigid|hard like a board"],
    )
    .wide(),
    Sign::both(
        Complaint,
        &[
            "pus|oozing|red hot|red and hot|infected|smells bad",
            "shivering|shaking|chills|fever|confused|red streaks",
        ],
    )
    .wide()
    .unless(LONG_SINCE),
    Sign::both(Complaint, &["purple spots|purple rash|rash|spots", "dont fade|doesnt fade|wont fade|not fade|neck is stiff|stiff neck"])
        .wide(),
    Sign::new(Complaint, &["purple spots|purple rash|purple dots", "my 1..=17|child|baby|son|daughter|kid|toddler|fever"]).wide(),
    Sign::new(
        Complaint,
        &["ribs sucking in|ribs pulling in|ribs suck in|sucking in at the ribs|ribs are showing when|skin pulls in|belly breathing"],
    ),
    Sign::both(
        Complaint,
        &["skin is peeling|skin peeling|skin coming off|skin is coming off", "blisters|mouth|eyes|fever|pill|medicine|drug"],
    )
    .wide(),
    Sign::both(
        Complaint,
        &[
            "stopped drinking|quit drinking|no drink since|off alcohol|detox|detoxing|cold turkey|withdrawal|withdrawals",
            "shaking|shakes|seeing bugs|seeing things|seizure|sweating|hallucinating|hearing things|confused",
        ],
    )
    .wide()
    .unless("years"),
    Sign::both(
        Complaint,
        &["vomit|vomiting|throwing up|puke|puking|threw up", "like coffee|coffee grounds|look like coffee|looks like coffee"],
    )
    .wide(),
    Sign::both(
        Complaint,
        &["swelled up|swollen|swelling|swelled", "cant swallow|cant swallow my spit|drooling|cant talk"],
    )
    .wide(),
    Sign::both(
        Complaint,
        &["cant write his name|cant write her name|cant write my name|wrong words|dont know what day|doesnt know what day", "fever|shivering|temp|now|car t|102|103|104|suddenly|keeps"],
    )
    .wide(),
    Sign::both(
        Complaint,
        &[
            "inhaler|puffer|nebulizer",
            "dont work|doesnt work|not working|isnt working|not helping|isnt helping|doesnt help|empty|used it 5..=60|5..=60 times|\
                5..=60 puffs",
        ],
    )
    .wide()
    .unless(LONG_SINCE),
    // Spanish
    Sign::new(
        Complaint,
        &["se le hunden las costillas|se le hunde el pecho|se le marcan las costillas|se le hunden sus costillas"],
    ),
    Sign::new(
        Now,
        &[
            "creo que es|creo que tengo|creo que tiene|creo que le|creo que me|parece que es|parece que le",
            "infarto|ataque al corazón|derrame|ataque cardíaco",
        ],
    )
    .close(),
    Sign::new(
        Complaint,
        &["se me durmió|se le durmió|se me duerme|se le duerme|se me entumió|se me adormeció", "cara|cuerpo|brazo|lado"],
    )
    .wide(),
    Sign::new(
        Now,
        &["abuela|abuelo|mamá|papá|madre|padre|esposo|esposa|hijo|hija|hermano|hermana", "no puede hablar|no puede ver"],
    )
    .close()
    .unless("inglés|español|teléfono|con|desde|años|estudio|estudios|ensayo|ensayos|de nacimiento"),
    Sign::new(Now, &["no puedo hablar bien|no puede hablar bien|habla raro|hablo raro"]).unless("inglés|español"),
    Sign::both(Complaint, &["dolor de cabeza", "peor"]).close(),
    Sign::both(Complaint, &["embarazada|embarazo", "sangro|sangra|sangrando|sangrado|sangre"])
        .wide()
        .unless("análisis|estudio|estudios|ensayo|ensayos|muestra|muestras|prueba|pruebas"),
    Sign::new(Now, &["necesito un médico ahora|necesito un doctor ahora|necesito ayuda urgente|ayuda urgente"]),
    // Vietnamese
    Sign::both(Complaint, &["con|bé|cháu|mẹ|bố|tôi|em", "uống nhầm thuốc"]).close().unless("nghiên cứu|thử nghiệm"),
    Sign::both(Complaint, &["sốt|sốt cao", "co giật"]).close(),
    Sign::new(
        Now,
        &["tôi|em|cháu|con|mẹ|bố|ba|má|chồng|vợ|anh|chị|ông|bà|bé", "bị", "đột quỵ|đột quị|tai biến|nhồi máu cơ tim"],
    )
    .together()
    .unless("từng|trước|ngoái|kia|nghiên cứu|thử nghiệm|tham gia|năm|tháng|tuần"),
    Sign::both(Complaint, &["mang thai|có bầu|có thai", "chảy máu|ra máu|ra huyết"]).wide(),
];
