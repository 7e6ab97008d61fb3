//! The headings that say whether the lines below let a person join or keep a person out.

/// What a heading says of the lines below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Announces {
    Inclusion,
    Exclusion,
    /// Both in one list.
    Both,
    /// Eligibility, without a word on which side.
    Eligibility,
}

/// Where the words stand that may be a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Line,
    BulletedLine,
    /// In the same line, behind another heading.
    BehindHeading,
}

/// A section heading found in a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SectionHeading<'a> {
    pub(super) announces: Announces,
    /// Words of the line that end the section before.
    pub(super) before: &'a str,
    pub(super) text: &'a str,
    /// Whether it says more than its kind, such as for which group of people.
    pub(super) qualified: bool,
    /// Words of the line that begin the new section.
    pub(super) rest: &'a str,
}

/// Words before the phrase that tell nothing that a reader needs.
const PLAIN_PREFIX: &[&str] = &[
    "key",
    "main",
    "major",
    "general",
    "primary",
    "study",
    "trial",
    "protocol",
    "patient",
    "patients",
    "participant",
    "participants",
    "subject",
    "subjects",
    "the",
];
/// Words before the phrase that make it part of a sentence.
const SENTENCE_PREFIX: &[&str] = &[
    "no",
    "not",
    "none",
    "never",
    "nor",
    "without",
    "any",
    "all",
    "these",
    "those",
    "this",
    "that",
    "of",
    "following",
    "above",
    "with",
    "who",
    "if",
    "per",
    "see",
    "under",
    "than",
    "as",
    "to",
    "in",
    "on",
    "at",
    "from",
    "by",
    "due",
    "has",
    "have",
    "is",
    "are",
    "was",
    "were",
    "be",
    "their",
    "its",
    "our",
    "same",
    "meet",
    "meets",
    "meeting",
    "met",
    "satisfy",
    "satisfies",
    "satisfying",
    "fulfil",
    "fulfill",
    "fulfils",
    "fulfills",
    "fulfilling",
    "violation",
    "violations",
];
/// Words after the phrase that make it part of a sentence.
const SENTENCE_SUFFIX: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "will", "may", "must", "should", "can", "not", "met", "has",
    "have", "had", "who", "apply", "applies", "and", "or",
];
const LINKS: &[&str] = &["is", "are", "was", "were", "include", "includes", "included", "as"];
const MOST_PREFIX_WORDS: usize = 4;
const MOST_QUALIFIER_WORDS: usize = 12;
const MOST_BARE_QUALIFIER_WORDS: usize = 4;

impl<'a> SectionHeading<'a> {
    /// Finds the first section heading of a line whose bullet is gone.
    pub(super) fn find(line: &'a str, place: Place) -> Option<Self> {
        let words = words(line);
        let phrases: Vec<Phrase> = (0..words.len()).filter_map(|at| Phrase::at(line, &words[at..])).collect();
        if let [phrase] = phrases[..]
            && opens_a_list(line, &phrase)
        {
            return Some(Self::whole(phrase.announces, line));
        }
        phrases.iter().find_map(|phrase| phrase.heading(line, place))
    }

    fn whole(announces: Announces, line: &'a str) -> Self {
        Self { announces, before: "", text: line, qualified: true, rest: "" }
    }
}

/// A sentence such as 'Anyone who meets one of the following exclusion criteria may not join:'.
fn opens_a_list(line: &str, phrase: &Phrase) -> bool {
    let before = lower_words(&line[..phrase.start]);
    line.ends_with(':')
        && before.last().is_some_and(|word| word == "following")
        && !before.iter().any(|word| matches!(word.as_str(), "no" | "not" | "none"))
}

/// The words of a heading that name its kind, such as `Exclusion Criteria`.
#[derive(Debug, Clone, Copy)]
struct Phrase {
    announces: Announces,
    start: usize,
    end: usize,
    /// Whether the word 'criteria' is among them.
    full: bool,
}

/// What follows a phrase.
struct Suffix<'a> {
    /// How much of the line belongs to the heading.
    end: usize,
    rest: &'a str,
    marked: bool,
    qualified: bool,
}

impl Phrase {
    fn at(line: &str, words: &[(usize, &str)]) -> Option<Self> {
        let joined = |i: usize| {
            words.get(i).is_some_and(|(start, _)| {
                let (before, word) = words[i - 1];
                line[before + word.len()..*start].chars().all(|c| c.is_whitespace() || "-/&".contains(c))
            })
        };
        let lower: Vec<String> = (0..words.len().min(5))
            .take_while(|i| *i == 0 || joined(*i))
            .map(|i| words[i].1.to_lowercase())
            .collect();
        let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
        let (announces, length) = kind(&lower)?;
        let full = lower.get(length).is_some_and(|word| is_criteria(word)) || is_criteria(lower[0]);
        let length = length + usize::from(full && !is_criteria(lower[0]));
        let (last, word) = words[length - 1];
        Some(Self { announces, start: words[0].0, end: last + word.len(), full })
    }

    /// The heading around the phrase, unless it is part of a sentence.
    fn heading<'a>(&self, line: &'a str, place: Place) -> Option<SectionHeading<'a>> {
        let suffix = self.suffix(line, place)?;
        let prefix = &line[..self.start];
        let words = lower_words(prefix);
        let announces = self.announces;
        if words.iter().all(|word| PLAIN_PREFIX.contains(&word.as_str())) {
            let text = &line[..suffix.end];
            return Some(SectionHeading {
                announces,
                before: "",
                text,
                qualified: suffix.qualified,
                rest: suffix.rest,
            });
        }
        if announces == Announces::Eligibility {
            return None;
        }
        let title = is_title(prefix) && self.is_capital(line);
        let labels = place != Place::BehindHeading
            && is_label(&words)
            && (suffix.marked || place == Place::Line)
            && (self.full || (title && suffix.marked))
            && (suffix.rest.is_empty() || title || suffix.qualified || words.len() == 1);
        if labels {
            let text = &line[..suffix.end];
            return Some(SectionHeading { announces, before: "", text, qualified: true, rest: suffix.rest });
        }
        let interrupts = self.full
            && self.is_capital(line)
            && line[self.end..].trim_start().starts_with(':')
            && !words.last().is_some_and(|word| {
                SENTENCE_PREFIX.contains(&word.as_str())
                    || matches!(word.as_str(), "the" | "a" | "an" | "and" | "or")
            });
        interrupts.then(|| SectionHeading {
            announces,
            before: prefix.trim(),
            text: &line[self.start..suffix.end],
            qualified: suffix.qualified,
            rest: suffix.rest,
        })
    }

    fn is_capital(&self, line: &str) -> bool {
        line[self.start..].starts_with(char::is_uppercase)
    }

    fn suffix<'a>(&self, line: &'a str, place: Place) -> Option<Suffix<'a>> {
        let after = &line[self.end..];
        let tail = after.trim_start();
        let colon = after.find(':').map(|at| self.end + at + 1);
        let until = |end: usize, qualified: bool| {
            Some(Suffix { end, rest: line[end..].trim(), marked: true, qualified })
        };
        if !tail.contains(char::is_alphanumeric) {
            let alone = self.full || self.start == 0 || colon.is_some();
            return alone.then_some(Suffix {
                end: line.len(),
                rest: "",
                marked: colon.is_some(),
                qualified: false,
            });
        }
        if tail.starts_with(':') {
            return until(colon?, false);
        }
        if tail.starts_with(['-', '–', '—']) && (self.full || (self.start == 0 && after.starts_with(' ')))
        {
            let dash = line.len() - tail.len() + tail.chars().next()?.len_utf8();
            return until(dash, false);
        }
        let words = lower_words(&line[self.end..colon.unwrap_or(line.len())]);
        if let (true, Some(colon), Some(first)) = (self.full, colon, words.first())
            && LINKS.contains(&first.as_str())
            && words.len() <= MOST_BARE_QUALIFIER_WORDS
        {
            return until(colon, false);
        }
        self.qualifier(line, tail, colon, &words, place)
    }

    /// What says for whom or for what the section is.
    fn qualifier<'a>(
        &self,
        line: &'a str,
        tail: &str,
        colon: Option<usize>,
        words: &[String],
        place: Place,
    ) -> Option<Suffix<'a>> {
        let bracketed = tail.starts_with('(');
        if !(self.full || bracketed) || (self.announces == Announces::Eligibility && colon.is_none()) {
            return None;
        }
        let sentence = words.iter().any(|word| SENTENCE_SUFFIX.contains(&word.as_str()))
            || line[self.end..colon.unwrap_or(line.len())].contains(['.', ';']);
        if let Some(colon) = colon.filter(|_| bracketed || !sentence) {
            return (words.len() <= MOST_QUALIFIER_WORDS).then(|| Suffix {
                end: colon,
                rest: line[colon..].trim(),
                marked: true,
                qualified: true,
            });
        }
        let alone = self.start == 0
            && place == Place::Line
            && ((bracketed && tail.ends_with(')'))
                || (words.len() <= MOST_BARE_QUALIFIER_WORDS && !sentence && !tail.contains(',')));
        alone.then_some(Suffix { end: line.len(), rest: "", marked: false, qualified: true })
    }
}

/// What the first words name, and how many of them do so before any 'criteria'.
fn kind(words: &[&str]) -> Option<(Announces, usize)> {
    let side = |word: &str| match word {
        "inclusion" | "inclusions" | "inclusionary" => Some(Announces::Inclusion),
        "exclusion" | "exclusions" | "exclusionary" => Some(Announces::Exclusion),
        _ => None,
    };
    match words {
        ["non", "inclusion" | "eligibility", ..] => Some((Announces::Exclusion, 2)),
        ["ineligibility" | "noninclusion", ..] => Some((Announces::Exclusion, 1)),
        ["eligibility", ..] => Some((Announces::Eligibility, 1)),
        ["criteria", "for" | "of", word, ..] => side(word).map(|side| (side, 3)),
        [one, "and" | "or", other, ..] if side(one).is_some() && side(other).is_some() => {
            Some((Announces::Both, 3))
        }
        [one, other, ..] if side(one).is_some() && side(other).is_some() => Some((Announces::Both, 2)),
        [word, ..] => side(word).map(|side| (side, 1)),
        [] => None,
    }
}

fn is_criteria(word: &str) -> bool {
    matches!(word, "criteria" | "criterion" | "criterias" | "criterium")
}

/// Whether the words before a phrase name a group or a part of the study.
fn is_label(words: &[String]) -> bool {
    if matches!(words, [first, second, ..] if first == "eligibility" && is_criteria(second)) {
        return true;
    }
    words.len() <= MOST_PREFIX_WORDS && !words.iter().any(|word| SENTENCE_PREFIX.contains(&word.as_str()))
}

fn is_title(text: &str) -> bool {
    words(text).iter().all(|(_, word)| !word.starts_with(char::is_lowercase))
}

fn lower_words(text: &str) -> Vec<String> {
    words(text).iter().map(|(_, word)| word.to_lowercase()).collect()
}

/// The words of a text, each with the place where it begins.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, c.is_alphanumeric()) {
            (None, true) => start = Some(at),
            (Some(begun), false) => {
                words.push((begun, &text[begun..at]));
                start = None;
            }
            _ => {}
        }
    }
    words
}

#[cfg(test)]
mod tests;
