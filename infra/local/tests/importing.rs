//! A sponsor's studies are imported into the table, and their pages follow.

use crate::support::changing::Changing;
use waypoint_domain::recruitment_status::RecruitmentStatus;
use waypoint_importing::{Imported, difference::Difference, write};

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
