//! What somebody says to whom an accident has happened: falls, bites, fire, gas, what gets into eyes or throat. English first,
//! then Spanish and Vietnamese.

use super::{
    emergency_signs::SOMEBODY,
    sign::{
        Kind::{Complaint, Happened, Now},
        Sign, Ways,
    },
};

const HIT_HEAD: Ways = "hit my head|hit his head|hit her head|hit head|hit the head|bumped my head|bumped his head|\
    bumped her head|banged my head|banged his head|banged her head|head injury|cracked my head";
const CANT_RISE: Ways = "cant get up|cannot get up|can not get up|cant stand|cannot stand|cant stand up|cant move|\
    cannot move|cant walk|cannot walk|cant get him up|cant get her up";
const VENOMOUS: Ways =
    "snake|rattlesnake|copperhead|cobra|viper|scorpion|black widow|brown recluse|jellyfish";
const BURNS_EYES: Ways =
    "bleach|acid|lye|drain cleaner|chemical|chemicals|ammonia|oven cleaner|toilet cleaner|gasoline";
const A_TRIAL: Ways = "trial|trials|study|studies";

pub(super) const ACCIDENTS: &[Sign] = &[
    Sign::new(Happened, &["fell|fallen|slipped", CANT_RISE]).wide().unless(A_TRIAL),
    Sign::both(
        Happened,
        &[HIT_HEAD, "blood thinner|blood thinners|warfarin|eliquis|xarelto|coumadin|pradaxa|plavix"],
    )
    .wide()
    .unless("join|last year"),
    Sign::both(Happened, &[HIT_HEAD, "throwing up|vomiting|vomited|threw up|confused|passed out|sleepy|cant see"]).wide(),
    Sign::new(Happened, &[VENOMOUS, "bit me|bit my|bit him|bit her|stung me|stung my|stung him|stung her"]).close(),
    Sign::new(Happened, &["bitten by|bit by|stung by", VENOMOUS]).close(),
    Sign::new(Complaint, &["snake bite|snakebite|rattlesnake bite"]),
    Sign::both(Complaint, &["stuck|lodged|caught", "throat|windpipe"]).unless("swab"),
    Sign::both(
        Complaint,
        &[
            "sting|stung|bee|wasp|hornet|peanut|peanuts|shellfish|shrimp|nuts",
            "cant swallow|cannot swallow|hard to swallow|face swelling|swollen face|throat swelling|throat closing",
        ],
    )
    .wide(),
    Sign::both(Complaint, &["eye|eyes", BURNS_EYES]).wide().unless("trial|trials|study|studies|peel|work with"),
    Sign::new(
        Happened,
        &["electrocuted|electrocution|got an electric shock|got electric shock|electric shock from|got shocked by"],
    )
    .unless(A_TRIAL),
    Sign::both(
        Complaint,
        &[
            "in the cold|in the snow|in the freezing|in the ice|outside all night|frostbite|hypothermia",
            "cant feel my|cant feel his|cant feel her|no feeling in|stopped shivering|wont stop shivering|numb|confused|white",
        ],
    )
    .wide()
    .unless(A_TRIAL),
    Sign::new(
        Now,
        &["house|home|kitchen|apartment|building|room|stove|oven|bed|car|clothes|shirt|hair", "on fire|burning down"],
    )
    .close(),
    Sign::new(Now, &["smells like gas|smell of gas|smelling gas|smell propane", "house|home|kitchen|here|apartment|i"])
        .unless("price"),
    Sign::new(
        Happened,
        &[
            "car crash|car accident|car wreck|motorcycle accident|motorcycle crash|bike accident|crashed my car",
            "just|now|neck|bleeding|head|cant|trapped|hurts|blood|help",
        ],
    )
    .wide()
    .unless("trial|trials|study|studies|ago|since|years"),
    Sign::new(Happened, &[SOMEBODY, "was burned badly|burned my whole|got burned badly|badly burned|severely burned"]).unless(A_TRIAL),
    Sign::both(
        Complaint,
        &[
            "burned|burnt|scalded|burn",
            "white|leathery|blisters|blistered|skin came off|hot grease|boiling|whole arm|whole hand|all down|cant feel it|face",
        ],
    )
    .wide()
    .unless(A_TRIAL),
    Sign::new(Complaint, &["carbon alarm|co alarm|monoxide alarm|co detector|monoxide detector"]).unless("battery|batteries|buy"),
    Sign::both(Happened, &["fell|fallen|fall", "hip is turned|leg is turned|hip turned|bone sticking|cant put weight"]).wide(),
    Sign::both(Now, &["on the roof|on a roof|on the balcony|on the ledge|on the bridge", "fly|jump|naked|screaming|wont come down"]).wide(),
    Sign::both(Complaint, &["trach|trache|breathing tube|feeding tube|tracheostomy", "came out|fell out|blocked|clogged|pulled out"]).wide(),
    Sign::new(Complaint, &["wound|incision|stitches|staples|scar", "opened up|came open|popped open|burst open|split open|poking out|sticking out"])
        .wide(),
    Sign::both(Complaint, &["pupil|pupils", "bigger|larger|different|uneven|huge|blown"]).close(),
    // Spanish
    Sign::new(
        Complaint,
        &["mordió|picó|mordedura de|picadura de|mordida de|me mordio", "serpiente|víbora|culebra|alacrán|escorpión|cascabel"],
    )
    .close(),
    Sign::new(Now, &["huelo gas|huelo a gas|huele a gas|olor a gas|fuga de gas|escape de gas"]),
    Sign::new(Now, &["se quema mi casa|se está quemando|hay un incendio|hay fuego|mi casa se quema|en llamas"]),
    Sign::new(Now, &["me caí|se cayó", "no me puedo levantar|no puedo levantarme|no se puede levantar|no se levanta"])
        .wide(),
    // Vietnamese
    Sign::new(Complaint, &["rắn cắn|bò cạp chích|ong đốt sưng|điện giật"]),
    Sign::new(Now, &["mùi gas|rò rỉ gas|xì gas|cháy nhà|nhà cháy|đang cháy|hỏa hoạn"]),
];
