//! One resource, asked for its parts by their places.

use serde_json::Value;

/// The most characters that are taken of a text.
const LONGEST_TEXT: usize = 500;
/// The most characters of an id; the standard allows 64.
const LONGEST_ID: usize = 64;

/// A resource as a server has sent it.
#[derive(Debug, Clone, Copy)]
pub struct Resource<'a>(&'a Value);

impl<'a> Resource<'a> {
    /// A value as a resource, whatever is in it.
    #[must_use]
    pub fn of(value: &'a Value) -> Self {
        Self(value)
    }

    /// The name of its kind.
    #[must_use]
    pub fn kind(self) -> &'a str {
        self.0["resourceType"].as_str().unwrap_or_default()
    }

    /// Its id; nothing when it is none by which an entry could be chosen.
    #[must_use]
    pub fn id(self) -> Option<&'a str> {
        self.0["id"].as_str().filter(|id| is_id(id))
    }

    /// Whether it was entered by mistake; then nothing in it is true.
    pub(crate) fn is_error(self) -> bool {
        const MISTAKE: &str = "entered-in-error";
        self.0["status"] == MISTAKE || self.coded("verificationStatus").as_deref() == Some(MISTAKE)
    }

    /// Whether it is about this person, as far as it says whom it is about.
    pub(crate) fn is_about(self, patient: &str) -> bool {
        let named = ["patient", "subject"].into_iter().find_map(|part| self.0[part]["reference"].as_str());
        named.is_none_or(|reference| {
            reference.strip_prefix("urn:uuid:").map_or_else(
                || {
                    let (current, _) = reference.split_once("/_history/").unwrap_or((reference, ""));
                    let mut ends = current.rsplit('/');
                    ends.next() == Some(patient) && ends.next() == Some("Patient")
                },
                |id| id == patient,
            )
        })
    }

    /// A text.
    pub(crate) fn text(self, part: &str) -> Option<String> {
        plain(self.0[part].as_str()?)
    }

    /// An address, as it is written.
    pub(crate) fn address(self, part: &str) -> Option<&'a str> {
        self.0[part].as_str()
    }

    /// The values of a list; none when it is no list.
    pub(crate) fn list(self, part: &str) -> impl Iterator<Item = Self> {
        self.0[part].as_array().into_iter().flatten().map(Self)
    }

    /// A part of it.
    pub(crate) fn part(self, part: &str) -> Self {
        Self(&self.0[part])
    }

    /// The texts of a list, with commas between them.
    pub(crate) fn texts(self, part: &str) -> Option<String> {
        let texts = self.strings(part);
        (!texts.is_empty()).then(|| texts.join(", "))
    }

    /// What a coded part means to people: its text, else how a code is displayed, else a code.
    pub(crate) fn meaning(self, part: &str) -> Option<String> {
        let concept = self.part(part);
        let of_codes = |name: &'static str| concept.list("coding").find_map(move |code| code.text(name));
        concept.text("text").or_else(|| of_codes("display")).or_else(|| of_codes("code"))
    }

    /// The code of a coded part, such as a status; else its text.
    pub(crate) fn coded(self, part: &str) -> Option<String> {
        let concept = self.part(part);
        concept.list("coding").find_map(|code| code.text("code")).or_else(|| concept.text("text"))
    }

    /// The texts of a list.
    pub(crate) fn strings(self, part: &str) -> Vec<String> {
        self.list(part).filter_map(|text| plain(text.0.as_str()?)).collect()
    }

    /// A number, as it is written.
    pub(crate) fn number(self, part: &str) -> Option<String> {
        self.0[part].as_number().map(ToString::to_string)
    }

    /// Whether a part is true.
    pub(crate) fn is_true(self, part: &str) -> bool {
        self.0[part] == true
    }

    /// A moment, as its day or as much of it as is known: `1996-06-27`, `1996-06` or `1996`.
    pub(crate) fn day(self, part: &str) -> Option<String> {
        let moment = self.text(part)?;
        let day = moment.split('T').next().unwrap_or_default();
        let is_day = !day.is_empty() && day.chars().all(|c| c.is_ascii_digit() || c == '-');
        is_day.then(|| day.to_owned())
    }
}

/// Whether a text is an id as the standard has them.
#[must_use]
pub fn is_id(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    !text.is_empty() && text.len() <= LONGEST_ID && text.chars().all(is_plain)
}

/// A text without signs that can't be seen, up to a bound; nothing when nothing is left.
fn plain(text: &str) -> Option<String> {
    let seen = |c: &char| !c.is_control() && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let kept: String = text.trim().chars().filter(seen).take(LONGEST_TEXT).collect();
    (!kept.is_empty()).then_some(kept)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_part_in_another_shape_is_not_there() {
        for value in [json!(null), json!(3), json!([]), json!({"code": 7, "status": ["x"], "list": "no"})] {
            let resource = Resource::of(&value);
            assert_eq!(
                (resource.kind(), resource.id(), resource.text("status"), resource.meaning("code")),
                ("", None, None, None)
            );
            assert_eq!(resource.list("list").count(), 0);
        }
    }

    #[test]
    fn a_coded_part_means_its_text_else_a_display_else_a_code() {
        let table = [
            (json!({"text": "Asthma", "coding": [{"display": "Asthma (disorder)"}]}), Some("Asthma")),
            (json!({"coding": [{"code": "1"}, {"display": "Asthma"}]}), Some("Asthma")),
            (json!({"coding": [{"code": "195967001"}]}), Some("195967001")),
            (json!({"text": " \u{202e} "}), None),
        ];
        for (code, meaning) in table {
            let value = json!({ "code": code });
            assert_eq!(Resource::of(&value).meaning("code").as_deref(), meaning);
        }
    }

    #[test]
    fn a_resource_is_about_the_person_whom_it_names_or_about_nobody_in_particular() {
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
            assert_eq!(Resource::of(&value).is_about("p1"), is_about, "{value}");
        }
    }

    #[test]
    fn a_moment_is_its_day() {
        let day = |value: Value| Resource::of(&json!({ "at": value })).day("at");
        assert_eq!(day(json!("1996-06-27T14:10:09+00:00")).as_deref(), Some("1996-06-27"));
        assert_eq!(day(json!("1996-06")).as_deref(), Some("1996-06"));
        assert_eq!(day(json!("soon")), None);
    }
}
