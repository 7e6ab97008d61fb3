//! The resources of a translated template.

use serde_json::Value;

/// A translated template.
#[derive(Debug, Clone, Copy)]
pub(super) struct Resources<'a>(pub(super) &'a Value);

/// A resource with its name.
pub(super) type Named<'a> = (&'a str, &'a Value);

impl<'a> Resources<'a> {
    /// Returns all resources.
    pub(super) fn list(self) -> impl Iterator<Item = Named<'a>> {
        let all = self.0["Resources"].as_object().into_iter().flatten();
        all.map(|(name, resource)| (name.as_str(), resource))
    }

    /// Returns the properties of all resources of a type.
    pub(super) fn of_type(self, kind: &'static str) -> impl Iterator<Item = Named<'a>> {
        let all = self.list().filter(move |(_, resource)| resource["Type"] == kind);
        all.map(|(name, resource)| (name, &resource["Properties"]))
    }

    /// Whether a value consists of parameters that the cloud doesn't display: one, or several separated by spaces.
    pub(super) fn is_hidden_parameter(self, value: &Value) -> bool {
        let is_hidden = |name: &str| self.0["Parameters"][name]["NoEcho"] == true;
        let is_named = |part: &str| {
            let name = part.strip_prefix("${").and_then(|part| part.strip_suffix('}'));
            name.is_some_and(is_hidden)
        };
        let are_hidden = |text: &str| text.split(' ').all(is_named);
        value["Ref"].as_str().is_some_and(is_hidden) || value["Fn::Sub"].as_str().is_some_and(are_hidden)
    }
}

/// Returns the items of a list; none if the value is not a list.
pub(super) fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
