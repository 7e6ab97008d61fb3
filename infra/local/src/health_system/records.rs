//! What a token lets somebody read: the Patient, and searches by patient, page by page.

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

use super::{Fault, HealthSystem, Person, tokens::Leave};

/// The most resources of a page, so that a search has several.
const PAGE: usize = 3;
/// More bytes than anybody reads.
const HUGE: usize = 6 << 20;
/// More entries than anybody reads.
const MANY: usize = 2_001;
/// How long the bytes of an answer are apart that trickles.
const TRICKLE: Duration = Duration::from_millis(20);

#[derive(Debug, Deserialize)]
pub(super) struct Search {
    #[serde(default)]
    patient: String,
    #[serde(default)]
    page: usize,
    /// What shall come along.
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
        && let Some(answer) = faulty(&system, fault, (&kind, &search.patient), bearer(&headers)).await
    {
        return answer;
    }
    let mixes = matches!(fault, Some(Fault::MixesPeople | Fault::Mishaps { .. }));
    let leave = system.ledger.leave(bearer(&headers));
    let brings = search.include == format!("{kind}:medication")
        && leave.is_some_and(|leave| leave.covers("Medication"));
    fhir(StatusCode::OK, &page(&system, person, &kind, &Wanted { number: search.page, brings, mixes }))
}

/// The person whose resources of a kind a token lets somebody read.
fn allowed<'a>(
    system: &'a HealthSystem,
    headers: &HeaderMap,
    kind: &str,
    patient: &str,
) -> Result<&'a Person, (StatusCode, &'static str)> {
    let Some(leave) = system.ledger.leave(bearer(headers)) else {
        return Err((StatusCode::UNAUTHORIZED, "login"));
    };
    if leave.patient != patient || !leave.covers(kind) {
        return Err((StatusCode::FORBIDDEN, "forbidden"));
    }
    system.people.of_id(patient).ok_or((StatusCode::NOT_FOUND, "not-found"))
}

/// The token that a request shows; none that was ever given where it shows none.
fn bearer(headers: &HeaderMap) -> &str {
    let given = headers.get(header::AUTHORIZATION).and_then(|given| given.to_str().ok());
    given.and_then(|given| given.strip_prefix("Bearer ")).unwrap_or_default()
}

impl Leave {
    fn covers(&self, kind: &str) -> bool {
        let of_kind = [format!("patient/{kind}."), "patient/*.".to_owned()];
        self.scope.split(' ').any(|scope| of_kind.iter().any(|begin| scope.starts_with(begin)))
    }
}

/// Which page of a search is wanted.
struct Wanted {
    number: usize,
    /// Whether it brings along the medicines that its entries refer to.
    brings: bool,
    /// Whether it has what is another person's.
    mixes: bool,
}

/// A page of a search: resources that match, the medicines that they refer to, and how the search went.
fn page(system: &HealthSystem, person: &Person, kind: &str, wanted: &Wanted) -> Value {
    let &Wanted { number, brings, mixes } = wanted;
    let all: Vec<&Value> =
        person.resources.iter().filter(|resource| resource["resourceType"] == kind).collect();
    let entry = |mode: &'static str| move |resource: &Value| json!({ "resource": resource, "search": { "mode": mode } });
    let shown = all.iter().skip(number * PAGE).take(PAGE);
    let mut entries: Vec<Value> = shown.map(|resource| entry("match")(resource)).collect();
    let medicines = person.resources.iter().filter(|resource| resource["resourceType"] == "Medication");
    entries.extend(medicines.filter(|_| brings).map(entry("include")));
    let remark = json!({ "resourceType": "OperationOutcome", "issue": [{ "severity": "information", "code": "informational" }] });
    entries.push(entry("outcome")(&remark));
    if mixes {
        let others =
            system.people.all().filter(|other| other.id != person.id).flat_map(|other| &other.resources);
        entries.extend(others.filter(|resource| resource["resourceType"] == kind).map(entry("match")));
    }
    let include = if brings { format!("&_include={kind}:medication") } else { String::new() };
    let at = |page: usize| format!("{}/{kind}?patient={}{include}&page={page}", system.base(), person.id);
    let mut link = vec![json!({ "relation": "self", "url": at(number) })];
    if all.len() > (number + 1) * PAGE {
        link.push(json!({ "relation": "next", "url": at(number + 1) }));
    }
    json!({ "resourceType": "Bundle", "type": "searchset", "total": all.len(), "link": link, "entry": entries })
}

/// The answer with which something is wrong; nothing when this one is right.
async fn faulty(
    system: &HealthSystem,
    fault: Fault,
    (kind, patient): (&str, &str),
    token: &str,
) -> Option<Response> {
    let before = system.faults.count();
    let fault = if let Fault::Mishaps { every } = fault { mishap(before, every)? } else { fault };
    let own = format!("{}/{kind}?patient={patient}&page=0", system.base());
    let leading_to = |url: String| {
        let link = json!([{ "relation": "next", "url": url }]);
        fhir(StatusCode::OK, &json!({ "resourceType": "Bundle", "type": "searchset", "link": link }))
    };
    match fault {
        Fault::Busy { times } if before < times => {
            let busy = outcome(StatusCode::TOO_MANY_REQUESTS, "throttled");
            Some(([(header::RETRY_AFTER, "0")], busy).into_response())
        }
        Fault::Stumbling { times } if before < times => {
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
        Fault::Cut => {
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
        Fault::Loop => Some(leading_to(own)),
        Fault::ForeignNext => Some(leading_to("http://127.0.0.1:9/r4/Condition?page=1".to_owned())),
        Fault::EndsTheToken if before > 0 => {
            system.ledger.end(token);
            Some(outcome(StatusCode::UNAUTHORIZED, "expired"))
        }
        Fault::Refuses { kind: refused, status } if refused == kind => {
            Some(outcome(StatusCode::from_u16(status).unwrap_or(StatusCode::FORBIDDEN), "forbidden"))
        }
        Fault::RefusesAll => Some(outcome(StatusCode::FORBIDDEN, "forbidden")),
        _ => None,
    }
}

/// What is wrong with an answer of which so many came before, when of every so many four are wrong.
fn mishap(before: u32, every: u32) -> Option<Fault> {
    let quarter = (every / 4).max(1);
    match (before % every / quarter, before % every % quarter) {
        (0, 0) => Some(Fault::Stumbling { times: u32::MAX }),
        (1, 0) => Some(Fault::Malformed),
        (2, 0) => Some(Fault::Cut),
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
