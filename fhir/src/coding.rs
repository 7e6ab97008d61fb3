//! The codes of a record, and what it says besides what is shown (E-610).

use waypoint_domain::medical_record::{CodeSystem, Coding, RecordDetail};

use crate::{
    Resource,
    code_systems::system_of,
    resource::{Target, digest},
};

/// The maximum number of codes, and of categories, of a record.
const MAX_CODES: usize = 8;
/// The maximum length of a code.
const MAX_CODE_LENGTH: usize = 40;

/// Returns the codes of a coded part that are of known systems, each once.
pub(crate) fn codes(concept: Resource) -> Vec<Coding> {
    let mut codes = Vec::new();
    for coding in concept.list("coding").filter_map(coding) {
        if codes.len() < MAX_CODES && !codes.contains(&coding) {
            codes.push(coding);
        }
    }
    codes
}

fn coding(coding: Resource) -> Option<Coding> {
    let system: CodeSystem = system_of(coding.address("system")?)?;
    let code = coding.text("code")?;
    let is_code = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    (code.len() <= MAX_CODE_LENGTH && code.chars().all(is_code)).then_some(Coding { system, code })
}

/// Returns the details of a resource whose coded part has this name.
pub(crate) fn detail(resource: Resource, part: &str) -> RecordDetail {
    RecordDetail {
        codes: codes(resource.part(part)),
        named_by_code: resource.part(part).is_bare_code(),
        categories: categories(resource),
        began: None,
        ended: None,
        encounter: encounter(resource),
    }
}

/// Returns the codes of the categories of any system, each once. An allergy's categories are codes without a system.
pub(crate) fn categories(resource: Resource) -> Vec<String> {
    let coded = resource.list("category").flat_map(|category| {
        let codes: Vec<String> = category.list("coding").filter_map(|coding| coding.text("code")).collect();
        if codes.is_empty() { category.text("text").into_iter().collect() } else { codes }
    });
    let mut categories: Vec<String> = Vec::new();
    for category in coded.chain(resource.strings("category")) {
        if categories.len() < MAX_CODES
            && category.len() <= MAX_CODE_LENGTH
            && !categories.contains(&category)
        {
            categories.push(category);
        }
    }
    categories
}

/// Returns a key that tells one visit from another. The health system's own id is of no use to the people who get the
/// records, so it isn't stored.
fn encounter(resource: Resource) -> Option<String> {
    let parts = ["encounter", "context"];
    let reference = parts.into_iter().find_map(|part| resource.part(part).address("reference"))?;
    Some(digest(Target::parse(reference).id))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn codes_of_known_systems_categories_and_visit_are_kept() {
        let coding = |system: &str, code: &str| json!({"system": system, "code": code, "display": "Asthma"});
        let value = json!({
            "code": {"text": "Asthma", "coding": [
                coding("http://hl7.org/fhir/sid/icd-10-cm", "J45.909"),
                coding("http://hl7.org/fhir/sid/icd-10", "J45"),
                coding("urn:oid:2.16.840.1.113883.6.96", "195967001"),
                coding("http://snomed.info/sct", "195967001"),
                coding("https://ehr.example/own", "7"),
                coding("http://loinc.org", "<b>"),
            ]},
            "category": [{"coding": [{"code": "problem-list-item"}]}, {"text": "Own"}, {"coding": [{"code": "problem-list-item"}]}],
            "encounter": {"reference": "Encounter/e1"},
        });
        let read = detail(Resource::new(&value), "code");
        let code = |system, code: &str| Coding { system, code: code.to_owned() };
        let expected = [
            code(CodeSystem::Icd10Cm, "J45.909"),
            code(CodeSystem::Icd10, "J45"),
            code(CodeSystem::Snomed, "195967001"),
        ];
        assert_eq!(
            (&read.codes[..], &read.categories[..]),
            (&expected[..], &["problem-list-item", "Own"].map(str::to_owned)[..])
        );
        let other = json!({"context": {"reference": "https://ehr.example/r4/Encounter/e1/_history/2"}});
        assert_eq!(detail(Resource::new(&other), "code").encounter, read.encounter);
        assert_eq!(detail(Resource::new(&json!({})), "code"), RecordDetail::default());
    }

    #[test]
    fn codes_are_bounded() {
        let codings: Vec<_> =
            (0..50).map(|n| json!({"system": "http://loinc.org", "code": format!("{n}")})).collect();
        let value = json!({"code": {"coding": codings}});
        assert_eq!(detail(Resource::new(&value), "code").codes.len(), MAX_CODES);
        let long = json!({"code": {"coding": [{"system": "http://loinc.org", "code": "1".repeat(41)}]}});
        assert_eq!(detail(Resource::new(&long), "code").codes, []);
    }
}
