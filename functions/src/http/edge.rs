//! Requests from the CDN: the visitor's address and the key that proves the origin (E-318).

use std::{env, fmt, net::IpAddr};

use axum::{
    Router,
    extract::Request,
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use http::HeaderMap;
use waypoint_cdn::edge::{KEY_HEADER, VISITOR_HEADER};

use super::problem::Problem;
use crate::secret::constant_time_eq;

/// The accepted keys of the header [`KEY_HEADER`]: the CDN's current key, and its next or former one.
#[derive(Clone)]
pub struct EdgeKey(Vec<String>);

/// The key is too short.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "each key of WAYPOINT_EDGE_KEY must have at least 32 characters; make one with `openssl rand -hex 32`"
)]
pub struct WeakEdgeKey;

impl EdgeKey {
    /// Parses keys separated by spaces. Each must have at least 32 characters.
    pub fn read(text: &str) -> Result<Self, WeakEdgeKey> {
        let keys: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        if keys.is_empty() || keys.iter().any(|key| key.len() < 32) {
            Err(WeakEdgeKey)
        } else {
            Ok(Self(keys))
        }
    }

    /// Reads the keys from `WAYPOINT_EDGE_KEY`. Without it, functions answer all requests.
    pub fn from_environment() -> Result<Option<Self>, WeakEdgeKey> {
        env::var("WAYPOINT_EDGE_KEY").ok().map(|key| Self::read(&key)).transpose()
    }

    fn matches(&self, headers: &HeaderMap) -> bool {
        let sent = headers.get(KEY_HEADER).and_then(|key| key.to_str().ok());
        sent.is_some_and(|sent| {
            self.0.iter().fold(false, |matches, key| constant_time_eq(sent, key) | matches)
        })
    }
}

impl fmt::Debug for EdgeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// The visitor's network address according to the CDN.
#[derive(Clone, Copy)]
pub(super) struct Visitor(pub(super) IpAddr);

/// Admits only requests from the CDN, if there is a key.
pub fn behind_edge(router: Router, key: Option<EdgeKey>) -> Router {
    let Some(key) = key else { return router };
    router.layer(middleware::from_fn(move |request: Request, next: Next| {
        let key = key.clone();
        async move { admit(&key, request, next).await }
    }))
}

async fn admit(key: &EdgeKey, mut request: Request, next: Next) -> Response {
    if !key.matches(request.headers()) {
        return Problem::NotThroughCdn.into_response();
    }
    let address =
        request.headers().get(VISITOR_HEADER).and_then(|address| address.to_str().ok()?.parse().ok());
    if let Some(address) = address {
        request.extensions_mut().insert(Visitor(address));
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use axum::{body::Body, routing::get};
    use tower::ServiceExt;

    use super::*;
    use crate::http::client_address::ClientAddress;

    const TEST_KEY: &str = "0123456789abcdef0123456789abcdef";

    /// Returns the status and the address that an endpoint behind the CDN sees.
    async fn answer_to(headers: &[(&str, &str)], key: Option<&str>) -> (u16, String) {
        let endpoint = get(|address: ClientAddress| async move { address.as_str().to_owned() });
        let router = Router::new().route("/", endpoint);
        let router = behind_edge(router, key.map(|key| EdgeKey::read(key).unwrap()));
        let request =
            headers.iter().fold(http::Request::get("/"), |all, (name, value)| all.header(*name, *value));
        let answer = router.oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let status = answer.status().as_u16();
        let body = axum::body::to_bytes(answer.into_body(), 1 << 16).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn request_from_the_cdn_has_the_visitors_address() {
        let visit = async |address: &str| {
            answer_to(&[(KEY_HEADER, TEST_KEY), (VISITOR_HEADER, address)], Some(TEST_KEY)).await
        };
        assert_eq!(visit("192.0.2.7").await, (200, "192.0.2.7".into()));
        assert_eq!(visit("2001:db8:1:2:3:4:5:6").await, (200, "2001:db8:1:2::".into()));
        assert_eq!(visit("nowhere").await, (200, "unknown".into()));
    }

    #[tokio::test]
    async fn request_around_the_cdn_is_rejected() {
        let wrong = TEST_KEY.replace('0', "1");
        for headers in
            [&[(VISITOR_HEADER, "192.0.2.7")][..], &[(KEY_HEADER, &*wrong), (VISITOR_HEADER, "192.0.2.7")]]
        {
            let (status, body) = answer_to(headers, Some(TEST_KEY)).await;
            assert!(status == 403 && body.contains("around_the_site"), "{status} {body}");
        }
    }

    #[tokio::test]
    async fn without_a_key_the_address_header_is_ignored() {
        assert_eq!(
            answer_to(&[(KEY_HEADER, TEST_KEY), (VISITOR_HEADER, "192.0.2.7")], None).await,
            (200, "unknown".into())
        );
    }

    #[tokio::test]
    async fn old_and_new_keys_are_accepted_during_rotation() {
        let new = TEST_KEY.replace('0', "1");
        let both = format!("{TEST_KEY} {new}");
        for (key, status) in [(TEST_KEY, 200), (&*new, 200), (&*both, 403), ("", 403)] {
            assert_eq!(answer_to(&[(KEY_HEADER, key)], Some(&both)).await.0, status, "{key}");
        }
    }

    #[test]
    fn short_key_is_rejected() {
        for short in [&TEST_KEY[1..], "", &format!("{TEST_KEY} {}", &TEST_KEY[1..])] {
            assert_eq!(EdgeKey::read(short).unwrap_err(), WeakEdgeKey);
        }
    }
}
