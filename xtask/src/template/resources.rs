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
}

/// A list, or nothing.
pub(super) fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
