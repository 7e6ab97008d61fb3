//! The settings of a deployment, and the parameters of its template.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};
use waypoint_keys::Purpose;

use crate::environment::ROOT_SECRET;

/// Parameters that this program sets.
const SET_BY_PROGRAM: [&str; 6] = ["Brand", "Protection", "Release", "SiteAddress", "EdgeKey", "EdgeKeyAlso"];

/// The names of services that are in use.
pub(crate) type ServicesInUse = [Option<&'static str>; SERVICES.len()];

/// Whether this program sets a parameter: those above, and one key per purpose.
fn is_set_by_program(name: &str) -> bool {
    SET_BY_PROGRAM.contains(&name)
        || name == ROOT_SECRET
        || Purpose::ALL.iter().any(|purpose| purpose.parameter() == name)
}

/// The parameters of an existing file system. They must be set together.
const FILE_SYSTEM: [&str; 4] = ["IndexAccessPoint", "IndexFileSystem", "Subnets", "SecurityGroups"];

/// The parameters that turn on a service of another company, and the service's name for the generator.
const SERVICES: [(&str, &str); 3] =
    [("ChatService", "chat-service"), ("TrialMatching", "trial-matching"), ("VoiceAgent", "voice-calls")];

/// Whether tables are protected from deletion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protection {
    On,
    Off,
}

/// A settings file. It contains no secrets, only their names.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    /// The name of the stack.
    pub(crate) stack: String,
    /// A bucket in the stack's region for packages and previous templates.
    pub(crate) packages: String,
    /// The address of the site: https:// and a domain, without a path.
    pub(crate) address: String,
    /// The brand of the site; default: the one in the content's settings.
    pub(crate) brand: Option<String>,
    /// The parameters of `template.yaml`.
    #[serde(default)]
    pub(crate) parameters: BTreeMap<String, String>,
    /// Tables restored from a backup, keyed by the template's table that they replace.
    #[serde(default)]
    pub(crate) restored: BTreeMap<String, String>,
}

impl Settings {
    /// Reads a file.
    pub(crate) fn read(file: &Path) -> Result<Self> {
        let text = fs::read_to_string(file).with_context(|| {
            format!("{} can't be read; docs/operations.md has an example", file.display())
        })?;
        Self::parse(&text).with_context(|| file.display().to_string())
    }

    /// Parses the text of a file.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let settings: Self = toml::from_str(text)?;
        for (key, value, is_valid) in [
            ("stack", &settings.stack, is_stack as fn(&str) -> bool),
            ("packages", &settings.packages, is_bucket),
        ] {
            if !is_valid(value) {
                bail!("{key}: '{value}' is not a valid name; use letters, digits, and hyphens");
            }
        }
        let Some(name) = settings.address.strip_prefix("https://").filter(|name| is_domain(name)) else {
            bail!("address: '{}' is not https:// and a name without a path", settings.address);
        };
        if let Some(domain) = settings.parameters.get("Domain").filter(|domain| !domain.is_empty())
            && domain != name
        {
            bail!("parameters.Domain: '{domain}' is not the name in address, '{name}'");
        }
        if let Some(ours) = settings.parameters.keys().find(|name| is_set_by_program(name)) {
            bail!("parameters.{ours}: remove it; the program sets it");
        }
        let is_given = |name: &str| settings.parameters.get(name).is_some_and(|value| !value.is_empty());
        if is_given(FILE_SYSTEM[0])
            && let Some(missing) = FILE_SYSTEM.into_iter().find(|name| !is_given(name))
        {
            bail!("parameters.{missing} is missing: set all of {}, or none", FILE_SYSTEM.join(", "));
        }
        Ok(settings)
    }

    /// Whether the stack is for patients.
    pub(crate) fn is_production(&self) -> bool {
        self.parameters.get("Stage").is_some_and(|stage| stage == "prod")
    }

    /// Returns the services of other companies that the stack turns on. The content's notices must name them.
    pub(crate) fn services(&self) -> ServicesInUse {
        let is_on = |parameter: &str| self.parameters.get(parameter).is_some_and(|value| !value.is_empty());
        SERVICES.map(|(parameter, service)| is_on(parameter).then_some(service))
    }

    /// Returns the parameters of a release in the cloud's format, limited to those that its template has.
    pub(crate) fn parameters_of(
        &self,
        release: &str,
        protection: Protection,
        keys: &[(String, String)],
        template: &str,
    ) -> Result<Value> {
        let template: serde_yaml_ng::Value = serde_yaml_ng::from_str(template)?;
        let names = template["Parameters"].as_mapping().into_iter().flatten();
        let names: BTreeSet<&str> = names.filter_map(|(name, _)| name.as_str()).collect();
        let protection = if protection == Protection::On { "on" } else { "off" };
        let brand = self.brand.as_deref().unwrap_or_default();
        let own = [brand, protection, release, &self.address];
        let keys = keys.iter().map(|(name, key)| (name.as_str(), key.as_str()));
        let own = SET_BY_PROGRAM.into_iter().zip(own).chain(keys);
        let given = self.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let all = own.chain(given).filter(|(name, _)| names.contains(name));
        Ok(all.map(|(name, value)| json!({ "ParameterKey": name, "ParameterValue": value })).collect())
    }

    /// Checks the parameters against a template: all exist, none is missing, and values are among those allowed.
    pub(crate) fn check_against(&self, template: &Value) -> Result<()> {
        let expected = &template["Parameters"];
        for (name, value) in &self.parameters {
            let Some(parameter) = expected.get(name) else {
                bail!("parameters.{name}: template.yaml has no such parameter")
            };
            if let Some(allowed) = parameter["AllowedValues"].as_array()
                && !allowed.iter().any(|allowed| allowed == value)
            {
                let allowed: Vec<&str> = allowed.iter().filter_map(Value::as_str).collect();
                bail!("parameters.{name}: '{value}' is not one of {}", allowed.join(", "));
            }
        }
        let required = expected.as_object().into_iter().flatten().filter(|(_, one)| one["Default"].is_null());
        let mut missing = required.filter(|(name, _)| {
            !is_set_by_program(name) && self.parameters.get(*name).is_none_or(String::is_empty)
        });
        if let Some((name, parameter)) = missing.next() {
            bail!("parameters.{name} is missing: {}", parameter["Description"].as_str().unwrap_or_default());
        }
        Ok(())
    }
}

fn is_stack(name: &str) -> bool {
    let is_known = |c: char| c.is_ascii_alphanumeric() || c == '-';
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(is_known) && name.len() <= 128
}

fn is_bucket(name: &str) -> bool {
    let is_known = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
    (3..=63).contains(&name.len()) && name.chars().all(is_known)
}

fn is_domain(name: &str) -> bool {
    let is_part = |part: &str| {
        let is_known = |c: char| c.is_ascii_alphanumeric() || c == '-';
        !part.is_empty() && part.chars().all(is_known)
    };
    name.contains('.') && name.split('.').all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deploy::deployed_site;

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
        let keys = [("EdgeKey", "one"), ("FunctionSecret", "s"), ("KeyReturn", "r")];
        let keys = keys.map(|(name, key)| (name.to_owned(), key.to_owned()));
        let parameters =
            Settings::parse(RIGHT).unwrap().parameters_of("1a2b3c", Protection::On, &keys, template).unwrap();
        let text = |one: &Value, name: &str| one[name].as_str().unwrap().to_owned();
        let all = parameters.as_array().unwrap().iter();
        all.map(|one| (text(one, "ParameterKey"), text(one, "ParameterValue"))).collect()
    }

    #[test]
    fn program_adds_address_brand_release_protection_and_keys() {
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
    fn only_the_stage_prod_is_for_patients() {
        for (stage, is_production) in [("Stage = \"prod\"", true), ("Stage = \"dev\"", false), ("", false)] {
            let settings = Settings::parse(&RIGHT.replace("Stage = \"prod\"", stage)).unwrap();
            assert_eq!(settings.is_production(), is_production, "{stage}");
            assert_eq!(deployed_site(&settings).is_production, is_production, "{stage}");
        }
    }

    #[test]
    fn services_of_other_companies_are_passed_to_the_check_of_the_content() {
        let ours: serde_yaml_ng::Value =
            serde_yaml_ng::from_str(include_str!("../../../template.yaml")).unwrap();
        assert_eq!(Settings::parse(RIGHT).unwrap().services(), [None; 3]);
        for (parameter, service) in SERVICES {
            assert!(!ours["Parameters"][parameter].is_null(), "{parameter}");
            let given = RIGHT.replace("Stage = \"prod\"", &format!("{parameter} = \"https://a.example\""));
            let settings = Settings::parse(&given).unwrap();
            let used: Vec<&str> = deployed_site(&settings).services.into_iter().flatten().collect();
            assert_eq!(used, [service]);
            let empty = RIGHT.replace("Stage = \"prod\"", &format!("{parameter} = \"\""));
            assert_eq!(Settings::parse(&empty).unwrap().services(), [None; 3]);
        }
    }

    #[test]
    fn older_template_gets_only_its_own_parameters() {
        assert_eq!(given("Parameters: { Stage: {} }"), [("Stage".to_owned(), "prod".to_owned())].into());
        let ours: serde_yaml_ng::Value =
            serde_yaml_ng::from_str(include_str!("../../../template.yaml")).unwrap();
        assert!(SET_BY_PROGRAM.iter().all(|name| !ours["Parameters"][*name].is_null()));
        let keys = Purpose::ALL.iter().map(|purpose| purpose.parameter());
        assert!(keys.into_iter().all(|name| !ours["Parameters"][name].is_null()));
    }

    #[test]
    fn unknown_missing_and_invalid_parameters_are_reported() {
        let template = crate::deploy::template_json::read(include_str!("../../../template.yaml")).unwrap();
        let whole = RIGHT.replace(
            "Stage = \"prod\"",
            "Stage = \"prod\"\nSecrets = \"s\"\nPortal = \"https://p.example\"\nMailFrom = \"W <w@w.example>\"",
        );
        Settings::parse(&whole).unwrap().check_against(&template).unwrap();
        for (from, to, message) in [
            ("Stage", "Stages", "parameters.Stages: template.yaml has no such parameter"),
            ("\"prod\"", "\"production\"", "parameters.Stage: 'production' is not one of dev, prod"),
            ("MailFrom = \"W <w@w.example>\"", "", "parameters.MailFrom is missing: "),
            ("Secrets = \"s\"", "Secrets = \"\"", "parameters.Secrets is missing"),
        ] {
            let settings = Settings::parse(&whole.replace(from, to)).unwrap();
            let error = settings.check_against(&template).unwrap_err().to_string();
            assert!(error.starts_with(message), "{to}: {error}");
        }
    }

    #[test]
    fn errors_in_settings_name_the_key() {
        for (from, to, key) in [
            ("https://waypoint.example", "http://waypoint.example", "address"),
            ("https://waypoint.example", "https://waypoint.example/site", "address"),
            ("Stage = \"prod\"", "Release = \"7\"", "parameters.Release"),
            ("Stage = \"prod\"", "Brand = \"harbor\"", "parameters.Brand"),
            ("Stage = \"prod\"", "KeyReturn = \"00\"", "parameters.KeyReturn"),
            (
                "Stage = \"prod\"",
                "IndexAccessPoint = \"arn\"\nIndexFileSystem = \"fs\"",
                "parameters.Subnets",
            ),
            ("packages = \"harbor-packages\"", "", "packages"),
            ("stack = ", "stock = ", "stock"),
            ("waypoint-prod", "", "stack"),
            ("waypoint-prod", "waypoint prod", "stack"),
            ("harbor-packages", "s3://harbor", "packages"),
            ("https://waypoint.example", "https://way point.example", "address"),
            ("https://waypoint.example", "https://waypoint.example?x=1", "address"),
            ("Stage = \"prod\"", "Domain = \"other.example\"", "parameters.Domain"),
        ] {
            let error = format!("{:#}", Settings::parse(&RIGHT.replace(from, to)).unwrap_err());
            assert!(error.contains(key), "{to}: {error}");
        }
    }
}
