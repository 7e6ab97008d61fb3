//! Illnesses and other health problems.

use jiff::civil::Date;
use waypoint_domain::medical_record::Condition;

use crate::{Resource, standing::of_condition};

/// Converts a `Condition`.
pub(crate) fn condition(resource: Resource, id: String, today: Date) -> Condition {
    let began = resource.day("onsetDateTime").or_else(|| resource.part("onsetPeriod").day("start"));
    Condition {
        id,
        name: resource.meaning("code"),
        date: resource.day("recordedDate"),
        verificationstatus: resource.status("verificationStatus", "condition-ver-status"),
        clinicalstatus: resource.status("clinicalStatus", "condition-clinical"),
        onsetdatetime: began.or_else(|| resource.text("onsetString")).or_else(|| onset_age(resource)),
        standing: of_condition(resource, today),
    }
}

fn onset_age(resource: Resource) -> Option<String> {
    let age = resource.part("onsetAge");
    Some(format!("age {} {}", age.number("value")?, age.text("unit").unwrap_or_default()).trim().to_owned())
}
