//! Reading the registry: page by page, over failures, and from where a run stopped.

#![allow(clippy::unwrap_used, reason = "a test takes what it needs and fails loudly when it is not there")]

mod support;

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::StatusCode,
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use support::fixture;
use waypoint_functions::{
    context::Context,
    external::registry_client::{FetchError, RegistryClient},
    finding::Finder,
    registry_sync::{SyncError, sync},
};
use waypoint_local::{
    cloud::serve,
    database::Storage,
    registry_server::{self, RegistryFile},
};

/// Which request, counted from 0, gets which failure.
type Faults = fn(usize) -> Option<StatusCode>;

/// A registry that answers requests of the given places, counted from 0, with a failure.
async fn faulty_registry(fails: Faults) -> (String, Arc<AtomicUsize>) {
    async fn fault(
        State((fails, count)): State<(Faults, Arc<AtomicUsize>)>,
        request: Request<Body>,
        next: Next,
    ) -> Response {
        match fails(count.fetch_add(1, Ordering::SeqCst)) {
            Some(status) => status.into_response(),
            None => next.run(request).await,
        }
    }
    let count = Arc::new(AtomicUsize::new(0));
    let file = RegistryFile::read(&fixture("registry.json")).unwrap();
    let router: Router = registry_server::router(&file)
        .layer(middleware::from_fn_with_state((fails, Arc::clone(&count)), fault));
    (format!("http://{}", serve(router).await.unwrap()), count)
}

async fn context() -> Context {
    support::cloud(&Storage::Memory).await.context(Finder::default(), true).await.unwrap()
}

fn client(base: &str) -> RegistryClient {
    RegistryClient::new(base).unwrap().with_first_pause(Duration::from_millis(1))
}

#[tokio::test]
async fn a_sync_reads_every_page_and_names_what_it_leaves_out() {
    let context = context().await;
    let (base, requests) = faulty_registry(|_| None).await;
    let mut told = Vec::new();
    let report =
        sync(&client(&base), &context.registry, "a", |kept, total| told.push((kept, total))).await.unwrap();
    assert_eq!((report.kept, report.resumed), (120, false));
    assert_eq!(report.refused.len(), 1);
    assert!(report.refused[0].to_string().starts_with("NCT000001: "));
    assert_eq!(requests.load(Ordering::SeqCst), 3);
    assert_eq!(told, [(50, Some(121)), (100, Some(121)), (120, Some(121))]);
    assert_eq!(context.registry.all().await.unwrap().len(), 120);

    let again = sync(&client(&base), &context.registry, "a", |_, _| ()).await.unwrap();
    assert!(again.up_to_date);
    assert_eq!(requests.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn a_busy_or_broken_registry_is_asked_again() {
    let context = context().await;
    let (base, requests) = faulty_registry(|n| match n {
        0 | 3 => Some(StatusCode::TOO_MANY_REQUESTS),
        1 => Some(StatusCode::SERVICE_UNAVAILABLE),
        _ => None,
    })
    .await;
    assert_eq!(sync(&client(&base), &context.registry, "a", |_, _| ()).await.unwrap().kept, 120);
    assert_eq!(requests.load(Ordering::SeqCst), 6);
}

#[tokio::test]
async fn a_run_that_was_interrupted_goes_on_where_it_stopped() {
    let context = context().await;
    let (base, _) = faulty_registry(|n| (n >= 1).then_some(StatusCode::BAD_GATEWAY)).await;
    let stopped = sync(&client(&base), &context.registry, "a", |_, _| ()).await.unwrap_err();
    assert_eq!(stopped, SyncError::Fetch(FetchError::Status(502)));
    assert_eq!(context.registry.all().await.unwrap().len(), 50);

    let (base, requests) = faulty_registry(|_| None).await;
    let report = sync(&client(&base), &context.registry, "a", |_, _| ()).await.unwrap();
    assert_eq!((report.kept, report.resumed), (120, true));
    assert_eq!(requests.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_page_token_that_the_registry_has_forgotten_means_to_begin_anew() {
    let context = context().await;
    let mut state = context.registry.sync_state().await.unwrap();
    state.source = "a".into();
    state.next_page = Some("from-99999".into());
    context.registry.set_sync_state(&state).await.unwrap();
    let (base, _) = faulty_registry(|_| None).await;
    assert_eq!(sync(&client(&base), &context.registry, "a", |_, _| ()).await.unwrap().kept, 120);
}

#[tokio::test]
async fn another_registry_takes_the_place_of_the_first() {
    let context = context().await;
    let (base, _) = faulty_registry(|_| None).await;
    sync(&client(&base), &context.registry, "a", |_, _| ()).await.unwrap();
    let other = Router::new().route(
        "/studies",
        axum::routing::get(|| async {
            axum::Json(serde_json::json!({ "studies": [
                { "protocolSection": { "identificationModule": { "nctId": "NCT09999999" } } }
            ] }))
        }),
    );
    let other = format!("http://{}", serve(other).await.unwrap());
    sync(&client(&other), &context.registry, "b", |_, _| ()).await.unwrap();
    let numbers: Vec<_> =
        context.registry.all().await.unwrap().into_iter().map(|s| s.nct_id.to_string()).collect();
    assert_eq!(numbers, ["NCT09999999"]);
}

#[tokio::test]
async fn a_registry_that_cannot_be_reached_or_read_is_said_to_be() {
    let context = context().await;
    let nowhere = sync(&client("http://127.0.0.1:9"), &context.registry, "a", |_, _| ()).await.unwrap_err();
    assert_eq!(nowhere, SyncError::Fetch(FetchError::Unreachable("no connection")));
    let page = serve(Router::new().fallback(|| async { "<html>maintenance</html>" })).await.unwrap();
    let page = sync(&client(&format!("http://{page}")), &context.registry, "a", |_, _| ()).await.unwrap_err();
    assert!(matches!(page, SyncError::Fetch(FetchError::Unreadable(_))));
}

#[tokio::test]
async fn a_registry_whose_pages_repeat_is_not_read_for_ever() {
    let context = context().await;
    let same = Router::new().route(
        "/studies",
        axum::routing::get(|| async {
            axum::Json(serde_json::json!({ "studies": [], "nextPageToken": "the same" }))
        }),
    );
    let same = format!("http://{}", serve(same).await.unwrap());
    let stopped = sync(&client(&same), &context.registry, "a", |_, _| ()).await.unwrap_err();
    assert_eq!(stopped, SyncError::Fetch(FetchError::Unreadable("its pages repeat")));
}

#[tokio::test]
async fn a_record_that_is_too_large_is_named_and_the_others_are_kept() {
    let context = context().await;
    let large = Router::new().route(
        "/studies",
        axum::routing::get(|| async {
            // Digits of a long number: they hardly compress.
            let mut seed = 1_u64;
            let mut next = || {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                format!("{seed:016x}")
            };
            let text: String = (0..60_000).map(|_| next()).collect();
            let study = |number: &str, summary: &str| {
                serde_json::json!({ "protocolSection": {
                    "identificationModule": { "nctId": number },
                    "descriptionModule": { "briefSummary": summary }
                } })
            };
            axum::Json(serde_json::json!({
                "studies": [study("NCT00000001", &text), study("NCT00000002", "short")]
            }))
        }),
    );
    let large = format!("http://{}", serve(large).await.unwrap());
    let report = sync(&client(&large), &context.registry, "a", |_, _| ()).await.unwrap();
    assert_eq!((report.kept, report.refused.len()), (1, 1));
    assert_eq!(report.refused[0].to_string(), "NCT00000001: it is too large to be kept");
}
