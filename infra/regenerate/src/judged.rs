//! The studies as they are now: those that can become pages, and why the others can't.

use std::collections::BTreeMap;

use waypoint_domain::partner_study::PartnerStudy;
use waypoint_functions::store::{Unreadable, WrittenStudy};
use waypoint_generator::content::{ContentError, read_study};

/// All studies of the table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Judged {
    /// Those that can become pages.
    pub fit: Vec<PartnerStudy>,
    /// The others by the number in their key.
    pub unfit: BTreeMap<String, Unreadable>,
}

impl Judged {
    /// Holds studies to what an editor's file of a study is held to.
    #[must_use]
    pub fn of(written: Vec<WrittenStudy>) -> Self {
        let mut judged = Self::default();
        for WrittenStudy { number, study, .. } in written {
            match study.and_then(|study| check(&study).map(|()| study)) {
                Ok(study) => judged.fit.push(study),
                Err(why) => {
                    judged.unfit.insert(number, why);
                }
            }
        }
        judged
    }
}

/// The first thing that is wrong with a study.
fn check(study: &PartnerStudy) -> Result<(), Unreadable> {
    let unwritable =
        |error: serde_json::Error| Unreadable { place: "STUDY".into(), reason: error.to_string() };
    let json = serde_json::to_string_pretty(study).map_err(unwritable)?;
    let Err(errors) = read_study(&format!("{}.json", study.snow_study_number), &json) else {
        return Ok(());
    };
    Err(told(&errors))
}

/// Its key stands in the line, because each value of the text has one of its own.
fn told(errors: &[ContentError]) -> Unreadable {
    let first = errors.first();
    let key = first.and_then(ContentError::place).map(|place| place.source_line().trim().to_owned());
    let key = key.as_deref().and_then(|line| line.strip_prefix('"')?.split('"').next());
    Unreadable {
        place: key.map_or_else(|| "STUDY".to_owned(), |key| format!("STUDY: {key}")),
        reason: first.map_or_else(String::new, ToString::to_string),
    }
}
