//! The pages of the site: from the content folder to the served folder.

use std::{path::PathBuf, process::Command};

use waypoint_generator::{
    Build, PageBuilder, Sources, Summary,
    content::{self, Content, Drafts, Reader},
};

use crate::{options::Options, start_error::StartError};

/// Builds the pages of the local site.
#[derive(Debug)]
pub struct Pages {
    content: PathBuf,
    site: PathBuf,
    base_url: String,
    dev_bundle: bool,
    /// The folder that is served.
    pub out: PathBuf,
    reader: Reader,
}

impl Pages {
    /// Returns a builder for the site at an address such as `http://127.0.0.1:8080`.
    #[must_use]
    pub fn new(options: &Options, base_url: String) -> Self {
        Self {
            content: options.content.clone(),
            site: options.site.clone(),
            base_url,
            dev_bundle: options.dev_bundle,
            out: options.data.join("site"),
            reader: Reader::for_brand(options.brand.clone()),
        }
    }

    /// Returns the folders with sources of pages.
    #[must_use]
    pub fn sources(&self) -> [PathBuf; 3] {
        [self.content.clone(), self.site.join("templates"), self.site.join("dist")]
    }

    /// Returns the folders with sources of bundles.
    #[must_use]
    pub fn bundle_sources(&self) -> [PathBuf; 2] {
        ["islands", "styles"].map(|folder| {
            let folder = self.site.join(folder);
            // Watchers report absolute paths.
            folder.canonicalize().unwrap_or(folder)
        })
    }

    /// Rebuilds the bundles.
    ///
    /// # Errors
    /// The output of the bundler.
    pub fn bundle(&self) -> Result<(), String> {
        let script = if self.dev_bundle { "build:dev" } else { "build" };
        let output = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
            .args(["run", "--silent", script])
            .current_dir(&self.site)
            .output()
            .map_err(|error| format!("could not run npm: {error}"))?;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(()) } else { Err(format!("npm run {script} failed:\n{errors}")) }
    }

    /// Reads and checks the content.
    ///
    /// # Errors
    /// The report of all errors in the content.
    pub fn read(&mut self) -> Result<Content, StartError> {
        self.reader
            .load(&self.content, &self.content.join("studies"), Drafts::Hidden)
            .map_err(|errors| StartError::Content(content::report(&errors, false)))
    }

    /// Returns how many studies of the last content have recruitment material without an approval.
    #[must_use]
    pub fn unapproved_count(&self) -> usize {
        self.reader.unapproved().len()
    }

    /// Returns a page builder, which regenerates pages of changed studies.
    pub fn page_builder(&self, content: Content) -> Result<PageBuilder, StartError> {
        let templates_dir = self.templates();
        let sources = Sources {
            site_dir: &self.site,
            templates_dir: &templates_dir,
            base_url: &self.base_url,
            dev_bundle: self.dev_bundle,
        };
        PageBuilder::open(content, &sources).map_err(|error| StartError::Generate(error.to_string()))
    }

    /// Builds the pages, and writes only files that differ. If it fails, earlier pages remain.
    pub fn make(&self, content: &Content) -> Result<Summary, StartError> {
        let build = Build {
            content,
            site_dir: &self.site,
            templates_dir: &self.templates(),
            out: &self.out,
            base_url: &self.base_url,
            dev_bundle: self.dev_bundle,
        };
        build.run(&|_| {}).map_err(|error| StartError::Generate(error.to_string()))
    }

    fn templates(&self) -> PathBuf {
        self.site.join("templates")
    }
}
