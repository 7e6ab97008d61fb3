//! Reads a line of criteria as a list of conditions: which ones it names as a whole, and which ones it denies.
//!
//! A condition counts as a whole only if no other word of its item says which people with it are meant. So
//! 'uncontrolled diabetes', 'diabetes requiring insulin', and 'HIV infection, unless treated' name none as a whole.

use std::ops::Range;

use waypoint_vocabulary::{
    ConceptId, Vocabulary,
    fold::{Word, words},
};

use super::roles::{Role, roles_at};
use crate::concept_kind::ConceptKind;

/// The maximum number of words of a line to read. A longer one has conditions of its own.
const MAX_WORDS: usize = 60;
/// The maximum number of words of a name.
const MAX_NAME_WORDS: usize = 6;
/// The maximum number of words that a name shares with the one before or behind it.
const MAX_SHARED: usize = 2;
/// Words that join the items of a list.
const JOINING: [&str; 5] = ["or", "and", "nor", "plus", "o"];
/// Signs that separate the items of a list.
const SEPARATORS: [char; 7] = [',', '/', '(', ')', ':', '[', ']'];
/// Signs that end a list.
const ENDS: [char; 4] = [';', '.', '\n', '!'];

/// How a line names a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    Whole,
    /// Only some people with it are meant.
    Narrowed,
    /// People don't have it.
    Denied,
}

/// A part of a list, between its separators.
struct Item {
    words: Range<usize>,
    begins_list: bool,
}

/// Returns the conditions that a line names.
pub(super) fn conditions(line: &str, vocabulary: &Vocabulary) -> Vec<(ConceptId, Naming)> {
    let mut typed = words(line);
    typed.truncate(MAX_WORDS + 1);
    if typed.len() > MAX_WORDS {
        return Vec::new();
    }
    let mut reader = LineReader::new(line, &typed, vocabulary);
    reader.is_lifted = (0..typed.len()).any(|at| roles_at(&typed[at..]).1.contains(&Role::Lifts));
    for item in items(line, &typed) {
        reader.read(&item);
    }
    reader.finish()
}

fn items(line: &str, typed: &[Word]) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for (at, word) in typed.iter().enumerate() {
        let gap = at.checked_sub(1).map_or("", |before| &line[typed[before].span.end..word.span.start]);
        let begins_list = at == 0 || gap.contains(ENDS);
        let is_joining = JOINING.contains(&word.folded.as_str());
        match items.last_mut() {
            Some(item)
                if !begins_list && !is_joining && !gap.contains(SEPARATORS) && item.words.end == at =>
            {
                item.words.end = at + 1;
            }
            _ if is_joining => {}
            _ => items.push(Item { words: at..at + 1, begins_list }),
        }
    }
    items
}

/// The state of reading a line.
struct LineReader<'a> {
    line: &'a str,
    typed: &'a [Word],
    vocabulary: &'a Vocabulary,
    found: Vec<(ConceptId, Naming)>,
    /// Where the current list begins in `found`.
    list: usize,
    /// Where the last items begin in `found` that a denial behind them denies, too.
    unbroken: usize,
    /// The last words that name nothing by themselves, and that may share the end of the next name.
    pending: Option<Range<usize>>,
    /// The words of the last name.
    last_name: Option<Range<usize>>,
    is_denying: bool,
    is_narrowed: bool,
    /// Whether the line doesn't hold for everyone.
    is_lifted: bool,
}

/// What the words of an item say.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a statement of its own about the item")]
struct ItemWords {
    /// From the first word that names something to the last one.
    named: Option<Range<usize>>,
    /// The last such words in a row.
    last_run: Option<Range<usize>>,
    denies: bool,
    /// Whether a denial is behind the first words that name something.
    denies_behind: bool,
    denied: bool,
    affirms: bool,
    narrows: bool,
    is_clause: bool,
}

impl<'a> LineReader<'a> {
    fn new(line: &'a str, typed: &'a [Word], vocabulary: &'a Vocabulary) -> Self {
        Self {
            line,
            typed,
            vocabulary,
            found: Vec::new(),
            list: 0,
            unbroken: 0,
            pending: None,
            last_name: None,
            is_denying: false,
            is_narrowed: false,
            is_lifted: false,
        }
    }

    fn read(&mut self, item: &Item) {
        if item.begins_list {
            (self.list, self.unbroken) = (self.found.len(), self.found.len());
            (self.pending, self.last_name) = (None, None);
            (self.is_denying, self.is_narrowed) = (false, false);
        }
        let mut said = self.item_words(item);
        // A name may have such words itself: 'chronic hepatitis B'.
        let whole = said.named.as_ref().and_then(|named| {
            let whole = self.concept(item.words.clone())?;
            // People call it by the condition's name, too: 'severe asthma'.
            let is_narrowed = said.narrows && self.concept(named.clone()) == Some(whole);
            (!is_narrowed).then_some(whole)
        });
        if whole.is_some() {
            let named = Some(item.words.clone());
            said = ItemWords { named, affirms: said.affirms, ..ItemWords::default() };
        }
        self.is_denying |= said.denies;
        self.is_narrowed |= said.narrows;
        if said.affirms {
            self.is_denying = false;
        }
        if said.is_clause {
            self.found[self.list..].iter_mut().for_each(|(_, naming)| *naming = Naming::Narrowed);
        }
        let named = said.named.clone();
        let concepts = match (&named, whole) {
            (_, Some(concept)) => self.shared_end(&item.words).into_iter().chain([concept]).collect(),
            (Some(named), None) => {
                let own = self.named(named, item);
                // 'A vaccine in HIV-negative adults', 'adults with asthma without diabetes'
                let is_within = own.is_empty() && (said.denied || said.denies_behind);
                let denied = said.last_run.as_ref().filter(|_| is_within);
                self.is_denying |= said.denies_behind && denied.is_some();
                denied.map_or(own, |run| self.named(run, item))
            }
            (None, None) => Vec::new(),
        };
        let naming = if self.is_denying && !self.is_narrowed && !said.is_clause {
            Naming::Denied
        } else if self.is_narrowed || said.is_clause {
            Naming::Narrowed
        } else {
            Naming::Whole
        };
        let names_something = !concepts.is_empty();
        self.found.extend(concepts.into_iter().map(|concept| (concept, naming)));
        if said.denied {
            let whole = self.found[self.unbroken..].iter_mut().filter(|(_, naming)| *naming == Naming::Whole);
            whole.for_each(|(_, naming)| *naming = Naming::Denied);
        }
        if said.affirms {
            // 'HIV positive or HIV negative'
            self.unbroken = self.found.len();
        }
        if names_something {
            (self.last_name, self.pending) = (named, None);
        } else if named.is_some() {
            // Something else ends a list of conditions: 'no prior therapy, asthma'.
            self.is_denying = false;
            self.unbroken = self.found.len();
            self.pending = named;
        }
    }

    fn finish(mut self) -> Vec<(ConceptId, Naming)> {
        if self.is_lifted {
            self.found.iter_mut().for_each(|(_, naming)| *naming = Naming::Narrowed);
        }
        self.found
    }

    fn item_words(&self, item: &Item) -> ItemWords {
        let mut said = ItemWords::default();
        let mut at = item.words.start;
        while at < item.words.end {
            let (length, roles) = roles_at(&self.typed[at..item.words.end]);
            let is_behind = said.named.is_some();
            if roles.is_empty() {
                let start = said.named.as_ref().map_or(at, |named| named.start);
                said.named = Some(start..at + 1);
                let run = said.last_run.take().filter(|run| run.end == at);
                said.last_run = Some(run.map_or(at, |run| run.start)..at + 1);
                // 'HIV-negative partners' says nothing of the person.
                said.denied = false;
            }
            if roles == [Role::Denies] && is_behind {
                (said.denies_behind, said.last_run) = (true, None);
            }
            for role in roles {
                match role {
                    Role::Neutral | Role::Lifts => {}
                    Role::Affirms => said.affirms |= is_behind,
                    Role::Denies => said.denies |= !is_behind,
                    Role::Denied => said.denied |= is_behind,
                    Role::Narrows => said.narrows = true,
                    Role::Clause => said.is_clause |= is_behind,
                }
            }
            at += length;
        }
        said
    }

    /// Returns the conditions that the words of an item name, together with the words around them or of other items.
    fn named(&self, named: &Range<usize>, item: &Item) -> Vec<ConceptId> {
        let around = (named.start.saturating_sub(1).max(item.words.start)..=named.start).flat_map(|start| {
            let most = item.words.end.min(named.end + MAX_SHARED);
            (named.end..=most).rev().map(move |end| start..end)
        });
        let own = around.into_iter().find_map(|range| Some((self.concept(range.clone())?, range)));
        if let Some((concept, range)) = own {
            return [self.shared_end(&range), Some(concept)].into_iter().flatten().collect();
        }
        self.shared_beginning(named).into_iter().collect()
    }

    /// 'type 1 or type 2 diabetes': what the words before a name name with its last words.
    fn shared_end(&self, name: &Range<usize>) -> Option<ConceptId> {
        let pending = self.pending.clone()?;
        let ends = (1..=MAX_SHARED).filter_map(|shared| name.end.checked_sub(shared));
        let mut ends = ends.filter(|start| *start > name.start);
        ends.find_map(|start| self.concept_of(pending.clone().chain(start..name.end)))
    }

    /// 'hepatitis B or C': what a short word names with the first words of the name before it.
    fn shared_beginning(&self, named: &Range<usize>) -> Option<ConceptId> {
        let last = self.last_name.clone().filter(|last| last.len() > 1)?;
        let is_short = self.typed[named.clone()].iter().all(|word| word.folded.chars().count() <= 2);
        self.concept_of((last.start..last.end - 1).chain(named.clone())).filter(|_| is_short)
    }

    fn concept(&self, range: Range<usize>) -> Option<ConceptId> {
        let span = self.typed.get(range.start)?.span.start..self.typed.get(range.end - 1)?.span.end;
        (range.len() <= MAX_NAME_WORDS).then(|| self.condition(&self.line[span])).flatten()
    }

    fn concept_of(&self, words: impl Iterator<Item = usize>) -> Option<ConceptId> {
        let words: Vec<&str> = words.map(|at| &self.line[self.typed[at].span.clone()]).collect();
        (words.len() <= MAX_NAME_WORDS).then(|| self.condition(&words.join(" "))).flatten()
    }

    fn condition(&self, phrase: &str) -> Option<ConceptId> {
        let concept = self.vocabulary.concept_of_phrase(phrase)?;
        // The states of markers are compared apart: a study for little HER2 excludes HER2-positive tumors.
        let is_of_markers = || self.vocabulary.marker_concepts().iter().any(|one| one.concept == concept);
        let is_condition = ConceptKind::of(concept, self.vocabulary) == ConceptKind::Condition;
        (is_condition && !is_of_markers()).then_some(concept)
    }
}
