//! The lines of a study's text in their order, and which of them stand for themselves.
//!
//! A line below a heading such as 'Group B', or below a line such as 'One of the following:', says something of some people
//! only, or something together with its neighbors. It is not decided.

use waypoint_domain::eligibility_criteria::{Criterion, EligibilityCriteria};

use crate::{
    people::Side,
    tokens::{Token, tokens},
};

/// Lines that are longer than this are never simple.
const LONGEST_SIMPLE: usize = 240;
/// Words of headings that only sort the lines below them.
const SORTING: &[&str] = &[
    "disease",
    "patient",
    "participant",
    "subject",
    "characteristic",
    "characteristics",
    "general",
    "medical",
    "history",
    "condition",
    "conditions",
    "diagnosis",
    "diseases",
    "criteria",
    "key",
    "main",
    "major",
    "other",
    "demographics",
    "demographic",
    "age",
    "sex",
    "gender",
    "health",
    "status",
    "cardiovascular",
    "renal",
    "hepatic",
    "pulmonary",
    "hematopoietic",
    "and",
    "medication",
    "medications",
    "allergy",
    "allergies",
    "comorbidities",
    "performance",
    "life",
    "expectancy",
    "the",
    "of",
    "all",
    "clinical",
    "related",
];
/// Words of lines that keep people out who have any of what stands below.
const LEADING_TO_ANY: &[&str] = &[
    "any",
    "of",
    "the",
    "one",
    "or",
    "more",
    "following",
    "presence",
    "conditions",
    "condition",
    "diseases",
    "disease",
    "have",
    "has",
    "having",
    "patients",
    "patient",
    "participants",
    "participant",
    "subjects",
    "subject",
    "with",
    "who",
    "will",
    "be",
    "are",
    "excluded",
    "if",
    "they",
    "criteria",
    "meet",
    "meets",
    "meeting",
    "apply",
    "applies",
    "study",
    "from",
    "this",
    "exclusion",
];
/// Beside these, 'below' means the lines that follow.
const LINES_BELOW: &[&str] = &[
    "all",
    "any",
    "both",
    "conditions",
    "criteria",
    "criterion",
    "defined",
    "described",
    "given",
    "items",
    "listed",
    "mentioned",
    "noted",
    "one",
    "outlined",
    "points",
    "requirements",
    "see",
    "shown",
    "specified",
    "stated",
];
/// Words of lines below which everything has to hold.
const LEADING_TO_ALL: &[&str] = &[
    "all",
    "of",
    "the",
    "following",
    "must",
    "meet",
    "criteria",
    "patients",
    "patient",
    "participants",
    "participant",
    "subjects",
    "subject",
    "who",
    "be",
    "are",
    "eligible",
    "inclusion",
    "to",
    "have",
    "should",
    "each",
];

/// A line of a study's text.
#[derive(Debug)]
pub(crate) struct Line {
    /// Its words.
    pub(crate) text: String,
    /// The list that it stands in.
    pub(crate) side: Side,
    /// Whether it may be decided by itself.
    pub(crate) is_free: bool,
    /// Whether the lines below it say what it is about.
    pub(crate) leads: bool,
    /// Its words and signs, where it is short enough to be simple.
    pub(crate) tokens: Vec<Token>,
}

/// The lines of a text: what lets people join, what nobody knows of, what keeps people out.
pub(crate) fn of(eligibility: &str, most: usize) -> Vec<Line> {
    let criteria = EligibilityCriteria::split(eligibility);
    let lists = [
        (Side::Inclusion, &criteria.inclusion),
        (Side::Open, &criteria.general),
        (Side::Exclusion, &criteria.exclusion),
    ];
    lists.into_iter().flat_map(|(side, list)| of_list(side, list)).take(most).collect()
}

/// What stands above a line and may change what it says.
#[derive(Debug, Default)]
struct Above {
    /// Whether a heading speaks of some people only.
    is_for_some: bool,
    /// The level of a line that leads to those below it, and whether these stand for themselves all the same.
    leading: Option<(u8, bool, bool)>,
}

fn of_list(side: Side, list: &[Criterion]) -> Vec<Line> {
    // A list that opens again speaks of other people, and nobody knows whom the lines before that are for.
    let opens_again = list.iter().any(|criterion| criterion.heading && reopens(&criterion.text));
    let mut above = Above::default();
    let mut lines = Vec::new();
    for (at, criterion) in list.iter().enumerate() {
        if criterion.heading {
            above = Above { is_for_some: !sorts(&criterion.text), leading: None };
            continue;
        }
        let next = list.get(at + 1).filter(|next| !next.heading);
        let before = at.checked_sub(1).map(|at| &list[at]).filter(|before| !before.heading);
        above.leave(criterion);
        let is_below = above.leading.is_some_and(|(_, _, stand)| !stand);
        let is_joined =
            before.is_some_and(|before| joins(&before.text, side)) || begins_joined(&criterion.text);
        let is_continued = next.is_some_and(|next| begins_joined(&next.text));
        let leads = leads(criterion, next);
        let is_free = !(opens_again || above.is_for_some || is_below || is_joined || is_continued || leads);
        if leads {
            let is_deeper = next.is_some_and(|next| next.level > criterion.level);
            let stand = !is_below && lines_stand_below(&criterion.text, side);
            above.leading = Some((criterion.level, is_deeper, stand));
        }
        let is_short = criterion.text.len() <= LONGEST_SIMPLE;
        let tokens = if is_short { tokens(&criterion.text) } else { Vec::new() };
        lines.push(Line { text: criterion.text.clone(), side, is_free, leads, tokens });
    }
    lines
}

impl Above {
    /// Leaves what the line above led to, where a line is no longer below it: lines that are not deeper than the one that
    /// leads to them go on until a heading.
    fn leave(&mut self, criterion: &Criterion) {
        if self.leading.is_some_and(|(level, is_deeper, _)| is_deeper && criterion.level <= level) {
            self.leading = None;
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase)
}

fn sorts(heading: &str) -> bool {
    words(heading).all(|word| SORTING.contains(&word.as_str()))
}

fn reopens(heading: &str) -> bool {
    words(heading).any(|word| word == "inclusion" || word == "exclusion")
}

/// Whether a line leads to those below it.
fn leads(criterion: &Criterion, next: Option<&Criterion>) -> bool {
    let text = criterion.text.trim_end();
    let is_above = next.is_some_and(|next| next.level > criterion.level);
    is_above || text.ends_with(':') || next.is_some() && tells_of_others(text)
}

/// Whether a line tells of those below it: 'any of the following', 'one of the points below'. A figure or a part of the body
/// below which something is, is none of them.
fn tells_of_others(text: &str) -> bool {
    let words: Vec<String> = words(text).collect();
    let points = |at: Option<usize>| {
        at.and_then(|at| words.get(at)).is_some_and(|word| LINES_BELOW.contains(&word.as_str()))
    };
    words.iter().enumerate().any(|(at, word)| match word.as_str() {
        "following" => true,
        "below" => at + 1 == words.len() || points(at.checked_sub(1)) || points(Some(at + 1)),
        _ => false,
    })
}

/// Whether the lines below a line that leads to them stand for themselves.
fn lines_stand_below(text: &str, side: Side) -> bool {
    let only = |allowed: &[&str]| words(text).all(|word| allowed.contains(&word.as_str()));
    let has = |wanted: &str| words(text).any(|word| word == wanted);
    match side {
        Side::Inclusion => has("all") && only(LEADING_TO_ALL),
        Side::Exclusion => has("any") && only(LEADING_TO_ANY),
        Side::Open => false,
    }
}

/// Whether a line goes on in the next one. What keeps people out may be joined by 'or': each alone does.
fn joins(text: &str, side: Side) -> bool {
    let last = words(text).last().unwrap_or_default();
    match last.as_str() {
        "and" | "with" | "plus" | "either" | "if" | "unless" | "except" | "than" | "without" | "but" => true,
        "or" => side != Side::Exclusion,
        _ => false,
    }
}

fn begins_joined(text: &str) -> bool {
    let first = words(text).next().unwrap_or_default();
    matches!(
        first.as_str(),
        "and" | "or" | "plus" | "but" | "except" | "unless" | "if" | "exception" | "exceptions"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn free(text: &str) -> Vec<(String, bool)> {
        of(text, 200).into_iter().map(|line| (line.text, line.is_free)).collect()
    }

    #[test]
    fn a_line_is_decided_only_where_nothing_above_it_changes_what_it_says() {
        let table: [(&str, &[bool]); 13] = [
            (
                "Inclusion Criteria:\n- An ejection fraction below 45%\n- More than half of the ulcer lies below the ankle bone\n- Gout",
                &[true, true, true],
            ),
            ("Inclusion Criteria:\n- Any of the conditions below\n- Gout", &[false, false]),
            ("Inclusion Criteria:\n- Asthma\n- Gout", &[true, true]),
            (
                "Inclusion Criteria:\n- One of these:\n  - Asthma\n  - Gout\n- Age 18 or older",
                &[false, false, false, true],
            ),
            (
                "Inclusion Criteria:\n- Must have one of the following:\n- Asthma\n- Gout",
                &[false, false, false],
            ),
            ("Exclusion Criteria:\n- Any of the following:\n  - Asthma\n  - Gout", &[false, true, true]),
            ("Exclusion Criteria:\n- Any of the following without treatment:\n  - Asthma", &[false, false]),
            ("Inclusion Criteria:\n- Asthma or\n- Gout", &[true, false]),
            ("Exclusion Criteria:\n- Asthma, or\n- Gout", &[true, true]),
            ("Exclusion Criteria:\n- Asthma\n- except if mild", &[false, false]),
            ("Inclusion Criteria:\n\nMedical History:\n- Asthma", &[true]),
            ("Inclusion Criteria:\n\nHealthy volunteers:\n- Asthma", &[false]),
            ("Inclusion Criteria:\n- Asthma\n  - for a year or more", &[false, false]),
        ];
        for (text, expected) in table {
            let found: Vec<bool> = free(text).into_iter().map(|(_, free)| free).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_list_that_opens_again_is_for_nobody_knows_whom() {
        let text = "Inclusion Criteria:\n- Asthma\n\nExclusion Criteria:\n- Gout\n\nInclusion Criteria for controls:\n- Age 18 or older";
        let lines = of(text, 200);
        assert!(lines.iter().filter(|line| line.side == Side::Inclusion).all(|line| !line.is_free));
    }
}
