//! Limits the rate of requests to the registry.

use std::{sync::Arc, time::Duration};

use tokio::{sync::Mutex, time::Instant};

/// Spaces requests so they never exceed the registry's rate. Clones share the rate.
#[derive(Debug, Clone)]
pub(super) struct Pace {
    between: Duration,
    next: Arc<Mutex<Option<Instant>>>,
}

impl Pace {
    pub(super) fn new(between: Duration) -> Self {
        Self { between, next: Arc::default() }
    }

    /// Waits until a request may start.
    pub(super) async fn wait_for_turn(&self) {
        let mut next = self.next.lock().await;
        if let Some(start) = *next {
            tokio::time::sleep_until(start).await;
        }
        *next = Some(Instant::now() + self.between);
    }
}

#[cfg(test)]
mod tests {
    use super::{super::BETWEEN_REQUESTS, *};

    #[tokio::test(start_paused = true)]
    async fn fifty_requests_of_all_clones_take_a_minute() {
        let pace = Pace::new(Duration::from_millis(1200));
        let (same, began) = (pace.clone(), Instant::now());
        for _ in 0..25 {
            tokio::join!(same.wait_for_turn(), pace.wait_for_turn());
        }
        pace.wait_for_turn().await;
        assert_eq!(began.elapsed(), Duration::from_mins(1));
    }

    #[test]
    fn registry_gets_at_most_fifty_requests_a_minute() {
        assert!(BETWEEN_REQUESTS * 50 >= Duration::from_mins(1));
    }
}
