//! Routes, rewrites and headers of the site, read from `routes.toml`.
//!
//! - `rules`: what stands in that file, as it is written there
//! - `pattern`: whether an address fits a route, and what stands in it for itself
//! - `edge`: the same decisions as functions of the CDN

pub mod edge;
mod pattern;
mod rules;

use std::{borrow::Cow, collections::BTreeMap};

use serde::Deserialize;

use pattern::{asset, matched, segments};
use rules::{CacheRule, Framing, Private, Redirect, Route};

/// The file that this crate reads; it is part of the binary.
const ROUTES: &str = include_str!("../routes.toml");

/// Everything that decides how an address is served.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Routes {
    #[serde(rename = "routes")]
    rules: Vec<Route>,
    redirects: Vec<Redirect>,
    headers: BTreeMap<String, String>,
    framing: Framing,
    private: Private,
    cache: Vec<CacheRule>,
}

/// What the policy says of a page that nobody may show in a frame.
const UNFRAMED: &str = "frame-ancestors 'none'";
/// The older header that says the same, and can name nobody who may.
const NO_FRAME: &str = "x-frame-options";
/// The part of a query that asks for a page that stands in a frame.
const EMBEDDED: &str = "embed=true";

/// `routes.toml` is not as it should be.
#[derive(Debug, thiserror::Error)]
#[error("infra/cdn/routes.toml: {0}")]
pub struct InvalidRoutes(#[from] toml::de::Error);

/// Where an address leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// To the functions.
    Backend,
    /// To the bucket of documents, which takes what is sent there.
    Documents,
    /// To files of the site.
    Files(Files),
    /// To another address.
    Redirect(String),
    /// To the not-found page.
    NotFound,
}

/// The files that an address may lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    /// The first of these that exists is the answer.
    pub found: Vec<String>,
    /// When none does, the first of these that exists says what is missing, with the status 404. When
    /// none of these exists either, the not-found page does.
    pub missing: Vec<String>,
}

impl Routes {
    /// Reads the routes.
    ///
    /// # Errors
    /// When the file is broken.
    pub fn load() -> Result<Self, InvalidRoutes> {
        Ok(toml::from_str(ROUTES)?)
    }

    /// Where an address leads: its path, and what stands after the question mark. Neither is decoded:
    /// an id or a value with an escape in it is none.
    #[must_use]
    pub fn target(&self, path: &str, query: Option<&str>) -> Target {
        if path == "/backend" || path.starts_with("/backend/") {
            return Target::Backend;
        }
        if path == "/documents" {
            return Target::Documents;
        }
        if let Some(file) = asset(path) {
            return Target::Files(Files { found: vec![file], missing: Vec::new() });
        }
        let wanted: Vec<&str> = segments(path).collect();
        if let Some(redirect) = self.redirects.iter().find(|r| matched(&r.path, &wanted).is_some()) {
            return Target::Redirect(redirect.to.clone());
        }
        self.rules
            .iter()
            .find_map(|route| matched(&route.path, &wanted).map(|parts| route.files(parts, query)))
            .map_or(Target::NotFound, Target::Files)
    }

    /// The study that a page is about, in upper case; nothing when the address leads to no page of a study.
    #[must_use]
    pub fn study_of(&self, path: &str) -> Option<String> {
        let wanted: Vec<&str> = segments(path).collect();
        let parts = self.rules.iter().find_map(|route| matched(&route.path, &wanted))?;
        parts.into_iter().find(|(name, _)| name == "{id}").map(|(_, id)| id)
    }

    /// The headers of every answer at an address. Results and studies may stand in frames of partners, when the address
    /// says so, and no page else in any (D-287, D-288). Pages on which people say who they are have some of their own.
    pub fn headers_of(&self, path: &str, query: Option<&str>) -> impl Iterator<Item = (&str, Cow<'_, str>)> {
        let wanted: Vec<&str> = segments(path).collect();
        let is_among = |paths: &[String]| paths.iter().any(|pattern| matched(pattern, &wanted).is_some());
        let is_embedded = query.unwrap_or_default().split('&').any(|pair| pair == EMBEDDED);
        let is_framed = is_embedded && is_among(&self.framing.paths);
        let own = is_among(&self.private.paths).then_some(&self.private.headers);
        let common =
            self.headers.iter().filter(move |(name, _)| own.is_none_or(|own| !own.contains_key(*name)));
        let common = common.filter_map(move |(name, value)| {
            let value =
                if is_framed { self.when_framed(name, value)? } else { Cow::Borrowed(value.as_str()) };
            Some((name.as_str(), value))
        });
        let own = own.into_iter().flatten();
        common.chain(own.map(|(name, value)| (name.as_str(), Cow::Borrowed(value.as_str()))))
    }

    /// What a header says of a page that stands in a frame; nothing when such a page goes without it.
    fn when_framed<'a>(&self, name: &str, value: &'a str) -> Option<Cow<'a, str>> {
        if name == NO_FRAME {
            None
        } else if value.contains(UNFRAMED) {
            let hosts = self.framing.hosts.join(" ");
            Some(Cow::Owned(value.replace(UNFRAMED, &format!("frame-ancestors {hosts}"))))
        } else {
            Some(Cow::Borrowed(value))
        }
    }

    /// How long a cache may keep a file.
    #[must_use]
    pub fn cache_control(&self, file: &str) -> &str {
        self.cache.iter().find(|rule| file.starts_with(&rule.prefix)).map_or("no-store", |rule| &rule.control)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(path: &str) -> Target {
        Routes::load().unwrap().target(path, None)
    }

    fn files(names: &[&str]) -> Target {
        found_or_missing(names, &[])
    }

    fn found_or_missing(found: &[&str], missing: &[&str]) -> Target {
        let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        Target::Files(Files { found: owned(found), missing: owned(missing) })
    }

    #[test]
    fn every_route_leads_to_its_file_in_any_case_and_with_a_slash_at_the_end() {
        let table = [
            ("/", files(&["index.html"])),
            ("/results", files(&["results.html"])),
            ("/Results/", files(&["results.html"])),
            ("/study/nct04611802", files(&["study/NCT04611802.html", "study.html"])),
            ("/enroll/STU01009", files(&["enroll/STU01009.html", "enroll.html"])),
            ("/enroll/STU01009/ps", files(&["enroll/STU01009.html", "enroll.html"])),
            ("/Enroll/stu01009/ps/and/more/", files(&["enroll/STU01009.html", "enroll.html"])),
            ("/study/STU01009/and/more", Target::NotFound),
            ("/results/more", Target::NotFound),
            ("/upload-document/STU01009", files(&["upload-document.html"])),
            ("/connect-to-emr/0a1b2c3d4e5f6071/0123abcd/-/STU01009", files(&["medical-records.html"])),
            ("/Connect-to-EMR/0a1b/0123abcd/harbor.example/STU01009/", files(&["medical-records.html"])),
            ("/medical-records", files(&["medical-records.html"])),
            ("/medical-records/PT0123456789AB/New%20York", files(&["medical-records.html"])),
            ("/records-connected", files(&["records-connected.html"])),
            ("/thankyou", files(&["thankyou.html"])),
            ("/thankyou/PT0123456789AB", files(&["thank-you.html"])),
            ("/privacy", files(&["privacy.html"])),
            ("/KIRA", files(&["kira.html"])),
            ("/kira", files(&["kira.html"])),
            ("/MOSAIC", files(&["mosaic.html"])),
            ("/VLU", files(&["vlu.html"])),
            ("/upcoming-research/", files(&["upcoming-research.html"])),
            ("/conditions/Lung-Cancer", files(&["conditions/lung-cancer.html"])),
            ("/articles", files(&["articles.html"])),
            ("/articles/Living-With-COPD/", files(&["articles/living-with-copd.html"])),
            ("/assets/entry.js", files(&["assets/entry.js"])),
            ("/suggestions/lu", files(&["suggestions/lu.json"])),
            ("/backend/search", Target::Backend),
            ("/documents", Target::Documents),
            ("/signup", Target::Redirect("/enroll/STU01009".into())),
            ("/Participate/", Target::Redirect("/enroll/STU01009".into())),
        ];
        for (path, expected) in table {
            assert_eq!(target(path), expected, "{path}");
        }
    }

    #[test]
    fn a_page_of_a_study_says_which_study_it_is_about() {
        let routes = Routes::load().unwrap();
        for (path, study) in [
            ("/study/nct04611802", Some("NCT04611802")),
            ("/trialdetails/STU01009/ps", Some("STU01009")),
            ("/enroll/STU01009/ps/more", Some("STU01009")),
            ("/preview/STU01009", Some("STU01009")),
            ("/thankyou/PT0123456789AB", None),
            ("/results", None),
            ("/study", None),
            ("/study/NCT04611802/x", None),
            ("/backend/study", None),
        ] {
            assert_eq!(routes.study_of(path).as_deref(), study, "{path}");
        }
    }

    #[test]
    fn a_preview_is_the_file_of_its_study_and_template() {
        let routes = Routes::load().unwrap();
        let missing = ["preview/STU01009-not-made.html", "preview/study-not-found.html"];
        for query in ["template=3", "template=3&embed=true", "a&=&b=c&template=3", "template=3&Template=4"] {
            let expected = found_or_missing(&["preview/STU01009-3.html"], &missing);
            assert_eq!(routes.target("/Preview/stu01009/", Some(query)), expected, "{query}");
        }
    }

    #[test]
    fn a_query_that_names_none_of_the_six_templates_leads_to_the_page_that_says_so() {
        let routes = Routes::load().unwrap();
        let missing = ["preview/STU01009-choose.html", "preview/template-not-found.html"];
        let long = format!("template={}", "1".repeat(100_000));
        let queries = [
            "",
            "template",
            "template=",
            "template=0",
            "template=7",
            "template=01",
            "template=1 ",
            "template=+1",
            "template=%31",
            "templat%65=1",
            "Template=1",
            "template=1&template=1",
            "template=1&template=2",
            "template=7&template=1",
            "template[]=1",
            "template=1=1",
            "template=1;template=2",
            "template=../../secret",
            "template=%2e%2e%2f1",
            "template={id}",
            "template=1\0",
            "template=１",
            long.as_str(),
        ];
        for query in queries {
            let found = routes.target("/preview/STU01009", Some(query));
            assert_eq!(found, found_or_missing(&[], &missing), "{query:.40}");
        }
        assert_eq!(routes.target("/preview/STU01009", None), found_or_missing(&[], &missing));
    }

    #[test]
    fn a_query_changes_nothing_where_no_file_depends_on_it() {
        let routes = Routes::load().unwrap();
        assert_eq!(routes.target("/results", Some("template=1")), files(&["results.html"]));
        assert_eq!(routes.target("/preview/../x", Some("template=1")), Target::NotFound);
        assert_eq!(routes.target("/preview/STU01009/x", Some("template=1")), Target::NotFound);
    }

    #[test]
    fn an_address_that_climbs_or_hides_leads_nowhere() {
        for path in [
            "/../etc/passwd",
            "/study/../../etc/passwd",
            "/study/%2e%2e",
            "/assets/../../secret.key",
            "/assets/.env",
            "/.git/config.x",
            "/study/a/b/c",
            "/study/NCT0461180é",
            "/assets//x.js",
            "/study/a.html",
        ] {
            assert_eq!(target(path), Target::NotFound, "{path}");
        }
    }

    #[test]
    fn hashed_files_are_kept_for_ever_and_pages_are_asked_for_each_time() {
        let routes = Routes::load().unwrap();
        assert!(routes.cache_control("assets/results-abc123.js").contains("immutable"));
        assert!(routes.cache_control("assets/entry.js").contains("must-revalidate"));
        assert!(routes.cache_control("index.html").contains("must-revalidate"));
    }

    fn policy(path: &str, query: Option<&str>) -> String {
        let routes = Routes::load().unwrap();
        let mut headers = routes.headers_of(path, query);
        headers.find(|(name, _)| *name == "content-security-policy").unwrap().1.into_owned()
    }

    #[test]
    fn only_partners_may_frame_results_and_studies_that_say_so() {
        let framed = "frame-ancestors https://match.partner.example https://video.partner.example;";
        let forbids = |path: &str, query: Option<&str>| {
            Routes::load().unwrap().headers_of(path, query).any(|header| header == (NO_FRAME, "DENY".into()))
        };
        for path in ["/results", "/Results/", "/study/NCT04611802", "/trialdetails/STU01009/ps"] {
            assert!(policy(path, Some("q=a&in=b&embed=true")).contains(framed), "{path}");
            assert!(!forbids(path, Some("q=a&in=b&embed=true")) && forbids(path, None), "{path}");
            for query in [None, Some("embed=false"), Some("xembed=true"), Some("q=embed=true")] {
                assert!(policy(path, query).contains("frame-ancestors 'none';"), "{path} {query:?}");
            }
        }
        for path in ["/", "/enroll/STU01009", "/thankyou/PT00000001", "/saved", "/backend/search"] {
            assert!(policy(path, Some("embed=true")).contains("frame-ancestors 'none';"), "{path}");
            assert!(forbids(path, Some("embed=true")), "{path}");
        }
    }

    #[test]
    fn a_page_of_one_person_is_kept_by_nobody_and_named_to_nobody() {
        let routes = Routes::load().unwrap();
        let of = |path: &str, wanted: &str| {
            let headers: Vec<_> = routes.headers_of(path, None).filter(|(name, _)| *name == wanted).collect();
            assert!(headers.len() < 2, "{wanted} of {path} stands once");
            headers.first().map(|(_, value)| value.to_string())
        };
        assert_eq!(routes.target("/DeleteMe/", None), files(&["deleteme.html"]));
        let of_sign_up = ["/enroll/STU01009", "/enroll/NCT04611802/ps"];
        let personal = [
            "/deleteme",
            "/DeleteMe/",
            "/notify",
            "/thankyou/PT0123456789AB",
            "/connect-to-emr/0a1b2c3d/0123abcd/-/STU01009",
            "/medical-records",
            "/medical-records/PT0123456789AB/Cleveland",
            "/records-connected",
        ];
        for path in personal.into_iter().chain(of_sign_up) {
            assert_eq!(of(path, "cache-control").as_deref(), Some("no-store"), "{path}");
            assert_eq!(of(path, "referrer-policy").as_deref(), Some("no-referrer"), "{path}");
            assert!(of(path, "content-security-policy").is_some());
        }
        assert_eq!(of("/about", "cache-control"), None);
        assert_eq!(of("/about", "referrer-policy").as_deref(), Some("same-origin"));
    }

    #[test]
    fn no_page_may_be_framed_or_load_from_elsewhere() {
        let policy = policy("/", None);
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
        ] {
            assert!(policy.contains(part), "{part}");
        }
        assert!(!policy.contains("unsafe"));
    }
}
