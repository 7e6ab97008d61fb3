//! Reading the registry: page by page, over failures, and from where a run stopped.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use crate::support::fixture;
use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::StatusCode,
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use jiff::SignedDuration;
use serde_json::{Value, json};
use waypoint_domain::nct_id::NctId;
use waypoint_functions::{
    context::Context,
    external::registry_client::{FetchError, RegistryClient},
    finding::Finder,
    registry_sync::{Counts, Ended, Sync, SyncError, SyncReport, SyncState},
};
use waypoint_local::{
    access::caller::as_function,
    cloud::serve,
    database::Storage,
    registry_server::{self, Faults, MadeUp, RegistryFile, Shelf},
};

/// Which request, counted from 0, gets which failure.
type Failing = fn(usize) -> Option<StatusCode>;

/// A registry that answers requests of the given places, counted from 0, with a failure.
async fn faulty_registry(fails: Failing) -> (String, Arc<AtomicUsize>) {
    async fn fault(
        State((fails, count)): State<(Failing, Arc<AtomicUsize>)>,
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
    let router: Router = registry_server::router_with(Arc::new(file), 50, None)
        .layer(middleware::from_fn_with_state((fails, Arc::clone(&count)), fault));
    (format!("http://{}", serve(router).await.unwrap()), count)
}

async fn context() -> Context {
    crate::support::cloud(&Storage::Memory).await.context(Finder::default(), true).await.unwrap()
}

fn client(base: &str) -> RegistryClient {
    RegistryClient::new(base).unwrap().with_first_pause(Duration::from_millis(1))
}

/// A sync of a context's table.
fn sync_of<'a>(client: &'a RegistryClient, context: &'a Context, source: &'a str) -> Sync<'a> {
    Sync { client, registry: &context.registry, source, holder: "test", clock: &context.clock, full: false }
}

/// The function that reads the registry.
const FUNCTION: &str = "RegistrySyncFunction";

async fn sync(client: &RegistryClient, context: &Context, source: &str) -> Result<SyncReport, SyncError> {
    as_function(FUNCTION, sync_of(client, context, source).to_the_end(|_, _| ())).await
}

async fn sync_fully(client: &RegistryClient, context: &Context, source: &str) -> SyncReport {
    let sync = Sync { full: true, ..sync_of(client, context, source) };
    as_function(FUNCTION, sync.to_the_end(|_, _| ())).await.unwrap()
}

async fn numbers(context: &Context) -> Vec<String> {
    context.registry.all().await.unwrap().into_iter().map(|study| study.nct_id.to_string()).collect()
}

/// A registry of these records, whatever is asked for.
async fn registry_of(studies: Vec<Value>) -> RegistryClient {
    let page = json!({ "studies": studies });
    let router = Router::new().route("/studies", axum::routing::get(|| async { axum::Json(page) }));
    client(&format!("http://{}", serve(router).await.unwrap()))
}

fn study(number: &str, title: &str, status: &str, day: &str) -> Value {
    json!({ "protocolSection": {
        "identificationModule": { "nctId": number, "briefTitle": title },
        "statusModule": { "overallStatus": status, "lastUpdatePostDateStruct": { "date": day } }
    } })
}

#[tokio::test]
async fn a_sync_reads_every_page_and_names_what_it_leaves_out() {
    let context = context().await;
    let (base, requests) = faulty_registry(|_| None).await;
    let client = client(&base);
    let mut told = Vec::new();
    let report =
        sync_of(&client, &context, "a").to_the_end(|read, total| told.push((read, total))).await.unwrap();
    assert_eq!((report.ended, report.full, report.resumed), (Ended::Complete, true, false));
    assert_eq!((report.counts.added, report.counts.failed, report.studies), (120, 1, 120));
    assert!(report.failed[0].to_string().starts_with("NCT000001: "));
    assert_eq!(requests.load(Ordering::SeqCst), 4);
    assert_eq!(told, [(50, Some(121)), (100, Some(121)), (121, Some(121))]);
    assert_eq!(numbers(&context).await.len(), 120);

    let again = sync(&client, &context, "a").await.unwrap();
    assert_eq!((again.ended, again.studies), (Ended::UpToDate, 120));
    assert_eq!(requests.load(Ordering::SeqCst), 5);
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
    assert_eq!(sync(&client(&base), &context, "a").await.unwrap().counts.added, 120);
    assert_eq!(requests.load(Ordering::SeqCst), 7);
}

#[tokio::test]
async fn a_run_that_was_interrupted_goes_on_where_it_stopped() {
    let context = context().await;
    let (base, _) = faulty_registry(|n| (n >= 2).then_some(StatusCode::BAD_GATEWAY)).await;
    let stopped = sync(&client(&base), &context, "a").await.unwrap_err();
    assert_eq!(stopped, SyncError::Fetch(FetchError::Status(502)));
    assert_eq!(numbers(&context).await.len(), 50);

    let (base, requests) = faulty_registry(|_| None).await;
    let report = sync(&client(&base), &context, "a").await.unwrap();
    assert_eq!((report.counts.added, report.resumed), (120, true));
    assert_eq!(requests.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn a_run_whose_time_is_over_pauses_and_the_next_one_goes_on() {
    let context = context().await;
    let (base, _) = faulty_registry(|_| None).await;
    let client = client(&base);
    for read in [50, 100] {
        let paused = sync_of(&client, &context, "a").run(|_| ControlFlow::Break(())).await.unwrap();
        assert_eq!((paused.ended, paused.counts.read()), (Ended::Paused, read));
    }
    let report = sync(&client, &context, "a").await.unwrap();
    assert_eq!((report.ended, report.counts.added), (Ended::Complete, 120));
}

#[tokio::test]
async fn a_page_token_that_the_registry_has_forgotten_means_to_begin_anew() {
    let context = context().await;
    let (base, _) = faulty_registry(|n| (n == 3).then_some(StatusCode::BAD_REQUEST)).await;
    let report = sync(&client(&base), &context, "a").await.unwrap();
    assert_eq!((report.counts.added, report.counts.unchanged, report.studies), (120, 100, 120));
}

#[tokio::test]
async fn a_registry_that_forgets_every_page_token_is_not_read_for_ever() {
    let context = context().await;
    let (base, _) = faulty_registry(|n| (n >= 2 && n % 2 == 0).then_some(StatusCode::BAD_REQUEST)).await;
    assert_eq!(sync(&client(&base), &context, "a").await, Err(SyncError::Fetch(FetchError::Status(400))));
}

#[tokio::test]
async fn another_registry_takes_the_place_of_the_first() {
    let context = context().await;
    let (base, _) = faulty_registry(|_| None).await;
    sync(&client(&base), &context, "a").await.unwrap();
    let revision = context.registry.sync_state().await.unwrap().revision;
    let other = registry_of(vec![study("NCT09999999", "A", "RECRUITING", "2026-01-01")]).await;
    sync(&other, &context, "b").await.unwrap();
    assert_eq!(numbers(&context).await, ["NCT09999999"]);
    assert!(context.registry.sync_state().await.unwrap().revision > revision);
}

#[tokio::test]
async fn a_registry_that_cannot_be_reached_or_read_is_said_to_be() {
    let context = context().await;
    let nowhere = sync(&client("http://127.0.0.1:9"), &context, "a").await.unwrap_err();
    assert_eq!(nowhere, SyncError::Fetch(FetchError::Unreachable("no connection")));
    let page = serve(Router::new().fallback(|| async { "<html>maintenance</html>" })).await.unwrap();
    let page = sync(&client(&format!("http://{page}")), &context, "a").await.unwrap_err();
    assert!(matches!(page, SyncError::Fetch(FetchError::Unreadable(_))));
}

#[tokio::test]
async fn a_registry_whose_pages_repeat_is_not_read_for_ever() {
    let context = context().await;
    let same = Router::new().route(
        "/studies",
        axum::routing::get(|| async { axum::Json(json!({ "studies": [], "nextPageToken": "the same" })) }),
    );
    let same = format!("http://{}", serve(same).await.unwrap());
    let stopped = sync(&client(&same), &context, "a").await.unwrap_err();
    assert_eq!(stopped, SyncError::Fetch(FetchError::Unreadable("its pages repeat")));
}

#[tokio::test]
async fn a_record_that_is_too_large_is_named_and_the_others_are_kept() {
    let context = context().await;
    // Digits of a long number: they hardly compress.
    let mut seed = 1_u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        format!("{seed:016x}")
    };
    let text: String = (0..60_000).map(|_| next()).collect();
    let large = study("NCT00000001", &text, "RECRUITING", "2026-01-01");
    let registry = registry_of(vec![large, study("NCT00000002", "short", "RECRUITING", "2026-01-01")]).await;
    let report = sync(&registry, &context, "a").await.unwrap();
    assert_eq!((report.counts.added, report.counts.failed), (1, 1));
    assert_eq!(report.failed[0].to_string(), "NCT00000001: it is too large to store");
}

#[tokio::test]
async fn a_later_run_counts_what_was_added_changed_closed_and_left_and_never_goes_back() {
    let context = context().await;
    let first = [
        study("NCT00000001", "stays", "RECRUITING", "2026-01-01"),
        study("NCT00000002", "changes", "RECRUITING", "2026-01-01"),
        study("NCT00000003", "closes", "RECRUITING", "2026-01-01"),
        study("NCT00000004", "is newer here", "RECRUITING", "2026-03-01"),
    ];
    sync(&registry_of(first.to_vec()).await, &context, "a").await.unwrap();
    let revision = context.registry.sync_state().await.unwrap().revision;
    let second = [
        first[0].clone(),
        study("NCT00000002", "changed", "RECRUITING", "2026-02-01"),
        study("NCT00000003", "closes", "COMPLETED", "2026-02-01"),
        study("NCT00000004", "is older there", "RECRUITING", "2026-02-01"),
        study("NCT00000005", "appears", "RECRUITING", "2026-02-01"),
    ];
    let second = registry_of(second.to_vec()).await;
    let report = sync(&second, &context, "a").await.unwrap();
    let counts = Counts { added: 1, changed: 2, closed: 1, unchanged: 2, removed: 0, failed: 0 };
    assert_eq!((report.full, report.counts, report.studies), (false, counts, 5));
    let titles: Vec<_> = context.registry.all().await.unwrap().into_iter().map(|s| s.brief_title).collect();
    assert_eq!(titles, ["stays", "changed", "closes", "is newer here", "appears"]);
    assert_eq!(context.registry.sync_state().await.unwrap().revision, revision + 1);

    let third = sync(&second, &context, "a").await.unwrap();
    assert_eq!(third.counts, Counts { unchanged: 5, ..Counts::default() });
    assert_eq!(context.registry.sync_state().await.unwrap().revision, revision + 1);
}

#[tokio::test]
async fn what_the_registry_no_longer_has_is_removed_by_a_full_run() {
    let context = context().await;
    let shelf = Arc::new(MadeUp::new(5, 3000, 1));
    let base =
        serve(registry_server::router_with(Arc::clone(&shelf) as Arc<dyn Shelf>, 200, None)).await.unwrap();
    let client = client(&format!("http://{base}"));
    sync(&client, &context, "a").await.unwrap();
    shelf.settle();
    let is_there = |number: &String| shelf.index_of(number).is_some();
    sync(&client, &context, "a").await.unwrap();
    let before = numbers(&context).await;
    assert!(!before.iter().all(is_there));

    let report = sync_fully(&client, &context, "a").await;
    let after = numbers(&context).await;
    assert!(after.iter().all(is_there));
    assert_eq!((report.counts.removed, report.studies), (before.len() - after.len(), after.len()));
    assert_eq!(after.len(), (0..3000).filter(|place| shelf.record(*place).is_some()).count());
}

#[tokio::test]
async fn a_registry_that_gives_only_a_part_is_not_believed() {
    let context = context().await;
    let many = (1..=300).map(|n| study(&format!("NCT{n:08}"), "A", "RECRUITING", "2026-01-01"));
    let many: Vec<Value> = many.collect();
    sync(&registry_of(many.clone()).await, &context, "a").await.unwrap();
    let part = registry_of(many[..100].to_vec()).await;
    let believed = Sync { full: true, ..sync_of(&part, &context, "a") }.to_the_end(|_, _| ()).await;
    assert_eq!(believed, Err(SyncError::Shrunk { missing: 200, all: 300 }));
    assert_eq!(numbers(&context).await.len(), 300);
}

#[tokio::test]
async fn a_record_that_a_visitor_brought_never_hides_a_newer_one_and_gets_into_the_next_index() {
    let context = context().await;
    let registry = registry_of(vec![study("NCT00000001", "A", "RECRUITING", "2026-01-01")]).await;
    let asked: NctId = "NCT00000001".parse().unwrap();
    sync(&registry_of(vec![]).await, &context, "a").await.unwrap();
    let brought =
        waypoint_registry::study_of(&study("NCT00000001", "A", "RECRUITING", "2026-01-01")).unwrap();
    assert!(context.registry.keep_asked(&brought).await.unwrap());
    let report = sync(&registry, &context, "a").await.unwrap();
    assert_eq!(report.counts.added, 1);

    let older =
        waypoint_registry::study_of(&study("NCT00000001", "old", "RECRUITING", "2025-01-01")).unwrap();
    assert!(context.registry.keep_asked(&older).await.unwrap());
    assert_eq!(context.registry.get(&asked).await.unwrap().unwrap().brief_title, "A");
}

#[tokio::test]
async fn of_two_syncs_at_once_one_waits_until_the_other_has_ended_or_is_silent_for_minutes() {
    let context = context().await;
    let (base, _) = faulty_registry(|_| None).await;
    let client = client(&base);
    let now = context.clock.now();
    let until = now.saturating_add(SignedDuration::from_mins(5)).unwrap();
    assert!(context.registry.take_lease("another", now, until).await.unwrap());
    assert_eq!(sync(&client, &context, "a").await, Err(SyncError::Busy));
    assert_eq!(context.registry.sync_state().await.unwrap(), SyncState::default());

    context.clock.move_ahead(301);
    assert_eq!(sync(&client, &context, "a").await.unwrap().ended, Ended::Complete);
    assert!(context.registry.take_lease("another", context.clock.now(), until).await.unwrap());
}

#[tokio::test]
async fn a_sync_that_has_lost_its_turn_writes_nothing_more() {
    let context = context().await;
    let (base, _) = faulty_registry(|_| None).await;
    let client = client(&base);
    let sync = sync_of(&client, &context, "a");
    sync.run(|_| ControlFlow::Break(())).await.unwrap();
    let far = context.clock.now().saturating_add(SignedDuration::from_hours(1)).unwrap();
    assert!(context.registry.take_lease("another", context.clock.now(), far).await.unwrap());
    assert_eq!(sync.to_the_end(|_, _| ()).await, Err(SyncError::Busy));
    assert_eq!(numbers(&context).await.len(), 50);
}

#[tokio::test]
async fn faults_and_pages_that_overlap_and_change_end_in_the_state_of_a_quiet_registry() {
    let quiet = context().await;
    let still = serve(registry_server::router(Arc::new(MadeUp::new(11, 800, 0)))).await.unwrap();
    sync(&client(&format!("http://{still}")), &quiet, "a").await.unwrap();

    let loud = context().await;
    let shelf = Arc::new(MadeUp::new(11, 800, 1));
    let router = registry_server::router_with(Arc::clone(&shelf) as Arc<dyn Shelf>, 40, Some(11));
    let base = serve(Faults::with_seed(11).add_to(router)).await.unwrap();
    let client = client(&format!("http://{base}"));
    for _ in 0..3 {
        sync(&client, &loud, "a").await.unwrap();
    }
    shelf.settle();
    sync(&client, &loud, "a").await.unwrap();
    sync_fully(&client, &loud, "a").await;
    assert_eq!(loud.registry.all().await.unwrap(), quiet.registry.all().await.unwrap());
    let until = |state: SyncState| state.last.unwrap().read_until;
    assert_eq!(
        until(loud.registry.sync_state().await.unwrap()),
        until(quiet.registry.sync_state().await.unwrap())
    );
}
