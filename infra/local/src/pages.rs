//! The pages of the site: from the editors' folder to the folder that is served.

use std::{path::PathBuf, process::Command};

use waypoint_generator::{
    Build, Sources, Summary, Workshop,
    content::{self, Content, Drafts, Reader},
};

use crate::start::{Options, StartError};

/// How pages are made here.
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
    /// Pages under an address such as `http://127.0.0.1:8080`.
    #[must_use]
    pub fn of(options: &Options, base_url: String) -> Self {
        Self {
            content: options.content.clone(),
            site: options.site.clone(),
            base_url,
            dev_bundle: options.dev_bundle,
            out: options.data.join("site"),
            reader: Reader::of_brand(options.brand.clone()),
        }
    }

    /// The folders that pages are made from.
    #[must_use]
    pub fn sources(&self) -> [PathBuf; 3] {
        [self.content.clone(), self.site.join("templates"), self.site.join("dist")]
    }

    /// The folders that bundles are made from.
    #[must_use]
    pub fn bundle_sources(&self) -> [PathBuf; 2] {
        ["islands", "styles"].map(|folder| {
            let folder = self.site.join(folder);
            // The system names what changed by its whole path.
            folder.canonicalize().unwrap_or(folder)
        })
    }

    /// Makes the bundles again.
    ///
    /// # Errors
    /// What the bundler says.
    pub fn bundle(&self) -> Result<(), String> {
        let script = if self.dev_bundle { "build:dev" } else { "build" };
        let output = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
            .args(["run", "--silent", script])
            .current_dir(&self.site)
            .output()
            .map_err(|error| format!("npm can't be run: {error}"))?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(()) } else { Err(format!("npm run {script} failed:\n{said}")) }
    }

    /// Reads and checks the editors' folder.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(&mut self) -> Result<Content, StartError> {
        self.reader
            .load(&self.content, &self.content.join("studies"), Drafts::Hidden)
            .map_err(|errors| StartError::Content(content::report(&errors, false)))
    }

    /// What makes the pages of studies that change, from this content.
    ///
    /// # Errors
    /// When templates or bundle can't be read.
    pub fn workshop(&self, content: Content) -> Result<Workshop, StartError> {
        let templates_dir = self.templates();
        let sources = Sources {
            site_dir: &self.site,
            templates_dir: &templates_dir,
            base_url: &self.base_url,
            dev_bundle: self.dev_bundle,
        };
        Workshop::open(content, &sources).map_err(|error| StartError::Generate(error.to_string()))
    }

    /// Makes the pages; only files that differ are written.
    ///
    /// # Errors
    /// Why there are none; those that were made before stay.
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
