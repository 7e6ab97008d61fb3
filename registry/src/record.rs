//! Converts registry records to studies. Only the number is required, because any other field may be missing or damaged.

use serde_json::Value;
use waypoint_domain::{
    age_range::AgeRange,
    country::Country,
    nct_id::{InvalidNctId, NctId},
    recruitment_status::RecruitmentStatus,
    registry_study::{RegistryStudy, StudyNames},
    sex::Sex,
    study_site::StudySite,
};

use crate::{
    age_limit::age_limit,
    contacts::{contacts, countries, site_contacts},
    design::study_design,
    fields::{Fields, Unreadable},
    treatments::{headings, intervention_names},
};

/// What a record says instead of an age limit.
const NO_LIMIT: &str = "N/A";

/// A record that can't be converted, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{record}: {reason}")]
pub struct RejectedRecord {
    /// The record's number as given, at most 40 characters, or else what identifies it to its sponsor.
    pub record: String,
    /// What is wrong with the number.
    pub reason: InvalidNctId,
}

/// A converted record.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedRecord {
    /// The study, without the unreadable fields.
    pub study: RegistryStudy,
    /// The paths of the fields that could not be read, such as `protocolSection.conditionsModule.conditions`, in order.
    pub unreadable: Vec<String>,
}

/// Converts a record to a study, and leaves out unreadable fields.
///
/// # Errors
/// When the record has no valid number.
pub fn parse_study(record: &Value) -> Result<RegistryStudy, RejectedRecord> {
    parse_record(record).map(|parsed| parsed.study)
}

/// Converts a record to a study, and names the unreadable fields.
///
/// # Errors
/// When the record has no valid number.
pub fn parse_record(record: &Value) -> Result<ParsedRecord, RejectedRecord> {
    let number = text_at(record, "nctId").unwrap_or_default();
    let nct_id: NctId =
        number.parse().map_err(|reason| RejectedRecord { record: name_without_number(record), reason })?;
    let unreadable = Unreadable::default();
    let study = study(nct_id, &Fields::of_record(record, &unreadable));
    Ok(ParsedRecord { study, unreadable: unreadable.into_paths() })
}

/// Returns the number as given, or else what identifies the record to its sponsor.
fn name_without_number(record: &Value) -> String {
    let cut = |text: &str| text.chars().take(40).collect::<String>();
    match (text_at(record, "nctId"), text_at(record, "orgStudyIdInfo/id")) {
        (Some(number), _) => cut(number),
        (None, Some(id)) => format!("a record without a number (sponsor's id {})", cut(id)),
        (None, None) => "a record without a number".to_owned(),
    }
}

/// Returns a text that identifies the record, or `None` if it is blank.
fn text_at<'a>(record: &'a Value, place: &str) -> Option<&'a str> {
    let text = record.pointer(&format!("/protocolSection/identificationModule/{place}"))?.as_str()?;
    Some(text).filter(|text| !text.trim().is_empty())
}

fn study(nct_id: NctId, record: &Fields) -> RegistryStudy {
    let protocol = record.object("protocolSection");
    let identification = protocol.object("identificationModule");
    let status = protocol.object("statusModule");
    let description = protocol.object("descriptionModule");
    let conditions = protocol.object("conditionsModule");
    let design = protocol.object("designModule");
    let eligibility = protocol.object("eligibilityModule");
    let sponsors = protocol.object("sponsorCollaboratorsModule");
    let contacts_locations = protocol.object("contactsLocationsModule");
    let locations = contacts_locations.objects("locations");
    let sites: Vec<StudySite> = locations.iter().map(site).collect();
    let countries = countries(&sites);
    let official_title = identification.text("officialTitle");
    let brief_title = identification.optional_text("briefTitle").filter(|title| !title.is_empty());
    RegistryStudy {
        nct_id,
        brief_title: brief_title.unwrap_or_else(|| official_title.clone()),
        official_title,
        brief_summary: description.paragraphs("briefSummary"),
        detailed_description: description.paragraphs("detailedDescription"),
        conditions: conditions.texts("conditions"),
        keywords: conditions.texts("keywords"),
        interventions: intervention_names(&protocol.object("armsInterventionsModule")),
        headings: headings(&record.object("derivedSection")),
        status: RecruitmentStatus::from(status.text("overallStatus")),
        why_stopped: status.text("whyStopped"),
        study_type: design.text("studyType").into(),
        design: study_design(record, &protocol),
        phases: design.texts("phases").iter().filter_map(|phase| phase_label(phase)).collect(),
        sex: Sex::stated(&eligibility.text("sex")),
        ages: ages(&eligibility),
        healthy_volunteers: eligibility.flag("healthyVolunteers"),
        eligibility_criteria: eligibility.escaped_paragraphs("eligibilityCriteria"),
        sponsor: sponsors.object("leadSponsor").text("name"),
        names: names(&identification, &sponsors),
        contacts: contacts(&contacts_locations.objects("centralContacts"), &countries),
        site_contacts: site_contacts(&locations, &sites),
        officials: contacts(&contacts_locations.objects("overallOfficials"), &countries),
        sites,
        last_updated: status.object("lastUpdatePostDateStruct").parsed("date"),
    }
}

/// Returns the ages that a record states. The registry leaves out a limit that a study doesn't have. Without readable
/// limits, it is unknown which ages a study admits.
fn ages(eligibility: &Fields) -> Option<AgeRange> {
    let limit = |name| {
        let read = |text: &str| {
            let has_none = text.is_empty() || text.eq_ignore_ascii_case(NO_LIMIT);
            if has_none { Some(None) } else { age_limit(text).map(Some) }
        };
        if eligibility.has(name) { eligibility.read_as(name, read) } else { Some(None) }
    };
    // Both limits are read, so that both are reported if they are unreadable.
    let [minimum, maximum] = ["minimumAge", "maximumAge"].map(limit);
    let range = AgeRange { minimum: minimum?, maximum: maximum? };
    eligibility.is_present().then_some(range)
}

fn names(identification: &Fields, sponsors: &Fields) -> StudyNames {
    let organization = identification.object("organization").text("fullName");
    let collaborators = sponsors.objects("collaborators").into_iter().map(|one| one.text("name"));
    let investigator = sponsors.object("responsibleParty").text("investigatorFullName");
    let own_id = identification.object("orgStudyIdInfo").text("id");
    let secondary = identification.objects("secondaryIdInfos").into_iter().map(|one| one.text("id"));
    let aliases = identification.texts("nctIdAliases").into_iter();
    let given = |text: &String| !text.is_empty();
    StudyNames {
        acronym: identification.text("acronym"),
        ids: aliases.chain([own_id]).chain(secondary).filter(given).collect(),
        organizations: [organization].into_iter().chain(collaborators).filter(given).collect(),
        investigators: [investigator].into_iter().filter(given).collect(),
    }
}

fn site(location: &Fields) -> StudySite {
    let point = location.object("geoPoint");
    // One half of a point is no place.
    let (latitude, longitude) = point.number("lat").zip(point.number("lon")).unzip();
    let country = location.text("country");
    StudySite {
        site_name: location.text("facility"),
        street_address: String::new(),
        city: location.text("city"),
        state: location.text("state"),
        pin_code: postal_code(location.text("zip"), &country),
        country,
        latitude,
        longitude,
        status: location.optional_text("status").map(RecruitmentStatus::from),
        central: false,
    }
}

/// Restores the zeros at the beginning of a US ZIP code, which are lost when it is written as a number.
fn postal_code(code: String, country: &str) -> String {
    let is_short = code.len() < 5 && code.bytes().all(|byte| byte.is_ascii_digit()) && !code.is_empty();
    let is_zip = || Country::parse(country) == Country::parse("United States");
    if is_short && is_zip() { format!("{code:0>5}") } else { code }
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
        assert!(study.sites.is_empty() && study.phases.is_empty());
        assert_eq!((study.ages, study.sex), (None, None));
    }

    #[test]
    fn names_of_every_kind_are_read() {
        let record = json!({"protocolSection": {
            "identificationModule": {
                "nctId": "NCT04611802", "nctIdAliases": ["NCT00000001"], "acronym": "BLISS-LN",
                "orgStudyIdInfo": {"id": "AFT-05"},
                "secondaryIdInfos": [{"id": "2014-005181-30", "type": "EUDRACT_NUMBER"}, {"id": null}],
                "organization": {"fullName": "Alliance Foundation"}
            },
            "sponsorCollaboratorsModule": {
                "responsibleParty": {"investigatorFullName": "Neil H White"},
                "collaborators": [{"name": "Pfizer"}, {"name": "NIH"}]
            }
        }});
        let names = parse_study(&record).unwrap().names;
        let expected = StudyNames {
            acronym: "BLISS-LN".into(),
            ids: ["NCT00000001", "AFT-05", "2014-005181-30"].map(Into::into).into(),
            organizations: ["Alliance Foundation", "Pfizer", "NIH"].map(Into::into).into(),
            investigators: vec!["Neil H White".into()],
        };
        assert_eq!(names, expected);
    }

    #[test]
    fn record_with_invalid_number_is_rejected() {
        let refused =
            parse_study(&json!({"protocolSection": {"identificationModule": {"nctId": "NCT000001"}}}))
                .unwrap_err();
        assert_eq!(refused.record, "NCT000001");
        assert!(parse_study(&json!({"hello": 1})).is_err());
        let unnumbered =
            json!({"protocolSection": {"identificationModule": {"orgStudyIdInfo": {"id": "05-1109"}}}});
        assert!(parse_study(&unnumbered).unwrap_err().record.contains("05-1109"));
        let blank = json!({"protocolSection": {"identificationModule": {"nctId": " ", "orgStudyIdInfo": {"id": ""}}}});
        assert_eq!(parse_study(&blank).unwrap_err().record, "a record without a number");
        assert!(parse_study(&json!(7)).is_err());
    }

    #[test]
    fn texts_are_plain_everywhere() {
        let record = json!({"protocolSection": {
            "identificationModule": {"nctId": "NCT04611802", "briefTitle": "Age &ge; 65<br>at home"},
            "descriptionModule": {"briefSummary": "<p>One</p><p>\\~Two &amp; three</p>"},
            "conditionsModule": {"conditions": ["Crohn&#39;s <i>Disease</i>"]},
            "eligibilityModule": {"eligibilityCriteria": "Inclusion:\n\n* BMI &lt; 30\n* Weight \\> 50 <b>kg</b>"},
            "sponsorCollaboratorsModule": {"leadSponsor": {"name": "Smith &amp; Jones"}},
            "contactsLocationsModule": {"locations": [{"facility": "Women&#x2019;s Clinic"}]}
        }});
        let study = parse_study(&record).unwrap();
        assert_eq!(study.brief_title, "Age ≥ 65 at home");
        assert_eq!(study.brief_summary, "One\n\n~Two & three");
        assert_eq!(study.conditions, ["Crohn's Disease"]);
        assert_eq!(study.eligibility_criteria, "Inclusion:\n\n* BMI < 30\n* Weight \\> 50 kg");
        assert_eq!(
            (study.sponsor.as_str(), study.sites[0].site_name.as_str()),
            ("Smith & Jones", "Women’s Clinic")
        );
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
    fn study_without_a_brief_title_is_known_by_its_official_one() {
        for brief in [Value::Null, json!(""), json!(true)] {
            let record = json!({"protocolSection": {"identificationModule": {
                "nctId": "NCT04611802", "briefTitle": brief, "officialTitle": "A Study of a Gel"}}});
            assert_eq!(parse_study(&record).unwrap().brief_title, "A Study of a Gel");
        }
    }

    #[test]
    fn age_limit_without_a_unit_is_in_years() {
        for minimum in [json!(18), json!("18"), json!("18 Years")] {
            let record = json!({"protocolSection": {
                "identificationModule": {"nctId": "NCT04611802"},
                "eligibilityModule": {"minimumAge": minimum}
            }});
            let ages = parse_study(&record).unwrap().ages.unwrap();
            assert!(!ages.admits(17) && ages.admits(18), "{minimum}");
        }
    }

    #[test]
    fn unreadable_ages_and_sex_are_not_stated() {
        let eligibility = |module: Value| {
            let record = json!({"protocolSection": {
                "identificationModule": {"nctId": "NCT04611802"}, "eligibilityModule": module
            }});
            let study = parse_study(&record).unwrap();
            (study.ages.map(|ages| ages.plain()), study.sex)
        };
        let any = |sex| (Some("Any age".to_owned()), sex);
        assert_eq!(eligibility(json!({"sex": "ALL"})), any(Some(Sex::All)));
        assert_eq!(eligibility(json!({"sex": "FEMALE", "minimumAge": "N/A"})), any(Some(Sex::Female)));
        for sex in [Value::Null, json!(""), json!("UNKNOWN"), json!(7)] {
            assert_eq!(eligibility(json!({ "sex": sex })), any(None), "{sex}");
        }
        for module in [Value::Null, json!("18 and older"), json!([])] {
            assert_eq!(eligibility(module.clone()), (None, None), "{module}");
        }
        for limit in [Value::Null, json!({}), json!("soon")] {
            let module = json!({"sex": "ALL", "minimumAge": limit, "maximumAge": "65 Years"});
            assert_eq!(eligibility(module), (None, Some(Sex::All)), "{limit}");
        }
    }

    #[test]
    fn numbers_instead_of_texts_and_texts_instead_of_numbers_are_read() {
        let record = json!({"protocolSection": {
            "identificationModule": {
                "nctId": "NCT04611802", "briefTitle": 2030, "orgStudyIdInfo": {"id": 51109},
                "secondaryIdInfos": [{"id": 20_140_051}]
            },
            "statusModule": {"lastUpdatePostDateStruct": {"date": 2026}},
            "designModule": {"enrollmentInfo": {"count": "300"}},
            "conditionsModule": {"conditions": [2019, "COVID-19"]},
            "eligibilityModule": {"eligibilityCriteria": 18, "sex": "ALL"},
            "contactsLocationsModule": {
                "centralContacts": [{"name": "Lee", "phone": 2_165_550_111_u64, "phoneExt": 9}],
                "locations": [
                    {"city": "Akron", "country": "United States", "zip": 44308,
                        "geoPoint": {"lat": "41.08", "lon": -81.52}},
                    {"city": "Boston", "country": "United States", "zip": 2115},
                    {"city": "Vienna", "country": "Austria", "zip": 1090}
                ]
            }
        }});
        let ParsedRecord { study, unreadable } = parse_record(&record).unwrap();
        assert_eq!(unreadable, [""; 0]);
        assert_eq!((study.brief_title.as_str(), study.eligibility_criteria.as_str()), ("2030", "18"));
        assert_eq!(study.names.ids, ["51109", "20140051"]);
        assert_eq!(study.conditions, ["2019", "COVID-19"]);
        let codes: Vec<_> = study.sites.iter().map(|site| site.pin_code.as_str()).collect();
        assert_eq!(codes, ["44308", "02115", "1090"]);
        assert!(study.sites[0].coordinates().is_some() && study.last_updated.is_some());
        assert!(study.contacts[0].phones[0].shown.starts_with("2165550111"));
    }

    #[test]
    fn unreadable_age_limit_is_reported() {
        for (limits, expected) in [
            (json!({"minimumAge": "18 Years 6 Moons"}), vec!["minimumAge"]),
            (json!({"minimumAge": "18 Years 6 Months"}), vec![]),
            (json!({"minimumAge": "soon", "maximumAge": "later"}), vec!["maximumAge", "minimumAge"]),
            (json!({"minimumAge": "18 Years", "maximumAge": {}}), vec!["maximumAge"]),
            (json!({"minimumAge": "18 Years", "maximumAge": "N/A"}), vec![]),
            (json!({"minimumAge": ""}), vec![]),
        ] {
            let record = json!({"protocolSection": {
                "identificationModule": {"nctId": "NCT04611802"}, "eligibilityModule": limits
            }});
            let expected: Vec<_> =
                expected.iter().map(|name| format!("protocolSection.eligibilityModule.{name}")).collect();
            let parsed = parse_record(&record).unwrap();
            assert_eq!(parsed.unreadable, expected, "{limits}");
            assert_eq!(parsed.study.ages.is_none(), !expected.is_empty(), "{limits}");
        }
    }

    #[test]
    fn limit_that_does_not_apply_excludes_no_one() {
        let record = json!({"protocolSection": {
            "identificationModule": {"nctId": "NCT04611802"},
            "eligibilityModule": {"minimumAge": "N/A", "maximumAge": "65 Years"}
        }});
        let ages = parse_study(&record).unwrap().ages.unwrap();
        assert!(ages.admits(3) && !ages.admits(66));
    }
}
