//! The markup of an island in a page: its props, and its HTML.

/// When the browser starts an island.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// When the page loads.
    Load,
    /// When the browser is idle, or at the visitor's first interaction.
    Idle,
}

impl Start {
    /// The value of the attribute `data-when`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Idle => "idle",
        }
    }
}

/// The prefix of all ids in an island's HTML.
#[must_use]
pub fn prefix(island: &str) -> String {
    format!("{island}-")
}

/// Returns the markup of an island with its props as JSON and its HTML.
#[must_use]
pub fn island(name: &str, when: &str, props: &str, html: &str) -> String {
    format!(
        "{}\" data-prefix=\"{}\" data-when=\"{when}\">\
         <script type=\"application/json\">{}</script><div data-root>{html}</div></div>{}",
        beginning(name),
        prefix(name),
        escape_for_script(props),
        end(name)
    )
}

/// How the markup of an island begins.
pub(crate) fn beginning(name: &str) -> String {
    format!("<div data-island=\"{name}")
}

/// How the markup of an island ends. No text of a page contains it, because every `<` of a text is escaped.
pub(crate) fn end(name: &str) -> String {
    format!("<!--/{name}-->")
}

/// Escapes JSON so that it can't end its script element, and so that every JavaScript engine can parse it.
#[must_use]
pub fn escape_for_script(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::escape_for_script;

    #[test]
    fn escaped_props_cannot_end_their_script_and_parse_unchanged() {
        let text = "</script><!--\u{2028}\u{2029}";
        let json = serde_json::to_string(text).unwrap();
        let inside = escape_for_script(&json);
        assert!(!inside.contains('<') && inside.is_ascii());
        assert_eq!(serde_json::from_str::<String>(&inside).unwrap(), text);
    }
}
