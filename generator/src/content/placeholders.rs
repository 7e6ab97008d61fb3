//! Placeholders that texts may contain, such as `{brand.name}`.

use super::brand::Brand;

/// Starts of all placeholders.
const STARTS: [&str; 2] = ["{brand.", "{response."];

/// The fix for a placeholder that doesn't exist.
pub(super) const KNOWN_PLACEHOLDERS: &str = "use {brand.name}, {brand.short_name}, {brand.legal_name}, \
    {brand.contact_email}, or {response.working_days} if site.toml has [response]";

/// The placeholders and their replacements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placeholders(Vec<(&'static str, String)>);

impl Placeholders {
    /// The placeholders of a brand, and of the number of working days in which study teams respond, if it is set.
    pub(super) fn new(brand: &Brand, working_days: Option<String>) -> Self {
        let brand = brand.placeholders().map(|(placeholder, words)| (placeholder, words.to_owned()));
        let days = working_days.map(|days| ("{response.working_days}", days));
        Self(brand.into_iter().chain(days).collect())
    }

    /// The position of the first placeholder in a text, known or not.
    pub(super) fn find(text: &str) -> Option<usize> {
        STARTS.iter().filter_map(|start| text.find(start)).min()
    }

    /// The placeholder at the start of a text, with its replacement.
    pub(super) fn at_start_of(&self, text: &str) -> Option<(&'static str, &str)> {
        let found = self.0.iter().find(|(placeholder, _)| text.starts_with(placeholder));
        found.map(|(placeholder, words)| (*placeholder, words.as_str()))
    }
}
