//! The records of a browser that the patient chose.

use std::collections::HashSet;

use waypoint_domain::medical_record::{Group, MedicalRecords, RecordIds, Standing};

use crate::wire::ChosenRecords;

/// Returns the chosen records. Only the ids of the request are used: the shared content comes from the health system.
pub(super) fn chosen(records: &MedicalRecords, chosen: &ChosenRecords) -> MedicalRecords {
    let ids: Vec<HashSet<&str>> =
        chosen.0.iter().map(|list| list.iter().map(|one| one.id.as_str()).collect()).collect();
    records.filter(|group, id| ids.get(group as usize).is_some_and(|ids| ids.contains(id)))
}

/// Returns the ids of the records that were not chosen, by group.
pub(super) fn left_out(records: &MedicalRecords, chosen: &MedicalRecords) -> RecordIds {
    let (all, chosen) = (records.ids(), chosen.ids());
    let left_out = Group::ALL.into_iter().flat_map(|group| {
        let chosen: HashSet<&String> = chosen.of(group).iter().collect();
        let ids = all.of(group).iter().filter(move |id| !chosen.contains(id));
        ids.map(move |id| (group, id.clone()))
    });
    RecordIds::collect(left_out)
}

/// Returns the number of records by group, for a receipt: `2 immunizations, 1 condition`. A statement that there are no
/// allergies isn't counted as an allergy.
pub(super) fn counted(records: &MedicalRecords) -> String {
    let is_statement = |standing: Standing| standing == Standing::NoneStated;
    let statements = records.allergies.iter().filter(|allergy| is_statement(allergy.standing)).count();
    let count = |group| records.count_of(group);
    let counts = [
        (count(Group::Immunizations), "immunization", "immunizations"),
        (count(Group::Medications), "medication", "medications"),
        (count(Group::Allergies) - statements, "allergy", "allergies"),
        (statements, "statement of no allergies", "statements of no allergies"),
        (count(Group::Conditions), "condition", "conditions"),
        (count(Group::SocialConcerns), "social concern", "social concerns"),
        (count(Group::Procedures), "procedure", "procedures"),
        (count(Group::Labs), "lab result", "lab results"),
        (count(Group::VitalSigns), "vital sign", "vital signs"),
        (count(Group::Pregnancy), "pregnancy status", "pregnancy statuses"),
        (count(Group::Smoking), "smoking status", "smoking statuses"),
    ];
    let in_words = counts.into_iter().filter(|(count, ..)| *count > 0).map(|(count, one, many)| {
        let word = if count == 1 { one } else { many };
        format!("{count} {word}")
    });
    in_words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use waypoint_domain::medical_record::{Allergy, Observation};

    use super::*;
    use crate::wire::ChosenRecord;

    fn records() -> MedicalRecords {
        let lab = |id: &str| Observation { id: id.into(), ..Observation::default() };
        let statement = Standing::NoneStated;
        MedicalRecords {
            allergies: vec![Allergy { id: "a1".into(), standing: statement, ..Allergy::default() }],
            labs: vec![lab("o1"), lab("o2")],
            ..MedicalRecords::default()
        }
    }

    #[test]
    fn only_listed_groups_are_chosen() {
        let one = |id: &str| vec![ChosenRecord { id: id.into() }];
        let four = ChosenRecords(vec![vec![], vec![], one("a1"), vec![]]);
        let further = vec![vec![], vec![], one("o2")];
        let seven = ChosenRecords([four.0.clone(), further].concat());
        assert_eq!(counted(&chosen(&records(), &four)), "1 statement of no allergies");
        assert_eq!(counted(&chosen(&records(), &seven)), "1 statement of no allergies, 1 lab result");
        let left_out = left_out(&records(), &chosen(&records(), &seven));
        assert_eq!(left_out.of(Group::Labs), ["o1"]);
        assert_eq!(left_out.of(Group::Allergies), [""; 0]);
    }
}
