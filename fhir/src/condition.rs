//! Illnesses and other health problems.

use waypoint_domain::medical_record::Condition;

use crate::Resource;

/// Converts a `Condition`.
pub(crate) fn condition(resource: Resource, id: String) -> Condition {
    let began = resource.day("onsetDateTime").or_else(|| resource.part("onsetPeriod").day("start"));
    Condition {
        id,
        name: resource.meaning("code"),
        date: resource.day("recordedDate"),
        verificationstatus: resource.code_or_text("verificationStatus"),
        clinicalstatus: resource.code_or_text("clinicalStatus"),
        onsetdatetime: began.or_else(|| resource.text("onsetString")).or_else(|| onset_age(resource)),
    }
}

fn onset_age(resource: Resource) -> Option<String> {
    let age = resource.part("onsetAge");
    Some(format!("age {} {}", age.number("value")?, age.text("unit").unwrap_or_default()).trim().to_owned())
}
