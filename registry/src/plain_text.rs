//! Plain text of texts with character references and tags, which sponsors paste into records: `&ge;`, `<b>`, `<br>`.
//!
//! Less-than signs are common in these texts (`age <18`), so only tags of known elements are removed. References and tags
//! may be escaped themselves, with backslashes or as `&amp;ge;` and `&lt;b&gt;`.

mod element;
mod reference;
mod tag;

use std::borrow::Cow;

use waypoint_domain::human_text::remove_hidden_characters;

use element::Effect;
use tag::Markup;

/// How often a text may be escaped. Twice happens; more is left as it is.
const MAX_ROUNDS: usize = 3;

/// Converts character references and tags to what they stand for.
pub(crate) fn plain_text(text: &str) -> String {
    if !text.contains(['&', '<']) {
        return text.to_owned();
    }
    let mut plain = text.to_owned();
    for _ in 0..MAX_ROUNDS {
        let next = without_tags(&reference::decoded(&plain)).into_owned();
        if next == plain {
            break;
        }
        plain = next;
    }
    if plain == text { plain } else { remove_hidden_characters(&plain).trim().to_owned() }
}

fn without_tags(text: &str) -> Cow<'_, str> {
    let mut plain = PlainText::default();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let Some((markup, length)) = tag::markup(&rest[at..]) else {
            plain.text.push_str(&rest[..=at]);
            rest = &rest[at + 1..];
            continue;
        };
        // The registry escapes a less-than sign with a backslash.
        plain.text.push_str(rest[..at].strip_suffix('\\').unwrap_or(&rest[..at]));
        rest = &rest[at + length..];
        plain.has_markup = true;
        match markup {
            Markup::Comment => {}
            Markup::Open(Effect::Hidden, name) => {
                let end = if plain.unclosed == Some(name) { None } else { tag::end_of(name, rest) };
                plain.unclosed = if end.is_none() { Some(name) } else { plain.unclosed };
                rest = end.map_or(rest, |end| &rest[end..]);
            }
            Markup::Open(effect, _) => plain.open(effect),
            Markup::Close(effect) => plain.close(effect),
        }
    }
    if !plain.has_markup {
        return Cow::Borrowed(text);
    }
    plain.text.push_str(rest);
    Cow::Owned(plain.text)
}

#[derive(Default)]
struct PlainText<'a> {
    text: String,
    has_markup: bool,
    /// Where the current superscript begins.
    superscript: Option<usize>,
    /// An element without an end tag in the rest of the text, so that it is searched only once.
    unclosed: Option<&'a str>,
}

impl PlainText<'_> {
    fn open(&mut self, effect: Effect) {
        match effect {
            Effect::Superscript => self.superscript = Some(self.text.len()),
            Effect::Item => {
                self.end_line(1);
                self.text.push_str("* ");
            }
            other => self.separate(other),
        }
    }

    fn close(&mut self, effect: Effect) {
        match effect {
            Effect::Superscript => self.raise(),
            Effect::Item => self.end_line(1),
            other => self.separate(other),
        }
    }

    fn separate(&mut self, effect: Effect) {
        match effect {
            Effect::Paragraph => self.end_line(2),
            Effect::Line => self.end_line(1),
            Effect::Cell if !self.text.ends_with(char::is_whitespace) => self.text.push(' '),
            _ => {}
        }
    }

    /// Ends the text with this many line ends.
    fn end_line(&mut self, lines: usize) {
        let words = self.text.trim_end_matches(' ').len();
        self.text.truncate(words);
        let ended = self.text.bytes().rev().take_while(|byte| *byte == b'\n').count();
        let missing = if self.text.is_empty() { 0 } else { lines.saturating_sub(ended) };
        self.text.extend(std::iter::repeat_n('\n', missing));
    }

    /// Raises the digits of a superscript: without it, 10 to the 9th would read 109.
    fn raise(&mut self) {
        let Some(start) = self.superscript.take().filter(|start| *start <= self.text.len()) else { return };
        let raised = self.text.split_off(start);
        match raised.chars().map(raised_character).collect::<Option<String>>() {
            Some(characters) => self.text.push_str(&characters),
            None if raised.contains(|c: char| c.is_ascii_digit()) => {
                self.text.push('^');
                self.text.push_str(&raised);
            }
            None => self.text.push_str(&raised),
        }
    }
}

fn raised_character(c: char) -> Option<char> {
    const PLAIN: &str = "0123456789+-−–=()n";
    const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿ";
    PLAIN.chars().zip(RAISED.chars()).find(|(plain, _)| *plain == c).map(|(_, raised)| raised)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn references_and_tags_become_plain_text() {
        for (text, plain) in [
            ("age &ge; 18 &amp; &lt; 65", "age ≥ 18 & < 65"),
            ("&amp;ge; 18, &amp;amp;lt; 65", "≥ 18, < 65"),
            ("37&#176;C, 38&#xB0;C, it&#146;s", "37°C, 38°C, it’s"),
            ("a&semi; b&nosuch; c&GE;5", "a; b&nosuch; c≥5"),
            ("R&D at AT&T, Q&A; a&b;c", "R&D at AT&T, Q&A; a&b;c"),
            ("5&nbspmg &lt5 &gt5", "5 mg <5 >5"),
            ("<b>Bold</b> and <i class=\"x\">slanted</i>", "Bold and slanted"),
            ("&lt;b&gt;Bold&lt;/b&gt;", "Bold"),
            ("\\<b\\>Bold\\</b\\> \\<0.1", "Bold \\<0.1"),
            ("One<br>two<BR/>three<br />four", "One\ntwo\nthree\nfour"),
            ("<p>One</p><p>Two</p>", "One\n\nTwo"),
            ("Has:<ul><li>asthma</li><li>gout</li></ul>Not", "Has:\n\n* asthma\n* gout\n\nNot"),
            ("10<sup>9</sup>/L, m<sup>-2</sup>, 5<sup>th</sup>, 2<sup>1x</sup>", "10⁹/L, m⁻², 5th, 2^1x"),
            ("H<sub>2</sub>O", "H2O"),
            ("a <script>alert(1)</script>b<!-- x -->c<o:p></o:p>", "a bc"),
            ("<img src=x onerror=alert(1)>A study", "A study"),
            ("<td>18</td><td>Years</td>", "18 Years"),
        ] {
            assert_eq!(plain_text(text), plain, "{text}");
        }
    }

    #[test]
    fn comparisons_and_addresses_are_no_tags() {
        for text in [
            "age <18 or >65",
            "a<b and c>d",
            "if p < 0.05",
            "<john@example.org>",
            "<10 mg>",
            "x<y>z",
            "i<",
            "<",
            "<b",
            "& < ; &",
            "",
        ] {
            assert_eq!(plain_text(text), text);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_converted(text in "[&<>/;#a-z\\\\\"= é0-9!-]{0,80}") {
            plain_text(&text);
        }
    }
}
