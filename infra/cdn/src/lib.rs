//! Routes, rewrites and headers of the site, read from `routes.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The file that this crate reads; it is part of the binary.
const ROUTES: &str = include_str!("../routes.toml");

/// The most characters of an id in an address.
const LONGEST_ID: usize = 40;

/// Everything that decides how an address is served.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Routes {
    #[serde(rename = "routes")]
    rules: Vec<Route>,
    redirects: Vec<Redirect>,
    /// Headers of every answer.
    pub headers: BTreeMap<String, String>,
    cache: Vec<CacheRule>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Route {
    path: String,
    files: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Redirect {
    path: String,
    to: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct CacheRule {
    prefix: String,
    control: String,
}

/// `routes.toml` is not as it should be.
#[derive(Debug, thiserror::Error)]
#[error("infra/cdn/routes.toml: {0}")]
pub struct InvalidRoutes(#[from] toml::de::Error);

/// Where an address leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// To the functions.
    Backend,
    /// To the first of these files that exists, and to the not-found page if none does.
    Files(Vec<String>),
    /// To another address.
    Redirect(String),
    /// To the not-found page.
    NotFound,
}

impl Routes {
    /// Reads the routes.
    ///
    /// # Errors
    /// When the file is broken.
    pub fn load() -> Result<Self, InvalidRoutes> {
        Ok(toml::from_str(ROUTES)?)
    }

    /// Where the path of an address leads. The path is not decoded: an id with an escape in it is
    /// no id.
    #[must_use]
    pub fn target(&self, path: &str) -> Target {
        if path == "/backend" || path.starts_with("/backend/") {
            return Target::Backend;
        }
        if let Some(file) = asset(path) {
            return Target::Files(vec![file]);
        }
        let wanted: Vec<&str> = segments(path).collect();
        if let Some(redirect) = self.redirects.iter().find(|r| matched(&r.path, &wanted).is_some()) {
            return Target::Redirect(redirect.to.clone());
        }
        self.rules
            .iter()
            .find_map(|route| {
                let ids = matched(&route.path, &wanted)?;
                Some(Target::Files(route.files.iter().map(|file| filled(file, &ids)).collect()))
            })
            .unwrap_or(Target::NotFound)
    }

    /// How long a cache may keep a file.
    #[must_use]
    pub fn cache_control(&self, file: &str) -> &str {
        self.cache.iter().find(|rule| file.starts_with(&rule.prefix)).map_or("no-store", |rule| &rule.control)
    }
}

/// A file by its own name: one with an ending, of plain characters only.
fn asset(path: &str) -> Option<String> {
    let name = path.strip_prefix('/')?;
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b))
    };
    let is_file = name.rsplit('/').next().is_some_and(|last| last.contains('.') && ending(last) != "html");
    (is_file && name.split('/').all(plain)).then(|| name.to_owned())
}

fn ending(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or_default()
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.trim_matches('/').split('/').filter(|segment| !segment.is_empty())
}

/// The ids that a pattern finds in an address, by their names; nothing when it does not fit.
fn matched<'a>(pattern: &'a str, wanted: &[&str]) -> Option<Vec<(&'a str, String)>> {
    let parts: Vec<&str> = segments(pattern).collect();
    if parts.len() != wanted.len() {
        return None;
    }
    let mut ids = Vec::new();
    for (part, given) in parts.into_iter().zip(wanted) {
        match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
            Some("page") if is_page(given) => ids.push((part, given.to_ascii_lowercase())),
            Some(name) if name != "page" && is_id(given) => ids.push((part, given.to_ascii_uppercase())),
            None if part.eq_ignore_ascii_case(given) => {}
            _ => return None,
        }
    }
    Some(ids)
}

fn is_id(text: &str) -> bool {
    text.len() <= LONGEST_ID && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

fn is_page(text: &str) -> bool {
    text.len() <= LONGEST_ID && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

fn filled(file: &str, ids: &[(&str, String)]) -> String {
    ids.iter().fold(file.to_owned(), |file, (name, id)| file.replace(name, id))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(path: &str) -> Target {
        Routes::load().unwrap().target(path)
    }

    fn files(names: &[&str]) -> Target {
        Target::Files(names.iter().map(ToString::to_string).collect())
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
            ("/thankyou/PT0123456789AB", files(&["thank-you.html"])),
            ("/privacy", files(&["privacy.html"])),
            ("/articles", files(&["articles.html"])),
            ("/articles/Living-With-COPD/", files(&["articles/living-with-copd.html"])),
            ("/assets/entry.js", files(&["assets/entry.js"])),
            ("/backend/search", Target::Backend),
            ("/signup", Target::Redirect("/enroll/STU01009".into())),
            ("/Participate/", Target::Redirect("/enroll/STU01009".into())),
        ];
        for (path, expected) in table {
            assert_eq!(target(path), expected, "{path}");
        }
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

    #[test]
    fn no_page_may_be_framed_or_load_from_elsewhere() {
        let routes = Routes::load().unwrap();
        let policy = &routes.headers["content-security-policy"];
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
