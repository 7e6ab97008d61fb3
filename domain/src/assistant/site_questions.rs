//! What people ask about this site, its people and their sign-up, in whatever words. They come before
//! [`super::common_questions`], whose words are wider.

use super::{
    errands::STEPS,
    phrases::Words,
    replies::{Reply, first_reply},
};

pub(super) const HOME: &str =
    "from home|at home|from my home|remotely|remote|virtual|virtually|by video|online";
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
const LANGUAGE: &str = "speaks vietnamese|speaks spanish|speaks my language|who speaks|interpreter|interpreters|translator|translators|translation|translate|only speak|dont speak english|\
    do not speak english|no english|speak spanish|speak vietnamese|other languages|another language|my language|in spanish|\
    in vietnamese|no hablo inglés|no hablo ingles|solo hablo|sólo hablo|que hablar inglés|que hablar ingles|que saber inglés|que saber ingles|have to speak english|need to speak english|intérprete|interprete|thông dịch|phiên dịch|\
    không nói tiếng anh|không biết tiếng anh";
const SHARING: &str = "reported to|comparten|comparte|compartir|venden|vender|share|shared|sharing|shares|sell|sold|give my|give out|report to|tell my|told|find out|know about|\
    see my|get my|send my|sees my";
const OTHERS: &str = "dmv|irs|ssa|gobierno|seguro|aseguradora|policía|migra|inmigración|insurance|insurer|insurers|insurance company|employer|employers|my boss|my job|my work|\
    government|police|immigration|advertisers";
const ALL_OF_IT: &str = "can i do it|could i do it|do it|do this|do everything|do all of it|do the visits";
const NEEDED: &str = "need|have|own|without|dont have|do not have|no|must i|dont own|got no";
const COMPUTERS: &str = "a computer|computer|internet|smartphone|a smart phone|wifi|email address|an email|email|printer|a tablet";
const JOINING: &str = "join|take part|participate|sign up|enroll|study|trial|can i|do i|to do this|necesito";
const BROKEN: &str = "page keeps|page is blank|goes blank|blank page|wont load|doesnt load|not loading|keeps loading|freezes|frozen|froze|\
    crashes|button doesnt work|button does not work|button dont work|nothing happens|nothing happened when|error message|kicked me out|\
    screen reader|voiceover|talkback|jaws|nvda|site doesnt work|site is down|page doesnt work|website doesnt work|website not working|\
    page not working|site not working|no funciona la página";
const SCREEN_READERS: &str = "screen reader|voiceover|talkback|jaws|nvda|braille";
const BMI: &str = "bmi|body mass";
const BMI_ASKED: &str = "what|whats|asks|know|calculate|find|mean|means|is";
const STOP_WRITING: &str = "take me off|off your list|off the list|stop calling me|stop texting|do not contact|dont contact me|stop contacting|\
    remove my number|remove my email";
const WHOSE: &str = "who is behind|whos behind|who owns|who made this|who built this|is it a drug company|is this a drug company|\
    a drug company|by drug companies|by the drug companies|run by a company|pharma company|big pharma|who pays for this site|who pays for this website|how do you make money";
const SAVED: &str = "saved studies|saved trials|saved study|saved trial|studies i saved|trials i saved|saved list|estudios guardados|\
    estudio guardado|nghiên cứu đã lưu";
const ADDED: &str = "add new trials|add new studies|new trials added|new studies added|update the list|update this site|list updated|\
    site updated|how current|up to date|how new is";
const MY_ADDRESS: &str = "how did you get my|where did you get my|how do you have my|how come you have my";
const FORMS_ADDRESS: &str = "email|number|phone|address|name|information";
const A_PERSON: &str = "someone real|somebody real|real human|real person|live person|human being|call on the telephone|on the telephone|\
    talk on the phone|speak on the phone|someone i can call|somebody i can call|someone to call|number to call|una persona real";
const DATA_SOLD: &str = "sell my|selling my|sold my|sells my|do you sell";
const OF_MINE: &str = "phone|number|email|name|data|information|info|address|records|answers|health|messages";
const LOST: &str = "dont understand this|do not understand this|dont get this|website is confusing|site is confusing|\
    page is confusing|this is confusing|im confused by this|too complicated|too hard to use|hard to use|how do i use this|\
    how to use this|not good with computers|bad with computers|no good with computers|im lost here|dont know how to use|\
    dont know what to do|dont know where to start|where do i start|where do i begin|how do i start|no entiendo esta página|\
    no entiendo la página|không hiểu trang";
const WANT_TO_JOIN: &str = "quiero participar|quisiera participar|puedo participar|me gustaría participar|\
    cómo participar|como participar|como participo|quiero inscribirme|quiero entrar|muốn tham gia|làm sao tham gia|\
    làm sao để tham gia|làm thế nào để tham gia|cách tham gia|muốn đăng ký|toi muon tham gia";

const SITE_QUESTIONS: &[Reply] = &[
    (
        &[SHARING, OTHERS],
        "What you tell us goes to the team of the study that you sign up for, and we do not sell it. The [privacy \
        notice](/privacy) says who sees it, what is kept, and for how long. If anything is unclear, [contact us](/contact).",
    ),
    (
        &[DATA_SOLD, OF_MINE],
        "No, we do not sell your data, and we do not show it to advertisers. The [privacy notice](/privacy) says what is kept, for \
        how long, and who sees it.",
    ),
    (
        &[MY_ADDRESS, FORMS_ADDRESS],
        "We have only what was typed in a form on this site: somebody signed up with it, or asked for news. If that was not you, \
        [tell us](/contact), or [have it erased](/deleteme).",
    ),
    (&[SIGN_UP_SEEN], CALLED),
    (
        &[SAVED],
        "Saved studies are kept in the browser of one device, and nowhere else: [see those of this one](/saved). On another phone or \
        computer, or after the browser’s data was cleared, they are not there. Save them again with the button on each study.",
    ),
    (
        &[ADDED],
        "We read the public registry again and again, so a new trial mostly shows up here within a day. [Find trials](/)",
    ),
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
    (
        &[NEEDED, COMPUTERS, JOINING],
        "To sign up here you need a phone or a computer, a phone number and an email address; somebody you trust can type for \
        you. Without an email, [contact us](/contact). Ask the study team whether \
        the study itself needs a device: some lend you one.",
    ),
    (
        &[SCREEN_READERS],
        "We want every page to work with a screen reader, and are sorry if one does not. Please [tell us](/contact) which page and \
        which box it is. We sign you up by phone or email, if you like.",
    ),
    (
        &[BROKEN],
        "I’m sorry about that. Load the page again, or try another browser or phone. If it still does not work, please [tell \
        us](/contact) which page it is: a person can help you to sign up.",
    ),
    (
        &[BMI, BMI_ASKED],
        "BMI compares your weight with your height. You need not work it out: a nurse, a pharmacist or your doctor can tell you \
        yours. If you are not sure of an answer, the study team checks it with you.",
    ),
    (
        &[STOP_WRITING],
        "Each email with news has a link at its end that stops them. To have your sign-up erased, so that nobody calls, [fill in \
        this form](/deleteme). For anything else, [contact us](/contact).",
    ),
    (
        &[WHOSE],
        "Waypoint runs this site. It shows studies of partners, who may be drug companies, and of the public registry. Its team tells \
        you who pays for a study. [Who we are](/about)",
    ),
    (
        &[A_PERSON],
        "Yes: [our contact page](/contact) has a phone number and an email address. I am a computer program.",
    ),
    (
        &[LOST],
        "Step by step: [type the name of your condition](/) and choose a study. Its page says in plain words what happens. \
        Press its button, and answer a few questions to see if it may fit. Tell me a condition here, and I look for you. Or \
        [talk with a person](/contact).",
    ),
    (&[WANT_TO_JOIN], STEPS),
];

pub(super) const FROM_HOME: &str = "Some studies have visits by phone or video, or send a nurse to your home. Most ask \
    you to come to a site. The page of a study shows its sites, and its team tells you which visits you can do from home.";
pub(super) const CALLED: &str = "The study team calls or writes to you after you signed up. How soon differs from study to study. \
        Your thank-you page shows how far it has come, and our email has a link to it. If nobody calls, \
        [contact us](/contact).";

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
            ("do i need a computer for this, can i join without", "lend you one"),
            ("can I sign up without an email address", "Without an email"),
            ("i dont understand this website", "Step by step"),
            ("where do i start", "Step by step"),
            ("my screen reader skips the date of birth box", "a screen reader"),
            ("the page keeps going blank when i push next", "Load the page again"),
            ("the sign up asks for BMI i dont know what is that", "BMI compares"),
            ("can you take me off your list please", "/deleteme"),
            ("how did you get my email", "typed in a form"),
            ("who is behind this website is it a drug company", "/about"),
            ("is there someone real I can call on the telephone", "/contact"),
            ("quiero saber si mi informacion la comparten con el gobierno", "do not sell it"),
            ("do they have someone who speaks vietnamese", "interpreter"),
            ("tengo que hablar ingles para participar", "intérprete"),
            ("do you sell my phone number", "do not sell"),
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
