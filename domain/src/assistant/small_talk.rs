//! What is no question: greetings, thanks, farewells, and the wish to talk with a person.

use super::{
    fixed_answers::{CLOSED, HELP_NOW},
    phrases::Words,
};

const GREETINGS: &[&str] = &[
    "hi",
    "hello",
    "hey",
    "hi there",
    "hello there",
    "good morning",
    "good afternoon",
    "good evening",
    "hola",
    "xin chào",
    "buenos días",
    "buenas tardes",
    "buenas noches",
    "hello is anyone there",
    "hello is anybody there",
    "hello is someone there",
    "hello anyone there",
    "hi is anyone there",
    "hey is anyone there",
    "is anyone there",
    "is anybody there",
    "is someone there",
    "anyone there",
    "anybody there",
    "are you there",
    "hello are you there",
];
const FAREWELLS: &[&str] = &[
    "bye",
    "goodbye",
    "good bye",
    "thanks bye",
    "thank you bye",
    "thats all",
    "that is all",
    "thats all thanks",
    "no thanks",
    "no thank you",
    "end chat",
    "adios",
    "tạm biệt",
];
const THANKS: &[&str] =
    &["thanks", "thank you", "thank you very much", "thanks a lot", "ok thanks", "gracias", "cảm ơn"];
const WANT_A_PERSON: &str = "talk to a person|speak to a person|talk to a human|speak to a human|\
    talk to someone|speak to someone|talk with someone|speak with someone|talk to somebody|real person|\
    human being|talk to a nurse|speak to a nurse|speak with a nurse|talk with a nurse|customer service|call you|\
    phone number|contact you|email you|your email|who do i call|who can i call|who should i call|whom do i call|\
    who do i ask|who can i ask|who do i contact|who can i contact|who do i talk to|who can i talk to|by phone|\
    over the phone|can someone call me|can somebody call me|\
    want to complain|file a complaint|make a complaint|hablar con una persona|hablar con alguien|\
    nói chuyện với người|người thật";

const HELLO: &str = "Hello. I can help you find a clinical trial and tell you how joining one works. What would you like \
    to know?";
const PERSON: &str = "To talk with a person, please [contact us](/contact), or read how to reach [the nurse \
    concierge](/nurse).";

const NODS: &[&str] = &["ok", "okay", "yes", "no", "sure", "yes please", "sí", "si", "alright", "good"];
const CALLS: &[&str] =
    &["help", "i need help", "help me", "please help", "ayuda", "necesito ayuda", "giúp tôi"];
const WHAT_ELSE: &str = "What would you like to know? Name a condition, such as asthma, or ask me how joining a study \
    works.";

/// What is said to it, and whether the chat is over then.
pub(super) fn small_talk(words: &Words) -> Option<(Vec<&'static str>, bool)> {
    let are_one_of = |phrases: &[&str]| phrases.iter().any(|phrase| words.are(phrase));
    let said = if are_one_of(FAREWELLS) {
        return Some((vec![CLOSED], true));
    } else if are_one_of(GREETINGS) {
        vec![HELLO]
    } else if are_one_of(THANKS) {
        vec![CLOSED]
    } else if are_one_of(NODS) {
        vec![WHAT_ELSE]
    } else if are_one_of(CALLS) {
        // Nobody can say whether they need it now.
        vec![WHAT_ELSE, HELP_NOW]
    } else if words.say(WANT_A_PERSON) {
        vec![PERSON]
    } else {
        return None;
    };
    Some((said, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_farewell_ends_the_chat() {
        let table = [
            ("Bye!", Some((vec![CLOSED], true))),
            ("Thanks!", Some((vec![CLOSED], false))),
            ("hello", Some((vec![HELLO], false))),
            ("Hello, is anyone there?", Some((vec![HELLO], false))),
            ("i only speak spanish", None),
            ("ok", Some((vec![WHAT_ELSE], false))),
            ("help", Some((vec![WHAT_ELSE, HELP_NOW], false))),
            ("who do i call with questions about a study", Some((vec![PERSON], false))),
            ("can i sign up by phone", Some((vec![PERSON], false))),
            ("say bye to my dog", None),
        ];
        for (text, said) in table {
            assert_eq!(small_talk(&Words::of(text)), said, "{text}");
        }
    }
}
