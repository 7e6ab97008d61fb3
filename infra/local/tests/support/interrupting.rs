//! Interrupts work as a crash would.

use std::{future::poll_fn, pin::pin, task::Poll};

/// Polls `work` at most `after + 1` times and then drops it, as a crash would.
pub(crate) async fn interrupt_after<T>(after: usize, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    let mut waits = 0;
    poll_fn(|context| {
        waits += 1;
        match work.as_mut().poll(context) {
            Poll::Ready(done) => Poll::Ready(Some(done)),
            Poll::Pending if waits > after => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}
