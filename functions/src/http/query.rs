//! Query parameters. Errors never contain the value.

use axum::extract::{FromRequestParts, Query};
use http::{Uri, request::Parts};
use serde::de::DeserializeOwned;
use url::form_urlencoded;
use waypoint_domain::human_text::remove_hidden_characters;

use super::problem::Problem;

/// The maximum length of a query.
const MAX_LENGTH: usize = 8000;

/// The query of a request, parsed into a type.
#[derive(Debug)]
pub struct QueryOf<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryOf<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parse_query(&parts.uri).map(Self)
    }
}

/// Parses the query of a URL into a type.
pub fn parse_query<T: DeserializeOwned>(uri: &Uri) -> Result<T, Problem> {
    if uri.query().is_some_and(|query| query.len() > MAX_LENGTH) {
        return Err(Problem::InvalidQuery("The address is too long.".into()));
    }
    let cleaned = without_hidden_characters(uri);
    Query::try_from_uri(cleaned.as_ref().unwrap_or(uri))
        .map(|Query(value)| value)
        .map_err(|_| Problem::InvalidQuery("A value in the address is missing or of the wrong kind.".into()))
}

/// Returns the URL without invisible characters in its query values (see [`remove_hidden_characters`]), or `None` when
/// there are none.
fn without_hidden_characters(uri: &Uri) -> Option<Uri> {
    let query = uri.query()?;
    // A hidden character is either not ASCII or a control character, so it is percent-encoded.
    if !query.contains('%') {
        return None;
    }
    let mut is_changed = false;
    let mut cleaned = form_urlencoded::Serializer::new(String::new());
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let text = remove_hidden_characters(&value);
        is_changed |= text != value;
        cleaned.append_pair(&name, &text);
    }
    if !is_changed {
        return None;
    }
    format!("{}?{}", uri.path(), cleaned.finish()).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_removed_from_values() {
        let read = |address: &str| {
            let uri: Uri = address.parse().unwrap();
            without_hidden_characters(&uri).map(|uri| uri.to_string())
        };
        assert_eq!(read("/x?q=asth%E2%80%8Bma&in=a%20b").as_deref(), Some("/x?q=asthma&in=a+b"));
        assert_eq!(read("/x?q=asthma%00").as_deref(), Some("/x?q=asthma"));
        for same in ["/x", "/x?q=asthma", "/x?q=na%C3%AFve%20a", "/x?q=100%"] {
            assert_eq!(read(same), None, "{same}");
        }
    }
}
