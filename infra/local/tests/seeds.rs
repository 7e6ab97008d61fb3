//! Seeding the table with the studies of the content.

use crate::support::cloud;
use waypoint_domain::partner_study::PartnerStudy;
use waypoint_functions::{finding::Finder, store::Studies};
use waypoint_generator::content::read_study;
use waypoint_local::{
    database::Storage,
    seeds::{SeedReport, seed},
};

fn study(number: &str, title: &str) -> PartnerStudy {
    let json = serde_json::json!({
        "snow_study_number": number, "study_sys_id": "0".repeat(32), "study_name": title, "brief_title": title,
        "brief_summary": "A study.", "conditions": ["Knee Pain"], "status": "Recruiting", "active": true,
        "promote": true, "sys_created_on": "2026-01-01", "sys_updated_on": "2026-01-01",
    });
    read_study("a.json", &json.to_string()).unwrap()
}

async fn titles(studies: &Studies) -> Vec<String> {
    let stored = studies.stored_studies().await.unwrap();
    stored.into_iter().map(|stored| stored.study.unwrap().brief_title).collect()
}

#[tokio::test]
async fn changed_seeds_are_written_and_other_table_changes_stay() {
    let cloud = cloud(&Storage::Memory).await;
    let studies = cloud.context(Finder::default(), true).await.unwrap().studies;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("seeds.json");
    let seeds = [study("STU0100", "A"), study("STU0101", "B"), study("STU0102", "C")];
    assert_eq!(seed(&studies, &seeds, &file).await.unwrap(), SeedReport { written: 3, removed: 0 });
    assert_eq!(seed(&studies, &seeds, &file).await.unwrap(), SeedReport::default());

    let written = studies.stored_studies().await.unwrap();
    studies.put(Some(&written[0]), &study("STU0100", "A by its sponsor")).await.unwrap();
    studies.put(Some(&written[1]), &study("STU0101", "B by its sponsor")).await.unwrap();
    let seeds = [study("STU0100", "A"), study("STU0101", "B updated")];
    assert_eq!(seed(&studies, &seeds, &file).await.unwrap(), SeedReport { written: 1, removed: 1 });
    assert_eq!(titles(&studies).await, ["A by its sponsor", "B updated"]);
}

#[tokio::test]
async fn all_seeds_are_written_when_the_seed_file_is_unreadable() {
    let cloud = cloud(&Storage::Memory).await;
    let studies = cloud.context(Finder::default(), true).await.unwrap().studies;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("seeds.json");
    seed(&studies, &[study("STU0100", "A")], &file).await.unwrap();
    std::fs::write(&file, "torn").unwrap();
    let sown = seed(&studies, &[study("STU0100", "A updated")], &file).await.unwrap();
    assert_eq!(sown, SeedReport { written: 1, removed: 0 });
    assert_eq!(titles(&studies).await, ["A updated"]);
}
