//! The wait that a server requests before a retry.

use std::time::Duration;

use jiff::{Timestamp, fmt::rfc2822};
use reqwest::header::{HeaderMap, RETRY_AFTER};

/// Returns the wait from the `Retry-After` header, given in seconds or as a time.
pub(super) fn retry_after(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = rfc2822::DateTimeParser::new().parse_timestamp(text).ok()?;
    Some(Duration::from_secs(u64::try_from(until.as_second() - now.as_second()).unwrap_or_default()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use reqwest::header::HeaderValue;

    use super::*;

    #[test]
    fn retry_after_is_read_as_seconds_or_as_a_time() {
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
            assert_eq!(retry_after(&headers, now), seconds.map(Duration::from_secs), "{text}");
        }
        assert_eq!(retry_after(&HeaderMap::new(), now), None);
    }
}
