//! The elements of HTML, by what their tags do to plain text.

use std::{collections::HashMap, sync::LazyLock};

use waypoint_text::{Table, table};

const ELEMENTS: Table<2> = table!("../../data/html_elements.tsv", ["effect", "elements"]);

/// What a tag becomes in plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// The tag and the content are removed.
    Hidden,
    Paragraph,
    Line,
    Item,
    Cell,
    Superscript,
    /// Only the tag is removed.
    Inline,
}

/// Returns the effect of an element, or `None` if there is no such element. A name with a colon is an element of another
/// language, such as the `o:p` of word processors.
pub(super) fn effect(name: &str) -> Option<Effect> {
    static EFFECTS: LazyLock<HashMap<&str, Effect>> = LazyLock::new(effects);
    if name.contains(':') {
        return Some(Effect::Inline);
    }
    EFFECTS.get(name.to_ascii_lowercase().as_str()).copied()
}

fn effects() -> HashMap<&'static str, Effect> {
    ELEMENTS
        .rows()
        .flat_map(|[effect, names]| {
            let effect = match effect {
                "hidden" => Effect::Hidden,
                "paragraph" => Effect::Paragraph,
                "line" => Effect::Line,
                "item" => Effect::Item,
                "cell" => Effect::Cell,
                "superscript" => Effect::Superscript,
                _ => Effect::Inline,
            };
            names.split(' ').map(move |name| (name, effect))
        })
        .collect()
}
