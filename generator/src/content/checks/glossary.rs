//! Checks of the glossary.

use std::{collections::HashSet, ops::RangeInclusive};

use waypoint_domain::glossary::comparable_form;
use waypoint_text::words;

use super::unique::{Occurrence, unique};
use crate::content::{
    draft::Draft,
    error::ContentError,
    glossary::{GlossaryTerm, GlossaryTerms},
    source_file::{SourceFile, Sourced},
    step::Step::{self, Item, Key},
};

/// Plausible lengths of a meaning in characters: enough to explain something, few enough to be read at a glance.
const MEANING_LENGTH: RangeInclusive<usize> = 30..=240;
/// The minimum number of words of a meaning that are not words of the term.
const MIN_OTHER_WORDS: usize = 5;

pub(super) fn check(draft: &Draft, errors: &mut Vec<ContentError>) {
    let Some(glossary) = &draft.glossary else { return };
    let Sourced { file, value } = glossary;
    unique("term id", occurrences(value, file, |term| vec![(term.id.as_str(), vec![Key("id")])]), errors);
    check_spellings(value, file, errors);
    for (index, term) in value.terms.iter().enumerate() {
        let mut report = |key: &[Step<'static>], message: String, hint: &'static str| {
            let steps: Vec<_> = at(index).into_iter().chain(key.iter().copied()).collect();
            errors.push(ContentError::Unfit { message, hint, place: file.locate(&steps) });
        };
        check_cases(term, &mut report);
        check_meaning(term, &mut report);
        for (place, id) in term.see.iter().enumerate() {
            if *id == term.id || value.get(id).is_none() {
                report(
                    &[Key("see"), Item(place)],
                    format!("'{id}' isn't another term"),
                    "use the id of another term of this file",
                );
            }
        }
    }
}

type Report<'r> = dyn FnMut(&[Step<'static>], String, &'static str) + 'r;

fn at(index: usize) -> Vec<Step<'static>> {
    vec![Key("terms"), Item(index)]
}

/// Values of every term, each with the rest of its path.
fn occurrences<'a>(
    glossary: &'a GlossaryTerms,
    file: &'a SourceFile,
    values: impl Fn(&'a GlossaryTerm) -> Vec<(&'a str, Vec<Step<'static>>)>,
) -> impl Iterator<Item = Occurrence<'a>> {
    glossary.terms.iter().enumerate().flat_map(move |(index, term)| {
        values(term).into_iter().map(move |(value, steps)| Occurrence {
            value,
            file,
            steps: at(index).into_iter().chain(steps).collect(),
        })
    })
}

/// The spellings of a term with the rest of their paths.
fn spellings(term: &GlossaryTerm) -> impl Iterator<Item = (&str, Vec<Step<'static>>)> {
    let of = |key: &'static str, list: &'_ [String]| {
        (0..list.len()).map(move |place| vec![Key(key), Item(place)]).collect::<Vec<_>>()
    };
    let steps = of("forms", &term.forms).into_iter().chain(of("names", &term.names));
    term.forms.iter().chain(&term.names).map(String::as_str).zip(steps)
}

/// Reports spellings without words, and those that two terms, or one term twice, would match.
fn check_spellings(glossary: &GlossaryTerms, file: &SourceFile, errors: &mut Vec<ContentError>) {
    let all = || occurrences(glossary, file, |term| spellings(term).collect());
    // An empty text is reported like every other.
    for spelling in all().filter(|one| !one.value.trim().is_empty() && comparable_form(one.value).is_empty())
    {
        errors.push(ContentError::Unfit {
            message: format!("'{}' has no words", spelling.value),
            hint: "write a spelling that texts have, such as side effects",
            place: file.locate(&spelling.steps),
        });
    }
    let compared: Vec<String> = all().map(|one| comparable_form(one.value)).collect();
    let occurrences = all().zip(&compared).filter(|(_, words)| !words.is_empty());
    let comparable = occurrences.map(|(one, words)| Occurrence { value: words, ..one });
    unique("spelling of a term", comparable, errors);
}

/// Forms match any case, so that capital letters in them mean something else.
fn check_cases(term: &GlossaryTerm, report: &mut Report) {
    for (place, form) in term.forms.iter().enumerate() {
        if *form != form.to_lowercase() {
            report(
                &[Key("forms"), Item(place)],
                format!("the form '{form}' has capital letters"),
                "write it in lowercase, or move it to names if its capital letters count",
            );
        }
    }
    for (place, name) in term.names.iter().enumerate() {
        if *name == name.to_lowercase() {
            report(
                &[Key("names"), Item(place)],
                format!("the name '{name}' has no capital letters"),
                "move it to forms",
            );
        }
    }
}

fn check_meaning(term: &GlossaryTerm, report: &mut Report) {
    let meaning = term.meaning.trim();
    let length = meaning.chars().count();
    // An empty text is reported like every other.
    if meaning.is_empty() {
        return;
    }
    if !MEANING_LENGTH.contains(&length) {
        let (least, most) = (MEANING_LENGTH.start(), MEANING_LENGTH.end());
        report(
            &[Key("meaning")],
            format!("the meaning has {length} characters, but it must have {least} to {most}"),
            "explain the term in one to three short sentences",
        );
    } else if other_words(term) < MIN_OTHER_WORDS {
        report(
            &[Key("meaning")],
            "the meaning repeats the term".into(),
            "explain the term in other words, as to someone who has never heard it",
        );
    } else if !meaning.ends_with(['.', '?', '!']) || meaning.contains('\n') {
        report(
            &[Key("meaning")],
            "the meaning isn't made of whole sentences on one line".into(),
            "end each sentence with a period, and write them on one line",
        );
    }
}

/// The number of different words of a meaning that are neither in the term nor in its spellings.
fn other_words(term: &GlossaryTerm) -> usize {
    let lower = |text: &str| words(text).map(|word| word.lower()).collect::<Vec<_>>();
    let own: HashSet<String> =
        spellings(term).flat_map(|(spelling, _)| lower(spelling)).chain(lower(&term.term)).collect();
    lower(&term.meaning).into_iter().filter(|word| !own.contains(word)).collect::<HashSet<_>>().len()
}
