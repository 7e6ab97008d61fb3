//! Checks of studies.

use waypoint_domain::{
    partner_study::PartnerStudy, question::MAX_QUESTIONS, recruitment_status::RecruitmentStatus,
};

use super::{
    coordinates::{self, PlaceFields},
    unique::{Occurrence, unique},
};
use crate::content::{
    error::ContentError,
    source_file::Sourced,
    step::Step::{Item, Key},
};

type Study = Sourced<PartnerStudy>;

pub(super) fn check(studies: &[Study], errors: &mut Vec<ContentError>) {
    for study in studies {
        check_name(study, errors);
        check_one(study, errors);
    }
    let numbers = studies.iter().map(|study| Occurrence {
        value: study.value.snow_study_number.as_str(),
        file: &study.file,
        steps: vec![Key("snow_study_number")],
    });
    unique("study number", numbers, errors);
    let system_ids = studies.iter().map(|study| Occurrence {
        value: &study.value.study_sys_id,
        file: &study.file,
        steps: vec![Key("study_sys_id")],
    });
    unique("study system id", system_ids, errors);
    let questions = studies.iter().flat_map(|study| {
        study.value.questions.iter().enumerate().map(|(index, question)| Occurrence {
            value: &question.sys_id,
            file: &study.file,
            steps: vec![Key("questions"), Item(index), Key("sys_id")],
        })
    });
    unique("question id", questions, errors);
}

/// Checks a study's file on its own, without regard to its name or other files.
pub(crate) fn check_one(study: &Study, errors: &mut Vec<ContentError>) {
    check_ages(study, errors);
    check_question_count(study, errors);
    check_asked_ages(study, errors);
    check_statuses(study, errors);
    check_links(study, errors);
    check_site_names(study, errors);
    check_system_id(study, errors);
    check_sex(study, errors);
    check_shares(study, errors);
    check_substitutes(study, errors);
    for (index, site) in study.value.sites.iter().enumerate() {
        let place = PlaceFields {
            state: &site.state,
            country: &site.country,
            latitude: site.latitude,
            longitude: site.longitude,
        };
        coordinates::check(&study.file, &[Key("sites"), Item(index)], place, errors);
    }
}

pub(super) fn is_well_named(study: &Study) -> bool {
    study.file.stem() == study.value.snow_study_number.as_str()
}

fn check_name(study: &Study, errors: &mut Vec<ContentError>) {
    if !is_well_named(study) {
        errors.push(ContentError::Misnamed {
            number: study.value.snow_study_number.to_string(),
            stem: study.file.stem().to_owned(),
            place: study.file.locate(&[Key("snow_study_number")]),
        });
    }
}

fn check_ages(study: &Study, errors: &mut Vec<ContentError>) {
    let ages = study.value.ages();
    if let (Some(minimum), Some(maximum)) = (ages.minimum, ages.maximum)
        && minimum.whole_years() > maximum.whole_years()
    {
        errors.push(ContentError::Unfit {
            message: "the minimum age is above the maximum age".into(),
            hint: "swap them, or remove a limit that the study doesn't have",
            place: study.file.locate(&[Key("minimum_age")]),
        });
    }
}

/// Checks questions about age, which are compared with the date of birth and therefore need a plausible age.
fn check_asked_ages(study: &Study, errors: &mut Vec<ContentError>) {
    for (index, question) in study.value.questions.iter().enumerate() {
        let Some(ages) = question.asks_age else { continue };
        let message = match (ages.minimum_age, ages.maximum_age) {
            (None, None) => "a question about age doesn't specify an age",
            (Some(minimum), Some(maximum)) if minimum.whole_years() > maximum.whole_years() => {
                "the minimum age is above the maximum age"
            }
            _ => continue,
        };
        errors.push(ContentError::Unfit {
            message: message.into(),
            hint: "write the ages that the question asks about, such as { minimum_age = \"18 Years\" }",
            place: study.file.locate(&[Key("questions"), Item(index), Key("asks_age")]),
        });
    }
}

/// Allowed partner-specific statuses. Any other unknown status would silently close the study.
const PARTNER_STATUSES: [&str; 1] = ["Opted out"];

fn check_statuses(study: &Study, errors: &mut Vec<ContentError>) {
    let sites = study.value.sites.iter().enumerate();
    let site_statuses = sites.filter_map(|(index, site)| {
        Some((site.status.as_ref()?, vec![Key("sites"), Item(index), Key("status")]))
    });
    for (status, steps) in std::iter::once((&study.value.status, vec![Key("status")])).chain(site_statuses) {
        let known = match status {
            RecruitmentStatus::Other(words) => PARTNER_STATUSES.contains(&words.as_str()),
            _ => true,
        };
        if !known {
            errors.push(ContentError::Unknown {
                what: "status",
                value: status.label().to_owned(),
                hint: "use Recruiting, Not yet recruiting, Enrolling by invitation, Active, not recruiting, \
                       Suspended, Terminated, Withdrawn, Completed, or Opted out",
                place: study.file.locate(&steps),
            });
        }
    }
}

fn check_links(study: &Study, errors: &mut Vec<ContentError>) {
    let value = &study.value;
    let links = [
        ("static_recruitment_link", &value.static_recruitment_link, true),
        ("study_sponsor_url", &value.study_sponsor_url, false),
    ];
    for (key, link, allows_own_page) in links {
        let fits = |link: &str| {
            !link.contains(char::is_whitespace)
                && (link.starts_with("https://")
                    || (allows_own_page && link.starts_with('/') && !link.starts_with("//")))
        };
        if link.as_deref().is_some_and(|link| !fits(link)) {
            errors.push(ContentError::Unfit {
                message: format!("{key} isn't a valid address"),
                hint: "write the full URL, starting with https://; for a page of this site, start with /",
                place: study.file.locate(&[Key(key)]),
            });
        }
    }
}

/// Checks the system id, which identifies the study in the partner system.
fn check_system_id(study: &Study, errors: &mut Vec<ContentError>) {
    let value = &study.value;
    let id = &value.study_sys_id;
    if id.len() != 32 || !id.bytes().all(|b| b.is_ascii_hexdigit()) {
        errors.push(ContentError::Unfit {
            message: format!("'{id}' isn't a valid system id"),
            hint: "copy the full id: 32 digits and letters from a to f",
            place: study.file.locate(&[Key("study_sys_id")]),
        });
    }
}

/// Checks the sex. An unknown word would be read as "All", which the editor did not intend.
fn check_sex(study: &Study, errors: &mut Vec<ContentError>) {
    let place = study.file.locate(&[Key("sex")]);
    let given = place.source_text().trim_matches(['"', '\'']);
    let known = ["All", "Female", "Male"].iter().any(|word| given.trim().eq_ignore_ascii_case(word));
    if !given.is_empty() && !known {
        errors.push(ContentError::Unfit {
            message: format!("'{given}' isn't a valid value for sex"),
            hint: "use All, Female, or Male",
            place,
        });
    }
}

/// Checks that no group has both a placebo and a sham treatment.
fn check_substitutes(study: &Study, errors: &mut Vec<ContentError>) {
    for (index, group) in study.value.facts.groups.iter().enumerate() {
        if group.is_sham && group.is_placebo.is_some() {
            errors.push(ContentError::Unfit {
                message: "the group has both is_sham and is_placebo".into(),
                hint: "a sham treatment only looks like the tested procedure, and a placebo like the tested medicine; keep one",
                place: study.file.locate(&[Key("facts"), Key("groups"), Item(index)]),
            });
        }
    }
}

/// Checks the shares of groups. With a share for some groups only, no one could tell the chance of any.
fn check_shares(study: &Study, errors: &mut Vec<ContentError>) {
    let groups = &study.value.facts.groups;
    let without = groups.iter().position(|group| group.share.is_none());
    if let Some(index) = without.filter(|_| groups.iter().any(|group| group.share.is_some())) {
        errors.push(ContentError::Unfit {
            message: "some groups have a share, but this one doesn't".into(),
            hint: "give every group a share, or none",
            place: study.file.locate(&[Key("facts"), Key("groups"), Item(index)]),
        });
    }
}

fn check_site_names(study: &Study, errors: &mut Vec<ContentError>) {
    let sites = &study.value.sites;
    for (index, site) in sites.iter().enumerate() {
        if sites[..index].iter().any(|before| before.key() == site.key()) {
            errors.push(ContentError::Unfit {
                message: "two sites of the study have the same name and city".into(),
                hint: "give one of them a different site_name so that people can tell them apart",
                place: study.file.locate(&[Key("sites"), Item(index)]),
            });
        }
    }
}

fn check_question_count(study: &Study, errors: &mut Vec<ContentError>) {
    if study.value.questions.len() > MAX_QUESTIONS {
        errors.push(ContentError::Unfit {
            message: format!("a study can have at most {MAX_QUESTIONS} questions"),
            hint: "remove the questions that are no longer asked",
            place: study.file.locate(&[Key("questions"), Item(MAX_QUESTIONS)]),
        });
    }
}
