//! What the template grants to each function.

use std::collections::{BTreeMap, BTreeSet};

use serde_yaml_ng::Value;
use waypoint_keys::Purpose;

const TEMPLATE: &str = include_str!("../../../../template.yaml");

/// An action on a resource: `dynamodb:GetItem` on `participants`, `dynamodb:Query` on `participants/index/by_due`,
/// `kms:Decrypt` on `masterkey`. A key in a function's environment is one, too: `waypoint:UseKey` on `return`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grant {
    /// The action, as policies name it.
    pub action: String,
    /// The resource: a table by its name here, an index of it, or the key.
    pub resource: String,
}

impl Grant {
    /// The use of a key of this purpose.
    #[must_use]
    pub fn of_key(purpose: Purpose) -> Self {
        Self { action: "waypoint:UseKey".to_owned(), resource: purpose.name() }
    }
}

/// What each function may do, and which one answers which call.
#[derive(Debug, Clone, Default)]
pub struct Grants {
    functions: BTreeMap<String, BTreeSet<Grant>>,
    routes: BTreeMap<String, String>,
}

/// The template can't be read.
#[derive(Debug, thiserror::Error)]
pub enum InvalidTemplate {
    /// It is no YAML.
    #[error("template.yaml: {0}")]
    Yaml(#[from] serde_yaml_ng::Error),
    /// A statement of a policy is in another shape than all others.
    #[error("template.yaml: {0} has a statement that can't be read")]
    Statement(String),
    /// Two functions answer at the same path.
    #[error("template.yaml: {0} has two functions")]
    Twice(String),
    /// A function is asked with some methods alone.
    #[error("template.yaml: {0} leaves methods to the gateway; a function answers all of them")]
    Method(String),
}

impl Grants {
    /// Those of the template.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn of_template() -> Result<Self, InvalidTemplate> {
        Self::read(TEMPLATE)
    }

    fn read(template: &str) -> Result<Self, InvalidTemplate> {
        let template: Value = serde_yaml_ng::from_str(template)?;
        let mut grants = Self::default();
        let resources = template["Resources"].as_mapping().into_iter().flatten();
        for (name, resource) in resources.filter(|(_, one)| one["Type"] == "AWS::Serverless::Function") {
            let name = name.as_str().unwrap_or_default().to_owned();
            let mut of_function = granted(&resource["Properties"]["Policies"])
                .ok_or_else(|| InvalidTemplate::Statement(name.clone()))?;
            let variables = resource["Properties"]["Environment"]["Variables"].as_mapping();
            let variables = variables.into_iter().flatten().filter_map(|(name, _)| name.as_str());
            of_function.extend(variables.filter_map(Purpose::of_variable).map(Grant::of_key));
            for (method, path) in routes(&resource["Properties"]["Events"]) {
                if method != "ANY" {
                    return Err(InvalidTemplate::Method(path));
                }
                if grants.routes.insert(path.clone(), name.clone()).is_some() {
                    return Err(InvalidTemplate::Twice(path));
                }
            }
            grants.functions.insert(name, of_function);
        }
        Ok(grants)
    }

    /// The function that answers at a path, whatever the method.
    #[must_use]
    pub fn function_of(&self, path: &str) -> Option<&str> {
        self.routes.get(path).map(String::as_str)
    }

    /// Whether a function may do this.
    #[must_use]
    pub fn allow(&self, function: &str, wanted: &Grant) -> bool {
        self.functions.get(function).is_some_and(|grants| grants.contains(wanted))
    }

    /// Everything that is granted, with the function to which it is.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Grant)> {
        self.functions
            .iter()
            .flat_map(|(function, grants)| grants.iter().map(move |grant| (function.as_str(), grant)))
    }

    /// Every path at which a function answers.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.routes.keys().map(String::as_str)
    }
}

fn routes(events: &Value) -> Vec<(String, String)> {
    let events = events.as_mapping().into_iter().flatten().map(|(_, event)| event);
    let of_api = events.filter(|event| event["Type"] == "HttpApi");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    of_api
        .map(|event| {
            (text(&event["Properties"]["Method"]).to_uppercase(), text(&event["Properties"]["Path"]))
        })
        .collect()
}

/// What policies grant; nothing when one of them can't be read.
fn granted(policies: &Value) -> Option<BTreeSet<Grant>> {
    let mut granted = BTreeSet::new();
    for policy in list(policies) {
        for statement in list(&policy["Statement"]).into_iter().filter(|one| is_for_itself(one)) {
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

/// What a function may do by way of a service alone, it does not do itself: the service asks, and no stand-in does.
fn is_for_itself(statement: &Value) -> bool {
    statement["Condition"]["StringEquals"]["kms:ViaService"].is_null()
}

/// A list, or the one entry that stands without one.
fn list(value: &Value) -> Vec<&Value> {
    match value {
        Value::Sequence(all) => all.iter().collect(),
        Value::Null => Vec::new(),
        one => vec![one],
    }
}

/// A resource by its name on this machine: `!GetAtt StudiesTable.Arn`, `!Sub "${StudiesTable.Arn}/index/by_nct_number"`,
/// `!GetAtt MasterKey.Arn`. What a deployment may be given instead of its own has the name of the latter.
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
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    const A_FUNCTION: &str = r#"
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
    fn a_function_may_do_what_its_policies_say_and_nothing_else() {
        let grants = Grants::read(A_FUNCTION).unwrap();
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
            let wanted = Grant { action: action.into(), resource: resource.into() };
            assert_eq!(grants.allow("NewsFunction", &wanted), may, "{action} {resource}");
            assert!(!grants.allow("OtherFunction", &wanted));
        }
        assert_eq!(grants.all().count(), 7);
    }

    #[test]
    fn a_template_that_leaves_open_what_is_meant_is_refused() {
        let twice = A_FUNCTION.replace(
            "EveryHour: { Type: Schedule, Properties: { Schedule: rate(1 hour) } }",
            "Again: { Type: HttpApi, Properties: { Method: ANY, Path: /backend/news } }",
        );
        assert!(matches!(Grants::read(&twice), Err(InvalidTemplate::Twice(_))));
        let one_method = A_FUNCTION.replace("Method: any", "Method: GET");
        assert!(matches!(Grants::read(&one_method), Err(InvalidTemplate::Method(_))));
        let plain = A_FUNCTION.replace("!GetAtt MasterKey.Arn", "\"*\"");
        assert!(matches!(Grants::read(&plain), Err(InvalidTemplate::Statement(_))));
    }
}
