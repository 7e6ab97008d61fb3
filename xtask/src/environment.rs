//! The environment of programs that work with a stack: what its outputs name, and its secret.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::cloud::{Cloud, REGION};

/// Variables and values.
pub(crate) type Variables = Vec<(&'static str, String)>;

/// What programs ask the environment for, and which output of the stack says it.
const NAMED: [(&str, &str); 9] = [
    ("SITE_BUCKET", "SiteBucket"),
    ("SITE_DISTRIBUTION", "Distribution"),
    ("SITE_PAGES_STORE", "PagesStore"),
    ("STUDIES_TABLE", "StudiesTable"),
    ("REGISTRY_TABLE", "RegistryTable"),
    ("PARTICIPANTS_TABLE", "ParticipantsTable"),
    ("SESSIONS_TABLE", "SessionsTable"),
    ("DOCUMENTS_BUCKET", "DocumentsBucket"),
    ("WAYPOINT_MASTER_KEY", "MasterKey"),
];
const REGISTRY: &str = "https://clinicaltrials.gov/api/v2";

/// What the outputs of a stack name. One of an earlier release may lack some.
pub(crate) fn of_outputs(outputs: &BTreeMap<String, String>) -> Variables {
    let named =
        NAMED.into_iter().filter_map(|(variable, output)| Some((variable, outputs.get(output)?.clone())));
    named.chain([("AWS_REGION", REGION.to_owned())]).collect()
}

/// What programs of the operation need besides: the secret that receipts and trails are sealed with, which nothing shows.
pub(crate) fn of_operation(cloud: &Cloud, parameters: &BTreeMap<String, String>) -> Result<Variables> {
    let name = parameters.get("Secrets").context("parameters.Secrets is missing")?;
    let mut asked = cloud.command(&["secretsmanager", "get-secret-value", "--secret-id", name]);
    if let Some(version) = parameters.get("SecretsVersion").filter(|version| !version.is_empty()) {
        asked.args(["--version-id", version]);
    }
    let mut variables = vec![
        ("WAYPOINT_SECRET", secret_of(&Cloud::json(&mut asked)?)?),
        ("WAYPOINT_REGISTRY", REGISTRY.to_owned()),
    ];
    variables.extend(parameters.get("AuditDays").map(|days| ("WAYPOINT_AUDIT_DAYS", days.clone())));
    Ok(variables)
}

fn secret_of(told: &Value) -> Result<String> {
    let secrets: Option<Value> =
        told["SecretString"].as_str().and_then(|text| serde_json::from_str(text).ok());
    let secret = secrets.as_ref().and_then(|secrets| secrets["secret"].as_str());
    Ok(secret.context("the secret has no key 'secret'; docs/operations.md says how it is made")?.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn programs_are_told_the_tables_of_the_stack_its_region_and_its_secret() {
        let outputs = [("StudiesTable", "s"), ("ParticipantsTable", "p"), ("Address", "https://w.example")];
        let outputs = outputs.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let told = of_outputs(&outputs);
        let expected = [("STUDIES_TABLE", "s"), ("PARTICIPANTS_TABLE", "p"), ("AWS_REGION", "us-east-1")];
        assert_eq!(told, expected.map(|(name, value)| (name, value.to_owned())));
        let secret = json!({ "SecretString": r#"{"secret": "00ff", "edge_key": "no"}"# });
        assert_eq!(secret_of(&secret).unwrap(), "00ff");
        for broken in [json!({}), json!({ "SecretString": "{}" }), json!({ "SecretString": "plain" })] {
            assert!(secret_of(&broken).is_err());
        }
    }

    #[test]
    fn every_output_that_is_asked_for_is_one_of_the_template() {
        let template: serde_yaml_ng::Value =
            serde_yaml_ng::from_str(include_str!("../../template.yaml")).unwrap();
        let of_the_cdn = [("", "DistributionDomain")];
        for (_, output) in NAMED.into_iter().chain(of_the_cdn) {
            assert!(!template["Outputs"][output].is_null(), "{output}");
        }
    }
}
