//! The files that a build writes, keeps, and deletes.

use std::fs;

use crate::support::{BuildTest, differing, files_in, is_page};
use waypoint_generator::BuildError;

#[test]
fn first_build_writes_every_page_under_its_ids_and_every_asset() {
    let site = BuildTest::new();
    let summary = site.build().unwrap();
    let files = site.files();
    let (previews, pages): (Vec<_>, Vec<_>) = files
        .keys()
        .filter(|path| is_page(path))
        .map(String::as_str)
        .partition(|path| path.starts_with("preview/"));
    assert_eq!(
        pages,
        [
            "404.html",
            "about.html",
            "accessibility.html",
            "articles.html",
            "articles/walking-with-sore-knees.html",
            "conditions.html",
            "conditions/knee-pain.html",
            "contact.html",
            "deleteme.html",
            "demo.html",
            "enroll.html",
            "enroll/PTGB0104.html",
            "enroll/STU0100.html",
            "enroll/STU0101.html",
            "for-doctors/PTGB0104.html",
            "for-doctors/STU0100.html",
            "for-doctors/STU0101.html",
            "for-doctors/STU0102.html",
            "glossary.html",
            "health-data.html",
            "index.html",
            "informed-consent.html",
            "knees.html",
            "loading.html",
            "medical-records.html",
            "notify.html",
            "partners.html",
            "privacy.html",
            "records-connected.html",
            "resting.html",
            "results.html",
            "saved.html",
            "sponsors.html",
            "study.html",
            "study/NCT00000001.html",
            "study/NCT00000004.html",
            "study/PTGB0104.html",
            "study/STU0100.html",
            "study/STU0101.html",
            "study/STU0102.html",
            "terms.html",
            "thank-you.html",
            "upcoming-research.html",
            "upload-document.html",
        ]
    );
    let ids =
        ["NCT00000001", "NCT00000003", "NCT00000004", "PTGB0104", "STU0100", "STU0101", "STU0102", "STU0103"];
    let ends = ["1", "2", "3", "4", "5", "6", "choose", "not-made"];
    let study_previews = ids.iter().flat_map(|id| ends.map(|end| format!("preview/{id}-{end}.html")));
    let other_previews = ["study-not-found", "template-not-found"].map(|name| format!("preview/{name}.html"));
    assert_eq!(previews, study_previews.chain(other_previews).collect::<Vec<_>>());
    assert_eq!(summary.pages, pages.len() + previews.len());
    assert_eq!(summary.changed, files.len());
    assert!(files.contains_key("assets/entry.js") && files.contains_key("assets/styles-1.css"));
    assert!(!files.keys().any(|path| path.contains(".vite")));
}

#[test]
fn share_picture_is_drawn_once_per_title_and_linked_from_its_page() {
    let site = BuildTest { base_url: "https://harbor.example", ..BuildTest::new() };
    site.edit("site.toml", "moved_to_end", "share_pictures = true\nmoved_to_end");
    site.build().unwrap();
    let page = site.page("articles/walking-with-sore-knees.html");
    let name =
        page.split("og:image\" content=\"https://harbor.example/").nth(1).unwrap().split('"').next().unwrap();
    assert!(site.files()[name].starts_with(b"\x89PNG"));
    std::fs::write(site.out().join(name), "drawn before").unwrap();
    assert_eq!(site.build().unwrap().changed, 0);
    site.edit("articles/walking-with-sore-knees.md", "title = \"", "title = \"On ");
    site.build().unwrap();
    assert!(!site.files().contains_key(name));
}

#[test]
fn second_build_changes_nothing() {
    let site = BuildTest::new();
    site.build().unwrap();
    let summary = site.build().unwrap();
    assert_eq!((summary.changed, summary.removed), (0, 0));
}

#[test]
fn same_input_gives_the_same_bytes_in_any_folder() {
    let (one, other) = (BuildTest::new(), BuildTest::new());
    one.build().unwrap();
    other.build().unwrap();
    assert_eq!(one.files(), other.files());
}

#[test]
fn changed_study_changes_only_its_own_pages() {
    let site = BuildTest::new();
    site.build().unwrap();
    let before = site.files();
    site.edit("studies/PTGB0104.toml", "Tests if it helps.", "Tests if it helps you.");
    let summary = site.build().unwrap();
    let changed = differing(&before, &site.files());
    let (previews, pages): (Vec<_>, Vec<_>) =
        changed.iter().map(String::as_str).partition(|path| path.starts_with("preview/"));
    assert_eq!(
        pages,
        [
            "enroll/PTGB0104.html",
            "for-doctors/PTGB0104.html",
            "study/NCT00000004.html",
            "study/PTGB0104.html",
            "upcoming-research.html"
        ]
    );
    let of_study = |path: &&str| path.contains("/NCT00000004-") || path.contains("/PTGB0104-");
    assert!(previews.len() == 12 && previews.iter().all(of_study), "{previews:?}");
    assert_eq!(summary.changed, changed.len());
}

#[test]
fn changed_island_changes_only_pages_with_that_island() {
    let site = BuildTest::new();
    site.build().unwrap();
    let before = site.files();
    let dist = site.site_dir().join("dist/client");
    fs::rename(dist.join("assets/results-1.js"), dist.join("assets/results-2.js")).unwrap();
    crate::support::edit(&dist.join(".vite/manifest.json"), "results-1", "results-2");
    site.build().unwrap();
    assert_eq!(
        differing(&before, &site.files()),
        ["assets/results-1.js", "assets/results-2.js", "results.html"]
    );
}

#[test]
fn unplanned_files_and_folders_are_deleted() {
    let site = BuildTest::new();
    site.build().unwrap();
    fs::create_dir_all(site.out().join("old/deep")).unwrap();
    fs::write(site.out().join("old/deep/page.html"), "old").unwrap();
    fs::write(site.out().join("index.html.part"), "half").unwrap();
    fs::remove_file(site.content_dir().join("studies/PTGB0104.toml")).unwrap();
    let before = site.files();
    let summary = site.build().unwrap();
    let after = site.files();
    assert_eq!(summary.removed, before.keys().filter(|path| !after.contains_key(*path)).count());
    assert!(!site.out().join("old").exists());
    assert!(!site.out().join("study/PTGB0104.html").exists());
    assert!(site.out().join("study/STU0100.html").exists());
}

#[test]
fn folder_with_foreign_files_is_rejected_and_unchanged() {
    let site = BuildTest::new();
    fs::create_dir_all(site.out()).unwrap();
    fs::write(site.out().join("letter.txt"), "dear").unwrap();
    let error = site.build().unwrap_err();
    assert!(matches!(error, BuildError::ForeignFolder(_)), "{error}");
    assert_eq!(site.files().keys().collect::<Vec<_>>(), ["letter.txt"]);
}

#[test]
fn failing_island_stops_the_build_and_keeps_the_previous_output() {
    let site = BuildTest::new();
    site.build().unwrap();
    let before = site.files();
    site.edit("studies/STU0102.toml", "Tests if it helps.", "Make the island throw");
    site.edit("pages/about.md", "We help", "We always help");
    let error = site.build().unwrap_err().to_string();
    assert!(error.contains("the island 'study' of study/STU0102.html"), "{error}");
    assert!(error.contains("the island was made to throw"), "{error}");
    assert_eq!(site.files(), before);
}

#[test]
fn missing_bundle_is_reported_with_the_command_to_build_it() {
    let site = BuildTest::new();
    fs::remove_dir_all(site.site_dir().join("dist")).unwrap();
    let error = site.build().unwrap_err().to_string();
    assert!(error.contains("manifest.json is missing; run 'npm ci' and 'npm run build'"), "{error}");
    assert!(!site.out().exists());
}

#[test]
fn broken_template_is_named() {
    let site = BuildTest::new();
    fs::write(site.site_dir().join("templates/home.html"), "{% block").unwrap();
    let error = site.build().unwrap_err().to_string();
    assert!(error.contains("home.html"), "{error}");
}

#[test]
fn base_url_with_a_path_is_rejected() {
    for base_url in ["waypoint.example", "https://waypoint.example/path", "https://", "javascript:x"] {
        let error = BuildTest { base_url, ..BuildTest::new() }.build().unwrap_err();
        assert!(matches!(error, BuildError::BaseUrl(_)), "{base_url}: {error}");
    }
}

#[test]
fn two_outputs_with_the_same_path_are_rejected() {
    let site = BuildTest::new();
    let client = site.site_dir().join("dist/client");
    fs::write(client.join("about.html"), "from the bundle").unwrap();
    let error = site.build().unwrap_err().to_string();
    assert!(error.contains("about.html"), "{error}");
    assert!(!site.out().exists());
}

#[test]
fn build_into_another_folder_leaves_the_first_unchanged() {
    let site = BuildTest::new();
    site.build().unwrap();
    let before = site.files();
    let other = site.out().with_file_name("other");
    site.build_into(&other).unwrap();
    assert_eq!(site.files(), before);
    assert_eq!(files_in(&other), before);
}
