//! A page builder renders the same files for changed studies as a complete build.

use std::{fs, path::Path};

use waypoint_domain::{partner_study::PartnerStudy, recruitment_status::RecruitmentStatus};
use waypoint_generator::{ChangedFiles, ChangedStudies, PageBuilder, Sources};

use crate::support::{BuildTest, differing};

const SITE: &str = "https://harbor.example";

/// The fixtures with share pictures and a base URL, which share pictures and the sitemap need.
fn site() -> BuildTest {
    let site = BuildTest { base_url: SITE, ..BuildTest::new() };
    site.edit("site.toml", "brand = ", "share_pictures = true\nbrand = ");
    site
}

fn page_builder(site: &BuildTest) -> PageBuilder {
    let sources = Sources {
        site_dir: &site.site_dir(),
        templates_dir: &site.site_dir().join("templates"),
        base_url: SITE,
        dev_bundle: false,
    };
    PageBuilder::open(site.content(), &sources).unwrap()
}

fn build(site: &BuildTest, studies: &[PartnerStudy]) {
    let mut content = site.content();
    content.replace_studies(studies.to_vec());
    site.build_content(&content).unwrap();
}

/// The change that the stream would report.
fn change_of(before: &[PartnerStudy], after: &[PartnerStudy], numbers: &[&str]) -> ChangedStudies {
    let studies = before.iter().chain(after);
    let changed = studies.filter(|study| numbers.contains(&study.snow_study_number.as_str()));
    let registered = changed.filter_map(|study| study.nct_number.as_ref()).map(ToString::to_string);
    ChangedStudies {
        numbers: numbers.iter().map(|number| number.parse().unwrap()).collect(),
        ids: numbers.iter().map(|number| (*number).to_owned()).chain(registered).collect(),
        ..ChangedStudies::default()
    }
}

fn publish(out: &Path, changed: &ChangedFiles) {
    assert!(changed.failed.is_empty(), "{:?}", changed.failed);
    for file in &changed.files {
        let path = out.join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &file.bytes).unwrap();
    }
    for path in &changed.deleted_paths {
        let _ = fs::remove_file(out.join(path));
    }
}

/// A name, and a function that changes studies and returns their numbers.
type Change = (&'static str, fn(&mut Vec<PartnerStudy>) -> Vec<&'static str>);

const CHANGES: &[Change] = &[
    ("another title", |studies| {
        study_mut(studies, "STU0100").brief_title = "Stairs for sore knees".into();
        vec!["STU0100"]
    }),
    ("closed", |studies| {
        study_mut(studies, "STU0100").status = RecruitmentStatus::Completed;
        vec!["STU0100"]
    }),
    ("hidden, so that the number it shares leads to the other", |studies| {
        study_mut(studies, "STU0100").active = false;
        vec!["STU0100"]
    }),
    ("removed", |studies| {
        studies.retain(|study| study.snow_study_number.as_str() != "STU0102");
        vec!["STU0102"]
    }),
    ("shown for the first time", |studies| {
        study_mut(studies, "STU0103").active = true;
        vec!["STU0103"]
    }),
    ("a number that moves to another study", |studies| {
        study_mut(studies, "PTGB0104").nct_number = None;
        study_mut(studies, "STU0102").nct_number = Some("NCT00000004".parse().unwrap());
        vec!["PTGB0104", "STU0102"]
    }),
    ("a new study beside the others", |studies| {
        let new = PartnerStudy {
            snow_study_number: "STU0900".parse().unwrap(),
            nct_number: Some("NCT00000900".parse().unwrap()),
            brief_title: "Knee pain on stairs".into(),
            ..study_mut(studies, "STU0100").clone()
        };
        studies.push(new);
        vec!["STU0900"]
    }),
];

fn study_mut<'a>(studies: &'a mut [PartnerStudy], number: &str) -> &'a mut PartnerStudy {
    studies.iter_mut().find(|study| study.snow_study_number.as_str() == number).unwrap()
}

/// Pictures of earlier titles stay until the whole site is published again, but nothing refers to them.
fn is_not_a_picture(path: &str) -> bool {
    !path.starts_with("pictures/")
}

#[test]
fn changed_studies_give_the_same_site_as_a_complete_build() {
    let (site, whole) = (site(), site());
    let mut page_builder = page_builder(&site);
    let before = site.content().studies;
    let default_study = site.content().site.default_study.to_string();
    for (name, change) in CHANGES {
        let mut after = before.clone();
        let numbers = change(&mut after);
        build(&site, &before);
        let changed =
            page_builder.render_changed(after.clone(), &change_of(&before, &after, &numbers)).unwrap();
        publish(&site.out(), &changed);
        build(&whole, &after);
        let (actual, expected) = (site.files(), whole.files());
        let mut differing = differing(&actual, &expected);
        differing.retain(|path| is_not_a_picture(path));
        assert_eq!(differing, Vec::<String>::new(), "{name}");
        let missing: Vec<_> = expected.keys().filter(|path| !actual.contains_key(*path)).collect();
        assert!(missing.is_empty(), "{name}: {missing:?}");
        // The header and footer of every page name the default study.
        let is_on_every_page = numbers.iter().any(|number| *number == default_study);
        assert!(is_on_every_page || changed.files.len() < 45, "{name}: {} files", changed.files.len());
    }
}

#[test]
fn study_with_a_failing_page_keeps_its_files_and_others_are_rendered() {
    let site = site();
    let mut page_builder = page_builder(&site);
    let before = site.content().studies;
    let mut after = before.clone();
    study_mut(&mut after, "STU0102").brief_summary = "Make the island throw".into();
    study_mut(&mut after, "STU0102").nct_number = None;
    study_mut(&mut after, "PTGB0104").brief_title = "Legible".into();
    let changed = page_builder
        .render_changed(after.clone(), &change_of(&before, &after, &["STU0102", "PTGB0104"]))
        .unwrap();
    let [unmade] = &changed.failed[..] else { panic!("{:?}", changed.failed) };
    assert_eq!(unmade.study.as_ref().unwrap().as_str(), "STU0102");
    assert_eq!(unmade.path, "study/STU0102.html");
    let paths: Vec<&str> = changed.files.iter().map(|file| file.path.as_str()).collect();
    assert!(paths.contains(&"preview/PTGB0104-6.html") && paths.contains(&"sitemap.xml"), "{paths:?}");
    assert!(
        paths
            .iter()
            .chain(&changed.deleted_paths.iter().map(String::as_str).collect::<Vec<_>>())
            .all(|path| !path.contains("STU0102"))
    );
}

#[test]
fn unreadable_study_keeps_its_files() {
    let site = site();
    let before = site.content().studies;
    let readable: Vec<_> =
        before.iter().filter(|study| study.snow_study_number.as_str() != "PTGB0104").cloned().collect();
    let mut changed = change_of(&before, &before, &["PTGB0104"]);
    changed.protected_ids = std::mem::take(&mut changed.ids);
    changed.ids.clone_from(&changed.protected_ids);
    changed.numbers.clear();
    let made = page_builder(&site).render_changed(readable, &changed).unwrap();
    assert_eq!(made.deleted_paths, Vec::<String>::new());
    assert!(made.files.iter().all(|file| !file.path.contains("PTGB0104")));
}
