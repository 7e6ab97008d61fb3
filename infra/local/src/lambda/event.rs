//! What a function is sent.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// A call, as the HTTP API hands it on (payload 2.0).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HttpCall {
    /// Such as `GET`.
    pub method: String,
    /// Such as `/backend/search`.
    pub path: String,
    /// What follows the question mark.
    pub query: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// JSON, or nothing.
    pub body: Option<Value>,
}

impl HttpCall {
    /// The event of this call.
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

/// The event of a schedule.
#[must_use]
pub fn scheduled() -> Value {
    json!({ "detail-type": "Scheduled Event" })
}
