//! Syncing the registry: page by page, through failures, and resuming an interrupted run.

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
    registry_sync::{Counts, Progress, Sync, SyncEnd, SyncError, SyncReport, SyncState},
};
use waypoint_local::{
    access::caller::as_function,
    database::Storage,
    local_service::serve,
    registry_server::{self, Faults, GeneratedRegistry, RegistryFile, RegistryRecords},
};

/// The failure for a request, given the request's index.
type Failing = fn(usize) -> Option<StatusCode>;

/// A registry whose requests fail as `fails` says. Returns its address and the count of requests.
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

/// A sync into the table of a context.
fn sync_of<'a>(client: &'a RegistryClient, context: &'a Context, source: &'a str) -> Sync<'a> {
    Sync { client, registry: &context.registry, source, holder: "test", clock: &context.clock, full: false }
}

/// The function that syncs the registry.
const FUNCTION: &str = "RegistrySyncFunction";

async fn sync(client: &RegistryClient, context: &Context, source: &str) -> Result<SyncReport, SyncError> {
    as_function(FUNCTION, sync_of(client, context, source).run_to_completion(|_, _| ())).await
}

async fn sync_fully(client: &RegistryClient, context: &Context, source: &str) -> SyncReport {
    let sync = Sync { full: true, ..sync_of(client, context, source) };
    as_function(FUNCTION, sync.run_to_completion(|_, _| ())).await.unwrap()
}

async fn stored_numbers(context: &Context) -> Vec<String> {
    context.registry.all_records().await.unwrap().into_iter().map(|study| study.nct_id.to_string()).collect()
}

/// A registry that returns these records for every request.
async fn registry_with(studies: Vec<Value>) -> RegistryClient {
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
async fn sync_reads_every_page_and_lists_skipped_records() {
    let context = context().await;
    let (base, requests) = faulty_registry(|_| None).await;
    let client = client(&base);
    let (mut progress, mut problems) = (Vec::new(), Vec::new());
    let report = sync_of(&client, &context, "a")
        .run(|page| {
            progress.push((page.read, page.total));
            problems.extend(page.problems.iter().map(ToString::to_string));
            ControlFlow::Continue(())
        })
        .await
        .unwrap();
    assert_eq!((report.ended, report.full, report.resumed), (SyncEnd::Complete, true, false));
    assert_eq!((report.counts.added, report.counts.failed, report.studies), (120, 1, 120));
    assert!(problems.len() == 1 && problems[0].starts_with("skipped NCT000001: "), "{problems:?}");
    assert_eq!(requests.load(Ordering::SeqCst), 4);
    assert_eq!(progress, [(50, Some(121)), (100, Some(121)), (121, Some(121))]);
    assert_eq!(stored_numbers(&context).await.len(), 120);

    let again = sync(&client, &context, "a").await.unwrap();
    assert_eq!((again.ended, again.studies), (SyncEnd::UpToDate, 120));
    assert_eq!(requests.load(Ordering::SeqCst), 5);
}

#[tokio::test]
async fn requests_to_a_busy_or_broken_registry_are_retried() {
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
async fn interrupted_run_resumes_where_it_stopped() {
    let context = context().await;
    let (base, _) = faulty_registry(|n| (n >= 2).then_some(StatusCode::BAD_GATEWAY)).await;
    let stopped = sync(&client(&base), &context, "a").await.unwrap_err();
    assert_eq!(stopped, SyncError::Fetch(FetchError::Status(502)));
    assert_eq!(stored_numbers(&context).await.len(), 50);

    let (base, requests) = faulty_registry(|_| None).await;
    let report = sync(&client(&base), &context, "a").await.unwrap();
    assert_eq!((report.counts.added, report.resumed), (120, true));
    assert_eq!(requests.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn run_out_of_time_pauses_and_the_next_one_resumes() {
    let context = context().await;
    let (base, _) = faulty_registry(|_| None).await;
    let client = client(&base);
    for read in [50, 100] {
        let paused = sync_of(&client, &context, "a").run(|_| ControlFlow::Break(())).await.unwrap();
        assert_eq!((paused.ended, paused.counts.read()), (SyncEnd::Paused, read));
    }
    let report = sync(&client, &context, "a").await.unwrap();
    assert_eq!((report.ended, report.counts.added), (SyncEnd::Complete, 120));
}

#[tokio::test]
async fn rejected_page_token_restarts_the_sync() {
    let context = context().await;
    let (base, _) = faulty_registry(|n| (n == 3).then_some(StatusCode::BAD_REQUEST)).await;
    let report = sync(&client(&base), &context, "a").await.unwrap();
    assert_eq!((report.counts.added, report.counts.unchanged, report.studies), (120, 100, 120));
}

#[tokio::test]
async fn sync_gives_up_when_every_page_token_is_rejected() {
    let context = context().await;
    let (base, _) = faulty_registry(|n| (n >= 2 && n % 2 == 0).then_some(StatusCode::BAD_REQUEST)).await;
    assert_eq!(sync(&client(&base), &context, "a").await, Err(SyncError::Fetch(FetchError::Status(400))));
}

#[tokio::test]
async fn records_of_another_registry_replace_the_first() {
    let context = context().await;
    let (base, _) = faulty_registry(|_| None).await;
    sync(&client(&base), &context, "a").await.unwrap();
    let revision = context.registry.sync_state().await.unwrap().revision;
    let other = registry_with(vec![study("NCT09999999", "A", "RECRUITING", "2026-01-01")]).await;
    sync(&other, &context, "b").await.unwrap();
    assert_eq!(stored_numbers(&context).await, ["NCT09999999"]);
    assert!(context.registry.sync_state().await.unwrap().revision > revision);
}

#[tokio::test]
async fn unreachable_or_unreadable_registry_is_an_error() {
    let context = context().await;
    let unreachable = sync(&client("http://127.0.0.1:9"), &context, "a").await.unwrap_err();
    assert_eq!(unreachable, SyncError::Fetch(FetchError::Unreachable("no connection")));
    let page = serve(Router::new().fallback(|| async { "<html>maintenance</html>" })).await.unwrap();
    let unreadable = sync(&client(&format!("http://{page}")), &context, "a").await.unwrap_err();
    assert!(matches!(unreadable, SyncError::Fetch(FetchError::Unreadable(_))));
}

#[tokio::test]
async fn sync_gives_up_when_pages_repeat() {
    let context = context().await;
    let repeating = Router::new().route(
        "/studies",
        axum::routing::get(|| async { axum::Json(json!({ "studies": [], "nextPageToken": "the same" })) }),
    );
    let repeating = format!("http://{}", serve(repeating).await.unwrap());
    let stopped = sync(&client(&repeating), &context, "a").await.unwrap_err();
    assert_eq!(stopped, SyncError::Fetch(FetchError::Unreadable("its pages repeat")));
}

#[tokio::test]
async fn too_large_record_is_reported_and_the_others_are_stored() {
    let context = context().await;
    // Random digits hardly compress.
    let mut seed = 1_u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        format!("{seed:016x}")
    };
    let text: String = (0..60_000).map(|_| next()).collect();
    let large = study("NCT00000001", &text, "RECRUITING", "2026-01-01");
    let registry =
        registry_with(vec![large, study("NCT00000002", "short", "RECRUITING", "2026-01-01")]).await;
    let (counts, problems) = sync_with_problems(&registry, &context).await;
    assert_eq!((counts.added, counts.failed), (1, 1));
    assert_eq!(problems, ["skipped NCT00000001: it is too large to store"]);
}

#[tokio::test]
async fn damaged_records_are_stored_and_every_unreadable_field_is_reported() {
    let context = context().await;
    let damaged = |number: u32| {
        let mut study = study(&format!("NCT{number:08}"), "kept", "RECRUITING", "2026-01-01");
        study["protocolSection"]["sponsorCollaboratorsModule"] = json!({ "leadSponsor": { "name": null } });
        study["protocolSection"]["conditionsModule"] =
            json!({ "conditions": ["Asthma", { "number": number }], "keywords": "cough" });
        study
    };
    let registry = registry_with((1..=150).map(damaged).collect()).await;
    let (counts, problems) = sync_with_problems(&registry, &context).await;
    assert_eq!(counts, Counts { added: 150, incomplete: 150, ..Counts::default() });
    let expected = (1..=150).flat_map(|number| {
        [
            "conditionsModule.conditions[1]",
            "conditionsModule.keywords",
            "sponsorCollaboratorsModule.leadSponsor.name",
        ]
        .map(|field| format!("NCT{number:08}: protocolSection.{field} is unreadable"))
    });
    assert_eq!(sorted(problems), sorted(expected.collect()));
    for study in context.registry.all_records().await.unwrap() {
        assert_eq!((study.brief_title.as_str(), study.conditions), ("kept", vec!["Asthma".to_owned()]));
    }
}

fn sorted(mut lines: Vec<String>) -> Vec<String> {
    lines.sort();
    lines
}

/// Runs a sync. Returns its counts and the problems that it reported.
async fn sync_with_problems(client: &RegistryClient, context: &Context) -> (Counts, Vec<String>) {
    let mut problems = Vec::new();
    let each_page = |page: Progress| {
        problems.extend(page.problems.iter().map(ToString::to_string));
        ControlFlow::Continue(())
    };
    let report = as_function(FUNCTION, sync_of(client, context, "a").run(each_page)).await.unwrap();
    (report.counts, problems)
}

#[tokio::test]
async fn later_run_counts_changes_and_never_restores_older_versions() {
    let context = context().await;
    let first = [
        study("NCT00000001", "stays", "RECRUITING", "2026-01-01"),
        study("NCT00000002", "changes", "RECRUITING", "2026-01-01"),
        study("NCT00000003", "closes", "RECRUITING", "2026-01-01"),
        study("NCT00000004", "is newer here", "RECRUITING", "2026-03-01"),
    ];
    sync(&registry_with(first.to_vec()).await, &context, "a").await.unwrap();
    let revision = context.registry.sync_state().await.unwrap().revision;
    let second = [
        first[0].clone(),
        study("NCT00000002", "changed", "RECRUITING", "2026-02-01"),
        study("NCT00000003", "closes", "COMPLETED", "2026-02-01"),
        study("NCT00000004", "is older there", "RECRUITING", "2026-02-01"),
        study("NCT00000005", "appears", "RECRUITING", "2026-02-01"),
    ];
    let second = registry_with(second.to_vec()).await;
    let report = sync(&second, &context, "a").await.unwrap();
    let counts =
        Counts { added: 1, changed: 2, closed: 1, unchanged: 2, removed: 0, failed: 0, incomplete: 0 };
    assert_eq!((report.full, report.counts, report.studies), (false, counts, 5));
    let titles: Vec<_> =
        context.registry.all_records().await.unwrap().into_iter().map(|s| s.brief_title).collect();
    assert_eq!(titles, ["stays", "changed", "closes", "is newer here", "appears"]);
    assert_eq!(context.registry.sync_state().await.unwrap().revision, revision + 1);

    let third = sync(&second, &context, "a").await.unwrap();
    assert_eq!(third.counts, Counts { unchanged: 5, ..Counts::default() });
    assert_eq!(context.registry.sync_state().await.unwrap().revision, revision + 1);
}

#[tokio::test]
async fn full_run_removes_records_that_left_the_registry() {
    let context = context().await;
    let shelf = Arc::new(GeneratedRegistry::new(5, 3000, 1));
    let base = serve(registry_server::router_with(Arc::clone(&shelf) as Arc<dyn RegistryRecords>, 200, None))
        .await
        .unwrap();
    let client = client(&format!("http://{base}"));
    sync(&client, &context, "a").await.unwrap();
    shelf.settle();
    let is_listed = |number: &String| shelf.index_of(number).is_some();
    sync(&client, &context, "a").await.unwrap();
    let before = stored_numbers(&context).await;
    assert!(!before.iter().all(is_listed));

    let report = sync_fully(&client, &context, "a").await;
    let after = stored_numbers(&context).await;
    assert!(after.iter().all(is_listed));
    assert_eq!((report.counts.removed, report.studies), (before.len() - after.len(), after.len()));
    assert_eq!(after.len(), (0..3000).filter(|place| shelf.record(*place).is_some()).count());
}

#[tokio::test]
async fn registry_that_lost_many_records_is_an_error() {
    let context = context().await;
    let records = (1..=300).map(|n| study(&format!("NCT{n:08}"), "A", "RECRUITING", "2026-01-01"));
    let records: Vec<Value> = records.collect();
    sync(&registry_with(records.clone()).await, &context, "a").await.unwrap();
    let part = registry_with(records[..100].to_vec()).await;
    let result = Sync { full: true, ..sync_of(&part, &context, "a") }.run_to_completion(|_, _| ()).await;
    assert_eq!(result, Err(SyncError::TooManyMissing { missing: 200, all: 300 }));
    assert_eq!(stored_numbers(&context).await.len(), 300);
}

#[tokio::test]
async fn record_fetched_for_a_visitor_is_counted_and_never_hides_a_newer_one() {
    let context = context().await;
    let registry = registry_with(vec![study("NCT00000001", "A", "RECRUITING", "2026-01-01")]).await;
    let number: NctId = "NCT00000001".parse().unwrap();
    sync(&registry_with(vec![]).await, &context, "a").await.unwrap();
    let requested =
        waypoint_registry::parse_study(&study("NCT00000001", "A", "RECRUITING", "2026-01-01")).unwrap();
    assert!(context.registry.store_if_new(&requested).await.unwrap());
    let report = sync(&registry, &context, "a").await.unwrap();
    assert_eq!(report.counts.added, 1);

    let older =
        waypoint_registry::parse_study(&study("NCT00000001", "old", "RECRUITING", "2025-01-01")).unwrap();
    assert!(context.registry.store_if_new(&older).await.unwrap());
    assert_eq!(context.registry.get(&number).await.unwrap().unwrap().brief_title, "A");
}

#[tokio::test]
async fn concurrent_sync_is_refused_until_the_lease_ends() {
    let context = context().await;
    let (base, _) = faulty_registry(|_| None).await;
    let client = client(&base);
    let now = context.clock.now();
    let until = now.saturating_add(SignedDuration::from_mins(5)).unwrap();
    assert!(context.registry.take_lease("another", now, until).await.unwrap());
    assert_eq!(sync(&client, &context, "a").await, Err(SyncError::Busy));
    assert_eq!(context.registry.sync_state().await.unwrap(), SyncState::default());

    context.clock.advance(301);
    assert_eq!(sync(&client, &context, "a").await.unwrap().ended, SyncEnd::Complete);
    assert!(context.registry.take_lease("another", context.clock.now(), until).await.unwrap());
}

#[tokio::test]
async fn sync_that_lost_its_lease_writes_nothing() {
    let context = context().await;
    let (base, _) = faulty_registry(|_| None).await;
    let client = client(&base);
    let sync = sync_of(&client, &context, "a");
    sync.run(|_| ControlFlow::Break(())).await.unwrap();
    let until = context.clock.now().saturating_add(SignedDuration::from_hours(1)).unwrap();
    assert!(context.registry.take_lease("another", context.clock.now(), until).await.unwrap());
    assert_eq!(sync.run_to_completion(|_, _| ()).await, Err(SyncError::Busy));
    assert_eq!(stored_numbers(&context).await.len(), 50);
}

#[tokio::test]
async fn faults_and_overlapping_pages_end_in_the_state_of_a_stable_registry() {
    let stable = context().await;
    let address = serve(registry_server::router(Arc::new(GeneratedRegistry::new(11, 800, 0)))).await.unwrap();
    sync(&client(&format!("http://{address}")), &stable, "a").await.unwrap();

    let changing = context().await;
    let shelf = Arc::new(GeneratedRegistry::new(11, 800, 1));
    let router = registry_server::router_with(Arc::clone(&shelf) as Arc<dyn RegistryRecords>, 40, Some(11));
    let base = serve(Faults::with_seed(11).add_to(router)).await.unwrap();
    let client = client(&format!("http://{base}"));
    for _ in 0..3 {
        sync(&client, &changing, "a").await.unwrap();
    }
    shelf.settle();
    sync(&client, &changing, "a").await.unwrap();
    sync_fully(&client, &changing, "a").await;
    assert_eq!(changing.registry.all_records().await.unwrap(), stable.registry.all_records().await.unwrap());
    let read_until = |state: SyncState| state.last.unwrap().read_until;
    assert_eq!(
        read_until(changing.registry.sync_state().await.unwrap()),
        read_until(stable.registry.sync_state().await.unwrap())
    );
}
