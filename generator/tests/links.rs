//! Every link leads somewhere.

use std::path::Path;

use crate::support::{BuildTest, Files, is_page};

/// Addresses that are answered without a file of their own.
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

/// The file of a preview, whose address names the template in its query.
fn preview_file(address: &str) -> Option<String> {
    let (id, template) = address.strip_prefix("/preview/")?.split_once("?template=")?;
    Some(format!("preview/{id}-{template}.html"))
}

/// Links of a built site that lead nowhere, each with the page that it stands on.
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
fn every_link_of_a_site_leads_to_a_page_or_a_route() {
    let site = BuildTest::new();
    site.build().unwrap();
    assert_eq!(broken(&site.files()), Vec::<String>::new());
}

#[test]
fn every_link_of_this_site_leads_to_a_page_or_a_route() {
    let site = BuildTest::of_this_site();
    site.build().unwrap();
    assert_eq!(broken(&site.files()), Vec::<String>::new());
}

#[test]
fn a_link_that_leads_nowhere_is_seen() {
    let site = BuildTest::new();
    let template = site.site_dir().join("templates/not-found.html");
    crate::support::edit(&template, "href=\"/\"", "href=\"/study/nowhere\"");
    site.build().unwrap();
    assert_eq!(broken(&site.files()), ["404.html: /study/nowhere"]);
}

#[test]
fn a_page_that_templates_lead_to_is_needed() {
    let site = BuildTest::new();
    std::fs::remove_file(site.content_dir().join("pages/terms.md")).unwrap();
    let refused = site.build().unwrap_err().to_string();
    assert!(refused.contains("/terms") && refused.contains("pages/terms.md"), "{refused}");
}
