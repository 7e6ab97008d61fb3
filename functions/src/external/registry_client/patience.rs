//! When the registry may be asked, and when again.

use std::{sync::Arc, time::Duration};

use tokio::{sync::Mutex, time::Instant};

/// Lets one request begin after another, never faster than a registry allows. Clones share their turn.
#[derive(Debug, Clone)]
pub(super) struct Pace {
    between: Duration,
    next: Arc<Mutex<Option<Instant>>>,
}

impl Pace {
    pub(super) fn of(between: Duration) -> Self {
        Self { between, next: Arc::default() }
    }

    /// Waits until a request may begin.
    pub(super) async fn turn(&self) {
        let mut next = self.next.lock().await;
        if let Some(at) = *next {
            tokio::time::sleep_until(at).await;
        }
        *next = Some(Instant::now() + self.between);
    }
}

#[cfg(test)]
mod tests {
    use super::{super::BETWEEN_REQUESTS, *};

    #[tokio::test(start_paused = true)]
    async fn fifty_requests_take_a_minute_whoever_makes_them() {
        let pace = Pace::of(Duration::from_millis(1200));
        let (same, began) = (pace.clone(), Instant::now());
        for _ in 0..25 {
            tokio::join!(same.turn(), pace.turn());
        }
        pace.turn().await;
        assert_eq!(began.elapsed(), Duration::from_mins(1));
    }

    #[test]
    fn the_real_registry_is_asked_at_most_fifty_times_a_minute() {
        assert!(BETWEEN_REQUESTS * 50 >= Duration::from_mins(1));
    }
}
