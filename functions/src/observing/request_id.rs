//! The id of the current request (E-315).

use axum::http::HeaderMap;

/// The maximum length of an id.
const MAX_LENGTH: usize = 128;
/// The headers with an id: the CDN's own, which is in its log and every response, or else that of the HTTP API's trace.
const HEADERS: [&str; 2] = ["x-amz-cf-id", "x-amzn-trace-id"];

tokio::task_local! {
    static CURRENT: RequestId;
}

/// The id of a request in the CDN, the functions, and the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestId(String);

impl RequestId {
    /// Returns the id in these headers. Rejects anything that isn't an id.
    #[must_use]
    pub fn from_headers(headers: &HeaderMap) -> Option<Self> {
        let given = |name| headers.get(name).and_then(|value| value.to_str().ok());
        HEADERS.into_iter().filter_map(given).find_map(Self::read)
    }

    fn read(text: &str) -> Option<Self> {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_=+/;:.".contains(&byte);
        ((1..=MAX_LENGTH).contains(&text.len()) && text.bytes().all(is_allowed))
            .then(|| Self(text.to_owned()))
    }

    /// Returns the id of the current request.
    #[must_use]
    pub fn current() -> Option<Self> {
        CURRENT.try_with(Clone::clone).ok()
    }

    /// Runs `work` as part of this request.
    pub fn scope<T>(self, work: impl Future<Output = T>) -> impl Future<Output = T> {
        CURRENT.scope(self, work)
    }

    /// Returns the id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    fn parsed_id(pairs: &[(&'static str, &str)]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, value.parse().unwrap());
        }
        RequestId::from_headers(&headers).map(|id| id.0)
    }

    #[test]
    fn id_is_from_the_cdn_or_else_from_the_trace() {
        let trace = ("x-amzn-trace-id", "Root=1-67891233-abcdef012345678912345678");
        assert_eq!(parsed_id(&[("x-amz-cf-id", "aB3_-x=="), trace]).as_deref(), Some("aB3_-x=="));
        assert_eq!(parsed_id(&[trace]).as_deref(), Some(trace.1));
        assert_eq!(parsed_id(&[]), None);
    }

    #[test]
    fn invalid_ids_are_rejected() {
        let long = "a".repeat(MAX_LENGTH + 1);
        for text in ["", "Maria Silva", "a\"b", "{}", "é", &long] {
            assert_eq!(parsed_id(&[("x-amz-cf-id", text)]), None, "{text}");
        }
    }
}
