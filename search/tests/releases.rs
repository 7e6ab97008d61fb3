//! Releases of the index: which is in use, what is deleted, and what readers see.

use std::{fs, path::Path, sync::LazyLock};

use tempfile::tempdir;
use waypoint_domain::registry_study::RegistryStudy;
use waypoint_search::{LatestIndex, Origin, Release, ReleaseError, Releases};
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);

fn study(number: usize) -> RegistryStudy {
    serde_json::from_value(serde_json::json!({
        "nct_id": format!("NCT{number:08}"), "brief_title": "A", "official_title": "", "brief_summary": "",
        "detailed_description": "", "conditions": ["Asthma"], "keywords": [], "status": "Recruiting",
        "study_type": "Interventional", "phases": [], "sex": "All", "ages": {}, "healthy_volunteers": false,
        "eligibility_criteria": "", "sponsor": "", "contacts": [], "sites": [], "last_updated": "2026-01-01",
    }))
    .unwrap()
}

fn publish(folder: &Path, table: &str, studies: usize) -> Release {
    let mut draft =
        Releases::in_folder(folder).begin(Origin::from_table_version(table), &VOCABULARY).unwrap();
    (1..=studies).for_each(|number| draft.add(&study(number)).unwrap());
    draft.publish(|_| Ok(())).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

#[test]
fn release_is_in_use_once_published() {
    let folder = tempdir().unwrap();
    let releases = Releases::in_folder(folder.path());
    assert!(matches!(releases.current(), Err(ReleaseError::Missing(_))));
    let first = publish(folder.path(), "1", 1);
    let mut draft = releases.begin(Origin::from_table_version("2"), &VOCABULARY).unwrap();
    draft.add(&study(1)).unwrap();
    assert_eq!(releases.current().unwrap(), first);
    let second = draft.publish(|_| Ok(())).unwrap();
    assert_eq!(releases.current().unwrap(), second);
}

#[test]
fn next_build_deletes_leftovers_of_an_interrupted_one() {
    let folder = tempdir().unwrap();
    let releases = Releases::in_folder(folder.path());
    publish(folder.path(), "1", 1);
    let mut draft = releases.begin(Origin::from_table_version("2"), &VOCABULARY).unwrap();
    draft.add(&study(1)).unwrap();
    drop(draft);
    assert_eq!(names(folder.path()), ["current", "release-000001", "release-000002"]);
    assert_eq!(publish(folder.path(), "2", 2).studies, 2);
    assert_eq!(names(folder.path()), ["current", "release-000001", "release-000002"]);
    assert_eq!(releases.current().unwrap().studies, 2);
}

#[test]
fn previous_release_is_kept_until_the_next_one() {
    let folder = tempdir().unwrap();
    for table in ["1", "2", "3", "4"] {
        publish(folder.path(), table, 1);
    }
    assert_eq!(names(folder.path()), ["current", "release-000003", "release-000004"]);
}

#[test]
fn release_fits_only_its_own_origin() {
    let folder = tempdir().unwrap();
    let releases = Releases::in_folder(folder.path());
    let built = publish(folder.path(), "1", 1);
    assert!(releases.is_current(&Origin::from_table_version("1")));
    assert!(!releases.is_current(&Origin::from_table_version("2")));
    assert!(!releases.is_current(&Origin { vocabulary: "another".into(), ..built.origin.clone() }));
    assert!(!releases.is_current(&Origin { format: "another".into(), ..built.origin.clone() }));
    fs::write(built.index_folder().join("meta.json"), "{").unwrap();
    assert!(!releases.is_current(&built.origin));
}

#[test]
fn release_is_not_used_if_its_extra_files_fail() {
    let folder = tempdir().unwrap();
    let releases = Releases::in_folder(folder.path());
    let first = publish(folder.path(), "1", 1);
    let draft = releases.begin(Origin::from_table_version("2"), &VOCABULARY).unwrap();
    let failed = draft.publish(|release| {
        fs::write(release.folder.join("half"), "").unwrap();
        Err(ReleaseError::Missing(release.folder.clone()))
    });
    assert!(failed.is_err());
    assert_eq!(releases.current().unwrap(), first);
}

#[test]
fn reader_keeps_using_its_open_index() {
    let folder = tempdir().unwrap();
    publish(folder.path(), "1", 1);
    let reader = LatestIndex::open(Releases::in_folder(folder.path()), &VOCABULARY).unwrap();
    let in_use = reader.in_use(&VOCABULARY);
    for table in ["2", "3", "4"] {
        publish(folder.path(), table, 2);
    }
    let reading = VOCABULARY.read("asthma");
    let query = waypoint_search::SearchQuery {
        recruitment: waypoint_search::RecruitmentScope::AnyStatus,
        ..waypoint_search::SearchQuery::new(&reading, 10)
    };
    assert_eq!(in_use.index.search(&query, &VOCABULARY).unwrap().counts.total, 1);
}
