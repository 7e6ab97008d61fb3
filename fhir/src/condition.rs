//! Illnesses and other health problems.

use jiff::civil::Date;
use waypoint_domain::medical_record::{CodeSystem, Condition, RecordDetail};

use crate::{Resource, coding::detail, standing::of_condition};

/// The category of social concerns in US Core.
const SOCIAL_CATEGORY: &str = "sdoh";
/// The first and last three characters of ICD-10 codes for social concerns.
const SOCIAL_CODES: (&str, &str) = ("Z55", "Z65");

/// Converts a `Condition`.
pub(crate) fn condition(resource: Resource, id: String, today: Date) -> Condition {
    let began = resource.day("onsetDateTime").or_else(|| resource.part("onsetPeriod").day("start"));
    let period = resource.part("abatementPeriod");
    let ended =
        resource.day("abatementDateTime").or_else(|| period.day("end")).or_else(|| period.day("start"));
    let detail = RecordDetail {
        ended: ended.or_else(|| resource.text("abatementString")).or_else(|| resource.age("abatementAge")),
        ..detail(resource, "code")
    };
    Condition {
        id,
        name: resource.meaning("code"),
        date: resource.day("recordedDate"),
        verificationstatus: resource.status("verificationStatus", "condition-ver-status"),
        clinicalstatus: resource.status("clinicalStatus", "condition-clinical"),
        onsetdatetime: began.or_else(|| resource.text("onsetString")).or_else(|| resource.age("onsetAge")),
        standing: of_condition(resource, today),
        detail,
        earlier: Vec::new(),
    }
}

/// Whether a condition is a social concern: by its category, or because all its ICD-10 codes are from Z55 to Z65.
pub(crate) fn is_social(condition: &Condition) -> bool {
    let RecordDetail { codes, categories, .. } = &condition.detail;
    let is_icd10 = |system: CodeSystem| matches!(system, CodeSystem::Icd10Cm | CodeSystem::Icd10);
    let mut chapters =
        codes.iter().filter(|coding| is_icd10(coding.system)).map(|coding| coding.code.get(..3));
    let is_social = |chapter: Option<&str>| {
        chapter.is_some_and(|chapter| (SOCIAL_CODES.0..=SOCIAL_CODES.1).contains(&chapter))
    };
    categories.iter().any(|category| category == SOCIAL_CATEGORY)
        || chapters.next().is_some_and(is_social) && chapters.all(is_social)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn social_concern_is_known_by_category_or_code() {
        let icd = |codes: &[&str]| {
            let coding = |code: &&str| json!({"system": "http://hl7.org/fhir/sid/icd-10-cm", "code": code});
            json!({"coding": codes.iter().map(coding).collect::<Vec<_>>()})
        };
        let category = json!([{"coding": [{"code": "health-concern"}]}, {"coding": [{"code": "sdoh"}]}]);
        for (value, expected) in [
            (json!({"code": icd(&["Z59.00"])}), true),
            (json!({"code": icd(&["Z55.0", "Z65.8"])}), true),
            (json!({"code": icd(&["Z66"])}), false),
            (json!({"code": icd(&["J45.909", "Z59.00"])}), false),
            (json!({"code": {"text": "Homeless"}, "category": category}), true),
            (json!({"code": {"text": "Homeless"}}), false),
        ] {
            let condition = condition(Resource::new(&value), "c1".into(), jiff::civil::date(2026, 11, 26));
            assert_eq!(is_social(&condition), expected, "{value}");
        }
    }

    #[test]
    fn end_of_a_condition_is_kept() {
        for (value, ended) in [
            (json!({"abatementDateTime": "2020-05-01"}), Some("2020-05-01")),
            (json!({"abatementPeriod": {"start": "2020-04", "end": "2020-05"}}), Some("2020-05")),
            (json!({"abatementAge": {"value": 12, "unit": "years"}}), Some("age 12 years")),
            (json!({}), None),
        ] {
            let condition = condition(Resource::new(&value), "c1".into(), jiff::civil::date(2026, 11, 26));
            assert_eq!(condition.detail.ended.as_deref(), ended, "{value}");
        }
    }
}
