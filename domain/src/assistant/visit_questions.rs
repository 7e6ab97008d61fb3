//! What people ask about the visits of a study: how many, how long, when, and who may come with them.

use super::{
    phrases::Words,
    replies::{Reply, first_reply},
};

const VISIT: &str = "visit|visits|visita|visitas|appointment|appointments|clinic|clinics|site|open|come in|do a study|do a trial|\
    be in a study|be in a trial|take part|join|participate|for the study|for the trial|for a study|for a trial";
const PETS: &str = "my dog|my cat|my pet|pets|a dog|service dog|service animal|guide dog|emotional support";
const BRING: &str = "bring|take|come|allowed|with me|leave";
const COMPANY: &str = "bring my|bring somebody|bring someone|bring a friend|come with me|come in with me|in the room with me|in with me|come along|be with me|go with me|sit with me|stay with me";
const DRIVEN: &str = "drive me|drives me|drive him|drive her|bring me|take me there|take me to|pick me up|give me a ride|\
    gives me a ride";
const BY: &str = "my son|my daughter|my husband|my wife|my friend|my neighbor|my sister|my brother|my mom|my dad|my family|\
    my caregiver|my aide|my partner|my grandson|my granddaughter|my niece|my nephew|somebody|someone|who";
const NUMBER: &str = "how many visits|how often do i|how often would i|how often will i|how many appointments|how many times do i|how many times would i|\
    how many times will i|how many times i|how many trips|how often i have";
const LENGTH: &str = "how many hours|hours a week|hours per week|how much time|how much of my time|time commitment|\
    how long is each|how long is a visit|how long are the visits|how long does a visit|how long does each|\
    how long do visits|how long does a study|how long do studies|how long does a trial|how long do trials|how long do these|how long do they last|how long does it last|how long does this take|\
    how long does the study|how long does the trial|how long is the study|how long is the trial|how long is a study|\
    how long is a trial|how long would i be|how long will i be|how many weeks|how many months|cuánto tiempo dura|\
    cuanto tiempo dura|cuánto dura|cuanto dura|cuánto tiempo toma|kéo dài bao lâu|mất bao lâu|bao nhiêu lần";
const WEEKENDS: &str = "weekend|weekends|on saturday|on saturdays|on sunday|on sundays|after work|in the evening|evenings|\
    full time|fulltime|time off work|off work|off from work|miss work|night shift|night shifts|work days|\
    fin de semana|fines de semana|sábado|sábados|cuối tuần";
const FIRST_VISIT: &str = "first visit|first appointment|screening visit|screening appointment|first meeting";
const HEARING: &str =
    "deaf|hearing aid|hearing aids|hard of hearing|cant hear|dont hear well|sign language|asl";
const CALLING: &str = "call|calls|phone|text|write|talk|interpreter|telephone|speak";
const ACCESS: &str = "wheelchair|wheel chair|ramp|elevator|walker|scooter|accessible|handicap|handicapped|disabled|disability access|\
    guide me|silla de ruedas|xe lăn";
const APPOINTMENT: &str = "appointment|appointments|my visit";
const MOVED: &str = "cancel|change|move|reschedule|missed|miss|late|forgot|forget";

const TO_ASK: &str = "questions should i ask|questions do i ask|questions to ask|what should i ask|what do i ask|what to ask|\
    qué debo preguntar|que debo preguntar|qué preguntas|que preguntas";

const VISIT_QUESTIONS: &[Reply] = &[
    (
        &[TO_ASK],
        "Ask what the study wants to find out, what happens at each visit, what may help or harm you, what it costs or pays, and \
        whom to call at night. Write your questions down and take somebody along. [What the team has to tell you](/informed-consent)",
    ),
    (
        &[PETS, BRING],
        "That is for each clinic to say. Ask the study team before your first visit, and tell them if it is a service animal.",
    ),
    (
        &[DRIVEN, BY],
        "Yes, somebody you know can bring you and fetch you again, and many studies pay for the way. After some treatments \
        you may not drive yourself: ask the study team which visits those are.",
    ),
    (&[COMPANY], "Mostly yes: you can bring somebody whom you trust to a visit. Tell the study team before."),
    (
        &[APPOINTMENT, MOVED],
        "Visits are agreed with the team of the study. Call them, or ask us for their number: [contact us](/contact).",
    ),
    (
        &[HEARING, CALLING],
        "Say so when you sign up, or [write to us](/contact): a study team can write to you instead of calling. Ask them for an \
        interpreter of sign language, or whatever else helps you, before your first visit.",
    ),
    (
        &[ACCESS],
        "Tell the study team before your first visit what you need, such as a ramp, a lift, help at the door or more time. Clinics \
        have to be open to people with disabilities. The page of a study shows where its sites are.",
    ),
    (
        &[FIRST_VISIT],
        "At the first visit the study team explains the study, and you can ask all you want. If you then agree in \
        writing, they mostly ask about your health and do some tests, to see whether the study fits you. \
        [Read more](/informed-consent)",
    ),
    (
        &[WEEKENDS, VISIT],
        "Some clinics see people early, late or on weekends, others only on working days. Tell the study team when you \
        can come before you decide. They find times with you.",
    ),
    (
        &[LENGTH],
        "That differs from study to study: some take a few visits, some go on for years, and a visit can take from less than \
        an hour to a whole day. The page of a study says what is known, and its team tells you all of it before you decide.",
    ),
    (
        &[NUMBER],
        "That differs from study to study: some have a visit a month, some only a few in all. The page of a study \
        says what is known about its visits, and its team tells you all of it before you decide.",
    ),
];

/// What is said to a question about visits.
pub(super) fn visit_question(words: &Words) -> Option<&'static str> {
    first_reply(VISIT_QUESTIONS, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_ask_about_visits_is_answered_in_whatever_words() {
        let table = [
            ("can i bring my dog", "service animal"),
            (
                "what questions should I ask the study team, my appointment is thursday and I forget",
                "wants to find out",
            ),
            ("is a guide dog allowed at the visit", "service animal"),
            ("can my son drive me", "bring you"),
            ("who can drive me to the visits", "bring you"),
            ("can i bring my wife", "somebody whom you trust"),
            ("cancel my appointment", "agreed with the team"),
            ("i am dying to know what happens at the first visit", "explains the study"),
            ("are there visits on weekends", "working days"),
            ("I work full time, can I still do a study", "working days"),
            ("how many hours a week does it take", "differs from study to study"),
            ("cuanto tiempo dura un estudio", "differs from study to study"),
            ("how long does a trial last", "differs from study to study"),
            ("how many visits", "a visit a month"),
            ("wheelchair here is the clinic got ramp", "a ramp"),
            ("hearing aids dont work with phone calls, can they text me", "write to you"),
            ("how long do these things last", "differs from study to study"),
            ("how many times i have to go to the hospital", "a visit a month"),
            ("can my husband come in the room with me", "somebody whom you trust"),
        ];
        for (text, part) in table {
            let said = visit_question(&Words::of(text));
            assert!(said.is_some_and(|said| said.contains(part)), "{text}: {said:?}");
        }
    }

    #[test]
    fn a_question_about_something_else_is_none_of_them() {
        for text in [
            "trials for a dog bite",
            "how long do I have to live",
            "a study of pain at night",
            "can I join two studies",
        ] {
            assert_eq!(visit_question(&Words::of(text)), None, "{text}");
        }
    }
}
