//! Where a deployment goes, and what its template's parameters are.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// What this program sets by itself.
const OURS: [&str; 2] = ["SiteAddress", "Release"];

/// A file of settings. It holds no secret: the template asks for those by their name.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    /// The name of the stack.
    pub(crate) stack: String,
    /// A bucket in the stack's region, for packages of functions and for what earlier releases were.
    pub(crate) packages: String,
    /// Where the site is reached: https:// and a name, without a path.
    pub(crate) address: String,
    /// The brand under which the site stands; without one, that of the content's settings.
    pub(crate) brand: Option<String>,
    /// The parameters of `template.yaml`.
    #[serde(default)]
    pub(crate) parameters: BTreeMap<String, String>,
}

impl Settings {
    /// Reads a file.
    pub(crate) fn read(file: &Path) -> Result<Self> {
        let text = fs::read_to_string(file).with_context(|| {
            format!("{} can't be read; docs/operations.md shows such a file", file.display())
        })?;
        Self::of(&text).with_context(|| file.display().to_string())
    }

    fn of(text: &str) -> Result<Self> {
        let settings: Self = toml::from_str(text)?;
        let rest = settings.address.strip_prefix("https://").unwrap_or_default();
        if rest.is_empty() || rest.contains('/') {
            bail!("address: '{}' is not https:// and a name without a path", settings.address);
        }
        if let Some(ours) = OURS.into_iter().find(|name| settings.parameters.contains_key(*name)) {
            bail!("parameters.{ours}: this is set by itself; remove it");
        }
        Ok(settings)
    }

    /// The parameters of a release, as `NAME=VALUE`.
    pub(crate) fn parameters_of(&self, release: &str) -> Vec<String> {
        let own = [("SiteAddress", self.address.as_str()), ("Release", release)];
        let given = self.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        own.into_iter().chain(given).map(|(name, value)| format!("{name}={value}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIGHT: &str = r#"
        stack = "waypoint-prod"
        packages = "harbor-packages"
        address = "https://waypoint.example"
        [parameters]
        Stage = "prod"
    "#;

    #[test]
    fn the_address_and_the_release_are_parameters_besides_those_of_the_file() {
        let settings = Settings::of(RIGHT).unwrap();
        assert_eq!(
            settings.parameters_of("1a2b3c"),
            ["SiteAddress=https://waypoint.example", "Release=1a2b3c", "Stage=prod"]
        );
    }

    #[test]
    fn settings_that_fit_nothing_say_which_key_is_wrong() {
        for (from, to, key) in [
            ("https://waypoint.example", "http://waypoint.example", "address"),
            ("https://waypoint.example", "https://waypoint.example/site", "address"),
            ("Stage = \"prod\"", "Release = \"7\"", "parameters.Release"),
            ("packages = \"harbor-packages\"", "", "packages"),
            ("stack = ", "stock = ", "stock"),
        ] {
            let error = format!("{:#}", Settings::of(&RIGHT.replace(from, to)).unwrap_err());
            assert!(error.contains(key), "{to}: {error}");
        }
    }
}
