//! Replacements for a rehearsal: empty programs, and a site built from a copy of the content.

use std::{
    cell::Cell,
    collections::BTreeMap,
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use serde_json::Value;
use waypoint_building::running::say;

use crate::{
    archive::{self, Entry},
    deploy::{self, BuildOutputs, Pages, Settings},
    site::{self, Site},
};

/// The folder for the copy of the content.
pub(super) const CONTENT: &str = "target/rehearse/content";
/// Resources that the emulator can't create.
pub(super) const LEFT_OUT: [&str; 7] = [
    "CdnLogDelivery",
    "CdnLogDestination",
    "CdnLogSource",
    "Gateway",
    "GatewayAddress",
    "SearchRoute",
    "WorkBreaksOff",
];

/// One of them that fails only when it is created.
const FAILING: &str = "WorkBreaksOff";

/// Empty programs, and the content as the sources of the site.
pub(super) struct Placeholders<'a> {
    pub(super) root: &'a Path,
    /// Whether the template has a resource that fails.
    pub(super) has_failing_resource: bool,
}

impl BuildOutputs for Placeholders<'_> {
    fn template(&self) -> Result<Value> {
        let template = deploy::template(self.root)?;
        let refused = template["Resources"][FAILING].clone();
        let mut template = without_left_out(template)?;
        if self.has_failing_resource {
            template["Resources"][FAILING] = refused;
        }
        Ok(template)
    }

    fn program(&self, name: &str) -> Result<Vec<u8>> {
        Ok(format!("#!/bin/false\n{name}\n").into_bytes())
    }

    fn folder(&self, _: &str) -> Result<Vec<Entry>> {
        archive::read_folder(&self.root.join(CONTENT))
    }
}

fn without_left_out(mut template: Value) -> Result<Value> {
    let resources = template["Resources"].as_object_mut().context("template.yaml has no Resources")?;
    for name in LEFT_OUT {
        resources.remove(name).with_context(|| format!("template.yaml has no {name}"))?;
    }
    Ok(template)
}

/// The site of the copy, published as in the cloud.
pub(super) struct CopiedSite<'a> {
    pub(super) root: &'a Path,
    pub(super) settings: &'a Settings,
    /// The proxy for uploads, if any.
    pub(super) proxy: Cell<Option<SocketAddr>>,
}

impl Pages for CopiedSite<'_> {
    fn root(&self) -> &Path {
        self.root
    }

    fn site(&self) -> Site<'_> {
        // The content of this repository is a demonstration, which no IRB has approved.
        Site { content: CONTENT, is_production: false, ..deploy::deployed_site(self.settings) }
    }

    fn upload_proxy(&self) -> Option<SocketAddr> {
        self.proxy.get()
    }

    fn wait(&self, _: &BTreeMap<String, String>, release: &str) -> Result<()> {
        say(&format!("Not waiting for {release}: the emulator has no CDN and runs no functions"));
        Ok(())
    }
}

/// Copies the content, and returns the paths of its articles.
pub(super) fn copy_content(root: &Path) -> Result<Vec<PathBuf>> {
    let copy = root.join(CONTENT);
    if copy.exists() {
        fs::remove_dir_all(&copy).with_context(|| format!("{} can't be removed", copy.display()))?;
    }
    copy_below(&root.join(site::CONTENT), &copy)?;
    let mut articles = Vec::new();
    for entry in fs::read_dir(copy.join("articles"))? {
        articles.push(entry?.path());
    }
    articles.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    articles.sort();
    Ok(articles)
}

fn copy_below(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (entry, target) = entry.map(|entry| (entry.path(), to.join(entry.file_name())))?;
        if entry.is_dir() {
            copy_below(&entry, &target)?;
        } else {
            fs::copy(&entry, &target)?;
        }
    }
    Ok(())
}

/// Adds a section to an article, which the chat may quote, too.
pub(super) fn change(article: &Path, release: &str) -> Result<()> {
    let text = fs::read_to_string(article)?;
    fs::write(article, format!("{text}\n## Release {release}\n\nThis sentence is of a rehearsal.\n"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_out_resources_exist_and_are_not_referenced() {
        let template = deploy::template_json::read(include_str!("../../../template.yaml")).unwrap();
        let remaining = without_left_out(template).unwrap().to_string();
        for name in LEFT_OUT {
            for reference in [
                format!(r#""Ref":"{name}""#),
                format!(r#""Fn::GetAtt":["{name}""#),
                format!("${{{name}}}"),
                format!("${{{name}."),
            ] {
                assert!(!remaining.contains(&reference), "{reference}");
            }
        }
    }
}
