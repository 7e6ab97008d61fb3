//! What else somebody says who needs help now: what they took, and calls for help. English first, then Spanish and
//! Vietnamese.

use super::{
    emergency_signs::SOMEBODY,
    sign::{
        Kind::{Complaint, Dying, Happened, Now},
        Sign, Ways,
    },
};

const TOOK: Ways = "took|taken|swallowed|ate|drank|downed|popped|ingested";
const ALL: Ways = "all|rest of|all of|all my|all of my|all the|whole|entire|too many|too much|bunch of|\
    handful of|bottle of|bottles of|pack of|box of";
/// More than anybody takes at once.
const DOZENS: Ways = "10|12|15|20|25|30|40|50|60|100|ten|twenty|thirty|forty|fifty";
const PILLS: Ways = "pills|pill|tablets|tabs|meds|medicine|medicines|medication|medications|tylenol|insulin|\
    bottle|sleeping|painkillers|advil|aspirin|ibuprofen|acetaminophen|antidepressants|xanax|opioids|\
    oxycodone|fentanyl|blood thinners";
/// How somebody takes medicine who takes it as they should.
const AS_THEY_SHOULD: Ways = "as prescribed|as directed|as told|on time|as i should|every day|every morning|\
    daily|like my doctor|water|juice|milk|prep";
const CHILD: Ways =
    "year old|yr old|month old|child|son|daughter|baby|toddler|kid|he|she|grandson|granddaughter|boy|girl";
const POISON: Ways = "bleach|detergent|drain cleaner|battery|batteries|antifreeze|lamp oil|kerosene|\
    paint thinner|fuel|gasoline|cleaning fluid|rat poison|poison|magnet|magnets|pesticide";

pub(super) const DANGER: &[Sign] = &[
    // What somebody took
    Sign::new(Happened, &[TOOK, ALL, PILLS]).unless(AS_THEY_SHOULD),
    Sign::new(Happened, &[TOOK, DOZENS, PILLS]).unless("mg|days"),
    Sign::new(
        Happened,
        &["took too many|swallowed too many|taken too many|took too much|taken too much|took way too many"],
    ),
    Sign::new(Happened, &["took to many|swallowed to many|took to much"]).unless("cities|sites|places|visits"),
    Sign::new(Happened, &["overdosed|overdosing|over dosed"]),
    Sign::new(Complaint, &["overdose|ods on|od on|oding"]),
    // With its apostrophe, OD'd reads so.
    Sign::new(Happened, &[SOMEBODY, "odd"]).together().unless("behavior|behaviour"),
    Sign::new(Happened, &["swallowed|drank|ate|ingested", POISON]),
    Sign::new(Happened, &["swallowed", "battery|batteries|magnet|magnets"]).wide(),
    Sign::new(
        Happened,
        &[CHILD, "swallowed|ate|drank|got into", "pills|pill|medicine|meds|tablets|something poisonous"],
    ),
    Sign::new(
        Happened,
        &["baby|toddler|year old|month old|grandson|granddaughter", "swallowed|ate|drank|chewed", PILLS],
    )
    .wide()
    .unless("took|takes|taking|breakfast|lunch|dinner|with food"),
    Sign::new(Happened, &[CHILD, "swallowed all|swallowed the whole|swallowed it all"]),
    Sign::new(Complaint, &["poisoned|been poisoned"]).unless("food"),
    Sign::new(
        Happened,
        &[CHILD, "swallowed|ate|drank", "under the sink|cleaner|from the garage|cleaning stuff|cleaning product"],
    )
    .wide(),
    Sign::new(
        Happened,
        &["took|taken", "double dose|a double dose|double the dose|twice the dose|twice my dose|two doses"],
    )
    .close()
    .unless("trial|study"),
    // What happened to somebody
    Sign::new(
        Happened,
        &[
            SOMEBODY,
            "got stabbed|was stabbed|been stabbed|got shot|was hit by a car|got hit by a car|electrocuted",
        ],
    ),
    Sign::new(
        Now,
        &[
            "im going to|i am going to|im gonna|i want to|i wanna|im about to|i am about to|i feel like|feel like|\
                thinking of|thinking about",
            "hurt|kill|stab|shoot|strangle|beat up|hurting|killing|stabbing|shooting|strangling",
            "my wife|my husband|my kid|my kids|my child|my children|my baby|my mom|my mother|my dad|my father|\
                my boyfriend|my girlfriend|my partner|my boss|my roommate|my neighbor|my coworker|my sister|my brother|\
                my son|my daughter|him|her|them|somebody|someone|people",
        ],
    )
    .close(),
    Sign::new(Now, &["says|said|going to|gonna|threatened to|threatens to|wants to|telling him to|telling her to", "kill me|kill us|shoot me|shoot us|stab me|stab us"])
        .close(),
    Sign::new(Now, &[SOMEBODY, "hurting me|hurts me|trying to kill me|tries to kill me|tried to kill me"]).close(),
    Sign::new(Now, &["being abused|i am abused|im abused|abusing me"]),
    Sign::new(Now, &["house is on fire|home is on fire|building is on fire|apartment is on fire|smell gas|gas leak"]),
    Sign::new(Complaint, &["carbon monoxide", "alarm|detector|poisoning|going off"]).close(),
    Sign::new(Happened, &["water broke"]),
    Sign::new(Now, &["baby", "not moving|stopped moving|isnt moving"]),
    Sign::both(
        Happened,
        &["too many|too much|overdose", "already had|already took|i had 4..=90|i took 4..=90|and some wine|with vodka|with wine|with whiskey"],
    )
    .wide()
    .unless("visits|questions"),
    // Calls for help
    Sign::new(Complaint, &["emergency|emergencies"])
        .unless("what happens in a trial if|what happens in a study if|if i get an|if there is an|in case of an"),
    Sign::new(
        Now,
        &["call 911|calling 911|dial 911|call an ambulance|need an ambulance|need a ambulance|\
            send an ambulance|get an ambulance|call ambulance|need ambulance|send ambulance|send help|\
            paramedics"],
    ),
    Sign::new(Dying, &["im dying|i am dying|i m dying|is dying|hes dying|shes dying"]).unless(DYING_OF),
    Sign::new(Now, &["help|please", "im dying|i am dying|i m dying"]).unless(DYING_OF),
];

const DYING_OF: Ways = "my dog|my cat|my pet|our dog|our cat|my horse|my plant|my phone|battery|dying of|dying from|dying to|dying with|trial|trials|study|studies";

const TOME: Ways = "tomé|tomó|tome|tomado|tragué|tragó|ingerí|ingirió|bebió|bebí|tomaron";
const TODAS: Ways = "todas|todo|muchas|demasiadas|demasiado|un frasco|el frasco|una caja|un bote|muchísimas";
const PASTILLAS: Ways = "pastillas|pastilla|píldoras|medicina|medicinas|medicamento|medicamentos|tabletas";

pub(super) const DANGER_IN_SPANISH: &[Sign] = &[
    Sign::new(Happened, &[TOME, TODAS, PASTILLAS]).unless("como me indicó|cada día|todos los días"),
    Sign::new(Happened, &["hijo|hija|niño|niña|bebé|nieto|nieta", "tomó|comió|tragó|bebió", PASTILLAS])
        .wide(),
    Sign::new(Happened, &[TOME, "cloro|lejía|veneno|blanqueador|pilas|detergente"]),
    Sign::new(Complaint, &["sobredosis|envenenado|envenenada|intoxicado"]),
    Sign::new(
        Now,
        &["me está pegando|me esta pegando|me pega|me golpea|me golpeó|me quiere matar|me va a matar"],
    ),
    Sign::new(Complaint, &["emergencia|emergencias"]),
    Sign::new(
        Now,
        &["ambulancia|auxilio|socorro|llame al 911|llamen al 911|llamar al 911|me estoy muriendo|\
            se está muriendo"],
    ),
    Sign::new(Now, &["ayuda|ayúdenme|por favor", "me muero"]),
];

const UONG: Ways = "uống|nuốt|lỡ uống";

pub(super) const DANGER_IN_VIETNAMESE: &[Sign] = &[
    Sign::new(Happened, &[UONG, "hết|cả|quá nhiều|nguyên", "thuốc|lọ|chai|vỉ"])
        .close()
        .unless("tôi có thể|bao nhiêu"),
    Sign::new(Happened, &[UONG, "pin|nam châm|thuốc tẩy|thuốc trừ sâu|thuốc chuột|axit"]),
    Sign::new(Complaint, &["quá liều|ngộ độc"]),
    Sign::new(Now, &["đánh tôi|đánh em|đánh đập|đòi giết tôi"]),
    Sign::new(Complaint, &["cấp cứu"]),
    Sign::new(Now, &["cứu tôi|cứu với|cứu em|cứu con|sắp chết|gọi xe cứu thương|xe cứu thương"]),
];
