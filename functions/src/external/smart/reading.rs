//! Reads the records of one patient page by page, within limits and only from the system's own address.

use std::time::Duration;

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use reqwest::{StatusCode, header};
use tokio::time::{Instant, timeout_at};
use url::Url;
use waypoint_domain::{
    medical_record::{Demographics, MedicalRecords, MissingGroup, MissingReason},
    personal::Personal,
};
use waypoint_fhir::{Kind, Resource, demographics, is_id, name};

use super::{
    base_url::below,
    body::read_body,
    client::{MAX_PAUSE, SmartClient},
    failure::SmartFailure,
    gathering::Gathering,
    scopes::{Permission, scope_permission},
    searches::Search,
    token::Access,
};
use crate::external::retry_after::retry_after;

/// The maximum size of a page in bytes.
const MAX_BYTES: usize = 4 * 1024 * 1024;
/// The maximum number of tries for a page of a busy server.
const MAX_TRIES: u32 = 4;
/// The first pause before a retry. It doubles each time.
const PAUSE: Duration = Duration::from_millis(250);
/// The maximum number of medicines that are read one by one, and how many at once.
const MAX_MEDICINES: usize = 60;
const MEDICINES_AT_ONCE: usize = 6;
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
    pub missing: Vec<MissingGroup>,
}

/// A system's details about the patient.
#[derive(Default)]
struct Patient {
    demographics: Demographics,
    name: Option<String>,
}

impl SmartClient {
    /// Reads the records of a token's patient. What the system doesn't return in time, or can't, is missing in the
    /// result. Fails if nothing can be read.
    pub async fn read(&self, base: &Url, access: &Access) -> Result<PatientRecords, SmartFailure> {
        let deadline = Instant::now() + self.reading;
        let patient = timeout_at(deadline, self.patient(base, access));
        let (gathered, patient) = tokio::join!(self.gather(base, access, deadline), patient);
        let (records, missing) = gathered?;
        let Patient { demographics, name } = patient.unwrap_or_default();
        Ok(PatientRecords {
            records: Personal::new(records),
            demographics: Personal::new(demographics),
            name: Personal::new(name),
            missing,
        })
    }

    async fn gather(
        &self,
        base: &Url,
        access: &Access,
        deadline: Instant,
    ) -> Result<(MedicalRecords, Vec<MissingGroup>), SmartFailure> {
        let mut gathering = Gathering::new(base, access.patient.reveal(), today());
        let request = |search: Search, at: Url| async move {
            let answer = self.get(&at, access).await;
            (search, at, answer)
        };
        let mut answers = FuturesUnordered::new();
        for kind in Kind::ALL {
            let permission = access.permission(kind);
            if permission != Permission::None {
                answers.extend(Search::all(kind).map(|search| request(search, gathering.first(search))));
            }
            // Many servers don't support statements, and don't grant access to them.
            if permission != Permission::Whole && !kind.is_optional() {
                let by_patient = access.was_requested(kind);
                let reason = if by_patient { MissingReason::NotPermitted } else { MissingReason::Refused };
                gathering.mark_missing(kind, reason);
            }
        }
        while let Ok(Some((search, at, answer))) = timeout_at(deadline, answers.next()).await {
            if let Some((search, next)) = gathering.take(search, &at, answer) {
                answers.push(request(search, next));
            }
        }
        drop(answers);
        self.name_medicines(base, access, &mut gathering, deadline).await;
        gathering.finish()
    }

    /// Reads the medicines that prescriptions refer to and that no page included.
    async fn name_medicines(
        &self,
        base: &Url,
        access: &Access,
        gathering: &mut Gathering<'_>,
        deadline: Instant,
    ) {
        let ids = gathering.unnamed_medicines().into_iter().filter(|id| is_id(id)).take(MAX_MEDICINES);
        let request = |id: String| async move {
            let answer = self.get(&below(base, &format!("Medication/{id}")), access).await;
            (id, answer)
        };
        let mut answers = futures_util::stream::iter(ids.map(request)).buffer_unordered(MEDICINES_AT_ONCE);
        while let Ok(Some((id, answer))) = timeout_at(deadline, answers.next()).await {
            if let Ok(body) = answer {
                gathering.add_medicine(&id, &body);
            }
        }
    }

    /// Returns the patient's details, or none if the system does not give them.
    async fn patient(&self, base: &Url, access: &Access) -> Patient {
        let at = below(base, &format!("Patient/{}", access.patient.reveal()));
        let body = match self.get(&at, access).await {
            Ok(body) => body,
            Err(failure) => {
                tracing::warn!(%failure, "a health system gave no details of its patient");
                return Patient::default();
            }
        };
        let Ok(patient) = serde_json::from_slice(&body) else { return Patient::default() };
        let patient = Resource::new(&patient);
        if patient.kind() != "Patient" || patient.id() != Some(access.patient.reveal()) {
            return Patient::default();
        }
        Patient { demographics: demographics(patient), name: name(patient, today()) }
    }

    /// Fetches a body. Retries after a pause when the server is busy or fails temporarily.
    async fn get(&self, at: &Url, access: &Access) -> Result<Vec<u8>, SmartFailure> {
        let (mut tries, mut pause) = (1, PAUSE);
        loop {
            let request = self.http.get(at.clone())?.header(header::ACCEPT, FHIR_JSON);
            let answer = request.bearer_auth(access.token.reveal()).send().await;
            let (failure, requested_pause) = match answer {
                Ok(answer) if answer.status().is_success() => {
                    return read_body(answer, MAX_BYTES).await;
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

/// The day of reading. What records say of a day may be meant a day before or after, in another time zone.
fn today() -> Date {
    Timestamp::now().to_zoned(TimeZone::UTC).date()
}

impl Access {
    /// Whether the person allowed any kind of record to be read.
    #[must_use]
    pub fn permits_records(&self) -> bool {
        Kind::ALL.into_iter().any(|kind| self.permission(kind) != Permission::None)
    }

    /// Returns how much of a kind may be read. Everything, if the system doesn't return scopes.
    pub(super) fn permission(&self, kind: Kind) -> Permission {
        let scopes =
            self.scope.as_ref().map(|scope| scope.split_whitespace().map(|one| scope_permission(one, kind)));
        scopes.map_or(Permission::Whole, |scopes| scopes.max().unwrap_or(Permission::None))
    }

    /// Whether this site requested a kind. A system that doesn't support it withholds it, not the patient.
    pub(super) fn was_requested(&self, kind: Kind) -> bool {
        let is_requested = |scope| scope_permission(scope, kind) != Permission::None;
        self.requested.as_ref().is_none_or(|scopes| scopes.split(' ').any(is_requested))
    }
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
            requested: None,
            revocation: None,
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
            (Some("patient/*.*"), Permission::Whole),
            (Some("patient/Condition.rs?category=problem-list-item"), Permission::Part),
            (Some("patient/Condition.rs?category=problem-list-item patient/*.rs"), Permission::Whole),
            (Some("patient/Condition.r"), Permission::None),
            (Some("patient/Condition."), Permission::None),
            (Some("patient/Immunization.rs"), Permission::None),
            (Some("user/Condition.rs"), Permission::None),
            (Some("Condition.read"), Permission::Whole),
            (Some("Condition.rs openid"), Permission::Whole),
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
