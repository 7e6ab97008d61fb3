//! Loading of templates, and their filters.

use tera::{Kwargs, State, Tera};
use waypoint_domain::search::encode_query_value;

use crate::error::BuildError;

/// Parses templates, given as pairs of name and source.
pub(crate) fn load(sources: &[(String, String)]) -> Result<Tera, BuildError> {
    let mut tera = Tera::default();
    tera.autoescape_on([".html", ".xml"]);
    tera.register_filter("in_query", |text: &str, _: Kwargs, _: &State| encode_query_value(text));
    tera.add_raw_templates(sources.iter().map(|(name, text)| (name.as_str(), text.as_str())))
        .map_err(|error| BuildError::Template { reason: error.to_string() })?;
    Ok(tera)
}
