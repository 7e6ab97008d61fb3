//! Vaccinations.

use jiff::civil::Date;
use waypoint_domain::medical_record::Immunization;

use crate::{Resource, coding::detail, standing::of_immunization};

/// Converts an `Immunization`.
pub(crate) fn immunization(resource: Resource, id: String, today: Date) -> Immunization {
    Immunization {
        id,
        name: resource.meaning("vaccineCode"),
        date: resource.day("occurrenceDateTime").or_else(|| resource.text("occurrenceString")),
        manufacturer: resource.part("manufacturer").text("display"),
        standing: of_immunization(resource, today),
        detail: detail(resource, "vaccineCode"),
    }
}
