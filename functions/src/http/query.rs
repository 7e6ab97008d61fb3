//! Query values, with an error that names the one that is wrong.

use axum::extract::{FromRequestParts, Query};
use http::request::Parts;
use serde::de::DeserializeOwned;

use super::problem::Problem;

/// The most characters of a query.
const LONGEST: usize = 8000;

/// The query of a request, read into a type.
#[derive(Debug)]
pub struct QueryOf<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryOf<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        if parts.uri.query().is_some_and(|query| query.len() > LONGEST) {
            return Err(Problem::InvalidQuery("The address is too long.".into()));
        }
        Query::try_from_uri(&parts.uri).map(|Query(value)| Self(value)).map_err(|_| {
            Problem::InvalidQuery("A value in the address is missing or of the wrong kind.".into())
        })
    }
}
