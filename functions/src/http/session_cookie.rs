//! The one cookie: a capability, in a cookie that scripts can't read and other sites can't send.

use std::convert::Infallible;

use axum::{
    extract::FromRequestParts,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, header, request::Parts};
use waypoint_domain::retention::Kept;

use crate::capability::Capability;

/// The cookie's name. The prefix makes browsers insist on Secure, no Domain and the path `/`.
pub const NAME: &str = "__Host-waypoint";

/// The capability that came with a request, if one did.
#[derive(Debug)]
pub struct SessionCookie(pub Option<Capability>);

impl<S: Send + Sync> FromRequestParts<S> for SessionCookie {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let capability = parts
            .headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .find(|(name, _)| *name == NAME)
            .and_then(|(_, value)| value.parse().ok());
        Ok(Self(capability))
    }
}

/// An answer that hands a capability to the browser, for as long as what it is for is kept.
pub fn handing_out(capability: &Capability, what_for: Kept, answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    response.headers_mut().insert(header::SET_COOKIE, set(capability, what_for));
    response
}

/// An answer after which the browser holds no capability.
pub fn taking_back(answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    let gone = "__Host-waypoint=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax";
    response.headers_mut().insert(header::SET_COOKIE, HeaderValue::from_static(gone));
    response
}

/// The `Set-Cookie` value that hands a capability to the browser.
fn set(capability: &Capability, what_for: Kept) -> HeaderValue {
    let lifetime = what_for.time().as_secs();
    let text = capability.to_text();
    let cookie = format!("{NAME}={text}; Max-Age={lifetime}; Path=/; Secure; HttpOnly; SameSite=Lax");
    let mut value = HeaderValue::try_from(cookie).unwrap_or(HeaderValue::from_static(""));
    value.set_sensitive(true);
    value
}
