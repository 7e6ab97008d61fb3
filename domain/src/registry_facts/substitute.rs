//! Which groups get a placebo or a sham treatment.

use waypoint_text::words;

use crate::study_design::{Allocation, Arm, ArmRole, InterventionModel, StudyDesign};
pub(super) use crate::substitute::Substitute;

impl Substitute {
    /// Returns what a group gets, or `None` if the record leaves it open.
    pub(super) fn of_arm(arm: &Arm) -> Option<Self> {
        match arm.role? {
            ArmRole::PlaceboComparator => Some(Self::Placebo),
            ArmRole::ShamComparator => Some(Self::Sham),
            ArmRole::NoIntervention => Some(Self::Neither),
            ArmRole::Experimental | ArmRole::ActiveComparator | ArmRole::Other => Self::of_names(arm),
        }
    }

    /// Some records call the placebo group experimental. Only a group whose treatments are all of one kind is clear.
    fn of_names(arm: &Arm) -> Option<Self> {
        let (first, rest) = arm.treatments.split_first()?;
        let substitute = Self::named(first)?;
        let is_same = |name: &String| Self::named(name) == Some(substitute);
        let label_agrees = substitute != Self::Neither || Self::named(&arm.label) == Some(Self::Neither);
        (rest.iter().all(is_same) && label_agrees).then_some(substitute)
    }

    /// Returns what a name names, or `None` if it combines several things, as in `Placebo, then Dupilumab`.
    pub(super) fn named(name: &str) -> Option<Self> {
        let words: Vec<String> = words(name).map(|word| word.folded()).collect();
        let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
        let combines = has(&COMBINING_WORDS) || name.contains(COMBINING_SIGNS);
        match (has(&["placebo", "placebos"]), has(&["sham"])) {
            (false, false) => Some(Self::Neither),
            (true, false) if !combines => Some(Self::Placebo),
            (false, true) if !combines => Some(Self::Sham),
            _ => None,
        }
    }
}

/// Words that combine two things, or deny one.
const COMBINING_WORDS: [&str; 17] = [
    "and",
    "or",
    "then",
    "plus",
    "with",
    "without",
    "in",
    "from",
    "after",
    "before",
    "vs",
    "versus",
    "followed",
    "no",
    "not",
    "non",
    "controlled",
];
const COMBINING_SIGNS: [char; 5] = ['/', '+', '&', ',', ';'];

/// Whether the record makes clear that each group gets something other than a placebo or a sham treatment.
#[must_use]
pub fn no_group_gets_a_placebo(design: &StudyDesign) -> bool {
    let is_real = |arm: &Arm| Substitute::of_arm(arm) == Some(Substitute::Neither);
    !design.arms.is_empty() && design.arms.iter().all(is_real)
}

/// The groups of a randomized study, in which it is clear what each group gets.
struct ClearGroups {
    all: usize,
    placebo: usize,
    sham: usize,
    model: InterventionModel,
}

impl ClearGroups {
    fn new(design: &StudyDesign) -> Option<Self> {
        let substitutes: Vec<Substitute> =
            design.arms.iter().map(Substitute::of_arm).collect::<Option<_>>()?;
        let count = |wanted| substitutes.iter().filter(|substitute| **substitute == wanted).count();
        let groups = Self {
            all: substitutes.len(),
            placebo: count(Substitute::Placebo),
            sham: count(Substitute::Sham),
            model: design.model?,
        };
        (design.allocation == Some(Allocation::Randomized)).then_some(groups)
    }

    /// Whether this many groups are some of them, but not all.
    fn are_some(&self, groups: usize) -> bool {
        (1..self.all).contains(&groups)
    }
}

/// Returns how many groups get a placebo or a sham treatment. Only a randomized study in which it is clear what each group
/// gets has such a sentence. Records don't state the groups' sizes, so it has no percentage (D-477).
pub(super) fn chance(design: &StudyDesign) -> Vec<String> {
    let Some(groups) = ClearGroups::new(design) else { return Vec::new() };
    let kinds = [
        (groups.placebo, "a placebo, which has no medicine in it"),
        (groups.sham, "a sham treatment, which only looks like the real one"),
    ];
    let given = kinds.into_iter().filter(|(some, _)| groups.are_some(*some));
    match groups.model {
        InterventionModel::Parallel => {
            let mut statements: Vec<String> =
                given.map(|(some, what)| of_groups(some, groups.all, what)).collect();
            if !statements.is_empty() {
                statements.push("The groups may have different sizes.".to_owned());
            }
            statements
        }
        InterventionModel::Crossover => {
            given.map(|(_, what)| format!("For a part of the study, you may get {what}.")).collect()
        }
        _ => Vec::new(),
    }
}

fn of_groups(groups: usize, all: usize, what: &str) -> String {
    let get = if groups == 1 { "gets" } else { "get" };
    format!("{groups} of the {all} groups {get} {what}.")
}

/// Returns how many groups get a placebo or a sham treatment in a few words, or `None` where [`chance`] says nothing.
#[must_use]
pub fn placebo_in_short(design: &StudyDesign) -> Option<String> {
    let groups = ClearGroups::new(design)?;
    let (some, kind) = if groups.are_some(groups.placebo) {
        (groups.placebo, "")
    } else {
        (groups.sham, ", as a sham treatment")
    };
    let when = match groups.model {
        InterventionModel::Parallel => format!("{some} of {} groups", groups.all),
        InterventionModel::Crossover => "For a part of the study".to_owned(),
        _ => return None,
    };
    groups.are_some(some).then(|| format!("{when}{kind}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_placebos_only_if_they_name_nothing_else() {
        for (name, substitute) in [
            ("Placebo", Some(Substitute::Placebo)),
            ("Matching placebo for dupilumab", Some(Substitute::Placebo)),
            ("PLACEBO tablets", Some(Substitute::Placebo)),
            ("Sham tDCS", Some(Substitute::Sham)),
            ("Dupilumab", Some(Substitute::Neither)),
            ("Placebo, then dupilumab", None),
            ("Dupilumab/placebo", None),
            ("Dupilumab or placebo", None),
            ("No placebo", None),
            ("Sham or placebo", None),
        ] {
            assert_eq!(Substitute::named(name), substitute, "{name}");
        }
    }

    fn arm(role: ArmRole, label: &str, treatments: &[&str]) -> Arm {
        let treatments = treatments.iter().map(ToString::to_string).collect();
        Arm { label: label.into(), role: Some(role), treatments, ..Arm::default() }
    }

    #[test]
    fn group_gets_a_placebo_only_where_role_or_treatments_say_so() {
        use ArmRole::{
            ActiveComparator, Experimental, NoIntervention, Other, PlaceboComparator, ShamComparator,
        };
        for (arm, substitute) in [
            (arm(PlaceboComparator, "B", &["Vehicle"]), Some(Substitute::Placebo)),
            (arm(PlaceboComparator, "B", &[]), Some(Substitute::Placebo)),
            (arm(ShamComparator, "B", &["Laser"]), Some(Substitute::Sham)),
            (arm(NoIntervention, "B", &[]), Some(Substitute::Neither)),
            (arm(Experimental, "Placebo qw", &["Placebo"]), Some(Substitute::Placebo)),
            (arm(Experimental, "B", &["Dupilumab"]), Some(Substitute::Neither)),
            (arm(ActiveComparator, "B", &["Dupilumab", "Placebo for gel"]), None),
            (arm(Experimental, "Dupilumab or placebo", &["Dupilumab"]), None),
            (arm(Other, "B", &[]), None),
            (Arm { role: None, ..arm(Other, "B", &["Placebo"]) }, None),
        ] {
            assert_eq!(Substitute::of_arm(&arm), substitute, "{arm:?}");
        }
    }

    #[test]
    fn chance_of_a_placebo_follows_only_from_clear_randomized_groups() {
        use ArmRole::{Experimental, Other, PlaceboComparator, ShamComparator};
        let drug = || arm(Experimental, "A", &["Dupilumab"]);
        let placebo = || arm(PlaceboComparator, "B", &["Placebo"]);
        let sham = || arm(ShamComparator, "C", &["Sham"]);
        let randomized = Some(Allocation::Randomized);
        let parallel = Some(InterventionModel::Parallel);
        let table = [
            (
                randomized,
                parallel,
                vec![drug(), placebo()],
                "1 of the 2 groups gets a placebo, which has no medicine in it. The groups may have different sizes.",
            ),
            (
                randomized,
                parallel,
                vec![drug(), placebo(), placebo(), sham()],
                "2 of the 4 groups get a placebo, which has no medicine in it. 1 of the 4 groups gets a sham treatment, \
                 which only looks like the real one. The groups may have different sizes.",
            ),
            (
                randomized,
                Some(InterventionModel::Crossover),
                vec![drug(), placebo()],
                "For a part of the study, you may get a placebo, which has no medicine in it.",
            ),
            (randomized, parallel, vec![drug(), drug()], ""),
            (randomized, parallel, vec![placebo(), placebo()], ""),
            (randomized, parallel, vec![drug(), placebo(), arm(Other, "D", &[])], ""),
            (randomized, parallel, vec![drug(), placebo(), Arm::default()], ""),
            (randomized, None, vec![drug(), placebo()], ""),
            (randomized, Some(InterventionModel::Sequential), vec![drug(), placebo()], ""),
            (None, parallel, vec![drug(), placebo()], ""),
            (Some(Allocation::NonRandomized), parallel, vec![drug(), placebo()], ""),
        ];
        for (allocation, model, arms, words) in table {
            let design = StudyDesign { allocation, model, arms, ..StudyDesign::default() };
            assert_eq!(chance(&design).join(" "), words, "{design:?}");
        }
    }
}
