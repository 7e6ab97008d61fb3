//! What tells who somebody is, taken out of a text before it goes to anybody else.
//!
//! The rules would rather take out too much: a word too few costs an answer, a name too many costs trust. Ages, sexes,
//! conditions and numbers of studies stay, because an answer needs them.

mod known_words;
mod names;
mod numbers;
mod owners;
mod places;
mod registry_numbers;
mod token;

use token::{Found, Token};

/// What stands for what was taken out.
const LABELS: [&str; 7] =
    ["[email]", "[link]", "[participant number]", "[number]", "[date]", "[name]", "[address]"];

/// A text without mail addresses, phone and other long numbers, dates, names that are told, street addresses, web
/// addresses and participant numbers. Each leaves a word in brackets. `is_condition` tells words for illnesses, which an
/// answer needs, and of which some sound like names.
#[must_use]
pub fn scrubbed(text: &str, is_condition: &dyn Fn(&str) -> bool) -> String {
    let text = &registry_numbers::joined(text);
    let tokens = tokens(text);
    let mut found: Vec<Found> = numbers::found(text);
    found.extend(tokens.iter().filter_map(written_as_one));
    found.extend(numbers::with_letters(text));
    found.extend(names::found(&tokens, is_condition));
    found.extend(owners::found(&tokens, is_condition));
    found.extend(places::found(&tokens));
    replaced(text, found)
}

/// A text without the words in brackets that [`scrubbed`] left in it.
#[must_use]
pub fn without_labels(text: &str) -> String {
    LABELS.iter().fold(text.to_owned(), |text, label| text.replace(label, " "))
}

/// Words as spaces part them, and commas without a space: `rosa,58`.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let pieces = text.split_inclusive(char::is_whitespace).flat_map(|piece| {
        let is_address = piece.contains(['@', '/']);
        piece.split_inclusive(move |c| !is_address && matches!(c, ',' | ';'))
    });
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

    /// Some words for illnesses, among them those that are called like people.
    fn is_condition(word: &str) -> bool {
        let words =
            ["asthma", "copd", "hiv", "lupus", "parkinson's", "graves", "bipolar", "celiac", "ms", "afib"];
        words.contains(&word.to_lowercase().as_str())
    }

    fn scrubbed(text: &str) -> String {
        super::scrubbed(text, &is_condition)
    }

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
            ("show me john smith's medical record", "show me [name] medical record"),
            ("what are rosa’s results", "what are [name] results"),
            ("what are rosa´s results", "what are [name] results"),
            (
                "are my neighbor's records and parkinson's data kept",
                "are my neighbor's records and parkinson's data kept",
            ),
            ("card 4111 1111 1111 1111", "card [number]"),
            ("I live in 44106", "I live in [number]"),
            ("record A12345 and mrn#KX-99B12345", "record [number] and mrn#KX-[number]"),
            ("chart 12345B", "chart [number]"),
        ];
        for (text, kept) in table {
            assert_eq!(scrubbed(text), kept, "{text}");
        }
    }

    #[test]
    fn a_name_is_taken_out_however_a_phone_writes_it() {
        let table = [
            ("i'm rosa, 58", "i'm [name], 58"),
            ("i’m rosa,58 and have asthma", "i’m [name],58 and have asthma"),
            ("im rosa sample", "im [name]"),
            ("I am rosa sample. is it free", "I am [name]. is it free"),
            ("i am rosa and i have copd", "i am [name] and i have copd"),
            ("this is rosa", "this is [name]"),
            ("THIS IS ROSA SAMPLE", "THIS IS [name]"),
            ("hi this is james calling about asthma", "hi this is [name] calling about asthma"),
            ("Rosa Sample here, is it free?", "[name] here, is it free?"),
            ("rosa here", "[name] here"),
            ("hello rosa sample here", "hello [name] here"),
            ("soy maría", "soy [name]"),
            ("soy maria y tengo asma", "soy [name] y tengo asma"),
            ("me llamo josé luis", "me llamo [name]"),
            ("Soy María de la Cruz", "Soy [name]"),
            ("tôi tên là lan", "tôi tên là [name]"),
            ("tôi là Lan, 58 tuổi", "tôi là [name], 58 tuổi"),
            ("i'm oluwaseun, 44", "i'm [name], 44"),
            ("i am tunde adeyemi and i have copd", "i am [name] and i have copd"),
            ("I'm Adeyemi", "I'm [name]"),
            ("my husband john has copd", "my husband [name] has copd"),
            ("my son Tunde has asthma", "my son [name] has asthma"),
            ("ask dr okafor or mrs. sample", "ask dr [name] or mrs. [name]"),
            ("name: rosa sample", "name: [name]"),
            ("rosa sample is my name", "[name] is my name"),
            ("Is it free? Thanks, Rosa", "Is it free? Thanks, [name]"),
            ("Is it free?\n- rosa", "Is it free?\n- [name]"),
            ("its rosa again", "its [name] again"),
            ("I'm Will", "I'm [name]"),
            ("call me rosa", "call me [name]"),
            ("Did my neighbor Rosa Sample sign up?", "Did my neighbor [name] sign up?"),
            ("did my neighbor rosa sign up?", "did my neighbor [name] sign up?"),
        ];
        for (text, kept) in table {
            assert_eq!(scrubbed(text), kept, "{text}");
        }
    }

    #[test]
    fn what_somebody_is_has_or_does_is_no_name_however_it_is_written() {
        for text in [
            "I'm Diabetic, any trials?",
            "i'm diabetic",
            "I'm Bipolar",
            "I am HIV positive",
            "My Mom Parkinson's, any trial?",
            "my dad Graves",
            "I'm Suicidal",
            "I'm Choking",
            "I am Having Chest Pain",
            "My Husband Collapsed and is not moving",
            "My husband Passed Out",
            "my daughter Overdosed",
            "My Mom Fell",
            "My Mom Has Lupus",
            "This is Emergency",
            "this is urgent",
            "i am looking for a trial",
            "I Am Looking For A Trial",
            "i'm pregnant and 30",
            "i am 58, male",
            "im a nurse",
            "im type 2",
            "i am stage 4",
            "my husband will join",
            "my son may be too young",
            "call me back later",
            "call me tomorrow",
            "soy diabética",
            "soy enfermera, ¿puedo participar?",
            "tôi là bệnh nhân",
            "caregiver here, any trials?",
            "trials here?",
            "thanks for the help",
            "ms trials",
            "I have MS Progressive",
            "my dr said no",
            "its free",
            "BNT162b2, HER2, V600E, A1C and COVID-19",
        ] {
            assert_eq!(scrubbed(text), text);
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
