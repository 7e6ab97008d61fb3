//! Medicines that are prescribed or that the patient reportedly takes.

use jiff::civil::Date;
use waypoint_domain::medical_record::{Medication, RecordDetail};

use crate::{
    Resource,
    coding::{codes, detail},
    resource::Target,
    standing::of_medication,
};

/// Converts a `MedicationRequest` or `MedicationStatement` with this id. The medicine has no name if its resource is
/// elsewhere ([`medicine_elsewhere`]).
pub(crate) fn medication(resource: Resource, id: String, today: Date) -> Medication {
    let is_statement = resource.kind() == "MedicationStatement";
    let status = resource.text("status");
    let date = if is_statement {
        resource.day("effectiveDateTime").or_else(|| resource.part("effectivePeriod").day("start"))
    } else {
        resource.day("authoredOn")
    };
    let dosages = if is_statement { "dosage" } else { "dosageInstruction" };
    Medication {
        id,
        name: resource.meaning("medicationCodeableConcept").or_else(|| referenced_name(resource)),
        date: date.or_else(|| resource.day("dateAsserted")),
        dosage: dosage(resource, dosages),
        taken: if is_statement { taken(status.as_deref()) } else { None },
        status,
        standing: of_medication(resource, today),
        detail: medicine_detail(resource),
    }
}

/// Returns the codes of the medicine, which may be those of the contained resource, and the period in which it is taken.
fn medicine_detail(resource: Resource) -> RecordDetail {
    let own = detail(resource, "medicationCodeableConcept");
    let contained = || contained_medicine(resource).map(|medicine| codes(medicine.part("code")));
    let codes = if own.codes.is_empty() { contained().unwrap_or_default() } else { own.codes };
    let periods = [resource.part("effectivePeriod"), resource.part("dispenseRequest").part("validityPeriod")];
    let edge = |part: &str| periods.iter().find_map(|period| period.day(part));
    RecordDetail { codes, began: edge("start"), ended: edge("end"), ..own }
}

/// Returns the id of the medicine whose name is in a resource of its own.
pub(crate) fn medicine_elsewhere(resource: Resource) -> Option<String> {
    let reference = resource.part("medicationReference").text("reference")?;
    Some(Target::parse(&reference).id.to_owned())
}

/// Returns the name of a referenced medicine: the reference's display text, or else the name in the contained resource.
fn referenced_name(resource: Resource) -> Option<String> {
    let reference = resource.part("medicationReference");
    reference.text("display").or_else(|| contained_medicine(resource)?.meaning("code"))
}

/// Returns the medicine that the resource contains.
fn contained_medicine(resource: Resource) -> Option<Resource> {
    let target = resource.part("medicationReference").address("reference")?;
    let id = target.strip_prefix('#')?;
    resource.list("contained").find(|inner| inner.id() == Some(id))
}

/// Joins the dosage instructions in their sequence: the text of each one, or else its structured parts.
fn dosage(resource: Resource, part: &str) -> Option<String> {
    let mut instructions: Vec<Resource> = resource.list(part).collect();
    let sequence =
        |instruction: &Resource| instruction.number("sequence").and_then(|at| at.parse::<u32>().ok());
    instructions.sort_by_key(|instruction| sequence(instruction).unwrap_or(u32::MAX));
    let texts: Vec<String> = instructions
        .into_iter()
        .filter_map(|instruction| instruction.text("text").or_else(|| dosage_parts(instruction)))
        .collect();
    (!texts.is_empty()).then(|| texts.join("; "))
}

fn dosage_parts(instruction: Resource) -> Option<String> {
    let dose = instruction
        .list("doseAndRate")
        .find_map(|rate| quantity(rate.part("doseQuantity")).or_else(|| range(rate.part("doseRange"))));
    let timing = instruction.part("timing");
    let repeat = timing.part("repeat");
    let often = repeat.number("frequency").and_then(|times| {
        let (every, unit) = (repeat.number("period")?, repeat.text("periodUnit")?);
        Some(format!("{times} time(s) every {every} {unit}"))
    });
    let often = often.or_else(|| timing.meaning("code"));
    let reason =
        instruction.meaning("asNeededCodeableConcept").map(|reason| format!("as needed for {reason}"));
    let needed = reason.or_else(|| instruction.is_true("asNeededBoolean").then(|| "as needed".to_owned()));
    let parts: Vec<String> = [dose, often, needed].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Writes an amount with its unit: `1.5 mg`.
fn quantity(amount: Resource) -> Option<String> {
    let unit = amount.text("unit").unwrap_or_default();
    Some(format!("{} {unit}", amount.number("value")?).trim().to_owned())
}

/// Writes a range of amounts: `1 to 2 tablets`.
fn range(range: Resource) -> Option<String> {
    match (range.part("low").number("value"), quantity(range.part("high"))) {
        (Some(low), Some(high)) => Some(format!("{low} to {high}")),
        (None, high) => high.map(|high| format!("up to {high}")),
        (Some(_), None) => quantity(range.part("low")).map(|low| format!("at least {low}")),
    }
}

fn taken(status: Option<&str>) -> Option<String> {
    match status? {
        "active" => Some("yes".to_owned()),
        "completed" | "stopped" | "not-taken" => Some("no".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(value: &Value) -> Medication {
        medication(Resource::new(value), "m1".to_owned(), jiff::civil::date(2026, 11, 26))
    }

    #[test]
    fn dosage_is_the_text_or_else_its_parts() {
        let table = [
            (json!([{"text": "One tablet a day", "asNeededBoolean": true}]), Some("One tablet a day")),
            (json!([{"asNeededBoolean": true}]), Some("as needed")),
            (
                json!([{"doseAndRate": [{"doseQuantity": {"value": 1.5, "unit": "mg"}}],
                    "timing": {"repeat": {"frequency": 2, "period": 1, "periodUnit": "d"}}}]),
                Some("1.5 mg, 2 time(s) every 1 d"),
            ),
            (
                json!([{"doseAndRate": [{"doseRange": {"low": {"value": 1, "unit": "tablet"},
                    "high": {"value": 2, "unit": "tablets"}}}],
                    "timing": {"code": {"coding": [{"code": "BID", "display": "twice a day"}]}}}]),
                Some("1 to 2 tablets, twice a day"),
            ),
            (json!([{"asNeededCodeableConcept": {"text": "pain"}}]), Some("as needed for pain")),
            (
                json!([{"sequence": 2, "text": "Then one a day"}, {"sequence": 1, "text": "Two on the first day"}]),
                Some("Two on the first day; Then one a day"),
            ),
            (json!([{}]), None),
        ];
        for (instructions, dosage) in table {
            let value =
                json!({"resourceType": "MedicationRequest", "id": "m1", "dosageInstruction": instructions});
            assert_eq!(read(&value).dosage.as_deref(), dosage);
        }
    }

    #[test]
    fn medicine_may_be_contained_or_named_by_the_reference() {
        let within = json!({"id": "m1", "medicationReference": {"reference": "#x"},
            "contained": [{"resourceType": "Medication", "id": "x", "code": {"text": "Albuterol"}}]});
        let displayed = json!({"id": "m1", "medicationReference": {"display": "Albuterol"}});
        for value in [within, displayed] {
            assert_eq!(read(&value).name.as_deref(), Some("Albuterol"));
        }
    }

    #[test]
    fn medicine_elsewhere_is_named_by_its_reference() {
        for (reference, id) in [
            ("Medication/x", "x"),
            ("https://ehr.example/r4/Medication/x", "x"),
            ("Medication/x/_history/2", "x"),
            ("urn:uuid:0b2f", "0b2f"),
        ] {
            let value = json!({"medicationReference": {"reference": reference}});
            assert_eq!(medicine_elsewhere(Resource::new(&value)).as_deref(), Some(id), "{reference}");
        }
        assert_eq!(medicine_elsewhere(Resource::new(&json!({}))), None);
    }

    #[test]
    fn statement_says_whether_the_medicine_is_taken() {
        for (status, taken) in [
            ("active", Some("yes")),
            ("completed", Some("no")),
            ("not-taken", Some("no")),
            ("intended", None),
        ] {
            let value = json!({"resourceType": "MedicationStatement", "id": "m1", "status": status});
            assert_eq!(read(&value).taken.as_deref(), taken, "{status}");
        }
    }
}
