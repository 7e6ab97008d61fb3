//! Reading an eligibility text line by line.

use super::{
    criterion::Criterion,
    draft::{Draft, Kind, Section},
    marker::Numbering,
    nesting::{Nesting, indent_of},
    section_heading::{Announces, Place, SectionHeading},
    sub_heading,
};

/// A line of the text, or a part of one that holds a heading beside other words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinePart {
    /// The number of the line, from 0.
    pub line: usize,
    /// The list that the part belongs to, or that it opens.
    pub section: Section,
    /// What the part is.
    pub role: Role,
}

/// What a part of a line is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Role {
    /// A heading that only names the section.
    SectionHeading(String),
    /// A criterion or a sub-heading.
    Criterion(Criterion),
}

/// The lines of a text, by every kind of line end that records hold.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'])
}

/// Tells of each line of a text what it is. A line without a letter or a figure, such as a lone
/// dash, says nothing and is left out.
#[must_use]
pub fn classify(text: &str) -> Vec<LinePart> {
    let mut reader = Reader::of(text);
    for (number, line) in lines(text).enumerate() {
        reader.read_line(number, line);
    }
    let mut drafts = reader.finish();
    sub_heading::name_groups(&mut drafts);
    sub_heading::mark(&mut drafts);
    sub_heading::keep_breaks(&mut drafts);
    drafts.into_iter().map(LinePart::from).collect()
}

impl From<Draft> for LinePart {
    fn from(draft: Draft) -> Self {
        let Draft { line, section, text, level, kind, .. } = draft;
        let role = match kind {
            Kind::SectionHeading => Role::SectionHeading(text),
            Kind::SubHeading | Kind::Criterion => {
                Role::Criterion(Criterion { text, level, heading: kind == Kind::SubHeading })
            }
        };
        Self { line, section, role }
    }
}

struct Reader {
    numbering: Numbering,
    nesting: Nesting,
    section: Section,
    /// Whether the lines stand below a heading such as 'Eligibility'.
    in_eligibility: bool,
    eligibility: Vec<usize>,
    drafts: Vec<Draft>,
}

impl Reader {
    fn of(text: &str) -> Self {
        Self {
            numbering: Numbering::of(lines(text)),
            nesting: Nesting::default(),
            section: Section::General,
            in_eligibility: false,
            eligibility: Vec::new(),
            drafts: Vec::new(),
        }
    }

    fn read_line(&mut self, number: usize, line: &str) {
        let line = line.trim_matches(is_invisible);
        self.read(number, line, indent_of(line), false);
    }

    fn read(&mut self, line: usize, words: &str, indent: usize, behind_heading: bool) {
        let unmarked = self.numbering.unmark(words);
        let text = plain(unmarked.text);
        if !text.contains(char::is_alphanumeric) {
            return;
        }
        let place = match (behind_heading, unmarked.bulleted) {
            (true, _) => Place::BehindHeading,
            (false, true) => Place::BulletedLine,
            (false, false) => Place::Line,
        };
        let found = SectionHeading::find(&text, place).filter(|heading| self.heeds(heading));
        let criterion = found.as_ref().map_or(text.as_str(), |heading| heading.before);
        if !criterion.is_empty() {
            let level = self.nesting.level(indent, unmarked.counting);
            self.push(line, criterion, level, unmarked.bulleted, Kind::Criterion);
        }
        if let Some(heading) = found {
            self.open(line, &heading);
            self.read(line, heading.rest, indent, true);
        }
    }

    /// Whether a heading counts here: the word 'eligibility' inside a section is no new section.
    fn heeds(&self, heading: &SectionHeading<'_>) -> bool {
        heading.announces != Announces::Eligibility || self.section == Section::General
    }

    fn open(&mut self, line: usize, heading: &SectionHeading<'_>) {
        self.nesting = Nesting::default();
        self.in_eligibility = heading.announces == Announces::Eligibility;
        self.section = match heading.announces {
            Announces::Inclusion => Section::Inclusion,
            Announces::Exclusion => Section::Exclusion,
            Announces::Both | Announces::Eligibility => Section::General,
        };
        let (text, kind) = if heading.qualified {
            (heading.text.trim_end_matches([' ', '-', '–', '—']), Kind::SubHeading)
        } else {
            (heading.text, Kind::SectionHeading)
        };
        self.push(line, text, 0, false, kind);
    }

    fn push(&mut self, line: usize, text: &str, level: u8, bulleted: bool, kind: Kind) {
        if self.in_eligibility {
            self.eligibility.push(self.drafts.len());
        }
        let (section, text) = (self.section, text.to_owned());
        self.drafts.push(Draft { line, section, text, level, bulleted, kind });
    }

    /// Gives the parts back. A text that has a heading 'Eligibility' in place of one for inclusion
    /// says below it who can join.
    fn finish(mut self) -> Vec<Draft> {
        let has = |section| self.drafts.iter().any(|draft| draft.section == section);
        if has(Section::Exclusion) && !has(Section::Inclusion) {
            for at in self.eligibility {
                self.drafts[at].section = Section::Inclusion;
            }
        }
        self.drafts
    }
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{200c}' | '\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// The words of a line without escapes and emphasis, with single spaces.
fn plain(text: &str) -> String {
    let text = text.trim_start_matches('#');
    let text = if text.trim_start().starts_with("**") { text.replace("**", "") } else { text.to_owned() };
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\\' && chars.peek().is_some_and(char::is_ascii_punctuation) {
            plain.extend(chars.next());
        } else {
            plain.push(c);
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
