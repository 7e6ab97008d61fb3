//! When the registry may be asked, and when again.

use std::{sync::Arc, time::Duration};

use jiff::{Timestamp, fmt::rfc2822};
use reqwest::header::{HeaderMap, RETRY_AFTER};
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

/// How long the registry asks to wait: in seconds, or until a time.
pub(super) fn asked_to_wait(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = rfc2822::DateTimeParser::new().parse_timestamp(text).ok()?;
    Some(Duration::from_secs(u64::try_from(until.as_second() - now.as_second()).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

    use reqwest::header::HeaderValue;

    use super::{super::BETWEEN_REQUESTS, *};

    #[test]
    fn a_wait_is_read_in_seconds_and_as_a_time() {
        let now: Timestamp = "2026-11-06T08:49:00Z".parse().unwrap();
        let table = [
            ("7", Some(7)),
            (" 120 ", Some(120)),
            ("Fri, 06 Nov 2026 08:49:37 GMT", Some(37)),
            ("Fri, 06 Nov 2026 08:00:00 GMT", Some(0)),
            ("soon", None),
            ("-3", None),
        ];
        for (text, seconds) in table {
            let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_static(text))]);
            assert_eq!(asked_to_wait(&headers, now), seconds.map(Duration::from_secs), "{text}");
        }
        assert_eq!(asked_to_wait(&HeaderMap::new(), now), None);
    }

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
