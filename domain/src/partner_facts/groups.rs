//! The groups of a study in words.

use crate::{
    study_facts::{Blinding, StudyGroup, WholeNumber},
    substitute::Substitute,
};

/// Returns what each group gets, and who decides the group.
pub(super) fn statements(groups: &[StudyGroup], randomized: Option<bool>) -> Vec<String> {
    let mut statements: Vec<String> = match groups {
        [] => Vec::new(),
        [everyone] => vec![format!("Everyone gets {}.", everyone.gets.phrase())],
        several => match shares(several) {
            Some(shares) => statements_with_shares(several, &shares),
            None => statements_without_shares(several),
        },
    };
    if groups.len() > 1 && no_group_gets_a_substitute(groups) {
        statements.push("No one gets a placebo.".to_owned());
    }
    statements.extend(randomized.map(|by_chance| {
        let words = if by_chance {
            "A computer decides by chance which group you are in."
        } else {
            "Your group is not decided by chance."
        };
        words.to_owned()
    }));
    statements
}

/// Returns who knows a participant's treatment. If everyone gets the same, everyone knows.
pub(super) fn blinding(blinding: Option<Blinding>, groups: &[StudyGroup]) -> Option<String> {
    let words = match blinding {
        Some(Blinding::Open) => "Yes. You and the study team know which treatment you get.",
        Some(Blinding::Single) => "No. The study team knows which treatment you get, but you don’t.",
        Some(Blinding::Double) => {
            "No. Neither you nor the people who check on you know which treatment you get."
        }
        None if groups.len() == 1 => "Yes. Everyone in the study gets the same treatment.",
        None => return None,
    };
    Some(words.to_owned())
}

/// Returns the chance of a placebo or a sham treatment in a few words, or `None` if the study doesn't state it. A placebo
/// counts before a sham treatment, as for registry studies.
pub(super) fn placebo_in_short(groups: &[StudyGroup]) -> Option<String> {
    match substitute_chance(groups) {
        Some((people, Substitute::Sham)) => Some(format!("{people}, as a sham treatment")),
        Some((people, _)) => Some(people),
        None => no_group_gets_a_substitute(groups).then(|| "None".to_owned()),
    }
}

/// How many people get a placebo, or else a sham treatment.
pub(super) fn substitute_chance(groups: &[StudyGroup]) -> Option<(String, Substitute)> {
    let mut kinds = [Substitute::Placebo, Substitute::Sham].into_iter();
    kinds.find_map(|substitute| Some((chance_of(groups, substitute)?, substitute)))
}

/// How many people get a substitute, or `None` if no group does.
fn chance_of(groups: &[StudyGroup], substitute: Substitute) -> Option<String> {
    let gets = |group: &StudyGroup| group.substitute() == Some(substitute);
    if !groups.iter().any(gets) {
        return None;
    }
    let all_stated = groups.iter().all(|group| group.substitute().is_some());
    let chance = shares(groups).filter(|_| all_stated).map(|shares| {
        let of_substitute = groups.iter().zip(&shares.of_groups).filter(|(group, _)| gets(group));
        shares.people(of_substitute.map(|(_, share)| share).sum())
    });
    Some(chance.unwrap_or_else(|| "Some people".to_owned()))
}

fn no_group_gets_a_substitute(groups: &[StudyGroup]) -> bool {
    !groups.is_empty() && groups.iter().all(|group| group.substitute() == Some(Substitute::Neither))
}

/// The sizes of all groups, in lowest terms.
struct Shares {
    of_groups: Vec<u32>,
    total: u32,
}

/// Returns the groups' shares if every group has one.
fn shares(groups: &[StudyGroup]) -> Option<Shares> {
    let shares: Vec<u32> =
        groups.iter().map(|group| group.share.map(WholeNumber::get)).collect::<Option<_>>()?;
    let divisor = shares.iter().copied().fold(0, greatest_common_divisor).max(1);
    let of_groups: Vec<u32> = shares.iter().map(|share| share / divisor).collect();
    Some(Shares { total: of_groups.iter().sum(), of_groups })
}

fn greatest_common_divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

impl Shares {
    fn people(&self, share: u32) -> String {
        match (share, self.total) {
            (share, total) if share == total => "Everyone".to_owned(),
            (share, total) if share * 2 == total => "Half of the people".to_owned(),
            (share, total) => format!("{share} of {total} people"),
        }
    }
}

fn statements_with_shares(groups: &[StudyGroup], shares: &Shares) -> Vec<String> {
    if let ([one, other], [1, 1]) = (groups, shares.of_groups.as_slice()) {
        return vec![
            format!("Half of the people get {}.", one.gets.phrase()),
            format!("The other half get {}.", other.gets.phrase()),
        ];
    }
    let statement = |(index, (group, share)): (usize, (&StudyGroup, &u32))| {
        let people = if index == 0 { " people" } else { "" };
        let get = if *share == 1 { "gets" } else { "get" };
        format!("{share} of {}{people} {get} {}.", shares.total, group.gets.phrase())
    };
    groups.iter().zip(&shares.of_groups).enumerate().map(statement).collect()
}

fn statements_without_shares(groups: &[StudyGroup]) -> Vec<String> {
    if let [one, other] = groups {
        return vec![
            format!("One group gets {}.", one.gets.phrase()),
            format!("The other group gets {}.", other.gets.phrase()),
        ];
    }
    let statement = |(index, group): (usize, &StudyGroup)| {
        let article = if index == 0 { "One" } else { "Another" };
        format!("{article} group gets {}.", group.gets.phrase())
    };
    let count = format!("There are {} groups.", groups.len());
    [count].into_iter().chain(groups.iter().enumerate().map(statement)).collect()
}
