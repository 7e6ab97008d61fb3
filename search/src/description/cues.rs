//! Words that say whether a name in the same sentence applies to the person, and how.

use std::{collections::HashMap, ops::Range};

use waypoint_text::is_apostrophe;
use waypoint_vocabulary::fold::{Word, words};

use crate::{free_text::is_word_for_person, statement_cues::rows};

/// What a cue says of the names on one side of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Denied,
    /// A whole list is denied, whatever its first item is: 'denies tobacco, alcohol, asthma'.
    DeniesAll,
    /// Only what is directly behind it is denied: 'not diabetic, COPD'.
    DeniesNext,
    Past,
    /// The person may get it, or fears it.
    Possible,
    /// The person may have it already.
    Suspected,
    /// What follows is the present condition, unlike what is before.
    Now,
    /// Another person has it.
    Other,
    /// The person can't take the treatment behind it.
    Allergy,
    /// What follows is what a treatment is for.
    Purpose,
    Planned,
    /// A treatment that goes on.
    Current,
    /// A treatment that is over.
    Had,
    /// The person who writes is the subject of what follows.
    Writer,
    /// A relative reports what the person has.
    Reported,
    /// The names behind it are no longer those of an earlier cue.
    Ends,
    /// Another name follows, of which the statement holds too.
    Joins,
    /// Another name follows, of which a denial before it holds too: 'no asthma, gout, or COPD'.
    Either,
    /// A word for any treatment: 'no prior therapy for melanoma'.
    Therapy,
    /// The stage of a condition follows.
    Stage,
    /// A detail follows that only a condition of the person has, such as since when.
    Detail,
    /// A place follows.
    Place,
}

/// A cue in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cue {
    pub(super) meaning: Meaning,
    /// Whether it says something of the names before it, and not behind it.
    pub(super) is_behind: bool,
    /// In bytes of the sentence.
    pub(super) span: Range<usize>,
}

/// The known cues, by their first word.
pub(super) struct Cues(HashMap<String, Vec<(Vec<String>, Meaning, bool)>>);

impl Default for Cues {
    fn default() -> Self {
        let mut cues: HashMap<String, Vec<_>> = HashMap::new();
        for [cue, meaning, side] in rows() {
            let Some(meaning) = Meaning::parse(meaning) else { continue };
            let words: Vec<String> = words(cue).into_iter().map(|word| word.folded).collect();
            if let Some(first) = words.first().cloned() {
                cues.entry(first).or_default().push((words, meaning, side == "after"));
            }
        }
        Self(cues)
    }
}

impl Meaning {
    pub(super) fn is_denial(self) -> bool {
        matches!(self, Self::Denied | Self::DeniesAll | Self::DeniesNext)
    }

    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "denied" => Self::Denied,
            "denies all" => Self::DeniesAll,
            "denies next" => Self::DeniesNext,
            "either" => Self::Either,
            "therapy" => Self::Therapy,
            "writer" => Self::Writer,
            "detail" => Self::Detail,
            "past" => Self::Past,
            "suspected" => Self::Suspected,
            "possible" => Self::Possible,
            "now" => Self::Now,
            "other" | "relative" | "acquaintance" => Self::Other,
            "allergy" => Self::Allergy,
            "purpose" => Self::Purpose,
            "planned" => Self::Planned,
            "current" => Self::Current,
            "had" => Self::Had,
            "reported" => Self::Reported,
            "ends" => Self::Ends,
            "joins" => Self::Joins,
            "stage" => Self::Stage,
            "place" => Self::Place,
            _ => return None,
        })
    }
}

impl Cues {
    /// Returns the cues of a sentence, in order. Of cues that begin at one word, the longest one counts, on each side.
    pub(super) fn read(&self, sentence: &str) -> Vec<Cue> {
        let words = words(sentence);
        let mut found = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let here = self.at(&words[at..]);
            let longest = here.iter().map(|(length, ..)| *length).max().unwrap_or(1);
            for (length, meaning, is_behind) in here.into_iter().filter(|(length, ..)| *length == longest) {
                let span = words[at].span.start..words[at + length - 1].span.end;
                let is_whole_denial = matches!(meaning, Meaning::Denied | Meaning::DeniesAll);
                let is_behind = is_behind || is_whole_denial && is_answer(sentence, &span);
                if meaning != Meaning::Other || !owns_person(&words, at, longest, sentence) {
                    found.push(Cue { meaning, is_behind, span });
                }
            }
            at += longest;
        }
        found
    }

    fn at(&self, words: &[Word]) -> Vec<(usize, Meaning, bool)> {
        let Some(cues) = words.first().and_then(|word| self.0.get(&word.folded)) else { return Vec::new() };
        let is_here = |cue: &[String]| {
            cue.len() <= words.len() && cue.iter().zip(words).all(|(cue, word)| *cue == word.folded)
        };
        let here = cues.iter().filter(|(cue, ..)| is_here(cue));
        here.map(|(cue, meaning, is_behind)| (cue.len(), *meaning, *is_behind)).collect()
    }
}

/// Whether words for a person only say whose child or relative another person is: "my friend's baby", 'el bebé de mi amiga'.
fn owns_person(words: &[Word], at: usize, length: usize, sentence: &str) -> bool {
    let is_person = |at: usize| words.get(at).is_some_and(|word| is_word_for_person(&word.folded));
    let written = words.get(at + length - 1).map_or("", |last| &sentence[last.span.clone()]);
    let is_possessive = written.strip_suffix(['s', 'S']).is_some_and(|stem| stem.ends_with(is_apostrophe));
    let is_of = at.checked_sub(1).is_some_and(|of| ["of", "de"].contains(&words[of].folded.as_str()));
    is_possessive && is_person(at + length) || is_of && at >= 2 && is_person(at - 2)
}

/// Whether words are all that is between a colon and the next sign: 'Asthma: no, COPD: yes'.
fn is_answer(sentence: &str, span: &Range<usize>) -> bool {
    let before = sentence[..span.start].trim_end();
    let behind = sentence[span.end..].trim_start();
    before.ends_with(':') && !behind.starts_with(char::is_alphanumeric)
}
