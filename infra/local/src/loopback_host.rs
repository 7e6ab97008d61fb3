//! Serves pages below `/_local` only under names of the local machine. These pages show all mails and control the
//! portal. This prevents DNS rebinding: another site must not read them under a name that it first resolves to itself
//! and then to this machine.

use axum::{
    extract::Request,
    http::{HeaderMap, StatusCode, header, uri::Authority},
    middleware::Next,
    response::{IntoResponse, Response},
};
use url::Host;

/// The path prefix of local pages.
const PATH: &str = "/_local";

/// Rejects requests for local pages under other names.
pub async fn guard(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_local = path.strip_prefix(PATH).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    if is_local && !is_loopback(request.headers()) {
        return (StatusCode::MISDIRECTED_REQUEST, "Open this page at http://127.0.0.1\n").into_response();
    }
    next.run(request).await
}

/// Returns whether there is exactly one `Host`, and it is a loopback address, `localhost`, or a subdomain of it.
fn is_loopback(headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
    let Some(authority) = host.to_str().ok().and_then(|host| host.parse::<Authority>().ok()) else {
        return false;
    };
    if host.as_bytes().contains(&b'@') {
        return false;
    }
    match Host::parse(authority.host()) {
        Ok(Host::Ipv4(address)) => address.is_loopback(),
        Ok(Host::Ipv6(address)) => address.is_loopback(),
        Ok(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Err(_) => false,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic where it fails")]
mod tests {
    use axum::{Router, body::Body, http, middleware, routing::get};
    use tower::ServiceExt;

    use super::*;

    async fn status(path: &str, hosts: &[&str]) -> u16 {
        let any = get(|| async { "here" });
        let router = Router::new().fallback(any).layer(middleware::from_fn(guard));
        let request =
            hosts.iter().fold(http::Request::get(path), |request, host| request.header("host", *host));
        router.oneshot(request.body(Body::empty()).unwrap()).await.unwrap().status().as_u16()
    }

    #[tokio::test]
    async fn local_pages_answer_only_under_loopback_names() {
        for host in [
            "127.0.0.1",
            "127.0.0.1:8080",
            "127.9.9.9",
            "localhost:8080",
            "LOCALHOST",
            "site.localhost:1",
            "[::1]:8080",
        ] {
            assert_eq!(status("/_local/outbox", &[host]).await, 200, "{host}");
        }
        for host in [
            "rebound.example",
            "rebound.example:8080",
            "localhost.rebound.example",
            "127.0.0.1.rebound.example",
            "notlocalhost",
            "0.0.0.0:8080",
            "192.168.0.1",
            "[::]:8080",
            "localhost@rebound.example",
            "",
        ] {
            for path in ["/_local", "/_local/outbox", "/_local/portal?x=1"] {
                assert_eq!(status(path, &[host]).await, 421, "{host} {path}");
            }
        }
        assert_eq!(status("/_local/outbox", &[]).await, 421);
        assert_eq!(status("/_local/outbox", &["localhost", "rebound.example"]).await, 421);
    }

    #[tokio::test]
    async fn site_answers_under_every_name() {
        for path in ["/", "/_localized", "/backend/health"] {
            assert_eq!(status(path, &["waypoint.example"]).await, 200, "{path}");
        }
    }
}
