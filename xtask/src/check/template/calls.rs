//! Functions: every endpoint has one, with only the permissions it needs.

use std::collections::BTreeMap;

use serde_json::Value;
use waypoint_keys::purpose::VARIABLE;

use super::resources::{Resources, list};

/// The key for all methods in an API description.
const ANY: &str = "x-amazon-apigateway-any-method";
/// Proves that a request came through the CDN. Only functions with an endpoint need it.
const EDGE_KEY: &str = "WAYPOINT_EDGE_KEY";
/// The function that regenerates pages.
const REGENERATES_PAGES: &str = "RegenerateFunction";
/// Functions that never process personal data.
const WITHOUT_PERSONAL_DATA: &[&str] = &["RegenerateFunction", "RegistrySyncFunction"];
/// Marks a path in the contract whose endpoint limits simultaneous calls, because they cost money without authentication:
/// external services, mails, long computations.
const LIMITED_AT_ONCE: &str = "x-limited-at-once";
/// Policies that SAM's transform adds: writing logs, joining a network, tracing, and reading a stream.
const ADDED_BY_SAM: &[&str] = &[
    "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole",
    "arn:aws:iam::aws:policy/service-role/AWSLambdaVPCAccessExecutionRole",
    "arn:aws:iam::aws:policy/AWSXrayWriteOnlyAccess",
    "arn:aws:iam::aws:policy/service-role/AWSLambdaDynamoDBExecutionRole",
];

/// The gateway's timeout, in seconds.
const GATEWAY_TIMEOUT: u64 = 30;
/// Environment variables with secrets.
const SECRETS: &[&str] = &[
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
    let is_displayed = |key: &Value| !is_reference(key) && !resources.is_hidden_parameter(key);
    for (name, function) in resources.of_type("AWS::Lambda::Function") {
        if function["Runtime"] != "provided.al2023"
            || function["Architectures"] != serde_json::json!(["arm64"])
        {
            faults.push(format!("{name}: must run on provided.al2023 and arm64"));
        }
        if function["Role"]["Fn::GetAtt"][0] != format!("{name}Role") {
            faults.push(format!("{name}: must have its own role"));
        }
        if has_endpoint(resources, name)
            && function["Timeout"].as_u64().is_none_or(|most| most > GATEWAY_TIMEOUT)
        {
            faults.push(format!("{name}: must have a timeout of at most {GATEWAY_TIMEOUT} seconds"));
        }
        if is_limited(contract, name) && function["ReservedConcurrentExecutions"].is_null() {
            faults.push(format!("{name}: must have its own concurrency limit, because abuse costs money"));
        }
        let variables = &function["Environment"]["Variables"];
        if !has_endpoint(resources, name) && is_set(&variables[EDGE_KEY]) {
            faults.push(format!("{name}: has no endpoint and must not have {EDGE_KEY}"));
        }
        if variables["WAYPOINT_STACK"]["Ref"] != "AWS::StackName" {
            faults.push(format!("{name}: must emit metrics with its stack's name"));
        }
        for (variable, parameter) in [("WAYPOINT_BRAND", "Brand"), ("WAYPOINT_STAGE", "Stage")] {
            if name == REGENERATES_PAGES && variables[variable]["Ref"] != parameter {
                faults
                    .push(format!("{name}: {variable} must be the parameter {parameter} of the deployment"));
            }
        }
        let keys = keys_in(variables);
        if let Some(key) = keys.first().filter(|_| WITHOUT_PERSONAL_DATA.contains(&name)) {
            faults.push(format!("{name}: processes no personal data and must not have {key}"));
        }
        if function["KmsKeyArn"]["Fn::GetAtt"][0] != "EnvironmentKey" {
            faults.push(format!("{name}: its environment must be encrypted with EnvironmentKey"));
        }
        faults.extend(table_faults(resources, name, variables));
        faults.extend(file_faults(resources, name, function));
        let exposed = |key: &&str| {
            !variables[*key].is_null() && is_set(&variables[*key]) && is_displayed(&variables[*key])
        };
        let exposed = SECRETS.iter().copied().chain(keys).filter(exposed);
        faults.extend(
            exposed
                .map(|key| format!("{name}: {key} must refer to Secrets Manager or to a NoEcho parameter")),
        );
    }
    for (name, role) in resources.of_type("AWS::IAM::Role") {
        let statements =
            list(&role["Policies"]).flat_map(|policy| list(&policy["PolicyDocument"]["Statement"]));
        let is_wide = |statement: &Value| {
            let actions = statement["Action"].to_string();
            statement["Resource"] == "*" || actions.contains('*')
        };
        if statements.into_iter().any(is_wide) {
            faults.push(format!("{name}: permissions must name their actions and resources"));
        }
        let managed = list(&role["ManagedPolicyArns"]);
        let others = managed.filter(|arn| !arn.as_str().is_some_and(|arn| ADDED_BY_SAM.contains(&arn)));
        faults.extend(others.map(|arn| format!("{name}: {arn} grants more than a function's own policy")));
    }
    faults
}

/// Whether the declaration of a function's endpoint limits simultaneous calls.
fn is_limited(contract: &Value, function: &str) -> bool {
    let own = letters(function.trim_end_matches("Function"));
    let mut paths = contract["paths"].as_object().into_iter().flatten();
    paths.any(|(path, calls)| calls[LIMITED_AT_ONCE] == true && letters(&name_of(path)) == own)
}

/// Returns the tables that a function may use without knowing their name, and the reverse.
fn table_faults(resources: Resources, name: &str, variables: &Value) -> Vec<String> {
    let role = resources.of_type("AWS::IAM::Role").find(|(role, _)| *role == format!("{name}Role"));
    let policies = role.map(|(_, role)| role["Policies"].to_string()).unwrap_or_default();
    let tables = resources.of_type("AWS::DynamoDB::Table").map(|(table, _)| (table, variable_of(table)));
    let differing = tables.filter(|(table, variable)| {
        let may_use =
            policies.contains(&format!("\"{table}\"")) || policies.contains(&format!("${{{table}.Arn}}"));
        may_use != (variables[variable]["Ref"] == **table)
    });
    let fault = |(table, variable): (&str, String)| {
        format!("{name}: must have {variable} exactly if its policy has permissions for {table}")
    };
    differing.map(fault).collect()
}

/// The variable that names a table: `STUDIES_TABLE` for `StudiesTable`.
fn variable_of(table: &str) -> String {
    format!("{}_TABLE", table.trim_end_matches("Table").to_uppercase())
}

/// Returns the variables that hold purpose keys.
fn keys_in(variables: &Value) -> Vec<&str> {
    let names = variables.as_object().into_iter().flatten().map(|(name, _)| name.as_str());
    names.filter(|name| name.starts_with(VARIABLE)).collect()
}

/// Returns paths of the contract that lack a function for all methods or use another path's function, and paths that are not
/// in the contract.
fn calls(resources: Resources, contract: &Value) -> Vec<String> {
    let paths_of = |paths: &Value| -> BTreeMap<String, Value> {
        paths.as_object().into_iter().flatten().map(|(path, calls)| (path.clone(), calls.clone())).collect()
    };
    let answered: BTreeMap<String, Value> = resources
        .of_type("AWS::ApiGatewayV2::Api")
        .flat_map(|(_, api)| paths_of(&api["Body"]["paths"]))
        .collect();
    let expected = paths_of(&contract["paths"]);
    let missing = expected.keys().filter_map(|path| {
        let Some(calls) = answered.get(path) else {
            return Some(format!("{path}: no function answers"));
        };
        let integration = &calls[ANY]["x-amazon-apigateway-integration"]["uri"]["Fn::Sub"];
        let function =
            integration.as_str().and_then(|uri| uri.split_once("Function.Arn}")?.0.rsplit_once("${"));
        match function.map(|(_, function)| function) {
            None => Some(format!("{path}: its function must answer all methods")),
            Some(function) if letters(function) == letters(&name_of(path)) => None,
            Some(function) => Some(format!("{path}: {function} answers instead of its own function")),
        }
    });
    let more = answered.keys().filter(|path| !expected.contains_key(*path));
    let more = more.map(|path| format!("{path}: not in docs/openapi.json"));
    missing.chain(more).collect()
}

/// Returns what a path names: a call below `/backend`, or a page.
fn name_of(path: &str) -> String {
    path.trim_start_matches("/backend").replace(".html", "/page")
}

/// Returns the letters and digits of a path or function name, in lowercase.
fn letters(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

/// The functions that write to the index folder: one builds the index, the other adds to the log of partner studies.
const INDEX_WRITERS: [&str; 2] = ["RegistrySyncFunction", "RegenerateFunction"];

/// Functions with the index folder may read only below its access point, and only two may write.
fn file_faults(resources: Resources, name: &str, function: &Value) -> Vec<String> {
    let Some(mounted) = list(&function["FileSystemConfigs"]).next() else { return Vec::new() };
    let role = resources.of_type("AWS::IAM::Role").find(|(role, _)| *role == format!("{name}Role"));
    let role = role.map_or(&Value::Null, |(_, role)| role);
    let statements = list(&role["Policies"]).flat_map(|policy| list(&policy["PolicyDocument"]["Statement"]));
    let of_files =
        statements.filter(|statement| statement["Action"].to_string().contains("elasticfilesystem:"));
    let rights: Vec<&Value> = of_files.collect();
    let point =
        |right: &&Value| right["Condition"]["StringEquals"]["elasticfilesystem:AccessPointArn"].clone();
    let may = |action: &str| rights.iter().any(|right| list(&right["Action"]).any(|one| one == action));
    let facts = [
        (may("elasticfilesystem:ClientMount"), "must have permission to read its file system"),
        (
            rights.iter().all(|right| point(right) == mounted["Arn"]),
            "may access files only through its access point",
        ),
        (
            may("elasticfilesystem:ClientWrite") == INDEX_WRITERS.contains(&name),
            "may write to the index only if it builds it or its log",
        ),
        (!function["VpcConfig"]["SubnetIds"].is_null(), "must be in the network of its file system"),
    ];
    facts.iter().filter(|(is_so, _)| !is_so).map(|(_, fact)| format!("{name}: {fact}")).collect()
}

fn has_endpoint(resources: Resources, function: &str) -> bool {
    resources.of_type("AWS::Lambda::Permission").any(|(_, permission)| {
        permission["FunctionName"]["Ref"] == function && permission["Principal"] == "apigateway.amazonaws.com"
    })
}

/// Whether a function has a variable. A global variable can be removed from a single function.
fn is_set(value: &Value) -> bool {
    !value.is_null() && value["Ref"] != "AWS::NoValue"
}

/// Whether a value is entirely a reference to Secrets Manager, or absent.
fn is_reference(value: &Value) -> bool {
    if let Some(either) = value["Fn::If"].as_array() {
        return either.iter().skip(1).all(|one| is_reference(one) || !is_set(one));
    }
    let is_secret = |text: &str| text.starts_with("{{resolve:secretsmanager:") && text.ends_with("}}");
    value["Fn::Sub"].as_str().is_some_and(is_secret)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn template() -> Value {
        json!({ "Parameters": { "KeyRateLimit": { "NoEcho": true }, "Shown": {} }, "Resources": {
            "Api": { "Type": "AWS::ApiGatewayV2::Api", "Properties": { "Body": { "paths": { "/backend/chat": { ANY: {
                "x-amazon-apigateway-integration": { "uri": { "Fn::Sub": "arn:of:${ChatFunction.Arn}/invocations" } }
            } } } } } },
            "ChatFunction": { "Type": "AWS::Lambda::Function", "Properties": {
                "Runtime": "provided.al2023", "Architectures": ["arm64"],
                "KmsKeyArn": { "Fn::GetAtt": ["EnvironmentKey", "Arn"] },
                "Role": { "Fn::GetAtt": ["ChatFunctionRole", "Arn"] },
                "Timeout": 15, "ReservedConcurrentExecutions": 10,
                "VpcConfig": { "SubnetIds": ["a"] }, "FileSystemConfigs": [{ "Arn": { "Ref": "Point" } }],
                "Environment": { "Variables": {
                    "WAYPOINT_STACK": { "Ref": "AWS::StackName" },
                    "WAYPOINT_KEY_RATE_LIMIT": { "Ref": "KeyRateLimit" },
                    "WAYPOINT_VOICE_KEY": { "Fn::If": ["Voice", { "Fn::Sub": "{{resolve:secretsmanager:s}}" },
                        { "Ref": "AWS::NoValue" }] }
                } }
            } },
            "StudiesTable": { "Type": "AWS::DynamoDB::Table" },
            "ChatFunctionCallPermission": { "Type": "AWS::Lambda::Permission", "Properties": {
                "FunctionName": { "Ref": "ChatFunction" }, "Principal": "apigateway.amazonaws.com"
            } },
            "ChatFunctionRole": { "Type": "AWS::IAM::Role", "Properties": { "ManagedPolicyArns": [ADDED_BY_SAM[0]], "Policies": [{ "PolicyDocument": {
                "Statement": [
                    { "Action": ["dynamodb:GetItem"], "Resource": { "Fn::GetAtt": ["T", "Arn"] } },
                    { "Action": ["elasticfilesystem:ClientMount"], "Resource": { "Ref": "Files" }, "Condition": {
                        "StringEquals": { "elasticfilesystem:AccessPointArn": { "Ref": "Point" } } } }
                ]
            } }] } },
            "SweepFunction": { "Type": "AWS::Lambda::Function", "Properties": {
                "Runtime": "provided.al2023", "Architectures": ["arm64"],
                "KmsKeyArn": { "Fn::GetAtt": ["EnvironmentKey", "Arn"] },
                "Role": { "Fn::GetAtt": ["SweepFunctionRole", "Arn"] },
                "Environment": { "Variables": {
                    "WAYPOINT_STACK": { "Ref": "AWS::StackName" }, EDGE_KEY: { "Ref": "AWS::NoValue" }
                } }
            } },
            "RegenerateFunction": { "Type": "AWS::Lambda::Function", "Properties": {
                "Runtime": "provided.al2023", "Architectures": ["arm64"],
                "KmsKeyArn": { "Fn::GetAtt": ["EnvironmentKey", "Arn"] },
                "Role": { "Fn::GetAtt": ["RegenerateFunctionRole", "Arn"] },
                "Environment": { "Variables": {
                    "WAYPOINT_STACK": { "Ref": "AWS::StackName" }, "WAYPOINT_BRAND": { "Ref": "Brand" },
                    "WAYPOINT_STAGE": { "Ref": "Stage" }
                } }
            } }
        } })
    }

    fn faults_after(change: impl Fn(&mut Value)) -> Vec<String> {
        let mut template = template();
        change(&mut template["Resources"]);
        let contract = json!({ "paths": { "/backend/chat": { "post": {}, LIMITED_AT_ONCE: true } } });
        faults(Resources(&template), &contract)
    }

    #[test]
    fn faults_of_functions_and_their_roles_are_reported() {
        assert_eq!(faults_after(|_| ()), [""; 0]);
        let key = json!({ "Fn::Sub": "{{resolve:secretsmanager:s}}" });
        let changes: &[(&str, Value)] = &[
            ("/ChatFunction/Properties/Runtime", json!("nodejs20.x")),
            ("/ChatFunction/Properties/Role", json!({ "Fn::GetAtt": ["BRole", "Arn"] })),
            ("/ChatFunction/Properties/Timeout", json!(60)),
            ("/ChatFunction/Properties/ReservedConcurrentExecutions", Value::Null),
            ("/ChatFunction/Properties/VpcConfig", Value::Null),
            ("/ChatFunction/Properties/FileSystemConfigs/0/Arn/Ref", json!("AnotherPoint")),
            ("/ChatFunction/Properties/Environment/Variables/WAYPOINT_KEY_RATE_LIMIT", json!("00")),
            ("/ChatFunction/Properties/Environment/Variables/WAYPOINT_KEY_RATE_LIMIT/Ref", json!("Shown")),
            ("/ChatFunction/Properties/Environment/Variables/WAYPOINT_VOICE_KEY/Fn::If/1", json!("00")),
            ("/SweepFunction/Properties/Environment/Variables/WAYPOINT_EDGE_KEY", key),
            ("/ChatFunction/Properties/KmsKeyArn", Value::Null),
            ("/RegenerateFunction/Properties/Environment/Variables/WAYPOINT_BRAND", Value::Null),
            ("/RegenerateFunction/Properties/Environment/Variables/WAYPOINT_STAGE", json!("dev")),
            ("/SweepFunction/Properties/Environment/Variables/WAYPOINT_STACK", Value::Null),
            ("/ChatFunctionRole/Properties/Policies/0/PolicyDocument/Statement/0/Resource", json!("*")),
            (
                "/ChatFunctionRole/Properties/Policies/0/PolicyDocument/Statement/0/Resource",
                json!({ "Fn::Sub": "${StudiesTable.Arn}/index/by_nct_number" }),
            ),
            (
                "/ChatFunctionRole/Properties/ManagedPolicyArns/0",
                json!("arn:aws:iam::aws:policy/AdministratorAccess"),
            ),
            (
                "/ChatFunctionRole/Properties/Policies/0/PolicyDocument/Statement/0/Action",
                json!(["dynamodb:*"]),
            ),
            (
                "/ChatFunctionRole/Properties/Policies/0/PolicyDocument/Statement/1/Action/0",
                json!("dynamodb:Query"),
            ),
            ("/Api/Properties/Body/paths/~1backend~1chat", json!({ "post": {} })),
        ];
        for (place, value) in changes {
            let found = faults_after(|resources| *resources.pointer_mut(place).unwrap() = value.clone());
            assert_eq!(found.len(), 1, "{place}: {found:?}");
        }
        let table_without_permission = faults_after(|resources| {
            let variables = resources.pointer_mut("/SweepFunction/Properties/Environment/Variables");
            variables.unwrap()["STUDIES_TABLE"] = json!({ "Ref": "StudiesTable" });
        });
        assert_eq!(table_without_permission.len(), 1, "{table_without_permission:?}");
        let key_without_data = faults_after(|resources| {
            let variables = resources.pointer_mut("/RegenerateFunction/Properties/Environment/Variables");
            variables.unwrap()["WAYPOINT_KEY_RATE_LIMIT"] = json!({ "Ref": "KeyRateLimit" });
        });
        assert_eq!(key_without_data.len(), 1, "{key_without_data:?}");
        let other = faults_after(|resources| {
            *resources.pointer_mut("/Api/Properties/Body/paths").unwrap() = json!({ "/b": { ANY: {} } });
        });
        assert_eq!(other, ["/backend/chat: no function answers", "/b: not in docs/openapi.json"]);
        let foreign = faults_after(|resources| {
            let uri = "/Api/Properties/Body/paths/~1backend~1chat/x-amazon-apigateway-any-method\
                       /x-amazon-apigateway-integration/uri/Fn::Sub";
            *resources.pointer_mut(uri).unwrap() = json!("${SweepFunction.Arn}");
        });
        assert_eq!(foreign, ["/backend/chat: Sweep answers instead of its own function"]);
    }
}
