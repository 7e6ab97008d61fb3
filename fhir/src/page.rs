//! Pages of search results: the matching resources, and the URL of the next page.

use std::collections::HashMap;

use serde_json::Value;
use url::Url;

use crate::Resource;

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
    /// The next page is at this URL of the same server.
    At(Url),
    /// The next page is on another server, which must not receive the token.
    Foreign,
}

/// The names of medicines that a page includes, by resource id.
#[derive(Debug, Default)]
pub(crate) struct IncludedMedicines(HashMap<String, String>);

impl Page {
    /// Parses a response from the URL `at`, which is under the server's URL `base`.
    pub fn read(body: &[u8], base: &Url, at: &Url) -> Result<Self, InvalidPage> {
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

    /// Whether the page reports an error of the search, so that matches may be missing.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        let entries = Resource::new(&self.bundle).list("entry");
        let mut outcomes = entries
            .map(|entry| entry.part("resource"))
            .filter(|resource| resource.kind() == "OperationOutcome");
        let is_error = |issue: Resource| matches!(issue.text("severity").as_deref(), Some("error" | "fatal"));
        outcomes.any(|outcome| outcome.list("issue").any(is_error))
    }

    /// Returns the medicines in the page.
    pub(crate) fn included_medicines(&self) -> IncludedMedicines {
        let entries = Resource::new(&self.bundle).list("entry");
        let medicines = entries.filter(|entry| entry.part("resource").kind() == "Medication");
        let named = medicines.filter_map(|entry| {
            let medicine = entry.part("resource");
            Some((medicine.id()?.to_owned(), medicine.meaning("code")?))
        });
        IncludedMedicines(named.collect())
    }
}

impl IncludedMedicines {
    /// Returns the name of the medicine that a reference refers to.
    pub(crate) fn name(&self, reference: &str) -> Option<String> {
        let id = reference.strip_prefix("urn:uuid:").or_else(|| reference.rsplit('/').next())?;
        self.0.get(id).cloned()
    }
}

fn is_match(entry: Resource) -> bool {
    entry.part("search").text("mode").is_none_or(|mode| mode == "match")
}

/// Returns the location of the next page. Only URLs under the server's URL are followed. A relative URL is resolved against
/// that of the page (RFC 3986, 5.1.3).
fn next_of(bundle: &Value, base: &Url, page: &Url) -> NextPage {
    let mut links = Resource::new(bundle).list("link");
    let Some(link) = links.find(|link| link.text("relation").as_deref() == Some("next")) else {
        return NextPage::None;
    };
    // `text` would truncate long URLs.
    let Some(Ok(at)) = link.address("url").map(|address| page.join(address)) else {
        return NextPage::Foreign;
    };
    let below = at.path().strip_prefix(base.path().trim_end_matches('/'));
    let is_below = below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    if at.origin() == base.origin() && is_below && at.username().is_empty() {
        NextPage::At(at)
    } else {
        NextPage::Foreign
    }
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
    fn page_with_an_error_outcome_is_incomplete() {
        for (severity, is_incomplete) in
            [("fatal", true), ("error", true), ("warning", false), ("information", false)]
        {
            let outcome = json!({"resourceType": "OperationOutcome", "issue": [{"severity": severity}]});
            let entry = json!({"resource": outcome, "search": {"mode": "outcome"}});
            let page = page(&json!({"resourceType": "Bundle", "entry": [entry]}));
            assert_eq!(page.is_incomplete(), is_incomplete, "{severity}");
        }
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
    fn next_page_is_followed_only_under_the_servers_url() {
        let table = [
            ("https://ehr.example/r4?page=2", true),
            ("https://ehr.example/r4/Condition?page=2", true),
            ("/r4/Condition?page=2", true),
            ("?page=2", true),
            ("Condition?page=2", true),
            ("../admin", false),
            ("https://ehr.example/r4evil/Condition", false),
            ("https://ehr.example/admin", false),
            ("https://ehr.example/r4/../admin", false),
            ("http://ehr.example/r4/Condition", false),
            ("https://other.example/r4/Condition", false),
            ("https://me@ehr.example/r4/Condition", false),
            ("https://[", false),
        ];
        for (address, is_followed) in table {
            let link = json!([{"relation": "self", "url": "x"}, {"relation": "next", "url": address}]);
            let page = page(&json!({"resourceType": "Bundle", "link": link}));
            assert_eq!(matches!(page.next(), NextPage::At(_)), is_followed, "{address}");
            assert_ne!(page.next(), &NextPage::None);
        }
        assert_eq!(page(&json!({"resourceType": "Bundle"})).next(), &NextPage::None);
    }
}
