//! Names that begin as somebody types.

use crate::{ConceptId, Vocabulary, fold::words};

/// A name to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion<'a> {
    /// The name as it is written.
    pub name: &'a str,
    /// What it names.
    pub concept: ConceptId,
}

impl Vocabulary {
    /// Names of which every typed word begins a word, the name itself before those in which it stands
    /// later, then those of the greatest weight. Each concept comes once.
    #[must_use]
    pub fn suggest(
        &self,
        typed: &str,
        weight: impl Fn(ConceptId) -> u32,
        most: usize,
    ) -> Vec<Suggestion<'_>> {
        let typed: Vec<String> = words(typed).into_iter().map(|word| word.folded).collect();
        if typed.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<_> = self
            .data
            .names
            .iter()
            .filter_map(|(name, index)| {
                let named: Vec<String> = words(name).into_iter().map(|word| word.folded).collect();
                let begins =
                    |word: &String| named.iter().position(|of_name| of_name.starts_with(word.as_str()));
                let places: Option<Vec<usize>> = typed.iter().map(begins).collect();
                let first = places?.into_iter().min()?;
                let concept = ConceptId(*index);
                Some((first > 0, u32::MAX - weight(concept), name.chars().count(), name.as_str(), concept))
            })
            .collect();
        found.sort_unstable();
        let mut suggestions: Vec<Suggestion> = Vec::new();
        for (_, _, _, name, concept) in found {
            if suggestions.len() == most {
                break;
            }
            if !suggestions.iter().any(|known| known.concept == concept) {
                suggestions.push(Suggestion { name, concept });
            }
        }
        suggestions
    }
}
