//! What the CDN tells a function of a visit, and how it is believed (E-318).

use std::{env, fmt, net::IpAddr};

use axum::{
    Router,
    extract::Request,
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use http::HeaderMap;
use waypoint_cdn::edge::{KEY, VISITOR};

use super::problem::Problem;
use crate::secret::same;

/// The keys of [`KEY`] that are believed: the one that the CDN has, and the one that it is given next or had before.
#[derive(Clone)]
pub struct EdgeKey(Vec<String>);

/// The key could be guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "each key of WAYPOINT_EDGE_KEY must have at least 32 characters; make one with `openssl rand -hex 32`"
)]
pub struct WeakEdgeKey;

impl EdgeKey {
    /// Reads keys, with spaces between them.
    pub fn read(text: &str) -> Result<Self, WeakEdgeKey> {
        let keys: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        if keys.is_empty() || keys.iter().any(|key| key.len() < 32) {
            Err(WeakEdgeKey)
        } else {
            Ok(Self(keys))
        }
    }

    /// The keys of the environment (`WAYPOINT_EDGE_KEY`). Without any, functions answer whoever reaches them.
    pub fn from_environment() -> Result<Option<Self>, WeakEdgeKey> {
        env::var("WAYPOINT_EDGE_KEY").ok().map(|key| Self::read(&key)).transpose()
    }

    fn opens(&self, headers: &HeaderMap) -> bool {
        let told = headers.get(KEY).and_then(|key| key.to_str().ok());
        told.is_some_and(|told| self.0.iter().fold(false, |opens, key| same(told, key) | opens))
    }
}

impl fmt::Debug for EdgeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// The network address of which the CDN tells.
#[derive(Clone, Copy)]
pub(super) struct Visitor(pub(super) IpAddr);

/// Lets only requests in that came by the CDN, where there is a key.
pub fn behind_edge(router: Router, key: Option<EdgeKey>) -> Router {
    let Some(key) = key else { return router };
    router.layer(middleware::from_fn(move |request: Request, next: Next| {
        let key = key.clone();
        async move { let_in(&key, request, next).await }
    }))
}

async fn let_in(key: &EdgeKey, mut request: Request, next: Next) -> Response {
    if !key.opens(request.headers()) {
        return Problem::AroundTheSite.into_response();
    }
    let told = request.headers().get(VISITOR).and_then(|address| address.to_str().ok()?.parse().ok());
    if let Some(address) = told {
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

    const OURS: &str = "0123456789abcdef0123456789abcdef";

    /// The status, and the address that an endpoint behind the CDN was told.
    async fn told(headers: &[(&str, &str)], key: Option<&str>) -> (u16, String) {
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
    async fn a_call_by_the_cdn_is_counted_by_the_address_of_the_visitor() {
        let of = async |address: &str| told(&[(KEY, OURS), (VISITOR, address)], Some(OURS)).await;
        assert_eq!(of("192.0.2.7").await, (200, "192.0.2.7".into()));
        assert_eq!(of("2001:db8:1:2:3:4:5:6").await, (200, "2001:db8:1:2::".into()));
        assert_eq!(of("nowhere").await, (200, "unknown".into()));
    }

    #[tokio::test]
    async fn a_call_that_goes_around_the_cdn_is_refused() {
        let wrong = OURS.replace('0', "1");
        for headers in [&[(VISITOR, "192.0.2.7")][..], &[(KEY, &*wrong), (VISITOR, "192.0.2.7")]] {
            let (status, body) = told(headers, Some(OURS)).await;
            assert!(status == 403 && body.contains("around_the_site"), "{status} {body}");
        }
    }

    #[tokio::test]
    async fn without_a_key_nobody_is_believed_who_tells_an_address() {
        assert_eq!(told(&[(KEY, OURS), (VISITOR, "192.0.2.7")], None).await, (200, "unknown".into()));
    }

    #[tokio::test]
    async fn while_the_key_is_changed_the_old_one_and_the_new_one_are_believed() {
        let new = OURS.replace('0', "1");
        let both = format!("{OURS} {new}");
        for (key, status) in [(OURS, 200), (&*new, 200), (&*both, 403), ("", 403)] {
            assert_eq!(told(&[(KEY, key)], Some(&both)).await.0, status, "{key}");
        }
    }

    #[test]
    fn a_short_key_is_refused() {
        for short in [&OURS[1..], "", &format!("{OURS} {}", &OURS[1..])] {
            assert_eq!(EdgeKey::read(short).unwrap_err(), WeakEdgeKey);
        }
    }
}
