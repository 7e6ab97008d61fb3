//! What somebody says who needs help now, for themselves or for somebody near: breath, chest, heart and brain. What
//! English says comes first, then Spanish and Vietnamese.

use super::sign::{
    Kind::{Complaint, Happened, Illness, Lasting, Now},
    Sign, Ways,
};

pub(super) const CANT: Ways =
    "cant|can t|cannot|can not|couldnt|could not|canot|cnt|unable to|not able to|isnt able to";
pub(super) const SOMEBODY: Ways = "i|im|he|she|hes|shes|husband|wife|spouse|partner|mother|father|mom|mum|\
    mommy|dad|daddy|grandma|grandpa|grandmother|grandfather|child|kid|baby|toddler|son|daughter|sister|\
    brother|friend|neighbor|neighbour|roommate|boyfriend|girlfriend|uncle|aunt|patient|somebody|someone|man|\
    woman|name";
pub(super) const SOMEBODY_ELSE: Ways = "he|she|hes|shes|husband|wife|spouse|partner|mother|father|mom|mum|mommy|dad|\
    daddy|grandma|grandpa|grandmother|grandfather|child|kid|baby|toddler|son|daughter|sister|brother|friend|\
    neighbor|neighbour|roommate|boyfriend|girlfriend|uncle|aunt|patient|somebody|someone|man|woman|name";
const BREATHE: Ways = "breathe|breath|take a breath|take a deep breath|seem to breathe|get air|get any air|\
    get enough air|catch my breath|catch his breath|catch her breath|get a breath|get my breath";
const CHEST: Ways = "chest|breastbone|breast bone|sternum";
const PAIN: Ways = "pain|pains|hurt|hurts|hurting|ache|aches|aching|tight|tightness|tightening|heavy|\
    heaviness|squeezing|squeezed|crushing|stabbing|burning|killing me";
const PAIN_IN: Ways = "pain in|pains in|pain on|pain behind|pain under|pressure behind|pain across|\
    pain through|hurts in|hurting in|pressure in|pressure on|tightness in|tight in|ache in|heaviness in|\
    weight on|elephant on|squeezing in|burning in|sitting on|sits on|pressing on|pushing on|standing on|\
    pain in the middle of|pain in the center of";
/// The chest, but for what is looked at or operated there.
const NO_COMPLAINT: Ways = "x ray|xray|x rays|ct|scan|biopsy|tube|surgery|drain";
const CLOSING: Ways = "closing|closes|close up|shut|closed up|closing up|swelling|swelling up|swells|swelled|swollen shut|\
    tightening up|closing in|tight|feels tight|getting tight";
const BLUE: Ways = "blue|purple|bluish";
const STOPS: Ways = "wont stop|will not stop|cant stop|cannot stop|can not stop|cant get it to stop|\
    doesnt stop|does not stop|not stopping|isnt stopping|keeps|never stops";
const MUCH: Ways = "heavily|badly|a lot|so much|everywhere|profusely|severely|like crazy|out|to death|\
    nonstop|really bad|so bad|very bad|bad";

/// A bleeding with which many live.
const PERIODS: Ways = "period|periods|menstrual|menstruation|fibroids|endometriosis";

pub(super) const BODY: &[Sign] = &[
    // Breath
    Sign::new(Now, &[CANT, BREATHE]).close(),
    Sign::new(Now, &[CANT, "breathing"]).together(),
    Sign::new(
        Now,
        &["not breathing|isnt breathing|aint breathing|no longer breathing|barely breathing|barely breathe|\
            bearly breathe|hardly breathe|hardly breathing|struggling to breathe|struggles to breathe|\
            fighting to breathe|fighting for breath|gasping|gasps for air|suffocating"],
    ),
    Sign::new(Happened, &["stopped breathing|quit breathing"]),
    Sign::new(Complaint, &["choking|drowning"]).unless("fear of choking"),
    Sign::new(
        Lasting,
        &["trouble breathing|difficulty breathing|hard to breathe|hard time breathing|problems breathing|\
            short of breath|shortness of breath|out of breath"],
    ),
    Sign::both(Complaint, &["throat|airway|tongue|tounge", CLOSING]),
    Sign::both(
        Complaint,
        &["face|lips|eyes|hives|itching|itchy", "hard to swallow|cant swallow|trouble swallowing"],
    )
    .wide(),
    Sign::new(Lasting, &["face|eyes", "puffy|swollen|swelling|swelled"]),
    Sign::both(Lasting, &["breathing|breath", "hard|harder|difficult|shallow|worse|fast|weird"]),
    Sign::new(Lasting, &["wheezing|wheezes"]),
    Sign::both(
        Complaint,
        &["tongue|tounge|lips", "swollen|swelling|swells|getting big|getting bigger|huge|fat"],
    ),
    Sign::both(Complaint, &["lips|fingernails", BLUE]),
    Sign::new(Complaint, &["face|hands|fingers|skin", "is blue|are blue|turning blue|all blue|turns blue"])
        .close(),
    Sign::new(Complaint, &[SOMEBODY_ELSE, BLUE]).close(),
    Sign::new(Complaint, &["turning blue|turned blue|went blue|gone blue|going blue"]),
    Sign::new(
        Complaint,
        &[
            "allergic reaction",
            "swollen|swelling|swells|throat|tongue|cant swallow|hives all over|breathe|breathing",
        ],
    ),
    Sign::new(
        Complaint,
        &["severe allergic reaction|bad allergic reaction|anaphylaxis|anaphylactic shock|anaphylactic"],
    ),
    Sign::new(Now, &["im having|i am having|is having|hes having|shes having", "allergic reaction"]).close(),
    Sign::new(
        Now,
        &[
            "hard to breathe|trouble breathing|difficulty breathing|short of breath|shortness of breath",
            "since|after",
            "shot|injection|vaccine|dose|infusion|pill|medicine|drug",
        ],
    )
    .wide(),
    Sign::new(
        Now,
        &["allergic reaction", "to the study drug|to the study medicine|to the drug|to the shot|to the injection|\
            to the infusion|to the vaccine|to my medicine"],
    )
    .together(),
    Sign::new(Complaint, &["hives all over|hives everywhere"]),
    // Heart and brain
    Sign::new(Complaint, &["chest pain|chest pains|chest hurts|chest tightness|chest pressure"]),
    Sign::new(Complaint, &[CHEST, PAIN]).unless(NO_COMPLAINT),
    Sign::new(Now, &["grabbed|grabbing|grabs|clutched|clutching|holding", "his chest|her chest|my chest"])
        .together(),
    Sign::new(Complaint, &["heart", "hurts|hurting|pain"]).close(),
    Sign::new(Complaint, &["chest", "pressure"]).close().unless("blood pressure"),
    Sign::both(Complaint, &[CHEST, "elephant|brick|bricks|anvil"]).wide(),
    Sign::new(Complaint, &[PAIN_IN, CHEST]).unless(NO_COMPLAINT),
    Sign::new(Complaint, &["tight|heavy|painful|aching|hurting", "chest"]).together(),
    Sign::new(
        Illness,
        &[
            "heart attack|heart atack|heart attach|cardiac arrest|asthma attack|stroke|mini stroke|brain bleed",
        ],
    )
    .unless("form gave|page gave|site gave|website gave|bill gave"),
    Sign::both(
        Complaint,
        &[
            "face|mouth",
            "hangs|hanging|droops|droop|droopy|drooped|drooping|hangs down|fell on one side|on one side|\
                looks weird|looks funny|looks crooked|lopsided|crooked|went numb|is numb|gone numb|\
                going numb",
        ],
    ),
    Sign::new(
        Complaint,
        &[
            "talking nonsense|talks nonsense|speaking nonsense|not making any sense|slurred speech|slurring|speech is slurred|talking funny|talking weird|talking strange|\
            not making sense|words come out wrong|mumbling|words are garbled|words are jumbled|\
            speech is garbled|garbled speech|gibberish",
        ],
    ),
    Sign::both(Complaint, &["arm|arms|leg|legs|side|hand", "limp|went dead|dead weight|paralyzed"])
        .close()
        .unless("limp for years|walk with a limp"),
    Sign::both(
        Now,
        &[
            "suddenly|all of a sudden|sudden",
            "cant see|cant talk|cant speak|cant walk|cant stand|blind|confused|cant understand|cant move|\
                cant remember",
        ],
    ),
    Sign::new(
        Now,
        &["foaming at the mouth|foam at the mouth|foam from|eyes rolled back|eyes rolling back|\
            eyes are rolled back|shaking all over|jerking all over|whole body is shaking"],
    ),
    Sign::new(
        Now,
        &[
            "dont feel|do not feel|lost feeling in|no feeling in|lost all feeling in",
            "arm|arms|leg|legs|face|side",
        ],
    )
    .close(),
    Sign::new(Now, &[CANT, "feel|move|lift|raise", "arm|arms|leg|legs|face|side|hand|left|right"]).close(),
    Sign::new(
        Now,
        &["worst headache of my life|worst headache ever|worst headache i have ever had|\
            worst headache ive ever had"],
    ),
    Sign::new(
        Complaint,
        &["having a seizure|having a fit|wont stop shaking|cant stop shaking|shaking uncontrollably|\
            has a seizure|have a seizure|is seizing|in a seizure|had a seizure just now|convulsing|\
            having convulsions"],
    )
    .unless("seizure disorder|seizure disorders"),
    Sign::new(Lasting, &["having seizures"]),
    Sign::both(Complaint, &["seizure|seizures|siezure", STOPS]),
    Sign::new(
        Now,
        &["arm|arms|leg|legs|face|side|hand", "weak|numb|heavy|tingling", "talk|speak|speech|see|vision"],
    )
    .wide(),
    Sign::both(Now, &["confused", "cant talk|cant speak|cant walk"]).wide(),
    Sign::new(Now, &["cant talk right|cant speak right|words wont come out|cant get words out"])
        .unless("call me|phone|email|later|text me"),
    Sign::both(
        Now,
        &[
            "vision loss|loss of vision|lost vision|lost my vision|lost sight|cant see out of|cant see from|went blind",
            "sudden|suddenly|one eye|my eye|this morning|today|just now",
        ],
    )
    .wide(),
    Sign::both(
        Now,
        &["hit my head|hit his head|hit her head|head injury", "throwing up|vomiting|confused|passed out|sleepy"],
    )
    .wide(),
    Sign::new(
        Complaint,
        &[
            "severe|worst|terrible|horrible|unbearable|excruciating",
            "stomach pain|belly pain|abdominal pain|pain in my stomach|pain in my belly",
        ],
    )
    .close(),
    Sign::new(Complaint, &["cant pee|cant urinate|unable to pee|unable to urinate|havent peed"]),
    // What somebody does not do any more
    Sign::new(
        Now,
        &["not responding to me|not responding to us|no pulse|cant find a pulse|cant feel a pulse|\
            doesnt have a pulse|find no pulse|heart stopped"],
    ),
    Sign::new(Now, &["so much blood|too much blood|a lot of blood|lots of blood"])
        .unless("take|takes|draw|draws|drawn|taken|test|tests|sample|samples|give"),
    Sign::new(
        Happened,
        &["unconscious|unresponsive|lost consciousness|loses consciousness|losing consciousness|passed out|\
            passing out|about to pass out|going to pass out|gonna pass out|might pass out|about to faint|\
            going to faint|about to collapse|blacking out|not conscious"],
    ),
    Sign::new(
        Complaint,
        &["blood", "when i cough|when he coughs|when she coughs|in my vomit|in his vomit|in her vomit"],
    )
    .close(),
    Sign::both(Happened, &[SOMEBODY, "collapsed|fainted|blacked out|collapsing"]),
    Sign::new(
        Now,
        &["wont wake up|wont wake|will not wake up|not waking up|isnt waking up|doesnt wake up|\
            does not wake up|not waking|cant wake him|cant wake her|cant wake my|cant wake up my|\
            cant get him to wake up|cant get her to wake up"],
    ),
    Sign::new(Now, &[SOMEBODY_ELSE, "cant wake up|cannot wake up|can not wake up"]).close(),
    Sign::new(
        Now,
        &[
            SOMEBODY_ELSE,
            "not responding|isnt responding|doesnt react|not reacting|wont respond|stopped responding|\
                not moving|isnt moving|stopped moving|doesnt move|not awake",
        ],
    )
    .wide(),
    Sign::new(Now, &[SOMEBODY_ELSE, "wont answer me|not answering me|doesnt answer me|wont talk to me"])
        .wide()
        .unless("phone|call|calls|email|emails|text|texts|message|messages"),
    // Blood
    Sign::both(Complaint, &["pregnant|pregnancy", "bleeding|bleed|bad cramps|cramps and blood"]).wide(),
    Sign::both(Complaint, &["incision|stitches|surgery wound|surgical wound", "oozing|pus|opened up|came open|bleeding"])
        .wide(),
    Sign::both(Complaint, &["bleeding|bleed|nosebleed|nose bleed", STOPS]).wide(),
    Sign::new(Complaint, &["bleeding|bleeds", MUCH]).close().unless(PERIODS),
    Sign::new(Complaint, &["severe bleeding|heavy bleeding"]).unless(PERIODS),
    Sign::new(
        Complaint,
        &["blood everywhere|pool of blood|cut an artery|blood wont stop|blood keeps coming|\
            losing a lot of blood|losing blood|lost a lot of blood|gushing blood|bleeding to death"],
    ),
    Sign::new(
        Complaint,
        &[
            "coughing|coughs|coughed|cough up|vomiting|vomited|throwing up|threw up|throws up|puking|puked|\
                spitting up|spat up",
            "blood",
        ],
    ),
    Sign::both(
        Complaint,
        &[
            "black stool|black stools|tarry stool|tarry stools|black poop|bloody stool|bloody stools|\
                blood in my stool|bloody diarrhea",
            "dizzy|faint|weak|lightheaded|light headed|passing out|cold sweat",
        ],
    )
    .wide(),
    Sign::new(
        Complaint,
        &[
            "sugar|glucose",
            "throwing up|vomiting|vomit|confused|drowsy|so sleepy|passing out|fruity breath|shaking",
        ],
    )
    .wide(),
];

const DUELE: Ways = "explotar|explota|reventar|revienta|estallar|duele|duelen|dolor|dolores|opresión|presión|aprieta|apretado|pesado|punzadas";
const RESPIRAR: Ways = "respirar|respira";

pub(super) const BODY_IN_SPANISH: &[Sign] = &[
    Sign::new(
        Complaint,
        &["poniendo azul|puso azul|poniendo morado|poniendo morada|puso morado|puso morada"],
    ),
    Sign::both(Complaint, &["cara|boca", "torció|torcida|torcido|chueca|caída|dormida|paralizada|de lado"]),
    Sign::new(Now, &["no puedo mover|no puede mover|no siento|no siente", "brazo|pierna|lado|cara|mano"])
        .close(),
    Sign::new(
        Now,
        &[
            "de repente|de pronto",
            "no puede hablar|no puedo hablar|no ve|no veo|no puede caminar|no se mueve",
        ],
    ),
    Sign::new(
        Now,
        &["no puedo|no puede|no podía|no logro|no consigue|casi no puedo|casi no puede", RESPIRAR],
    ),
    Sign::new(
        Now,
        &["no respira|no está respirando|dejó de respirar|ya no respira|le falta el aire|me falta el aire|\
            me falta aire|le falta aire|no me entra aire|me asfixio|se asfixia|me ahogo|se ahoga|\
            se está ahogando|me estoy ahogando|me estoy asfixiando|se está asfixiando|se está atragantando|\
            me estoy atragantando|se atragantó"],
    ),
    Sign::new(Lasting, &["me cuesta|le cuesta|cuesta", RESPIRAR]),
    Sign::new(Complaint, &["se me duerme|se le duerme|se me durmió|se le durmió", "brazo|lado|pierna|cara"])
        .close(),
    Sign::new(Lasting, &["dificultad para respirar|falta de aire"]),
    Sign::both(Complaint, &["pecho", DUELE]).wide(),
    Sign::new(
        Illness,
        &[
            "infarto|ataque al corazón|ataque cardíaco|ataque cardiaco|derrame cerebral|derrame|paro cardíaco|\
            accidente cerebrovascular",
        ],
    ),
    Sign::new(Complaint, &["está convulsionando|convulsionando|tiene convulsiones|tiene una convulsión"]),
    Sign::both(Complaint, &["labios|uñas|cara", "azules|azul|morados|morada|moradas"]),
    Sign::both(
        Complaint,
        &[
            "garganta|lengua",
            "se cierra|se me cierra|cerrando|se le cierra|hinchada|hinchando|se hincha|se me hincha|\
                se le hincha|se hinchó",
        ],
    ),
    Sign::new(
        Happened,
        &["inconsciente|se desmayó|desmayando|me desmayé|perdió el conocimiento|perdí el conocimiento|\
            se desplomó|se desvaneció|perdió la conciencia"],
    ),
    Sign::new(
        Now,
        &[
            "papá|papa|mamá|mama|madre|padre|hijo|hija|esposo|esposa|abuelo|abuela|bebé|bebe|niño|niña",
            "no responde|no me responde",
        ],
    )
    .unless("teléfono|llamada|llamadas|correo|mensaje|mensajes"),
    Sign::new(Now, &["no despierta|no se despierta|no reacciona|no responde y|no se mueve"]),
    Sign::new(
        Complaint,
        &[
            "sangra mucho|sangrando mucho|no para de sangrar|no deja de sangrar|mucha sangre|vomitando sangre|\
            vomita sangre|tosiendo sangre|la sangre no para",
        ],
    ),
];

const VI_PERSON: Ways = "tôi|em|cháu|con|mẹ|bố|ba|má|chồng|vợ|anh|chị|ông|bà|bé";

pub(super) const BODY_IN_VIETNAMESE: &[Sign] = &[
    Sign::new(Happened, &[VI_PERSON, "ngất"]).close(),
    Sign::new(
        Complaint,
        &["méo miệng|méo mặt|liệt nửa người|yếu nửa người|tê nửa người|nói không được|không nói được|\
            sốc phản vệ|dị ứng nặng"],
    ),
    Sign::new(
        Now,
        &["không thở|ngừng thở|ngưng thở|thở không được|không thể thở|hết thở|nghẹt thở|ngạt thở|\
            không thở được|thở không nổi|không thở nổi"],
    )
    .unless("khi ngủ|lúc ngủ"),
    Sign::new(Complaint, &["khó thở"]),
    Sign::new(Complaint, &["đau bụng dữ dội|đau đầu dữ dội"]),
    Sign::both(Complaint, &["ngực", "đau|tức|thắt|nặng|nhói"]).close(),
    Sign::new(Illness, &["đột quỵ|đột quị|tai biến|nhồi máu cơ tim|đau tim|co giật"]),
    Sign::new(Complaint, &["đang co giật|lên cơn co giật|bị co giật"]),
    Sign::both(Complaint, &["môi|mặt|người|bé", "tím tái|tím|tím ngắt"]).close(),
    Sign::new(Complaint, &["tím tái|sưng họng|họng sưng|sưng lưỡi|lưỡi sưng|bị hóc|mắc nghẹn|bị nghẹn"]),
    Sign::new(Happened, &["bất tỉnh|ngất xỉu|bị ngất|ngất đi|xỉu|hôn mê|mất ý thức"]),
    Sign::new(
        Now,
        &[
            VI_PERSON,
            "không tỉnh|không tỉnh lại|không dậy|không cử động|không nhúc nhích|gọi không dậy|không phản ứng",
        ],
    ),
    Sign::new(Complaint, &["chảy máu|ra máu", "nhiều|không ngừng|không cầm|không cầm được|ồ ạt"]),
    Sign::new(Complaint, &["ho ra máu|nôn ra máu|ói ra máu"]),
];
