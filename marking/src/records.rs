//! The records of a person, read once for all lines.

use jiff::civil::Date;
use waypoint_domain::medical_record::{Condition, MedicalRecords};
use waypoint_vocabulary::Vocabulary;

use crate::{allergy::Borne, condition::Noted, known::Known, medicine::Listed, vaccine::Given};

/// What counts of the records.
#[derive(Debug)]
pub(crate) struct Records {
    pub(crate) conditions: Vec<Noted>,
    pub(crate) medicines: Vec<Listed>,
    pub(crate) allergies: Vec<Borne>,
    pub(crate) vaccines: Vec<Given>,
    pub(crate) today: Date,
}

impl Records {
    pub(crate) fn of(records: &MedicalRecords, today: Date, known: &Known, vocabulary: &Vocabulary) -> Self {
        let noted = |record: Condition| Noted::of(&record, today, known, vocabulary);
        let conditions = records.conditions.iter().chain(&records.social_concerns);
        Self {
            conditions: conditions.flat_map(Condition::occasions).filter_map(noted).collect(),
            medicines: records.medications.iter().filter_map(Listed::of).collect(),
            allergies: records.allergies.iter().filter_map(Borne::of).collect(),
            vaccines: records.immunizations.iter().filter_map(|one| Given::of(one, today)).collect(),
            today,
        }
    }
}
