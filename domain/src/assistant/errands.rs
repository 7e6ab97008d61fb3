//! What people want to do with their own sign-up: a fixed answer that says where they do it.

use super::{
    phrases::Words,
    replies::{Reply, first_reply},
};

const UNDO: &str = "delete|deleted|deleting|erase|erased|remove|removed|cancel|withdraw|take back|undo|\
    get rid of";
const TAKE_BACK: &str = "take back|taken back|withdraw|delete|erase|remove|unshare|stop sharing|undo|\
    by mistake|by accident|accidentally|didnt mean to|did not mean to";
const RECORDS: &str = "records|record|medical records|health records";
const OWN: &str = "sign up|signup|my registration|my data|my information|my info|my details|my account|\
    my application|my form|my personal data|my personal information|about me|my profile";
const FORGET: &str = "forget me|delete me|erase me|remove me|right to be forgotten";
const STOP: &str = "stop|no more|cancel|quit|end|turn off|get rid of|too many";
const NEWS: &str = "news|emails|mails|emailing|mailing|email me|sending me|spam|spamming|newsletter|newsletters|messages|alerts";
const UNSUBSCRIBE: &str = "unsubscribe|opt out";
const EVERYTHING: &str = "delete everything|erase everything|remove everything|delete all of it|delete all my|erase all my|everything you have on me|\
    everything you have about me|borro mi cuenta|borrar mi cuenta|borrar mis datos|eliminar mi cuenta|eliminar mis datos|xóa tài khoản";
const WHAT_NOW: &str = "now what happens|what happens now|what happens next|now what|what now|what do i do now|whats next|what is next|\
    qué sigue ahora|que sigue ahora";
const DONE: &str =
    "clicked|pressed|signed up|sign up|signed|interested|submitted|sent|filled|form|joined|applied|envié";
const APP: &str =
    "the app|this app|an app|your app|mobile app|phone app|app store|google play|download app|get app";
const NUMBER: &str = "participant number|patient number|my number|participant id|patient id";

const CONNECT: &str = "connect|link|share|add|upload|send|use|import";
const PAID: &str = "get paid|be paid|paid for|get payed|be payed|payed for|payed to|paid to|pays me|pay me|pay people|pay participants|payment for|compensation|\
    compensated|reimbursed|reimbursement|reimburse|earn money|get money|travel costs|travel expenses|me pagan|\
    me pagarán|pagan por|được trả tiền|được trả công";
const HOW_LONG: &str = "how long|how many weeks|how many months|how many years|how many visits";
const TAKING_PART: &str = "trial|trials|study|studies|take part|taking part|participate|participation|join|\
    sign up|enroll";
const CHILDREN: &str = "my child|my children|my kid|my kids|my son|my daughter|my baby|my teenager|children|\
    kids|minors|a minor|under 18|my 1 year old|my 2 year old|my 3 year old|my 4 year old|my 5 year old|my 6 year old|\
    my 7 year old|my 8 year old|my 9 year old|my 10 year old|my 11 year old|my 12 year old|my 13 year old|\
    my 14 year old|my 15 year old|my 16 year old|my 17 year old";
const MAY: &str = "can|may|could|are allowed|is allowed|how do i|how can i";
const WHAT_OF: &str = "what happens to|what happens with|what do you do with|do you sell|how do you use|\
    where is|who has";
const DATA: &str = "my data|my information|my info|my details|my answers|my records";

const WHO_READS: &str = "who can see|who can read|who sees|who reads|who will see|who will read|who looks at|\
    who can look at|who has access to|who gets|quién ve|quien ve|quién puede ver|quien puede ver|quién lee|\
    ai xem|ai có thể xem|ai được xem";
const OWN_RECORDS: &str = "my records|my medical records|my health records|mis expedientes|mi expediente|mi historial|\
    mis registros|mis datos médicos|hồ sơ của tôi|hồ sơ bệnh án";
const MAY_I: &str = "can i|may i|could i|how do i|how can i|can we|how do we|how can we|help me";
const SIGNING_ANOTHER: &str = "fill it in for me|fill it out for me|fill this in for me|fill this out for me|do it for me|sign me up|fill in for me|signing up|signing my|signing her|signing him|want to sign up my|want to sign my|\
    want to sign up for|need to sign up my|need to sign up for|filling this out|filling it out|filling this in|filling it in|\
    filling out this|filling in this|want to enroll my|want to register my|enrolling my|registering my|doing this for";
const FOR_ANOTHER: &str = "my caregiver|my aide|my daughter|my son|my neighbor|for her|for him|for them|for my mother|for my mom|for my father|for my dad|for my husband|\
    for my wife|for my partner|for my parents|for my sister|for my brother|for my friend|for my grandmother|\
    for my grandfather|for my grandma|for my grandpa|for my aunt|for my uncle|for someone else|for somebody else|\
    my mother|my mom|my mum|my father|my dad|my husband|my wife|my partner|my parents|my sister|my brother|my friend|\
    my grandmother|my grandfather|my grandma|my grandpa|her up|him up|them up|on behalf of";
const SIGNING: &str =
    "sign up|sign her up|sign him up|sign them up|sign my|enroll|register|fill in|fill out|join";
const PAPERS: &str = "what papers|which papers|papers do i need|paperwork|what documents|which documents|\
    documents do i need|do i need to bring|what to bring|what do i bring|what should i bring|bring my id|need an id|\
    need id|qué documentos|que documentos|qué papeles|que papeles|giấy tờ gì";
const LETTERS: &str = "letters|text|print|font|words|writing|type|screen|page";
const SMALL: &str = "too small|to small|so small|very small|tiny|bigger|larger|make it big|large print|cant read|\
    hard to read|hard to see|zoom";
const PASSWORD: &str = "password|log in|login|log on|sign in|signin|username|make an account|create an account|open an account|\
    set up an account|need an account|get an account|crear una cuenta";
const HOW_TO: &str = "what do i have to do|what do i need|what must i do|what are the steps|how do i|how can i|\
    how to";
const JOIN: &str = "join|joyn|join in|sign up|signup|sing up|take part|enroll|enrol|participate|partake|apply|\
    get started|register|volunteer|get in a trial|get in a study|get into a trial|get into a study|be in a trial|\
    be in a study|be part of";
const JOIN_ELSEWHERE: &str = "me inscribo|inscribirme|me apunto|me registro|cómo participo|tham gia như thế nào|đăng ký như thế nào|\
    help signing up|help to sign up";
const IT_TAKES: &str = "how long does it take|how long will it take|how long is the|how long are the";
const SHOULD_I_JOIN: &str = "should i take part|should i join|should i participate|should i sign up|\
    should i enroll|should i do it";

const ERRANDS: &[Reply] = &[
    (
        &[TAKE_BACK, RECORDS],
        "You can take back records that you shared at any time. The email about them has a link for that. If you do not \
        find it, please [contact us](/contact), and we take them back with you. [Erasing your sign-up](/deleteme) erases \
        the records, too.",
    ),
    (
        &[WHO_READS, OWN_RECORDS],
        "Only you see the records that we read, until you share them. The team of the study then gets those that you \
        choose to share, and no others. The [privacy notice](/privacy) says more.",
    ),
    (
        &[WHAT_OF, DATA],
        "What you tell us goes to the team of the study that you sign up for, and we do not sell it. The [privacy \
        notice](/privacy) says what is kept, for how long, and what you can ask of us.",
    ),
    (
        &[CONNECT, RECORDS],
        "You connect your records when you sign up: open a study, press its button to sign up, and choose Connect My \
        EMR. You sign in with your health system, look at what it has, and choose what to share. Nothing is shared before \
        you say so.",
    ),
    (&[MAY_I, FOR_ANOTHER, SIGNING], TOGETHER),
    (&[SIGNING_ANOTHER, FOR_ANOTHER], TOGETHER),
    (
        &[PAPERS],
        "To sign up here you need no papers, only what the form asks. The team of the study tells you what to bring to \
        your first visit, often a photo ID and a list of your medicines.",
    ),
    (
        &[LETTERS, SMALL],
        "You can make all of this site bigger. On a computer, hold the key Ctrl (Command on a Mac) and press +. On a phone, \
        spread two fingers on the page, or choose a larger text in the phone’s settings. If you would rather talk, \
        [contact us](/contact).",
    ),
    (
        &[PAID],
        "Whether a study pays for your time or your travel differs from study to study. The team of the study tells you \
        before you decide. Signing up here is free.",
    ),
    (&[HOW_LONG, TAKING_PART], LENGTH),
    (&[IT_TAKES], LENGTH),
    (
        &[MAY, CHILDREN, TAKING_PART],
        "Some studies take children, and most take adults only. The page of each study says for which ages it is. A parent \
        or guardian signs a child up, and the team of the study talks with both.",
    ),
    (&[FORGET], DELETE),
    (&[UNDO, OWN], DELETE),
    (&[EVERYTHING], DELETE),
    (&[DONE, WHAT_NOW], STEPS),
    (&[UNSUBSCRIBE], STOP_NEWS),
    (&[STOP, NEWS], STOP_NEWS),
    (
        &[NUMBER],
        "Your participant number stands in the email that we sent when you signed up. If you do not find it, please \
        [contact us](/contact). Do not write it here.",
    ),
    (
        &[APP],
        "The app is free, and you can join a study without it. The page that thanks you for your sign-up leads to it, and \
        has codes for the camera of your phone. If that page is closed, please [contact us](/contact).",
    ),
    (
        &[PASSWORD],
        "This site has no passwords and no accounts: you can search and sign up without one. If another site asks you for \
        a password, such as that of your hospital, only that site can help you with it.",
    ),
    (
        &[SHOULD_I_JOIN],
        "Only you can decide that. Talk about it with your doctor and with people whom you trust. The team of the study \
        explains all of it first, you can ask anything, and you can say no at any time.",
    ),
    (&[HOW_TO, JOIN], STEPS),
    (&[JOIN_ELSEWHERE], STEPS),
];

const TOGETHER: &str = "You can help somebody to sign up: look at a study together, and fill in its form beside them, with what they \
        say. Whoever takes part has to agree. If they can’t decide alone, the team of the study explains who may decide \
        with them. [Find trials](/)";
const LENGTH: &str = "That differs from study to study: some take a few weeks, some take years. The page of a study says what is \
    known about its length and its visits, and its team tells you all of it before you decide.";
pub(super) const STEPS: &str = "[Search for your condition](/), open a study, and press its button to sign up. You answer some questions, \
    and say how the team of the study can reach you. A coordinator then contacts you. You have not joined before you have \
    read all about the study and agreed in writing.";
const DELETE: &str = "You can have your sign-up erased at any time: [erase my sign-up](/deleteme). You need your \
    participant number, your last name and your date of birth. We then send a link to your email address, and nothing is \
    erased before you open it.";
const STOP_NEWS: &str = "Each email with news has a link at its end that stops them, and erases your address with us. If you \
    do not find one, please [contact us](/contact).";

/// What is said to somebody who has an errand.
pub(super) fn errand(words: &Words) -> Option<&'static str> {
    first_reply(ERRANDS, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_errand_is_answered_by_where_it_is_done() {
        let table = [
            ("How do I delete my sign-up?", "/deleteme"),
            ("please delete my data", "/deleteme"),
            ("I want to cancel my signup", "/deleteme"),
            ("forget me", "/deleteme"),
            ("how long does a trial take", "differs from study to study"),
            ("do I get paid for taking part", "pays for your time"),
            ("will i get paid", "pays for your time"),
            ("¿me pagan por participar?", "pays for your time"),
            ("can my child join", "A parent or guardian"),
            ("can my 15 year old join", "A parent or guardian"),
            ("my mother has alzheimers can i sign up for her", "Whoever takes part has to agree"),
            ("can i sign up my husband", "Whoever takes part has to agree"),
            ("im signing up for my mother", "Whoever takes part has to agree"),
            ("how do i joyn a trial", "press its button"),
            ("how to enrol", "press its button"),
            ("will i get payed for my time", "pays for your time"),
            ("i shared my records by mistake", "take back records"),
            ("stop emailing me", "stops them"),
            ("what papers do i need", "you need no papers"),
            ("the letters are to small", "bigger"),
            ("can i make the text bigger?", "bigger"),
            ("¿quién ve mis expedientes médicos?", "until you share them"),
            ("how do I connect my medical records", "Connect My EMR"),
            ("what happens to my data", "/privacy"),
            ("How can I take back my records?", "take back records"),
            ("stop sharing my medical records", "take back records"),
            ("stop the news emails", "stops them"),
            ("unsubscribe", "stops them"),
            ("Where do I get the app?", "The app is free"),
            ("I lost my participant number", "participant number stands"),
            ("I lost my patient ID", "participant number stands"),
            ("I forgot my password", "no passwords"),
            ("Who can read my records?", "until you share them"),
            ("What do I have to do to join?", "press its button"),
            ("how do i sign up", "press its button"),
            ("¿cómo me inscribo?", "press its button"),
            ("how long does it take", "differs from study to study"),
            ("Should I take part?", "Only you can decide"),
        ];
        for (text, part) in table {
            let said = errand(&Words::of(text));
            assert!(said.is_some_and(|said| said.contains(part)), "{text}: {said:?}");
        }
    }

    #[test]
    fn a_question_about_trials_is_no_errand() {
        for text in [
            "What happens after I sign up?",
            "Can I leave a trial after I join?",
            "Who will see my information?",
            "Is there news about asthma?",
            "Are there trials for app users with asthma?",
            "When does a trial end?",
            "Are there trials for children with asthma?",
            "How long have you had this site?",
            "My husband has asthma, are there trials he can join?",
            "Is a small study safe?",
        ] {
            assert_eq!(errand(&Words::of(text)), None, "{text}");
        }
    }
}
