//! Importing a sponsor's studies into the table updates their pages.

use crate::support::{cloud, regenerated_site::RegeneratedSite};
use waypoint_domain::recruitment_status::RecruitmentStatus;
use waypoint_functions::finding::Finder;
use waypoint_importing::{Facts, Imported, difference::Difference, first_studies, write};
use waypoint_local::database::Storage;

#[tokio::test]
async fn changed_studies_are_written_and_their_pages_updated() {
    let mut site = RegeneratedSite::start().await;
    let before = site.studies.stored_studies().await.unwrap();
    let stored = |number: &str| {
        let written = before.iter().find(|stored| stored.number == number).unwrap();
        written.study.clone().unwrap()
    };
    let mut changed = stored("STU0100");
    changed.brief_title = "Stairs for sore knees".into();
    let mut new = stored("STU0102");
    new.snow_study_number = "STU0199".parse().unwrap();
    new.nct_number = None;
    let differences = [
        Difference::between(Some(&stored("STU0100")), changed),
        Difference::between(None, new),
        Difference::between(Some(&stored("STU0102")), stored("STU0102")),
    ];
    let imported = write(&site.studies, &before, &differences, &|_| {}).await.unwrap();
    assert_eq!(imported, Imported { written: 2, conflicts: Vec::new() });
    let done = site.settle().await;
    assert_eq!(done.iter().map(|done| done.studies).sum::<usize>(), 2);
    assert!(site.page("study/STU0100.html").unwrap().contains("Stairs for sore knees"));
    assert!(site.page("preview/STU0199-6.html").is_some());
}

#[tokio::test]
async fn concurrently_changed_study_is_skipped_and_reported() {
    let site = RegeneratedSite::start().await;
    let before = site.studies.stored_studies().await.unwrap();
    let known = before.iter().find(|stored| stored.number == "STU0100").unwrap().study.clone().unwrap();
    let mut imported_study = known.clone();
    imported_study.status = RecruitmentStatus::Completed;
    site.change("STU0100", |study| study.status = RecruitmentStatus::Suspended).await;
    let differences = [Difference::between(Some(&known), imported_study)];
    let imported = write(&site.studies, &before, &differences, &|_| {}).await.unwrap();
    assert_eq!(imported, Imported { written: 0, conflicts: vec!["STU0100".to_owned()] });
    assert_eq!(site.study("STU0100").await.status, RecruitmentStatus::Suspended);
}

#[tokio::test]
async fn concurrently_changed_questions_are_skipped_and_reported() {
    let site = RegeneratedSite::start().await;
    let before = site.studies.stored_studies().await.unwrap();
    let written =
        before.iter().find(|stored| stored.study.as_ref().is_ok_and(|study| !study.questions.is_empty()));
    let known = written.unwrap().study.clone().unwrap();
    let number = known.snow_study_number.clone();
    let mut added = known.questions[0].clone();
    added.sys_id = "added".into();
    added.question = "Another editor added this.".into();
    site.change(number.as_str(), |study| {
        study.questions[0].question = "Another editor changed this.".into();
        study.questions.push(added.clone());
    })
    .await;
    let current = site.study(number.as_str()).await.questions;
    assert!(current.contains(&added));
    let mut reworded = known.clone();
    reworded.questions[0].question = "The import changed this.".into();
    let mut with_removal = known.clone();
    with_removal.questions.remove(0);
    let mut with_addition = known.clone();
    added.question = "The import added this.".into();
    with_addition.questions.push(added);
    for imported_study in [reworded, with_removal, with_addition] {
        let differences = [Difference::between(Some(&known), imported_study)];
        let imported = write(&site.studies, &before, &differences, &|_| {}).await.unwrap();
        assert_eq!(imported, Imported { written: 0, conflicts: vec![number.to_string()] });
        assert_eq!(site.study(number.as_str()).await.questions, current);
    }
}

#[tokio::test]
async fn new_table_gets_all_studies_and_a_loaded_one_none_that_were_removed() {
    let site = RegeneratedSite::start().await;
    let content = &site.content;
    let cloud = cloud(&Storage::Memory).await;
    let studies = cloud.context(Finder::default(), true).await.unwrap().studies;
    // An earlier attempt stopped after the first study.
    studies.put(None, &content.studies[0]).await.unwrap();
    let missing = first_studies::missing(&studies, &content.studies).await.unwrap();
    assert_eq!(missing.len(), content.studies.len() - 1);
    first_studies::put(&studies, &missing).await.unwrap();
    assert_eq!(studies.stored_studies().await.unwrap().len(), content.studies.len());
    assert!(first_studies::missing(&studies, &content.studies).await.unwrap().is_empty());

    Facts::from_content(content).put(&studies).await.unwrap();
    let written = studies.stored_studies().await.unwrap();
    studies.remove(&written[0]).await.unwrap();
    assert!(first_studies::missing(&studies, &content.studies).await.unwrap().is_empty());
}

#[tokio::test]
async fn functions_read_the_settings_of_the_latest_content() {
    let site = RegeneratedSite::start().await;
    let cloud = cloud(&Storage::Memory).await;
    let studies = cloud.context(Finder::default(), true).await.unwrap().studies;
    assert!(studies.settings().await.is_err());
    let facts = Facts::from_content(&site.content);
    facts.put(&studies).await.unwrap();
    let known = studies.settings().await.unwrap();
    assert_eq!(known, facts.settings);
    assert_eq!(studies.passages().await.unwrap(), facts.passages);
    assert_eq!(known.privacy_notice_sha256.len(), 64);
    // Facts survive the round trip through their release file.
    let mut later: Facts = serde_json::from_slice(&serde_json::to_vec(&facts).unwrap()).unwrap();
    assert_eq!(later, facts);
    later.settings.privacy_notice_version = "9".into();
    later.put(&studies).await.unwrap();
    assert_eq!(studies.settings().await.unwrap().privacy_notice_version, "9");
    facts.put(&studies).await.unwrap();
    assert_eq!(studies.settings().await.unwrap(), facts.settings);
}
