//! What our own assistant says. No model: an answer is a fixed text, something that editors wrote, or what the search
//! found, and it says where it comes from.

use super::{
    CLOSED, Concern, FoundStudies, Library, NamedStudy, Passage, common_questions::common_question,
    errands::errand, fixed_answer, language::said_of_language, phrases::Words, scrubbing::without_labels,
    stems::stems,
};

/// What was found for a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Found {
    /// Studies whose numbers it has, in its order.
    pub named: Vec<NamedStudy>,
    /// Numbers that it has and that no study has.
    pub unknown: Vec<String>,
    /// Studies for a condition that it names.
    pub studies: Option<FoundStudies>,
}

/// What the assistant answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The messages, in order: plain text, with links as `[words](address)`.
    pub messages: Vec<String>,
    /// Whether the chat is over.
    pub is_over: bool,
}

const HELLO: &str = "Hello. I can help you find a clinical trial and tell you how joining one works. What would you like \
    to know?";
const UNKNOWN: &str = "I’m sorry, I don’t know the answer to that. I can tell you how trials work, or find trials if you \
    name a condition, in English, Spanish or Vietnamese. A person can help you, too: [contact us](/contact).";
/// Stands below what may miss that somebody needs help.
const HELP_NOW: &str = "Do you need help right now? Call 911. In a crisis, call or text 988 to talk with somebody. \
    (Español: llame al 911 o al 988. Tiếng Việt: gọi 911 hoặc 988.)";
/// Words before a number that was taken out, and may have been a ZIP code.
const NEAR_A_NUMBER: &str = "near number|in number|around number|at number|to number|from number|by number|zip number|\
    code number|zipcode number|area number";
const NO_ZIP: &str = "I take numbers out of what you write, so I did not look near a ZIP code. You can give yours on that \
    page, and see which studies are near.";
const PERSON: &str = "To talk with a person, please [contact us](/contact), or read how to reach [the nurse \
    concierge](/nurse).";
const SEARCH: &str = "Which condition do you look for? Tell me its name, such as asthma, or [search for \
    trials](/).";
const MORE: &str = "Gladly. What would you like to know more about? Name a condition, the number of a study, or what you \
    wonder about trials. You can also [contact us](/contact).";

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
    phone number|contact you|email you|your email";
const WANT_TRIALS: &str = "find a trial|find trials|find a study|find studies|find a clinical trial|\
    find me a trial|search for trials|search for a trial|look for a trial|looking for a trial|looking for trials";
/// Words of somebody who wants to know more, and does not say of what.
const WANT_MORE: &str = "more information|more info|more details|some information|know more|learn more|\
    tell me more";
/// How a question begins.
const ASKING: &str = "what|whats|how|why|who|when|where|can|could|is|are|do|does|will|would|should";
/// How somebody looks for trials by a question.
const LOOKING: &str = "anything for|any trials for|any studies for|are there trials|are there studies|are there any|\
    any trial for|any study for|a trial for|a study for|trials near|studies near|trials in|studies in";
const HOW_LONG: &str = "how long|how many weeks|how many months|how many years";
/// What is left of such a text when it says nothing else.
const NOTHING_ELSE: &[&str] = &["information", "info", "detail", "learn"];

/// Words for what people take part in.
pub(super) const TRIALS: &[&str] = &["trial", "trials", "study", "studies", "research"];

/// A text of so many words looks for something, and tells nothing.
const HARDLY_MORE_THAN_A_NAME: usize = 3;
/// How somebody says what they or others have.
const HAVING: &str = "i have|ive|i had|im|i am|he has|she has|has|diagnosed with|living with|lives with|suffer from|\
    suffers from|tengo|tiene|tôi bị|bị";

/// Whether a text says what somebody has: then a condition in it is what it is about.
#[must_use]
pub fn says_what_somebody_has(text: &str) -> bool {
    Words::of(text).say(HAVING) && !text.contains('?')
}

/// Whether a text names trials. Only then a misspelt word may be taken for a condition.
#[must_use]
pub fn names_trials(text: &str) -> bool {
    Words::of(text).have_any(TRIALS)
}

/// Answers a text by what editors wrote and what was found for it.
#[must_use]
pub fn answered(text: &str, library: &Library, found: &Found) -> Answered {
    let is_near_a_number = Words::of(text).say(NEAR_A_NUMBER);
    let text = &without_labels(text);
    let Found { named, unknown, studies } = found;
    let found = studies.as_ref();
    let words = Words::of(text);
    let first = said_of_language(text, &words).map(str::to_owned);
    let goes_on = |messages: Vec<String>| Answered {
        messages: first.into_iter().chain(messages).collect(),
        is_over: false,
    };
    if let Some(concern) = Concern::of(text) {
        let is_advice = concern == Concern::MedicalAdvice;
        let about_trials = found.filter(|found| is_advice && found.any_open).map(FoundStudies::said);
        // Whoever asks a doctor's question may be in need.
        let help = is_advice.then(|| HELP_NOW.to_owned());
        let said = [Some(fixed_answer(concern).to_owned()), about_trials, help];
        return goes_on(said.into_iter().flatten().collect());
    }
    if FAREWELLS.iter().any(|farewell| words.are(farewell)) {
        return Answered { messages: vec![CLOSED.to_owned()], is_over: true };
    }
    let messages = if GREETINGS.iter().any(|greeting| words.are(greeting)) {
        vec![HELLO.to_owned()]
    } else if THANKS.iter().any(|thanks| words.are(thanks)) {
        vec![CLOSED.to_owned()]
    } else if words.say(WANT_A_PERSON) {
        vec![PERSON.to_owned()]
    } else if !(named.is_empty() && unknown.is_empty()) {
        of_numbers(named, unknown, &words)
    } else if let Some(said) = errand(&words) {
        vec![said.to_owned()]
    } else {
        let near = found.filter(|found| is_near_a_number && found.place.is_none()).map(|_| NO_ZIP.to_owned());
        said_by_sources(text, &words, library, found).into_iter().chain(near).collect()
    };
    goes_on(messages)
}

/// What is said of each number, and to what is asked besides, but for how long it takes: that stands with each study.
fn of_numbers(named: &[NamedStudy], unknown: &[String], words: &Words) -> Vec<String> {
    let known = named.iter().map(NamedStudy::said);
    let none = unknown.iter().map(|number| {
        format!("I know no study with the number {number}. Check it, or [search for a condition](/).")
    });
    let besides = if words.say(HOW_LONG) { None } else { errand(words).or_else(|| common_question(words)) };
    known.chain(none).chain(besides.map(str::to_owned)).collect()
}

fn said_by_sources(
    text: &str,
    words: &Words,
    library: &Library,
    found: Option<&FoundStudies>,
) -> Vec<String> {
    if found.is_none() && words.say(WANT_TRIALS) {
        return vec![SEARCH.to_owned()];
    }
    let says_nothing_else = || stems(text).iter().all(|stem| NOTHING_ELSE.contains(&stem.as_str()));
    if found.is_none() && words.say(WANT_MORE) && says_nothing_else() {
        return vec![MORE.to_owned()];
    }
    let about_trials = words.have_any(TRIALS);
    if let Some(said) = common_question(words) {
        let found = found.filter(|_| about_trials).map(FoundStudies::said);
        return [Some(said.to_owned()), found].into_iter().flatten().collect();
    }
    // Whoever says what they have looks for trials, and asks nothing that editors have answered.
    let is_search = (about_trials && !text.contains('?') && !words.begin_with(ASKING)) || words.say(LOOKING);
    let is_answered = found.is_none() || !(says_what_somebody_has(text) || is_search);
    let written = library.best(text).filter(|_| is_answered).map(quoted);
    let found = found.filter(|_| written.is_none() || about_trials).map(FoundStudies::said);
    // Of what a sentence tells, nobody can say whether it happens now.
    let tells = found.is_none() || words.iter().count() > HARDLY_MORE_THAN_A_NAME;
    let help = (written.is_none() && !about_trials && tells).then(|| HELP_NOW.to_owned());
    let said = if written.is_none() && found.is_none() { Some(UNKNOWN.to_owned()) } else { None };
    [said, written, found, help].into_iter().flatten().collect()
}

/// A passage that answers a question begins with it, because other words may have asked for the opposite of its yes or no.
fn quoted(passage: &Passage) -> String {
    let Passage { title, text, page, address } = passage;
    let question = if title.ends_with('?') { format!("“{title}” ") } else { String::new() };
    format!("{question}{text} Read more: [{page}]({address})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assistant::{library::tests::passage, named_study::tests::named};

    fn library() -> Library {
        Library::of(vec![
            passage("Could I get a placebo?", "In some trials, yes."),
            passage("Who will see my information?", "The team of the study."),
            passage("What happens after I sign up?", "A coordinator calls you."),
            passage("Is a trial safe?", "A board keeps watch."),
        ])
    }

    fn asthma(any_open: bool) -> FoundStudies {
        FoundStudies {
            condition: "Asthma".into(),
            any_open,
            any_near: false,
            place: None,
            address: "/results?q=Asthma&in=UNITED+STATES".into(),
        }
    }

    fn said(text: &str, found: Option<&FoundStudies>) -> String {
        let found = Found { studies: found.cloned(), ..Found::default() };
        answered(text, &library(), &found).messages.join("\n")
    }

    #[test]
    fn an_answer_says_where_it_comes_from() {
        assert_eq!(
            said("Could I get a placebo?", None),
            "“Could I get a placebo?” In some trials, yes. Read more: [Common Questions](/#questions)"
        );
        assert_eq!(
            said("trials for asthma", Some(&asthma(true))),
            "There are trials for Asthma that take people now: [see the trials](/results?q=Asthma&in=UNITED+STATES)"
        );
        let near = FoundStudies { place: Some("Cleveland, Ohio".into()), ..asthma(true) };
        assert!(said("asthma near Cleveland", Some(&near)).contains("[see those for Cleveland, Ohio]("));
        assert!(said("asthma", Some(&asthma(false))).starts_with("I found no trial for Asthma"));
    }

    #[test]
    fn a_question_that_editors_have_answered_gets_no_search_besides_unless_it_asks_for_trials() {
        assert!(!said("Could I get a placebo?", Some(&asthma(true))).contains("see the trials"));
        assert!(said("a placebo in trials for asthma", Some(&asthma(true))).contains("see the trials"));
    }

    #[test]
    fn what_it_does_not_know_it_says() {
        let said_of = said("Who won the world cup?", None);
        assert!(
            said_of.contains("I don’t know") && said_of.contains("911") && said_of.contains("988"),
            "{said_of}"
        );
    }

    #[test]
    fn what_a_sentence_tells_may_be_happening_so_that_help_is_named_besides() {
        let told = said("asthma since the smoke came in", Some(&asthma(true)));
        assert!(told.starts_with("There are trials for Asthma") && told.ends_with(HELP_NOW), "{told}");
        assert!(!said("asthma", Some(&asthma(true))).contains("911"));
        assert!(!said("trials for asthma", Some(&asthma(true))).contains("911"));
    }

    #[test]
    fn who_says_what_they_have_looks_for_trials() {
        let of_asthma =
            Library::of(vec![passage("Asthma in a trial", "One study of asthma is about the night.")]);
        let found = Found { studies: Some(asthma(true)), ..Found::default() };
        let said = answered("I have asthma", &of_asthma, &found).messages;
        assert!(said[0].starts_with("There are trials for Asthma"), "{said:?}");
    }

    #[test]
    fn what_was_taken_out_of_a_text_is_no_word_of_it() {
        let said = said("My phone [number]. Could I get a placebo?", None);
        assert!(said.contains("In some trials, yes."), "{said}");
    }

    #[test]
    fn a_common_question_is_answered_and_trials_are_named_besides_when_it_asks_for_them() {
        let said = said("am I eligible for asthma trials", Some(&asthma(true)));
        assert!(said.contains("lists who can join") && said.contains("[see the trials]"), "{said}");
    }

    #[test]
    fn who_wants_to_know_more_is_asked_of_what() {
        assert_eq!(said("Could I have more information?", None), MORE);
        assert_eq!(said("please tell me more", None), MORE);
        assert!(said("tell me more about a placebo", None).contains("In some trials, yes."));
        assert!(said("more information about asthma", Some(&asthma(true))).contains("see the trials"));
    }

    #[test]
    fn studies_whose_numbers_are_named_are_told_of() {
        let found = Found {
            named: vec![named("STU01009", "Breathe Easier"), named("STU01010", "Sleep Well")],
            ..Found::default()
        };
        let said = answered("compare the STU01009 study with STU01010", &library(), &found).messages;
        assert!(said[0].starts_with("Breathe Easier (STU01009)."), "{said:?}");
        assert!(said[1].ends_with("[see it](/study/STU01010)"), "{said:?}");
    }

    #[test]
    fn a_number_that_no_study_has_is_said_to_be_unknown_and_what_is_asked_besides_is_answered() {
        let found = Found { unknown: vec!["STU99999".into()], ..Found::default() };
        let said = answered("what does STU99999 cost, do I need insurance?", &library(), &found).messages;
        assert!(said[0].contains("no study with the number STU99999"), "{said:?}");
        assert!(said[1].contains("You pay nothing"), "{said:?}");
        let long = Found { named: vec![named("STU01009", "Breathe Easier")], ..Found::default() };
        assert_eq!(answered("how long does the STU01009 study last", &library(), &long).messages.len(), 1);
    }

    #[test]
    fn who_looks_for_trials_gets_them_and_no_article_and_those_that_come_near_where_none_is_open() {
        let written = Library::of(vec![passage("Asthma trials", "One study of asthma is about the night.")]);
        let found = Found { studies: Some(asthma(true)), ..Found::default() };
        for text in ["asthma trials near me", "Is there anything for asthma?"] {
            let said = answered(text, &written, &found).messages;
            assert!(said.iter().all(|said| !said.contains("about the night")), "{text}: {said:?}");
        }
        let near = FoundStudies { any_near: true, ..asthma(false) };
        assert!(said("asthma", Some(&near)).contains("Some come near: [see them]"));
    }

    #[test]
    fn a_zip_code_is_taken_out_and_the_page_that_takes_one_is_named() {
        let near = said("lung cancer trials near [number]", Some(&asthma(true)));
        assert!(near.ends_with(NO_ZIP), "{near}");
        for text in ["lung cancer trials, call me: [number]", "lung cancer trials"] {
            assert!(!said(text, Some(&asthma(true))).contains("ZIP"), "{text}");
        }
    }

    #[test]
    fn who_writes_in_another_language_is_told_first_that_the_answer_is_in_english() {
        let said = said("¿Cuánto cuesta participar?", None);
        assert!(
            said.starts_with("Solo puedo responder en inglés.") && said.contains("You pay nothing"),
            "{said}"
        );
    }

    #[test]
    fn medical_advice_is_refused_and_trials_are_offered() {
        let answer = said("Should I take more salbutamol for my asthma?", Some(&asthma(true)));
        assert!(answer.starts_with("I can’t give medical advice."), "{answer}");
        assert!(answer.contains("[see the trials](/results?q=Asthma&in=UNITED+STATES)"), "{answer}");
        assert!(answer.ends_with(HELP_NOW), "{answer}");
    }

    #[test]
    fn an_emergency_is_answered_by_where_to_get_help_and_nothing_else() {
        assert_eq!(said("chest pain, any asthma trials?", Some(&asthma(true))), super::super::EMERGENCY);
    }

    #[test]
    fn a_farewell_ends_the_chat_and_nothing_else_does() {
        assert!(answered("Bye!", &library(), &Found::default()).is_over);
        for text in ["Thanks!", "hello", "Could I get a placebo?", "I can't breathe", "say bye to my dog"] {
            assert!(!answered(text, &library(), &Found::default()).is_over, "{text}");
        }
    }

    #[test]
    fn who_looks_for_a_trial_is_asked_for_which_condition() {
        assert_eq!(said("I am looking for a trial", None), SEARCH);
        assert!(names_trials("Any STUDIES for me?") && !names_trials("a poem"));
    }
}
