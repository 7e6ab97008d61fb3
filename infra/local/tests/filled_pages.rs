//! Pages of results and of registry studies, filled by their functions.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use axum::{Router, extract::Path, http::StatusCode, routing::get};
use serde_json::{Value, json};
use waypoint_cdn::edge::{ADDRESS_HEADER, MISSING_HEADER};
use waypoint_functions::{context::Context, filled_pages::PageFiller, store::compress};
use waypoint_local::local_service::serve;
use waypoint_rendering::markup;

use crate::support::{TestSite, log::Log};

/// Islands that show their props, and one that never ends.
const BUNDLE: &str = "
    export function render(island, props, prefix) {
        const { page } = JSON.parse(props);
        while (page?.title === 'Endless') {}
        return `<p id='${prefix}'>${island}</p>`;
    }
";

/// The props of the built page of a study, with the spellings of a term.
const PROPS_OF_STUDY: &str = r#"{"kept":1,"glossary":[{"id":"phase-2","forms":["phase 2"]}]}"#;

/// A site with the built pages, which can go away.
async fn built_site(is_up: &Arc<AtomicBool>) -> String {
    let page = |Path(name): Path<String>| async move {
        let islands = if name == "study" { vec!["study"] } else { vec!["search-box", "results"] };
        let islands = islands.into_iter().map(|name| {
            let props = if name == "study" { PROPS_OF_STUDY } else { "{\"kept\":1}" };
            markup::island(name, "load", props, "<p>Loading</p>")
        });
        format!(
            "<title>Built – Waypoint</title><meta name=\"waypoint-islands\" content=\"/assets/islands.js\">{}\
             <noscript data-unfilled>Turn it on</noscript>",
            islands.collect::<String>()
        )
    };
    let is_up = Arc::clone(is_up);
    let pages = Router::new()
        .route("/unfilled/{name}", get(page))
        .route("/assets/islands.js", get(|| async { BUNDLE }))
        .layer(axum::middleware::from_fn(move |request, next: axum::middleware::Next| {
            let is_up = is_up.load(Ordering::SeqCst);
            async move { if is_up { Ok(next.run(request).await) } else { Err(StatusCode::BAD_GATEWAY) } }
        }));
    format!("http://{}", serve(pages).await.unwrap())
}

struct Site {
    functions: TestSite,
    is_up: Arc<AtomicBool>,
}

impl Site {
    async fn start() -> Self {
        let is_up = Arc::new(AtomicBool::new(true));
        let page_filler = PageFiller::of_site(&built_site(&is_up).await).unwrap();
        let TestSite { cloud, context, .. } = TestSite::start().await;
        Self { functions: TestSite::serve(cloud, Context { page_filler, ..context }).await, is_up }
    }

    /// Opens an address as the CDN does: status, `cache-control`, and HTML.
    async fn open(&self, file: &str, address: &str) -> (u16, String, String) {
        let url = format!("http://{}/{file}", self.functions.address);
        let response = self.functions.http.get(url).header(ADDRESS_HEADER, address).send().await.unwrap();
        let control = response.headers()["cache-control"].to_str().unwrap().to_owned();
        (response.status().as_u16(), control, response.text().await.unwrap())
    }
}

/// The props of an island in a page.
fn props(html: &str, island: &str) -> Value {
    let (_, rest) = html.split_once(&format!("data-island=\"{island}\"")).unwrap();
    let (_, rest) = rest.split_once("<script type=\"application/json\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[tokio::test]
async fn page_of_results_has_what_a_search_finds() {
    let site = Site::start().await;
    let (status, control, html) =
        site.open("results.html", "/results?q=+asthma+&in=usa&age=&embed=true").await;
    assert_eq!((status, control.as_str()), (200, "no-store"));
    let found = site.functions.browser().get("/backend/search?q=asthma&in=usa").await.body;
    let results = props(&html, "results");
    assert_eq!(results["answer"], found);
    assert!(found["total"].as_u64().unwrap() > 0, "{found}");
    let address = json!({
        "path": "/results", "query": [["q", "asthma"], ["in", "usa"], ["age", ""], ["embed", "true"]]
    });
    assert_eq!(results["address"], address);
    assert_eq!((&props(&html, "search-box")["address"], &results["kept"]), (&address, &json!(1)));
    assert!(html.contains("<p id='results-'>results</p>") && !html.contains("Turn it on"), "{html}");
    assert!(html.starts_with("<title>Built – Waypoint</title>"));
}

#[tokio::test]
async fn page_of_results_explains_an_invalid_search_and_leaves_an_incomplete_one_to_its_island() {
    let site = Site::start().await;
    let long = "a".repeat(201);
    let (status, _, html) = site.open("results.html", &format!("/results?q={long}&in=usa")).await;
    let failure = props(&html, "results")["failure"].as_str().unwrap().to_owned();
    let problem = site.functions.browser().get(&format!("/backend/search?q={long}&in=usa")).await.body;
    assert_eq!((status, json!(failure)), (200, problem["detail"].clone()));
    let (status, _, html) = site.open("results.html", "/results?in=usa").await;
    let results = props(&html, "results");
    assert_eq!((status, &results["answer"], &results["failure"]), (200, &Value::Null, &Value::Null));
}

#[tokio::test]
async fn page_of_results_leaves_out_the_values_that_it_cannot_read_and_names_them() {
    let site = Site::start().await;
    let found = site.functions.browser().get("/backend/search?q=asthma&in=usa&gender=female").await.body;
    for (query, unreadable) in [
        ("age=abc&gender=female", json!({"age": "abc"})),
        ("gender=female&age=200&page=two&within=far", json!({"age": "200", "page": "two", "within": "far"})),
        ("gender=female&page=0&sort=best&phase=9", json!({"page": "0", "sort": "best", "phase": "9"})),
        ("gender=female&page=1", Value::Null),
    ] {
        let (status, _, html) = site.open("results.html", &format!("/results?q=asthma&in=usa&{query}")).await;
        let results = props(&html, "results");
        assert_eq!((status, &results["answer"]), (200, &found), "{query}");
        assert_eq!(results["unreadable"], unreadable, "{query}");
    }
}

#[tokio::test]
async fn page_of_a_registry_study_has_its_title_and_the_contacts_near_the_visitor() {
    let site = Site::start().await;
    let (status, _, html) = site.open("study.html", "/study/nct00000001?in=usa").await;
    let mut page = props(&html, "study")["page"].clone();
    page["terms"] = json!([]);
    let looked_up = site.functions.browser().get("/backend/trial?id=NCT00000001&ptr=cs&in=usa").await.body;
    assert_eq!((status, &page), (200, &looked_up["page"]));
    let title = page["title"].as_str().unwrap();
    assert!(html.starts_with(&format!("<title>{title} – Waypoint</title>")), "{html:.200}");
}

#[tokio::test]
async fn page_of_a_study_has_the_places_of_the_terms_that_occur_and_not_the_whole_glossary() {
    let site = Site::start().await;
    let (_, _, html) = site.open("study.html", "/study/NCT00000001").await;
    let study = props(&html, "study");
    let phase = json!({ "part": "details", "text": 0, "start": 0, "end": 7, "term": "phase-2" });
    assert_eq!(study["page"]["terms"], json!([phase]));
    assert_eq!((&study["kept"], &study["glossary"]), (&json!(1), &Value::Null));
    let (_, _, html) = site.open("study.html", "/study/NCT09999999").await;
    assert_eq!(props(&html, "study")["glossary"], Value::Null);
}

#[tokio::test]
async fn page_of_a_partner_study_has_our_page_not_the_registrys() {
    let site = Site::start().await;
    let (status, _, html) = site.open("study.html", "/trialdetails/NCT00000101").await;
    let looked_up = site.functions.browser().get("/backend/study?id=NCT00000101").await.body;
    assert!(looked_up["page"].is_object());
    let mut page = props(&html, "study")["page"].clone();
    page["terms"] = json!([]);
    assert_eq!((status, &page), (200, &looked_up["page"]));
}

#[tokio::test]
async fn page_at_a_former_registry_number_shows_the_study() {
    let site = Site::start().await;
    let registry = &site.functions.context.registry;
    let mut records = Vec::new();
    for (number, former) in [("NCT00000001", "NCT00008001"), ("NCT00000101", "NCT00008101")] {
        let mut study = registry.get(&number.parse().unwrap()).await.unwrap().unwrap();
        study.names.ids.push(former.to_owned());
        records.extend(compress(&study).unwrap());
    }
    registry.write(records).await.unwrap();
    for (former, number, sign_up) in [
        ("NCT00008001", "NCT00000001", Value::Null),
        ("nct00008101", "NCT00000101", json!("/enroll/STU01009")),
    ] {
        let (status, _, html) = site.open("study.html", &format!("/study/{former}?in=usa")).await;
        let page = &props(&html, "study")["page"];
        assert_eq!(
            (status, &page["nct_number"], &page["sign_up"]),
            (200, &json!(number), &sign_up),
            "{former}"
        );
    }
}

#[tokio::test]
async fn page_of_an_unknown_study_says_so_and_the_cdn_sends_it_with_status_404() {
    let site = Site::start().await;
    for address in ["/study/NCT09999999", "/trialdetails/nct09999999/ps", "/study/STU99999", "/study/x"] {
        let url = format!("http://{}/study.html", site.functions.address);
        let response = site.functions.http.get(url).header(ADDRESS_HEADER, address).send().await.unwrap();
        assert_eq!(response.status(), 200, "{address}: the CDN would replace a 404 by the built page");
        assert!(response.headers().contains_key(MISSING_HEADER), "{address}");
        let html = response.text().await.unwrap();
        assert_eq!(props(&html, "study")["is_missing"], json!(true), "{address}");
        assert!(html.starts_with("<title>Study Not Found – Waypoint</title>"), "{html:.200}");
        assert!(!html.contains("Turn it on"), "{html}");
    }
    for address in ["/study/NCT00000001", "/study/STU01009"] {
        let (status, _, html) = site.open("study.html", address).await;
        assert_eq!((status, &props(&html, "study")["is_missing"]), (200, &Value::Null), "{address}");
    }
}

#[tokio::test]
async fn page_that_cannot_be_filled_is_left_to_the_cdn() {
    let site = Site::start().await;
    site.is_up.store(false, Ordering::SeqCst);
    let log = Log::start();
    assert_eq!(site.open("results.html", "/results?q=chlamydia&in=usa").await.0, 503);
    assert_eq!(site.open("study.html", "/study/NCT09999999").await.0, 503);
    site.is_up.store(true, Ordering::SeqCst);
    assert_eq!(site.open("results.html", "/results?q=chlamydia&in=usa").await.0, 200);
    // For a while, the built page is not read again.
    site.is_up.store(false, Ordering::SeqCst);
    assert_eq!(site.open("results.html", "/results?q=chlamydia&in=usa").await.0, 200);
    site.functions.context.clock.advance(60);
    assert_eq!(
        site.open("results.html", "/results?q=chlamydia&in=usa").await.0,
        200,
        "an older page is used"
    );
    let lines = log.function_lines(0);
    assert!(lines.iter().any(|line| line.contains("could not be filled")), "{lines:?}");
    assert!(lines.iter().all(|line| !line.contains("chlamydia")), "{lines:?}");
}
