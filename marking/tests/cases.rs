//! Records and lines that the tests of the rules are made of.

use std::sync::LazyLock;

use waypoint_domain::{
    age_range::AgeRange,
    criterion_mark::{CriterionMark, Verdict},
    medical_record::{Allergy, Condition, Demographics, Immunization, MedicalRecords, Medication, Standing},
    sex::Sex,
};
use waypoint_marking::{Person, Study, marks};
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);

fn text(value: &str) -> Option<String> {
    (!value.is_empty()).then(|| value.to_owned())
}

pub(crate) fn condition(name: &str, clinical: &str, verified: &str, date: &str) -> Condition {
    Condition {
        id: name.to_owned(),
        name: text(name),
        date: text(date),
        verificationstatus: text(verified),
        clinicalstatus: text(clinical),
        onsetdatetime: None,
        standing: Standing::Holds,
        ..Condition::default()
    }
}

pub(crate) fn active(name: &str) -> Condition {
    condition(name, "active", "confirmed", "2026-03-01")
}

pub(crate) fn medicine(name: &str, status: &str, date: &str) -> Medication {
    Medication {
        id: name.to_owned(),
        name: Some(name.to_owned()),
        date: Some(date.to_owned()),
        dosage: None,
        taken: None,
        status: Some(status.to_owned()),
        standing: Standing::Holds,
        ..Medication::default()
    }
}

pub(crate) fn allergy(name: &str, status: &str) -> Allergy {
    Allergy {
        id: name.to_owned(),
        name: text(name),
        date: None,
        category: None,
        severity: None,
        status: text(status),
        standing: Standing::Holds,
        ..Allergy::default()
    }
}

pub(crate) fn with(conditions: Vec<Condition>) -> MedicalRecords {
    MedicalRecords { conditions, ..MedicalRecords::default() }
}

pub(crate) fn marked(
    study: &Study<'_>,
    records: &MedicalRecords,
    born: &str,
    sex: Option<Sex>,
) -> Vec<CriterionMark> {
    let demographics = Demographics { birth_date: Some(born.to_owned()), sex };
    let person = Person { records, demographics: &demographics };
    marks(study, &person, jiff::civil::date(2026, 11, 23), &VOCABULARY)
}

pub(crate) fn study(eligibility: &str) -> Study<'_> {
    Study { ages: AgeRange::default(), sex: Sex::All, eligibility }
}

/// What is decided of one line of a list.
pub(crate) fn of_line(list: &str, line: &str, records: &MedicalRecords) -> CriterionMark {
    let text = format!("{list} Criteria:\n- {line}");
    let mut marks = marked(&study(&text), records, "1980-05-05", Some(Sex::Female));
    assert_eq!(marks.len(), 1, "{line}");
    marks.remove(0)
}

/// Each line of the list, with what is decided of it and whether a record is shown.
pub(crate) fn check(list: &str, records: &MedicalRecords, table: &[(&str, Verdict, bool)]) {
    for (line, verdict, shows) in table {
        let mark = of_line(list, line, records);
        assert_eq!((mark.verdict, mark.record.is_some()), (*verdict, *shows), "{line}: {mark:?}");
    }
}

/// A vaccine that was given on a day; without one, nobody knows when.
pub(crate) fn vaccine(name: &str, date: &str) -> Immunization {
    Immunization {
        id: name.to_owned(),
        name: text(name),
        date: text(date),
        manufacturer: None,
        standing: Standing::Holds,
        ..Immunization::default()
    }
}
