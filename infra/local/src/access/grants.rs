//! The permissions that the template grants to each function.

use std::collections::{BTreeMap, BTreeSet};

use serde_yaml_ng::Value;
use waypoint_keys::Purpose;

const TEMPLATE: &str = include_str!("../../../../template.yaml");

/// An action on a resource: `dynamodb:GetItem` on `participants`, `dynamodb:Query` on `participants/index/by_due`,
/// `kms:Decrypt` on `masterkey`. The use of a key in a function's environment also counts: `waypoint:UseKey` on
/// `return`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grant {
    /// The action, as in policies.
    pub action: String,
    /// The resource: a local table name, an index of a table, or the key.
    pub resource: String,
}

impl Grant {
    /// Returns the permission to use a key with this purpose.
    #[must_use]
    pub fn use_key(purpose: Purpose) -> Self {
        Self { action: "waypoint:UseKey".to_owned(), resource: purpose.name() }
    }
}

/// The permissions of each function, and the paths it serves.
#[derive(Debug, Clone, Default)]
pub struct Grants {
    functions: BTreeMap<String, BTreeSet<Grant>>,
    routes: BTreeMap<String, String>,
}

/// Why the permissions can't be read from the template.
#[derive(Debug, thiserror::Error)]
pub enum InvalidTemplate {
    /// The template is not valid YAML.
    #[error("template.yaml: {0}")]
    Yaml(#[from] serde_yaml_ng::Error),
    /// A policy statement has an unsupported form.
    #[error("template.yaml: {0} has a policy statement in an unsupported form")]
    Statement(String),
    /// Two functions serve the same path.
    #[error("template.yaml: two functions serve {0}")]
    DuplicatePath(String),
    /// A function serves only some methods.
    #[error("template.yaml: {0} must use the method ANY, so that its function answers all methods")]
    Method(String),
}

impl Grants {
    /// Reads the project's template.
    pub fn from_template() -> Result<Self, InvalidTemplate> {
        Self::read(TEMPLATE)
    }

    fn read(template: &str) -> Result<Self, InvalidTemplate> {
        let template: Value = serde_yaml_ng::from_str(template)?;
        let mut grants = Self::default();
        let resources = template["Resources"].as_mapping().into_iter().flatten();
        for (name, resource) in resources.filter(|(_, one)| one["Type"] == "AWS::Serverless::Function") {
            let name = name.as_str().unwrap_or_default().to_owned();
            let mut permissions = granted(&resource["Properties"]["Policies"])
                .ok_or_else(|| InvalidTemplate::Statement(name.clone()))?;
            let variables = resource["Properties"]["Environment"]["Variables"].as_mapping();
            let variables = variables.into_iter().flatten().filter_map(|(name, _)| name.as_str());
            permissions.extend(variables.filter_map(Purpose::from_variable).map(Grant::use_key));
            for (method, path) in routes(&resource["Properties"]["Events"]) {
                if method != "ANY" {
                    return Err(InvalidTemplate::Method(path));
                }
                if grants.routes.insert(path.clone(), name.clone()).is_some() {
                    return Err(InvalidTemplate::DuplicatePath(path));
                }
            }
            grants.functions.insert(name, permissions);
        }
        Ok(grants)
    }

    /// Returns the function that serves a path, for any method.
    #[must_use]
    pub fn function_of(&self, path: &str) -> Option<&str> {
        self.routes.get(path).map(String::as_str)
    }

    /// Returns whether a function has a permission.
    #[must_use]
    pub fn allow(&self, function: &str, grant: &Grant) -> bool {
        self.functions.get(function).is_some_and(|grants| grants.contains(grant))
    }

    /// Returns all permissions with their functions.
    pub fn permissions(&self) -> impl Iterator<Item = (&str, &Grant)> {
        self.functions
            .iter()
            .flat_map(|(function, grants)| grants.iter().map(move |grant| (function.as_str(), grant)))
    }

    /// Returns all served paths.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.routes.keys().map(String::as_str)
    }
}

fn routes(events: &Value) -> Vec<(String, String)> {
    let events = events.as_mapping().into_iter().flatten().map(|(_, event)| event);
    let api_events = events.filter(|event| event["Type"] == "HttpApi");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    api_events
        .map(|event| {
            (text(&event["Properties"]["Method"]).to_uppercase(), text(&event["Properties"]["Path"]))
        })
        .collect()
}

/// Returns the permissions in policies, or `None` if one of them has an unsupported form.
fn granted(policies: &Value) -> Option<BTreeSet<Grant>> {
    let mut granted = BTreeSet::new();
    for policy in list(policies) {
        for statement in list(&policy["Statement"]).into_iter().filter(|one| is_direct(one)) {
            let actions: Vec<&str> =
                list(&statement["Action"]).into_iter().map(Value::as_str).collect::<Option<_>>()?;
            let resources: Vec<String> =
                list(&statement["Resource"]).into_iter().map(resource).collect::<Option<_>>()?;
            for action in actions {
                granted.extend(
                    resources
                        .iter()
                        .map(|resource| Grant { action: action.to_owned(), resource: resource.clone() }),
                );
            }
        }
    }
    Some(granted)
}

/// Permissions restricted to use via a service (`kms:ViaService`) don't count, because the service makes these calls,
/// and no fake does.
fn is_direct(statement: &Value) -> bool {
    statement["Condition"]["StringEquals"]["kms:ViaService"].is_null()
}

/// Returns the items of a list, or a single value as a list.
fn list(value: &Value) -> Vec<&Value> {
    match value {
        Value::Sequence(all) => all.iter().collect(),
        Value::Null => Vec::new(),
        one => vec![one],
    }
}

/// Returns the local name of a resource: `!GetAtt StudiesTable.Arn`, `!Sub
/// "${StudiesTable.Arn}/index/by_nct_number"`, `!GetAtt MasterKey.Arn`. For `!If`, it is the name of the first
/// alternative.
fn resource(value: &Value) -> Option<String> {
    let Value::Tagged(tagged) = value else { return None };
    if tagged.tag == "!If" {
        return resource(tagged.value.get(1)?);
    }
    let text = tagged.value.as_str()?;
    let (name, rest) = match text.strip_prefix("${").and_then(|text| text.split_once('}')) {
        Some((name, rest)) => (name, rest),
        None => (text, ""),
    };
    let name = name.strip_suffix(".Arn").unwrap_or(name);
    let name = name.strip_suffix("Table").unwrap_or(name);
    Some(format!("{}{rest}", name.to_lowercase()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic where it fails")]
mod tests {
    use super::*;

    const TEMPLATE_WITH_ONE_FUNCTION: &str = r#"
Resources:
  NewsFunction:
    Type: AWS::Serverless::Function
    Properties:
      Environment: { Variables: { WAYPOINT_INDEX: /mnt, WAYPOINT_KEY_RETURN: !Ref KeyReturn } }
      Events:
        Call: { Type: HttpApi, Properties: { Method: any, Path: /backend/news } }
        EveryHour: { Type: Schedule, Properties: { Schedule: rate(1 hour) } }
      Policies:
        - Statement:
            - Effect: Allow
              Action: [dynamodb:GetItem, dynamodb:Query]
              Resource: [!GetAtt StudiesTable.Arn, !Sub "${StudiesTable.Arn}/index/by_nct_number"]
            - { Effect: Allow, Action: kms:Decrypt, Resource: !GetAtt MasterKey.Arn }
            - Effect: Allow
              Action: kms:GenerateDataKey
              Resource: !GetAtt MasterKey.Arn
              Condition: { StringEquals: { kms:ViaService: s3.us-east-1.amazonaws.com } }
            - { Effect: Allow, Action: elasticfilesystem:ClientMount, Resource: !If [Own, !GetAtt Index.Arn, !Ref Given] }
"#;

    #[test]
    fn function_has_exactly_the_permissions_of_its_policies() {
        let grants = Grants::read(TEMPLATE_WITH_ONE_FUNCTION).unwrap();
        assert_eq!(grants.function_of("/backend/news"), Some("NewsFunction"));
        assert_eq!(grants.function_of("/backend/newspapers"), None);
        for (action, resource, may) in [
            ("dynamodb:GetItem", "studies", true),
            ("dynamodb:Query", "studies/index/by_nct_number", true),
            ("kms:Decrypt", "masterkey", true),
            ("kms:GenerateDataKey", "masterkey", false),
            ("elasticfilesystem:ClientMount", "index", true),
            ("waypoint:UseKey", "return", true),
            ("waypoint:UseKey", "audit_trail", false),
            ("dynamodb:PutItem", "studies", false),
            ("dynamodb:GetItem", "participants", false),
        ] {
            let grant = Grant { action: action.into(), resource: resource.into() };
            assert_eq!(grants.allow("NewsFunction", &grant), may, "{action} {resource}");
            assert!(!grants.allow("OtherFunction", &grant));
        }
        assert_eq!(grants.permissions().count(), 7);
    }

    #[test]
    fn ambiguous_template_is_rejected() {
        let duplicate = TEMPLATE_WITH_ONE_FUNCTION.replace(
            "EveryHour: { Type: Schedule, Properties: { Schedule: rate(1 hour) } }",
            "Again: { Type: HttpApi, Properties: { Method: ANY, Path: /backend/news } }",
        );
        assert!(matches!(Grants::read(&duplicate), Err(InvalidTemplate::DuplicatePath(_))));
        let one_method = TEMPLATE_WITH_ONE_FUNCTION.replace("Method: any", "Method: GET");
        assert!(matches!(Grants::read(&one_method), Err(InvalidTemplate::Method(_))));
        let plain = TEMPLATE_WITH_ONE_FUNCTION.replace("!GetAtt MasterKey.Arn", "\"*\"");
        assert!(matches!(Grants::read(&plain), Err(InvalidTemplate::Statement(_))));
    }
}
