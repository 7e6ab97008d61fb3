//! Reads the records of one patient page by page, within limits and only from the system's own address.

use std::time::Duration;

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use jiff::Timestamp;
use reqwest::{StatusCode, header};
use url::Url;
use waypoint_domain::{
    medical_record::{Demographics, Group, MedicalRecords},
    personal::Personal,
};
use waypoint_fhir::{Kind, Resource, demographics, name};

use super::{
    base_url::below, client::SmartClient, failure::SmartFailure, gathering::Gathering, token::Access,
};
use crate::external::{bounded_body::bounded_body, retry_after::retry_after};

/// The maximum size of a page in bytes.
const MAX_BYTES: usize = 4 * 1024 * 1024;
/// The maximum number of tries for a page of a busy server.
const MAX_TRIES: u32 = 4;
/// The first pause before a retry. It doubles each time.
const PAUSE: Duration = Duration::from_millis(250);
/// The longest pause that a server may request.
const MAX_PAUSE: Duration = Duration::from_secs(4);
const FHIR_JSON: &str = "application/fhir+json";

/// The records of a patient and the patient's details.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PatientRecords {
    pub records: Personal<MedicalRecords>,
    /// The patient's details.
    pub demographics: Personal<Demographics>,
    /// The patient's name.
    pub name: Personal<Option<String>>,
    /// The groups that the system did not return completely.
    pub missing: Vec<Group>,
}

/// A system's details about the patient.
#[derive(Default)]
struct Patient {
    demographics: Demographics,
    name: Option<String>,
}

impl SmartClient {
    /// Reads the records of a token's patient. Fails if anything the system offers can't be read.
    pub async fn read(&self, base: &Url, access: &Access) -> Result<PatientRecords, SmartFailure> {
        let reading = self.read_all(base, access);
        tokio::time::timeout(self.reading, reading).await.map_err(|_| SmartFailure::TimedOut)?
    }

    async fn read_all(&self, base: &Url, access: &Access) -> Result<PatientRecords, SmartFailure> {
        let mut gathering = Gathering::new(base, access.patient.reveal());
        let search = |kind: Kind, at: Url| async move {
            let answer = self.get(&at, access).await;
            (kind, at, answer)
        };
        let mut answers = FuturesUnordered::new();
        for kind in Kind::ALL {
            let permission = access.permission(kind);
            if permission != Permission::None {
                answers.push(search(kind, gathering.first(kind)));
            }
            if permission != Permission::Whole {
                gathering.mark_missing(kind);
            }
        }
        let searches = async {
            while let Some((kind, at, answer)) = answers.next().await {
                if let Some(next) = gathering.take((kind, &at), answer)? {
                    answers.push(search(kind, next));
                }
            }
            gathering.finish()
        };
        let ((records, missing), Patient { demographics, name }) =
            tokio::try_join!(searches, self.patient(base, access))?;
        Ok(PatientRecords {
            records: Personal::new(records),
            demographics: Personal::new(demographics),
            name: Personal::new(name),
            missing,
        })
    }

    /// Returns the patient's details, or none if the system does not permit reading them.
    async fn patient(&self, base: &Url, access: &Access) -> Result<Patient, SmartFailure> {
        let at = below(base, &format!("Patient/{}", access.patient.reveal()));
        let body = match self.get(&at, access).await {
            Err(refusal) if refusal.is_refused_kind() => return Ok(Patient::default()),
            body => body?,
        };
        let patient = serde_json::from_slice(&body).map_err(|_| SmartFailure::Unreadable)?;
        let patient = Resource::new(&patient);
        if patient.kind() != "Patient" || patient.id() != Some(access.patient.reveal()) {
            return Ok(Patient::default());
        }
        Ok(Patient { demographics: demographics(patient), name: name(patient) })
    }

    /// Fetches a body. Retries after a pause when the server is busy or fails temporarily.
    async fn get(&self, at: &Url, access: &Access) -> Result<Vec<u8>, SmartFailure> {
        let (mut tries, mut pause) = (1, PAUSE);
        loop {
            let request = self.http.get(at.clone())?.header(header::ACCEPT, FHIR_JSON);
            let answer = request.bearer_auth(access.token.reveal()).send().await;
            let (failure, requested_pause) = match answer {
                Ok(answer) if answer.status().is_success() => {
                    return bounded_body(answer, MAX_BYTES).await.map_err(SmartFailure::from);
                }
                Ok(answer) if answer.status() == StatusCode::UNAUTHORIZED => return Err(SmartFailure::Ended),
                Ok(answer) => {
                    let requested_pause = retry_after(answer.headers(), Timestamp::now());
                    (SmartFailure::Status(answer.status().as_u16()), requested_pause)
                }
                Err(error) => (SmartFailure::from(error), None),
            };
            if tries == MAX_TRIES || !is_temporary(&failure) {
                return Err(failure);
            }
            tokio::time::sleep(requested_pause.unwrap_or(pause).min(MAX_PAUSE)).await;
            (tries, pause) = (tries + 1, pause * 2);
        }
    }
}

/// How much of a kind the patient permits to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Permission {
    None,
    /// A part narrowed down by a scope: `patient/Condition.rs?category=…`.
    Part,
    Whole,
}

impl Access {
    /// Returns how much of a kind may be read. Everything, if the system doesn't return scopes.
    fn permission(&self, kind: Kind) -> Permission {
        let scopes =
            self.scope.as_ref().map(|scope| scope.split_whitespace().map(|one| scope_permission(one, kind)));
        scopes.map_or(Permission::Whole, |scopes| scopes.max().unwrap_or(Permission::None))
    }
}

/// Returns what a scope of either version permits for a patient's kind: `patient/Condition.read`, `patient/*.rs`.
/// Searching is enough, which is `s` in version 2.
fn scope_permission(scope: &str, kind: Kind) -> Permission {
    let Some((what, how)) = scope.strip_prefix("patient/").and_then(|rest| rest.split_once('.')) else {
        return Permission::None;
    };
    let (how, is_part) = how.split_once('?').map_or((how, false), |(how, _)| (how, true));
    let is_search = how.chars().all(|letter| "cruds".contains(letter)) && how.contains('s');
    if !["*", kind.name()].contains(&what) || !(is_search || ["read", "*"].contains(&how)) {
        return Permission::None;
    }
    if is_part { Permission::Part } else { Permission::Whole }
}

/// Whether a failure may be temporary.
fn is_temporary(failure: &SmartFailure) -> bool {
    matches!(
        failure,
        SmartFailure::Unreachable | SmartFailure::Slow | SmartFailure::Status(429 | 500 | 502..=504)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(scope: Option<&str>) -> Access {
        Access {
            token: Personal::new("t".to_owned()),
            patient: Personal::new("p1".to_owned()),
            scope: scope.map(str::to_owned),
        }
    }

    #[test]
    fn permission_for_a_kind_follows_from_scopes() {
        let table = [
            (None, Permission::Whole),
            (Some("patient/Condition.rs"), Permission::Whole),
            (Some("patient/Condition.r patient/Condition.s"), Permission::Whole),
            (Some("patient/Condition.s"), Permission::Whole),
            (Some("launch/patient patient/Condition.read"), Permission::Whole),
            (Some("patient/*.rs"), Permission::Whole),
            (Some("patient/*.cruds"), Permission::Whole),
            (Some("patient/Condition.rs?category=problem-list-item"), Permission::Part),
            (Some("patient/Condition.rs?category=problem-list-item patient/*.rs"), Permission::Whole),
            (Some("patient/Condition.r"), Permission::None),
            (Some("patient/Immunization.rs"), Permission::None),
            (Some("user/Condition.rs"), Permission::None),
            (Some("patient/Condition.write"), Permission::None),
            (Some(""), Permission::None),
        ];
        for (scope, permission) in table {
            assert_eq!(access(scope).permission(Kind::Condition), permission, "{scope:?}");
        }
    }

    #[test]
    fn only_temporary_failures_are_retried() {
        for (failure, expected) in [
            (SmartFailure::Unreachable, true),
            (SmartFailure::Slow, true),
            (SmartFailure::Status(429), true),
            (SmartFailure::Status(503), true),
            (SmartFailure::Status(403), false),
            (SmartFailure::Status(501), false),
            (SmartFailure::Ended, false),
        ] {
            assert_eq!(is_temporary(&failure), expected, "{failure}");
        }
    }
}
