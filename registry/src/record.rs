//! Converts registry records to studies. Only the number is required, because any other part may be missing in real
//! records.

use serde::Deserialize;
use serde_json::Value;
use waypoint_domain::{
    age_range::AgeRange,
    nct_id::NctId,
    recruitment_status::RecruitmentStatus,
    registry_study::{Contact, RegistryStudy},
    study_site::StudySite,
};

use crate::treatments::{Arms, DerivedTreatments};

/// A record that can't be converted, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{record}: {reason}")]
pub struct RejectedRecord {
    /// The record's number as given, at most 40 characters, or a placeholder if it has none.
    pub record: String,
    /// What is wrong with the record.
    pub reason: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    protocol_section: Protocol,
    #[serde(default)]
    derived_section: DerivedTreatments,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(clippy::struct_field_names, reason = "the names are the registry's")]
struct Protocol {
    identification_module: Identification,
    #[serde(default)]
    status_module: Status,
    #[serde(default)]
    sponsor_collaborators_module: Sponsors,
    #[serde(default)]
    description_module: Description,
    #[serde(default)]
    conditions_module: Conditions,
    #[serde(default)]
    design_module: Design,
    #[serde(default)]
    arms_interventions_module: Arms,
    #[serde(default)]
    eligibility_module: Eligibility,
    #[serde(default)]
    contacts_locations_module: ContactsLocations,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Identification {
    nct_id: String,
    #[serde(default)]
    brief_title: String,
    #[serde(default)]
    official_title: String,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct Status {
    #[serde(default)]
    overall_status: String,
    last_update_post_date_struct: Option<DateStruct>,
}

#[derive(Deserialize)]
struct DateStruct {
    date: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct Sponsors {
    lead_sponsor: Option<Sponsor>,
}

#[derive(Deserialize)]
struct Sponsor {
    #[serde(default)]
    name: String,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct Description {
    #[serde(default)]
    brief_summary: String,
    #[serde(default)]
    detailed_description: String,
}

#[derive(Deserialize, Default)]
struct Conditions {
    #[serde(default)]
    conditions: Vec<String>,
    #[serde(default)]
    keywords: Vec<String>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct Design {
    #[serde(default)]
    study_type: String,
    #[serde(default)]
    phases: Vec<String>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
#[allow(clippy::struct_field_names, reason = "the names are the registry's")]
struct Eligibility {
    #[serde(default)]
    eligibility_criteria: String,
    healthy_volunteers: Option<bool>,
    #[serde(default)]
    sex: String,
    minimum_age: Option<String>,
    maximum_age: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct ContactsLocations {
    #[serde(default)]
    central_contacts: Vec<CentralContact>,
    #[serde(default)]
    locations: Vec<Location>,
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct CentralContact {
    name: String,
    role: String,
    email: String,
    phone: String,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Location {
    facility: String,
    status: Option<String>,
    city: String,
    state: String,
    zip: String,
    country: String,
    geo_point: Option<GeoPoint>,
}

#[derive(Deserialize)]
struct GeoPoint {
    lat: f64,
    lon: f64,
}

/// Converts a record to a study.
///
/// # Errors
/// When the record has no valid number, or a field has the wrong type.
pub fn parse_study(record: &Value) -> Result<RegistryStudy, RejectedRecord> {
    let number = record
        .pointer("/protocolSection/identificationModule/nctId")
        .and_then(Value::as_str)
        .unwrap_or("a record without a number");
    let refused = |reason: String| RejectedRecord { record: number.chars().take(40).collect(), reason };
    let nct_id: NctId =
        number.parse().map_err(|error: waypoint_domain::nct_id::InvalidNctId| refused(error.to_string()))?;
    let record: Record = serde_path_to_error::deserialize(record)
        .map_err(|error| refused(format!("{} does not have the registry's format", error.path())))?;
    Ok(study(nct_id, record.protocol_section, &record.derived_section))
}

fn study(nct_id: NctId, protocol: Protocol, derived: &DerivedTreatments) -> RegistryStudy {
    let identification = protocol.identification_module;
    debug_assert!(identification.nct_id.trim().eq_ignore_ascii_case(nct_id.as_str()));
    let eligibility = protocol.eligibility_module;
    let contacts_locations = protocol.contacts_locations_module;
    let date = protocol.status_module.last_update_post_date_struct.and_then(|date| date.date);
    RegistryStudy {
        nct_id,
        brief_title: unescaped(&identification.brief_title),
        official_title: unescaped(&identification.official_title),
        brief_summary: unescaped(&protocol.description_module.brief_summary),
        detailed_description: unescaped(&protocol.description_module.detailed_description),
        conditions: protocol.conditions_module.conditions,
        keywords: protocol.conditions_module.keywords,
        interventions: protocol.arms_interventions_module.names(),
        headings: derived.headings(),
        status: RecruitmentStatus::from(protocol.status_module.overall_status),
        study_type: protocol.design_module.study_type.into(),
        phases: protocol.design_module.phases.iter().filter_map(|phase| phase_label(phase)).collect(),
        sex: eligibility.sex.into(),
        // An invalid age limit must not exclude anyone, so it is ignored.
        ages: AgeRange {
            minimum: eligibility.minimum_age.and_then(|age| age.parse().ok()),
            maximum: eligibility.maximum_age.and_then(|age| age.parse().ok()),
        },
        healthy_volunteers: eligibility.healthy_volunteers,
        eligibility_criteria: eligibility.eligibility_criteria,
        sponsor: protocol.sponsor_collaborators_module.lead_sponsor.map(|s| s.name).unwrap_or_default(),
        contacts: contacts_locations.central_contacts.into_iter().map(contact).collect(),
        sites: contacts_locations.locations.into_iter().map(site).collect(),
        last_updated: date,
    }
}

/// Removes the backslashes with which the registry escapes punctuation, as in `\~6,500`. The criteria keep theirs, because
/// they distinguish punctuation from bullets.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_escape = letter == '\\' && letters.peek().is_some_and(char::is_ascii_punctuation);
        plain.extend(if is_escape { letters.next() } else { Some(letter) });
    }
    plain
}

fn contact(contact: CentralContact) -> Contact {
    Contact {
        role: role_label(&contact.role),
        name: contact.name,
        email: contact.email,
        phone: contact.phone,
    }
}

/// Converts codes such as `PRINCIPAL_INVESTIGATOR` to `Principal investigator`.
fn role_label(code: &str) -> String {
    let lower = code.replace('_', " ").to_lowercase();
    let mut letters = lower.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn site(location: Location) -> StudySite {
    StudySite {
        site_name: location.facility,
        street_address: String::new(),
        city: location.city,
        state: location.state,
        country: location.country,
        pin_code: location.zip,
        latitude: location.geo_point.as_ref().map(|point| point.lat),
        longitude: location.geo_point.as_ref().map(|point| point.lon),
        status: location.status.map(RecruitmentStatus::from),
        central: false,
    }
}

/// Converts `PHASE2` to `Phase 2`, and `EARLY_PHASE1` to `Early phase 1`. Returns `None` for `NA`.
fn phase_label(phase: &str) -> Option<String> {
    let plain = phase.replace('_', "");
    match plain.as_str() {
        "NA" | "" => None,
        "EARLYPHASE1" => Some("Early phase 1".to_owned()),
        other => Some(match other.strip_prefix("PHASE") {
            Some(number) => format!("Phase {number}"),
            None => phase.to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn record_needs_only_its_number() {
        let study =
            parse_study(&json!({"protocolSection": {"identificationModule": {"nctId": "NCT04611802"}}}))
                .unwrap();
        assert_eq!(study.nct_id.as_str(), "NCT04611802");
        assert!(study.ages.admits(99) && study.sites.is_empty() && study.phases.is_empty());
    }

    #[test]
    fn record_with_invalid_number_is_rejected() {
        let refused =
            parse_study(&json!({"protocolSection": {"identificationModule": {"nctId": "NCT000001"}}}))
                .unwrap_err();
        assert_eq!(refused.record, "NCT000001");
        assert!(parse_study(&json!({"hello": 1})).is_err());
        assert!(parse_study(&json!(7)).is_err());
    }

    #[test]
    fn error_names_the_field_of_the_wrong_type() {
        let record = json!({"protocolSection": {
            "identificationModule": {"nctId": "NCT04611802"},
            "conditionsModule": {"conditions": "Asthma"}
        }});
        assert!(parse_study(&record).unwrap_err().reason.contains("conditionsModule.conditions"));
    }

    #[test]
    fn escapes_are_removed_from_texts() {
        for (text, plain) in [
            ("\\~6,500 adults", "~6,500 adults"),
            ("titers \\<0.1 \\[IU\\]", "titers <0.1 [IU]"),
            ("C:\\new and \\", "C:\\new and \\"),
            ("a \\\\ b", "a \\ b"),
            ("", ""),
        ] {
            assert_eq!(unescaped(text), plain);
        }
    }

    #[test]
    fn role_codes_become_labels() {
        assert_eq!(role_label("PRINCIPAL_INVESTIGATOR"), "Principal investigator");
        assert_eq!(role_label(""), "");
    }

    #[test]
    fn phase_codes_become_labels() {
        let words: Vec<_> =
            ["PHASE2", "EARLY_PHASE1", "EARLYPHASE1", "NA"].iter().map(|phase| phase_label(phase)).collect();
        assert_eq!(
            words,
            [Some("Phase 2".into()), Some("Early phase 1".into()), Some("Early phase 1".into()), None]
        );
    }

    #[test]
    fn invalid_age_limit_excludes_no_one() {
        let record = json!({"protocolSection": {
            "identificationModule": {"nctId": "NCT04611802"},
            "eligibilityModule": {"minimumAge": "N/A", "maximumAge": "65 Years"}
        }});
        let study = parse_study(&record).unwrap();
        assert!(study.ages.admits(3) && !study.ages.admits(66));
    }
}
