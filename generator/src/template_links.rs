//! The pages of the content that templates lead to: every page of the site would have a broken link without them.

use std::collections::HashSet;

use crate::{content::is_own_address, error::BuildError};

/// How a link to this site begins that no value is part of.
const LINK: &str = "href=\"/";

/// A link of a template to a page of the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TemplateLink {
    template: String,
    line: usize,
    slug: String,
}

/// The links of a template.
pub(crate) fn links_of(template: &str, source: &str) -> Vec<TemplateLink> {
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

/// The word at the beginning of an address that goes on to its end; nothing for an address that the site answers by
/// itself, or of which a value is part.
fn slug(address: &str) -> Option<&str> {
    let end = address.find(|c: char| !(c.is_ascii_lowercase() || c == '-'))?;
    let (word, rest) = address.split_at(end);
    let is_whole = rest.starts_with(['"', '#', '?']);
    (is_whole && !word.is_empty() && !is_own_address(&format!("/{word}"))).then_some(word)
}

/// Refuses a site that lacks a page to which its templates lead.
pub(crate) fn check(links: &[TemplateLink], paths: &[String]) -> Result<(), BuildError> {
    let paths: HashSet<&str> = paths.iter().map(String::as_str).collect();
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
    fn a_template_names_the_pages_that_it_needs_and_its_line() {
        let source = "<a href=\"/terms\">\n<a href=\"/results?q={{ q }}\"><a href=\"/privacy#why\">\n\
                      <a href=\"/study/{{ id }}\"><a href=\"/{{ slug }}\"><a href=\"/feed.xml\">";
        let found = links_of("base.html", source);
        let told: Vec<_> = found.iter().map(|link| (link.line, link.slug.as_str())).collect();
        assert_eq!(told, [(1, "terms"), (2, "privacy")]);
        let error = check(&found, &["terms.html".into()]).unwrap_err().to_string();
        assert!(error.contains("base.html:2") && error.contains("pages/privacy.md"), "{error}");
        assert!(check(&found, &["terms.html".into(), "privacy.html".into()]).is_ok());
    }
}
