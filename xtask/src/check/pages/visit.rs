//! The pages of a built site as a browser visits them, for checks in a browser.

use std::{collections::BTreeSet, fs, path::Path};

use anyhow::{Context, Result};
use serde::Serialize;

use super::{built::BuiltSite, markup::Markup};

/// Pages served at many URLs, with an example of one. Every other page is served at its own name.
const EXAMPLES: &[Example] = &[
    Example { file: "404.html", path: "/nowhere/at/all", missing: true },
    Example { file: "thank-you.html", path: "/thankyou/PT000000000000", missing: true },
    Example { file: STUDY_NOT_FOUND, path: "/preview/STU99999?template=1", missing: true },
    Example { file: "results.html", path: "/results?q=asthma&in=UNITED+STATES", missing: false },
    Example { file: "study.html", path: "/study/NCT03974022", missing: false },
    Example { file: "enroll.html", path: "/enroll/NCT03974022", missing: false },
    Example { file: "upload-document.html", path: "/upload-document/STU01026", missing: false },
    Example { file: "medical-records.html", path: "/connect-to-emr/0a1b2c3d/0/-/STU01026", missing: false },
];

const TEMPLATE_NOT_FOUND: &str = "preview/template-not-found.html";
const STUDY_NOT_FOUND: &str = "preview/study-not-found.html";

struct Example {
    file: &'static str,
    path: &'static str,
    missing: bool,
}

/// A page and its URL.
#[allow(clippy::struct_excessive_bools, reason = "the facts are independent")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Visit {
    pub(crate) file: String,
    pub(crate) path: String,
    /// Whether the page reports that something doesn't exist, with status 404.
    pub(crate) missing: bool,
    /// Whether search engines may list it.
    pub(crate) listed: bool,
    /// Whether its canonical URL is that of another page.
    pub(crate) copy: bool,
    /// Whether it is a preview. There are six per study.
    pub(crate) preview: bool,
    /// Whether it is the first page with its set of parts.
    pub(crate) first_of_kind: bool,
}

/// Returns every page of a built folder, except redirects.
pub(crate) fn in_folder(folder: &Path) -> Result<Vec<Visit>> {
    Ok(visits(&BuiltSite::read(folder)?))
}

/// Writes the pages of a built folder to a file for the browser tests.
pub(crate) fn write(folder: &Path, file: &Path) -> Result<()> {
    let list = serde_json::to_string_pretty(&in_folder(folder)?)?;
    fs::write(file, list).with_context(|| format!("{} can't be written", file.display()))
}

/// Whether a page is shown only if others are missing.
pub(super) fn is_fallback(file: &str) -> bool {
    file == STUDY_NOT_FOUND || file.ends_with("-not-made.html")
}

/// Returns the path of a page that is served at its own name.
pub(super) fn own_path(file: &str) -> String {
    let name = file.trim_end_matches(".html");
    if file == TEMPLATE_NOT_FOUND {
        return "/preview/STU99999?template=0".into();
    }
    if let Some((id, template)) = name.strip_prefix("preview/").and_then(|name| name.split_once('-')) {
        return format!("/preview/{id}?template={template}");
    }
    if name == "index" { "/".into() } else { format!("/{name}") }
}

fn visits(built: &BuiltSite) -> Vec<Visit> {
    let mut kinds = BTreeSet::new();
    let stays = |page: &Markup| !page.redirects;
    let shown = built.pages.iter().filter(|(file, page)| !file.ends_with("-not-made.html") && stays(page));
    shown.map(|(file, page)| visit(file, page, kinds.insert(&page.parts))).collect()
}

fn visit(file: &str, page: &Markup, first_of_kind: bool) -> Visit {
    let example = EXAMPLES.iter().find(|example| example.file == file);
    let own = own_path(file);
    let ends = |address: &str| address.to_ascii_lowercase().ends_with(&own.to_ascii_lowercase());
    Visit {
        file: file.to_owned(),
        copy: page.canonical.as_ref().is_some_and(|at| !ends(&at.value)),
        path: example.map_or_else(|| own.clone(), |example| example.path.to_owned()),
        missing: example.is_some_and(|example| example.missing)
            || file == TEMPLATE_NOT_FOUND
            || file.ends_with("-choose.html"),
        preview: file.starts_with("preview/"),
        listed: !page.unlisted,
        first_of_kind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visits_of(files: &[(&str, &str)]) -> Vec<Visit> {
        visits(&BuiltSite::from_texts(
            files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())),
        ))
    }

    #[test]
    fn page_is_visited_at_its_name_or_an_example_url() {
        let visits =
            visits_of(&[("index.html", ""), ("articles/one.html", ""), ("study.html", ""), ("icon.svg", "")]);
        let paths: Vec<_> = visits.iter().map(|visit| visit.path.as_str()).collect();
        assert_eq!(paths, ["/articles/one", "/", "/study/NCT03974022"]);
    }

    #[test]
    fn page_with_another_pages_canonical_url_is_a_copy() {
        let page = "<link rel=\"canonical\" href=\"https://a.example/study/NCT00000001\">";
        let visits =
            visits_of(&[("study/NCT00000001.html", page), ("study/STU01009.html", page), ("404.html", "")]);
        let copies: Vec<_> = visits.iter().map(|visit| visit.copy).collect();
        assert_eq!(copies, [false, false, true]);
    }

    #[test]
    fn pages_with_the_same_parts_are_of_one_kind() {
        let visits = visits_of(&[
            ("a.html", "<p class=\"skip\"></p><main class=\"main\"><b class=\"card card--a\"></b></main>"),
            ("b.html", "<main class=\"main\"><b class=\"card__title\"></b></main><p class=\"foot\"></p>"),
            ("c.html", "<main class=\"main\"><b class=\"note\"></b></main>"),
            ("d.html", "<main class=\"main\"><b class=\"note\" data-island=\"x\"></b></main>"),
        ]);
        let first: Vec<_> = visits.iter().map(|visit| visit.first_of_kind).collect();
        assert_eq!(first, [true, false, true, true]);
    }
}
