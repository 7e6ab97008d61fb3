//! The list of functions.

use anyhow::{Context, Result};
use serde_yaml_ng::Value;

/// A function of `template.yaml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Function {
    /// The name of its program.
    pub(crate) program: String,
    /// A method and path of its endpoint, or `None` if a schedule or a stream calls it.
    pub(crate) route: Option<(String, String)>,
    /// Whether a schedule calls it.
    pub(crate) scheduled: bool,
    /// Whether it contains the index or the generator, which makes it larger.
    pub(crate) is_large: bool,
}

/// Returns the functions in the order of the template. The contract names their methods.
pub(crate) fn defined(template: &str, contract: &str) -> Result<Vec<Function>> {
    let template: Value = serde_yaml_ng::from_str(template)?;
    let contract: Value = serde_yaml_ng::from_str(contract)?;
    let resources = template["Resources"].as_mapping().context("the template has no Resources")?;
    resources
        .values()
        .filter(|resource| resource["Type"] == "AWS::Serverless::Function")
        .map(|resource| function(resource, &contract))
        .collect()
}

fn function(resource: &Value, contract: &Value) -> Result<Function> {
    let program =
        resource["Metadata"]["BuildProperties"]["Binary"].as_str().context("a function has no Binary")?;
    let properties = &resource["Properties"];
    let events: Vec<&Value> =
        properties["Events"].as_mapping().into_iter().flat_map(serde_yaml_ng::Mapping::values).collect();
    let route = |event: &Value| {
        let path = event["Properties"]["Path"].as_str()?;
        let method = if contract["paths"][path]["get"].is_null() { "POST" } else { "GET" };
        Some((method.to_owned(), path.to_owned()))
    };
    Ok(Function {
        program: program.to_owned(),
        route: events.iter().copied().filter(|event| event["Type"] == "HttpApi").find_map(route),
        scheduled: events.iter().any(|event| event["Type"] == "Schedule"),
        is_large: !properties["Environment"]["Variables"]["WAYPOINT_INDEX"].is_null()
            || events.iter().any(|event| event["Type"] == "DynamoDB"),
    })
}
