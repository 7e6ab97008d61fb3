//! The templates, and their filters.

use std::{fs, path::Path};

use tera::{Kwargs, State, Tera};
use waypoint_domain::search::encode_query_value;

use crate::{
    error::BuildError,
    template_links::{TemplateLink, find_links},
};

/// The templates, and their links to pages of the content.
pub(crate) struct Templates {
    pub(crate) tera: Tera,
    pub(crate) links: Vec<TemplateLink>,
}

impl Templates {
    /// Reads and checks the templates of a folder.
    pub(crate) fn read(dir: &Path) -> Result<Self, BuildError> {
        let mut sources = Vec::new();
        for entry in fs::read_dir(dir).map_err(BuildError::file("read the templates in", dir))? {
            let path = entry.map_err(BuildError::file("read the templates in", dir))?.path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            if let (Some(name), Some("html" | "xml" | "txt" | "svg")) = (path.file_name(), extension) {
                let text = fs::read_to_string(&path).map_err(BuildError::file("read", &path))?;
                sources.push((name.to_string_lossy().into_owned(), text));
            }
        }
        sources.sort();
        let links = sources.iter().flat_map(|(name, source)| find_links(name, source)).collect();
        Ok(Self { tera: parse(&sources)?, links })
    }
}

/// Parses templates, given as pairs of name and source.
fn parse(sources: &[(String, String)]) -> Result<Tera, BuildError> {
    let mut tera = Tera::default();
    tera.autoescape_on([".html", ".xml"]);
    tera.register_filter("in_query", |text: &str, _: Kwargs, _: &State| encode_query_value(text));
    tera.add_raw_templates(sources.iter().map(|(name, text)| (name.as_str(), text.as_str())))
        .map_err(|error| BuildError::Template { reason: error.to_string() })?;
    Ok(tera)
}
