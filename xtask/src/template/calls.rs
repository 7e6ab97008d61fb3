//! Functions: every call of the contract has one, and each may do no more than it needs.

use std::collections::BTreeSet;

use serde_json::Value;

use super::resources::{Resources, list};

/// The gateway waits no longer, in seconds.
const GATEWAY_WAITS: u64 = 30;
/// Variables of the environment that hold secrets.
const SECRETS: &[&str] = &[
    "WAYPOINT_SECRET",
    "WAYPOINT_EDGE_KEY",
    "WAYPOINT_PORTAL_KEY",
    "WAYPOINT_REFERRAL_KEY",
    "WAYPOINT_MAIL",
    "WAYPOINT_CHAT_PASSWORD",
    "WAYPOINT_VOICE_KEY",
    "WAYPOINT_TRIAL_MATCHING_KEY",
];

pub(super) fn faults(resources: Resources, contract: &Value) -> Vec<String> {
    let mut faults = calls(resources, contract);
    for (name, function) in resources.of("AWS::Lambda::Function") {
        if function["Runtime"] != "provided.al2023"
            || function["Architectures"] != serde_json::json!(["arm64"])
        {
            faults.push(format!("{name}: a function runs on provided.al2023 and arm64"));
        }
        if function["Role"]["Fn::GetAtt"][0] != format!("{name}Role") {
            faults.push(format!("{name}: a function has a role of its own"));
        }
        if is_called(resources, name) && function["Timeout"].as_u64().is_none_or(|most| most > GATEWAY_WAITS)
        {
            faults.push(format!("{name}: a call may take {GATEWAY_WAITS} seconds at the most"));
        }
        let variables = &function["Environment"]["Variables"];
        let open = |key: &&&str| !variables[**key].is_null() && !is_reference(&variables[**key]);
        let open = SECRETS.iter().filter(open);
        faults.extend(open.map(|key| format!("{name}: {key} must be a reference to Secrets Manager")));
    }
    for (name, role) in resources.of("AWS::IAM::Role") {
        let statements =
            list(&role["Policies"]).flat_map(|policy| list(&policy["PolicyDocument"]["Statement"]));
        let is_wide = |statement: &Value| {
            let actions = statement["Action"].to_string();
            statement["Resource"] == "*" || actions.contains('*')
        };
        if statements.into_iter().any(is_wide) {
            faults.push(format!("{name}: a right names its actions and what they are for"));
        }
    }
    faults
}

/// The calls of the contract that have no function, and those of functions that no contract has.
fn calls(resources: Resources, contract: &Value) -> Vec<String> {
    let of = |paths: &Value| -> BTreeSet<String> {
        let all = paths.as_object().into_iter().flatten();
        all.flat_map(|(path, methods)| {
            let methods = methods.as_object().into_iter().flatten();
            methods.map(move |(method, _)| format!("{method} {path}"))
        })
        .collect()
    };
    let answered: BTreeSet<String> =
        resources.of("AWS::ApiGatewayV2::Api").flat_map(|(_, api)| of(&api["Body"]["paths"])).collect();
    let wanted = of(&contract["paths"]);
    let missing = wanted.difference(&answered).map(|call| format!("{call}: no function answers it"));
    let more = answered.difference(&wanted).map(|call| format!("{call}: docs/openapi.json does not have it"));
    missing.chain(more).collect()
}

fn is_called(resources: Resources, function: &str) -> bool {
    resources.of("AWS::Lambda::Permission").any(|(_, permission)| {
        permission["FunctionName"]["Ref"] == function && permission["Principal"] == "apigateway.amazonaws.com"
    })
}

fn is_reference(value: &Value) -> bool {
    value["Fn::Sub"].as_str().is_some_and(|text| text.starts_with("{{resolve:secretsmanager:"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn template() -> Value {
        json!({ "Resources": {
            "Api": { "Type": "AWS::ApiGatewayV2::Api", "Properties": { "Body": { "paths": { "/a": { "get": {} } } } } },
            "A": { "Type": "AWS::Lambda::Function", "Properties": {
                "Runtime": "provided.al2023", "Architectures": ["arm64"], "Role": { "Fn::GetAtt": ["ARole", "Arn"] },
                "Timeout": 15, "Environment": { "Variables": {
                    "WAYPOINT_SECRET": { "Fn::Sub": "{{resolve:secretsmanager:${Secrets}:SecretString:secret}}" }
                } }
            } },
            "AGetPermission": { "Type": "AWS::Lambda::Permission", "Properties": {
                "FunctionName": { "Ref": "A" }, "Principal": "apigateway.amazonaws.com"
            } },
            "ARole": { "Type": "AWS::IAM::Role", "Properties": { "Policies": [{ "PolicyDocument": { "Statement": [
                { "Action": ["dynamodb:GetItem"], "Resource": { "Fn::GetAtt": ["T", "Arn"] } }
            ] } }] } }
        } })
    }

    fn told(change: impl Fn(&mut Value)) -> Vec<String> {
        let mut template = template();
        change(&mut template["Resources"]);
        faults(Resources(&template), &json!({ "paths": { "/a": { "get": {} } } }))
    }

    #[test]
    fn a_function_that_has_no_call_may_too_much_or_shows_a_secret_is_told() {
        assert_eq!(told(|_| ()), [""; 0]);
        let changes: &[(&str, Value)] = &[
            ("/A/Properties/Runtime", json!("nodejs20.x")),
            ("/A/Properties/Role", json!({ "Fn::GetAtt": ["BRole", "Arn"] })),
            ("/A/Properties/Timeout", json!(60)),
            ("/A/Properties/Environment/Variables/WAYPOINT_SECRET", json!("00")),
            ("/ARole/Properties/Policies/0/PolicyDocument/Statement/0/Resource", json!("*")),
            ("/ARole/Properties/Policies/0/PolicyDocument/Statement/0/Action", json!(["dynamodb:*"])),
        ];
        for (place, value) in changes {
            let told = told(|resources| *resources.pointer_mut(place).unwrap() = value.clone());
            assert_eq!(told.len(), 1, "{place}: {told:?}");
        }
        let other = told(|resources| {
            *resources.pointer_mut("/Api/Properties/Body/paths").unwrap() = json!({ "/b": { "get": {} } });
        });
        assert_eq!(other, ["get /a: no function answers it", "get /b: docs/openapi.json does not have it"]);
    }
}
