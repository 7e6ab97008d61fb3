//! Serves the resources that a token covers: the Patient, and searches by patient, page by page.

use std::time::Duration;

use axum::{
    body::{Body, Bytes},
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use futures_util::stream;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{faults::Fault, ledger::Authorization, people::Person, system::HealthSystem};

/// The maximum number of resources per page, small enough that searches have several pages.
const PAGE_SIZE: usize = 3;
/// More bytes than clients accept.
const HUGE: usize = 6 << 20;
/// More entries than clients accept.
const MANY: usize = 2_001;
/// Pause between the bytes of a slow answer.
const TRICKLE: Duration = Duration::from_millis(20);

#[derive(Debug, Deserialize)]
pub(super) struct Search {
    #[serde(default)]
    patient: String,
    #[serde(default)]
    page: usize,
    /// Resources to include.
    #[serde(default, rename = "_include")]
    include: String,
}

pub(super) async fn patient(
    State(system): State<HealthSystem>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    match allowed(&system, &headers, "Patient", &id) {
        Ok(person) => fhir(StatusCode::OK, &person.resources[0]),
        Err((status, code)) => outcome(status, code),
    }
}

pub(super) async fn search(
    State(system): State<HealthSystem>,
    Path(kind): Path<String>,
    Query(search): Query<Search>,
    headers: HeaderMap,
) -> Response {
    let person = match allowed(&system, &headers, &kind, &search.patient) {
        Ok(person) => person,
        Err((status, code)) => return outcome(status, code),
    };
    system.faults.wait().await;
    let fault = system.faults.fault();
    if let Some(fault) = fault
        && let Some(answer) = faulty(&system, fault, (&kind, &search.patient), bearer_token(&headers)).await
    {
        return answer;
    }
    let adds_other_people = matches!(fault, Some(Fault::MixesPeople | Fault::Mishaps { .. }));
    let authorization = system.ledger.authorization(bearer_token(&headers));
    let includes_medications = search.include == format!("{kind}:medication")
        && authorization.is_some_and(|authorization| authorization.covers("Medication"));
    fhir(
        StatusCode::OK,
        &page(
            &system,
            person,
            &kind,
            &PageRequest { number: search.page, includes_medications, adds_other_people },
        ),
    )
}

/// Returns the person whose resources of a kind the token covers.
fn allowed<'a>(
    system: &'a HealthSystem,
    headers: &HeaderMap,
    kind: &str,
    patient: &str,
) -> Result<&'a Person, (StatusCode, &'static str)> {
    let Some(authorization) = system.ledger.authorization(bearer_token(headers)) else {
        return Err((StatusCode::UNAUTHORIZED, "login"));
    };
    if authorization.patient != patient || !authorization.covers(kind) {
        return Err((StatusCode::FORBIDDEN, "forbidden"));
    }
    system.people.by_id(patient).ok_or((StatusCode::NOT_FOUND, "not-found"))
}

/// Returns the bearer token of a request, or "" without one, which is never valid.
fn bearer_token(headers: &HeaderMap) -> &str {
    let given = headers.get(header::AUTHORIZATION).and_then(|given| given.to_str().ok());
    given.and_then(|given| given.strip_prefix("Bearer ")).unwrap_or_default()
}

impl Authorization {
    fn covers(&self, kind: &str) -> bool {
        let prefixes = [format!("patient/{kind}."), "patient/*.".to_owned()];
        self.scope.split(' ').any(|scope| prefixes.iter().any(|prefix| scope.starts_with(prefix)))
    }
}

/// Parameters of a page.
struct PageRequest {
    number: usize,
    /// Whether to include the medications that entries refer to.
    includes_medications: bool,
    /// Whether to add another person's resources.
    adds_other_people: bool,
}

/// Returns a page of a search: matching resources, included medications, and an outcome.
fn page(system: &HealthSystem, person: &Person, kind: &str, request: &PageRequest) -> Value {
    let &PageRequest { number, includes_medications, adds_other_people } = request;
    let all: Vec<&Value> =
        person.resources.iter().filter(|resource| resource["resourceType"] == kind).collect();
    let entry = |mode: &'static str| move |resource: &Value| json!({ "resource": resource, "search": { "mode": mode } });
    let shown = all.iter().skip(number * PAGE_SIZE).take(PAGE_SIZE);
    let mut entries: Vec<Value> = shown.map(|resource| entry("match")(resource)).collect();
    let medicines = person.resources.iter().filter(|resource| resource["resourceType"] == "Medication");
    entries.extend(medicines.filter(|_| includes_medications).map(entry("include")));
    let outcome = json!({ "resourceType": "OperationOutcome", "issue": [{ "severity": "information", "code": "informational" }] });
    entries.push(entry("outcome")(&outcome));
    if adds_other_people {
        let others =
            system.people.list().filter(|other| other.id != person.id).flat_map(|other| &other.resources);
        entries.extend(others.filter(|resource| resource["resourceType"] == kind).map(entry("match")));
    }
    let include = if includes_medications { format!("&_include={kind}:medication") } else { String::new() };
    let page_url =
        |page: usize| format!("{}/{kind}?patient={}{include}&page={page}", system.base(), person.id);
    let mut link = vec![json!({ "relation": "self", "url": page_url(number) })];
    if all.len() > (number + 1) * PAGE_SIZE {
        link.push(json!({ "relation": "next", "url": page_url(number + 1) }));
    }
    json!({ "resourceType": "Bundle", "type": "searchset", "total": all.len(), "link": link, "entry": entries })
}

/// Returns the faulty answer, or `None` if this answer is correct.
async fn faulty(
    system: &HealthSystem,
    fault: Fault,
    (kind, patient): (&str, &str),
    token: &str,
) -> Option<Response> {
    let count_before = system.faults.count();
    let fault =
        if let Fault::Mishaps { every } = fault { recurring_fault(count_before, every)? } else { fault };
    let own_url = format!("{}/{kind}?patient={patient}&page=0", system.base());
    let next_page = |url: String| {
        let link = json!([{ "relation": "next", "url": url }]);
        fhir(StatusCode::OK, &json!({ "resourceType": "Bundle", "type": "searchset", "link": link }))
    };
    match fault {
        Fault::Busy { times } if count_before < times => {
            let busy = outcome(StatusCode::TOO_MANY_REQUESTS, "throttled");
            Some(([(header::RETRY_AFTER, "0")], busy).into_response())
        }
        Fault::Stumbling { times } if count_before < times => {
            Some(outcome(StatusCode::SERVICE_UNAVAILABLE, "transient"))
        }
        Fault::Hangs => {
            tokio::time::sleep(Duration::from_mins(10)).await;
            None
        }
        Fault::Trickles => {
            let bytes = stream::unfold((), |()| async {
                tokio::time::sleep(TRICKLE).await;
                Some((Ok::<_, std::io::Error>(Bytes::from_static(b" ")), ()))
            });
            Some(Body::from_stream(bytes).into_response())
        }
        Fault::ConnectionLost => {
            let parts =
                [Ok(Bytes::from_static(b"{\"resourceType\":\"Bun")), Err(std::io::Error::other("cut"))];
            Some(Body::from_stream(stream::iter(parts)).into_response())
        }
        Fault::Malformed => Some("<html>Bundle</html>".into_response()),
        Fault::Huge => Some(vec![b' '; HUGE].into_response()),
        Fault::TooMany => {
            let entry =
                |id: usize| json!({ "resource": { "resourceType": kind, "id": format!("many-{id}") } });
            let entries: Vec<Value> = (0..MANY).map(entry).collect();
            Some(fhir(StatusCode::OK, &json!({ "resourceType": "Bundle", "entry": entries })))
        }
        Fault::OutcomeAlone => Some(outcome(StatusCode::OK, "exception")),
        Fault::Loop => Some(next_page(own_url)),
        Fault::ForeignNext => Some(next_page("http://127.0.0.1:9/r4/Condition?page=1".to_owned())),
        Fault::EndsTheToken if count_before > 0 => {
            system.ledger.revoke(token);
            Some(outcome(StatusCode::UNAUTHORIZED, "expired"))
        }
        Fault::Refuses { kind: refused, status } if refused == kind => {
            Some(outcome(StatusCode::from_u16(status).unwrap_or(StatusCode::FORBIDDEN), "forbidden"))
        }
        Fault::RefusesAll => Some(outcome(StatusCode::FORBIDDEN, "forbidden")),
        _ => None,
    }
}

/// Returns the fault of an answer, given the number of earlier answers. Of every `every` answers, four are faulty.
fn recurring_fault(count_before: u32, every: u32) -> Option<Fault> {
    let quarter = (every / 4).max(1);
    match (count_before % every / quarter, count_before % every % quarter) {
        (0, 0) => Some(Fault::Stumbling { times: u32::MAX }),
        (1, 0) => Some(Fault::Malformed),
        (2, 0) => Some(Fault::ConnectionLost),
        (3, 0) => Some(Fault::EndsTheToken),
        _ => None,
    }
}

fn outcome(status: StatusCode, code: &str) -> Response {
    let issue = json!([{ "severity": "error", "code": code }]);
    fhir(status, &json!({ "resourceType": "OperationOutcome", "issue": issue }))
}

fn fhir(status: StatusCode, value: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, "application/fhir+json")], value.to_string()).into_response()
}
