//! Checks that `template.yaml` gives each scheduled function exactly the keys that it uses. The functions of endpoints are
//! made from their declarations.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::collections::BTreeMap;

use serde_yaml_ng::Value;
use waypoint_keys::{Purpose, programs::purposes_of, purpose::VARIABLE};

const TEMPLATE: &str = include_str!("../../template.yaml");

/// Returns a function's key variables with the parameters that they refer to.
fn keys_of(function: &Value) -> BTreeMap<String, String> {
    let variables = function["Properties"]["Environment"]["Variables"].as_mapping().into_iter().flatten();
    variables
        .filter_map(|(name, value)| Some((name.as_str()?, value)))
        .filter(|(name, _)| name.starts_with(VARIABLE))
        .map(|(name, value)| {
            let Value::Tagged(tagged) = value else { panic!("{name} is not a reference") };
            assert_eq!(tagged.tag, "Ref", "{name}");
            (name.to_owned(), tagged.value.as_str().unwrap().to_owned())
        })
        .collect()
}

#[test]
fn each_scheduled_function_gets_exactly_the_keys_that_it_uses() {
    let template: Value = serde_yaml_ng::from_str(TEMPLATE).unwrap();
    let resources = template["Resources"].as_mapping().unwrap();
    let functions = resources.iter().filter(|(_, resource)| resource["Type"] == "AWS::Serverless::Function");
    let mut count = 0;
    for (name, function) in functions {
        let program = function["Metadata"]["BuildProperties"]["Binary"].as_str().unwrap();
        if ["endpoint", "endpoint-with-index"].contains(&program) {
            continue;
        }
        let purposes = purposes_of(program);
        let expected: BTreeMap<String, String> =
            purposes.iter().map(|purpose| (purpose.variable(), purpose.parameter())).collect();
        assert_eq!(keys_of(function), expected, "{name:?}");
        count += 1;
    }
    assert!(count >= 5, "{count}");
}

#[test]
fn keys_are_hidden_parameters_and_no_function_has_the_root_secret() {
    let template: Value = serde_yaml_ng::from_str(TEMPLATE).unwrap();
    for purpose in Purpose::ALL {
        assert_eq!(template["Parameters"][purpose.parameter()]["NoEcho"], true, "{purpose:?}");
    }
    assert!(keys_of_globals(&template).is_empty());
    assert!(!TEMPLATE.contains("WAYPOINT_SECRET") && !TEMPLATE.contains("SecretString:secret:"));
}

/// Returns the key variables of all functions, which must be none.
fn keys_of_globals(template: &Value) -> BTreeMap<String, String> {
    let mut all = template["Globals"].clone();
    all["Properties"] = template["Globals"]["Function"].clone();
    keys_of(&all)
}

#[test]
fn function_environments_are_encrypted_with_a_key_of_the_stack() {
    let template: Value = serde_yaml_ng::from_str(TEMPLATE).unwrap();
    let Value::Tagged(key) = &template["Globals"]["Function"]["KmsKeyArn"] else { panic!("no key") };
    assert_eq!(key.value, "EnvironmentKey.Arn");
    assert_eq!(template["Resources"]["EnvironmentKey"]["Type"], "AWS::KMS::Key");
}
