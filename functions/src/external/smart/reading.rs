//! The records of a patient, page by page: within bounds, from the system's own address alone, of this patient alone.

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

use super::{Access, SmartClient, SmartFailure, below, gathering::Gathering};
use crate::external::{bounded_body::bounded_body, retry_after::asked_to_wait};

/// The most bytes of a page.
const MOST_BYTES: usize = 4 * 1024 * 1024;
/// How often a page is asked for that a busy server does not give.
const MOST_TRIES: u32 = 4;
/// The first pause before another try; each is twice as long as the one before.
const PAUSE: Duration = Duration::from_millis(250);
/// The longest pause that a server may ask for.
const LONGEST_PAUSE: Duration = Duration::from_secs(4);
const FHIR_JSON: &str = "application/fhir+json";

/// What was read of a patient.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Read {
    /// The records.
    pub records: Personal<MedicalRecords>,
    /// What they say of the person.
    pub demographics: Personal<Demographics>,
    /// What they call the person.
    pub name: Personal<Option<String>>,
    /// The groups of which the system did not give everything.
    pub missing: Vec<Group>,
}

/// What a system says of the person.
#[derive(Default)]
struct Patient {
    demographics: Demographics,
    name: Option<String>,
}

impl SmartClient {
    /// Reads the records of the patient of a token. All that the system gives is read, or nothing is.
    pub async fn read(&self, base: &Url, access: &Access) -> Result<Read, SmartFailure> {
        let reading = self.read_all(base, access);
        tokio::time::timeout(self.reading, reading).await.map_err(|_| SmartFailure::OutOfTime)?
    }

    async fn read_all(&self, base: &Url, access: &Access) -> Result<Read, SmartFailure> {
        let mut gathering = Gathering::of(base, access.patient.reveal());
        let asked = |kind: Kind, at: Url| async move {
            let answer = self.get(&at, access).await;
            (kind, at, answer)
        };
        let mut answers = FuturesUnordered::new();
        for kind in Kind::ALL {
            let leave = access.leave(kind);
            if leave != Leave::None {
                answers.push(asked(kind, gathering.first(kind)));
            }
            if leave != Leave::Whole {
                gathering.not_given(kind);
            }
        }
        let searches = async {
            while let Some((kind, at, answer)) = answers.next().await {
                if let Some(next) = gathering.take((kind, &at), answer)? {
                    answers.push(asked(kind, next));
                }
            }
            gathering.finished()
        };
        let ((records, missing), Patient { demographics, name }) =
            tokio::try_join!(searches, self.patient(base, access))?;
        Ok(Read {
            records: Personal::new(records),
            demographics: Personal::new(demographics),
            name: Personal::new(name),
            missing,
        })
    }

    /// What the system says of the person; nothing where it does not let us read that.
    async fn patient(&self, base: &Url, access: &Access) -> Result<Patient, SmartFailure> {
        let at = below(base, &format!("Patient/{}", access.patient.reveal()));
        let body = match self.get(&at, access).await {
            Err(refusal) if refusal.is_of_kind() => return Ok(Patient::default()),
            body => body?,
        };
        let patient = serde_json::from_slice(&body).map_err(|_| SmartFailure::Unreadable)?;
        let patient = Resource::of(&patient);
        if patient.kind() != "Patient" || patient.id() != Some(access.patient.reveal()) {
            return Ok(Patient::default());
        }
        Ok(Patient { demographics: demographics(patient), name: name(patient) })
    }

    /// The body at an address. A server that is busy or stumbles is asked again, after a pause.
    async fn get(&self, at: &Url, access: &Access) -> Result<Vec<u8>, SmartFailure> {
        let (mut tries, mut pause) = (1, PAUSE);
        loop {
            let request = self.http.get(at.clone())?.header(header::ACCEPT, FHIR_JSON);
            let answer = request.bearer_auth(access.token.reveal()).send().await;
            let (failure, asked_for) = match answer {
                Ok(answer) if answer.status().is_success() => {
                    return bounded_body(answer, MOST_BYTES).await.map_err(SmartFailure::from);
                }
                Ok(answer) if answer.status() == StatusCode::UNAUTHORIZED => return Err(SmartFailure::Ended),
                Ok(answer) => {
                    let asked_for = asked_to_wait(answer.headers(), Timestamp::now());
                    (SmartFailure::Status(answer.status().as_u16()), asked_for)
                }
                Err(error) => (SmartFailure::from(error), None),
            };
            if tries == MOST_TRIES || !may_pass(&failure) {
                return Err(failure);
            }
            tokio::time::sleep(asked_for.unwrap_or(pause).min(LONGEST_PAUSE)).await;
            (tries, pause) = (tries + 1, pause * 2);
        }
    }
}

/// How much of a kind the patient lets us read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Leave {
    None,
    /// What a scope narrows down: `patient/Condition.rs?category=…`.
    Part,
    Whole,
}

impl Access {
    /// How much of a kind the patient gave leave to read; all of it where the system does not say.
    fn leave(&self, kind: Kind) -> Leave {
        let scopes = self.scope.as_ref().map(|scope| scope.split_whitespace().map(|one| given_by(one, kind)));
        scopes.map_or(Leave::Whole, |scopes| scopes.max().unwrap_or(Leave::None))
    }
}

/// What a scope of either version gives of a kind of the patient's: `patient/Condition.read`, `patient/*.rs`. To search is
/// enough, which is `s` of version 2, alone or with other letters.
fn given_by(scope: &str, kind: Kind) -> Leave {
    let Some((what, how)) = scope.strip_prefix("patient/").and_then(|rest| rest.split_once('.')) else {
        return Leave::None;
    };
    let (how, is_part) = how.split_once('?').map_or((how, false), |(how, _)| (how, true));
    let is_search = how.chars().all(|letter| "cruds".contains(letter)) && how.contains('s');
    if !["*", kind.name()].contains(&what) || !(is_search || ["read", "*"].contains(&how)) {
        return Leave::None;
    }
    if is_part { Leave::Part } else { Leave::Whole }
}

/// Whether a failure may be over in a moment.
fn may_pass(failure: &SmartFailure) -> bool {
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
    fn only_kinds_are_asked_for_that_the_patient_gave_leave_to_read() {
        let table = [
            (None, Leave::Whole),
            (Some("patient/Condition.rs"), Leave::Whole),
            (Some("patient/Condition.r patient/Condition.s"), Leave::Whole),
            (Some("patient/Condition.s"), Leave::Whole),
            (Some("launch/patient patient/Condition.read"), Leave::Whole),
            (Some("patient/*.rs"), Leave::Whole),
            (Some("patient/*.cruds"), Leave::Whole),
            (Some("patient/Condition.rs?category=problem-list-item"), Leave::Part),
            (Some("patient/Condition.rs?category=problem-list-item patient/*.rs"), Leave::Whole),
            (Some("patient/Condition.r"), Leave::None),
            (Some("patient/Immunization.rs"), Leave::None),
            (Some("user/Condition.rs"), Leave::None),
            (Some("patient/Condition.write"), Leave::None),
            (Some(""), Leave::None),
        ];
        for (scope, leave) in table {
            assert_eq!(access(scope).leave(Kind::Condition), leave, "{scope:?}");
        }
    }

    #[test]
    fn what_may_pass_is_tried_again() {
        for (failure, may) in [
            (SmartFailure::Unreachable, true),
            (SmartFailure::Slow, true),
            (SmartFailure::Status(429), true),
            (SmartFailure::Status(503), true),
            (SmartFailure::Status(403), false),
            (SmartFailure::Status(501), false),
            (SmartFailure::Ended, false),
        ] {
            assert_eq!(may_pass(&failure), may, "{failure}");
        }
    }
}
