//! Routes, rewrites, and headers of the site, read from `routes.toml`.
//!
//! - `rules`: the contents of that file
//! - `pattern`: matches addresses against route patterns
//! - `edge`: the same decisions as functions of the CDN

pub mod edge;
mod pattern;
mod rules;

use std::{borrow::Cow, collections::BTreeMap};

use serde::Deserialize;

use pattern::{asset, matched, segments};
pub use rules::Files;
use rules::{CacheRule, FilledPages, Framing, Redirect, Route, SpecialPages};

/// The routes file, compiled into the binary.
const ROUTES: &str = include_str!("../routes.toml");

/// All rules for serving an address.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Routes {
    #[serde(rename = "routes")]
    rules: Vec<Route>,
    redirects: Vec<Redirect>,
    headers: BTreeMap<String, String>,
    filled: FilledPages,
    framing: Framing,
    private: SpecialPages,
    locating: SpecialPages,
    cache: Vec<CacheRule>,
}

/// The part of the content security policy that forbids framing.
const UNFRAMED: &str = "frame-ancestors 'none'";
/// The older header that forbids framing. It can't name exceptions.
const NO_FRAME: &str = "x-frame-options";
/// The query parameter that requests a page for a frame.
const EMBEDDED: &str = "embed=true";

/// `routes.toml` is invalid.
#[derive(Debug, thiserror::Error)]
#[error("infra/cdn/routes.toml: {0}")]
pub struct InvalidRoutes(#[from] toml::de::Error);

/// Where an address leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The functions.
    Backend,
    /// The bucket of documents, which accepts uploads.
    Documents,
    /// Files of the site.
    Files(Files),
    /// A redirect to another address.
    Redirect(String),
    /// The not-found page.
    NotFound,
}

impl Routes {
    /// Parses the built-in `routes.toml`.
    pub fn load() -> Result<Self, InvalidRoutes> {
        Ok(toml::from_str(ROUTES)?)
    }

    /// Returns where a path and its query lead. Neither is decoded: an id or a value that contains an escape never
    /// matches.
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
        let path_segments: Vec<&str> = segments(path).collect();
        if let Some(redirect) = self.redirects.iter().find(|r| matched(&r.path, &path_segments).is_some()) {
            return Target::Redirect(redirect.to.clone());
        }
        self.rules
            .iter()
            .find_map(|route| matched(&route.path, &path_segments).map(|parts| route.files(parts, query)))
            .map_or(Target::NotFound, Target::Files)
    }

    /// Returns the id of the study that a page is about, in upper case, or `None` for any other address.
    #[must_use]
    pub fn study_at(&self, path: &str) -> Option<String> {
        let path_segments: Vec<&str> = segments(path).collect();
        let parts = self.rules.iter().find_map(|route| matched(&route.path, &path_segments))?;
        parts.into_iter().find(|(name, _)| name == "{id}").map(|(_, id)| id)
    }

    /// Returns the headers of every response at an address. Partners may frame results and study pages if the address
    /// contains `embed=true`; no other page may be framed (D-287, D-288). Pages with personal details, and pages that may ask
    /// for the visitor's position, have headers of their own.
    pub fn headers_at(&self, path: &str, query: Option<&str>) -> impl Iterator<Item = (&str, Cow<'_, str>)> {
        let path_segments: Vec<&str> = segments(path).collect();
        let is_among =
            |paths: &[String]| paths.iter().any(|pattern| matched(pattern, &path_segments).is_some());
        let is_embedded = query.unwrap_or_default().split('&').any(|pair| pair == EMBEDDED);
        let is_framed = is_embedded && is_among(&self.framing.paths);
        let special = [&self.private, &self.locating].into_iter().find(|pages| is_among(&pages.paths));
        let own = special.map(|pages| &pages.headers);
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

    /// Returns a header's value for a page in a frame, or `None` if such pages omit the header.
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

    /// Whether a function fills this file, at the addresses that lead to it.
    #[must_use]
    pub fn is_filled_file(&self, file: &str) -> bool {
        self.filled.files.iter().any(|filled| filled == file)
    }

    /// Whether a function fills this file at this address. If it can't, the file itself is served.
    #[must_use]
    pub fn is_filled(&self, path: &str, file: &str) -> bool {
        let path_segments: Vec<&str> = segments(path).collect();
        self.is_filled_file(file)
            && self.filled.paths.iter().any(|pattern| matched(pattern, &path_segments).is_some())
    }

    /// Returns the `cache-control` value of a file.
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

    /// The files for a preview without a template.
    const PREVIEW_CHOICE: [&str; 2] = ["preview/STU01009-choose.html", "preview/template-not-found.html"];

    /// Addresses, at least one for each route, and where they lead.
    fn addresses() -> Vec<(&'static str, Target)> {
        vec![
            ("/", files(&["index.html"])),
            ("/results", files(&["results.html"])),
            ("/Results/", files(&["results.html"])),
            ("/study/nct04611802", files(&["study/NCT04611802.html", "study.html"])),
            ("/TrialDetails/stu01009", files(&["study/STU01009.html", "study.html"])),
            ("/trialdetails/STU01009/ps", files(&["study/STU01009.html", "study.html"])),
            ("/For-Doctors/stu01009/", files(&["for-doctors/STU01009.html"])),
            ("/preview/stu01009", found_or_missing(&[], &PREVIEW_CHOICE)),
            ("/unfilled/results", files(&["results.html"])),
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
        ]
    }

    #[test]
    fn routes_match_any_case_and_a_trailing_slash() {
        for (path, expected) in addresses() {
            assert_eq!(target(path), expected, "{path}");
        }
    }

    #[test]
    fn each_route_is_in_the_table_of_addresses() {
        let routes = Routes::load().unwrap();
        let mut untested: Vec<&str> = routes.rules.iter().map(|route| route.path.as_str()).collect();
        for (address, _) in addresses() {
            let path_segments: Vec<&str> = segments(address).collect();
            let first = routes.rules.iter().find(|route| matched(&route.path, &path_segments).is_some());
            untested.retain(|path| first.is_none_or(|first| first.path != *path));
        }
        assert_eq!(untested, [""; 0]);
    }

    #[test]
    fn study_pages_name_their_study() {
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
            assert_eq!(routes.study_at(path).as_deref(), study, "{path}");
        }
    }

    #[test]
    fn preview_path_and_template_name_a_file() {
        let routes = Routes::load().unwrap();
        let missing = ["preview/STU01009-not-made.html", "preview/study-not-found.html"];
        for query in ["template=3", "template=3&embed=true", "a&=&b=c&template=3", "template=3&Template=4"] {
            let expected = found_or_missing(&["preview/STU01009-3.html"], &missing);
            assert_eq!(routes.target("/Preview/stu01009/", Some(query)), expected, "{query}");
        }
    }

    #[test]
    fn preview_query_without_a_valid_template_gets_the_choose_page() {
        let routes = Routes::load().unwrap();
        let long = format!("template={}", "1".repeat(100_000));
        let table = include_str!("../tests/tables/queries_without_template.json");
        let queries: Vec<String> = serde_json::from_str(table).unwrap();
        for query in queries.iter().chain([&long]) {
            let found = routes.target("/preview/STU01009", Some(query));
            assert_eq!(found, found_or_missing(&[], &PREVIEW_CHOICE), "{query:.40}");
        }
        assert_eq!(routes.target("/preview/STU01009", None), found_or_missing(&[], &PREVIEW_CHOICE));
    }

    #[test]
    fn query_is_ignored_where_no_file_depends_on_it() {
        let routes = Routes::load().unwrap();
        assert_eq!(routes.target("/results", Some("template=1")), files(&["results.html"]));
        assert_eq!(routes.target("/preview/../x", Some("template=1")), Target::NotFound);
        assert_eq!(routes.target("/preview/STU01009/x", Some("template=1")), Target::NotFound);
    }

    #[test]
    fn hidden_and_climbing_paths_are_not_found() {
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
    fn hashed_files_are_immutable_and_pages_are_revalidated() {
        let routes = Routes::load().unwrap();
        assert!(routes.cache_control("assets/results-abc123.js").contains("immutable"));
        assert!(routes.cache_control("assets/entry.js").contains("must-revalidate"));
        assert!(routes.cache_control("index.html").contains("must-revalidate"));
    }

    fn policy(path: &str, query: Option<&str>) -> String {
        let routes = Routes::load().unwrap();
        let mut headers = routes.headers_at(path, query);
        headers.find(|(name, _)| *name == "content-security-policy").unwrap().1.into_owned()
    }

    #[test]
    fn only_pages_that_search_near_the_visitor_may_ask_for_the_position() {
        let routes = Routes::load().unwrap();
        let may_ask = |path: &str, query: Option<&str>| {
            let policies: Vec<_> =
                routes.headers_at(path, query).filter(|(name, _)| *name == "permissions-policy").collect();
            let [(_, policy)] = &policies[..] else { panic!("{path} has {policies:?}") };
            assert!(policy.contains("camera=()") && policy.contains("payment=()"), "{path}");
            policy.contains("geolocation=(self)")
        };
        for path in [
            "/results",
            "/Results/",
            "/saved",
            "/study/NCT04611802",
            "/trialdetails/STU01009/ps",
            "/vlu",
            "/upcoming-research",
        ] {
            assert!(may_ask(path, None) && may_ask(path, Some("embed=true")), "{path}");
        }
        for path in ["/", "/enroll/STU01009", "/deleteme", "/about", "/backend/locations", "/assets/entry.js"]
        {
            assert!(!may_ask(path, None), "{path}");
        }
    }

    #[test]
    fn only_partners_may_frame_embedded_results_and_studies() {
        let framed = "frame-ancestors https://match.partner.example https://video.partner.example;";
        let forbids = |path: &str, query: Option<&str>| {
            Routes::load().unwrap().headers_at(path, query).any(|header| header == (NO_FRAME, "DENY".into()))
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
    fn pages_with_personal_details_are_never_stored_or_sent_as_referrer() {
        let routes = Routes::load().unwrap();
        let header = |path: &str, name: &str| {
            let headers: Vec<_> = routes.headers_at(path, None).filter(|(found, _)| *found == name).collect();
            assert!(headers.len() < 2, "{path} has {name} twice");
            headers.first().map(|(_, value)| value.to_string())
        };
        assert_eq!(routes.target("/DeleteMe/", None), files(&["deleteme.html"]));
        let sign_up_pages = ["/enroll/STU01009", "/enroll/NCT04611802/ps"];
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
        for path in personal.into_iter().chain(sign_up_pages) {
            assert_eq!(header(path, "cache-control").as_deref(), Some("no-store"), "{path}");
            assert_eq!(header(path, "referrer-policy").as_deref(), Some("no-referrer"), "{path}");
            assert!(header(path, "content-security-policy").is_some());
        }
        assert_eq!(header("/about", "cache-control"), None);
        assert_eq!(header("/about", "referrer-policy").as_deref(), Some("same-origin"));
    }

    #[test]
    fn policy_forbids_frames_and_foreign_sources() {
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
