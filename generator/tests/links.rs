//! Checks that every link has a valid target.

use std::path::Path;

use crate::support::{BuildTest, Files, is_page};

/// Whether an address is answered without a file of its own.
fn is_route(path: &str) -> bool {
    let known = |id: &str| id.parse::<waypoint_domain::study_id::StudyId>().is_ok();
    path.strip_prefix("/study/").is_some_and(known)
        || path.strip_prefix("/enroll/").is_some_and(|rest| known(rest.split('/').next().unwrap_or_default()))
}

fn links(page: &str) -> Vec<String> {
    [" href=\"", " src=\"", " action=\""]
        .iter()
        .flat_map(|attribute| page.split(attribute).skip(1))
        .filter_map(|rest| rest.split('"').next())
        .map(|link| link.replace("&amp;", "&"))
        .collect()
}

fn file_of(path: &str) -> String {
    let name = path.trim_start_matches('/');
    if name.is_empty() {
        "index.html".into()
    } else if Path::new(name).extension().is_some() {
        name.to_owned()
    } else {
        format!("{name}.html")
    }
}

/// The file of a preview, whose address has the template in its query.
fn preview_file(address: &str) -> Option<String> {
    let (id, template) = address.strip_prefix("/preview/")?.split_once("?template=")?;
    Some(format!("preview/{id}-{template}.html"))
}

/// The broken links of a built site, each with its page.
fn broken(files: &Files) -> Vec<String> {
    let mut broken = Vec::new();
    for (name, bytes) in files.iter().filter(|(name, _)| is_page(name)) {
        let page = String::from_utf8_lossy(bytes);
        for link in links(&page) {
            let outside = ["https://", "mailto:", "tel:"].iter().any(|scheme| link.starts_with(scheme));
            if outside {
                continue;
            }
            let (address, fragment) = link.split_once('#').unwrap_or((&link, ""));
            let path = address.split('?').next().unwrap_or_default();
            let file = preview_file(address).unwrap_or_else(|| file_of(path));
            let target = if path.is_empty() { Some(bytes) } else { files.get(&file) };
            let has_anchor = |target: &Vec<u8>| {
                fragment.is_empty() || String::from_utf8_lossy(target).contains(&format!("id=\"{fragment}\""))
            };
            let found = target.map_or_else(|| path.starts_with('/') && is_route(path), has_anchor);
            if !found {
                broken.push(format!("{name}: {link}"));
            }
        }
    }
    broken
}

#[test]
fn every_link_of_the_fixtures_leads_to_a_page_or_a_route() {
    let site = BuildTest::new();
    site.build().unwrap();
    assert_eq!(broken(&site.files()), Vec::<String>::new());
}

#[test]
fn every_link_of_this_site_leads_to_a_page_or_a_route() {
    let site = BuildTest::with_this_site();
    site.build().unwrap();
    assert_eq!(broken(&site.files()), Vec::<String>::new());
}

#[test]
fn broken_link_is_detected() {
    let site = BuildTest::new();
    let template = site.site_dir().join("templates/not-found.html");
    crate::support::edit(&template, "href=\"/\"", "href=\"/study/nowhere\"");
    site.build().unwrap();
    assert_eq!(broken(&site.files()), ["404.html: /study/nowhere"]);
}

#[test]
fn page_that_templates_link_to_is_required() {
    let site = BuildTest::new();
    std::fs::remove_file(site.content_dir().join("pages/terms.md")).unwrap();
    let error = site.build().unwrap_err().to_string();
    assert!(error.contains("/terms") && error.contains("pages/terms.md"), "{error}");
}
