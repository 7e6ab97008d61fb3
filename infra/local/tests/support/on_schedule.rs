//! Runs scheduled functions with only their own permissions.

use waypoint_functions::{
    context::Context,
    news::{self, NewsReport},
    outbox::{self, DeliveryReport},
    registry_sync::{Sync, SyncReport},
    store::StoreError,
    sweep::{self, SweepReport},
};
use waypoint_local::access::caller::as_function;

/// Delivers the messages in the outbox.
pub(crate) async fn deliver(
    context: &Context,
    is_time_left: impl Fn() -> bool,
) -> Result<DeliveryReport, StoreError> {
    as_function("DeliverOutboxFunction", outbox::deliver(context, is_time_left)).await
}

/// Erases expired items.
pub(crate) async fn sweep(
    context: &Context,
    is_time_left: impl Fn() -> bool,
) -> Result<SweepReport, StoreError> {
    as_function("SweepFunction", sweep::sweep(context, is_time_left)).await
}

/// Sends news to all subscribers.
pub(crate) async fn send_news(context: &Context) -> Result<NewsReport, StoreError> {
    as_function("SendNewsFunction", news::send_news(context, true, || true)).await
}

/// Syncs the registry into the table of this context.
pub(crate) async fn sync(context: &Context) -> SyncReport {
    let Context { registry_client: client, registry, clock, .. } = context;
    let sync = Sync { client, registry, source: "fixture", holder: "test", clock, full: false };
    as_function("RegistrySyncFunction", sync.run_to_completion(|_, _| ())).await.unwrap()
}
