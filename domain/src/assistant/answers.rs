//! What our own assistant says. No model: an answer is a fixed text, something that editors wrote, or what the search
//! found, and it says where it comes from.

use super::{
    Concern, Found, FoundStudies, Library, NamedStudy,
    asking_for_trials::names_trials,
    common_questions::common_question,
    errands::errand,
    fixed_answer,
    fixed_answers::HELP_NOW,
    language::Language,
    phrases::Words,
    scrubbing::without_labels,
    small_talk::small_talk,
    sources::Question,
    urgent::{Told, is_troubled_now, names_danger},
};

/// What the assistant answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The messages, in order: plain text, with links as `[words](address)`.
    pub messages: Vec<String>,
    /// Whether the chat is over.
    pub is_over: bool,
}

const HOW_LONG: &str = "how long|how many weeks|how many months|how many years";

/// Answers a text that is scrubbed by what editors wrote and what was found for it. Help is named below what may be more
/// than a question.
#[must_use]
pub fn answered(scrubbed: &str, library: &Library, found: &Found) -> Answered {
    let told = Told::of(scrubbed);
    let mut said = answered_alone(scrubbed, &told, library, found);
    let names_help = said.messages.iter().any(|message| message.contains("911"));
    let may_need_help = (names_danger(&told) && !names_trials(scrubbed)) || is_troubled_now(&told);
    if may_need_help && !names_help {
        said.messages.push(HELP_NOW.to_owned());
    }
    said
}

fn answered_alone(scrubbed: &str, told: &Told, library: &Library, found: &Found) -> Answered {
    let text = &without_labels(scrubbed);
    let words = Words::of(text);
    let language = Language::of(text, &words);
    let first = language.map(|language| language.said_first().to_owned());
    // Whose name was taken out may be what it is about.
    let of_what_is_left = || if text == scrubbed { None } else { Concern::of(text) };
    if let Some(concern) = Concern::of_told(scrubbed, told).or_else(of_what_is_left) {
        let in_theirs = language.and_then(|language| language.fixed_answer(concern));
        let refused = in_theirs.unwrap_or_else(|| fixed_answer(concern)).to_owned();
        let first = first.filter(|_| in_theirs.is_none());
        let messages =
            first.into_iter().chain([refused]).chain(besides_a_refusal(text, concern, found)).collect();
        return Answered { messages, is_over: false };
    }
    let (messages, is_over) = if let Some((said, is_over)) = small_talk(&words) {
        (said.into_iter().map(str::to_owned).collect(), is_over)
    } else if !(found.named.is_empty() && found.unknown.is_empty()) {
        (of_numbers(&found.named, &found.unknown, &words), false)
    } else if let Some(said) = errand(&words) {
        (vec![said.to_owned()], false)
    } else {
        (Question::of(scrubbed, text, &words).said(library, found), false)
    };
    Answered { messages: first.into_iter().filter(|_| !is_over).chain(messages).collect(), is_over }
}

/// What stands below a fixed answer: trials that somebody asks for, and help for who asks a doctor's question.
fn besides_a_refusal(text: &str, concern: Concern, found: &Found) -> Vec<String> {
    let studies = found.studies.as_ref();
    match concern {
        Concern::Crisis | Concern::Emergency => below_help(text, studies).into_iter().collect(),
        Concern::MedicalAdvice => open_trials(studies).into_iter().chain([HELP_NOW.to_owned()]).collect(),
        Concern::HurtInStudy | Concern::Instructions | Concern::OtherPeople => Vec::new(),
    }
}

/// What stands below the help that is named to somebody who asks for trials besides: they may only speak of what a trial is
/// about.
#[must_use]
pub fn below_help(text: &str, studies: Option<&FoundStudies>) -> Option<String> {
    open_trials(studies).filter(|_| names_trials(text))
}

fn open_trials(studies: Option<&FoundStudies>) -> Option<String> {
    studies.filter(|studies| studies.any_open).map(FoundStudies::said)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assistant::{
        FoundPlace, Passage,
        library::tests::passage,
        named_study::tests::named,
        names_trials,
        sources::{MORE, NO_ZIP, SEARCH},
    };

    /// The same with a passage about asthma.
    fn library_of_asthma() -> Library {
        let about_asthma = passage("Asthma in a trial", "One study of asthma is about the night.");
        Library::of([about_asthma].into_iter().chain(passages()).collect())
    }

    fn library() -> Library {
        Library::of(passages())
    }

    fn passages() -> Vec<Passage> {
        vec![
            passage("Could I get a placebo?", "In some trials, yes."),
            passage("Who will see my information?", "The team of the study."),
            passage("What happens after I sign up?", "A coordinator calls you."),
            passage("Is a trial safe?", "A board keeps watch."),
        ]
    }

    fn asthma(any_open: bool) -> FoundStudies {
        FoundStudies {
            condition: "Asthma".into(),
            any_open,
            any_near: false,
            any_there: None,
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
        assert!(
            said("asthma near Cleveland", Some(&near)).contains("[see those nearest to Cleveland, Ohio](")
        );
        let in_texas = |any_there| FoundStudies { place: Some("Texas".into()), any_there, ..asthma(true) };
        assert!(said("asthma in Texas", Some(&in_texas(Some(true)))).contains("[see those in Texas]("));
        assert!(said("asthma in Texas", Some(&in_texas(Some(false)))).contains("I know of none in Texas"));
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
        let of_asthma = library_of_asthma();
        let found = Found { studies: Some(asthma(true)), ..Found::default() };
        let said = answered("I have asthma", &of_asthma, &found).messages;
        assert!(said[0].starts_with("There are trials for Asthma"), "{said:?}");
    }

    #[test]
    fn who_tells_of_something_new_is_sent_to_a_doctor_where_no_trial_is_open() {
        let sentence = "I have asthma in my feet";
        let told = said(sentence, Some(&asthma(false)));
        assert!(told.starts_with("I can’t say what that may be") && told.ends_with(HELP_NOW), "{told}");
        assert!(!said(sentence, Some(&asthma(true))).contains("I can’t say"));
        assert!(!said("asthma trials in my town", Some(&asthma(false))).contains("I can’t say"));
    }

    #[test]
    fn what_an_illness_is_a_doctor_explains_and_trials_are_named_besides() {
        let said_of = said("What is asthma?", Some(&asthma(true)));
        assert!(said_of.starts_with("I’m sorry, I can’t explain medical words."), "{said_of}");
        assert!(said_of.contains("[see the trials]"), "{said_of}");
        assert!(!said("What is asthma?", Some(&asthma(false))).contains("found no trial"));
        assert!(said("what are asthma trials", Some(&asthma(true))).starts_with("There are trials"));
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
        assert!(said[1].contains("Using this site is free"), "{said:?}");
        let long = Found { named: vec![named("STU01009", "Breathe Easier")], ..Found::default() };
        assert_eq!(answered("how long does the STU01009 study last", &library(), &long).messages.len(), 1);
    }

    #[test]
    fn who_looks_for_trials_gets_them_and_no_article_and_those_that_come_near_where_none_is_open() {
        let written = library_of_asthma();
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
            said.starts_with("Solo puedo responder en inglés.") && said.contains("Using this site is free"),
            "{said}"
        );
    }

    #[test]
    fn what_is_refused_is_refused_in_the_language_of_who_asks() {
        let refused = said("¿Debo dejar de tomar mi insulina?", None);
        assert!(
            refused.starts_with("No puedo dar consejos médicos.") && refused.ends_with(HELP_NOW),
            "{refused}"
        );
        let refused = said("cho tôi thông tin của bệnh nhân khác", None);
        assert_eq!(refused, Language::Vietnamese.fixed_answer(Concern::OtherPeople).unwrap());
    }

    #[test]
    fn what_is_asked_of_somebody_whose_name_was_taken_out_is_refused() {
        for text in ["show me [name] medical record", "did [name] sign up"] {
            assert_eq!(said(text, None), fixed_answer(Concern::OtherPeople), "{text}");
        }
    }

    #[test]
    fn a_place_without_a_condition_leads_to_trials_of_any_there() {
        let place = FoundPlace { name: "Houston, Texas".into(), address: "/results?q=&near=Houston".into() };
        let found = Found { place: Some(place), ..Found::default() };
        let said_of = answered("any studies in Houston", &library(), &found).messages.join("\n");
        assert!(
            said_of.contains("for Houston, Texas, of any condition: [see them](/results?q=&near=Houston)")
        );
        let alone = answered("Houston", &library(), &found).messages.join("\n");
        assert_eq!(alone, said_of);
        let near = said("studies near [number]", None);
        assert!(near.starts_with(SEARCH) && near.ends_with(NO_ZIP), "{near}");
    }

    #[test]
    fn the_name_of_a_condition_alone_leads_to_its_trials_before_it_is_told_of() {
        let of_asthma = library_of_asthma();
        let found = Found { studies: Some(asthma(true)), ..Found::default() };
        let said = |text| answered(text, &of_asthma, &found).messages.join("\n");
        let named = said("asthma");
        assert!(named.starts_with("There are trials") && named.contains("about the night"), "{named}");
        assert!(said("what is asthma in a trial").starts_with("One study of asthma"));
        assert!(!said("hay estudios para el asma").contains("911"));
    }

    #[test]
    fn medical_advice_is_refused_and_trials_are_offered() {
        let answer = said("Should I take more salbutamol for my asthma?", Some(&asthma(true)));
        assert!(answer.starts_with("I can’t give medical advice."), "{answer}");
        assert!(answer.contains("[see the trials](/results?q=Asthma&in=UNITED+STATES)"), "{answer}");
        assert!(answer.ends_with(HELP_NOW), "{answer}");
    }

    #[test]
    fn an_emergency_is_answered_by_where_to_get_help_and_below_it_by_the_trials_that_it_asks_for() {
        let emergency = super::super::EMERGENCY;
        assert_eq!(said("chest pain and asthma", Some(&asthma(true))), emergency);
        assert_eq!(said("chest pain, any asthma trials?", Some(&asthma(false))), emergency);
        assert_eq!(said("chest pain, any asthma trials?", None), emergency);
        let both = said("chest pain, any asthma trials?", Some(&asthma(true)));
        assert!(both.starts_with(emergency) && both.contains("[see the trials]"), "{both}");
    }

    #[test]
    fn who_is_hurt_in_a_study_is_sent_to_its_team_and_told_nothing_of_the_study() {
        let named = vec![named("STU01009", "Breathe Easier")];
        let found = Found { named, ..Found::default() };
        let said = answered("STU01009 injection made my face swell up", &library(), &found).messages;
        assert_eq!(said, [fixed_answer(Concern::HurtInStudy)]);
    }

    #[test]
    fn help_is_named_below_whatever_is_said_to_a_word_of_danger_but_not_to_who_looks_for_trials() {
        for text in ["high fever", "estoy sangrando", "i'm bleeding, is it free", "ayuda por favor"] {
            assert!(said(text, None).ends_with(HELP_NOW), "{text}: {}", said(text, None));
        }
        for text in ["trials for high fever", "is it free", "is there a study on bleeding"] {
            assert!(!said(text, Some(&asthma(true))).contains("911"), "{text}");
        }
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
