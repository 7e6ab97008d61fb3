//! 'breast or lung cancer': names of which one is enough, and words that two names share.

use std::ops::Range;

use crate::{
    ConceptId, How, Part, Reading, Vocabulary,
    fold::{Word, words},
};

/// Words between two names of which one is enough.
const OR: [&str; 5] = ["or", "o", "u", "hoac", "hay"];
/// Words between two names that may share a word, and that are both meant.
const AND: [&str; 4] = ["and", "y", "e", "va"];
/// At most so many places where names are joined are looked at.
const MOST_JOINTS: usize = 6;
/// At most so many words are shared.
const MOST_SHARED: usize = 4;

/// A place where two names are joined.
#[derive(Debug, Clone)]
struct Joint {
    /// The words that join, among all; none where a sign does.
    words: Range<usize>,
    how: Joined,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Joined {
    Or,
    And,
    Comma,
}

/// What reads a text by itself, without looking for alternatives.
type ReadAlone<'a> = dyn Fn(&str) -> Reading + 'a;

impl Reading {
    /// The parts of which a study has to be about one each.
    pub fn choices(&self) -> impl Iterator<Item = Vec<&Part>> {
        let choices = self.parts.chunk_by(|_, next| next.is_alternative);
        let needed = choices.map(|parts| parts.iter().filter(|part| !part.is_beside).collect::<Vec<_>>());
        needed.filter(|parts| !parts.is_empty())
    }
}

impl Vocabulary {
    /// The reading with what is said once for two names, and with those marked of which one is enough.
    pub(crate) fn with_alternatives(&self, text: &str, reading: Reading, alone: &ReadAlone) -> Reading {
        let typed = words(text);
        let mut joints = joints(text, &typed);
        joints.truncate(MOST_JOINTS);
        let mut joining = Joining { vocabulary: self, text, typed: &typed, reading, alone, said: Vec::new() };
        joints.retain(|joint| joining.parts_names(joint));
        let sides: Vec<_> = (0..joints.len()).map(|at| joining.sides(&joints, at)).collect();
        for (left, right) in sides.iter().rev() {
            joining.share_the_end(left, right);
        }
        for (left, right) in &sides {
            joining.share_the_beginning(left, right);
        }
        let mut ends_in_or = false;
        for (joint, (left, right)) in joints.iter().zip(&sides).rev() {
            ends_in_or = joint.how == Joined::Or || joint.how == Joined::Comma && ends_in_or;
            if ends_in_or && joining.mark(left, right) {
                let joins = span(&typed, &joint.words);
                joining.reading.rest.retain(|word| !is_within(&word.span, &joins));
            }
        }
        let mut reading = joining.reading;
        self.mark_beside(&mut reading);
        reading
    }

    /// Marks what says more of others, where there are others.
    fn mark_beside(&self, reading: &mut Reading) {
        let says_more = |part: &Part| part.concepts.iter().all(|concept| self.stands_beside(*concept));
        if reading.parts.iter().all(says_more) {
            return;
        }
        for part in &mut reading.parts {
            part.is_beside = says_more(part);
        }
    }
}

/// A reading while the names in it are joined.
struct Joining<'a> {
    vocabulary: &'a Vocabulary,
    text: &'a str,
    typed: &'a [Word],
    reading: Reading,
    alone: &'a ReadAlone<'a>,
    /// Where names that share a word stand, with all of their words.
    said: Vec<(Range<usize>, String)>,
}

impl Joining<'_> {
    /// Whether something is named on both sides of a joint. In 'head and neck cancer' it is in the midst of one name;
    /// what 'or' parts is two names if both can be named alone.
    fn parts_names(&mut self, joint: &Joint) -> bool {
        let (before, after) = (&self.typed[joint.words.start - 1].span, &self.typed[joint.words.end].span);
        let around = |part: &&Part| part.span.start < before.end && after.start < part.span.end;
        let joins = span(self.typed, &joint.words);
        let is_joint = |part: &Part| part.span.start < joins.end && joins.start < part.span.end;
        let Some(part) = self.reading.parts.iter().find(around) else {
            return !self.reading.parts.iter().any(is_joint);
        };
        if joint.how != Joined::Or {
            return false;
        }
        let (left, right) = (part.span.start..before.end, after.start..part.span.end);
        // Some words of the name may stand for it again behind it: 'alcohol or drug' addiction.
        let behind = self.reading.parts.iter().filter(|other| other.span.start >= part.span.end);
        let end = behind.map(|other| other.span.end).next().unwrap_or(part.span.end);
        let named = |span: &Range<usize>| {
            let parts = (self.alone)(&self.text[span.clone()]).parts.into_iter();
            let moved = parts.map(|part| {
                let moved = span.start + part.span.start..span.start + part.span.end;
                Part { span: moved, ..part }
            });
            moved.collect::<Vec<Part>>()
        };
        let (of_left, of_right) = (named(&left), named(&(right.start..end)));
        if of_left.is_empty() || of_right.is_empty() {
            return false;
        }
        for part in of_left.into_iter().chain(of_right) {
            self.put(part);
        }
        true
    }

    /// The words on both sides of a joint, up to the next one or the end of the sentence, in bytes.
    fn sides(&self, joints: &[Joint], at: usize) -> (Range<usize>, Range<usize>) {
        let words = &joints[at].words;
        let begins = at.checked_sub(1).map_or(0, |before| joints[before].words.end);
        let ends = joints.get(at + 1).map_or(self.typed.len(), |next| next.words.start);
        let stops = |at: &usize| {
            self.text[self.typed[at - 1].span.end..self.typed[*at].span.start].contains([';', '.', '?', '!'])
        };
        let ends = (words.end + 1..ends).find(stops).unwrap_or(ends);
        (span(self.typed, &(begins..words.start)), span(self.typed, &(words.end..ends)))
    }

    /// 'breast or lung cancer': the left name has the last words of the right one.
    fn share_the_end(&mut self, left: &Range<usize>, right: &Range<usize>) {
        let Some(of_right) = self.first_name(right).filter(|part| self.is_clear(part)) else { return };
        let of_left = self.last_name(left);
        if of_left.is_some_and(|part| part.typed.len() > 1) {
            return;
        }
        let name = self.said_at(&of_right.span).to_owned();
        let short = of_left.map_or(left.clone(), |part| part.span.clone());
        let ends = words(&name);
        let ends = ends.iter().skip(1).map(|word| &name[word.span.start..]).rev().take(MOST_SHARED).rev();
        let whole = ends.map(|end| format!("{} {end}", &self.text[short.clone()])).collect();
        self.share(&short, whole);
    }

    /// 'hepatitis B or C': the right name has the first words of the left one.
    fn share_the_beginning(&mut self, left: &Range<usize>, right: &Range<usize>) {
        let Some(of_left) = self.last_name(left).filter(|part| self.is_clear(part)) else { return };
        let of_right = self.first_name(right);
        if of_right.is_some_and(|part| self.is_clear(part)) {
            return;
        }
        let name = self.said_at(&of_left.span).to_owned();
        let short = of_right.map_or(right.clone(), |part| part.span.clone());
        let begins = words(&name);
        let begins = begins.iter().rev().skip(1).map(|word| &name[..word.span.end]).take(MOST_SHARED);
        let whole = begins.map(|begin| format!("{begin} {}", &self.text[short.clone()])).collect();
        self.share(&short, whole);
    }

    /// Reads words as the first of these texts that is one name, and no wider one than they have by themselves.
    fn share(&mut self, short: &Range<usize>, whole: Vec<String>) {
        if short.is_empty() || words(&self.text[short.clone()]).len() > MOST_SHARED {
            return;
        }
        let before = self.last_name(short).map(|part| part.concepts.clone()).unwrap_or_default();
        let above = |concept: &ConceptId| self.vocabulary.ancestors(*concept).collect::<Vec<_>>();
        let wider: Vec<ConceptId> = before.iter().flat_map(above).collect();
        let found = whole.into_iter().find_map(|said| {
            let [part] = <[Part; 1]>::try_from((self.alone)(&said).parts).ok()?;
            let is_whole = part.span == (0..said.len()) && part.how == How::Named;
            let is_wider = part.concepts.iter().any(|concept| wider.contains(concept));
            (is_whole && !is_wider).then_some((said, part))
        });
        if let Some((said, part)) = found {
            self.said.push((short.clone(), said));
            self.put(Part { span: short.clone(), ..part });
        }
    }

    /// Puts a part in the place of what was understood of its words before.
    fn put(&mut self, part: Part) {
        let is_apart = |span: &Range<usize>| span.end <= part.span.start || part.span.end <= span.start;
        self.reading.parts.retain(|other| is_apart(&other.span));
        self.reading.rest.retain(|word| is_apart(&word.span));
        self.reading.parts.push(part);
        self.reading.parts.sort_by_key(|part| part.span.start);
    }

    /// Marks the first name on the right as one that may stand for the last one on the left, if there are both.
    fn mark(&mut self, left: &Range<usize>, right: &Range<usize>) -> bool {
        let is_beside = self.last_name(left).is_some();
        let of_right = self.reading.parts.iter_mut().find(|part| is_within(&part.span, right));
        let marked = of_right.filter(|_| is_beside).map(|part| part.is_alternative = true);
        marked.is_some()
    }

    /// Whether a part says enough by itself. 'Breast' does not.
    fn is_clear(&self, part: &Part) -> bool {
        let key = || self.vocabulary.rewriting.key(&part.words.join(" "), self.reading.language);
        part.words.len() > 1 || !self.vocabulary.is_weak(&key())
    }

    fn first_name(&self, side: &Range<usize>) -> Option<&Part> {
        self.reading.parts.iter().find(|part| is_within(&part.span, side))
    }

    fn last_name(&self, side: &Range<usize>) -> Option<&Part> {
        self.reading.parts.iter().rfind(|part| is_within(&part.span, side))
    }

    fn said_at(&self, span: &Range<usize>) -> &str {
        let shared = self.said.iter().find(|(place, _)| place == span);
        shared.map_or(&self.text[span.clone()], |(_, said)| said)
    }
}

fn joints(text: &str, typed: &[Word]) -> Vec<Joint> {
    let mut joints: Vec<Joint> = Vec::new();
    for (at, word) in typed.iter().enumerate().skip(1) {
        let gap = text[typed[at - 1].span.end..word.span.start].trim();
        let goes_on = joints.last().is_some_and(|last| last.words.end == at);
        match (joins(&word.folded), sign(gap)) {
            // 'and/or', and what stands behind a comma.
            (Some(how), _) if goes_on => {
                if let Some(last) = joints.last_mut() {
                    *last = Joint { words: last.words.start..at + 1, how };
                }
            }
            (Some(how), _) => joints.push(Joint { words: at..at + 1, how }),
            (None, Some(how)) if !goes_on => joints.push(Joint { words: at..at, how }),
            _ => {}
        }
    }
    joints.retain(|joint| joint.words.end < typed.len());
    joints
}

fn joins(word: &str) -> Option<Joined> {
    let or = OR.contains(&word).then_some(Joined::Or);
    or.or_else(|| AND.contains(&word).then_some(Joined::And))
}

fn sign(gap: &str) -> Option<Joined> {
    match gap {
        "," => Some(Joined::Comma),
        "/" => Some(Joined::Or),
        "&" => Some(Joined::And),
        _ => None,
    }
}

fn is_within(span: &Range<usize>, side: &Range<usize>) -> bool {
    side.start <= span.start && span.end <= side.end
}

/// Where words stand, in bytes.
fn span(typed: &[Word], words: &Range<usize>) -> Range<usize> {
    match typed.get(words.clone()) {
        Some([first, .., last]) => first.span.start..last.span.end,
        Some([only]) => only.span.clone(),
        _ => 0..0,
    }
}
