//! The groups of a study and what they get.

use super::substitute::{Substitute, chance};
use crate::{
    excerpt::excerpt_at_word,
    registry_study::RegistryStudy,
    sentence::{as_sentence, list_in_words},
    study_design::{Allocation, Arm, ArmRole, Availability, ExpandedAccess, InterventionModel, StudyDesign},
    study_type::StudyType,
};

/// The most groups that a page describes.
const MAX_GROUPS: usize = 8;
/// The most treatments that a sentence names.
const MAX_NAMES: usize = 8;
/// The maximum length of a name in characters.
const MAX_NAME_LENGTH: usize = 100;
/// The maximum length of a description in characters.
const MAX_DESCRIPTION_LENGTH: usize = 240;

/// Returns the groups, what they get, and how people get into one.
pub(super) fn statements(study: &RegistryStudy) -> Vec<String> {
    let design = &study.design;
    let mut statements = match study.study_type {
        StudyType::Observational => observed(design),
        StudyType::ExpandedAccess => offered(design),
        StudyType::Interventional | StudyType::Unstated => tested(design),
    };
    statements.extend(access_outside(&design.expanded_access));
    statements
}

fn observed(design: &StudyDesign) -> Vec<String> {
    let mut statements =
        vec!["The study team observes people. It doesn’t choose their treatment.".to_owned()];
    let labels: Vec<String> = design.arms.iter().filter_map(quoted_label).collect();
    let number = match design.arms.len() {
        0 => None,
        1 => Some("one group".to_owned()),
        several => Some(format!("{several} groups")),
    };
    statements.extend(number.map(|number| match labels.len() {
        shown if shown == design.arms.len() && shown <= MAX_GROUPS => {
            format!("The study looks at {number} of people: {}.", list_in_words(&labels))
        }
        _ => format!("The study looks at {number} of people."),
    }));
    statements.extend(names_in_words(&treatment_names(design)).map(|names| format!("It looks at {names}.")));
    statements
}

fn offered(design: &StudyDesign) -> Vec<String> {
    let what = "This isn’t a trial. It offers a treatment that is still being tested to people who can’t join a trial.";
    let names = names_in_words(&treatment_names(design));
    [what.to_owned()].into_iter().chain(names.map(|names| format!("It offers {names}."))).collect()
}

fn tested(design: &StudyDesign) -> Vec<String> {
    let is_single = design.model == Some(InterventionModel::SingleGroup);
    let mut statements = match design.arms.as_slice() {
        [] if is_single => vec!["Everyone is in the same group.".to_owned()],
        [] => Vec::new(),
        [only] if is_single => vec![everyone(only)],
        several => several_groups(several, design.model),
    };
    let has_choice = design.arms.len() > 1 || (design.arms.is_empty() && !is_single);
    if has_choice {
        statements.extend(allocation(design));
        statements.extend(chance(design));
    }
    if design.arms.iter().all(|arm| arm.treatments.is_empty()) {
        let names = names_in_words(&treatment_names(design));
        statements.extend(names.map(|names| format!("What the record names as the treatment: {names}.")));
    }
    statements
}

fn everyone(arm: &Arm) -> String {
    let what = match gets(arm) {
        Some(what) => format!("Everyone gets {what}."),
        None => "Everyone is in the same group.".to_owned(),
    };
    with_description(what, arm)
}

fn several_groups(arms: &[Arm], model: Option<InterventionModel>) -> Vec<String> {
    let is_crossover = model == Some(InterventionModel::Crossover);
    let number = match arms.len() {
        _ if is_crossover => "You get more than one treatment, one after the other.".to_owned(),
        1 => "The record names one group.".to_owned(),
        several => format!("There are {several} groups."),
    };
    let (part, verb) = if is_crossover { ("part", "includes") } else { ("group", "gets") };
    let shown = arms.iter().take(MAX_GROUPS).filter_map(|arm| group(arm, part, verb));
    let mut statements: Vec<String> = [number].into_iter().chain(shown).collect();
    match arms.len().saturating_sub(MAX_GROUPS) {
        0 => {}
        1 => statements.push(format!("The record names 1 more {part}.")),
        more => statements.push(format!("The record names {more} more {part}s.")),
    }
    statements
}

/// Returns what a group gets. A group of which nothing is known has no sentence.
fn group(arm: &Arm, part: &str, verb: &str) -> Option<String> {
    let label = quoted_label(arm).filter(|_| !label_repeats_treatments(arm));
    let what = match (label, gets(arm)) {
        (Some(label), Some(what)) => format!("The {part} {label} {verb} {what}."),
        (None, Some(what)) => format!("One {part} {verb} {what}."),
        (Some(label), None) => format!("One {part} is {label}."),
        (None, None) => return None,
    };
    let is_named = |substitute| arm.treatments.iter().any(|name| Substitute::named(name) == Some(substitute));
    let substitute = match arm.role {
        Some(ArmRole::PlaceboComparator) if !arm.treatments.is_empty() && !is_named(Substitute::Placebo) => {
            " This is the placebo."
        }
        Some(ArmRole::ShamComparator) if !arm.treatments.is_empty() && !is_named(Substitute::Sham) => {
            " This only looks like the real treatment."
        }
        _ => "",
    };
    Some(with_description(format!("{what}{substitute}"), arm))
}

/// Returns what a group gets, if stated.
fn gets(arm: &Arm) -> Option<String> {
    let article = |name: &String| {
        if name.eq_ignore_ascii_case("placebo") { "a placebo".to_owned() } else { name.clone() }
    };
    let names: Vec<String> = arm.treatments.iter().map(article).collect();
    names_in_words(&names).or_else(|| match arm.role? {
        ArmRole::NoIntervention => Some("no study treatment".to_owned()),
        ArmRole::PlaceboComparator => Some("a placebo".to_owned()),
        ArmRole::ShamComparator => Some("a sham treatment".to_owned()),
        ArmRole::Experimental | ArmRole::ActiveComparator | ArmRole::Other => None,
    })
}

fn with_description(what: String, arm: &Arm) -> String {
    let description = arm.description.trim_end_matches('.');
    if [&arm.label, &list_in_words(&arm.treatments)].iter().any(|text| text.eq_ignore_ascii_case(description))
    {
        return what;
    }
    match as_sentence(&excerpt_at_word(&arm.description, MAX_DESCRIPTION_LENGTH)) {
        Some(description) => format!("{what} The study team’s description: {description}"),
        None => what,
    }
}

fn allocation(design: &StudyDesign) -> Option<String> {
    let is_crossover = design.model == Some(InterventionModel::Crossover);
    let words = match design.allocation? {
        Allocation::Randomized if is_crossover => "A computer decides the order by chance.",
        Allocation::Randomized => "A computer decides by chance which group you are in.",
        Allocation::NonRandomized => "Your group is not decided by chance.",
        Allocation::NotApplicable => return None,
    };
    Some(words.to_owned())
}

/// A study may offer its treatment to people who don't join it.
fn access_outside(access: &ExpandedAccess) -> Option<String> {
    let is_offered = access.is_offered == Some(true)
        && access.availability.is_none_or(|availability| availability == Availability::Available);
    let record =
        access.record.as_ref().map_or_else(String::new, |record| format!(" Its record is {record}."));
    is_offered.then(|| {
        format!(
            "Some people can get the treatment outside the study. This is called expanded access.{record}"
        )
    })
}

fn quoted_label(arm: &Arm) -> Option<String> {
    let label = excerpt_at_word(&arm.label, MAX_NAME_LENGTH);
    (!label.is_empty()).then(|| format!("“{label}”"))
}

fn label_repeats_treatments(arm: &Arm) -> bool {
    arm.label.eq_ignore_ascii_case(&list_in_words(&arm.treatments))
}

fn treatment_names(design: &StudyDesign) -> Vec<String> {
    design.treatments.iter().map(|treatment| treatment.name.clone()).collect()
}

/// Returns distinct names as a list in words, or `None` if there are none.
fn names_in_words(names: &[String]) -> Option<String> {
    let mut distinct: Vec<String> = Vec::new();
    for name in names.iter().map(|name| excerpt_at_word(name, MAX_NAME_LENGTH)) {
        if !name.is_empty() && !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    let more = distinct.len().saturating_sub(MAX_NAMES);
    if more > 0 {
        distinct.truncate(MAX_NAMES);
        distinct.push(format!("{more} more"));
    }
    (!distinct.is_empty()).then(|| list_in_words(&distinct))
}
