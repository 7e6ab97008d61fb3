//! What people ask about this site, its people and their sign-up, in whatever words. They come before
//! [`super::common_questions`], whose words are wider.

use super::{
    common_questions::{CALLED, FROM_HOME, HOME},
    errands::STEPS,
    phrases::Words,
    replies::{Reply, first_reply},
};

const SIGN_UP_SEEN: &str = "nobody called|no one called|noone called|nobody has called|no one has called|nobody calls|\
    havent heard|have not heard|heard nothing|nobody contacted|no one contacted|nobody has contacted|not been called|\
    still waiting for a call|sign up go through|signup go through|sign up went through|signup went through|did it go through|\
    form go through|did you get my|did you receive my|get my sign up|received my sign up|status of my sign up|\
    am i signed up|nadie me llamó|nadie me ha llamado";
const HOSPITAL: &str = "hospital|hospitals|clinic|health system|my doctors office|provider|my chart|mychart";
const NOT_LISTED: &str = "not in the list|not on the list|not in your list|not on your list|isnt in the list|\
    isnt on the list|isnt there|not there|isnt listed|not listed|cant find|cannot find|can not find|missing|not found|\
    doesnt show|does not show";
const EMR: &str = "emr|ehr|electronic medical record|electronic medical records|electronic health record|\
    electronic health records";
const WHAT: &str = "what|whats|mean|means|meaning|stand for|explain";
const ADDRESS: &str = "your address|your office|your mailing address|your postal address|where are you located|\
    where are you based|where is your office|where are you guys|mailing address";
const HOURS: &str = "when are you open|are you open now|are you open today|are you open on|opening hours|office hours|\
    business hours|what hours|your hours|what time do you open|what time do you close|when do you close|\
    when do you open|qué horario|a qué hora abren";
const LANGUAGE: &str = "interpreter|interpreters|translator|translators|translation|translate|only speak|dont speak english|\
    do not speak english|no english|speak spanish|speak vietnamese|other languages|another language|my language|in spanish|\
    in vietnamese|no hablo inglés|no hablo ingles|solo hablo|sólo hablo|intérprete|interprete|thông dịch|phiên dịch|\
    không nói tiếng anh|không biết tiếng anh";
const SHARING: &str = "share|shared|sharing|shares|sell|sold|give my|give out|report to|tell my|told|find out|know about|\
    see my|get my|send my|sees my";
const OTHERS: &str = "insurance|insurer|insurers|insurance company|employer|employers|my boss|my job|my work|\
    government|police|immigration|advertisers";
const ALL_OF_IT: &str = "can i do it|could i do it|do it|do this|do everything|do all of it|do the visits";
const WANT_TO_JOIN: &str = "quiero participar|quisiera participar|puedo participar|me gustaría participar|\
    cómo participar|como participar|como participo|quiero inscribirme|quiero entrar|muốn tham gia|làm sao tham gia|\
    làm sao để tham gia|làm thế nào để tham gia|cách tham gia|muốn đăng ký|toi muon tham gia";

const SITE_QUESTIONS: &[Reply] = &[
    (
        &[SHARING, OTHERS],
        "What you tell us goes to the team of the study that you sign up for, and we do not sell it. The [privacy \
        notice](/privacy) says who sees it, what is kept, and for how long. If anything is unclear, [contact us](/contact).",
    ),
    (&[SIGN_UP_SEEN], CALLED),
    (
        &[HOSPITAL, NOT_LISTED],
        "Not every hospital can be found there. Try its full name, or the name of the health system that it belongs to. If it \
        does not come up, you can still sign up, and the study team may ask your doctor for records, if you agree. We help \
        you, too: [contact us](/contact).",
    ),
    (
        &[EMR, WHAT],
        "EMR is short for electronic medical record: what your doctor or hospital has written about your health in their \
        computers. When you sign up for a study you can connect yours and choose what to share. Nothing is shared before you \
        say so.",
    ),
    (
        &[ADDRESS],
        "How to reach us stands on [our contact page](/contact). Where a study takes place stands on the page of that study.",
    ),
    (
        &[HOURS],
        "This site and this chat are open day and night. To reach a person, see [our contact page](/contact). In an emergency \
        call 911.",
    ),
    (
        &[LANGUAGE],
        "You can name a condition in English, Spanish or Vietnamese here. Ask the team of a study whether they speak your \
        language or have an interpreter, before you decide anything. We help you to ask: [contact us](/contact). (Español: \
        pregunte si hay un intérprete. Tiếng Việt: hãy hỏi xem có thông dịch viên không.)",
    ),
    (&[HOME, ALL_OF_IT], FROM_HOME),
    (&[WANT_TO_JOIN], STEPS),
];

/// What is said to a question about this site or a sign-up.
pub(super) fn site_question(words: &Words) -> Option<&'static str> {
    first_reply(SITE_QUESTIONS, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_ask_about_the_site_and_their_sign_up_is_answered_in_whatever_words() {
        let table = [
            ("do you share with insurance", "do not sell it"),
            ("will you tell my boss", "do not sell it"),
            ("I signed up last week and nobody called", "calls or writes"),
            ("did my sign up go through", "calls or writes"),
            ("my hospital is not in the list", "full name"),
            ("i cant find my clinic", "full name"),
            ("what is EMR", "electronic medical record"),
            ("whats your address", "/contact"),
            ("when are you open", "day and night"),
            ("do you have an interpreter", "interpreter"),
            ("i only speak spanish", "interpreter"),
            ("can i do it from home", "from home"),
            ("hola, como puedo participar en un estudio", "press its button"),
            ("tôi muốn tham gia nghiên cứu", "press its button"),
        ];
        for (text, part) in table {
            let said = site_question(&Words::of(text));
            assert!(said.is_some_and(|said| said.contains(part)), "{text}: {said:?}");
        }
    }

    #[test]
    fn a_question_about_trials_is_none_of_them() {
        for text in [
            "do I need insurance",
            "trials at a hospital near me",
            "is the study open",
            "are you open to people with asthma",
            "when will somebody call me",
            "my address is wrong",
            "hay estudios de asma",
        ] {
            assert_eq!(site_question(&Words::of(text)), None, "{text}");
        }
    }
}
