//! Partner studies among registry results: matched by their own sites and numbers.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use waypoint_domain::{
    partner_study::PartnerStudy, recruitment_status::RecruitmentStatus, study_site::StudySite,
};

use crate::support::TestSite;

/// A site with a changed study STU01009.
async fn site_with_study(change: impl Fn(&mut PartnerStudy)) -> TestSite {
    TestSite::start().await.with_study("STU01009", change).await
}

/// The registry number, or else the partner study number, of each result.
async fn found(site: &TestSite, query: &str) -> Vec<Value> {
    let answer = site.browser().get(&format!("/backend/search?{query}")).await;
    let cards = answer.body["studies"].as_array().unwrap().clone();
    cards.into_iter().map(|card| card.get("nct_number").unwrap_or(&card["study_number"]).clone()).collect()
}

/// The cards of a search.
async fn cards(site: &TestSite, query: &str) -> Vec<Value> {
    let answer = site.browser().get(&format!("/backend/search?{query}")).await;
    answer.body["studies"].as_array().unwrap().clone()
}

#[tokio::test]
async fn partner_study_is_found_at_its_records_sites_as_one_card_without_a_sign_up_there() {
    let first = TestSite::start().await;
    let near_cleveland = "q=eczema&in=usa&near=Cleveland&within=100";
    let records = cards(&first, near_cleveland).await.into_iter();
    let record = records.filter(|card| card["kind"] == "registry").map(|card| card["nct_number"].clone());
    let record = record.into_iter().next().unwrap();
    let in_country = |country: &str, status: RecruitmentStatus| {
        let (country, number) = (country.to_owned(), record.as_str().unwrap().to_owned());
        move |study: &mut PartnerStudy| {
            study.nct_number = Some(number.parse().unwrap());
            study.status = status.clone();
            study.sites.truncate(1);
            for site in &mut study.sites {
                (site.city, site.state, site.country) = ("Honolulu".into(), "HI".into(), country.clone());
                (site.latitude, site.longitude, site.status) = (Some(21.3), Some(-157.86), None);
            }
        }
    };
    for (own_country, query) in
        [("Peru", "q=eczema&in=usa"), ("Peru", near_cleveland), ("United States", near_cleveland)]
    {
        let site = site_with_study(in_country(own_country, RecruitmentStatus::Recruiting)).await;
        let cards = cards(&site, query).await;
        assert!(cards.iter().all(|card| card["nct_number"] != record), "{query}: {cards:?}");
        let own: Vec<&Value> = cards.iter().filter(|card| card["study_number"] == "STU01009").collect();
        let [card] = own.as_slice() else { panic!("{query}: {own:?}") };
        assert_eq!(card["registry_sites"]["country"], "UNITED STATES", "{card}");
        assert!(card["registry_sites"]["count"].as_u64() > Some(0), "{card}");
        let page = format!("/study/{}?", record.as_str().unwrap());
        assert!(card["href"].as_str().unwrap().starts_with(&page), "no site is selected for sign-up: {card}");
        assert_eq!(card["nearest"].is_object(), query.contains("near"), "{card}");
    }
    let at_own_sites = site_with_study(in_country("United States", RecruitmentStatus::Recruiting)).await;
    let cards_at_own = cards(&at_own_sites, "q=eczema&in=usa").await;
    let card = cards_at_own.iter().find(|card| card["study_number"] == "STU01009").unwrap();
    assert_eq!(card["registry_sites"], Value::Null, "it can be joined there: {card}");
    let closed = site_with_study(in_country("Peru", RecruitmentStatus::Completed)).await;
    let shown = found(&closed, "q=eczema&in=usa").await;
    assert!(!shown.contains(&record) && !shown.contains(&json!("STU01009")), "our status wins: {shown:?}");
}

#[tokio::test]
async fn search_help_counts_the_countries_of_a_partner_studys_record_once() {
    let site = TestSite::start().await;
    let records = cards(&site, "q=eczema&in=usa").await;
    let record = records.into_iter().find(|card| card["kind"] == "registry").unwrap()["nct_number"].clone();
    let help = async |site: &TestSite| {
        let answer = site.browser().get("/backend/search?q=eczema&in=iceland").await;
        answer.body["help"]["elsewhere"].clone()
    };
    let before = help(&site).await;
    let with_number = |study: &mut PartnerStudy| {
        study.nct_number = Some(record.as_str().unwrap().parse().unwrap());
        study.conditions = vec!["Eczema".into()];
    };
    assert_eq!(help(&site_with_study(with_number).await).await, before);
}

#[tokio::test]
async fn partially_matching_partner_study_has_its_own_card() {
    let site = TestSite::start().await;
    let first = site.browser().get("/backend/search?q=eczema+and+migraine&in=usa").await;
    let record = first.body["studies"][0].clone();
    assert_ne!(record["fit"], "all", "{record}");
    let number = record["nct_number"].clone();
    let site = site_with_study(|study| {
        study.nct_number = Some(number.as_str().unwrap().parse().unwrap());
        study.brief_title = "A partner title".into();
    })
    .await;
    let answer = site.browser().get("/backend/search?q=eczema+and+migraine&in=usa").await;
    let cards = answer.body["studies"].as_array().unwrap();
    assert!(cards.iter().all(|card| card["nct_number"] != number), "{cards:?}");
    let card = cards.iter().find(|card| card["study_number"] == "STU01009").unwrap();
    assert_eq!([&card["title"], &card["fit"]], [&json!("A partner title"), &record["fit"]]);
}

/// STU00002 and STU01009 share a registry number and have a site each, in Pittsburgh and in Providence.
async fn site_with_shared_number() -> TestSite {
    let site = TestSite::start().await;
    let mut studies = site.context.studies.list().await.unwrap();
    let has_sites = |study: &&PartnerStudy| !study.sites.is_empty();
    let template = studies.iter().find(has_sites).unwrap().sites[0].clone();
    let places =
        [("STU00002", "Pittsburgh", "PA", 40.44, -79.99), ("STU01009", "Providence", "RI", 41.82, -71.41)];
    for (number, city, state, latitude, longitude) in places {
        let study = studies.iter_mut().find(|study| study.snow_study_number.as_str() == number).unwrap();
        study.nct_number = Some("NCT00000101".parse().unwrap());
        study.conditions = vec!["Altitude Sickness".into()];
        study.static_recruitment_link = None;
        study.sites = vec![StudySite {
            city: city.into(),
            state: state.into(),
            country: "United States".into(),
            latitude: Some(latitude),
            longitude: Some(longitude),
            status: None,
            ..template.clone()
        }];
    }
    let settings = site.context.studies.settings().await.unwrap();
    site.with_studies(&settings, &studies).await
}

#[tokio::test]
async fn shared_registry_number_is_found_at_the_sites_of_each_study() {
    let site = site_with_shared_number().await;
    for (near, number) in [("Pittsburgh", "STU00002"), ("Providence", "STU01009")] {
        let query = format!("/backend/search?q=altitude+sickness&in=usa&near={near}&within=50");
        let answer = site.browser().get(&query).await;
        let cards = answer.body["studies"].as_array().unwrap();
        let found: Vec<[&Value; 2]> =
            cards.iter().map(|card| [&card["study_number"], &card["href"]]).collect();
        let key = cards[0]["site_name"].as_str().unwrap().to_lowercase().replace(", ", "-").replace(' ', "-");
        let address = format!("/study/{number}?site={key}");
        assert_eq!(found, [[&json!(number), &json!(address)]], "{near}");
    }
    let everywhere = found(&site, "q=altitude+sickness&in=usa").await;
    let own =
        everywhere.iter().filter(|number| number.as_str().is_some_and(|number| number.starts_with("STU")));
    assert_eq!(own.count(), 1, "{everywhere:?}");
    let page = site.browser().get("/backend/study?id=NCT00000101").await.body["page"].clone();
    let sites = page["sites"].as_array().unwrap();
    let sign_ups: BTreeSet<&str> = sites.iter().map(|site| site["study_number"].as_str().unwrap()).collect();
    assert_eq!(sign_ups, BTreeSet::from(["STU00002", "STU01009"]));
}

#[tokio::test]
async fn empty_search_suggests_the_country_of_a_partner_study() {
    let in_peru = |study: &mut PartnerStudy| {
        study.conditions = vec!["Altitude Sickness".into()];
        study.sites.truncate(1);
        for site in &mut study.sites {
            (site.city, site.state, site.country) = ("Cusco".into(), String::new(), "Peru".into());
            site.status = None;
        }
    };
    let site = site_with_study(in_peru).await;
    let help = site.browser().get("/backend/search?q=altitude+sickness&in=usa").await.body["help"].clone();
    assert_eq!(help["elsewhere"], json!([{ "country": "PERU", "studies": 1 }]));
}

#[tokio::test]
async fn unlisted_partner_study_is_found_by_its_number() {
    let not_listed = |study: &mut PartnerStudy| {
        study.promote = true;
        study.status = RecruitmentStatus::NotYetRecruiting;
    };
    let site = site_with_study(not_listed).await;
    for query in ["q=STU01009&in=usa", "q=nct00000101&in=Spain"] {
        assert_eq!(found(&site, query).await, [json!("STU01009")], "{query}");
    }
}
