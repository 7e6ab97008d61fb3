//! The institution that a text names: 'asthma at University of Utah'.
//!
//! A name that studies have is preferred to a place in it. If no study has the name of what is clearly a hospital, its words
//! are no condition, and its place is all that is searched for.

use std::ops::Range;

use waypoint_gazetteer::Gazetteer;

use super::reading::Reading;
use crate::institution::{Institution, ListedInstitution, OR, Role, Usage, listed, role, terms_of};

/// Whether some study has all of these terms.
pub(super) type KnownNames<'a> = &'a dyn Fn(&[String]) -> bool;

/// How many words such as 'hospital' are read.
const MAX_KINDS: usize = 8;
/// The maximum number of words on each side of a word such as 'hospital'.
const MAX_SIDE: usize = 7;
/// The maximum number of words before 'hospital' in a name that no study has.
const MAX_UNKNOWN: usize = 4;
/// The maximum number of words of a name in the table of institutions.
const MAX_LISTED: usize = 12;
/// Words before an institution or a sponsor.
const AT: [&str; 9] = ["at", "in", "from", "by", "through", "en", "por", "tai", "o"];
/// Those that are before the abbreviation of a state: 'asthma in VA'.
const OF_PLACES: [&str; 3] = ["in", "from", "en"];
/// Words behind a sponsor: 'BMS trials'.
const TRIALS: [&str; 6] = ["trial", "trials", "study", "studies", "ensayos", "estudios"];
/// Words that join alternatives.
const JOINS: [&str; 4] = ["or", "and", "o", "y"];
/// Words between a kind and what distinguishes it: 'University of Utah'.
const OF: [&str; 6] = ["of", "at", "de", "del", "di", "fur"];

/// The institution in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NamedInstitution {
    /// The tokens of each alternative, with words such as 'Cancer Center' behind the name.
    pub(super) tokens: Vec<Range<usize>>,
    /// Its name as typed, as far as studies have it. Alternatives are joined by 'or'.
    pub(super) typed: String,
    /// Whether a study has the name.
    pub(super) is_known: bool,
    /// The institution in the table, if no study has its name.
    pub(super) listed: Option<ListedInstitution>,
}

/// Returns the institution that a text names.
pub(super) fn institution(
    reading: &Reading,
    gazetteer: &Gazetteer,
    known: KnownNames,
) -> Option<NamedInstitution> {
    let names = Names { reading, gazetteer, known };
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut tokens: Vec<Range<usize>> = Vec::new();
    for name in names.all_known() {
        match tokens.last() {
            Some(last) if name.start < last.end => continue,
            Some(last) if !JOINS.contains(&reading.word(last.end)) || last.end + 1 != name.start => break,
            _ => {}
        }
        tokens.push(name.start..names.with_kind_behind(name.end));
        found.push(name);
    }
    let is_known = !found.is_empty();
    let mut unknown = None;
    if !is_known {
        let in_table = || (0..reading.tokens.len()).find_map(|at| names.listed_at(at));
        if let Some((name, listed)) = in_table() {
            tokens.push(name.start..names.with_kind_behind(name.end));
            found.push(name);
            unknown = Some(listed);
        } else {
            found.extend(names.kinds().find_map(|kind| names.unknown_around(kind)));
            tokens.clone_from(&found);
        }
    }
    let typed: Vec<&str> = found.iter().map(|name| names.text(name)).collect();
    (!found.is_empty()).then(|| NamedInstitution { typed: typed.join(OR), tokens, is_known, listed: unknown })
}

/// Finds names of institutions among the tokens.
struct Names<'a> {
    reading: &'a Reading<'a>,
    gazetteer: &'a Gazetteer,
    known: KnownNames<'a>,
}

impl Names<'_> {
    /// Returns the tokens of known names, in order, of those that begin together the longest first.
    fn all_known(&self) -> Vec<Range<usize>> {
        let with_kind = self.kinds().filter_map(|kind| self.known_around(kind));
        let listed = (0..self.reading.tokens.len()).filter_map(|at| self.listed_at(at));
        let known = listed.filter(|(tokens, _)| self.is_known(tokens)).map(|(tokens, _)| tokens);
        let mut found: Vec<Range<usize>> = with_kind.chain(known).collect();
        found.sort_by_key(|tokens| (tokens.start, usize::MAX - tokens.end));
        found
    }

    /// Returns the end of a name with words such as 'Cancer Center' behind it.
    fn with_kind_behind(&self, from: usize) -> usize {
        let mut end = from;
        for next in from..self.reading.tokens.len() {
            match self.role(next) {
                Role::Kind if !self.is_apart(next) => end = next + 1,
                Role::General if !self.is_apart(next) => {}
                _ => break,
            }
        }
        end
    }

    /// Returns the words that say what kind of institution something is.
    fn kinds(&self) -> impl Iterator<Item = usize> {
        (0..self.reading.tokens.len()).filter(|at| self.is_kind(*at)).take(MAX_KINDS)
    }

    /// Whether a token says what kind of institution it is, and is no word of a condition, as in 'hospital acquired pneumonia'.
    fn is_kind(&self, at: usize) -> bool {
        let is_of_condition =
            || self.reading.is_in_name(at..at + 1) && !self.reading.means_the_same_without(&(at..at + 1));
        self.role(at) == Role::Kind && self.reading.is_free(at..at + 1) && !is_of_condition()
    }

    /// Returns the tokens of the longest name around a word such as 'hospital' that a study has.
    fn known_around(&self, kind: usize) -> Option<Range<usize>> {
        let (mut start, mut end) = (kind, kind + 1);
        while let Some(before) = self.neighbor(start, false)
            && kind - before <= MAX_SIDE
            && self.has_pair(before, start)
        {
            start = before;
        }
        while let Some(after) = self.neighbor(end - 1, true)
            && after - kind <= MAX_SIDE
            && self.has_pair(end - 1, after)
        {
            end = after + 1;
        }
        let mut windows: Vec<Range<usize>> =
            (start..=kind).flat_map(|start| (kind + 1..=end).map(move |end| start..end)).collect();
        windows.sort_by_key(|window| usize::MAX - window.len());
        windows.into_iter().find(|window| self.is_name(window) && (self.known)(&terms_of(self.text(window))))
    }

    /// Returns the next token in a direction that is compared, if no sign or preposition is between.
    fn neighbor(&self, at: usize, is_after: bool) -> Option<usize> {
        let mut next = at;
        loop {
            next = if is_after { next + 1 } else { next.checked_sub(1)? };
            if next >= self.reading.tokens.len() || self.is_apart(if is_after { next } else { next + 1 }) {
                return None;
            }
            match self.role(next) {
                // 'a clinic in Rochester' is no name, and 'asthma at Yale' none either.
                Role::Joining if OF.contains(&self.reading.word(next)) && is_after => {}
                Role::Joining if self.reading.word(next) != "at" => {}
                Role::Joining => return None,
                _ => return self.reading.is_free(next..next + 1).then_some(next),
            }
        }
    }

    fn has_pair(&self, one: usize, other: usize) -> bool {
        (self.known)(&terms_of(&format!("{} {}", self.text(&(one..one + 1)), self.text(&(other..other + 1)))))
    }

    /// Whether tokens can be the name of an institution. It neither begins nor ends with a condition, has a word that others
    /// lack, and is no place.
    fn is_name(&self, tokens: &Range<usize>) -> bool {
        let is_edge = |at: usize| {
            let role = self.role(at);
            // 'Children's Hospital' may begin a name, 'cancer' is what people have.
            let is_condition = || {
                self.reading.is_named(at..at + 1)
                    && (role == Role::Distinct || self.reading.names_disease(at..at + 1))
            };
            role != Role::Joining && (role == Role::Kind || !is_condition())
        };
        let is_distinct = |at: usize| self.role(at) == Role::Distinct && !self.reading.is_named(at..at + 1);
        is_edge(tokens.start)
            && is_edge(tokens.end - 1)
            && tokens.clone().any(is_distinct)
            && !self.is_place(tokens)
            && !self.is_kind_beside_place(tokens)
    }

    /// Whether tokens are a place: 'College Station'.
    fn is_place(&self, tokens: &Range<usize>) -> bool {
        self.gazetteer.read_exactly(self.text(tokens)).iter().any(|named| named.is_common_name)
    }

    /// 'hospital Boston', 'clinic in Rochester'
    fn is_kind_beside_place(&self, tokens: &Range<usize>) -> bool {
        let rest = tokens.start + 1;
        let rest = if self.reading.word(rest) == "in" { rest + 1 } else { rest };
        self.role(tokens.start) == Role::Kind && rest < tokens.end && self.is_place(&(rest..tokens.end))
    }

    /// Returns the longest name or short name in the table of institutions that begins at a token. One that is also another
    /// word needs a word such as 'at' before it.
    fn listed_at(&self, at: usize) -> Option<(Range<usize>, ListedInstitution)> {
        let ends = (at + 1..=(at + MAX_LISTED).min(self.reading.tokens.len())).rev();
        let windows = ends.map(|end| at..end).filter(|tokens| self.reading.is_free(tokens.clone()));
        windows.into_iter().find_map(|tokens| {
            let is_edge = |at: usize| self.role(at) != Role::Joining;
            let listed =
                listed(self.text(&tokens)).filter(|_| is_edge(tokens.start) && is_edge(tokens.end - 1))?;
            (!self.is_broken(&tokens) && self.is_meant(&tokens, listed.usage)).then_some((tokens, listed))
        })
    }

    fn is_meant(&self, tokens: &Range<usize>, usage: Usage) -> bool {
        let before = self.reading.word_before(tokens.start, 1);
        let is_sponsor = TRIALS.contains(&self.reading.word(tokens.end))
            && self.reading.get(tokens.start).is_some_and(|token| token.capitals);
        let is_at = AT.contains(&before) || is_sponsor;
        let is_whole = tokens.len() == self.reading.tokens.len();
        match usage {
            Usage::AfterThe => {
                before == "the" || is_sponsor || is_whole || is_at && !OF_PLACES.contains(&before)
            }
            Usage::AfterAt => is_at || is_whole && !self.is_other_word(tokens),
            Usage::Always => is_at || !self.is_other_word(tokens),
        }
    }

    /// Whether a study has one of the names of a listed institution.
    fn is_known(&self, tokens: &Range<usize>) -> bool {
        Institution::new(self.text(tokens)).ways().iter().any(|way| (self.known)(way))
    }

    /// Whether a short name is a single word that also means something else.
    fn is_other_word(&self, tokens: &Range<usize>) -> bool {
        let Self { reading, .. } = self;
        tokens.len() == 1 && (reading.is_named(tokens.clone()) || reading.has_plain(tokens.clone()))
    }

    /// Whether a sign is inside, or a hyphen around, as in 'R-CHOP'.
    fn is_broken(&self, tokens: &Range<usize>) -> bool {
        let is_glued =
            |at: usize| self.reading.get(at).is_some_and(|token| ["", "-"].contains(&token.gap.as_str()));
        (tokens.start + 1..tokens.end).any(|at| self.is_apart(at))
            || tokens.start > 0 && is_glued(tokens.start)
            || is_glued(tokens.end)
    }

    /// Returns the tokens of what is clearly an institution, although no study has its name: a word such as 'hospital' with a
    /// place or a capitalized word.
    fn unknown_around(&self, kind: usize) -> Option<Range<usize>> {
        let begins = (1..=MAX_UNKNOWN)
            .map_while(|steps| kind.checked_sub(steps))
            .take_while(|at| !self.is_apart(at + 1) && self.may_be_in_name(*at))
            .last();
        let after = kind + 1;
        let ends = if OF.contains(&self.reading.word(after)) && !self.is_apart(after) {
            let rest = (after + 1..self.reading.tokens.len()).take(MAX_UNKNOWN);
            rest.take_while(|at| !self.is_apart(*at) && self.may_be_in_name(*at)).last()
        } else {
            None
        };
        let tokens = begins.unwrap_or(kind)..ends.map_or(kind + 1, |last| last + 1);
        let names_it = |at: usize| {
            self.role(at) == Role::Distinct && (self.is_capitalized(at) || self.is_place(&(at..at + 1)))
        };
        tokens.clone().any(names_it).then_some(tokens)
    }

    /// Whether a word may belong to the name of an institution that no study has.
    fn may_be_in_name(&self, at: usize) -> bool {
        let is_other = || self.reading.is_named(at..at + 1) || self.reading.has_plain(at..at + 1);
        match self.role(at) {
            Role::Joining => false,
            Role::Kind | Role::General => true,
            Role::Distinct => self.reading.is_free(at..at + 1) && (!is_other() || self.is_capitalized(at)),
        }
    }

    /// Whether a word has a capital where others have none.
    fn is_capitalized(&self, at: usize) -> bool {
        at > 0 && !self.reading.is_shouted && self.text(&(at..at + 1)).starts_with(char::is_uppercase)
    }

    /// Whether a sign that no name has is before a token.
    fn is_apart(&self, at: usize) -> bool {
        let reading = self.reading;
        let is_end = |token: &super::token::Token| {
            token.gap.contains([';', '!', '?', ':', '(', ')', '\n'])
                || token.begins_sentence(at.checked_sub(1).and_then(|before| reading.get(before)))
        };
        reading.get(at).is_some_and(is_end)
    }

    fn role(&self, at: usize) -> Role {
        self.reading.get(at).map_or(Role::Distinct, |token| role(&token.lower))
    }

    fn text(&self, tokens: &Range<usize>) -> &str {
        &self.reading.text[self.reading.span(tokens.clone())]
    }
}
