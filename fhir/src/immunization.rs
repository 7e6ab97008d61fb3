//! Vaccinations.

use waypoint_domain::medical_record::Immunization;

use crate::Resource;

/// Converts an `Immunization`. Returns `None` for a vaccination that was not done.
pub(crate) fn immunization(resource: Resource, id: String) -> Option<Immunization> {
    if resource.text("status").as_deref() == Some("not-done") {
        return None;
    }
    Some(Immunization {
        id,
        name: resource.meaning("vaccineCode"),
        date: resource.day("occurrenceDateTime").or_else(|| resource.text("occurrenceString")),
        manufacturer: resource.part("manufacturer").text("display"),
    })
}
