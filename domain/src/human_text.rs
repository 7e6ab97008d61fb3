//! Typed text without invisible characters.
//!
//! Zero-width characters, direction marks, and control characters come from pasted text and attacks. They make an empty
//! name look filled in, and make equal addresses compare unequal. They are removed and not rejected, because the person
//! can't see what to delete. Joiners stay where a script needs them, for example in Persian and Sinhala words.

use std::borrow::Cow;

use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{DefaultIgnorableCodePoint, GeneralCategory, Script, VariationSelector},
};
use unicode_segmentation::UnicodeSegmentation;
use waypoint_text::in_one_line;

/// The maximum number of code points per grapheme cluster: enough for every language, too few to stack marks.
const CODE_POINTS_PER_CHARACTER: usize = 4;

const ZERO_WIDTH_NON_JOINER: char = '\u{200C}';
const ZERO_WIDTH_JOINER: char = '\u{200D}';
/// A braille cell without dots. It looks like a space but isn't white space.
const BLANK_BRAILLE: char = '\u{2800}';

/// Trimmed, non-empty, visible text of a limited length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HumanText(String);

/// How much text a field accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextLimit {
    /// A single line of at most this many characters.
    SingleLine(usize),
    /// Several lines with at most this many characters in total.
    MultiLine(usize),
}

/// Why a text is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidText {
    /// The text has no visible character.
    #[error("Enter at least one letter or digit")]
    Empty,
    #[error("Use {most} characters or fewer. You have {over} too many")]
    TooLong {
        /// The maximum number of characters.
        most: usize,
        /// The number of characters over the maximum.
        over: usize,
    },
}

impl HumanText {
    /// Removes invisible characters, trims the text, and checks its length.
    pub fn parse(text: &str, room: TextLimit) -> Result<Self, InvalidText> {
        let text = remove_hidden_characters(text);
        let (text, most) = match room {
            TextLimit::SingleLine(most) => (Cow::Owned(in_one_line(&text)), most),
            TextLimit::MultiLine(most) => (text, most),
        };
        let text = text.trim();
        if text.chars().all(is_blank) {
            return Err(InvalidText::Empty);
        }
        match excess(text, most) {
            0 => Ok(Self(text.to_owned())),
            over => Err(InvalidText::TooLong { most, over }),
        }
    }

    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

/// Returns how many characters (grapheme clusters) a text has over a limit.
#[must_use]
pub fn excess(text: &str, most: usize) -> usize {
    let characters = text.graphemes(true).count();
    let code_points = text.chars().count();
    let over = characters.saturating_sub(most);
    over.max(code_points.saturating_sub(most.saturating_mul(CODE_POINTS_PER_CHARACTER)))
}

/// Removes invisible characters, but keeps line breaks and tabs.
#[must_use]
pub fn remove_hidden_characters(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| c == '\n' || c == '\t' || !is_hidden(c)) {
        return Cow::Borrowed(text);
    }
    let characters: Vec<char> = text.chars().collect();
    let mut kept = String::with_capacity(text.len());
    for (place, &c) in characters.iter().enumerate() {
        let before = place.checked_sub(1).and_then(|before| characters.get(before)).copied();
        let after = characters.get(place + 1).copied();
        match c {
            '\r' if after == Some('\n') => {}
            '\r' | '\u{0085}' | '\u{000B}' | '\u{000C}' | '\u{2028}' | '\u{2029}' => kept.push('\n'),
            '\n' | '\t' => kept.push(c),
            _ if !is_hidden(c) || is_needed(c, before, after) => kept.push(c),
            _ => {}
        }
    }
    Cow::Owned(kept)
}

/// Whether a character is a control character, has no glyph, or is a Unicode line or paragraph separator.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    let is_annotation = matches!(c, '\u{FFF9}'..='\u{FFFB}');
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    let separates = matches!(category, GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator);
    separates
        || is_annotation
        || category == GeneralCategory::Control
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

/// Whether a hidden character changes how its neighbors are drawn: a joiner within a word of a script that uses joiners, or
/// a variation selector after a visible non-ASCII character.
fn is_needed(c: char, before: Option<char>, after: Option<char>) -> bool {
    let Some(before) = before.filter(|before| !is_hidden(*before) && !before.is_whitespace()) else {
        return false;
    };
    if matches!(c, ZERO_WIDTH_NON_JOINER | ZERO_WIDTH_JOINER) {
        let scripts = CodePointMapData::<Script>::new();
        let is_word_part = |c: char| joins(scripts.get(c)) || scripts.get(c) == Script::Inherited;
        return joins(scripts.get(before))
            && after.is_some_and(|after| !is_hidden(after) && is_word_part(after));
    }
    CodePointSetData::new::<VariationSelector>().contains(c) && !before.is_ascii()
}

/// Whether words of a script can contain joiners: scripts that join letters, and those with conjuncts.
fn joins(script: Script) -> bool {
    matches!(
        script,
        Script::Arabic
            | Script::Syriac
            | Script::Mongolian
            | Script::Nko
            | Script::Mandaic
            | Script::Devanagari
            | Script::Bengali
            | Script::Gurmukhi
            | Script::Gujarati
            | Script::Oriya
            | Script::Tamil
            | Script::Telugu
            | Script::Kannada
            | Script::Malayalam
            | Script::Sinhala
            | Script::Khmer
            | Script::Myanmar
            | Script::Tibetan
            | Script::Javanese
            | Script::Balinese
    )
}

pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == BLANK_BRAILLE || is_hidden(c)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(text: &str) -> Result<String, InvalidText> {
        HumanText::parse(text, TextLimit::SingleLine(100)).map(HumanText::into_string)
    }

    #[test]
    fn text_without_a_visible_character_is_empty() {
        for text in [
            "",
            " ",
            "\u{200B}",
            "\u{FEFF}",
            "\u{202A}\u{202C}",
            "\u{2066}\u{2069}",
            "\u{00AD}",
            "\u{3164}",
            "\u{115F}",
            "\u{FFA0}",
            "\u{2800}",
            "\u{034F}",
            "\u{E0041}",
            "\0",
            "\u{7f}",
            "\u{85}",
            "\u{200D}",
            "\u{200C}\u{200C}",
            "\u{FE0F}",
            "\u{2028}",
            "\u{180E}",
            "\u{FFF9}\u{FFFB}",
            "\u{2060}",
            "\u{061C}",
        ] {
            assert_eq!(line(text), Err(InvalidText::Empty), "{text:?}");
        }
    }

    #[test]
    fn hidden_characters_are_removed_from_words() {
        let table = [
            ("Ma\u{200B}ria", "Maria"),
            ("\u{202E}Maria\u{202C}", "Maria"),
            ("\u{FEFF} Maria  Rosa ", "Maria Rosa"),
            ("Ma\u{0}ria", "Maria"),
            ("Maria\u{2028}Rosa", "Maria Rosa"),
            ("Ma\u{200D}ria", "Maria"),
            ("co\u{AD}op", "coop"),
            ("O’Brien-Núñez", "O’Brien-Núñez"),
            ("李小龍", "李小龍"),
        ];
        for (typed, kept) in table {
            assert_eq!(line(typed).as_deref(), Ok(kept), "{typed:?}");
        }
    }

    #[test]
    fn joiners_and_selectors_stay_where_a_script_needs_them() {
        for word in [
            "می\u{200C}خواهم",
            "علی\u{200C}رضا",
            "श्री\u{200D}म",
            "क्\u{200D}ष",
            "ශ්\u{200D}රී",
            "ന്\u{200D}റെ",
            "葛\u{E0100}城",
        ] {
            assert_eq!(line(word).as_deref(), Ok(word), "{word:?}");
        }
        assert_eq!(line("علی\u{200C}").as_deref(), Ok("علی"));
        assert_eq!(line("a\u{FE0F}b").as_deref(), Ok("ab"));
    }

    #[test]
    fn only_multi_line_text_keeps_line_breaks() {
        let lines = |text| HumanText::parse(text, TextLimit::MultiLine(100)).map(HumanText::into_string);
        assert_eq!(lines("one\r\ntwo\rthree").as_deref(), Ok("one\ntwo\nthree"));
        assert_eq!(line("one\r\ntwo\tthree").as_deref(), Ok("one two three"));
    }

    #[test]
    fn character_counts_match_the_shared_table() {
        let table: Vec<(String, usize)> =
            serde_json::from_str(include_str!("../tests/tables/text_lengths.json")).unwrap();
        for (text, length) in table {
            assert_eq!(text.graphemes(true).count(), length, "{text:?}");
            assert_eq!(excess(&text, length), 0, "{text:?}");
        }
    }

    #[test]
    fn length_counts_grapheme_clusters_and_limits_stacked_marks() {
        let table = [
            ("abc".to_owned(), 3, 0),
            ("abcd".to_owned(), 3, 1),
            ("e\u{301}".repeat(3), 3, 0),
            ("👩\u{200D}👧".repeat(3), 3, 0),
            (format!("e{}", "\u{301}".repeat(20)), 3, 9),
        ];
        for (text, most, over) in table {
            assert_eq!(excess(&text, most), over, "{text}");
        }
        assert_eq!(
            HumanText::parse("abcd", TextLimit::SingleLine(3)).map_err(|error| error.to_string()),
            Err("Use 3 characters or fewer. You have 1 too many".into())
        );
    }

    proptest! {
        #[test]
        fn visible_text_has_no_control_characters_or_direction_marks(text in "\\PC{0,20}[\\x00-\\x1f\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}-\u{206F}\u{FEFF}a-z ]{0,20}") {
            let kept = remove_hidden_characters(&text);
            let hidden = |c: char| (c.is_control() && c != '\n' && c != '\t') || matches!(c, '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}');
            prop_assert!(!kept.chars().any(hidden), "{kept:?}");
        }

        #[test]
        fn parsing_is_idempotent(text in any::<String>()) {
            if let Ok(once) = line(&text) {
                prop_assert_eq!(line(&once), Ok(once));
            }
        }
    }
}
