//! Merges repeated diagnoses. Hospitals record a diagnosis anew at each visit (E-613).

use std::collections::HashMap;

use waypoint_domain::medical_record::{Coding, Condition, EarlierEntry, Standing};
use waypoint_text::fold;

/// What makes two conditions the same diagnosis.
#[derive(PartialEq, Eq, Hash)]
enum Sameness {
    Code(Coding),
    Name(String),
}

/// What a condition says of its diagnosis. Conditions that say different things stay apart, so that what contradicts is
/// shown.
type Claim = (Standing, Option<String>, Option<String>);

/// The maximum number of codes of a merged diagnosis.
const MAX_CODES: usize = 16;

/// Merges conditions with the same code or the same name, if they say the same of it. The first of the list stays, and
/// the others become its earlier occasions.
pub(crate) fn merged(conditions: Vec<Condition>) -> Vec<Condition> {
    let mut rows: Vec<Condition> = Vec::new();
    let mut known: HashMap<(Claim, Sameness), usize> = HashMap::new();
    for condition in conditions {
        let keys: Vec<_> = keys(&condition).collect();
        let row = keys.iter().find_map(|key| known.get(key)).copied();
        let at = row.unwrap_or(rows.len());
        known.extend(keys.into_iter().map(|key| (key, at)));
        match rows.get_mut(at) {
            Some(row) => add_occasion(row, condition),
            None => rows.push(condition),
        }
    }
    rows
}

fn keys(condition: &Condition) -> impl Iterator<Item = (Claim, Sameness)> {
    let claim = (condition.standing, condition.clinicalstatus.clone(), condition.verificationstatus.clone());
    let codes = condition.detail.codes.iter().cloned().map(Sameness::Code);
    let name = condition.name.as_deref().map(|name| Sameness::Name(fold(name)));
    codes.chain(name).map(move |sameness| (claim.clone(), sameness))
}

fn add_occasion(row: &mut Condition, other: Condition) {
    for coding in other.detail.codes {
        if row.detail.codes.len() < MAX_CODES && !row.detail.codes.contains(&coding) {
            row.detail.codes.push(coding);
        }
    }
    for category in other.detail.categories {
        if row.detail.categories.len() < MAX_CODES && !row.detail.categories.contains(&category) {
            row.detail.categories.push(category);
        }
    }
    row.earlier.push(EarlierEntry {
        name: other.name.filter(|name| row.name.as_ref() != Some(name)),
        date: other.date,
        onsetdatetime: other.onsetdatetime,
        ended: other.detail.ended,
        encounter: other.detail.encounter,
    });
}

#[cfg(test)]
mod tests {
    use waypoint_domain::medical_record::{CodeSystem, RecordDetail};

    use super::*;

    fn condition(id: &str, name: &str, codes: &[&str], standing: Standing) -> Condition {
        let coding = |code: &&str| Coding { system: CodeSystem::Icd10Cm, code: (*code).to_owned() };
        let detail = RecordDetail { codes: codes.iter().map(coding).collect(), ..RecordDetail::default() };
        let (id, date) = (id.to_owned(), Some(id.to_owned()));
        Condition { id, date, name: Some(name.to_owned()), standing, detail, ..Condition::default() }
    }

    #[test]
    fn repeated_diagnoses_become_one_row_with_their_dates() {
        let rows = merged(vec![
            condition("2024", "Asthma", &["J45.909"], Standing::Holds),
            condition("2023", "Gout", &["M10.9"], Standing::Holds),
            condition("2022", "ASTHMA", &[], Standing::Holds),
            condition("2021", "Unspecified asthma", &["J45.909"], Standing::Holds),
            condition("2020", "Asthma", &["J45.909"], Standing::Ended),
            condition("2019", "Unspecified asthma", &["J45.9"], Standing::Holds),
        ]);
        let dates = |row: &Condition| -> Vec<String> {
            row.occasions().filter_map(|occasion| occasion.date).collect()
        };
        let read: Vec<_> = rows.iter().map(|row| (row.id.as_str(), dates(row).join(" "))).collect();
        assert_eq!(
            read,
            [
                ("2024", "2024 2022 2021 2019".to_owned()),
                ("2023", "2023".to_owned()),
                ("2020", "2020".to_owned())
            ]
        );
        let names: Vec<_> = rows[0].earlier.iter().map(|entry| entry.name.as_deref()).collect();
        assert_eq!(names, [Some("ASTHMA"), Some("Unspecified asthma"), Some("Unspecified asthma")]);
        assert_eq!(rows[0].detail.codes.len(), 2, "all codes are kept");
    }

    #[test]
    fn conditions_without_name_and_code_stay_apart() {
        let nameless = Condition::default();
        assert_eq!(merged(vec![nameless.clone(), nameless]).len(), 2);
    }
}
