//! What somebody says not to have, or not to look for: 'asthma without diabetes', 'not in Texas'.
//!
//! No search finds what a study is not about: these words are left out, so that they are not taken for a wish.

use std::ops::Range;

use super::{age_span_words::PEOPLE, reading::Reading};

/// Words after which something is denied, whatever it is.
const DENYING: [(&str, ()); 30] = [
    ("without", ()),
    ("with no", ()),
    ("no history of", ()),
    ("not taking", ()),
    ("but no", ()),
    ("but not", ()),
    ("and not", ()),
    ("do not have", ()),
    ("does not have", ()),
    ("did not have", ()),
    ("dont have", ()),
    ("doesnt have", ()),
    ("never had", ()),
    ("have no", ()),
    ("has no", ()),
    ("have never had", ()),
    ("other than", ()),
    ("except", ()),
    ("except for", ()),
    ("excluding", ()),
    ("sin", ()),
    ("no tengo", ()),
    ("no tiene", ()),
    ("no padezco", ()),
    ("excepto", ()),
    ("không bị", ()),
    ("không có", ()),
    ("không mắc", ()),
    ("khong bi", ()),
    ("khong mac", ()),
];
/// Words between what denies and what is denied.
const BETWEEN: [(&str, ()); 20] = [
    ("a", ()),
    ("an", ()),
    ("the", ()),
    ("my", ()),
    ("his", ()),
    ("her", ()),
    ("los", ()),
    ("any", ()),
    ("other", ()),
    ("prior", ()),
    ("previous", ()),
    ("having", ()),
    ("having had", ()),
    ("being on", ()),
    ("getting", ()),
    ("taking", ()),
    ("using", ()),
    ("history of", ()),
    ("tomar", ()),
    ("antecedentes de", ()),
];
/// Words that deny a condition which they stand before, when another one is named; the second one, alone, too.
const DENYING_A_NAME: [(&str, ()); 2] = [("no", ()), ("not", ())];
/// What nobody can search by, because all trials that are shown take people now.
const STANDING: [(&str, ()); 6] = [
    ("not yet recruiting", ()),
    ("not recruiting yet", ()),
    ("not recruiting", ()),
    ("not yet open", ()),
    ("not yet started", ()),
    ("aún no recluta", ()),
];
/// What somebody is, or was, who does not smoke: nothing that studies are about.
const HABITS: [(&str, ()); 16] = [
    ("never smoked", ()),
    ("never smoker", ()),
    ("never smokers", ()),
    ("non smoker", ()),
    ("non smokers", ()),
    ("nonsmoker", ()),
    ("nonsmokers", ()),
    ("ex smoker", ()),
    ("ex smokers", ()),
    ("former smoker", ()),
    ("former smokers", ()),
    ("no fumador", ()),
    ("no fumadora", ()),
    ("exfumador", ()),
    ("nunca he fumado", ()),
    ("khong hut thuoc", ()),
];
/// Words behind a cancer, before where it has gone: the study is about where it began.
const SPREAD: [(&str, ()); 14] = [
    ("spread to", ()),
    ("has spread to", ()),
    ("that has spread to", ()),
    ("that spread to", ()),
    ("spreading to", ()),
    ("metastasized to", ()),
    ("metastatic to", ()),
    ("with metastases to", ()),
    ("with metastasis to", ()),
    ("with mets to", ()),
    ("mets to", ()),
    ("con metastasis en", ()),
    ("que se ha extendido a", ()),
    ("di căn", ()),
];
/// What somebody wants a study to be free of, as in 'placebo-free'.
const FREE_OF: [&str; 9] =
    ["placebo", "steroid", "steroids", "chemo", "chemotherapy", "surgery", "needle", "hormone", "drug"];
/// Words that deny a place.
const DENYING_A_PLACE: [&str; 4] = ["not", "never", "except", "no"];
/// Words between two things that are denied together.
const JOINING: [&str; 7] = ["or", "nor", "and", "o", "ni", "y", "hoac"];

/// The tokens of all that is denied, each with the words that deny it.
pub(super) fn denied(reading: &Reading) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < reading.tokens.len() {
        let found = denied_at(reading, at);
        at = found.as_ref().map_or(at + 1, |found| found.end);
        all.extend(found);
    }
    all
}

/// The tokens of a place with the word before them that denies it.
pub(super) fn with_denial(reading: &Reading, place: &Range<usize>) -> Option<Range<usize>> {
    let denies = DENYING_A_PLACE.contains(&reading.word_before(place.start, 1));
    denies.then(|| place.start - 1..place.end)
}

fn denied_at(reading: &Reading, at: usize) -> Option<Range<usize>> {
    let by_itself = reading.longest_at(at, &STANDING).or_else(|| reading.longest_at(at, &HABITS));
    if let Some((length, ())) = by_itself {
        return Some(at..at + length);
    }
    // 'Black women': no study is found by what it says of people, and 'black' is the name of much.
    if ["black", "white"].contains(&reading.word(at)) && PEOPLE.contains(&reading.word(at + 1)) {
        return Some(at..at + 1);
    }
    if let Some((length, ())) = reading.longest_at(at, &SPREAD).filter(|_| reading.is_named(0..at)) {
        return all_things(reading, at, behind_others(reading, at + length));
    }
    if FREE_OF.contains(&reading.word(at)) && reading.word(at + 1) == "free" {
        return Some(at..at + 2);
    }
    let any = reading.longest_at(at, &DENYING).map(|(length, ())| at + length);
    let of_name = || {
        let (length, ()) = reading.longest_at(at, &DENYING_A_NAME)?;
        let after = at + length;
        let ends = thing(reading, after)?;
        let beside = reading.is_named(0..at) || reading.is_named(ends..reading.tokens.len());
        // 'Not asthma' denies all there is; 'no sleep' is what somebody suffers from.
        let alone = reading.word(at) == "not" && at == 0 && ends == reading.tokens.len();
        (reading.is_named(after..after + 1) && (beside || alone)).then_some(after)
    };
    let first = any.or_else(of_name)?;
    // 'Migraine without aura' is the name of something.
    if reading.is_in_name(at..first) {
        return None;
    }
    all_things(reading, at, behind_others(reading, first))
}

/// From where something is denied to the end of all that is, which begins at `first`.
fn all_things(reading: &Reading, at: usize, first: usize) -> Option<Range<usize>> {
    let mut ends = thing(reading, first)?;
    while JOINING.contains(&reading.word(ends)) && reading.is_named(ends + 1..ends + 2) {
        ends = thing(reading, ends + 1)?;
    }
    Some(at..ends)
}

/// The first token that is none of the words between.
fn behind_others(reading: &Reading, mut at: usize) -> usize {
    while let Some((length, ())) = reading.longest_at(at, &BETWEEN) {
        if reading.is_named(at..at + length) {
            break;
        }
        at += length;
    }
    at
}

/// Where the thing ends that begins at a token: all of its name, or one word.
fn thing(reading: &Reading, at: usize) -> Option<usize> {
    reading.get(at).filter(|token| !token.is_apart() && token.number.is_none())?;
    Some(reading.whole_name(at..at + 1).end)
}
