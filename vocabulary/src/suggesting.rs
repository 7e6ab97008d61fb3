//! Names that begin as somebody types.

use std::cmp::Reverse;

use crate::{
    ConceptId, Vocabulary,
    data::{NameData, Stands},
    fold::{Word, toneless, words},
};

/// How many times as much a concept counts whose name begins as was typed as one in whose name a later word
/// does.
const BEGINS: u64 = 4;
/// Whoever has typed fewer letters chooses among names that are shown.
const ENOUGH: usize = 3;
/// A name of so many times as many bytes as were typed was not typed whole.
const LONGER: usize = 3;
/// Words after these are not looked at: no name has as many.
const MOST_WORDS: usize = 8;

/// A name to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion<'a> {
    /// The name as it is written.
    pub name: &'a str,
    /// What it names.
    pub concept: ConceptId,
}

/// How well a concept answers what was typed, and the name that shows it.
#[derive(Debug, Clone, Copy)]
struct Fit<'a> {
    is_whole: bool,
    count: u64,
    name: &'a NameData<&'static str>,
    is_label: bool,
}

impl Vocabulary {
    /// Names of which every typed word begins a word. One that was typed whole comes first, then names that are shown
    /// of concepts, then others; of these those of the greatest weight, where a name that itself begins so counts more. Each concept comes once, by its
    /// label where that begins so, else by the shortest of its names that do. Where no name begins so, what was typed
    /// may be a slip: then that comes which may have been meant.
    #[must_use]
    pub fn suggest(
        &self,
        typed: &str,
        weight: impl Fn(ConceptId) -> u32,
        most: usize,
    ) -> Vec<Suggestion<'_>> {
        let begun = self.begun(typed, &weight, most);
        if begun.is_empty() { self.meant(typed, &weight, most) } else { begun }
    }

    /// What a text names all of which is a name with a slip.
    fn meant(&self, typed: &str, weight: &impl Fn(ConceptId) -> u32, most: usize) -> Vec<Suggestion<'_>> {
        let reading = self.read(typed);
        let [part] = reading.parts.as_slice() else { return Vec::new() };
        if !reading.rest.is_empty() {
            return Vec::new();
        }
        let mut concepts = part.concepts.clone();
        concepts.sort_by_key(|concept| Reverse(weight(*concept)));
        let shown = concepts.into_iter().take(most);
        shown.map(|concept| Suggestion { name: self.label(concept), concept }).collect()
    }

    fn begun(&self, typed: &str, weight: &impl Fn(ConceptId) -> u32, most: usize) -> Vec<Suggestion<'_>> {
        let mut typed = words(typed);
        typed.truncate(MOST_WORDS);
        let mut best: Vec<Option<Fit>> = vec![None; self.data.concepts.len()];
        for (name, first) in self.data.names.iter().zip(self.names_with(&typed)) {
            let (Some(first), Some(best)) = (first, best.get_mut(usize::from(name.concept))) else {
                continue;
            };
            let concept = ConceptId(name.concept);
            let fit = Fit {
                is_whole: first == 0 && usize::from(name.words) == typed.len() && is_whole(&typed, name),
                count: (u64::from(weight(concept)) + 1) * if first == 0 { BEGINS } else { 1 },
                name,
                is_label: self.label(concept) == name.text,
            };
            *best = Some(best.map_or(fit, |known| known.with(fit)));
        }
        let mut found: Vec<Fit> = best.into_iter().flatten().collect();
        let is_short = typed.iter().map(|word| word.exact.chars().count()).sum::<usize>() < ENOUGH;
        found.retain(|fit| fit.is_label || !is_short);
        found.sort_unstable_by_key(|fit| {
            (!fit.is_whole, !fit.is_label, Reverse(fit.count), fit.order_of_name())
        });
        let shown = found.into_iter().take(most);
        shown.map(|fit| Suggestion { name: fit.name.text, concept: ConceptId(fit.name.concept) }).collect()
    }

    /// For each name of which every word begins a word, the first place in the name where one does.
    fn names_with(&self, typed: &[Word]) -> Vec<Option<u8>> {
        let Some((first, others)) = typed.split_first() else { return Vec::new() };
        others.iter().fold(self.begun_by(first), |mut found, word| {
            for (place, other) in found.iter_mut().zip(self.begun_by(word)) {
                *place = place.zip(other).map(|(place, other)| place.min(other));
            }
            found
        })
    }

    fn begun_by(&self, typed: &Word) -> Vec<Option<u8>> {
        let words = &self.data.words_of_names;
        let from = words.partition_point(|known| *known < typed.folded.as_str());
        let begun = (from..).zip(&words[from..]).take_while(|(_, known)| known.starts_with(&typed.folded));
        let places = begun.flat_map(|(word, _)| self.data.stands.of(word));
        let mut found = vec![None; self.data.names.len()];
        for stands in places.filter(|stands| self.agrees(typed, stands)) {
            if let Some(place) = found.get_mut(stands.name as usize) {
                *place = Some(place.map_or(stands.place, |known: u8| known.min(stands.place)));
            }
        }
        found
    }

    /// Whether the accents that were typed are those of the name.
    fn agrees(&self, typed: &Word, stands: &Stands) -> bool {
        if !typed.accented {
            return true;
        }
        let name = self.data.names.get(stands.name as usize);
        // Most names have no accents, and need no folding to be told so.
        if !typed.exact.is_ascii() && name.is_some_and(|name| name.text.is_ascii()) {
            return false;
        }
        let named = name.and_then(|name| words(name.text).into_iter().nth(usize::from(stands.place)));
        named.is_some_and(|named| {
            let ((letters, tone), (of_name, tone_of_name)) = (toneless(&typed.exact), toneless(&named.exact));
            of_name.starts_with(&letters) && (tone.is_empty() || tone == tone_of_name)
        })
    }
}

impl<'a> Fit<'a> {
    fn order_of_name(&self) -> (bool, usize, &'a str) {
        (!self.is_label, self.name.text.len(), self.name.text)
    }

    /// What two names of a concept say together: each says how well it fits, the better one is shown.
    fn with(self, other: Self) -> Self {
        let shown = if other.order_of_name() < self.order_of_name() { other } else { self };
        Self { is_whole: self.is_whole || other.is_whole, count: self.count.max(other.count), ..shown }
    }
}

/// Whether a name was typed to its end, with its accents if with any.
fn is_whole(typed: &[Word], name: &NameData<&'static str>) -> bool {
    // Most names are longer by far, and need no folding to be told so.
    let letters: usize = typed.iter().map(|word| word.exact.len() + 1).sum();
    if name.text.len() > LONGER * letters {
        return false;
    }
    let accented = typed.iter().any(|word| word.accented);
    let same = |(typed, named): (&Word, &Word)| {
        if accented { typed.exact == named.exact } else { typed.folded == named.folded }
    };
    typed.iter().zip(&words(name.text)).all(same)
}
