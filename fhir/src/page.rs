//! Pages of search results: the matching resources, and the URL of the next page.

use std::collections::HashMap;

use serde_json::Value;
use url::Url;

use waypoint_domain::medical_record::MissingReason;

use crate::{Resource, resource::Target};

/// What some servers put before their JSON.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Epic's code for results that are withheld from a patient's app. Its code for results without entries is no reason.
const WITHHELD_BY_EPIC: &str = "59204";

/// Why a response is not a page of search results.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPage {
    /// The response is not JSON.
    #[error("the health system's response is not JSON")]
    NotJson,
    /// The response is not a bundle.
    #[error("the health system's response is not a bundle of search results")]
    NotBundle,
}

/// A page of search results.
#[derive(Debug)]
pub struct Page {
    bundle: Value,
    next: NextPage,
}

/// The location of the next page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextPage {
    /// This is the last page.
    None,
    /// The next page is at this URL under the server's URL.
    At(Url),
    /// The location can't be read.
    Unreadable,
}

/// The names of medicines, by resource id.
#[derive(Debug, Default)]
pub(crate) struct MedicineNames(HashMap<String, String>);

impl Page {
    /// Parses a response from the URL `at`, which is under the server's URL `base`.
    pub fn read(body: &[u8], base: &Url, at: &Url) -> Result<Self, InvalidPage> {
        let body = body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body);
        let bundle: Value = serde_json::from_slice(body).map_err(|_| InvalidPage::NotJson)?;
        if Resource::new(&bundle).kind() != "Bundle" {
            return Err(InvalidPage::NotBundle);
        }
        let next = next_of(&bundle, base, at);
        Ok(Self { bundle, next })
    }

    /// The location of the next page.
    #[must_use]
    pub fn next(&self) -> &NextPage {
        &self.next
    }

    /// Returns the resources of a kind that match the search. Skips included resources, outcomes, and records entered in error.
    pub fn matches(&self, kind: &str) -> impl Iterator<Item = Resource<'_>> {
        let entries = Resource::new(&self.bundle).list("entry").filter(|entry| is_match(*entry));
        let resources = entries.map(|entry| entry.part("resource"));
        resources.filter(move |resource| resource.kind() == kind && !resource.is_error())
    }

    /// The number of matches of any kind on this page.
    #[must_use]
    pub fn count(&self) -> usize {
        Resource::new(&self.bundle).list("entry").filter(|entry| is_match(*entry)).count()
    }

    /// The number of matches on all pages, if the page states it.
    #[must_use]
    pub fn total(&self) -> Option<usize> {
        self.bundle.get("total")?.as_u64().and_then(|total| usize::try_from(total).ok())
    }

    /// Why matches may be missing, if the page says so.
    #[must_use]
    pub fn missing(&self) -> Option<MissingReason> {
        let entries = Resource::new(&self.bundle).list("entry");
        let outcomes = entries
            .map(|entry| entry.part("resource"))
            .filter(|resource| resource.kind() == "OperationOutcome");
        outcomes.flat_map(|outcome| outcome.list("issue")).filter_map(reason_of_issue).min()
    }

    /// Returns the medicines in the page.
    pub(crate) fn included_medicines(&self) -> MedicineNames {
        let entries = Resource::new(&self.bundle).list("entry");
        let medicines = entries.filter(|entry| entry.part("resource").kind() == "Medication");
        let mut included = MedicineNames::default();
        for entry in medicines {
            let full_url = entry.address("fullUrl").map(|url| Target::parse(url).id);
            for id in entry.part("resource").id().into_iter().chain(full_url) {
                included.add(id, entry.part("resource"));
            }
        }
        included
    }
}

impl MedicineNames {
    /// Adds a `Medication`. Without a name, it is of no use.
    pub(crate) fn add(&mut self, id: &str, medicine: Resource) {
        self.0.extend(medicine.meaning("code").map(|name| (id.to_owned(), name)));
    }

    pub(crate) fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// Returns the name of the medicine with this id.
    pub(crate) fn name(&self, id: &str) -> Option<&String> {
        self.0.get(id)
    }
}

fn reason_of_issue(issue: Resource) -> Option<MissingReason> {
    let mut codings = issue.part("details").list("coding");
    let is_withheld = issue.text("code").as_deref() == Some("suppressed")
        || codings.any(|coding| coding.text("code").as_deref() == Some(WITHHELD_BY_EPIC));
    let is_error = matches!(issue.text("severity").as_deref(), Some("error" | "fatal"));
    match (is_withheld, is_error) {
        (true, _) => Some(MissingReason::Withheld),
        (_, true) => Some(MissingReason::Failed),
        _ => None,
    }
}

fn is_match(entry: Resource) -> bool {
    entry.part("search").text("mode").is_none_or(|mode| mode == "match")
}

/// Returns the location of the next page. A relative URL is resolved against that of the page (RFC 3986, 5.1.3).
///
/// Servers behind a proxy often state the address by which the proxy knows them. The location always is below the
/// server's URL, so that no other server receives the token.
fn next_of(bundle: &Value, base: &Url, page: &Url) -> NextPage {
    let mut links = Resource::new(bundle).list("link");
    let Some(link) = links.find(|link| link.text("relation").as_deref() == Some("next")) else {
        return NextPage::None;
    };
    // `text` would truncate long URLs.
    match link.address("url").map(|address| page.join(address)) {
        Some(Ok(stated)) => NextPage::At(below(base, page, &stated)),
        _ => NextPage::Unreadable,
    }
}

/// Returns the URL below the server's URL that a stated one means.
fn below(base: &Url, page: &Url, stated: &Url) -> Url {
    let root = base.path().trim_end_matches('/');
    let is_below =
        |path: &str| path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let kind = page.path().rsplit('/').next().unwrap_or_default();
    let mut url = base.clone();
    if is_below(stated.path()) {
        url.set_path(stated.path());
    } else if stated.path().rsplit('/').next() == Some(kind) {
        // The same search, under the path that the proxy knows.
        url.set_path(&format!("{root}/{kind}"));
    }
    url.set_query(stated.query());
    url
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use serde_json::json;

    use super::*;

    fn base() -> Url {
        Url::parse("https://ehr.example/r4").unwrap()
    }

    fn at() -> Url {
        Url::parse("https://ehr.example/r4/Condition?patient=p1").unwrap()
    }

    fn page(bundle: &Value) -> Page {
        Page::read(bundle.to_string().as_bytes(), &base(), &at()).unwrap()
    }

    #[test]
    fn response_that_is_no_bundle_is_rejected() {
        for (body, why) in [
            ("<html>", InvalidPage::NotJson),
            ("[]", InvalidPage::NotBundle),
            (r#"{"resourceType":"OperationOutcome"}"#, InvalidPage::NotBundle),
        ] {
            assert_eq!(Page::read(body.as_bytes(), &base(), &at()).unwrap_err(), why);
        }
    }

    #[test]
    fn only_matches_of_the_kind_are_returned() {
        let entry = |kind: &str, id: &str, mode: Value| json!({"resource": {"resourceType": kind, "id": id}, "search": {"mode": mode}});
        let mistake = json!({"resource": {"resourceType": "Condition", "id": "c4",
            "verificationStatus": {"coding": [{"code": "entered-in-error"}]}}});
        let page = page(&json!({"resourceType": "Bundle", "entry": [
            entry("Condition", "c1", json!("match")),
            entry("Condition", "c2", json!("include")),
            entry("OperationOutcome", "o1", json!("outcome")),
            entry("Encounter", "e1", json!("match")),
            {"resource": {"resourceType": "Condition", "id": "c3"}},
            mistake,
        ]}));
        let ids: Vec<_> = page.matches("Condition").filter_map(Resource::id).collect();
        assert_eq!(ids, ["c1", "c3"]);
    }

    #[test]
    fn outcome_says_why_matches_may_be_missing() {
        let withheld = json!([{"system": "urn:oid:1.2.840.114350.1.13.0.1.7.2.657369", "code": "59204"}]);
        let empty = json!([{"system": "urn:oid:1.2.840.114350.1.13.0.1.7.2.657369", "code": "4119"}]);
        let table = [
            (json!({"severity": "fatal"}), Some(MissingReason::Failed)),
            (json!({"severity": "error"}), Some(MissingReason::Failed)),
            (json!({"severity": "warning"}), None),
            (json!({"severity": "information"}), None),
            (json!({"severity": "warning", "code": "suppressed"}), Some(MissingReason::Withheld)),
            (json!({"severity": "warning", "details": {"coding": withheld}}), Some(MissingReason::Withheld)),
            (json!({"severity": "warning", "details": {"coding": empty}}), None),
        ];
        for (issue, reason) in table {
            let outcome = json!({"resourceType": "OperationOutcome", "issue": [issue]});
            let entry = json!({"resource": outcome, "search": {"mode": "outcome"}});
            let page = page(&json!({"resourceType": "Bundle", "entry": [entry]}));
            assert_eq!(page.missing(), reason, "{issue}");
        }
    }

    #[test]
    fn byte_order_mark_is_skipped() {
        let base = Url::parse("https://ehr.example/r4").unwrap();
        assert!(Page::read("\u{feff}{\"resourceType\":\"Bundle\"}".as_bytes(), &base, &base).is_ok());
    }

    #[test]
    fn relative_next_page_is_resolved_against_the_page() {
        for address in ["?page=2", "Condition?page=2", "/r4/Condition?page=2"] {
            let page =
                page(&json!({"resourceType": "Bundle", "link": [{"relation": "next", "url": address}]}));
            let next = Url::parse("https://ehr.example/r4/Condition?page=2").unwrap();
            assert_eq!(page.next(), &NextPage::At(next), "{address}");
        }
    }

    #[test]
    fn page_states_the_total_number_of_matches() {
        let entry = |mode: &str| json!({"resource": {"resourceType": "Condition"}, "search": {"mode": mode}});
        let entries = json!([entry("match"), entry("include"), entry("outcome"), entry("match")]);
        let counted = |total: Value| {
            let page = page(&json!({"resourceType": "Bundle", "total": total, "entry": entries}));
            (page.count(), page.total())
        };
        assert_eq!(counted(json!(8)), (2, Some(8)));
        assert_eq!(counted(Value::Null), (2, None));
    }

    #[test]
    fn next_page_is_always_below_the_servers_url() {
        let table = [
            ("https://ehr.example/r4?page=2", "https://ehr.example/r4?page=2"),
            ("https://ehr.example/r4/Condition?page=2", "https://ehr.example/r4/Condition?page=2"),
            ("/r4/Condition?page=2", "https://ehr.example/r4/Condition?page=2"),
            ("?page=2", "https://ehr.example/r4/Condition?page=2"),
            ("Condition?page=2", "https://ehr.example/r4/Condition?page=2"),
            ("http://ehr.example/r4/Condition?page=2", "https://ehr.example/r4/Condition?page=2"),
            ("http://10.0.0.3:8080/fhir/Condition?page=2", "https://ehr.example/r4/Condition?page=2"),
            ("http://hapi.internal/fhir?_getpages=2", "https://ehr.example/r4?_getpages=2"),
            ("https://other.example/r4/Condition?a=b", "https://ehr.example/r4/Condition?a=b"),
            ("https://me@ehr.example/r4/Condition", "https://ehr.example/r4/Condition"),
            ("https://ehr.example/r4evil/Condition", "https://ehr.example/r4/Condition"),
            ("https://ehr.example/admin", "https://ehr.example/r4"),
            ("https://ehr.example/r4/../admin", "https://ehr.example/r4"),
            ("../admin", "https://ehr.example/r4"),
        ];
        for (address, next) in table {
            let link = json!([{"relation": "self", "url": "x"}, {"relation": "next", "url": address}]);
            let page = page(&json!({"resourceType": "Bundle", "link": link}));
            assert_eq!(page.next(), &NextPage::At(Url::parse(next).unwrap()), "{address}");
        }
        let page = |link: Value| page(&json!({"resourceType": "Bundle", "link": link}));
        assert_eq!(page(json!([{"relation": "next", "url": "https://["}])).next(), &NextPage::Unreadable);
        assert_eq!(page(json!([])).next(), &NextPage::None);
    }
}
