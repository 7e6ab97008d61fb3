//! Reading an eligibility text line by line.

use waypoint_text::in_one_line;

use super::{
    criterion::Criterion,
    draft::{Draft, Kind, Opening, Section},
    groups,
    inline_items::items,
    marker::{Numbering, number_of_item},
    nesting::{Nesting, indent_of},
    other_criteria::without_other_criteria,
    section_heading::{Place, SectionHeading, Surroundings},
    section_phrase::Announces,
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
    /// The heading of a group, repeated in the group's other list.
    RepeatedGroup(Criterion),
    /// A sentence that says only that there are more criteria, in whichever list it is written.
    OtherCriteria(String),
}

/// Returns the lines of a text, which end in any of the ways found in records.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'])
}

/// Returns the parts of each line of a text. A line without a letter or digit, such as a lone dash, is left out.
#[must_use]
pub fn classify(text: &str) -> Vec<LinePart> {
    let mut reader = Reader::of(text);
    let all: Vec<&str> = lines(text).map(|line| line.trim_matches(is_invisible)).collect();
    for (number, line) in all.iter().enumerate().filter(|(_, line)| line.contains(char::is_alphanumeric)) {
        let next = all[number + 1..].iter().find(|line| line.contains(char::is_alphanumeric));
        let heads_bullets = next.is_some_and(|next| reader.numbering.unmark(next).bulleted)
            && !reader.numbering.unmark(line).bulleted;
        let before = number.checked_sub(1).map_or("", |before| all[before]);
        let context = LineContext {
            after_heading: false,
            heads_bullets,
            continues: continues(before, line),
            next_number: next.and_then(|next| number_of_item(next.trim_start())).map(|(number, ..)| number),
        };
        reader.read(number, line, indent_of(line), context);
    }
    let mut drafts = reader.finish();
    groups::mark_names(&mut drafts);
    let mut drafts = groups::repeat_names(drafts);
    sub_heading::mark(&mut drafts);
    sub_heading::keep_breaks(&mut drafts);
    drafts.into_iter().map(LinePart::from).collect()
}

impl From<Draft> for LinePart {
    fn from(draft: Draft) -> Self {
        let Draft { line, section, text, level, kind, .. } = draft;
        let role = match kind {
            Kind::SectionHeading => Role::SectionHeading(text),
            Kind::OtherCriteria => Role::OtherCriteria(text),
            Kind::RepeatedGroup => Role::RepeatedGroup(Criterion { text, level, heading: true }),
            Kind::SubHeading | Kind::Criterion => {
                Role::Criterion(Criterion { text, level, heading: kind == Kind::SubHeading })
            }
        };
        Self { line, section, role }
    }
}

/// Last words of a line whose sentence continues on the next one.
const UNFINISHED: [&str; 16] = [
    "the",
    "a",
    "an",
    "all",
    "any",
    "no",
    "not",
    "of",
    "following",
    "these",
    "other",
    "meet",
    "meets",
    "meeting",
    "with",
    "and",
];

/// What is known of a line before its words are read.
#[derive(Debug, Clone, Copy)]
struct LineContext {
    /// Whether the words follow a heading in the same line.
    after_heading: bool,
    heads_bullets: bool,
    /// Whether the line continues a sentence.
    continues: bool,
    /// The number that the next line begins with.
    next_number: Option<usize>,
}

struct Reader {
    numbering: Numbering,
    nesting: Nesting,
    section: Section,
    /// Whether the lines are below a heading such as 'Eligibility'.
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

    fn read(&mut self, line: usize, words: &str, indent: usize, context: LineContext) {
        let unmarked = self.numbering.unmark(words);
        let text = plain(unmarked.text);
        if !text.contains(char::is_alphanumeric) {
            return;
        }
        let (criteria, other) = without_other_criteria(&text);
        if let Some(other) = other {
            if !criteria.is_empty() {
                let marked = words.trim_end();
                let mark = &marked[..marked.len() - unmarked.text.len()];
                self.read(line, &format!("{mark}{criteria}"), indent, context);
            }
            self.push(line, other, 0, unmarked.bulleted, Kind::OtherCriteria, None);
            return;
        }
        let place = match (context.after_heading, unmarked.bulleted) {
            (true, _) => Place::AfterHeading,
            (false, true) => Place::BulletedLine,
            (false, false) => Place::Line,
        };
        let surroundings = Surroundings { place, heads_bullets: context.heads_bullets };
        let found = SectionHeading::find(&text, surroundings);
        let found = found.filter(|heading| !context.continues && self.accepts(heading));
        let (criterion, group) =
            found.as_ref().map_or((text.as_str(), ""), |heading| without_group(heading.before));
        for criterion in [criterion, group].into_iter().filter(|words| !words.is_empty()) {
            let level = self.nesting.level(indent, unmarked.counting);
            let items = items(criterion, context.next_number);
            self.push_items(line, &items, level, unmarked.bulleted);
        }
        if let Some(heading) = found {
            let (section, in_eligibility) = (self.section, self.in_eligibility);
            self.open(line, &heading);
            self.read(line, heading.rest, indent, LineContext { after_heading: true, ..context });
            if unmarked.bulleted && heading.is_within_item() && !self.numbering.unmark(heading.rest).bulleted
            {
                (self.section, self.in_eligibility) = (section, in_eligibility);
            }
        }
    }

    /// Whether a heading counts here. Inside a section, the word 'eligibility' opens no other one, unless it heads the
    /// criteria after those of ineligibility. A sentence about the section's criteria is one of them.
    fn accepts(&self, heading: &SectionHeading<'_>) -> bool {
        let opens_same = section_of(heading.announces) == self.section;
        let follows_exclusions = || {
            heading.names_criteria()
                && self.section == Section::Exclusion
                && self.drafts.iter().all(|draft| draft.section != Section::Inclusion)
        };
        (heading.announces != Announces::Eligibility
            || self.section == Section::General
            || follows_exclusions())
            && !(heading.is_subject && opens_same)
    }

    fn open(&mut self, line: usize, heading: &SectionHeading<'_>) {
        self.nesting = Nesting::default();
        self.in_eligibility = heading.announces == Announces::Eligibility;
        self.section = section_of(heading.announces);
        let (text, kind) = if heading.is_qualified {
            (heading.text.trim_end_matches([' ', '-', '–', '—']), Kind::SubHeading)
        } else {
            (heading.text, Kind::SectionHeading)
        };
        let opening = Opening { group: heading.group.map(str::to_owned) };
        self.push(line, text, 0, false, kind, Some(opening));
    }

    /// Adds the criteria of a line. If the first one leads to the others, these are below it.
    fn push_items(&mut self, line: usize, items: &[&str], level: u8, bulleted: bool) {
        let leads = items.first().is_some_and(|first| first.ends_with(':'));
        for (at, item) in items.iter().enumerate() {
            let level = if at > 0 && leads { level.saturating_add(1) } else { level };
            self.push(line, item, level, bulleted || items.len() > 1, Kind::Criterion, None);
        }
    }

    fn push(
        &mut self,
        line: usize,
        text: &str,
        level: u8,
        bulleted: bool,
        kind: Kind,
        opens: Option<Opening>,
    ) {
        if self.in_eligibility {
            self.eligibility.push(self.drafts.len());
        }
        let (section, text) = (self.section, text.to_owned());
        self.drafts.push(Draft { line, section, text, level, bulleted, kind, opens });
    }

    /// Returns the parts. In a text with the heading 'Eligibility' instead of one for inclusion, it opens the inclusion
    /// list.
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

/// Divides the words before a heading into the criteria and the name of a group that the heading is for, as in
/// 'HIV. Controls: Inclusion Criteria:'.
fn without_group(before: &str) -> (&str, &str) {
    let is_group = |name: &str| name.ends_with(':') && !name.trim_end_matches(':').contains(':');
    let ends = before.rfind([';', '.']).map(|end| before.split_at(end + 1));
    ends.map(|(criteria, name)| (criteria, name.trim()))
        .filter(|(_, name)| is_group(name))
        .unwrap_or((before, ""))
}

fn section_of(announces: Announces) -> Section {
    match announces {
        Announces::Inclusion => Section::Inclusion,
        Announces::Exclusion => Section::Exclusion,
        Announces::Both | Announces::Neither | Announces::Eligibility => Section::General,
    }
}

/// Whether a line in lower case continues a sentence of the line before, as in 'who do not meet the / inclusion criteria'.
fn continues(before: &str, line: &str) -> bool {
    let last = before.split_whitespace().next_back().unwrap_or_default().to_lowercase();
    line.trim_start().starts_with(char::is_lowercase) && UNFINISHED.contains(&last.as_str())
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{200c}' | '\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// Returns a line without escapes and emphasis, with single spaces.
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
    in_one_line(&plain)
}
