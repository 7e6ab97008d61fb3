//! The markup of an island in a page: its props, and its server-rendered HTML.

use serde::Serialize;

use crate::ssr::IslandRenderer;

/// When the browser starts an island.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Start {
    /// When the page loads.
    Load,
    /// When the browser is idle, or at the visitor's first interaction.
    Idle,
}

/// Props of islands that need none, because their data is in the address or in the browser.
#[derive(Serialize)]
pub(crate) struct NoProps {}

/// Renders an island with its props, or returns the reason for failure.
pub(super) fn island(
    renderer: &IslandRenderer,
    name: &'static str,
    start: Start,
    props: &impl Serialize,
) -> Result<String, String> {
    let props = serde_json::to_string(props).map_err(|error| error.to_string())?;
    let html = renderer.render(name, &props, &format!("{name}-"))?;
    let when = match start {
        Start::Load => "load",
        Start::Idle => "idle",
    };
    Ok(format!(
        "<div data-island=\"{name}\" data-prefix=\"{name}-\" data-when=\"{when}\">\
         <script type=\"application/json\">{}</script><div data-root>{html}</div></div>",
        escape_for_script(&props)
    ))
}

/// Escapes JSON so that it can't end its script element, and so that every JavaScript engine can parse it.
pub(crate) fn escape_for_script(json: &str) -> String {
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
