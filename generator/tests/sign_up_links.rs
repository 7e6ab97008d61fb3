//! Links to sign-ups name their study, and the pages of a sign-up don't lead to another one.

use std::collections::BTreeMap;

use crate::support::{BuildTest, is_page};

const DEFAULT: &str = "/enroll/STU01009";
const ITS_NAME: &str = "COVID-19 vaccine study";
const HEADER: &str = "data-sign-up>";

fn pages(site: &BuildTest) -> BTreeMap<String, String> {
    site.build().unwrap();
    let pages = site.files().into_iter().filter(|(path, _)| is_page(path));
    pages.filter_map(|(path, bytes)| Some((path, String::from_utf8(bytes).ok()?))).collect()
}

/// The links of a page as (address, everything between the tags).
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

fn header(page: &str) -> Option<(&str, &str)> {
    let header = page.split("</header>").next()?;
    let (before, after) = header.split_once(HEADER)?;
    let address = before.rsplit_once("href=\"")?.1.split('"').next()?;
    Some((address, after.split("</a>").next()?))
}

#[test]
fn the_header_leads_to_the_study_of_the_page_and_names_it() {
    let pages = pages(&BuildTest::of_this_site());
    for (path, expected) in [
        ("index.html", Some((DEFAULT, ITS_NAME))),
        ("results.html", Some((DEFAULT, ITS_NAME))),
        ("thank-you.html", Some((DEFAULT, ITS_NAME))),
        ("study.html", Some((DEFAULT, ITS_NAME))),
        ("study/STU01020.html", Some(("/enroll/STU01020", "Severe asthma injection study"))),
        ("vlu.html", Some(("/enroll/STU01014", "Venous leg ulcer gel study (VLU)"))),
        ("study/STU01023.html", Some((DEFAULT, ITS_NAME))),
        ("enroll.html", None),
        ("enroll/STU01009.html", None),
        ("enroll/STU01020.html", None),
        ("upload-document.html", None),
        ("medical-records.html", None),
        ("records-connected.html", None),
    ] {
        let found = header(&pages[path]);
        assert_eq!(found.map(|(address, _)| address), expected.map(|(address, _)| address), "{path}");
        if let (Some((_, words)), Some((_, name))) = (found, expected) {
            assert!(words.starts_with("Sign Up ") && words.contains(name), "{path}: {words}");
        }
    }
}

#[test]
fn every_link_to_the_default_study_names_it() {
    let pages = pages(&BuildTest::of_this_site());
    let mut found = 0;
    for (path, page) in &pages {
        // The page of the study itself names it above everything.
        let is_its_own = ["STU01009", "NCT04611802"].iter().any(|id| path.contains(id));
        if is_its_own || page.contains("NCT04611802</dd>") {
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
fn nothing_leads_to_a_default_study_that_takes_no_sign_ups() {
    let site = BuildTest::new();
    let mut content = site.content();
    let mut studies = content.studies.clone();
    studies.retain(|study| study.snow_study_number != content.site.default_study);
    content.replace_studies(studies);
    site.build_of(&content).unwrap();
    for (path, bytes) in site.files() {
        let Ok(page) = String::from_utf8(bytes) else { continue };
        assert!(!page.contains("href=\"/enroll/STU0100\""), "{path}");
    }
    let about = site.page("about.html");
    assert_eq!(header(&about), None);
    assert!(about.contains("<a href=\"/#find_trial\">Patients <span"), "{about}");
}
