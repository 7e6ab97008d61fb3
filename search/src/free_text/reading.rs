//! A text while it is read: its tokens, the names in it, and what has been understood so far.

use std::ops::Range;

use waypoint_domain::work_budget::WorkBudget;
use waypoint_text::is_apostrophe;
use waypoint_vocabulary::{ConceptId, MatchKind, Vocabulary};

use super::token::{Token, tokens};

/// The maximum number of words that are read. Texts of ordinary words reach the character limit first.
const MAX_WORDS: usize = 200;
/// The maximum number of words that the vocabulary reads at once.
const MAX_PIECE_WORDS: usize = 16;

/// The effort of each word of a qualifier and a name that are read together, in both orders and all languages.
const STEPS_PER_JOINED_WORD: usize = 50;

/// Words that make a person's name the name of a disease.
const KINDS_OF_EPONYMS: [&str; 2] = ["disease", "syndrome"];
/// The id of the concept of signs and symptoms.
const SIGNS: &str = "D012816";
/// The beginning of the ids of diseases.
const OF_DISEASES: char = 'D';

/// A text whose tokens are marked as they are understood.
pub(super) struct Reading<'t> {
    vocabulary: &'t Vocabulary,
    /// The remaining effort for typo corrections.
    pub(super) effort: &'t WorkBudget,
    pub(super) text: &'t str,
    pub(super) tokens: Vec<Token>,
    /// Whether the text has more words than are read.
    pub(super) is_cut: bool,
    /// Where the vocabulary recognizes a name, in bytes.
    named: Vec<Range<usize>>,
    /// Where the text names a marker with its state, in bytes.
    markers: Vec<Range<usize>>,
    /// Where the vocabulary recognizes a name with typos, in bytes.
    guessed: Vec<Range<usize>>,
    taken: Vec<bool>,
    /// Which tokens are people's names behind a title.
    persons: Vec<bool>,
    /// The words for healthy people, next to which a number is an age.
    pub(super) people: Range<usize>,
    /// Which tokens are words that name nothing.
    plain: Vec<bool>,
    /// Whether the text has letters used only in Vietnamese.
    pub(super) vietnamese: bool,
    /// Whether the text has no lowercase letters.
    pub(super) is_shouted: bool,
}

/// A value and the tokens that state it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Found<T> {
    pub(super) value: T,
    pub(super) tokens: Range<usize>,
}

impl<'t> Reading<'t> {
    pub(super) fn new(text: &'t str, vocabulary: &'t Vocabulary, effort: &'t WorkBudget) -> Self {
        let markers: Vec<Range<usize>> =
            vocabulary.markers().read(text).into_iter().map(|mention| mention.span).collect();
        let mut tokens = tokens(&without_signs(text, &markers));
        let is_cut = tokens.len() > MAX_WORDS;
        tokens.truncate(MAX_WORDS);
        let (mut named, mut guessed) = (Vec::new(), Vec::new());
        for piece in pieces(&tokens) {
            for part in vocabulary.read_with(&text[piece.clone()], effort).parts {
                let span = piece.start + part.span.start..piece.start + part.span.end;
                if part.match_kind == MatchKind::Named { named.push(span) } else { guessed.push(span) }
            }
        }
        // What belongs to a marker is no place and negates nothing else: 'PR-', 'no EGFR mutation'.
        named.extend(markers.iter().cloned());
        let taken = vec![false; tokens.len()];
        let persons = taken.clone();
        let plain = tokens.iter().map(|token| vocabulary.is_plain(&token.folded)).collect();
        let is_shouted = text.chars().all(|c| !c.is_lowercase());
        let vietnamese =
            text.chars().any(|c| matches!(c, 'đ' | 'Đ' | 'ơ' | 'ư' | 'ă' | '\u{1ea0}'..='\u{1ef9}'));
        Self {
            vocabulary,
            effort,
            text,
            tokens,
            is_cut,
            named,
            markers,
            guessed,
            taken,
            persons,
            people: 0..0,
            plain,
            vietnamese,
            is_shouted,
        }
    }

    pub(super) fn get(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    /// Returns the folded word of a token, or an empty string outside the text.
    pub(super) fn word(&self, at: usize) -> &str {
        self.get(at).map_or("", |token| token.folded.as_str())
    }

    /// Returns the folded word `steps` tokens before one.
    pub(super) fn word_before(&self, at: usize, steps: usize) -> &str {
        at.checked_sub(steps).map_or("", |before| self.word(before))
    }

    pub(super) fn is_free(&self, tokens: Range<usize>) -> bool {
        self.taken.get(tokens).is_some_and(|taken| !taken.contains(&true))
    }

    /// Marks tokens as understood. Names that they cut into are no longer names.
    pub(super) fn mark_understood(&mut self, tokens: Range<usize>) {
        let span = self.span(tokens.clone());
        let is_broken = |named: &Range<usize>| {
            named.start < span.end
                && span.start < named.end
                && (named.start < span.start || span.end < named.end)
        };
        self.named.retain(|named| !is_broken(named));
        if let Some(taken) = self.taken.get_mut(tokens) {
            taken.fill(true);
        }
    }

    /// Marks all of these tokens as understood.
    pub(super) fn mark_all(&mut self, all: &[Range<usize>]) {
        for tokens in all {
            self.mark_understood(tokens.clone());
        }
    }

    /// Marks tokens as the name of an institution. Names of conditions in it name nothing else.
    pub(super) fn mark_name(&mut self, tokens: Range<usize>) {
        self.forget_names(&tokens);
        self.mark_understood(tokens);
    }

    /// Marks tokens as the name of a person, which names no condition and no place. It stays among the words to search for.
    pub(super) fn mark_person(&mut self, tokens: Range<usize>) {
        self.forget_names(&tokens);
        if let Some(persons) = self.persons.get_mut(tokens) {
            persons.fill(true);
        }
    }

    /// Whether any of these tokens is the name of a person behind a title.
    pub(super) fn is_of_person(&self, tokens: Range<usize>) -> bool {
        self.persons.get(tokens).is_some_and(|persons| persons.contains(&true))
    }

    fn forget_names(&mut self, tokens: &Range<usize>) {
        let span = self.span(tokens.clone());
        let is_apart = |named: &Range<usize>| named.end <= span.start || span.end <= named.start;
        self.named.retain(is_apart);
        self.guessed.retain(is_apart);
    }

    /// Whether any of these tokens is part of a name.
    pub(super) fn is_named(&self, tokens: Range<usize>) -> bool {
        let span = self.span(tokens);
        self.named.iter().any(|named| named.start < span.end && span.start < named.end)
    }

    /// Returns these tokens, extended to the whole name that they are part of.
    pub(super) fn whole_name(&self, tokens: Range<usize>) -> Range<usize> {
        let span = self.span(tokens.clone());
        let Some(named) = self.named.iter().find(|named| named.start < span.end && span.start < named.end)
        else {
            return tokens;
        };
        let begins = self.tokens.partition_point(|token| token.span.end <= named.start);
        let ends = self.tokens.partition_point(|token| token.span.start < named.end);
        begins.min(tokens.start)..ends.max(tokens.end)
    }

    /// Whether all of these tokens are within one name.
    pub(super) fn is_within_name(&self, tokens: Range<usize>) -> bool {
        let span = self.span(tokens);
        self.named.iter().any(|named| named.start <= span.start && span.end <= named.end)
    }

    /// Whether these tokens are part of a longer name.
    pub(super) fn is_in_name(&self, tokens: Range<usize>) -> bool {
        let span = self.span(tokens);
        let is_longer = |named: &Range<usize>| named.start < span.start || span.end < named.end;
        self.named.iter().any(|named| named.start < span.end && span.start < named.end && is_longer(named))
    }

    /// Whether these tokens are part of a longer name with typos: 'brest cancer'.
    pub(super) fn is_in_longer_name(&self, tokens: Range<usize>) -> bool {
        let span = self.span(tokens);
        let is_longer = |part: &Range<usize>| part.start < span.start || span.end < part.end;
        self.guessed.iter().any(|part| part.start < span.end && span.start < part.end && is_longer(part))
    }

    /// Returns a span with the whole of the markers that begin or end in it: without its sign, 'HER2-' says the opposite.
    pub(super) fn with_whole_markers(&self, span: Range<usize>) -> Range<usize> {
        let cut = self.markers.iter().filter(|marker| marker.start < span.end && span.start < marker.end);
        cut.fold(span.clone(), |whole, marker| whole.start.min(marker.start)..whole.end.max(marker.end))
    }

    /// Whether these tokens are a name by themselves.
    pub(super) fn names(&self, tokens: Range<usize>) -> bool {
        self.vocabulary.is_name(&self.text[self.span(tokens)])
    }

    /// Whether a token is a person's name after which a disease is named: 'Graves', 'Wilson'.
    pub(super) fn is_eponym(&self, at: usize) -> bool {
        let word = self.word(at);
        !self.has_plain(at..at + 1)
            && KINDS_OF_EPONYMS.iter().any(|kind| self.vocabulary.is_name(&format!("{word} {kind}")))
    }

    /// Whether a token is capitalized in a text that isn't all in capitals: 'Wilson', but not 'COPD'.
    pub(super) fn is_capitalized(&self, at: usize) -> bool {
        let typed = &self.text[self.span(at..at + 1)];
        typed.starts_with(char::is_uppercase) && self.get(at).is_some_and(|token| !token.capitals)
    }

    /// Whether a token ends with an apostrophe and an s: "my son's friend".
    pub(super) fn is_possessive(&self, at: usize) -> bool {
        let typed = &self.text[self.span(at..at + 1)];
        typed.strip_suffix(['s', 'S']).is_some_and(|stem| stem.ends_with(is_apostrophe))
    }

    /// Returns the concepts that these tokens name, as spelled.
    pub(super) fn concepts(&self, tokens: Range<usize>) -> Vec<ConceptId> {
        let parts =
            self.vocabulary.read_with(&self.text[self.span(tokens)], &WorkBudget::with_steps(0)).parts;
        parts.into_iter().flat_map(|part| part.concepts).collect()
    }

    /// Returns the concepts of a text that is a name.
    pub(super) fn concepts_named(&self, text: &str) -> Vec<ConceptId> {
        let read = self.vocabulary.read_with(text, &WorkBudget::with_steps(0));
        match &read.parts[..] {
            [part] if read.rest.is_empty() && part.match_kind == MatchKind::Named => part.concepts.clone(),
            _ => Vec::new(),
        }
    }

    /// Returns the concepts that a qualifier and a name mean together, if they are narrower than the name's: type 1
    /// diabetes for 'type 1' and 'diabetes'. A text may have many qualifiers and names, so this uses up effort.
    pub(super) fn narrower_concepts(&self, qualifier: &str, name: &str) -> Vec<ConceptId> {
        if !self.effort.is_left() {
            return Vec::new();
        }
        self.effort.spend((qualifier.split(' ').count() + name.split(' ').count()) * STEPS_PER_JOINED_WORD);
        let together = [format!("{qualifier} {name}"), format!("{name} {qualifier}")];
        let meant = together.map(|text| self.concepts_named(&text));
        if meant.iter().all(Vec::is_empty) {
            return Vec::new();
        }
        let wider = self.concepts_named(name);
        let is_narrower =
            |concept: &ConceptId| self.vocabulary.ancestors(*concept).any(|above| wider.contains(&above));
        meant.into_iter().find(|concepts| concepts.iter().any(is_narrower)).unwrap_or_default()
    }

    /// Returns these concepts without those that are kinds of others.
    pub(super) fn widest(&self, concepts: &[ConceptId]) -> Vec<ConceptId> {
        let mut widest: Vec<ConceptId> = Vec::new();
        for concept in concepts {
            let is_kind = || self.vocabulary.ancestors(*concept).any(|above| concepts.contains(&above));
            if !widest.contains(concept) && !is_kind() {
                widest.push(*concept);
            }
        }
        widest
    }

    /// Whether these tokens name a disease, and no sign such as pain.
    pub(super) fn names_disease(&self, tokens: Range<usize>) -> bool {
        let signs = self.vocabulary.concept(SIGNS);
        let is_below_signs = |concept: ConceptId| {
            std::iter::once(concept)
                .chain(self.vocabulary.ancestors(concept))
                .any(|above| Some(above) == signs)
        };
        // A disease may also be among the kinds of a sign: asthma among those of breathlessness.
        let is_sign = |concept: ConceptId| self.vocabulary.parents(concept).all(is_below_signs);
        let is_disease = |concept: &ConceptId| self.vocabulary.id(*concept).starts_with(OF_DISEASES);
        self.concepts(tokens).into_iter().filter(is_disease).any(|concept| !is_sign(concept))
    }

    /// Returns where names are, in bytes.
    pub(super) fn names_in_text(&self) -> impl Iterator<Item = Range<usize>> {
        self.named.iter().cloned()
    }

    /// Returns the ids of the concepts that these tokens name, as spelled.
    pub(super) fn concept_ids(&self, tokens: Range<usize>) -> impl Iterator<Item = &'t str> {
        self.concepts(tokens).into_iter().map(|concept| self.vocabulary.id(concept))
    }

    /// Whether a text names nothing but the concept with this id.
    pub(super) fn names_only(&self, text: &str, id: &str) -> bool {
        let read = self.vocabulary.read_with(text, self.effort);
        let mut concepts = read.parts.iter().flat_map(|part| &part.concepts);
        concepts.all(|concept| self.vocabulary.id(*concept) == id)
            && read.rest.iter().all(|word| self.vocabulary.is_plain(&word.folded))
    }

    /// Whether the name around these tokens means the same without them: 'kids with asthma' is asthma.
    pub(super) fn means_the_same_without(&self, tokens: &Range<usize>) -> bool {
        let name = self.whole_name(tokens.clone());
        let others: Vec<&str> = [name.start..tokens.start, tokens.end..name.end]
            .into_iter()
            .filter(|others| !others.is_empty())
            .map(|others| &self.text[self.span(others)])
            .collect();
        let concepts = |text: &str| {
            let parts = self.vocabulary.read_with(text, self.effort).parts;
            parts.into_iter().flat_map(|part| part.concepts).collect::<Vec<_>>()
        };
        let without = concepts(&others.join(" "));
        !without.is_empty() && without == concepts(&self.text[self.span(name)])
    }

    /// Whether one of these tokens is a word that names nothing.
    pub(super) fn has_plain(&self, tokens: Range<usize>) -> bool {
        self.plain.get(tokens).is_some_and(|plain| plain.contains(&true))
    }

    /// Returns where tokens are in the text, in bytes.
    pub(super) fn span(&self, tokens: Range<usize>) -> Range<usize> {
        let tokens = self.tokens.get(tokens).unwrap_or_default();
        let begins = tokens.first().map_or(0, |token| token.span.start);
        begins..tokens.last().map_or(begins, |token| token.span.end)
    }

    /// Returns how many tokens match a phrase at this position; 0 if they don't.
    pub(super) fn phrase_at(&self, at: usize, phrase: &str) -> usize {
        let mut count = 0;
        for word in phrase.split(' ') {
            let is_it = self.get(at + count).is_some_and(|token| is_word(token, word));
            if !is_it {
                return 0;
            }
            count += 1;
        }
        count
    }

    /// Returns the longest phrase that begins at a token.
    pub(super) fn longest_at<'p, T>(&self, at: usize, phrases: &'p [(&str, T)]) -> Option<(usize, &'p T)> {
        let lengths = phrases.iter().map(|(phrase, value)| (self.phrase_at(at, phrase), value));
        lengths.filter(|(length, _)| *length > 0).max_by_key(|(length, _)| *length)
    }
}

/// Returns a text of the same length without the signs of markers, which separate nothing: 'HER2- 45 year old'.
fn without_signs(text: &str, markers: &[Range<usize>]) -> String {
    let mut calm = text.to_owned();
    for marker in markers {
        let is_sign = |(at, c): &(usize, char)| !c.is_alphanumeric() && marker.contains(at);
        for (at, sign) in text.char_indices().filter(is_sign) {
            calm.replace_range(at..at + sign.len_utf8(), &" ".repeat(sign.len_utf8()));
        }
    }
    calm
}

/// Splits a text into pieces that the vocabulary reads separately. Names don't span commas, and the time to resolve
/// typos grows with the length of a piece.
fn pieces(tokens: &[Token]) -> Vec<Range<usize>> {
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut words = 0;
    for (token, before) in tokens.iter().zip(std::iter::once(None).chain(tokens.iter().map(Some))) {
        let is_separated =
            token.gap.contains([',', ';', '!', '?', '(', ')', '\n']) || token.begins_sentence(before);
        match pieces.last_mut() {
            Some(piece) if !is_separated && words < MAX_PIECE_WORDS => piece.end = token.span.end,
            _ => {
                pieces.push(token.span.clone());
                words = 0;
            }
        }
        words += 1;
    }
    pieces
}

/// Whether a token matches a word. Accents in the word are required; a word without accents matches any.
fn is_word(token: &Token, word: &str) -> bool {
    if word.is_ascii() { token.folded == word } else { token.lower == word }
}
