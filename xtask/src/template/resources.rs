//! The resources of a translated template.

use serde_json::Value;

/// A translated template.
#[derive(Debug, Clone, Copy)]
pub(super) struct Resources<'a>(pub(super) &'a Value);

/// A resource with its name.
pub(super) type Named<'a> = (&'a str, &'a Value);

impl<'a> Resources<'a> {
    /// All of them.
    pub(super) fn all(self) -> impl Iterator<Item = Named<'a>> {
        let all = self.0["Resources"].as_object().into_iter().flatten();
        all.map(|(name, resource)| (name.as_str(), resource))
    }

    /// The properties of those of a type.
    pub(super) fn of(self, kind: &'static str) -> impl Iterator<Item = Named<'a>> {
        let all = self.all().filter(move |(_, resource)| resource["Type"] == kind);
        all.map(|(name, resource)| (name, &resource["Properties"]))
    }

    /// Whether a value is that of parameters which the cloud shows to nobody: of one, or of several with a space between them.
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

/// A list, or nothing.
pub(super) fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
