//! What somebody says whom somebody else harms, or who fears it. English first, then Spanish and Vietnamese.

use super::{
    emergency_signs::SOMEBODY,
    sign::{
        Kind::{Happened, Now},
        Sign, Ways,
    },
};

const SOMEBODY_NEAR: Ways = "uncle|father|dad|stepfather|stepdad|boyfriend|husband|brother|cousin|grandpa|\
    grandfather|neighbor|teacher|coach|priest|he|man|somebody|someone|friend|babysitter|stepbrother|roommate";
const WHO_HITS: Ways = "i|im|husband|hubby|wife|spouse|partner|boyfriend|girlfriend|ex|son|daughter|grandson|granddaughter|\
    nephew|niece|brother|sister|father|mother|dad|mom|mum|stepdad|stepmom|stepfather|uncle|aunt|cousin|caregiver|caretaker|\
    carer|aide|nurse|roommate|neighbor|man|woman|guy|somebody|someone|friend|he|she|hes|shes|they";
const OUR_CHILD: Ways = "my daughter|my son|my child|my kid|my kids|my children|my granddaughter|my grandson|\
    my niece|my nephew|my little sister|my little brother|my baby|my girl|my boy";

pub(super) const VIOLENCE: &[Sign] = &[
    Sign::new(
        Happened,
        &[
            SOMEBODY,
            "was raped|got raped|been raped|raped|was assaulted|got assaulted|been assaulted|sexually assaulted|\
                was molested|was attacked|got attacked|been attacked|got mugged|was mugged|got jumped|drugged me|\
                was drugged",
        ],
    )
    .close()
    .unless("survivor|survivors|ptsd"),
    Sign::new(Happened, &[SOMEBODY_NEAR, "touches|touched|touching|molests|molested|molesting|abuses|abused|abusing", OUR_CHILD])
        .close(),
    Sign::both(
        Happened,
        &[
            "touched me|touches me|touching me",
            "cant leave|wont let me leave|wont let me go|should not|shouldnt|private|privates|private parts|against my will|without asking|down there|inappropriately",
        ],
    )
    .wide(),
    Sign::new(
        Now,
        &[
            "dont feel safe|do not feel safe|im not safe|i am not safe|we are not safe|feel unsafe|not feeling safe|\
                afraid to go|scared to go|afraid to be|scared to be",
            "home|here|with him|with her|at my house|in my house|with my husband|with my boyfriend|with my partner|\
                with my wife",
        ],
    )
    .close()
    .unless("trial|study|drug"),
    Sign::new(
        Now,
        &[
            SOMEBODY,
            "has a knife|has a gun|has a weapon|has a machete|has the knife|pulled a knife|pulled a gun|\
                with a knife|with a gun|got a knife|waving a knife|waving a gun|pointing a gun",
        ],
    )
    .close()
    .unless("license|permit|collection|hunting|gamma"),
    Sign::new(
        Now,
        &[
            "someone|somebody|man|men|intruder|burglar|they|stranger|robber",
            "breaking in|broke in|breaking into my|broke into my|trying to get in|trying to break in|stalking me|\
                chasing me|following me home",
        ],
    )
    .close(),
    Sign::new(Now, &["there is|theres|there are", "someone|somebody|man|men|intruder|burglar|stranger", "in my house|in the house|in my home|in my apartment|outside my window"])
        .close(),
    Sign::new(
        Happened,
        &["hands around my neck|hands around my throat|hands on my throat|choked me|choking me|strangled me|strangling me"],
    ),
    Sign::new(
        Now,
        &[
            WHO_HITS,
            "beating me|beats me|beat me|beating on me|hitting me|hits me|hit me|slapping me|slaps me|slapped me|kicking me|\
                kicks me|kicked me|punching me|punches me|punched me|choking me|strangling me|strangled me|abusing me|\
                abuses me|raped me|attacking me|attacked me|locks me in|locked me in|wont let me eat|threatens me|\
                threatening me|wont give me my insulin|hides my medicine|hides my pills|takes my insulin",
        ],
    )
    .close()
    .unless("car|ball|by a door|idea|cards|chess|tennis|game|games|golf|checkers|race"),
    Sign::new(
        Now,
        &["waving|swinging|pointing|aiming|grabbed|holding|pulled", "knife|gun|rifle|shotgun|pistol|machete|axe|hammer|baseball bat"],
    )
    .unless("hunting|kitchen work|cooking"),
    Sign::new(Now, &[SOMEBODY, "has|got|took", "rifle|shotgun|pistol|machete"])
        .close()
        .unless("hunting|hunts|license|permit|collection|collects"),
    Sign::both(
        Now,
        &["get them before|get him before|before they get|before he gets|in the walls|after me|after us", "rifle|shotgun|gun|pistol|knife|machete"],
    )
    .wide(),
    Sign::new(
        Happened,
        &[
            SOMEBODY_NEAR,
            "comes in my room|comes into my room|came in my room|came into my room|gets in my bed|gets into my bed|\
                got in my bed|got into my bed|comes to my bed|watches me shower|makes me touch|made me touch",
        ],
    )
    .wide()
    .unless("nurse|mouse|cat|dog"),
    // Spanish
    Sign::new(
        Happened,
        &["me violaron|me violó|la violaron|la violó|lo violaron|fui violada|fui violado|abusaron de mí|abusó de mí|\
            me asaltaron|me atacaron|me apuñalaron|me dispararon"],
    ),
    Sign::new(Happened, &["toca|tocó|abusa de|abusó de", "mi hija|mi hijo|mi niña|mi niño|mi nieta|mi nieto"]).close(),
    Sign::new(
        Now,
        &["tiene un cuchillo|tiene una pistola|tiene un arma|trae un cuchillo|trae una pistola|trae un arma|\
            no me siento segura en|no me siento seguro en|no estoy segura en mi casa|tengo miedo de mi esposo|\
            tengo miedo de mi marido"],
    ),
    Sign::new(
        Now,
        &[
            "alguien|hombre|ladrón|ladrones|unos",
            "entrando a mi casa|entrando en mi casa|entró a mi casa|se metió a mi casa|quiere entrar|me está siguiendo",
        ],
    ),
    // Vietnamese
    Sign::new(
        Happened,
        &["hiếp dâm|cưỡng hiếp|bị hiếp|bị xâm hại|bị đâm|bị bắn|bị tấn công"],
    ),
    Sign::new(Now, &["cầm dao|có dao|có súng|cầm súng|đột nhập|kẻ trộm vào|kẻ cướp vào"]),
];
