//! When studies change in the table, the regeneration function rebuilds their pages.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use crate::support::regenerated_site::RegeneratedSite;
use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::json;
use waypoint_domain::{partner_study::PartnerStudy, recruitment_status::RecruitmentStatus};
use waypoint_functions::store::Studies;
use waypoint_generator::content::ApprovalRule;
use waypoint_local::{
    access::caller::as_function,
    regeneration::{ChangingSite, Step},
};
use waypoint_search::partner::{LatestPartnerStudies, StudyLog};
use waypoint_vocabulary::Vocabulary;

fn previews(id: &str) -> Vec<String> {
    (1..=6).map(|template| format!("preview/{id}-{template}.html")).collect()
}

#[tokio::test]
async fn changed_study_updates_its_page_six_previews_and_the_sitemap() {
    let mut site = RegeneratedSite::start().await;
    let before = site.files();
    site.change("STU0100", |study| study.brief_title = "Stairs for sore knees".into()).await;
    let done = site.settle().await;
    assert_eq!((done.len(), done[0].studies), (1, 1));
    assert!(site.page("study/STU0100.html").unwrap().contains("Stairs for sore knees"));
    for preview in previews("STU0100") {
        assert!(site.page(&preview).unwrap().contains("Stairs for sore knees"), "{preview}");
    }
    let after = site.files();
    let changed: BTreeSet<&String> =
        after.iter().filter(|(path, bytes)| before.get(*path) != Some(bytes)).map(|(path, _)| path).collect();
    assert_eq!(done[0].changed, changed.len());
    let nct_number = site.study("STU0100").await.nct_number.unwrap().to_string();
    let may_change = |path: &str| {
        path.contains("STU0100")
            || path.contains(&nct_number)
            || ["sitemap.xml", "upcoming-research.html"].contains(&path)
            || path.starts_with("conditions/")
            || path.starts_with("articles/")
    };
    assert!(changed.iter().all(|path| may_change(path)), "{changed:?}");
    assert!(site.site.services.forgotten.list().contains(&"/study/STU0100".to_owned()));
    assert!(site.site.services.names.list().contains("study/STU0100.html"));
    assert_eq!(site.outdated_files().await, 0);
}

#[tokio::test]
async fn pages_regenerated_during_a_deployment_find_their_assets() {
    let mut site = RegeneratedSite::start().await;
    let is_loaded = |path: &&String| path.starts_with("assets/") && !path.ends_with("entry.js");
    let files = site.files();
    let loaded: Vec<&String> = files.keys().filter(is_loaded).collect();
    assert!(!loaded.is_empty());
    for path in &loaded {
        fs::remove_file(site.pages.out.join(path)).unwrap();
    }
    site.change("STU0100", |study| study.brief_title = "Stairs for sore knees".into()).await;
    site.settle().await;
    let after = site.files();
    assert!(loaded.iter().all(|path| after.get(*path) == files.get(*path)));
}

#[tokio::test]
async fn pages_of_removed_and_hidden_studies_are_deleted() {
    let mut site = RegeneratedSite::start().await;
    assert!(site.page("study/STU0102.html").is_some());
    site.remove("STU0102").await;
    site.change("STU0100", |study| study.active = false).await;
    site.settle().await;
    assert_eq!(site.page("study/STU0102.html"), None);
    assert_eq!(site.page("preview/STU0102-1.html"), None);
    assert_eq!(site.page("study/STU0100.html"), None);
    assert!(site.page("preview/STU0100-1.html").is_some(), "a hidden study still has previews");
    let names = site.site.services.names.list();
    assert!(!names.contains("study/STU0102.html") && names.contains("preview/STU0100-1.html"), "{names:?}");
    assert_eq!(site.outdated_files().await, 0);
}

#[tokio::test]
async fn moved_registry_number_leads_to_its_new_study() {
    let mut site = RegeneratedSite::start().await;
    let number = site.study("PTGB0104").await.nct_number.unwrap();
    site.change("PTGB0104", |study| study.nct_number = None).await;
    site.settle().await;
    assert_eq!(site.page(&format!("study/{number}.html")), None);
    site.change("STU0102", |study| study.nct_number = Some(number.clone())).await;
    site.settle().await;
    let title = site.study("STU0102").await.brief_title;
    assert!(site.page(&format!("study/{number}.html")).unwrap().contains(&title));
    assert_eq!(site.outdated_files().await, 0);
}

#[tokio::test]
async fn repeated_batch_changes_nothing() {
    let mut site = RegeneratedSite::start().await;
    site.change("STU0100", |study| study.status = RecruitmentStatus::Completed).await;
    let before = site.follower.clone();
    assert!(site.settle().await[0].changed > 0);
    let files = site.files();
    site.follower = before;
    let again = site.settle().await;
    assert_eq!((again.len(), again[0].changed, again[0].removed), (1, 0, 0));
    assert_eq!(site.files(), files);
}

#[tokio::test]
async fn burst_of_changes_ends_in_the_last_state_of_each_study() {
    let mut site = RegeneratedSite::start().await;
    for round in 0..40 {
        for number in ["STU0100", "STU0102"] {
            site.change(number, |study| study.brief_title = format!("Round {round} of {number}")).await;
        }
    }
    let done = site.settle().await;
    assert!(done.len() < 5, "{} batches", done.len());
    for number in ["STU0100", "STU0102"] {
        let page = site.page(&format!("study/{number}.html")).unwrap();
        assert!(page.contains(&format!("Round 39 of {number}")) && !page.contains("Round 38"), "{number}");
    }
    assert_eq!(site.outdated_files().await, 0);
}

#[tokio::test]
async fn unreadable_study_is_reported_once_and_the_others_are_updated() {
    let mut site = RegeneratedSite::start().await;
    let database = site.cloud.database_client().await;
    let broken = database
        .update_item()
        .table_name("studies")
        .key("pk", AttributeValue::S("STUDY#STU0102".into()))
        .key("sk", AttributeValue::S("STUDY".into()))
        .update_expression("SET document = :document")
        .expression_attribute_values(":document", AttributeValue::S(r#"{"study_name": 7}"#.into()));
    broken.send().await.unwrap();
    site.change("STU0100", |study| study.brief_title = "Still made".into()).await;
    let before = site.page("study/STU0102.html").unwrap();
    site.settle().await;
    let failures = site.site.poison.list();
    assert_eq!(failures.len(), 1, "{failures:?}");
    assert_eq!(failures[0].study.as_deref(), Some("STU0102"));
    assert!(failures[0].place.starts_with("STUDY"), "{failures:?}");
    assert!(!failures[0].reason.is_empty() && !failures[0].event.is_empty());
    assert_eq!(site.page("study/STU0102.html").unwrap(), before, "the last valid page stays");
    assert!(site.page("study/STU0100.html").unwrap().contains("Still made"));
    assert_eq!(site.settle().await, []);
}

/// The titles of studies as searches read them.
fn searched_titles(site: &RegeneratedSite) -> BTreeMap<String, String> {
    let partners = LatestPartnerStudies::new(StudyLog::in_folder(site.folder.path()));
    let studies = partners.read_now(&Vocabulary::default()).unwrap();
    studies.iter().map(|study| (study.snow_study_number.to_string(), study.brief_title.clone())).collect()
}

#[tokio::test]
async fn searches_read_each_change_and_keep_the_last_valid_state() {
    let mut site = RegeneratedSite::start().await;
    let before = searched_titles(&site);
    assert_eq!(before["STU0100"], site.study("STU0100").await.brief_title);
    site.change("STU0100", |study| study.brief_title = "Stairs for sore knees".into()).await;
    site.change("STU0102", |study| study.sites[0].latitude = Some(123.0)).await;
    site.remove("STU0101").await;
    site.settle().await;
    let mut expected = before.clone();
    expected.insert("STU0100".into(), "Stairs for sore knees".into());
    expected.remove("STU0101");
    assert_eq!(searched_titles(&site), expected);
}

#[tokio::test]
async fn missing_log_is_written_again_by_any_change() {
    let mut site = RegeneratedSite::start().await;
    let before = searched_titles(&site);
    fs::remove_file(site.folder.path().join("partner-studies.jsonl")).unwrap();
    site.change("STU0100", |study| study.brief_title = "Stairs for sore knees".into()).await;
    site.settle().await;
    let after = searched_titles(&site);
    assert_eq!((after.len(), after["STU0100"].as_str()), (before.len(), "Stairs for sore knees"));
}

#[tokio::test]
async fn invalid_study_is_reported_with_the_wrong_key() {
    let mut site = RegeneratedSite::start().await;
    site.change("STU0102", |study| study.sites[0].latitude = Some(123.0)).await;
    site.settle().await;
    let failures = site.site.poison.list();
    assert_eq!((failures.len(), failures[0].place.as_str()), (1, "STUDY: latitude"), "{failures:?}");
}

#[tokio::test]
async fn batch_is_retried_when_the_table_does_not_answer() {
    let site = RegeneratedSite::start().await;
    let missing_table = Studies::new(site.cloud.database_client().await, "no-such-table");
    let failing =
        ChangingSite::set_up(&site.cloud, &missing_table, site.folder.path(), &site.pages, &site.content)
            .await
            .unwrap();
    let (_, position) = site.site.build(&site.pages, &site.content).await.unwrap();
    let mut follower = failing.follower(position);
    site.change("STU0100", |study| study.brief_title = "Made later".into()).await;
    let work = async { [follower.step().await.unwrap(), follower.step().await.unwrap()] };
    let steps = as_function("RegenerateFunction", work).await;
    assert!(steps.iter().all(|step| matches!(step, Step::Retried)), "{steps:?}");
    assert!(!site.page("study/STU0100.html").unwrap().contains("Made later"));
}

#[tokio::test]
async fn many_new_studies_in_one_batch_are_all_listed_at_the_edge() {
    const STUDIES: usize = 70;
    let mut site = RegeneratedSite::start().await;
    let template = site.study("STU0100").await;
    for number in 0..STUDIES {
        let number = format!("STU{:05}", 70_000 + number);
        let study = PartnerStudy {
            snow_study_number: number.parse().unwrap(),
            nct_number: None,
            questions: vec![],
            ..template.clone()
        };
        site.put(&study).await;
    }
    let done = site.settle().await;
    assert_eq!(done.iter().map(|batch| batch.studies).collect::<Vec<_>>(), [STUDIES]);
    let names = site.site.services.names.list();
    for number in 70_000..70_000 + STUDIES {
        let pages = previews(&format!("STU{number}")).into_iter().chain([format!("study/STU{number}.html")]);
        assert!(pages.clone().all(|page| names.contains(&page)), "{:?}", pages.collect::<Vec<_>>());
    }
    assert_eq!(site.outdated_files().await, 0);
}

/// The record of an approval of the study's current recruitment material.
fn approve(site: &RegeneratedSite, study: &mut PartnerStudy) {
    let hash = ApprovalRule::for_content(&site.content).material(study).hash();
    let record = json!({ "name": "Lake Board", "approved_on": "2026-02-03", "content_sha256": hash });
    study.facts.irb = serde_json::from_value(record).unwrap();
}

#[tokio::test]
async fn unapproved_change_is_reported_and_keeps_the_pages_while_other_studies_go_out() {
    let mut site = RegeneratedSite::start_requiring_approvals().await;
    let (page, titles) = (site.page("study/STU0101.html"), searched_titles(&site));
    let content = site.content.clone();
    let of_content = |number: &str| content.study(&number.parse().unwrap()).unwrap().clone();
    let mut approved = PartnerStudy { brief_title: "Stairs".into(), ..of_content("STU0100") };
    approve(&site, &mut approved);
    site.put(&approved).await;
    site.change("STU0101", |study| {
        study.questions[0].question = "Are you in much pain?".into();
        study.brief_title = "Not approved yet".into();
    })
    .await;
    site.settle().await;
    let failures = site.site.poison.list();
    assert_eq!((failures.len(), failures[0].study.as_deref()), (1, Some("STU0101")), "{failures:?}");
    assert_eq!(failures[0].place, "STUDY: facts.irb");
    for words in
        ["the recruitment material of study STU0101 can't be published", "lacks name", "content_sha256 = \""]
    {
        assert!(failures[0].reason.contains(words), "{failures:?}");
    }
    assert_eq!(site.page("study/STU0101.html"), page);
    assert!(site.page("study/STU0100.html").unwrap().contains("Stairs"));
    let after = searched_titles(&site);
    assert_eq!((&after["STU0100"], &after["STU0101"]), (&"Stairs".to_owned(), &titles["STU0101"]));

    let mut study = site.study("STU0101").await;
    approve(&site, &mut study);
    site.put(&study).await;
    site.settle().await;
    assert!(site.page("study/STU0101.html").unwrap().contains("Not approved yet"));
    site.change("STU0101", |study| study.questions[0].question = "Are you in pain again?".into()).await;
    site.settle().await;
    let failures = site.site.poison.list();
    assert!(failures.last().unwrap().reason.contains("differs from what the IRB approved"), "{failures:?}");
}

#[tokio::test]
async fn unapproved_study_can_be_hidden() {
    let mut site = RegeneratedSite::start_requiring_approvals().await;
    site.change("STU0101", |study| {
        study.questions[0].question = "Are you in much pain?".into();
        study.active = false;
    })
    .await;
    site.settle().await;
    assert_eq!(site.site.poison.list(), []);
    assert_eq!(site.page("study/STU0101.html"), None);
}
