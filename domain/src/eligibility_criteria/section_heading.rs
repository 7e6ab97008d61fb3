//! The headings that open the lists of who can join and who can't.

use super::{
    joining_sentence::section_opened_by,
    named_heading::named_heading,
    section_phrase::{Announces, Phrase, is_criteria},
    words::{is_in, is_title, lower_words, words},
};

/// Where the words are that may be a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Line,
    BulletedLine,
    /// In the same line, after another heading.
    AfterHeading,
}

/// A section heading found in a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SectionHeading<'a> {
    pub(super) announces: Announces,
    /// Words of the line that end the section before.
    pub(super) before: &'a str,
    pub(super) text: &'a str,
    /// Whether it says more than the section, such as for which people.
    pub(super) is_qualified: bool,
    /// The people or the part of the study that the heading names.
    pub(super) group: Option<&'a str>,
    /// Words of the line that begin the new section.
    pub(super) rest: &'a str,
    /// Whether it is the subject of a sentence that goes on with the criteria: 'The exclusion criteria are pregnancy'.
    pub(super) is_subject: bool,
}

/// What is known of a line besides its words.
#[derive(Debug, Clone, Copy)]
pub(super) struct Surroundings {
    pub(super) place: Place,
    /// Whether the line has no bullet and the next one has.
    pub(super) heads_bullets: bool,
}

/// Words before the phrase that add no meaning.
const PLAIN_PREFIX: &str = "key main major general primary study trial protocol patient patients participant participants subject subjects the";
/// Words before the phrase that make it part of a sentence.
const SENTENCE_PREFIX: &str = "no not none never nor without any all these those this that of for following above with who if \
    per see under than as to in on at from by due has have is are was were be their its our same meet meets meeting met \
    satisfy satisfies satisfying fulfil fulfill fulfils fulfills fulfilling violation violations";
/// Articles and conjunctions, which can't end the section before a heading.
const OPEN_ENDS: &str = "the a an and or";
/// Words after the phrase that make it part of a sentence.
const SENTENCE_SUFFIX: &str =
    "is are was were be been will may must should can not met has have had who apply applies and or";
/// Verbs of a sentence about the criteria.
const VERBS: &str = "is are was were be been will may must should can not met has have had apply applies";
/// Words after 'The criteria are' that say something about the criteria, and begin none.
const ABOUT_CRITERIA: &str = "above applied as assessed available based below checked defined described expanded given identical \
    listed met not provided reviewed shown similar stated the unchanged";
/// Words after the phrase that continue it.
const CONTINUES: &str = "for of in at from to by as that which per on with under before after during number";
/// First words of the names of groups, as in 'Inclusion Criteria - Cohort A'.
const GROUP_BEGINNINGS: &str = "arm cohort group part phase stage";
/// Verbs that lead from a heading to its list.
const LINKS: &str = "is are was were include includes included as";
const MAX_PREFIX_WORDS: usize = 4;
const MAX_QUALIFIER_WORDS: usize = 12;
const MAX_BARE_QUALIFIER_WORDS: usize = 4;
/// The most words of a line that is a heading as a whole.
const MAX_LINE_WORDS: usize = 20;

impl<'a> SectionHeading<'a> {
    /// Finds the first section heading in a line without its bullet.
    pub(super) fn find(line: &'a str, Surroundings { place, heads_bullets }: Surroundings) -> Option<Self> {
        let words = words(line);
        let phrases: Vec<Phrase> = (0..words.len()).filter_map(|at| Phrase::at(line, &words[at..])).collect();
        let only = if let [phrase] = phrases[..] { Some(phrase) } else { None };
        let whole_line = |announces, group| Self {
            announces,
            before: "",
            text: line,
            is_qualified: true,
            group,
            rest: "",
            is_subject: false,
        };
        let with_group = |phrase: Phrase| whole_line(phrase.announces, phrase.group(line, line.len()));
        let in_phrase = || phrases.iter().find_map(|phrase| phrase.heading(line, place));
        let as_sentence = || section_opened_by(line, heads_bullets).filter(|_| place == Place::Line);
        only.filter(|phrase| phrase.is_in_list_introduction(line))
            .map(|phrase| whole_line(phrase.announces, None))
            .or_else(|| only.filter(|phrase| phrase.ends_label(line)).map(with_group))
            .or_else(in_phrase)
            .or_else(|| {
                let is_heading = |phrase: &Phrase| phrase.begins_heading(line, place, heads_bullets);
                only.filter(is_heading).map(with_group)
            })
            .or_else(|| as_sentence().map(|announces| whole_line(announces, None)))
            .or_else(|| {
                let named = named_heading(line, heads_bullets).filter(|_| place == Place::Line);
                named.map(|(announces, end)| Self {
                    text: &line[..end],
                    rest: line[end..].trim(),
                    ..whole_line(announces, None)
                })
            })
    }

    /// Whether the heading is part of one item of a list: words before it belong to the section before, words after it
    /// to its own, and it begins in lower case.
    pub(super) fn is_within_item(&self) -> bool {
        !self.before.is_empty() && !self.rest.is_empty() && self.text.starts_with(char::is_lowercase)
    }

    /// Whether the heading is 'Eligibility Criteria:' alone.
    pub(super) fn names_criteria(&self) -> bool {
        !self.is_qualified
            && self.text.ends_with(':')
            && lower_words(self.text).iter().any(|word| is_criteria(word))
    }
}

/// What follows a phrase.
struct Suffix<'a> {
    /// The end of the heading in the line, in bytes.
    end: usize,
    rest: &'a str,
    /// Whether a colon or a dash ends the heading.
    is_marked: bool,
    is_qualified: bool,
    is_subject: bool,
}

impl<'a> Suffix<'a> {
    fn unmarked(end: usize, rest: &'a str) -> Self {
        Self { end, rest, is_marked: false, is_qualified: false, is_subject: false }
    }
}

impl Phrase {
    /// Whether a line is a sentence such as 'Anyone who meets one of the following exclusion criteria may not join:'.
    fn is_in_list_introduction(&self, line: &str) -> bool {
        let before = lower_words(&line[..self.start]);
        line.ends_with(':')
            && before.last().is_some_and(|word| word == "following")
            && !before.iter().any(|word| matches!(word.as_str(), "no" | "not" | "none"))
    }

    /// Whether a line begins with the phrase and is a heading as a whole, as in 'Exclusion Criteria for People Who Stutter:'
    /// or 'Exclusion Criteria for Patients and Healthy Controls'.
    fn begins_heading(&self, line: &str, place: Place, heads_bullets: bool) -> bool {
        let (after, has_colon) =
            line[self.end..].strip_suffix(':').map_or((&line[self.end..], false), |after| (after, true));
        let words = lower_words(after);
        let begins = |list: &str| words.first().is_some_and(|word| is_in(list, word));
        let is_sentence = words.iter().any(|word| is_in(VERBS, word));
        let is_marked = if self.is_full {
            has_colon
                || (heads_bullets && begins(LINKS))
                || (place == Place::Line && begins("for of in") && !is_sentence)
        } else {
            has_colon && begins("for from factors conditions") && words.len() <= MAX_BARE_QUALIFIER_WORDS + 2
        };
        is_marked
            && self.announces != Announces::Eligibility
            && is_plain_prefix(&line[..self.start])
            && !after.contains([':', '.', ';'])
            && (1..=MAX_LINE_WORDS).contains(&words.len())
            && !begins("not")
            && words.last().is_some_and(|word| word != "met")
    }

    /// Whether a line is a label that ends with the phrase in lower case, as in 'Adults with type 1 diabetes inclusion
    /// criteria:'.
    fn ends_label(&self, line: &str) -> bool {
        let before = lower_words(&line[..self.start]);
        self.is_full
            && self.announces != Announces::Eligibility
            && line[self.end..].trim() == ":"
            && !self.is_capitalized(line)
            && line.starts_with(char::is_uppercase)
            && !line[..self.start].contains([',', '.', ';', ':'])
            && (MAX_PREFIX_WORDS + 1..=MAX_QUALIFIER_WORDS).contains(&before.len())
            && !before
                .iter()
                .any(|word| matches!(word.as_str(), "no" | "not" | "none" | "meet" | "meets" | "who"))
            && before.last().is_some_and(|word| !is_in(SENTENCE_PREFIX, word) && !is_in(OPEN_ENDS, word))
    }

    /// Returns the heading around the phrase, unless the phrase is part of a sentence.
    fn heading<'a>(&self, line: &'a str, place: Place) -> Option<SectionHeading<'a>> {
        let prefix = &line[..self.start];
        let suffix = self.suffix(line, place)?;
        let announces = self.announces;
        let whole = |is_qualified: bool| SectionHeading {
            announces,
            before: "",
            text: &line[..suffix.end],
            is_qualified,
            group: self.group(line, suffix.end).filter(|_| is_qualified),
            rest: suffix.rest,
            is_subject: suffix.is_subject,
        };
        if is_plain_prefix(prefix) {
            return Some(whole(suffix.is_qualified || prefix.trim_end().ends_with(':')));
        }
        if announces == Announces::Eligibility {
            return None;
        }
        if self.is_labeled(line, &suffix, place) {
            return Some(whole(true));
        }
        let before = without_article(prefix);
        self.interrupts(line, before, &suffix).then(|| SectionHeading {
            announces,
            before: before.trim(),
            text: line[before.len()..suffix.end].trim(),
            is_qualified: suffix.is_qualified,
            group: None,
            rest: suffix.rest,
            is_subject: suffix.is_subject,
        })
    }

    /// Whether the words before the phrase name a group or a part of the study.
    fn is_labeled(&self, line: &str, suffix: &Suffix, place: Place) -> bool {
        let prefix = &line[..self.start];
        let words = lower_words(prefix);
        let is_titled = is_title(prefix) && self.is_capitalized(line);
        place != Place::AfterHeading
            && is_label(&words)
            && !prefix.trim_end().ends_with(['.', ';'])
            && (suffix.is_marked || place == Place::Line)
            && (self.is_full || (is_titled && suffix.is_marked))
            && (suffix.rest.is_empty() || is_titled || suffix.is_qualified || words.len() == 1)
    }

    /// Whether the phrase ends the section before it in the middle of a line.
    fn interrupts(&self, line: &str, before: &str, suffix: &Suffix) -> bool {
        let prefix = before.trim_end();
        let after = line[self.end..].trim_start();
        let last = lower_words(prefix).pop().unwrap_or_default();
        let ends_sentence = prefix.ends_with(['.', ';', ':']);
        let is_cut_off = !ends_sentence && (is_in(SENTENCE_PREFIX, &last) || is_in(OPEN_ENDS, &last));
        if is_cut_off || prefix.ends_with(['(', '/', '"', '“', '‘', '\'']) {
            return false;
        }
        let has_sign = after.starts_with([':', '=']);
        let has_dash = suffix.is_marked && after.starts_with(['-', '–', '—']);
        let is_bare = self.is_title(line) && after.starts_with(char::is_alphabetic);
        let is_qualified = ends_sentence && (suffix.is_marked || suffix.is_subject);
        if self.is_full {
            has_sign || has_dash || is_bare || is_qualified || begins_with_number(after)
        } else {
            has_sign && self.is_capitalized(line)
        }
    }

    fn suffix<'a>(&self, line: &'a str, place: Place) -> Option<Suffix<'a>> {
        let after = &line[self.end..];
        let tail = after.trim_start();
        let colon = after.find(':').map(|at| self.end + at + 1);
        let marked_until = |end: usize, is_qualified: bool| {
            Some(Suffix { end, rest: line[end..].trim(), is_marked: true, is_qualified, is_subject: false })
        };
        if !tail.contains(char::is_alphanumeric) {
            let is_alone = self.is_full || self.start == 0 || colon.is_some();
            return is_alone.then_some(Suffix {
                end: line.len(),
                rest: "",
                is_marked: colon.is_some(),
                is_qualified: false,
                is_subject: false,
            });
        }
        if tail.starts_with([':', '=']) {
            return marked_until(line.len() - tail.len() + 1, false);
        }
        if tail.starts_with(';') && self.is_full && is_plain_prefix(&line[..self.start]) {
            return marked_until(line.len() - tail.len() + 1, false);
        }
        if begins_with_number(tail) && self.is_full {
            return Some(Suffix::unmarked(self.end, tail));
        }
        if tail.starts_with(['-', '–', '—']) && (self.is_full || (self.start == 0 && after.starts_with(' ')))
        {
            let dash = line.len() - tail.len() + tail.chars().next()?.len_utf8();
            let names_group = lower_words(&line[dash..]).len() <= MAX_BARE_QUALIFIER_WORDS
                && lower_words(&line[dash..]).first().is_some_and(|word| is_in(GROUP_BEGINNINGS, word));
            return if names_group { marked_until(line.len(), true) } else { marked_until(dash, false) };
        }
        let words = lower_words(&line[self.end..colon.unwrap_or(line.len())]);
        if let (true, Some(colon), Some(first)) = (self.is_full, colon, words.first())
            && is_in(LINKS, first)
            && words.len() <= MAX_BARE_QUALIFIER_WORDS
        {
            return marked_until(colon, false);
        }
        self.qualifier(line, colon, place).or_else(|| self.run_on(line)).or_else(|| self.subject(line, place))
    }

    /// Returns the suffix that names the people, or the part of the study, of the section.
    fn qualifier<'a>(&self, line: &'a str, colon: Option<usize>, place: Place) -> Option<Suffix<'a>> {
        let tail = line[self.end..].trim_start();
        let words = lower_words(&line[self.end..colon.unwrap_or(line.len())]);
        let is_bracketed = tail.starts_with('(');
        let is_for =
            self.start == 0 && line.ends_with(':') && words.first().is_some_and(|word| word == "for");
        if !(self.is_full || is_bracketed || is_for)
            || (self.announces == Announces::Eligibility && colon.is_none())
        {
            return None;
        }
        let is_sentence = words.iter().any(|word| is_in(SENTENCE_SUFFIX, word))
            || line[self.end..colon.unwrap_or(line.len())].contains(['.', ';']);
        if let Some(colon) = colon.filter(|_| is_bracketed || !is_sentence) {
            return (words.len() <= MAX_QUALIFIER_WORDS).then(|| Suffix {
                end: colon,
                rest: line[colon..].trim(),
                is_marked: true,
                is_qualified: true,
                is_subject: false,
            });
        }
        let is_short = words.len() <= MAX_BARE_QUALIFIER_WORDS && !is_sentence && !tail.contains(',');
        let is_alone =
            self.start == 0 && place == Place::Line && ((is_bracketed && tail.ends_with(')')) || is_short);
        is_alone.then_some(Suffix { is_qualified: true, ..Suffix::unmarked(line.len(), "") })
    }

    /// Returns the suffix if a criterion follows the phrase without a sign, as in 'Exclusion Criteria Patients who smoke'.
    fn run_on<'a>(&self, line: &'a str) -> Option<Suffix<'a>> {
        let rest = line[self.end..].trim();
        let words = words(rest);
        let (_, first) = words.first()?;
        let lower = first.to_lowercase();
        let continues = is_in(CONTINUES, &lower) || is_in(SENTENCE_SUFFIX, &lower) || is_in(LINKS, &lower);
        let begins = if self.start == 0 {
            first.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
        } else {
            first.starts_with(char::is_alphabetic)
        };
        let is_run_on = self.is_full
            && self.is_title(line)
            && self.announces != Announces::Eligibility
            && begins
            && !continues
            && rest.starts_with(char::is_alphanumeric);
        is_run_on.then_some(Suffix::unmarked(self.end, rest))
    }

    /// Returns the suffix if the criteria follow as part of a sentence, as in 'The exclusion criteria are pregnancy and HIV'.
    fn subject<'a>(&self, line: &'a str, place: Place) -> Option<Suffix<'a>> {
        let words = words(&line[self.end..]);
        let [(at, link), (next_at, next), ..] = words.as_slice() else { return None };
        let is_subject = self.is_full
            && place != Place::BulletedLine
            && ["are", "were", "include", "included"].contains(&link.to_lowercase().as_str())
            && !is_in(ABOUT_CRITERIA, &next.to_lowercase());
        let suffix = Suffix::unmarked(self.end + at + link.len(), &line[self.end + next_at..]);
        is_subject.then_some(Suffix { is_subject, ..suffix })
    }

    /// Returns the words beside the phrase in a heading that ends at `end`, such as 'group A' in 'Inclusion Criteria
    /// for group A:'.
    fn group<'a>(&self, line: &'a str, end: usize) -> Option<&'a str> {
        let trimmed = |text: &'a str| {
            let text = text.trim_matches(|c: char| !c.is_alphanumeric() && c != '+');
            (!text.is_empty()).then_some(text)
        };
        let after = line[self.end..end].trim_start_matches(|c: char| !c.is_alphanumeric());
        let after = after.strip_prefix("for ").or_else(|| after.strip_prefix("in ")).unwrap_or(after);
        let label = &line[..self.start];
        let is_name = !is_plain_prefix(label) || label.trim_end().ends_with(':');
        let prefix = trimmed(label).filter(|_| is_name);
        prefix.or_else(|| trimmed(after))
    }
}

/// Whether a text begins with the number of a list, such as '1.' or '(1)'.
fn begins_with_number(text: &str) -> bool {
    let text = text.strip_prefix('(').unwrap_or(text);
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (1..=2).contains(&(text.len() - after.len()))
        && after.starts_with(['.', ')'])
        && !after[1..].starts_with(|c: char| c.is_ascii_digit())
}

/// Returns the words before a heading without the article that begins it, as in '… consent. The exclusion criteria are:'.
fn without_article(prefix: &str) -> &str {
    let before = prefix.trim_end().strip_suffix("The").unwrap_or(prefix);
    if before.trim_end().ends_with(['.', ';', ':']) { before } else { prefix }
}

fn is_plain_prefix(prefix: &str) -> bool {
    lower_words(prefix).iter().all(|word| is_in(PLAIN_PREFIX, word))
}

/// Whether the words before a phrase can name a group or a part of the study.
fn is_label(words: &[String]) -> bool {
    if matches!(words, [first, second, ..] if first == "eligibility" && is_criteria(second)) {
        return true;
    }
    words.len() <= MAX_PREFIX_WORDS && !words.iter().any(|word| is_in(SENTENCE_PREFIX, word))
}

#[cfg(test)]
#[path = "section_heading_tests.rs"]
mod tests;
