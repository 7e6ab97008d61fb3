//! Where a deployment goes, and what its template's parameters are.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};

/// What this program sets by itself.
const OURS: [&str; 7] =
    ["Brand", "Protection", "Release", "SiteAddress", "EdgeKey", "EdgeKeyAlso", "FunctionSecret"];

/// What a file system of one's own is given by; the first of them leads to it.
const FILES: [&str; 4] = ["IndexAccessPoint", "IndexFileSystem", "Subnets", "SecurityGroups"];

/// Whether tables are kept from being deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protection {
    On,
    Off,
}

/// A file of settings. It holds no secret: those are asked for by their name.
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
    /// Tables that were restored from a backup, by the names of those of the template whose place they take.
    #[serde(default)]
    pub(crate) restored: BTreeMap<String, String>,
}

impl Settings {
    /// Reads a file.
    pub(crate) fn read(file: &Path) -> Result<Self> {
        let text = fs::read_to_string(file).with_context(|| {
            format!("{} can't be read; docs/operations.md shows such a file", file.display())
        })?;
        Self::of(&text).with_context(|| file.display().to_string())
    }

    /// Reads a file's text.
    pub(crate) fn of(text: &str) -> Result<Self> {
        let settings: Self = toml::from_str(text)?;
        let rest = settings.address.strip_prefix("https://").unwrap_or_default();
        if rest.is_empty() || rest.contains('/') {
            bail!("address: '{}' is not https:// and a name without a path", settings.address);
        }
        if let Some(ours) = OURS.into_iter().find(|name| settings.parameters.contains_key(*name)) {
            bail!("parameters.{ours}: this is set by itself; remove it");
        }
        let is_given = |name: &str| settings.parameters.get(name).is_some_and(|value| !value.is_empty());
        if is_given(FILES[0])
            && let Some(missing) = FILES.into_iter().find(|name| !is_given(name))
        {
            bail!(
                "parameters.{missing} is missing: {} are given together, or none of them",
                FILES.join(", ")
            );
        }
        Ok(settings)
    }

    /// The parameters of a release, as the cloud takes them: those that its template asks for.
    pub(crate) fn parameters_of(
        &self,
        release: &str,
        protection: Protection,
        keys: &[(&'static str, String)],
        template: &str,
    ) -> Result<Value> {
        let template: serde_yaml_ng::Value = serde_yaml_ng::from_str(template)?;
        let asked = template["Parameters"].as_mapping().into_iter().flatten();
        let asked: BTreeSet<&str> = asked.filter_map(|(name, _)| name.as_str()).collect();
        let protection = if protection == Protection::On { "on" } else { "off" };
        let brand = self.brand.as_deref().unwrap_or_default();
        let own = [brand, protection, release, &self.address];
        let keys = keys.iter().map(|(name, key)| (*name, key.as_str()));
        let own = OURS.into_iter().zip(own).chain(keys);
        let given = self.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let all = own.chain(given).filter(|(name, _)| asked.contains(name));
        Ok(all.map(|(name, value)| json!({ "ParameterKey": name, "ParameterValue": value })).collect())
    }

    /// The parameters of the file that a template does not have.
    pub(crate) fn unknown_in(&self, template: &str) -> Result<Vec<&str>> {
        let template: serde_yaml_ng::Value = serde_yaml_ng::from_str(template)?;
        let asked = &template["Parameters"];
        Ok(self.parameters.keys().map(String::as_str).filter(|name| asked[*name].is_null()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIGHT: &str = r#"
        stack = "waypoint-prod"
        packages = "harbor-packages"
        address = "https://waypoint.example"
        brand = "harbor"
        [parameters]
        Stage = "prod"
    "#;
    const TEMPLATE: &str =
        "Parameters: { SiteAddress: {}, Release: {}, Brand: {}, Protection: {}, EdgeKey: {}, Stage: {} }";

    fn given(template: &str) -> BTreeMap<String, String> {
        let keys = [("EdgeKey", "one".to_owned()), ("FunctionSecret", "s".to_owned())];
        let told =
            Settings::of(RIGHT).unwrap().parameters_of("1a2b3c", Protection::On, &keys, template).unwrap();
        let text = |one: &Value, name: &str| one[name].as_str().unwrap().to_owned();
        let all = told.as_array().unwrap().iter();
        all.map(|one| (text(one, "ParameterKey"), text(one, "ParameterValue"))).collect()
    }

    #[test]
    fn address_brand_release_protection_and_keys_are_parameters_besides_those_of_the_file() {
        let expected = [
            ("Brand", "harbor"),
            ("EdgeKey", "one"),
            ("Protection", "on"),
            ("Release", "1a2b3c"),
            ("SiteAddress", "https://waypoint.example"),
            ("Stage", "prod"),
        ];
        assert_eq!(given(TEMPLATE), expected.map(|(name, value)| (name.to_owned(), value.to_owned())).into());
    }

    #[test]
    fn a_template_of_an_earlier_release_is_given_no_parameter_that_it_does_not_know() {
        assert_eq!(given("Parameters: { Stage: {} }"), [("Stage".to_owned(), "prod".to_owned())].into());
        let settings = Settings::of(RIGHT).unwrap();
        assert_eq!(settings.unknown_in("Parameters: { Release: {} }").unwrap(), ["Stage"]);
        let ours: serde_yaml_ng::Value =
            serde_yaml_ng::from_str(include_str!("../../../template.yaml")).unwrap();
        assert!(OURS.iter().all(|name| !ours["Parameters"][*name].is_null()));
    }

    #[test]
    fn settings_that_fit_nothing_say_which_key_is_wrong() {
        for (from, to, key) in [
            ("https://waypoint.example", "http://waypoint.example", "address"),
            ("https://waypoint.example", "https://waypoint.example/site", "address"),
            ("Stage = \"prod\"", "Release = \"7\"", "parameters.Release"),
            ("Stage = \"prod\"", "Brand = \"harbor\"", "parameters.Brand"),
            (
                "Stage = \"prod\"",
                "IndexAccessPoint = \"arn\"\nIndexFileSystem = \"fs\"",
                "parameters.Subnets",
            ),
            ("packages = \"harbor-packages\"", "", "packages"),
            ("stack = ", "stock = ", "stock"),
        ] {
            let error = format!("{:#}", Settings::of(&RIGHT.replace(from, to)).unwrap_err());
            assert!(error.contains(key), "{to}: {error}");
        }
    }
}
