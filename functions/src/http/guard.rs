//! Middleware of every endpoint: only this site's pages may change data, unsupported methods get a problem, and
//! responses are not cached unless they say otherwise.

use axum::{
    Router,
    extract::Request,
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, Method, header};

use super::problem::Problem;

/// Adds the checks of every endpoint to the routes of a router.
pub fn guarded<S: Clone + Send + Sync + 'static>(router: Router<S>) -> Router<S> {
    router
        .method_not_allowed_fallback(|| async { Problem::MethodNotAllowed })
        .layer(middleware::from_fn(same_origin))
        .layer(middleware::from_fn(no_store))
}

/// Rejects a request that changes data and comes from a page of another site.
async fn same_origin(request: Request, next: Next) -> Response {
    let is_change = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if is_change && is_cross_site(request.headers()) {
        return Problem::CrossSite.into_response();
    }
    next.run(request).await
}

fn is_cross_site(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(site) = text("sec-fetch-site") {
        return !matches!(site, "same-origin" | "none");
    }
    match (text("origin"), text("x-forwarded-host").or_else(|| text("host"))) {
        (None, _) => false,
        (Some(origin), Some(host)) => origin.split_once("://").is_none_or(|(_, rest)| rest != host),
        (Some(_), None) => true,
    }
}

async fn no_store(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let no_store = HeaderValue::from_static("no-store");
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(no_store);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_site_may_change_data() {
        let table: &[(&[(&str, &str)], bool)] = &[
            (&[("sec-fetch-site", "same-origin")], false),
            (&[("sec-fetch-site", "none")], false),
            (&[("sec-fetch-site", "same-site")], true),
            (
                &[("sec-fetch-site", "cross-site"), ("origin", "https://a.example"), ("host", "a.example")],
                true,
            ),
            (&[("origin", "https://a.example"), ("host", "a.example")], false),
            (&[("origin", "https://b.example"), ("host", "a.example")], true),
            (&[("origin", "null"), ("host", "a.example")], true),
            (&[("host", "a.example")], false),
        ];
        for (pairs, refused) in table {
            let map = pairs.iter().fold(HeaderMap::new(), |mut map, (name, value)| {
                map.insert(
                    http::HeaderName::try_from(*name).unwrap(),
                    HeaderValue::try_from(*value).unwrap(),
                );
                map
            });
            assert_eq!(is_cross_site(&map), *refused, "{pairs:?}");
        }
    }
}
