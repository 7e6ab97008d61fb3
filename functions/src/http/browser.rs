//! The calling browser, identified by its cookie and the id of its page. Scripts can't read the cookie, and other sites
//! can't send it.

use std::convert::Infallible;

use axum::{
    extract::FromRequestParts,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, header, request::Parts};
use waypoint_domain::retention::RetentionPeriod;

use crate::session_token::{PageId, SessionToken};

/// The cookie's name. The prefix makes browsers require Secure, no Domain, and the path `/`.
pub const COOKIE: &str = "__Host-waypoint";
/// The header with the id of the page.
pub const PAGE: &str = "waypoint-page";

/// The browser of a request.
#[derive(Debug, Clone)]
pub struct Browser {
    /// The session token of the cookie.
    pub token: Option<SessionToken>,
    /// The calling page.
    pub page: Option<PageId>,
}

impl<S: Send + Sync> FromRequestParts<S> for Browser {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let token = parts
            .headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .find(|(name, _)| *name == COOKIE)
            .and_then(|(_, value)| value.parse().ok());
        let page = parts.headers.get(PAGE).and_then(|value| value.to_str().ok()).and_then(PageId::parse);
        Ok(Self { token, page })
    }
}

/// Sets the browser's session token, with the retention period of what it is used for.
pub fn with_token(token: &SessionToken, what_for: RetentionPeriod, answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    let lifetime = what_for.duration().as_secs();
    let text = token.to_text();
    let cookie = format!("{COOKIE}={text}; Max-Age={lifetime}; Path=/; Secure; HttpOnly; SameSite=Lax");
    let mut value = HeaderValue::try_from(cookie).unwrap_or(HeaderValue::from_static(""));
    value.set_sensitive(true);
    response.headers_mut().insert(header::SET_COOKIE, value);
    response
}

/// Removes the browser's session token.
pub fn clear_session_token(answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    let expired = "__Host-waypoint=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax";
    response.headers_mut().insert(header::SET_COOKIE, HeaderValue::from_static(expired));
    response
}
