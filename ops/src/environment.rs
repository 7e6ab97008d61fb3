//! The environment variables of programs that work with a stack, from its outputs and its secret.

use std::{collections::BTreeMap, env, path::Path};

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use waypoint_keys::{Purpose, RootSecrets, programs::purposes_of};

use crate::cloud::{Cloud, REGION};

/// Names and values of variables.
pub(crate) type Variables = Vec<(&'static str, String)>;

/// The variable for the name of the studies table.
pub(crate) const STUDIES_TABLE: &str = "STUDIES_TABLE";

/// The variables that programs read, and the stack's output for each.
const OUTPUTS: [(&str, &str); 10] = [
    ("SITE_BUCKET", "SiteBucket"),
    ("SITE_DISTRIBUTION", "Distribution"),
    ("SITE_PAGES_STORE", "PagesStore"),
    (STUDIES_TABLE, "StudiesTable"),
    ("REGISTRY_TABLE", "RegistryTable"),
    ("PARTICIPANTS_TABLE", "ParticipantsTable"),
    ("SESSIONS_TABLE", "SessionsTable"),
    ("FIGURES_TABLE", "FiguresTable"),
    ("DOCUMENTS_BUCKET", "DocumentsBucket"),
    ("WAYPOINT_MASTER_KEY", "MasterKey"),
];
const REGISTRY: &str = "https://clinicaltrials.gov/api/v2";

/// Returns the variables for the outputs of a stack. An older release may lack some.
pub(crate) fn for_outputs(outputs: &BTreeMap<String, String>) -> Variables {
    let named =
        OUTPUTS.into_iter().filter_map(|(variable, output)| Some((variable, outputs.get(output)?.clone())));
    named.chain([("AWS_REGION", REGION.to_owned())]).collect()
}

/// Also returns credentials for the started programs, which can't use the command line's temporary login.
pub(crate) fn for_stack(root: &Path, outputs: &BTreeMap<String, String>) -> Result<Variables> {
    let mut variables = for_outputs(outputs);
    if env::var_os("AWS_PROFILE").is_some() {
        variables.extend(credentials_of(&Cloud::open(root)?.credentials()?)?);
    }
    Ok(variables)
}

fn credentials_of(output: &Value) -> Result<Variables> {
    let named = [
        ("AWS_ACCESS_KEY_ID", "AccessKeyId"),
        ("AWS_SECRET_ACCESS_KEY", "SecretAccessKey"),
        ("AWS_SESSION_TOKEN", "SessionToken"),
    ];
    let given: Variables = named
        .into_iter()
        .filter_map(|(variable, key)| Some((variable, output[key].as_str()?.to_owned())))
        .collect();
    ensure!(given.len() >= 2, "the command line returned no credentials for the profile in AWS_PROFILE");
    Ok(given)
}

/// The parameter of the root secret itself, for rollbacks to releases from before there was a key per purpose.
pub(crate) const ROOT_SECRET: &str = "FunctionSecret";

/// Returns the keys of functions as template parameters, because a template may refer to secrets only 60 times. One key per
/// purpose is derived from the root secret, which current functions never see.
pub(crate) fn keys_of_functions(
    cloud: &Cloud,
    parameters: &BTreeMap<String, String>,
) -> Result<Vec<(String, String)>> {
    let secret = secret(cloud, parameters)?;
    keys_in(&secret)
}

fn keys_in(secret: &Value) -> Result<Vec<(String, String)>> {
    let roots = roots_in(secret)?;
    let edge = ["EdgeKey", "EdgeKeyAlso"]
        .map(str::to_owned)
        .into_iter()
        .zip([key_of(secret, "edge_key")?, key_of(secret, "edge_key_also")?]);
    let purpose_keys = Purpose::ALL.iter().map(|purpose| (purpose.parameter(), roots.keys(*purpose)));
    let root = (ROOT_SECRET.to_owned(), key_of(secret, "secret")?);
    Ok(edge.chain(purpose_keys).chain([root]).collect())
}

/// Returns the root secrets: `secret`; `secret_before`, whose keys are accepted for every purpose; and `former_secrets`, whose
/// keys are accepted only for stored records.
fn roots_in(secret: &Value) -> Result<RootSecrets> {
    let list = |name: &str| secret[name].as_str().unwrap_or_default().to_owned();
    RootSecrets::parse(&key_of(secret, "secret")?, &list("secret_before"), &list("former_secrets"))
        .context("secret, secret_before or former_secrets")
}

/// Returns additional variables for an operator's program: the keys of its purposes, and its settings.
pub(crate) fn for_operator(
    cloud: &Cloud,
    parameters: &BTreeMap<String, String>,
    program: &str,
) -> Result<Vec<(String, String)>> {
    let purposes = purposes_of(program);
    let mut variables = vec![("WAYPOINT_REGISTRY".to_owned(), REGISTRY.to_owned())];
    if !purposes.is_empty() {
        let roots = roots_in(&secret(cloud, parameters)?)?;
        variables.extend(purposes.iter().map(|purpose| (purpose.variable(), roots.keys(*purpose))));
    }
    let days = parameters.get("AuditDays");
    variables.extend(days.map(|days| ("WAYPOINT_AUDIT_DAYS".to_owned(), days.clone())));
    Ok(variables)
}

/// Reads the secret of a deployment, in the version that the settings name.
fn secret(cloud: &Cloud, parameters: &BTreeMap<String, String>) -> Result<Value> {
    let name = parameters.get("Secrets").context("parameters.Secrets is missing")?;
    let mut command = cloud.command(&["secretsmanager", "get-secret-value", "--secret-id", name]);
    if let Some(version) = parameters.get("SecretsVersion").filter(|version| !version.is_empty()) {
        command.args(["--version-id", version]);
    }
    Ok(secret_in(&Cloud::json(&mut command)?))
}

fn secret_in(output: &Value) -> Value {
    output["SecretString"].as_str().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

fn key_of(secret: &Value, name: &str) -> Result<String> {
    let key = secret[name].as_str().filter(|key| !key.is_empty());
    let key = key.with_context(|| format!("the secret has no key '{name}'; see docs/operations.md"))?;
    Ok(key.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn programs_get_the_tables_region_and_secret_of_the_stack() {
        let outputs = [("StudiesTable", "s"), ("ParticipantsTable", "p"), ("Address", "https://w.example")];
        let outputs = outputs.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let variables = for_outputs(&outputs);
        let expected = [("STUDIES_TABLE", "s"), ("PARTICIPANTS_TABLE", "p"), ("AWS_REGION", "us-east-1")];
        assert_eq!(variables, expected.map(|(name, value)| (name, value.to_owned())));
        let secret = secret_in(&json!({ "SecretString": r#"{"secret": "00ff", "edge_key": "no"}"# }));
        assert_eq!(key_of(&secret, "secret").unwrap(), "00ff");
        for broken in [json!({}), json!({ "SecretString": "{}" }), json!({ "SecretString": "plain" })] {
            assert!(key_of(&secret_in(&broken), "secret").is_err());
        }
    }

    #[test]
    fn functions_get_purpose_keys_and_nothing_else_of_the_secret() {
        let root = "5a".repeat(32);
        let secret = json!({ "secret": root, "edge_key": "one", "edge_key_also": "two", "portal_key": "p" });
        let given: BTreeMap<String, String> = keys_in(&secret).unwrap().into_iter().collect();
        assert_eq!((given["EdgeKey"].as_str(), given["EdgeKeyAlso"].as_str()), ("one", "two"));
        assert_eq!(given.len(), 3 + Purpose::ALL.len());
        assert!(given.iter().all(|(name, value)| name == ROOT_SECRET || *value != root));
        assert_eq!(given["KeyReturn"].len(), 64);
        let error = keys_in(&json!({ "secret": root, "edge_key": "one" })).unwrap_err().to_string();
        assert!(error.contains("edge_key_also"), "{error}");
    }

    #[test]
    fn previous_secret_serves_all_purposes_and_former_ones_only_records() {
        let [one, two, three] = ["5a", "6b", "7c"].map(|byte| byte.repeat(32));
        let edge = json!({ "secret": one, "edge_key": "one", "edge_key_also": "two" });
        let with = |name: &str, value: &str| {
            let mut secret = edge.clone();
            secret[name] = json!(value);
            keys_in(&secret).map(|keys| keys.into_iter().collect::<BTreeMap<_, _>>())
        };
        let keys_of = |given: &BTreeMap<String, String>, name: &str| given[name].split(' ').count();
        let before = with("secret_before", &two).unwrap();
        assert_eq!((keys_of(&before, "KeyReturn"), keys_of(&before, "KeyAuditTrail")), (2, 2));
        let former = with("former_secrets", &format!("{two} {three}")).unwrap();
        assert_eq!((keys_of(&former, "KeyReturn"), keys_of(&former, "KeyAuditTrail")), (1, 3));
        assert!(with("secret_before", "short").is_err());
    }

    #[test]
    fn programs_get_the_credentials_of_the_profile() {
        let output = json!({ "Version": 1, "AccessKeyId": "a", "SecretAccessKey": "b", "SessionToken": "c" });
        let expected =
            [("AWS_ACCESS_KEY_ID", "a"), ("AWS_SECRET_ACCESS_KEY", "b"), ("AWS_SESSION_TOKEN", "c")];
        assert_eq!(credentials_of(&output).unwrap(), expected.map(|(name, value)| (name, value.to_owned())));
        assert!(credentials_of(&json!({ "Version": 1 })).is_err());
    }

    #[test]
    fn every_required_output_is_in_the_template() {
        let template: serde_yaml_ng::Value =
            serde_yaml_ng::from_str(include_str!("../../template.yaml")).unwrap();
        let cdn = [("", "DistributionDomain")];
        for (_, output) in OUTPUTS.into_iter().chain(cdn) {
            assert!(!template["Outputs"][output].is_null(), "{output}");
        }
    }
}
