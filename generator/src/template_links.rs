//! Links from templates to pages of the content. If such a page were missing, every page would have a broken link.

use std::collections::HashSet;

use crate::{content::is_own_address, error::BuildError};

/// Start of a link to this site.
const LINK: &str = "href=\"/";

/// A link from a template to a page of the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TemplateLink {
    template: String,
    line: usize,
    slug: String,
}

/// Finds the links of a template.
pub(crate) fn find_links(template: &str, source: &str) -> Vec<TemplateLink> {
    let lines = source.lines().enumerate();
    let links = lines.flat_map(|(index, line)| {
        line.split(LINK).skip(1).filter_map(slug).map(move |slug| TemplateLink {
            template: template.to_owned(),
            line: index + 1,
            slug: slug.to_owned(),
        })
    });
    links.collect()
}

/// The slug that an address consists of. Returns `None` for generated pages and for addresses that contain a
/// template value.
fn slug(address: &str) -> Option<&str> {
    let end = address.find(|c: char| !(c.is_ascii_lowercase() || c == '-'))?;
    let (word, rest) = address.split_at(end);
    let is_whole = rest.starts_with(['"', '#', '?']);
    (is_whole && !word.is_empty() && !is_own_address(&format!("/{word}"))).then_some(word)
}

/// Rejects a site that lacks a page to which its templates link.
pub(crate) fn check(links: &[TemplateLink], paths: &[&str]) -> Result<(), BuildError> {
    let paths: HashSet<&str> = paths.iter().copied().collect();
    match links.iter().find(|link| !paths.contains(format!("{}.html", link.slug).as_str())) {
        None => Ok(()),
        Some(TemplateLink { template, line, slug }) => {
            Err(BuildError::NeededPage { slug: slug.clone(), template: template.clone(), line: *line })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_of_a_template_is_found_with_its_line() {
        let source = "<a href=\"/terms\">\n<a href=\"/results?q={{ q }}\"><a href=\"/privacy#why\">\n\
                      <a href=\"/study/{{ id }}\"><a href=\"/{{ slug }}\"><a href=\"/feed.xml\">";
        let found = find_links("base.html", source);
        let links: Vec<_> = found.iter().map(|link| (link.line, link.slug.as_str())).collect();
        assert_eq!(links, [(1, "terms"), (2, "privacy")]);
        let error = check(&found, &["terms.html"]).unwrap_err().to_string();
        assert!(error.contains("base.html:2") && error.contains("pages/privacy.md"), "{error}");
        assert!(check(&found, &["terms.html", "privacy.html"]).is_ok());
    }
}
