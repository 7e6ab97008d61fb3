//! What is no question: greetings, thanks, farewells, and the wish to talk with a person.

use super::{fixed_answers::CLOSED, phrases::Words};

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
    who do i ask|who can i ask|who do i contact|who can i contact|who do i talk to|who can i talk to";

const HELLO: &str = "Hello. I can help you find a clinical trial and tell you how joining one works. What would you like \
    to know?";
const PERSON: &str = "To talk with a person, please [contact us](/contact), or read how to reach [the nurse \
    concierge](/nurse).";

/// What is said to it, and whether the chat is over then.
pub(super) fn small_talk(words: &Words) -> Option<(&'static str, bool)> {
    let are_one_of = |phrases: &[&str]| phrases.iter().any(|phrase| words.are(phrase));
    if are_one_of(FAREWELLS) {
        Some((CLOSED, true))
    } else if are_one_of(GREETINGS) {
        Some((HELLO, false))
    } else if are_one_of(THANKS) {
        Some((CLOSED, false))
    } else if words.say(WANT_A_PERSON) {
        Some((PERSON, false))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_farewell_ends_the_chat() {
        let table = [
            ("Bye!", Some((CLOSED, true))),
            ("Thanks!", Some((CLOSED, false))),
            ("hello", Some((HELLO, false))),
            ("who do i call with questions about a study", Some((PERSON, false))),
            ("say bye to my dog", None),
        ];
        for (text, said) in table {
            assert_eq!(small_talk(&Words::of(text)), said, "{text}");
        }
    }
}
