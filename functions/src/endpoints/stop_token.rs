//! Tokens of links that stop emails or messages.
//!
//! Our page sends a token in a JSON body. A mail service sends it in the address, which the header `List-Unsubscribe` names,
//! and as a form (RFC 8058). A person's mail program may open that address in a browser, which must not stop anything yet.

use axum::{
    extract::{FromRequest, Request},
    response::Redirect,
};
use serde::Deserialize;
use waypoint_domain::personal::Personal;

use crate::{
    http::{
        body::JsonBody,
        problem::Problem,
        query::{QueryOf, parse_query},
    },
    wire::MessageLinkRequest,
};

/// The token of a request.
#[derive(Debug)]
pub(crate) struct StopToken(pub(super) Personal<String>);

#[derive(Debug, Deserialize)]
pub(crate) struct TokenInAddress {
    token: Option<Personal<String>>,
}

impl<S: Send + Sync> FromRequest<S> for StopToken {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        if let TokenInAddress { token: Some(token) } = parse_query(request.uri())? {
            return Ok(Self(token));
        }
        let JsonBody(body): JsonBody<MessageLinkRequest> = JsonBody::from_request(request, state).await?;
        Ok(Self(body.token))
    }
}

/// Leads to the page that says what a link stops, with a button that does it.
pub(super) fn page(word: &str, QueryOf(address): &QueryOf<TokenInAddress>) -> Result<Redirect, Problem> {
    let token = address.token.as_ref().map_or("", |token| token.reveal());
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    if token.is_empty() || !token.chars().all(is_plain) {
        return Err(Problem::LinkInvalid);
    }
    Ok(Redirect::to(&format!("/notify#{word}={token}")))
}
