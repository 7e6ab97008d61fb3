//! What tells who somebody is, taken out of a text before it goes to anybody else.
//!
//! The rules would rather take out too much: a word too few costs an answer, a name too many costs trust. Ages, sexes,
//! conditions and numbers of studies stay, because an answer needs them.

mod names;
mod numbers;
mod places;

/// A word with where it stands in the text.
#[derive(Debug, Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> Token<'a> {
    /// The word without what stands around it.
    fn core(&self) -> &'a str {
        self.text.trim_matches(|c: char| !c.is_alphanumeric())
    }

    fn small(&self) -> String {
        self.core().to_lowercase().replace('’', "'")
    }

    fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Whether a sentence ends here.
    fn ends_sentence(&self) -> bool {
        self.text.ends_with(['.', '!', '?', ';', ':', ','])
    }
}

/// A part of a text, in bytes, and what stands for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Found {
    start: usize,
    end: usize,
    label: &'static str,
}

/// A text without mail addresses, phone and other long numbers, dates, names that are told, street addresses, web
/// addresses and participant numbers. Each leaves a word in brackets.
#[must_use]
pub fn scrubbed(text: &str) -> String {
    let tokens = tokens(text);
    let mut found: Vec<Found> = numbers::found(text);
    found.extend(tokens.iter().filter_map(written_as_one));
    found.extend(names::found(&tokens));
    found.extend(places::found(&tokens));
    replaced(text, found)
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let pieces = text.split_inclusive(char::is_whitespace);
    let placed = pieces.scan(0, |at, piece| {
        let start = *at;
        *at += piece.len();
        Some(Token { text: piece.trim_end(), start })
    });
    placed.filter(|token| !token.text.is_empty()).collect()
}

/// A mail address, a web address or a participant number: what is told by one word alone.
fn written_as_one(token: &Token) -> Option<Found> {
    let small = token.text.to_lowercase();
    let core = token.core();
    let is_participant = core.len() == 14
        && core.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("PT"))
        && core.chars().all(|c| c.is_ascii_alphanumeric());
    let label = if small.contains('@') && small.trim_matches('@').len() > 2 {
        "[email]"
    } else if small.contains("://") || small.trim_start_matches('(').starts_with("www.") {
        "[link]"
    } else if is_participant {
        "[participant number]"
    } else {
        return None;
    };
    Some(Found { start: token.start, end: token.end(), label })
}

fn replaced(text: &str, mut found: Vec<Found>) -> String {
    found.sort_by_key(|part| (part.start, std::cmp::Reverse(part.end)));
    let (mut kept, mut at) = (String::with_capacity(text.len()), 0);
    for part in found {
        if part.start >= at {
            kept.push_str(&text[at..part.start]);
            kept.push_str(part.label);
        }
        at = at.max(part.end);
    }
    kept.push_str(text.get(at..).unwrap_or_default());
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_tells_who_somebody_is_is_taken_out() {
        let table = [
            ("Write to maria.sample+x@example.org, please", "Write to [email] please"),
            ("call me at (216) 555-0134 or +1 216.555.0134!", "call me at ([number] or [number]!"),
            ("my SSN is 123-45-6789", "my SSN is [number]"),
            ("born 3/27/1956 or 1956-03-27", "born [date] or [date]"),
            ("born on March 27, 1956, in Ohio", "born on [date], in Ohio"),
            ("I was born 27 March 1956", "I was born [date]"),
            ("My name is Rosa Maria Sample and I have asthma", "My name is [name] and I have asthma"),
            ("my name is rosa sample. Is it free?", "my name is [name]. Is it free?"),
            ("I'm Rosa, 58, with COPD", "I'm [name], 58, with COPD"),
            ("Ask Dr. Okafor or Mrs Sample", "Ask Dr. [name] or Mrs [name]"),
            ("I live at 740 Lakeside Court, Apt 4", "I live at [address], Apt 4"),
            ("see https://me.example/rosa?x=1", "see [link]"),
            ("my number is PT0000000000AB", "my number is [participant number]"),
            ("card 4111 1111 1111 1111", "card [number]"),
            ("I live in 44106", "I live in [number]"),
        ];
        for (text, kept) in table {
            assert_eq!(scrubbed(text), kept, "{text}");
        }
    }

    #[test]
    fn what_an_answer_needs_stays() {
        for text in [
            "58 year old woman with type 2 diabetes near Cleveland, OH",
            "Tell me about NCT04611802 and STU01009.",
            "What is the name of the study drug?",
            "I'm looking for trials. I'm a nurse.",
            "Is stage III, HER2-positive cancer included?",
            "It was in 2019, 3 weeks ago, 2.5 mg, 120/80",
            "Is the main street of research open?",
        ] {
            assert_eq!(scrubbed(text), text);
        }
    }

    proptest! {
        #[test]
        fn no_mail_address_and_no_long_number_is_left(
            text in any::<String>(), name in "[a-z]{2,8}", number in "[2-9][0-9]{2}[-. ]?[0-9]{3}[-. ]?[0-9]{4}",
        ) {
            let kept = scrubbed(&format!("{text} {name}@example.org {number} {text}"));
            let has = |what: &str| kept.contains(what) && !text.contains(what);
            prop_assert!(!has(&format!("{name}@example.org")) && !has(&number), "{kept}");
        }
    }
}
