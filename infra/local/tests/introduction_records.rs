//! The records of introductions, as operators list them.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{
    introductions::{STUDY, confirm, deliver_all, details, requested, stored_items},
    support::TestSite,
};

#[tokio::test]
async fn operator_can_list_the_records_of_a_study_and_see_a_changed_one() {
    let site = TestSite::start().await;
    let mail = requested(&site, &details()).await;
    confirm(&site, &mail).await;
    let key = site.context.key().unwrap();
    let of = async |study: &str| {
        site.context.introductions.records_of(&study.parse().unwrap(), &key).await.unwrap()
    };
    let [waiting]: [_; 1] = of(STUDY).await.try_into().unwrap();
    assert_eq!((waiting.end, waiting.is_unchanged), (None, true));
    deliver_all(&site.context).await;
    let [record]: [_; 1] = of(STUDY).await.try_into().unwrap();
    assert_eq!(
        (record.study.as_str(), record.consent_version.as_str(), record.end.as_deref(), record.is_unchanged),
        (STUDY, "1.0", Some("sent"), true)
    );
    assert_eq!(of("NCT00000002").await, []);

    let items = stored_items(&site).await;
    let stored =
        items.into_iter().find(|item| item["pk"].as_s().unwrap().starts_with("INTRODUCED#")).unwrap();
    let database = site.cloud.database_client().await;
    for (name, value) in
        [("consent_version", "2.0"), ("end", "withheld"), ("confirmed_at", "2026-01-01T00:00:00Z")]
    {
        let mut changed = stored.clone();
        changed.insert(name.to_owned(), AttributeValue::S(value.to_owned()));
        database.put_item().table_name("participants").set_item(Some(changed)).send().await.unwrap();
        assert!(!of(STUDY).await[0].is_unchanged, "{name}");
    }
    let mut without_end = stored.clone();
    without_end.remove("end");
    database.put_item().table_name("participants").set_item(Some(without_end)).send().await.unwrap();
    assert!(!of(STUDY).await[0].is_unchanged);
}
