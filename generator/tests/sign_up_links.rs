//! Links to sign-ups name their study, and sign-up pages don't link to another sign-up.

use std::collections::BTreeMap;

use crate::support::{BuildTest, is_page};

const DEFAULT: &str = "/enroll/STU01009";
const DEFAULT_NAME: &str = "COVID-19 vaccine study";
const HEADER: &str = "data-sign-up>";

fn pages(site: &BuildTest) -> BTreeMap<String, String> {
    site.build().unwrap();
    let pages = site.files().into_iter().filter(|(path, _)| is_page(path));
    pages.filter_map(|(path, bytes)| Some((path, String::from_utf8(bytes).ok()?))).collect()
}

/// The links of a page, as pairs of address and content.
fn links(page: &str) -> Vec<(&str, &str)> {
    page.split("<a ")
        .skip(1)
        .filter_map(|rest| {
            let (tag, rest) = rest.split_once('>')?;
            let address = tag.split_once("href=\"")?.1.split('"').next()?;
            Some((address, rest.split("</a>").next()?))
        })
        .collect()
}

fn header_link(page: &str) -> Option<(&str, &str)> {
    let header_html = page.split("</header>").next()?;
    let (before, after) = header_html.split_once(HEADER)?;
    let address = before.rsplit_once("href=\"")?.1.split('"').next()?;
    Some((address, after.split("</a>").next()?))
}

#[test]
fn header_links_to_the_study_of_the_page_by_name() {
    let pages = pages(&BuildTest::with_this_site());
    for (path, expected) in [
        ("index.html", Some((DEFAULT, DEFAULT_NAME))),
        ("results.html", Some((DEFAULT, DEFAULT_NAME))),
        ("thank-you.html", Some((DEFAULT, DEFAULT_NAME))),
        ("study.html", Some((DEFAULT, DEFAULT_NAME))),
        ("study/STU01020.html", Some(("/enroll/STU01020", "Severe asthma injection study"))),
        ("vlu.html", Some(("/enroll/STU01014", "Venous leg ulcer gel study (VLU)"))),
        ("study/STU01023.html", Some((DEFAULT, DEFAULT_NAME))),
        ("preview/STU01020-1.html", Some(("/enroll/STU01020", "Severe asthma injection study"))),
        ("preview/STU01023-1.html", Some((DEFAULT, DEFAULT_NAME))),
        ("enroll.html", None),
        ("enroll/STU01009.html", None),
        ("enroll/STU01020.html", None),
        ("upload-document.html", None),
        ("medical-records.html", None),
        ("records-connected.html", None),
    ] {
        let found = header_link(&pages[path]);
        assert_eq!(found.map(|(address, _)| address), expected.map(|(address, _)| address), "{path}");
        if let (Some((_, words)), Some((_, name))) = (found, expected) {
            assert!(words.starts_with("Sign Up ") && words.contains(name), "{path}: {words}");
        }
    }
}

#[test]
fn every_link_to_the_default_study_names_it() {
    let pages = pages(&BuildTest::with_this_site());
    let mut found = 0;
    for (path, page) in &pages {
        // The page of the study itself shows the name as its title.
        let is_own_page = ["STU01009", "NCT04611802"].iter().any(|id| path.contains(id));
        if is_own_page || page.contains("NCT04611802</dd>") {
            continue;
        }
        for (address, words) in links(page).into_iter().filter(|(address, _)| *address == DEFAULT) {
            assert!(words.contains("COVID-19 vaccine"), "{path}: {address} is called {words}");
            found += 1;
        }
    }
    assert!(found > pages.len() / 2, "{found} links");
}

#[test]
fn default_study_without_sign_ups_has_no_links() {
    let site = BuildTest::new();
    let mut content = site.content();
    let mut studies = content.studies.clone();
    studies.retain(|study| study.snow_study_number != content.site.default_study);
    content.replace_studies(studies);
    site.build_content(&content).unwrap();
    for (path, bytes) in site.files() {
        let Ok(page) = String::from_utf8(bytes) else { continue };
        assert!(!page.contains("href=\"/enroll/STU0100\""), "{path}");
    }
    let about = site.page("about.html");
    assert_eq!(header_link(&about), None);
    assert!(about.contains("<a href=\"/#find_trial\">Patients <span"), "{about}");
}
