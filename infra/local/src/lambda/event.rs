//! Events that a function receives.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// A request, as the HTTP API passes it on (payload format 2.0).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HttpCall {
    /// HTTP method, such as `GET`.
    pub method: String,
    /// Path, such as `/backend/search`.
    pub path: String,
    /// Query without the question mark.
    pub query: String,
    /// Headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// JSON body, if any.
    pub body: Option<Value>,
}

impl HttpCall {
    /// Returns the event of this request.
    #[must_use]
    pub fn event(&self) -> Value {
        let (cookies, headers): (Vec<_>, Vec<_>) =
            self.headers.iter().cloned().partition(|(name, _)| name == "cookie");
        json!({
            "version": "2.0", "routeKey": "$default", "rawPath": self.path, "rawQueryString": self.query,
            "cookies": cookies.into_iter().map(|(_, value)| value).collect::<Vec<_>>(),
            "headers": headers.into_iter().collect::<BTreeMap<_, _>>(),
            "queryStringParameters": {},
            "requestContext": {
                "accountId": "1", "apiId": "a", "domainName": "api.example.org", "domainPrefix": "api",
                "http": { "method": self.method, "path": self.path, "protocol": "HTTP/1.1",
                          "sourceIp": "192.0.2.1", "userAgent": "test" },
                "requestId": "r", "routeKey": "$default", "stage": "$default",
                "time": "01/Jan/2026:00:00:00 +0000", "timeEpoch": 1_767_225_600_000_i64
            },
            "body": self.body.as_ref().map(ToString::to_string),
            "isBase64Encoded": false
        })
    }
}

/// Returns the event of a schedule.
#[must_use]
pub fn scheduled() -> Value {
    json!({ "detail-type": "Scheduled Event" })
}
