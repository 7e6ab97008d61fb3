//! What runs on a schedule, with the rights of its function alone.

use waypoint_functions::{
    context::Context,
    news::{self, Told},
    outbox::{self, Delivered},
    registry_sync::{Sync, SyncReport},
    store::StoreError,
    sweep::{self, Swept},
};
use waypoint_local::access::caller::as_function;

/// Hands over what waits in the outbox.
pub(crate) async fn deliver(
    context: &Context,
    is_time_left: impl Fn() -> bool,
) -> Result<Delivered, StoreError> {
    as_function("DeliverOutboxFunction", outbox::deliver(context, is_time_left)).await
}

/// Erases what is over.
pub(crate) async fn sweep(context: &Context, is_time_left: impl Fn() -> bool) -> Result<Swept, StoreError> {
    as_function("SweepFunction", sweep::sweep(context, is_time_left)).await
}

/// Writes what is new, for all who asked for news.
pub(crate) async fn send_news(context: &Context) -> Result<Told, StoreError> {
    as_function("SendNewsFunction", news::send_news(context, true, || true)).await
}

/// Reads the registry of a context into its table.
pub(crate) async fn sync(context: &Context) -> SyncReport {
    let Context { registry_client: client, registry, clock, .. } = context;
    let sync = Sync { client, registry, source: "fixture", holder: "test", clock, full: false };
    as_function("RegistrySyncFunction", sync.to_the_end(|_, _| ())).await.unwrap()
}
