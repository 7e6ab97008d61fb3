//! `GET /backend/cookies`: whether this browser accepts cookies (E-434). The first call sets a cookie without content,
//! and the second one checks it. The session cookie is not used, so a check never replaces a session.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, header};
use utoipa_axum::routes;

use crate::{
    endpoint::{Endpoint, Section},
    wire::CookieCheck,
};

/// The test cookie. It has the attributes of the session cookie, so browsers treat both alike.
const CHECK: &str = "__Host-waypoint-check=1";
const ATTRIBUTES: &str = "; Max-Age=600; Path=/; Secure; HttpOnly; SameSite=Lax";

pub const ENDPOINT: Endpoint = Endpoint {
    impersonal: &[("GET", "reports whether a cookie was returned")],
    ..Endpoint::new("cookies", Section::General, || routes!(cookies))
};

/// Reports whether the cookie of an earlier call arrived, and sets it if not.
#[utoipa::path(get, path = "/backend/cookies", responses((status = 200, body = CookieCheck)))]
pub(crate) async fn cookies(headers: HeaderMap) -> Response {
    let arrived = has_check(&headers);
    let mut response = Json(CookieCheck { arrived }).into_response();
    if !arrived && let Ok(cookie) = HeaderValue::try_from(format!("{CHECK}{ATTRIBUTES}")) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

fn has_check(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(';')).any(|pair| pair.trim() == CHECK)
}
