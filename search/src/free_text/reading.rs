//! A text while it is read: its tokens, what of it the vocabulary names, and what has been understood already.

use std::ops::Range;

use waypoint_domain::effort::Effort;
use waypoint_vocabulary::{How, Vocabulary};

use super::token::{Token, tokens};

/// The most words that are read of a text. Ordinary words fill the characters that are read before.
const MOST_WORDS: usize = 200;
/// The most words that are read together.
const LONGEST_PIECE: usize = 16;

/// A text, some of whose tokens have been understood.
pub(super) struct Reading<'t> {
    vocabulary: &'t Vocabulary,
    /// What is left for guesses.
    pub(super) effort: &'t Effort,
    pub(super) text: &'t str,
    pub(super) tokens: Vec<Token>,
    /// Whether the text has more words than are read.
    pub(super) is_cut: bool,
    /// Where something stands that the vocabulary names, in bytes.
    named: Vec<Range<usize>>,
    /// Where something stands that it names with slips.
    guessed: Vec<Range<usize>>,
    taken: Vec<bool>,
    /// Which tokens the vocabulary knows as words that name nothing.
    plain: Vec<bool>,
    /// Whether it has letters that only Vietnamese has.
    pub(super) vietnamese: bool,
    /// Whether all of its letters are capitals.
    pub(super) is_shouted: bool,
}

/// Something that tokens say.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Found<T> {
    pub(super) value: T,
    pub(super) tokens: Range<usize>,
}

impl<'t> Reading<'t> {
    pub(super) fn of(text: &'t str, vocabulary: &'t Vocabulary, effort: &'t Effort) -> Self {
        let mut tokens = tokens(text);
        let is_cut = tokens.len() > MOST_WORDS;
        tokens.truncate(MOST_WORDS);
        let (mut named, mut guessed) = (Vec::new(), Vec::new());
        for piece in pieces(&tokens) {
            for part in vocabulary.read_with(&text[piece.clone()], effort).parts {
                let span = piece.start + part.span.start..piece.start + part.span.end;
                if part.how == How::Named { named.push(span) } else { guessed.push(span) }
            }
        }
        let taken = vec![false; tokens.len()];
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
            guessed,
            taken,
            plain,
            vietnamese,
            is_shouted,
        }
    }

    pub(super) fn get(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    /// The folded word of a token; nothing beyond the text's ends.
    pub(super) fn word(&self, at: usize) -> &str {
        self.get(at).map_or("", |token| token.folded.as_str())
    }

    /// The folded word so many tokens before one.
    pub(super) fn word_before(&self, at: usize, steps: usize) -> &str {
        at.checked_sub(steps).map_or("", |before| self.word(before))
    }

    pub(super) fn is_free(&self, tokens: Range<usize>) -> bool {
        self.taken.get(tokens).is_some_and(|taken| !taken.contains(&true))
    }

    /// Takes tokens as understood. A name of which they are a part is none any more.
    pub(super) fn take(&mut self, tokens: Range<usize>) {
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

    /// Whether the vocabulary names what some of these tokens say.
    pub(super) fn is_named(&self, tokens: Range<usize>) -> bool {
        let span = self.span(tokens);
        self.named.iter().any(|named| named.start < span.end && span.start < named.end)
    }

    /// These tokens with all others of what the vocabulary names there.
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

    /// Whether all of these tokens are in one thing that the vocabulary names.
    pub(super) fn is_within_name(&self, tokens: Range<usize>) -> bool {
        let span = self.span(tokens);
        self.named.iter().any(|named| named.start <= span.start && span.end <= named.end)
    }

    /// Whether these tokens are a part of something longer that the vocabulary names.
    pub(super) fn is_in_name(&self, tokens: Range<usize>) -> bool {
        let span = self.span(tokens);
        let is_longer = |named: &Range<usize>| named.start < span.start || span.end < named.end;
        self.named.iter().any(|named| named.start < span.end && span.start < named.end && is_longer(named))
    }

    /// Whether these tokens and others are in one thing that the vocabulary names with slips: 'brest cancer'.
    pub(super) fn is_in_longer_name(&self, tokens: Range<usize>) -> bool {
        let span = self.span(tokens);
        let is_longer = |part: &Range<usize>| part.start < span.start || span.end < part.end;
        self.guessed.iter().any(|part| part.start < span.end && span.start < part.end && is_longer(part))
    }

    /// Whether these tokens are only in a name that means the same without them: 'kids with asthma' is asthma.
    pub(super) fn says_the_same_without(&self, tokens: &Range<usize>) -> bool {
        let name = self.whole_name(tokens.clone());
        let others: Vec<&str> = [name.start..tokens.start, tokens.end..name.end]
            .into_iter()
            .filter(|others| !others.is_empty())
            .map(|others| &self.text[self.span(others)])
            .collect();
        let meant = |text: &str| {
            let parts = self.vocabulary.read_with(text, self.effort).parts;
            parts.into_iter().flat_map(|part| part.concepts).collect::<Vec<_>>()
        };
        let without = meant(&others.join(" "));
        !without.is_empty() && without == meant(&self.text[self.span(name)])
    }

    /// Whether one of these tokens is a word that names nothing.
    pub(super) fn has_plain(&self, tokens: Range<usize>) -> bool {
        self.plain.get(tokens).is_some_and(|plain| plain.contains(&true))
    }

    /// Where tokens stand, in bytes.
    pub(super) fn span(&self, tokens: Range<usize>) -> Range<usize> {
        let tokens = self.tokens.get(tokens).unwrap_or_default();
        let begins = tokens.first().map_or(0, |token| token.span.start);
        begins..tokens.last().map_or(begins, |token| token.span.end)
    }

    /// How many tokens from one on are the words of a phrase, folded; 0 when they are not.
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

    /// The longest of some phrases that begins at a token.
    pub(super) fn longest_at<'p, T>(&self, at: usize, phrases: &'p [(&str, T)]) -> Option<(usize, &'p T)> {
        let lengths = phrases.iter().map(|(phrase, value)| (self.phrase_at(at, phrase), value));
        lengths.filter(|(length, _)| *length > 0).max_by_key(|(length, _)| *length)
    }
}

/// A text in pieces, each of which the vocabulary reads by itself: no name goes on behind a comma, and what a word
/// with slips may mean takes as long to find out as the piece is.
fn pieces(tokens: &[Token]) -> Vec<Range<usize>> {
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut words = 0;
    for (token, before) in tokens.iter().zip(std::iter::once(None).chain(tokens.iter().map(Some))) {
        let parted =
            token.gap.contains([',', ';', '!', '?', '(', ')', '\n']) || token.begins_sentence(before);
        match pieces.last_mut() {
            Some(piece) if !parted && words < LONGEST_PIECE => piece.end = token.span.end,
            _ => {
                pieces.push(token.span.clone());
                words = 0;
            }
        }
        words += 1;
    }
    pieces
}

/// Whether a token is a word. A word with accents has to be typed with them; one without may be typed with any.
fn is_word(token: &Token, word: &str) -> bool {
    if word.is_ascii() { token.folded == word } else { token.lower == word }
}
