//! A sponsor's studies are imported into the table, and their pages follow.

use crate::support::{changing::Changing, cloud};
use waypoint_domain::recruitment_status::RecruitmentStatus;
use waypoint_functions::finding::Finder;
use waypoint_importing::{Facts, Imported, difference::Difference, first_studies, write};
use waypoint_local::database::Storage;

#[tokio::test]
async fn what_differs_is_written_and_its_pages_follow() {
    let mut changing = Changing::start().await;
    let before = changing.studies.as_written().await.unwrap();
    let known = |number: &str| {
        let written = before.iter().find(|written| written.number == number).unwrap();
        written.study.clone().unwrap()
    };
    let mut changed = known("STU0100");
    changed.brief_title = "Stairs for sore knees".into();
    let mut new = known("STU0102");
    new.snow_study_number = "STU0199".parse().unwrap();
    new.nct_number = None;
    let differences = [
        Difference::between(Some(&known("STU0100")), changed),
        Difference::between(None, new),
        Difference::between(Some(&known("STU0102")), known("STU0102")),
    ];
    let imported = write(&changing.studies, &before, &differences, &|_| {}).await.unwrap();
    assert_eq!(imported, Imported { written: 2, changed_meanwhile: Vec::new() });
    let done = changing.settle().await;
    assert_eq!(done.iter().map(|done| done.studies).sum::<usize>(), 2);
    assert!(changing.page("study/STU0100.html").unwrap().contains("Stairs for sore knees"));
    assert!(changing.page("preview/STU0199-6.html").is_some());
}

#[tokio::test]
async fn a_study_that_somebody_else_changed_since_is_left_alone_and_told() {
    let changing = Changing::start().await;
    let before = changing.studies.as_written().await.unwrap();
    let known = before.iter().find(|written| written.number == "STU0100").unwrap().study.clone().unwrap();
    let mut ours = known.clone();
    ours.status = RecruitmentStatus::Completed;
    changing.change("STU0100", |study| study.status = RecruitmentStatus::Suspended).await;
    let differences = [Difference::between(Some(&known), ours)];
    let imported = write(&changing.studies, &before, &differences, &|_| {}).await.unwrap();
    assert_eq!(imported, Imported { written: 0, changed_meanwhile: vec!["STU0100".to_owned()] });
    assert_eq!(changing.study("STU0100").await.status, RecruitmentStatus::Suspended);
}

#[tokio::test]
async fn a_question_that_somebody_else_changed_or_added_since_is_left_alone_and_told() {
    let changing = Changing::start().await;
    let before = changing.studies.as_written().await.unwrap();
    let written =
        before.iter().find(|written| written.study.as_ref().is_ok_and(|study| !study.questions.is_empty()));
    let known = written.unwrap().study.clone().unwrap();
    let number = known.snow_study_number.clone();
    let mut added = known.questions[0].clone();
    added.sys_id = "added".into();
    added.question = "Somebody else asks this.".into();
    changing
        .change(number.as_str(), |study| {
            study.questions[0].question = "Somebody else has changed this.".into();
            study.questions.push(added.clone());
        })
        .await;
    let theirs = changing.study(number.as_str()).await.questions;
    assert!(theirs.contains(&added));
    let mut reworded = known.clone();
    reworded.questions[0].question = "We have changed this.".into();
    let mut without = known.clone();
    without.questions.remove(0);
    let mut with_another = known.clone();
    added.question = "We ask this.".into();
    with_another.questions.push(added);
    for ours in [reworded, without, with_another] {
        let differences = [Difference::between(Some(&known), ours)];
        let imported = write(&changing.studies, &before, &differences, &|_| {}).await.unwrap();
        assert_eq!(imported, Imported { written: 0, changed_meanwhile: vec![number.to_string()] });
        assert_eq!(changing.study(number.as_str()).await.questions, theirs);
    }
}

#[tokio::test]
async fn a_new_table_gets_the_studies_of_the_content_and_one_that_was_loaded_gets_back_none_that_was_removed()
{
    let changing = Changing::start().await;
    let content = &changing.content;
    let cloud = cloud(&Storage::Memory).await;
    let studies = cloud.context(Finder::default(), true).await.unwrap().studies;
    // An earlier try has come as far as the first study.
    studies.put(None, &content.studies[0]).await.unwrap();
    let lacking = first_studies::missing(&studies, &content.studies).await.unwrap();
    assert_eq!(lacking.len(), content.studies.len() - 1);
    first_studies::put(&studies, &lacking).await.unwrap();
    assert_eq!(studies.as_written().await.unwrap().len(), content.studies.len());
    assert!(first_studies::missing(&studies, &content.studies).await.unwrap().is_empty());

    Facts::from_content(content).put(&studies).await.unwrap();
    let written = studies.as_written().await.unwrap();
    studies.remove(&written[0]).await.unwrap();
    assert!(first_studies::missing(&studies, &content.studies).await.unwrap().is_empty());
}

#[tokio::test]
async fn functions_know_the_settings_of_the_content_that_was_loaded_last() {
    let changing = Changing::start().await;
    let cloud = cloud(&Storage::Memory).await;
    let studies = cloud.context(Finder::default(), true).await.unwrap().studies;
    assert!(studies.settings().await.is_err());
    let facts = Facts::from_content(&changing.content);
    facts.put(&studies).await.unwrap();
    let known = studies.settings().await.unwrap();
    assert_eq!(known, facts.settings);
    assert_eq!(studies.passages().await.unwrap(), facts.passages);
    assert_eq!(known.privacy_notice_sha256.len(), 64);
    // The file between a release and the table changes nothing.
    let mut later: Facts = serde_json::from_slice(&serde_json::to_vec(&facts).unwrap()).unwrap();
    assert_eq!(later, facts);
    later.settings.privacy_notice_version = "9".into();
    later.put(&studies).await.unwrap();
    assert_eq!(studies.settings().await.unwrap().privacy_notice_version, "9");
    facts.put(&studies).await.unwrap();
    assert_eq!(studies.settings().await.unwrap(), facts.settings);
}
