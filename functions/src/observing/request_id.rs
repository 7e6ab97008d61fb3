//! Which request something belongs to (E-315).

use axum::http::HeaderMap;

/// The longest id that is taken over.
const LONGEST: usize = 128;
/// Where an id comes from: the CDN's own, which stands in its log and goes with every answer, else that of the HTTP API's
/// trace.
const HEADERS: [&str; 2] = ["x-amz-cf-id", "x-amzn-trace-id"];

tokio::task_local! {
    static CURRENT: RequestId;
}

/// The id by which the CDN, the functions and the store know the same request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestId(String);

impl RequestId {
    /// The id of a request with these headers. What could be anything else than an id is none.
    #[must_use]
    pub fn of(headers: &HeaderMap) -> Option<Self> {
        let given = |name| headers.get(name).and_then(|value| value.to_str().ok());
        HEADERS.into_iter().filter_map(given).find_map(Self::read)
    }

    fn read(text: &str) -> Option<Self> {
        let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"-_=+/;:.".contains(&byte);
        ((1..=LONGEST).contains(&text.len()) && text.bytes().all(is_fit)).then(|| Self(text.to_owned()))
    }

    /// That of the request for which the present work is done.
    #[must_use]
    pub fn current() -> Option<Self> {
        CURRENT.try_with(Clone::clone).ok()
    }

    /// Does some work for this request.
    pub fn during<T>(self, work: impl Future<Output = T>) -> impl Future<Output = T> {
        CURRENT.scope(self, work)
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    fn of(pairs: &[(&'static str, &str)]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, value.parse().unwrap());
        }
        RequestId::of(&headers).map(|id| id.0)
    }

    #[test]
    fn a_request_is_known_by_the_id_of_the_cdn_else_by_that_of_its_trace() {
        let trace = ("x-amzn-trace-id", "Root=1-67891233-abcdef012345678912345678");
        assert_eq!(of(&[("x-amz-cf-id", "aB3_-x=="), trace]).as_deref(), Some("aB3_-x=="));
        assert_eq!(of(&[trace]).as_deref(), Some(trace.1));
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn what_is_no_id_is_not_taken_over() {
        let long = "a".repeat(LONGEST + 1);
        for text in ["", "Maria Silva", "a\"b", "{}", "é", &long] {
            assert_eq!(of(&[("x-amz-cf-id", text)]), None, "{text}");
        }
    }
}
