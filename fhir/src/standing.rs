//! What a record says of the person beyond its name. Status fields decide before names, because hospitals name a record
//! of a ruled-out asthma 'Asthma'.

use std::sync::LazyLock;

use jiff::civil::Date;
use waypoint_domain::medical_record::Standing;
use waypoint_text::{Table, fold, table, words};

use crate::{Resource, no_known_allergy::no_known_allergy};

const CUES: Table<2> = table!("../data/name_cues.tsv", ["words", "standing"]);

/// The words of each cue, with its standing. Longer cues come first.
static NAME_CUES: LazyLock<Vec<(Vec<&str>, Standing)>> = LazyLock::new(|| {
    let standing = |text: &str| serde_json::from_value(text.into()).unwrap_or_default();
    let mut cues: Vec<_> =
        CUES.rows().map(|[cue, text]| (cue.split(' ').collect::<Vec<_>>(), standing(text))).collect();
    cues.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
    cues
});

/// The maximum number of words of a cue.
const MAX_CUE: usize = 4;

/// Returns the standing of a `Condition`.
pub(crate) fn of_condition(resource: Resource, today: Date) -> Standing {
    let verification = resource.status_codes("verificationStatus", "condition-ver-status");
    let clinical = resource.status_codes("clinicalStatus", "condition-clinical");
    let has = |codes: &[String], any: &[&str]| codes.iter().any(|code| any.contains(&code.as_str()));
    if has(&verification, &["refuted"]) {
        return Standing::NotSo;
    }
    if has(&verification, &["unconfirmed", "provisional", "differential"]) || resource.is_modified() {
        return Standing::Uncertain;
    }
    if has(&clinical, &["resolved", "inactive", "remission"]) || has_abated(resource, today) {
        return Standing::Ended;
    }
    let begins_later =
        ["onsetDateTime", "recordedDate"].into_iter().any(|part| resource.is_after(part, today));
    if begins_later || resource.part("onsetPeriod").is_after("start", today) {
        return Standing::Planned;
    }
    resource.meaning("code").map_or(Standing::Holds, |name| of_name(&name))
}

/// Returns the standing of a `MedicationRequest` or `MedicationStatement`.
pub(crate) fn of_medication(resource: Resource, today: Date) -> Standing {
    if resource.is_true("doNotPerform") {
        return Standing::NotSo;
    }
    if resource.is_modified() {
        return Standing::Uncertain;
    }
    if matches!(resource.text("intent").as_deref(), Some("proposal" | "plan" | "option")) {
        return Standing::Planned;
    }
    let by_status = match resource.text("status").as_deref() {
        None | Some("active") => Standing::Holds,
        Some("on-hold") => Standing::OnHold,
        Some("completed" | "stopped" | "cancelled" | "ended") => Standing::Ended,
        Some("draft" | "intended") => Standing::Planned,
        Some("not-taken") => Standing::NotSo,
        Some(_) => Standing::Uncertain,
    };
    if by_status != Standing::Holds {
        return by_status;
    }
    let periods = [resource.part("effectivePeriod"), resource.part("dispenseRequest").part("validityPeriod")];
    if periods.iter().any(|period| period.is_before("end", today)) {
        return Standing::Ended;
    }
    let begins = resource.is_after("authoredOn", today) || resource.is_after("effectiveDateTime", today);
    if begins || periods[0].is_after("start", today) { Standing::Planned } else { Standing::Holds }
}

/// Returns the standing of an `Immunization`.
pub(crate) fn of_immunization(resource: Resource, today: Date) -> Standing {
    if resource.text("status").as_deref() == Some("not-done") {
        return Standing::NotSo;
    }
    if resource.is_modified() {
        return Standing::Uncertain;
    }
    if resource.is_after("occurrenceDateTime", today) { Standing::Planned } else { Standing::Holds }
}

/// Returns the standing of an `AllergyIntolerance`.
pub(crate) fn of_allergy(resource: Resource) -> Standing {
    let verification = resource.status_codes("verificationStatus", "allergyintolerance-verification");
    let clinical = resource.status_codes("clinicalStatus", "allergyintolerance-clinical");
    let has = |codes: &[String], any: &[&str]| codes.iter().any(|code| any.contains(&code.as_str()));
    if has(&verification, &["refuted"]) {
        return Standing::NotSo;
    }
    if no_known_allergy(resource).is_some() {
        return Standing::NoneStated;
    }
    if has(&verification, &["unconfirmed", "presumed"]) || resource.is_modified() {
        return Standing::Uncertain;
    }
    if has(&clinical, &["inactive", "resolved"]) {
        return Standing::Ended;
    }
    resource.meaning("code").map_or(Standing::Holds, |name| match of_name(&name) {
        stated @ (Standing::NoneStated | Standing::OfFamily) => stated,
        _ => Standing::Holds,
    })
}

/// Returns the standing of a `Procedure`.
pub(crate) fn of_procedure(resource: Resource, today: Date) -> Standing {
    let by_status = match resource.text("status").as_deref() {
        None | Some("completed" | "in-progress") => Standing::Holds,
        Some("preparation") => Standing::Planned,
        Some("not-done") => Standing::NotSo,
        Some("on-hold") => Standing::OnHold,
        Some(_) => Standing::Uncertain,
    };
    if by_status == Standing::Holds && resource.is_modified() {
        return Standing::Uncertain;
    }
    let begins_later = resource.is_after("performedDateTime", today)
        || resource.part("performedPeriod").is_after("start", today);
    if by_status == Standing::Holds && begins_later { Standing::Planned } else { by_status }
}

/// Returns the standing of an `Observation`.
pub(crate) fn of_observation(resource: Resource, today: Date) -> Standing {
    let by_status = match resource.text("status").as_deref() {
        None | Some("final" | "amended" | "corrected") => Standing::Holds,
        Some("cancelled") => Standing::NotSo,
        Some(_) => Standing::Uncertain,
    };
    if by_status == Standing::Holds && resource.is_modified() {
        return Standing::Uncertain;
    }
    let is_later =
        ["effectiveDateTime", "effectiveInstant"].into_iter().any(|part| resource.is_after(part, today));
    if by_status == Standing::Holds && is_later { Standing::Planned } else { by_status }
}

fn has_abated(resource: Resource, today: Date) -> bool {
    let is_stated =
        ["abatementAge", "abatementRange", "abatementString"].into_iter().any(|part| resource.has(part));
    let is_past = resource.has("abatementDateTime") && !resource.is_after("abatementDateTime", today);
    let period = resource.part("abatementPeriod");
    let period_is_past = resource.has("abatementPeriod") && !period.is_after("start", today);
    is_stated || is_past || period_is_past || resource.is_true("abatementBoolean")
}

/// Returns what the beginning of a name says: 'Family history of asthma', 'R/O gout'. A name alone never says that the
/// person has something after all.
fn of_name(name: &str) -> Standing {
    let folded = fold(name);
    let spoken: Vec<&str> = words(&folded).map(|word| word.text).take(MAX_CUE).collect();
    let begins = |cue: &&(Vec<&str>, Standing)| spoken.starts_with(&cue.0);
    NAME_CUES.iter().find(begins).map_or(Standing::Holds, |(_, standing)| *standing)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use serde_json::{Value, json};

    use super::{Standing::*, *};

    const TODAY: Date = jiff::civil::date(2026, 11, 26);

    fn coded(codes: &[(&str, &str)]) -> Value {
        let system = |name: &str| format!("http://terminology.hl7.org/CodeSystem/{name}");
        let codings = codes.iter().map(|(name, code)| json!({"system": system(name), "code": code}));
        json!({ "coding": codings.collect::<Vec<_>>() })
    }

    fn check(of: impl Fn(Resource) -> Standing, table: &[(Value, Standing)]) {
        for (value, standing) in table {
            assert_eq!(of(Resource::new(value)), *standing, "{value}");
        }
    }

    #[test]
    fn status_of_a_condition_decides_before_its_name() {
        let own = json!({"coding": [{"system": "urn:own", "code": "confirmed"},
            {"system": "http://terminology.hl7.org/CodeSystem/condition-ver-status", "code": "refuted"}]});
        let table = [
            (json!({"code": {"text": "Asthma"}}), Holds),
            (json!({"clinicalStatus": coded(&[("condition-clinical", "active")])}), Holds),
            (json!({"clinicalStatus": coded(&[("condition-clinical", "recurrence")])}), Holds),
            (json!({"clinicalStatus": coded(&[("condition-clinical", "resolved")])}), Ended),
            (json!({"clinicalStatus": {"text": "inactive"}}), Ended),
            (json!({"verificationStatus": coded(&[("condition-ver-status", "refuted")])}), NotSo),
            (json!({ "verificationStatus": own }), NotSo),
            (json!({"verificationStatus": {"coding": [{"code": "provisional"}]}}), Uncertain),
            (
                json!({"modifierExtension": [{"url": "https://ehr.example/is-of-donor", "valueBoolean": true}]}),
                Uncertain,
            ),
            (json!({"abatementDateTime": "2020"}), Ended),
            (json!({"abatementDateTime": "2027-01-01"}), Holds),
            (json!({"abatementString": "in childhood"}), Ended),
            (json!({"abatementBoolean": true}), Ended),
            (json!({"abatementBoolean": false}), Holds),
            (json!({"abatementAge": {"value": 12}}), Ended),
            (json!({"onsetDateTime": "2027-03-01"}), Planned),
            (json!({"onsetDateTime": "2026"}), Holds),
            (
                json!({"code": {"text": "No history of asthma"}, "clinicalStatus": {"text": "resolved"}}),
                Ended,
            ),
        ];
        check(|resource| of_condition(resource, TODAY), &table);
    }

    #[test]
    fn beginning_of_a_name_says_what_it_is_no_diagnosis_of() {
        for (name, standing) in [
            ("Asthma", Holds),
            ("Asthma (HCC)", Holds),
            ("Non-Hodgkin lymphoma", Holds),
            ("Nonrheumatic aortic valve disorder", Holds),
            ("Family history of breast cancer", OfFamily),
            ("FHx: diabetes", OfFamily),
            ("Rule out pulmonary embolism", Uncertain),
            ("R/O gout", Uncertain),
            ("Suspected COVID-19", Uncertain),
            ("Encounter for screening for malignant neoplasm of colon", Precaution),
            ("Screening for diabetes mellitus", Precaution),
            ("At risk for falls", Precaution),
            ("No history of stroke", NoneStated),
            ("No known problems", NoneStated),
            ("History of myocardial infarction", Ended),
            ("Personal history of malignant melanoma", Ended),
            ("S/P appendectomy", Ended),
            ("Antecedentes familiares de diabetes", OfFamily),
        ] {
            assert_eq!(of_name(name), standing, "{name}");
        }
    }

    #[test]
    fn each_cue_has_a_standing_and_few_words() {
        for [cue, standing] in CUES.rows() {
            assert!(serde_json::from_value::<Standing>(standing.into()).is_ok(), "{cue}");
            assert!(cue.split(' ').count() <= MAX_CUE, "{cue}");
        }
    }

    #[test]
    fn medicine_is_taken_only_if_nothing_speaks_against_it() {
        let table = [
            (json!({"status": "active", "intent": "order"}), Holds),
            (json!({"status": "active", "intent": "order", "doNotPerform": true}), NotSo),
            (json!({"status": "active", "intent": "proposal"}), Planned),
            (json!({"status": "active", "intent": "plan"}), Planned),
            (json!({"status": "active", "intent": "option"}), Planned),
            (json!({"status": "on-hold"}), OnHold),
            (json!({"status": "completed"}), Ended),
            (json!({"status": "stopped"}), Ended),
            (json!({"status": "draft"}), Planned),
            (json!({"status": "not-taken"}), NotSo),
            (json!({"status": "intended"}), Planned),
            (json!({"status": "unknown"}), Uncertain),
            (json!({"status": "active", "effectivePeriod": {"end": "2026-01-31"}}), Ended),
            (json!({"status": "active", "effectivePeriod": {"end": "2027-01-31"}}), Holds),
            (json!({"status": "active", "dispenseRequest": {"validityPeriod": {"end": "2025"}}}), Ended),
            (json!({"status": "active", "authoredOn": "2026-12-24T10:00:00Z"}), Planned),
            (json!({"status": "active", "modifierExtension": [{"url": "https://ehr.example/x"}]}), Uncertain),
        ];
        check(|resource| of_medication(resource, TODAY), &table);
    }

    #[test]
    fn vaccine_that_was_not_given_and_no_known_allergy_are_none() {
        let table = [
            (json!({"status": "completed", "occurrenceDateTime": "2025-10-02"}), Holds),
            (json!({"status": "not-done"}), NotSo),
            (json!({"status": "completed", "occurrenceDateTime": "2027-10-02"}), Planned),
        ];
        check(|resource| of_immunization(resource, TODAY), &table);
        let table = [
            (json!({"code": {"text": "Penicillin"}}), Holds),
            (json!({"code": {"text": "No Known Allergies"}}), NoneStated),
            (json!({"code": {"text": "NKDA", "coding": [{"code": "409137002"}]}}), NoneStated),
            (json!({"clinicalStatus": {"text": "resolved"}}), Ended),
            (json!({"verificationStatus": {"coding": [{"code": "unconfirmed"}]}}), Uncertain),
            (json!({"verificationStatus": {"text": "refuted"}}), NotSo),
            (json!({"code": {"text": "NKDA"}}), NoneStated),
            (json!({"code": {"text": "NKDA"}, "verificationStatus": {"text": "refuted"}}), NotSo),
        ];
        check(of_allergy, &table);
    }

    #[test]
    fn only_final_results_and_completed_procedures_hold() {
        let modified = json!([{"url": "https://ehr.example/x"}]);
        let table = [
            (json!({"status": "final"}), Holds),
            (json!({"status": "amended"}), Holds),
            (json!({"status": "corrected"}), Holds),
            (json!({"status": "preliminary"}), Uncertain),
            (json!({"status": "registered"}), Uncertain),
            (json!({"status": "unknown"}), Uncertain),
            (json!({"status": "cancelled"}), NotSo),
            (json!({"status": "final", "modifierExtension": modified}), Uncertain),
            (json!({"status": "final", "effectiveDateTime": "2027-10-02"}), Planned),
        ];
        check(|resource| of_observation(resource, TODAY), &table);
        let table = [
            (json!({"status": "completed", "performedDateTime": "2025-10-02"}), Holds),
            (json!({"status": "in-progress"}), Holds),
            (json!({"status": "preparation"}), Planned),
            (json!({"status": "not-done", "performedDateTime": "2027"}), NotSo),
            (json!({"status": "on-hold"}), OnHold),
            (json!({"status": "stopped"}), Uncertain),
            (json!({"status": "completed", "performedPeriod": {"start": "2027-10-02"}}), Planned),
        ];
        check(|resource| of_procedure(resource, TODAY), &table);
    }
}
