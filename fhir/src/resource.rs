//! Access to the parts of a FHIR resource.

use std::hash::{DefaultHasher, Hash, Hasher as _};

use jiff::{ToSpan as _, civil::Date};
use serde_json::Value;

use crate::code_systems::code_name;

/// The maximum length of a text in characters. Longer texts are truncated.
const MAX_TEXT_LENGTH: usize = 500;
/// The maximum length of an id. The standard permits 64 characters, and some servers use more.
const MAX_ID_LENGTH: usize = 256;

/// A resource as sent by a server.
#[derive(Debug, Clone, Copy)]
pub struct Resource<'a>(&'a Value);

impl<'a> Resource<'a> {
    /// Wraps a value, whatever its type.
    #[must_use]
    pub fn new(value: &'a Value) -> Self {
        Self(value)
    }

    /// The resource type. Empty if it is missing.
    #[must_use]
    pub fn kind(self) -> &'a str {
        self.0["resourceType"].as_str().unwrap_or_default()
    }

    /// The id, if it is valid.
    #[must_use]
    pub fn id(self) -> Option<&'a str> {
        self.0["id"].as_str().filter(|id| is_id(id))
    }

    /// An id for a resource that has none, or one that can't be used. Equal resources have the same.
    pub(crate) fn fingerprint(self) -> String {
        format!("entry-{}", digest(self.0))
    }

    /// Whether the resource was entered in error, in any coding.
    pub(crate) fn is_error(self) -> bool {
        const MISTAKE: &str = "entered-in-error";
        let verification = self.part("verificationStatus");
        let is_mistake = |text: Option<String>| text.as_deref() == Some(MISTAKE);
        self.0["status"] == MISTAKE
            || is_mistake(verification.text("text"))
            || verification.list("coding").any(|coding| is_mistake(coding.text("code")))
    }

    /// Whether the resource is about this patient. A resource without a patient counts as such.
    pub(crate) fn is_about(self, patient: &str) -> bool {
        let reference =
            ["patient", "subject"].into_iter().find_map(|part| self.0[part]["reference"].as_str());
        reference.is_none_or(|reference| {
            let target = Target::parse(reference);
            target.id == patient && target.kind.is_none_or(|kind| kind == "Patient")
        })
    }

    /// A string without control characters, truncated if it is long.
    pub(crate) fn text(self, part: &str) -> Option<String> {
        plain(self.0[part].as_str()?)
    }

    /// A string exactly as sent, for URLs and references.
    pub(crate) fn address(self, part: &str) -> Option<&'a str> {
        self.0[part].as_str()
    }

    /// The items of a list. Empty if the part is not a list.
    pub(crate) fn list(self, part: &str) -> impl Iterator<Item = Self> {
        self.0[part].as_array().into_iter().flatten().map(Self)
    }

    /// A part as a resource of its own.
    pub(crate) fn part(self, part: &str) -> Self {
        Self(&self.0[part])
    }

    /// The strings in a list, separated by commas.
    pub(crate) fn texts(self, part: &str) -> Option<String> {
        let texts = self.strings(part);
        (!texts.is_empty()).then(|| texts.join(", "))
    }

    /// A human-readable name of a coded part: its text, or else a display name, or else a code with its system. A coding
    /// that only says why there is no name is none.
    pub(crate) fn meaning(self, part: &str) -> Option<String> {
        self.part(part).concept_meaning()
    }

    /// A human-readable name of this coded part ([`Self::meaning`]).
    pub(crate) fn concept_meaning(self) -> Option<String> {
        let codings = || self.list("coding").filter(|coding| !coding.is_reason_for_absence());
        let display = || codings().find_map(|coding| coding.text("display"));
        let code =
            || codings().find_map(|coding| Some(code_name(coding.address("system"), &coding.text("code")?)));
        self.text("text").or_else(display).or_else(code)
    }

    /// Whether this coded part has only codes and no words.
    pub(crate) fn is_bare_code(self) -> bool {
        self.concept_meaning().is_some()
            && self.text("text").is_none()
            && self.list("coding").all(|coding| coding.text("display").is_none())
    }

    /// Whether a coding only says why there is no value.
    pub(crate) fn is_reason_for_absence(self) -> bool {
        let systems = ["data-absent-reason", "v3-NullFlavor"];
        self.address("system").is_some_and(|url| systems.iter().any(|system| url.ends_with(system)))
    }

    /// The codes of a status, in lower case: those of the standard's system, or else of any other, or else its text.
    pub(crate) fn status_codes(self, part: &str, system: &str) -> Vec<String> {
        let concept = self.part(part);
        let is_standard = |coding: &Self| coding.address("system").is_some_and(|url| url.ends_with(system));
        let codes = |codings: Vec<Self>| -> Vec<String> {
            codings
                .into_iter()
                .filter_map(|coding| coding.text("code"))
                .map(|code| code.to_lowercase())
                .collect()
        };
        let standard = codes(concept.list("coding").filter(is_standard).collect());
        let any = if standard.is_empty() { codes(concept.list("coding").collect()) } else { standard };
        if any.is_empty() {
            concept.text("text").map(|text| text.to_lowercase()).into_iter().collect()
        } else {
            any
        }
    }

    /// The first of these codes.
    pub(crate) fn status(self, part: &str, system: &str) -> Option<String> {
        self.status_codes(part, system).into_iter().next()
    }

    /// Whether a part is there at all.
    pub(crate) fn has(self, part: &str) -> bool {
        !self.0[part].is_null()
    }

    /// Whether an extension changes the meaning of the resource. This site knows none of them.
    pub(crate) fn is_modified(self) -> bool {
        self.list("modifierExtension").next().is_some()
    }

    /// Whether a date is after this day, wherever on earth it is that day.
    pub(crate) fn is_after(self, part: &str, day: Date) -> bool {
        let latest = day.saturating_add(1.day()).to_string();
        self.day(part).is_some_and(|date| date.as_str() > &latest[..date.len().min(latest.len())])
    }

    /// Whether a date is before this day, wherever on earth it is that day.
    pub(crate) fn is_before(self, part: &str, day: Date) -> bool {
        let earliest = day.saturating_sub(1.day()).to_string();
        self.day(part).is_some_and(|date| date.as_str() < &earliest[..date.len().min(earliest.len())])
    }

    /// The strings in a list.
    pub(crate) fn strings(self, part: &str) -> Vec<String> {
        self.list(part).filter_map(|text| plain(text.0.as_str()?)).collect()
    }

    /// A number in its original notation.
    pub(crate) fn number(self, part: &str) -> Option<String> {
        self.0[part].as_number().map(ToString::to_string)
    }

    /// A person's age: `age 12 years`.
    pub(crate) fn age(self, part: &str) -> Option<String> {
        let age = self.part(part);
        let unit = age.text("unit").unwrap_or_default();
        Some(format!("age {} {unit}", age.number("value")?).trim().to_owned())
    }

    /// A part that is true or false.
    pub(crate) fn boolean(self, part: &str) -> Option<bool> {
        self.0[part].as_bool()
    }

    /// Whether a part is true.
    pub(crate) fn is_true(self, part: &str) -> bool {
        self.0[part] == true
    }

    /// Whether a part is false.
    pub(crate) fn is_false(self, part: &str) -> bool {
        self.0[part] == false
    }

    /// The date of a point in time, with the precision that is known: `1996-06-27`, `1996-06` or `1996`.
    pub(crate) fn day(self, part: &str) -> Option<String> {
        let moment = self.text(part)?;
        let day = moment.split('T').next().unwrap_or_default();
        let is_day = !day.is_empty() && day.chars().all(|c| c.is_ascii_digit() || c == '-');
        is_day.then(|| day.to_owned())
    }
}

/// Returns a short text that is the same for equal values only.
pub(crate) fn digest(value: &(impl Hash + ?Sized)) -> String {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// The resource that a reference refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Target<'a> {
    /// The resource type. Absent for a `urn:uuid` reference, which names none.
    pub(crate) kind: Option<&'a str>,
    pub(crate) id: &'a str,
}

impl<'a> Target<'a> {
    /// Parses a reference: relative or absolute, perhaps to a version, or the `urn:uuid` of an entry.
    pub(crate) fn parse(reference: &'a str) -> Self {
        if let Some(id) = reference.strip_prefix("urn:uuid:") {
            return Self { kind: None, id };
        }
        let (current, _) = reference.split_once("/_history/").unwrap_or((reference, ""));
        let mut ends = current.rsplit('/');
        let id = ends.next().unwrap_or_default();
        Self { id, kind: Some(ends.next().unwrap_or_default()) }
    }
}

/// Whether a text is an id that can be part of a URL. Besides what the standard permits, servers use underscores and
/// tildes.
#[must_use]
pub fn is_id(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '~');
    let is_path = text.chars().all(|c| c == '.');
    !is_path && text.len() <= MAX_ID_LENGTH && text.chars().all(is_plain)
}

/// Removes control characters and truncates a text. Returns `None` if the result is empty.
fn plain(text: &str) -> Option<String> {
    let is_visible =
        |c: &char| !c.is_control() && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let visible: String = text.trim().chars().filter(is_visible).take(MAX_TEXT_LENGTH).collect();
    (!visible.is_empty()).then_some(visible)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn part_of_an_unexpected_type_counts_as_absent() {
        for value in [json!(null), json!(3), json!([]), json!({"code": 7, "status": ["x"], "list": "no"})] {
            let resource = Resource::new(&value);
            assert_eq!(
                (resource.kind(), resource.id(), resource.text("status"), resource.meaning("code")),
                ("", None, None, None)
            );
            assert_eq!(resource.list("list").count(), 0);
        }
    }

    #[test]
    fn meaning_is_the_text_or_else_a_display_name_or_code() {
        let table = [
            (json!({"text": "Asthma", "coding": [{"display": "Asthma (disorder)"}]}), Some("Asthma")),
            (json!({"coding": [{"code": "1"}, {"display": "Asthma"}]}), Some("Asthma")),
            (json!({"coding": [{"code": "195967001"}]}), Some("Code 195967001")),
            (
                json!({"coding": [{"system": "http://snomed.info/sct", "code": "195967001"}]}),
                Some("SNOMED CT code 195967001"),
            ),
            (
                json!({"coding": [{"system": "http://terminology.hl7.org/CodeSystem/data-absent-reason",
                    "code": "unknown", "display": "Unknown"}]}),
                None,
            ),
            (json!({"text": " \u{202e} "}), None),
        ];
        for (code, meaning) in table {
            let value = json!({ "code": code });
            assert_eq!(Resource::new(&value).meaning("code").as_deref(), meaning);
        }
    }

    #[test]
    fn resource_is_about_the_referenced_patient_or_any_if_none() {
        let table = [
            (json!({}), true),
            (json!({"patient": {"reference": "Patient/p1"}}), true),
            (json!({"subject": {"reference": "https://ehr.example/r4/Patient/p1"}}), true),
            (json!({"subject": {"reference": "urn:uuid:p1"}}), true),
            (json!({"subject": {"reference": "Patient/p1/_history/2"}}), true),
            (json!({"subject": {"reference": "https://ehr.example/r4/Patient/p1/_history/2"}}), true),
            (json!({"subject": {"reference": "Patient/p2/_history/p1"}}), false),
            (json!({"patient": {"reference": "Patient/p2"}}), false),
            (json!({"subject": {"reference": "Group/p1"}}), false),
            (json!({"subject": {"reference": "urn:uuid:p2"}}), false),
        ];
        for (value, is_about) in table {
            assert_eq!(Resource::new(&value).is_about("p1"), is_about, "{value}");
        }
    }

    #[test]
    fn mistake_counts_in_any_coding() {
        let table = [
            (json!({"status": "entered-in-error"}), true),
            (json!({"verificationStatus": {"text": "entered-in-error"}}), true),
            (json!({"verificationStatus": {"coding": [{"code": "X"}, {"code": "entered-in-error"}]}}), true),
            (json!({"status": "active", "verificationStatus": {"coding": [{"code": "confirmed"}]}}), false),
        ];
        for (value, is_error) in table {
            assert_eq!(Resource::new(&value).is_error(), is_error, "{value}");
        }
    }

    #[test]
    fn id_is_part_of_a_path_whatever_servers_use() {
        let long = "a".repeat(256);
        for id in ["p1", "e.f-3", "T_x~9", &long] {
            assert!(is_id(id), "{id}");
        }
        for id in ["", ".", "..", "a/b", "../x", "a b", "a?b", &format!("{long}a")] {
            assert!(!is_id(id), "{id}");
        }
    }

    #[test]
    fn point_in_time_is_shortened_to_its_date() {
        let day = |value: Value| Resource::new(&json!({ "at": value })).day("at");
        assert_eq!(day(json!("1996-06-27T14:10:09+00:00")).as_deref(), Some("1996-06-27"));
        assert_eq!(day(json!("1996-06")).as_deref(), Some("1996-06"));
        assert_eq!(day(json!("soon")), None);
    }
}
