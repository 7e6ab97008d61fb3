//! Results of laboratories, measurements, and other observations (E-612).

use std::sync::LazyLock;

use jiff::civil::Date;
use waypoint_domain::medical_record::{
    Group, Observation, ObservationPart, ObservedValue, Quantity, RecordDetail, ReferenceRange,
};
use waypoint_text::{Table, fold, table, words};

use crate::{
    Resource,
    coding::{codes, detail},
    quantity::quantity,
    standing::of_observation,
};

const GROUPS: Table<3> = table!("../data/observation_groups.tsv", ["by", "value", "group"]);
const INTERPRETATIONS: Table<2> = table!("../data/interpretations.tsv", ["code", "words"]);
/// The maximum number of parts and of reference ranges. A blood count has about twenty.
const MAX_PARTS: usize = 24;

/// What decides the group of an observation, the value, and the group; none if it isn't read.
static GROUP_ROWS: LazyLock<Vec<(&str, &str, Option<Group>)>> = LazyLock::new(|| {
    GROUPS.rows().map(|[by, value, group]| (by, value, serde_json::from_value(group.into()).ok())).collect()
});

/// Returns the group of an observation, by its code, its categories, or else the category that was searched for. Returns
/// none if it belongs to none of the groups, or only lists other observations.
pub(crate) fn group_of(resource: Resource, searched: Option<&str>) -> Option<Group> {
    if resource.list("hasMember").next().is_some() && !has_value(resource) {
        return None;
    }
    let RecordDetail { codes, categories, .. } = detail(resource, "code");
    let row =
        |by: &str, value: &str| GROUP_ROWS.iter().find(|(kind, known, _)| *kind == by && *known == value);
    if let Some((.., group)) = codes.iter().find_map(|coding| row("code", &coding.code)) {
        return *group;
    }
    let is_social = |category: &str| category.eq_ignore_ascii_case("social-history");
    let known = categories.iter().find_map(|category| row("category", &category.to_lowercase()));
    match known {
        Some((.., group)) => *group,
        None if categories.iter().any(|category| is_social(category)) || searched.is_some_and(is_social) => {
            let name = fold(&resource.meaning("code")?);
            words(&name).find_map(|word| row("word", word.text)).and_then(|(.., group)| *group)
        }
        None => row("category", searched?).and_then(|(.., group)| *group),
    }
}

/// Converts an `Observation`.
pub(crate) fn observation(resource: Resource, id: String, today: Date) -> Observation {
    let period = resource.part("effectivePeriod");
    let date = ["effectiveDateTime", "effectiveInstant"].into_iter().find_map(|part| resource.day(part));
    Observation {
        id,
        name: resource.meaning("code"),
        date: date
            .or_else(|| period.day("end"))
            .or_else(|| period.day("start"))
            .or_else(|| resource.day("issued")),
        value: value(resource),
        interpretation: interpretation(resource),
        reference: resource.list("referenceRange").take(MAX_PARTS).filter_map(reference).collect(),
        parts: resource.list("component").take(MAX_PARTS).map(part).collect(),
        status: resource.text("status"),
        standing: of_observation(resource, today),
        detail: detail(resource, "code"),
    }
}

fn part(component: Resource) -> ObservationPart {
    ObservationPart {
        name: component.meaning("code"),
        value: value(component),
        interpretation: interpretation(component),
        codes: codes(component.part("code")),
    }
}

fn has_value(resource: Resource) -> bool {
    value(resource).is_some() || resource.list("component").next().is_some()
}

/// Reads the value of an observation or a part of one, or else why there is none.
fn value(resource: Resource) -> Option<ObservedValue> {
    let absent = || reason_of_absence(resource).map(|reason| ObservedValue::Absent { reason });
    let amount = || quantity(resource.part("valueQuantity")).map(|amount| ObservedValue::Amount { amount });
    let integer = || {
        let value = resource.number("valueInteger")?;
        Some(ObservedValue::Amount { amount: Quantity { value, ..Quantity::default() } })
    };
    let range = || {
        let (low, high) = limits(resource.part("valueRange"));
        (low.is_some() || high.is_some()).then_some(ObservedValue::Range { low, high })
    };
    let ratio = || {
        let ratio = resource.part("valueRatio");
        let (numerator, denominator) =
            (quantity(ratio.part("numerator"))?, quantity(ratio.part("denominator"))?);
        Some(ObservedValue::Ratio { numerator, denominator })
    };
    let coded = || coded(resource.part("valueCodeableConcept"));
    let texts = ["valueString", "valueDateTime", "valueTime"];
    let text =
        || texts.into_iter().find_map(|part| resource.text(part)).map(|text| ObservedValue::Text { text });
    let yes_no = || resource.boolean("valueBoolean").map(|is_so| ObservedValue::YesNo { is_so });
    amount()
        .or_else(integer)
        .or_else(range)
        .or_else(ratio)
        .or_else(coded)
        .or_else(text)
        .or_else(yes_no)
        .or_else(absent)
}

/// Returns why there is no value. A code of it is shown as its words: `not-performed` as 'not performed'.
fn reason_of_absence(resource: Resource) -> Option<String> {
    let reason = resource.part("dataAbsentReason");
    let codings = || reason.list("coding");
    let display = || codings().find_map(|coding| coding.text("display"));
    let code = || codings().find_map(|coding| coding.text("code")).map(|code| code.replace('-', " "));
    reason.text("text").or_else(display).or_else(code)
}

/// Reads a value of a list. A code that only says why there is no value is no value.
fn coded(concept: Resource) -> Option<ObservedValue> {
    let text = concept.concept_meaning();
    let absent = concept.list("coding").find(|coding| coding.is_reason_for_absence());
    match (text, absent) {
        (_, Some(reason)) if concept.list("coding").count() == 1 => {
            let reason = reason.text("display").or_else(|| reason.text("code"))?;
            Some(ObservedValue::Absent { reason })
        }
        (Some(text), _) => Some(ObservedValue::Coded { text, codes: codes(concept) }),
        (None, _) => None,
    }
}

fn limits(range: Resource) -> (Option<Quantity>, Option<Quantity>) {
    (quantity(range.part("low")), quantity(range.part("high")))
}

fn reference(range: Resource) -> Option<ReferenceRange> {
    let (low, high) = limits(range);
    let applies_to = || range.list("appliesTo").find_map(Resource::concept_meaning);
    let kind = || range.meaning("type");
    let text = range.text("text").or_else(applies_to).or_else(kind);
    (low.is_some() || high.is_some() || text.is_some()).then_some(ReferenceRange { low, high, text })
}

/// Returns how a value compares with what is usual, in words.
fn interpretation(resource: Resource) -> Option<String> {
    // R4 has a list, and older servers have a single one.
    let single = resource.part("interpretation");
    let mut all = resource.list("interpretation").chain(std::iter::once(single));
    all.find_map(|concept| {
        let code = concept.list("coding").find_map(|coding| coding.text("code"));
        let known = code.and_then(|code| INTERPRETATIONS.rows().find(|[known, _]| *known == code));
        known.map(|[_, words]| words.to_owned()).or_else(|| concept.concept_meaning())
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const TODAY: Date = jiff::civil::date(2026, 11, 26);

    fn amount(value: &str, unit: Option<&str>) -> Quantity {
        Quantity { value: value.to_owned(), comparator: None, unit: unit.map(str::to_owned) }
    }

    #[test]
    fn value_of_any_kind_is_read() {
        let absent = "http://terminology.hl7.org/CodeSystem/data-absent-reason";
        let text = |text: &str| ObservedValue::Text { text: text.to_owned() };
        let because = |reason: &str| ObservedValue::Absent { reason: reason.to_owned() };
        let table = [
            (
                json!({"valueQuantity": {"value": 5.4, "unit": "%"}}),
                Some(ObservedValue::Amount { amount: amount("5.4", Some("%")) }),
            ),
            (json!({"valueInteger": 3}), Some(ObservedValue::Amount { amount: amount("3", None) })),
            (
                json!({"valueRange": {"low": {"value": 1}, "high": {"value": 2}}}),
                Some(ObservedValue::Range { low: Some(amount("1", None)), high: Some(amount("2", None)) }),
            ),
            (
                json!({"valueRatio": {"numerator": {"value": 1}, "denominator": {"value": 128}}}),
                Some(ObservedValue::Ratio { numerator: amount("1", None), denominator: amount("128", None) }),
            ),
            (
                json!({"valueCodeableConcept": {"text": "Positive"}}),
                Some(ObservedValue::Coded { text: "Positive".to_owned(), codes: Vec::new() }),
            ),
            (json!({"valueString": "See note"}), Some(text("See note"))),
            (json!({"valueBoolean": false}), Some(ObservedValue::YesNo { is_so: false })),
            (
                json!({"dataAbsentReason": {"coding": [{"code": "not-performed"}]}}),
                Some(because("not performed")),
            ),
            (
                json!({"valueCodeableConcept": {"text": "?", "coding": [{"system": absent, "code": "unknown", "display": "Unknown"}]}}),
                Some(because("Unknown")),
            ),
            (json!({"valueQuantity": {"unit": "mg"}}), None),
            (json!({}), None),
        ];
        for (resource, expected) in table {
            assert_eq!(value(Resource::new(&resource)), expected, "{resource}");
        }
    }

    #[test]
    fn parts_usual_values_and_interpretation_are_read() {
        let resource = json!({
            "code": {"text": "Blood pressure"}, "status": "final", "effectivePeriod": {"start": "2026-01-02", "end": "2026-01-03"},
            "component": [
                {"code": {"text": "Systolic", "coding": [{"system": "http://loinc.org", "code": "8480-6"}]},
                    "valueQuantity": {"value": 120, "unit": "mmHg"}, "interpretation": [{"coding": [{"code": "N"}]}]},
                {"code": {"text": "Diastolic"}, "dataAbsentReason": {"text": "Not taken"}}],
            "referenceRange": [{"low": {"value": 90}, "appliesTo": [{"text": "Adults"}]}, {}],
            "interpretation": {"coding": [{"code": "H", "display": "higher"}]},
        });
        let read = observation(Resource::new(&resource), "o1".to_owned(), TODAY);
        assert_eq!((read.value, read.date.as_deref()), (None, Some("2026-01-03")));
        assert_eq!(read.interpretation.as_deref(), Some("High"));
        let parts: Vec<_> =
            read.parts.iter().map(|part| (part.name.as_deref(), part.value.is_some())).collect();
        assert_eq!(parts, [(Some("Systolic"), true), (Some("Diastolic"), true)]);
        assert_eq!(
            read.parts.first().map(|part| (part.codes.len(), part.interpretation.as_deref())),
            Some((1, Some("Normal")))
        );
        let range =
            ReferenceRange { low: Some(amount("90", None)), high: None, text: Some("Adults".to_owned()) };
        assert_eq!(read.reference, [range]);
    }

    #[test]
    fn group_follows_from_code_and_category() {
        let coded = |code: &str| json!({"coding": [{"system": "http://loinc.org", "code": code}]});
        let category = |code: &str| json!([{"coding": [{"code": code}]}]);
        let lab = Some("laboratory");
        let table: [(Value, Option<&str>, Option<Group>); 13] = [
            (json!({"code": coded("82810-3")}), None, Some(Group::Pregnancy)),
            (json!({"code": coded("72166-2"), "category": category("survey")}), lab, Some(Group::Smoking)),
            (json!({"code": coded("85354-9")}), None, Some(Group::VitalSigns)),
            (json!({"category": category("laboratory")}), None, Some(Group::Labs)),
            (json!({"category": category("Laboratory")}), None, Some(Group::Labs)),
            (json!({"category": category("vital-signs")}), lab, Some(Group::VitalSigns)),
            (json!({"category": category("imaging")}), lab, None),
            (json!({"category": category("own-7")}), lab, Some(Group::Labs)),
            (json!({}), lab, Some(Group::Labs)),
            (json!({}), None, None),
            (
                json!({"code": {"text": "Tobacco use"}, "category": category("social-history")}),
                None,
                Some(Group::Smoking),
            ),
            (json!({"code": {"text": "Occupation"}, "category": category("social-history")}), None, None),
            (json!({"hasMember": [{"reference": "Observation/o2"}]}), lab, None),
        ];
        for (resource, searched, group) in table {
            assert_eq!(group_of(Resource::new(&resource), searched), group, "{resource}");
        }
    }

    #[test]
    fn each_row_names_a_group_or_none() {
        for (by, value, group) in GROUP_ROWS.iter() {
            let is_none = GROUPS.rows().any(|row| row == [*by, *value, "none"]);
            assert!(["code", "category", "word"].contains(by) && (group.is_some() || is_none), "{value}");
        }
    }
}
