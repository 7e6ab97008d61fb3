//! Splits a text into sentences, and finds the section of each: 'PMH:', 'Family history:', 'Impression:'.

use std::{collections::HashMap, ops::Range, sync::LazyLock};

use waypoint_text::{Table, table};
use waypoint_vocabulary::fold::words;

const HEADINGS: Table<3> = table!("../../data/note_headings.tsv", ["heading", "section", "needs_colon"]);
/// The maximum number of words of a heading.
const MAX_HEADING_WORDS: usize = 4;
/// The maximum number of words of a sentence. The vocabulary reads no more at once, and the work of a text stays linear.
const MAX_SENTENCE_WORDS: usize = 40;
/// Words before a period that don't end a sentence.
const SHORTENED: [&str; 13] =
    ["dr", "dra", "mr", "mrs", "ms", "sr", "sra", "st", "vs", "no", "approx", "bs", "hx"];

/// Signs between the names of a sentence, which no name spans.
pub(super) const SEPARATORS: [char; 9] = [',', ';', ':', '(', ')', '\n', '/', '+', '•'];

/// The section of a note. Text without headings is in [`Section::Present`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Section {
    /// What the letter is about.
    Diagnosis,
    #[default]
    Present,
    /// Other and earlier conditions.
    Past,
    /// What relatives have.
    Family,
    Treatment,
    Plan,
    /// What the person can't take.
    Allergies,
    /// Habits, and the like, which aren't conditions to search for.
    Aside,
}

/// A sentence without its heading, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sentence {
    pub(super) span: Range<usize>,
    pub(super) section: Section,
    /// The number of headings before it.
    pub(super) headings: usize,
}

struct Heading {
    section: Section,
    needs_colon: bool,
}

/// Words before a colon that label a fact of the person.
static LABELS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let labels = HEADINGS.rows().filter(|[_, section, _]| *section == "label");
    labels.map(|[label, ..]| folded(label)).collect()
});

static KNOWN: LazyLock<HashMap<String, Heading>> = LazyLock::new(|| {
    let rows = HEADINGS.rows().filter_map(|[heading, section, needs_colon]| {
        // A label is no heading: what follows it is read with it.
        if section == "label" {
            return None;
        }
        let section = match section {
            "diagnosis" => Section::Diagnosis,
            "past" => Section::Past,
            "family" => Section::Family,
            "treatment" => Section::Treatment,
            "plan" => Section::Plan,
            "allergies" => Section::Allergies,
            "aside" => Section::Aside,
            _ => Section::Present,
        };
        Some((folded(heading), Heading { section, needs_colon: needs_colon == "yes" }))
    });
    rows.collect()
});

/// Returns the sentences of a text. A heading alone in its line holds for the following lines, until an empty line or
/// another heading. Any other heading holds for the rest of its line.
pub(super) fn sentences(text: &str) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let mut of_block = Section::default();
    let mut begins = 0;
    let mut headings = 0;
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            of_block = Section::default();
        }
        let mut section = of_block;
        for span in pieces(line) {
            let sentence = &line[span.clone()];
            let mut starts = span.start;
            if let Some((found, length)) = heading(sentence) {
                section = found;
                headings += 1;
                starts += length;
                let is_alone = line[starts..].trim().is_empty();
                of_block = if is_alone { found } else { Section::default() };
            }
            if line[starts..span.end].chars().any(char::is_alphanumeric) {
                sentences.push(Sentence { span: begins + starts..begins + span.end, section, headings });
            }
            // What follows 'Allergies: penicillin.' in a line is something else.
            if section == Section::Allergies && of_block != section {
                section = Section::default();
            }
        }
        begins += line.len();
    }
    sentences
}

/// Splits a line behind periods and the like that end a sentence, and a longer sentence behind some word.
fn pieces(line: &str) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut starts = 0;
    let mut word_starts = 0;
    let mut words = 0;
    let has_small_letters = line.chars().any(char::is_lowercase);
    let mut characters = line.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        if c.is_whitespace() {
            words += usize::from(word_starts < at);
            word_starts = at + c.len_utf8();
        }
        if words >= MAX_SENTENCE_WORDS {
            pieces.push(starts..word_starts);
            starts = word_starts;
            words = 0;
        }
        let is_followed = characters.peek().is_some_and(|(_, next)| next.is_whitespace());
        if !['.', '!', '?'].contains(&c) || !is_followed {
            continue;
        }
        let word = line[word_starts..at].to_lowercase();
        let next = line[at + 1..].trim_start().chars().next();
        let begins = next.is_none_or(|next| !next.is_lowercase());
        // '1. CKD' is an item of a list.
        let is_item = word_starts == starts && word.chars().all(|c| c.is_ascii_digit());
        // 'No. 12' is a number, and 'Asthma: no.' an answer.
        let is_number = word != "no" || next.is_some_and(|next| next.is_ascii_digit());
        // 'Ms. Lee', but 'My neighbor has MS. I am 33.'
        let is_name = line[word_starts..at].chars().all(char::is_uppercase) && has_small_letters;
        let is_shortened = c == '.' && SHORTENED.contains(&word.as_str()) && is_number && !is_name;
        // '? lupus' is a suspicion.
        let is_sign = line[starts..at].trim().is_empty();
        if begins && !is_item && !is_shortened && !is_sign {
            pieces.push(starts..at + 1);
            starts = at + 1;
            word_starts = starts;
            words = 0;
        }
    }
    pieces.push(starts..line.len());
    pieces
}

/// Returns the section of a sentence that begins with a heading, and the length of the heading in bytes.
fn heading(sentence: &str) -> Option<(Section, usize)> {
    if let Some((before, _)) = sentence.split_once(':')
        && let Some(heading) = KNOWN.get(&folded(before))
    {
        return Some((heading.section, before.len() + 1));
    }
    let words: Vec<_> = words(sentence).into_iter().take(MAX_HEADING_WORDS).collect();
    let lengths = (1..=words.len()).rev();
    let mut found = lengths.filter_map(|length| {
        let end = words[length - 1].span.end;
        let heading = KNOWN.get(&folded(&sentence[..end]))?;
        let is_whole = sentence[end..].chars().all(|c| !c.is_alphanumeric());
        // 'PMH asthma', but not 'history of asthma'
        let is_written_out = sentence[..end].chars().filter(|c| c.is_alphabetic()).any(char::is_lowercase);
        let is_short = !heading.needs_colon && (!is_written_out || end < 5);
        (is_whole || is_short).then_some((heading.section, end))
    });
    found.next()
}

/// Whether a word before a colon labels a fact of the person, and names nothing: 'Sex: M'.
pub(super) fn is_label(word: &str, behind: &str) -> bool {
    behind.trim_start().starts_with(':') && LABELS.contains(&folded(word))
}

fn folded(text: &str) -> String {
    words(text).into_iter().map(|word| word.folded).collect::<Vec<_>>().join(" ")
}
