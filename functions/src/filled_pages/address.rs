//! The address of the page that a visitor opens.

use axum::extract::FromRequestParts;
use http::{Uri, request::Parts};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use url::form_urlencoded;
use waypoint_cdn::edge::ADDRESS_HEADER;
use waypoint_domain::human_text::remove_hidden_characters;

use crate::http::{problem::Problem, query::parse_query};

/// A page's path, and the names and trimmed values of its query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageAddress {
    path: String,
    query: Vec<(String, String)>,
}

impl PageAddress {
    /// Parses a path with an optional query.
    #[must_use]
    pub fn parse(address: &str) -> Self {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let pairs = form_urlencoded::parse(query.as_bytes());
        let query = pairs
            .map(|(name, value)| (name.into_owned(), remove_hidden_characters(&value).trim().to_owned()))
            .collect();
        Self { path: path.to_owned(), query }
    }

    /// Returns the segments of the path, not decoded.
    pub fn segments(&self) -> impl Iterator<Item = &str> {
        self.path.split('/').filter(|segment| !segment.is_empty())
    }

    /// Returns the first value of a name, or an empty text.
    #[must_use]
    pub fn value(&self, name: &str) -> &str {
        self.query.iter().find(|(given, _)| given == name).map_or("", |(_, value)| value)
    }

    /// Reads the query into a type. Of a name that occurs twice, the first value counts, as in the browser. Empty values are
    /// left out, because a form without JavaScript sends every field.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let mut query = form_urlencoded::Serializer::new(String::new());
        for (place, (name, value)) in self.query.iter().enumerate() {
            let is_first = self.query.iter().take(place).all(|(earlier, _)| earlier != name);
            if is_first && !value.is_empty() {
                query.append_pair(name, value);
            }
        }
        let uri: Uri = format!("/?{}", query.finish())
            .parse()
            .map_err(|_| Problem::InvalidQuery("The address is too long.".into()))?;
        parse_query(&uri)
    }

    /// Returns the address without the values that can't be read, and these, each with its name.
    #[must_use]
    pub fn without_unreadable(
        &self,
        is_readable: impl Fn(&str, &str) -> bool,
    ) -> (Self, Vec<(String, String)>) {
        let (query, unreadable): (Vec<_>, Vec<_>) =
            self.query.iter().cloned().partition(|(name, value)| is_readable(name, value));
        (Self { path: self.path.clone(), query }, unreadable)
    }

    /// Returns the address as islands get it.
    #[must_use]
    pub fn props(&self) -> Value {
        json!({ "path": self.path, "query": self.query })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PageAddress {
    type Rejection = Problem;

    /// Reads the header of the CDN. A call without it, such as a test's, has its query in its own address.
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let header = parts.headers.get(ADDRESS_HEADER).map(|address| address.to_str());
        let own = || parts.uri.path_and_query().map_or("/", http::uri::PathAndQuery::as_str);
        match header {
            None => Ok(Self::parse(own())),
            Some(Ok(address)) => Ok(Self::parse(address)),
            Some(Err(_)) => {
                Err(Problem::InvalidQuery("The address has characters that are not encoded.".into()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::SearchParams;

    #[test]
    fn values_are_read_as_in_the_browser() {
        let address = PageAddress::parse("/results?q=+asthma%20&in=usa&in=france&age=&x=%C3%BC&gender");
        assert_eq!(address.value("q"), "asthma");
        assert_eq!((address.value("in"), address.value("x"), address.value("none")), ("usa", "ü", ""));
        let params: SearchParams = address.read().unwrap();
        assert_eq!((params.q.as_str(), params.country.as_str(), params.page), ("asthma", "usa", None));
        assert_eq!(
            address.props()["query"][0],
            json!(["q", "asthma"]),
            "islands get the values without the spaces around them"
        );
    }

    #[test]
    fn invalid_value_is_a_problem_and_a_path_has_segments() {
        let address = PageAddress::parse("/study/NCT00000001?page=two");
        assert!(address.read::<SearchParams>().is_err());
        assert_eq!(address.segments().collect::<Vec<_>>(), ["study", "NCT00000001"]);
    }
}
