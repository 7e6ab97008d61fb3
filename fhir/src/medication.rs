//! A medicine that was prescribed, or that somebody is said to take.

use waypoint_domain::medical_record::Medication;

use crate::{Resource, page::Beside};

/// Reads a `MedicationRequest` or a `MedicationStatement`. The medicine can stand in a resource beside it.
pub(crate) fn medication(resource: Resource, beside: &Beside) -> Option<Medication> {
    let is_statement = resource.kind() == "MedicationStatement";
    let status = resource.text("status");
    let date = if is_statement {
        resource.day("effectiveDateTime").or_else(|| resource.part("effectivePeriod").day("start"))
    } else {
        resource.day("authoredOn")
    };
    let dosages = if is_statement { "dosage" } else { "dosageInstruction" };
    Some(Medication {
        id: resource.id()?.to_owned(),
        name: resource.meaning("medicationCodeableConcept").or_else(|| of_reference(resource, beside)),
        date: date.or_else(|| resource.day("dateAsserted")),
        dosage: dosage(resource, dosages),
        taken: if is_statement { taken(status.as_deref()) } else { None },
        status,
    })
}

/// Whether a resource refers to a medicine whose name is not there.
pub(crate) fn lacks_medicine(resource: Resource, beside: &Beside) -> bool {
    let refers = resource.part("medicationReference").text("reference").is_some();
    refers
        && resource.meaning("medicationCodeableConcept").or_else(|| of_reference(resource, beside)).is_none()
}

/// The name of a medicine that is referred to: what the reference displays, else what the resource says that it leads to.
fn of_reference(resource: Resource, beside: &Beside) -> Option<String> {
    let reference = resource.part("medicationReference");
    reference.text("display").or_else(|| {
        let leads_to = reference.text("reference")?;
        let contained = leads_to.strip_prefix('#').and_then(|id| {
            resource
                .list("contained")
                .find(|inner| inner.id() == Some(id))
                .and_then(|inner| inner.meaning("code"))
        });
        contained.or_else(|| beside.medicine(&leads_to))
    })
}

/// How much and how often, as each instruction says, else as its parts do.
fn dosage(resource: Resource, part: &str) -> Option<String> {
    let told: Vec<String> =
        resource.list(part).filter_map(|one| one.text("text").or_else(|| parts(one))).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

fn parts(instruction: Resource) -> Option<String> {
    let dose = instruction.list("doseAndRate").find_map(|rate| {
        let quantity = rate.part("doseQuantity");
        Some(
            format!("{} {}", quantity.number("value")?, quantity.text("unit").unwrap_or_default())
                .trim()
                .to_owned(),
        )
    });
    let repeat = instruction.part("timing").part("repeat");
    let often = repeat.number("frequency").and_then(|times| {
        let (every, unit) = (repeat.number("period")?, repeat.text("periodUnit")?);
        Some(format!("{times} time(s) every {every} {unit}"))
    });
    let needed = instruction.is_true("asNeededBoolean").then(|| "as needed".to_owned());
    let said: Vec<String> = [dose, often, needed].into_iter().flatten().collect();
    (!said.is_empty()).then(|| said.join(", "))
}

fn taken(status: Option<&str>) -> Option<String> {
    match status? {
        "active" | "completed" => Some("yes".to_owned()),
        "not-taken" => Some("no".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(value: &Value) -> Option<Medication> {
        medication(Resource::of(value), &Beside::default())
    }

    #[test]
    fn a_dosage_is_told_in_words_else_by_its_parts() {
        let table = [
            (json!([{"text": "One tablet a day", "asNeededBoolean": true}]), Some("One tablet a day")),
            (json!([{"asNeededBoolean": true}]), Some("as needed")),
            (
                json!([{"doseAndRate": [{"doseQuantity": {"value": 1.5, "unit": "mg"}}],
                    "timing": {"repeat": {"frequency": 2, "period": 1, "periodUnit": "d"}}}]),
                Some("1.5 mg, 2 time(s) every 1 d"),
            ),
            (json!([{}]), None),
        ];
        for (instructions, dosage) in table {
            let value =
                json!({"resourceType": "MedicationRequest", "id": "m1", "dosageInstruction": instructions});
            assert_eq!(read(&value).and_then(|read| read.dosage).as_deref(), dosage);
        }
    }

    #[test]
    fn a_medicine_can_stand_within_the_request_or_be_displayed_by_a_reference() {
        let within = json!({"id": "m1", "medicationReference": {"reference": "#x"},
            "contained": [{"resourceType": "Medication", "id": "x", "code": {"text": "Albuterol"}}]});
        let displayed = json!({"id": "m1", "medicationReference": {"display": "Albuterol"}});
        for value in [within, displayed] {
            assert_eq!(read(&value).and_then(|read| read.name).as_deref(), Some("Albuterol"));
        }
    }

    #[test]
    fn a_medicine_that_is_referred_to_and_did_not_come_along_is_lacking() {
        let named = json!({"id": "m1", "medicationCodeableConcept": {"text": "Albuterol"}});
        let displayed =
            json!({"id": "m1", "medicationReference": {"reference": "Medication/x", "display": "Albuterol"}});
        let elsewhere = json!({"id": "m1", "medicationReference": {"reference": "Medication/x"}});
        for (value, lacks) in
            [(named, false), (displayed, false), (elsewhere, true), (json!({"id": "m1"}), false)]
        {
            assert_eq!(lacks_medicine(Resource::of(&value), &Beside::default()), lacks, "{value}");
        }
    }

    #[test]
    fn a_statement_says_whether_the_medicine_is_taken() {
        for (status, taken) in [("active", Some("yes")), ("not-taken", Some("no")), ("intended", None)] {
            let value = json!({"resourceType": "MedicationStatement", "id": "m1", "status": status});
            assert_eq!(read(&value).and_then(|read| read.taken).as_deref(), taken, "{status}");
        }
    }
}
