//! Groups of people with lists of their own, such as 'Healthy controls' above a second pair of lists.

use super::{
    draft::{Draft, Kind, Opening, Section},
    words::is_in,
};

/// Last words of the names of groups.
const GROUPS: &str = "adolescents adults arm caregivers cases children cohort controls group men parents participants patients \
    siblings staff subjects volunteers women workers";
/// First words of the names of groups.
const BEGINNINGS: &str = "arm cohort control controls group healthy normal part patients phase stage";
const MAX_NAME_WORDS: usize = 10;
/// The most words of a name inside a list.
const MAX_SHORT_NAME_WORDS: usize = 5;

/// Whether the words are the name of a group, such as 'Healthy controls'.
pub(super) fn is_group_name(text: &str) -> bool {
    let words: Vec<String> = text.trim_end_matches(':').split_whitespace().map(str::to_lowercase).collect();
    let is_in = |list: &str, word: Option<&String>| word.is_some_and(|word| is_in(list, word));
    words.len() <= MAX_SHORT_NAME_WORDS && (is_in(GROUPS, words.last()) || is_in(BEGINNINGS, words.first()))
        || (matches!(words.as_slice(), [group, with, ..] if is_in(GROUPS, Some(group)) && with == "with")
            && words.len() <= MAX_SHORT_NAME_WORDS)
}

/// Marks lines directly above an inclusion heading that name a group. At the end of an exclusion list, such a line would
/// seem to exclude the group.
pub(super) fn mark_names(drafts: &mut [Draft]) {
    let is_one_of_several = drafts.iter().filter(|draft| draft.opens_section(Section::Inclusion)).count() > 1;
    if is_one_of_several && every_pair_has_a_name(drafts) {
        for at in 1..drafts.len() {
            if drafts[at].opens_section(Section::Inclusion) {
                drafts[at - 1] = named(&drafts[at - 1]);
            }
        }
        return;
    }
    for at in 1..drafts.len() {
        let (before, from) = drafts.split_at_mut(at);
        let is_listed = is_below_bullet(before);
        let (Some(line), [heading, ..]) = (before.last_mut(), from) else { continue };
        let may_be_name = heading.opens_section(Section::Inclusion)
            && line.kind == Kind::Criterion
            && !line.bulleted
            && (is_one_of_several || line.section == Section::Exclusion);
        if may_be_name && names_group(&line.text, is_one_of_several, is_listed) {
            *line = named(line);
        }
    }
    mark_first_name(drafts);
}

/// Whether a short line is directly above each inclusion heading, also above the first one, where no list ends.
fn every_pair_has_a_name(drafts: &[Draft]) -> bool {
    let mut openings =
        (0..drafts.len()).filter(|at| drafts[*at].opens_section(Section::Inclusion)).peekable();
    let first = openings.peek().and_then(|at| at.checked_sub(1)).map(|at| &drafts[at]);
    let Some(first) = first.filter(|draft| draft.section == Section::General) else { return false };
    openings.all(|at| {
        let line = &drafts[at - 1];
        let is_short = line.text.split_whitespace().count() <= MAX_NAME_WORDS && !line.text.ends_with('.');
        is_short
            && line.kind == Kind::Criterion
            && line.bulleted == first.bulleted
            && line.level == first.level
    })
}

/// Marks a line directly above the first inclusion heading that names a group, if other groups have such a line.
fn mark_first_name(drafts: &mut [Draft]) {
    let is_name = |draft: &Draft| draft.names_group() && draft.kind == Kind::SubHeading;
    let Some(heading) = drafts.iter().position(|draft| draft.opens_section(Section::Inclusion)) else {
        return;
    };
    let others_are_named = drafts[heading..]
        .windows(2)
        .any(|pair| is_name(&pair[0]) && pair[1].opens_section(Section::Inclusion));
    let Some(line) = heading.checked_sub(1).map(|at| &mut drafts[at]) else { return };
    let is_short = line.text.split_whitespace().count() <= MAX_NAME_WORDS && !line.text.ends_with('.');
    if others_are_named && is_short && line.kind == Kind::Criterion && !line.bulleted {
        *line = named(line);
    }
}

/// Returns a line as the name of a group, above its inclusion list.
fn named(line: &Draft) -> Draft {
    let opens = Some(Opening { group: Some(line.text.clone()) });
    Draft { section: Section::Inclusion, kind: Kind::SubHeading, opens, ..line.clone() }
}

/// Repeats the name of each group in its exclusion list. If one of several groups has no exclusion list, another list may
/// be for all of them, so no name is repeated.
pub(super) fn repeat_names(drafts: Vec<Draft>) -> Vec<Draft> {
    let names: Vec<usize> = (0..drafts.len()).filter(|at| begins_group(&drafts, *at)).collect();
    let ends = names.iter().skip(1).copied().chain([drafts.len()]);
    let groups: Vec<_> = names.iter().zip(ends).map(|(begin, end)| *begin..end).collect();
    let exclusions = |group: &std::ops::Range<usize>| {
        group.clone().filter(|at| drafts[*at].opens_section(Section::Exclusion)).collect::<Vec<_>>()
    };
    let follows_pair = names
        .first()
        .is_some_and(|first| drafts[..*first].iter().any(|draft| draft.opens_section(Section::Exclusion)));
    let are_several = groups.len() > 1 || follows_pair;
    let all_are_pairs = are_several && groups.iter().all(|group| !exclusions(group).is_empty());
    let mut repeated: Vec<(usize, Draft)> = Vec::new();
    for group in groups.iter().filter(|_| all_are_pairs) {
        let name = &drafts[group.start];
        let text = name.opens.as_ref().and_then(|opening| opening.group.clone()).unwrap_or_default();
        for heading in exclusions(group).into_iter().filter(|at| !drafts[*at].names_group()) {
            let copy = Draft {
                section: Section::Exclusion,
                text: text.clone(),
                level: 0,
                kind: Kind::RepeatedGroup,
                opens: None,
                ..name.clone()
            };
            repeated.push((heading, copy));
        }
    }
    let mut repeated = repeated.into_iter().peekable();
    let mut all = Vec::with_capacity(drafts.len());
    for (at, draft) in drafts.into_iter().enumerate() {
        all.push(draft);
        while let Some((_, copy)) = repeated.next_if(|(heading, _)| *heading == at) {
            all.push(copy);
        }
    }
    all
}

/// Whether a heading begins the lists of a group: a line with its name, or an inclusion heading that has the name.
fn begins_group(drafts: &[Draft], at: usize) -> bool {
    let is_below_name =
        at > 0 && drafts[at - 1].names_group() && drafts[at].opens_section(Section::Inclusion);
    drafts[at].names_group() && drafts[at].section == Section::Inclusion && !is_below_name
}

/// Whether the last of these lines follows a line with a bullet.
fn is_below_bullet(drafts: &[Draft]) -> bool {
    let mut before = drafts.iter().rev().skip(1);
    before.next().is_some_and(|draft| draft.kind == Kind::Criterion && draft.bulleted)
}

/// Whether a line without a bullet names a group. Where a text has several pairs of lists, a short line between lists with
/// bullets does.
fn names_group(text: &str, is_one_of_several: bool, is_listed: bool) -> bool {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let is_in =
        |list: &str, word: Option<&String>| word.is_some_and(|word| is_in(list, word.trim_matches(':')));
    let is_titled = text.split_whitespace().all(|word| !word.starts_with(char::is_lowercase));
    let is_short = words.len() <= MAX_NAME_WORDS && !text.ends_with('.');
    text.ends_with(':')
        || (is_titled && is_in(GROUPS, words.last()))
        || (is_one_of_several && is_short && (is_listed || is_in(BEGINNINGS, words.first())))
}
