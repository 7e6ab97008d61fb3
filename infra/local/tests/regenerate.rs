//! Studies change in the table, and the function at its stream makes their pages anew.

use std::{collections::BTreeSet, fs};

use crate::support::changing::RegeneratedSite;
use aws_sdk_dynamodb::types::AttributeValue;
use waypoint_domain::{partner_study::PartnerStudy, recruitment_status::RecruitmentStatus};
use waypoint_functions::store::Studies;
use waypoint_local::{
    access::caller::as_function,
    regeneration::{ChangingSite, Step},
};

fn previews(id: &str) -> Vec<String> {
    (1..=6).map(|template| format!("preview/{id}-{template}.html")).collect()
}

#[tokio::test]
async fn a_changed_study_has_its_page_its_six_previews_and_the_sitemap_published() {
    let mut changing = RegeneratedSite::start().await;
    let before = changing.files();
    changing.change("STU0100", |study| study.brief_title = "Stairs for sore knees".into()).await;
    let done = changing.settle().await;
    assert_eq!((done.len(), done[0].studies), (1, 1));
    assert!(changing.page("study/STU0100.html").unwrap().contains("Stairs for sore knees"));
    for preview in previews("STU0100") {
        assert!(changing.page(&preview).unwrap().contains("Stairs for sore knees"), "{preview}");
    }
    let after = changing.files();
    let changed: BTreeSet<&String> =
        after.iter().filter(|(path, bytes)| before.get(*path) != Some(bytes)).map(|(path, _)| path).collect();
    assert_eq!(done[0].changed, changed.len());
    let registered = changing.study("STU0100").await.nct_number.unwrap().to_string();
    let may_change = |path: &str| {
        path.contains("STU0100")
            || path.contains(&registered)
            || ["sitemap.xml", "upcoming-research.html"].contains(&path)
            || path.starts_with("conditions/")
            || path.starts_with("articles/")
    };
    assert!(changed.iter().all(|path| may_change(path)), "{changed:?}");
    assert!(changing.site.services.forgotten.all().contains(&"/study/STU0100".to_owned()));
    assert!(changing.site.services.names.all().contains("study/STU0100.html"));
    assert_eq!(changing.outdated_files().await, 0);
}

#[tokio::test]
async fn pages_that_are_made_while_a_release_is_deployed_find_what_they_load() {
    let mut changing = RegeneratedSite::start().await;
    let loaded = |path: &&String| path.starts_with("assets/") && !path.ends_with("entry.js");
    let files = changing.files();
    let loaded: Vec<&String> = files.keys().filter(loaded).collect();
    assert!(!loaded.is_empty());
    for path in &loaded {
        fs::remove_file(changing.pages.out.join(path)).unwrap();
    }
    changing.change("STU0100", |study| study.brief_title = "Stairs for sore knees".into()).await;
    changing.settle().await;
    let after = changing.files();
    assert!(loaded.iter().all(|path| after.get(*path) == files.get(*path)));
}

#[tokio::test]
async fn the_pages_of_a_removed_study_and_of_one_that_is_hidden_go() {
    let mut changing = RegeneratedSite::start().await;
    assert!(changing.page("study/STU0102.html").is_some());
    changing.remove("STU0102").await;
    changing.change("STU0100", |study| study.active = false).await;
    changing.settle().await;
    assert_eq!(changing.page("study/STU0102.html"), None);
    assert_eq!(changing.page("preview/STU0102-1.html"), None);
    assert_eq!(changing.page("study/STU0100.html"), None);
    assert!(changing.page("preview/STU0100-1.html").is_some(), "a study that is hidden is previewed");
    let names = changing.site.services.names.all();
    assert!(!names.contains("study/STU0102.html") && names.contains("preview/STU0100-1.html"), "{names:?}");
    assert_eq!(changing.outdated_files().await, 0);
}

#[tokio::test]
async fn a_registry_number_that_moves_leads_to_the_study_that_has_it_now() {
    let mut changing = RegeneratedSite::start().await;
    let number = changing.study("PTGB0104").await.nct_number.unwrap();
    changing.change("PTGB0104", |study| study.nct_number = None).await;
    changing.settle().await;
    assert_eq!(changing.page(&format!("study/{number}.html")), None);
    changing.change("STU0102", |study| study.nct_number = Some(number.clone())).await;
    changing.settle().await;
    let title = changing.study("STU0102").await.brief_title;
    assert!(changing.page(&format!("study/{number}.html")).unwrap().contains(&title));
    assert_eq!(changing.outdated_files().await, 0);
}

#[tokio::test]
async fn the_same_batch_again_changes_nothing() {
    let mut changing = RegeneratedSite::start().await;
    changing.change("STU0100", |study| study.status = RecruitmentStatus::Completed).await;
    let before = changing.follower.clone();
    assert!(changing.settle().await[0].changed > 0);
    let files = changing.files();
    changing.follower = before;
    let again = changing.settle().await;
    assert_eq!((again.len(), again[0].changed, again[0].removed), (1, 0, 0));
    assert_eq!(changing.files(), files);
}

#[tokio::test]
async fn a_burst_of_changes_ends_in_the_last_state_of_each_study() {
    let mut changing = RegeneratedSite::start().await;
    for round in 0..40 {
        for number in ["STU0100", "STU0102"] {
            changing.change(number, |study| study.brief_title = format!("Round {round} of {number}")).await;
        }
    }
    let done = changing.settle().await;
    assert!(done.len() < 5, "{} batches", done.len());
    for number in ["STU0100", "STU0102"] {
        let page = changing.page(&format!("study/{number}.html")).unwrap();
        assert!(page.contains(&format!("Round 39 of {number}")) && !page.contains("Round 38"), "{number}");
    }
    assert_eq!(changing.outdated_files().await, 0);
}

#[tokio::test]
async fn a_study_that_cannot_be_made_is_told_once_with_the_reason_and_the_others_go_on() {
    let mut changing = RegeneratedSite::start().await;
    let database = changing.cloud.database_client().await;
    let broken = database
        .update_item()
        .table_name("studies")
        .key("pk", AttributeValue::S("STUDY#STU0102".into()))
        .key("sk", AttributeValue::S("STUDY".into()))
        .update_expression("SET document = :document")
        .expression_attribute_values(":document", AttributeValue::S(r#"{"study_name": 7}"#.into()));
    broken.send().await.unwrap();
    changing.change("STU0100", |study| study.brief_title = "Still made".into()).await;
    let before = changing.page("study/STU0102.html").unwrap();
    changing.settle().await;
    let told = changing.site.poison.all();
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].study.as_deref(), Some("STU0102"));
    assert!(told[0].place.starts_with("STUDY"), "{told:?}");
    assert!(!told[0].reason.is_empty() && !told[0].event.is_empty());
    assert_eq!(changing.page("study/STU0102.html").unwrap(), before, "the last good page stays");
    assert!(changing.page("study/STU0100.html").unwrap().contains("Still made"));
    assert_eq!(changing.settle().await, []);
}

#[tokio::test]
async fn a_study_that_is_no_longer_fit_says_which_key_is_wrong() {
    let mut changing = RegeneratedSite::start().await;
    changing.change("STU0102", |study| study.sites[0].latitude = Some(123.0)).await;
    changing.settle().await;
    let told = changing.site.poison.all();
    assert_eq!((told.len(), told[0].place.as_str()), (1, "STUDY: latitude"), "{told:?}");
}

#[tokio::test]
async fn a_table_that_does_not_answer_makes_the_batch_come_again() {
    let changing = RegeneratedSite::start().await;
    let away = Studies::new(changing.cloud.database_client().await, "no-such-table");
    let site = ChangingSite::over(&changing.cloud, &away, &changing.pages, &changing.content).await.unwrap();
    let (_, position) = changing.site.make(&changing.pages, &changing.content).await.unwrap();
    let mut follower = site.follower(position);
    changing.change("STU0100", |study| study.brief_title = "Made later".into()).await;
    let work = async { [follower.step().await.unwrap(), follower.step().await.unwrap()] };
    let steps = as_function("RegenerateFunction", work).await;
    assert!(steps.iter().all(|step| matches!(step, Step::Again)), "{steps:?}");
    assert!(!changing.page("study/STU0100.html").unwrap().contains("Made later"));
}

#[tokio::test]
async fn many_new_studies_at_once_are_all_named_at_the_edge() {
    const STUDIES: usize = 70;
    let mut changing = RegeneratedSite::start().await;
    let one = changing.study("STU0100").await;
    for number in 0..STUDIES {
        let number = format!("STU{:05}", 70_000 + number);
        let study = PartnerStudy {
            snow_study_number: number.parse().unwrap(),
            nct_number: None,
            questions: vec![],
            ..one.clone()
        };
        changing.put(&study).await;
    }
    let done = changing.settle().await;
    assert_eq!(done.iter().map(|batch| batch.studies).collect::<Vec<_>>(), [STUDIES]);
    let names = changing.site.services.names.all();
    for number in 70_000..70_000 + STUDIES {
        let pages = previews(&format!("STU{number}")).into_iter().chain([format!("study/STU{number}.html")]);
        assert!(pages.clone().all(|page| names.contains(&page)), "{:?}", pages.collect::<Vec<_>>());
    }
    assert_eq!(changing.outdated_files().await, 0);
}
