//! Tests with real registry records. They are skipped if the project has no copy of the records.

use std::path::Path;

use serde_json::{Value, json};
use waypoint_functions::{context::Context, endpoints, finding::Finder};
use waypoint_local::{
    access::caller::as_functions,
    cloud::{Cloud, RegistrySource},
    database::Storage,
    local_service::serve,
    registry_server::RegistryFile,
    secret_file,
};

/// The address of functions over real records, or `None` without a copy of them.
async fn functions() -> Option<(String, Context)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/registry/studies.json");
    if !file.is_file() {
        eprintln!("skipped: there is no copy of the registry's records beside the project");
        return None;
    }
    let registry = RegistrySource::File(RegistryFile::read(&file).unwrap());
    let cloud = Cloud::start(&Storage::Memory, &registry, secret_file::random().unwrap()).await.unwrap();
    let loading = cloud.context(Finder::default(), false).await.unwrap();
    let report = crate::support::on_schedule::sync(&loading).await;
    assert_eq!((report.counts.added, report.counts.failed), (218, 1));
    let context = crate::support::with_search_index(loading).await;
    let address = serve(as_functions(endpoints::router(&context), crate::support::grants())).await.unwrap();
    Some((format!("http://{address}"), context))
}

#[tokio::test]
async fn search_of_real_records_returns_only_recruiting_studies_of_the_country() {
    let Some((address, context)) = functions().await else { return };
    let browser = crate::support::Browser::at(&address);
    for (country, at_least) in [("UNITED STATES", 8), ("EGYPT", 2), ("FRANCE", 2)] {
        let path = format!("/backend/search?q=covid-19&in={}", country.replace(' ', "+"));
        let first = browser.get(&path).await;
        let mut cards = first.body["studies"].as_array().unwrap().clone();
        for page in 2..=first.body["pages"].as_u64().unwrap() {
            let next = browser.get(&format!("{path}&page={page}")).await;
            cards.extend(next.body["studies"].as_array().unwrap().clone());
        }
        assert_eq!(json!(cards.len()), first.body["total"]);
        assert!((at_least..=20).contains(&cards.len()), "{country}: {}", cards.len());
        for card in cards {
            let study = context
                .registry
                .get(&card["nct_number"].as_str().unwrap().parse().unwrap())
                .await
                .unwrap()
                .unwrap();
            assert!(study.status.is_recruiting(), "{card}");
            let is_there = study.sites.iter().any(|s| s.country.eq_ignore_ascii_case(country));
            assert!(is_there || study.sites.is_empty(), "{card}");
        }
    }
}

#[tokio::test]
async fn every_real_record_has_a_page() {
    let Some((address, context)) = functions().await else { return };
    let browser = crate::support::Browser::at(&address);
    for study in context.registry.all_records().await.unwrap() {
        let answer = browser.get(&format!("/backend/trial?id={}&ptr=cs", study.nct_id)).await;
        assert_eq!(answer.status, 200);
        assert_ne!(answer.body["page"], Value::Null, "{}", study.nct_id);
        assert_eq!(answer.body["output"][0]["EligibilityCriteria"], study.eligibility_criteria);
    }
}
