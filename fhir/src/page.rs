//! A page of a search: the resources that match, and where the next page is.

use std::collections::HashMap;

use serde_json::Value;
use url::Url;

use crate::Resource;

/// An answer that is no page of a search.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// It is no JSON.
    #[error("the health system's answer is no JSON")]
    NoJson,
    /// It is something else than a bundle.
    #[error("the health system's answer is no bundle of search results")]
    NoBundle,
}

/// A page of a search.
#[derive(Debug)]
pub struct Page {
    bundle: Value,
    next: NextPage,
}

/// Where a search goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextPage {
    /// Nowhere: this is the last page.
    None,
    /// At this address of the same server.
    At(Url),
    /// At another server, whom nobody asks with a token that is not for it.
    Foreign,
}

/// What stands beside the entries of a page: medicines that its entries refer to.
#[derive(Debug, Default)]
pub(crate) struct Beside(HashMap<String, String>);

impl Page {
    /// Reads the answer that came from an address below that of its server.
    ///
    /// # Errors
    /// When it is no bundle.
    pub fn read(body: &[u8], base: &Url, at: &Url) -> Result<Self, Unreadable> {
        let bundle: Value = serde_json::from_slice(body).map_err(|_| Unreadable::NoJson)?;
        if Resource::of(&bundle).kind() != "Bundle" {
            return Err(Unreadable::NoBundle);
        }
        let next = next_of(&bundle, base, at);
        Ok(Self { bundle, next })
    }

    /// Where the search goes on.
    #[must_use]
    pub fn next(&self) -> &NextPage {
        &self.next
    }

    /// The resources of a kind that match what was asked for. What is only included, or says how the search went, does not.
    pub fn matches(&self, kind: &str) -> impl Iterator<Item = Resource<'_>> {
        let entries = Resource::of(&self.bundle).list("entry").filter(|entry| is_match(*entry));
        let resources = entries.map(|entry| entry.part("resource"));
        resources.filter(move |resource| resource.kind() == kind && !resource.is_error())
    }

    /// How many resources of the page match, whatever they are.
    #[must_use]
    pub fn count(&self) -> usize {
        Resource::of(&self.bundle).list("entry").filter(|entry| is_match(*entry)).count()
    }

    /// How many match on all pages, where the page says so.
    #[must_use]
    pub fn total(&self) -> Option<usize> {
        self.bundle.get("total")?.as_u64().and_then(|total| usize::try_from(total).ok())
    }

    /// Whether the page says that the search went wrong, so that more may match than it has.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        let entries = Resource::of(&self.bundle).list("entry");
        let mut outcomes =
            entries.map(|entry| entry.part("resource")).filter(|one| one.kind() == "OperationOutcome");
        let is_error = |issue: Resource| matches!(issue.text("severity").as_deref(), Some("error" | "fatal"));
        outcomes.any(|outcome| outcome.list("issue").any(is_error))
    }

    /// The medicines that stand in the page, by how they are referred to.
    pub(crate) fn beside(&self) -> Beside {
        let entries = Resource::of(&self.bundle).list("entry");
        let medicines = entries.filter(|entry| entry.part("resource").kind() == "Medication");
        let named = medicines.filter_map(|entry| {
            let medicine = entry.part("resource");
            Some((medicine.id()?.to_owned(), medicine.meaning("code")?))
        });
        Beside(named.collect())
    }
}

impl Beside {
    /// The name of a medicine that a reference leads to.
    pub(crate) fn medicine(&self, reference: &str) -> Option<String> {
        let id = reference.strip_prefix("urn:uuid:").or_else(|| reference.rsplit('/').next())?;
        self.0.get(id).cloned()
    }
}

fn is_match(entry: Resource) -> bool {
    entry.part("search").text("mode").is_none_or(|mode| mode == "match")
}

/// The address behind the link to the next page, when it lies below that of the server. A relative one is read from where
/// the page came from (RFC 3986, 5.1.3).
fn next_of(bundle: &Value, base: &Url, page: &Url) -> NextPage {
    let mut links = Resource::of(bundle).list("link");
    let Some(link) = links.find(|link| link.text("relation").as_deref() == Some("next")) else {
        return NextPage::None;
    };
    // Longer than any text that is shown, so it is read as it stands.
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
    fn an_answer_that_is_no_bundle_is_refused() {
        for (body, why) in [
            ("<html>", Unreadable::NoJson),
            ("[]", Unreadable::NoBundle),
            (r#"{"resourceType":"OperationOutcome"}"#, Unreadable::NoBundle),
        ] {
            assert_eq!(Page::read(body.as_bytes(), &base(), &at()).unwrap_err(), why);
        }
    }

    #[test]
    fn only_what_matches_and_is_of_the_kind_counts() {
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
    fn a_page_that_says_that_the_search_went_wrong_is_incomplete_and_a_remark_changes_nothing() {
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
    fn a_relative_next_page_is_read_from_where_the_page_came_from() {
        for address in ["?page=2", "Condition?page=2", "/r4/Condition?page=2"] {
            let page =
                page(&json!({"resourceType": "Bundle", "link": [{"relation": "next", "url": address}]}));
            let next = Url::parse("https://ehr.example/r4/Condition?page=2").unwrap();
            assert_eq!(page.next(), &NextPage::At(next), "{address}");
        }
    }

    #[test]
    fn a_page_says_how_many_match_in_all() {
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
    fn a_next_page_is_followed_below_the_server_s_own_address_alone() {
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
        for (address, is_ours) in table {
            let link = json!([{"relation": "self", "url": "x"}, {"relation": "next", "url": address}]);
            let page = page(&json!({"resourceType": "Bundle", "link": link}));
            assert_eq!(matches!(page.next(), NextPage::At(_)), is_ours, "{address}");
            assert_ne!(page.next(), &NextPage::None);
        }
        assert_eq!(page(&json!({"resourceType": "Bundle"})).next(), &NextPage::None);
    }
}
