//! The options of the local server.

use std::path::PathBuf;

/// Options of the local server.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line by itself")]
pub struct Options {
    /// Port of the site on 127.0.0.1, or 0 for any free port.
    pub port: u16,
    /// Folder of the database, the secret, the index, and the built site.
    pub data: PathBuf,
    /// Folder of the content.
    pub content: PathBuf,
    /// The brand of the site; the one in the settings if `None`.
    pub brand: Option<String>,
    /// Folder of the templates and built islands.
    pub site: PathBuf,
    /// The registry to read.
    pub registry: RegistryChoice,
    /// The list of health systems and the registrations there; the local fake if `None`.
    pub health_systems: Option<(PathBuf, PathBuf)>,
    /// Whether to delete all stored data first.
    pub fresh: bool,
    /// Whether rate limits apply.
    pub limits: bool,
    /// Whether pages use the development build of the islands, in which React reports hydration mismatches.
    pub dev_bundle: bool,
    /// Whether changes of content, templates, and bundles are built and shown at once.
    pub watch: bool,
}

/// The registry to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RegistryChoice {
    /// The sample in this repository.
    Sample,
    /// The real registry.
    Live,
    /// A file in the registry's format.
    File(PathBuf),
}
