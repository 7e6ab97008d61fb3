//! The place near which or in which somebody looks, and how far from it.

use std::ops::Range;

use waypoint_gazetteer::{Gazetteer, Named, Place, PlaceKind};

use super::{
    distance::distance,
    reading::{Found, Reading},
    token::Token,
};

/// Words after which a place is named.
const NEAR: [(&str, ()); 37] = [
    ("sống gần", ()),
    ("sống tại", ()),
    ("moved to", ()),
    ("near", ()),
    ("nearby", ()),
    ("near to", ()),
    ("close to", ()),
    ("closest to", ()),
    ("nearest to", ()),
    ("next to", ()),
    ("around", ()),
    ("outside", ()),
    ("outside of", ()),
    ("live in", ()),
    ("lives in", ()),
    ("living in", ()),
    ("based in", ()),
    ("located in", ()),
    ("residing in", ()),
    ("reside in", ()),
    ("travel to", ()),
    ("zip", ()),
    ("zip code", ()),
    ("zipcode", ()),
    ("codigo postal", ()),
    ("cerca de", ()),
    ("cerca", ()),
    ("vivo en", ()),
    ("vive en", ()),
    ("vivimos en", ()),
    ("alrededor de", ()),
    ("soy de", ()),
    ("gần", ()),
    ("ở gần", ()),
    ("sống ở", ()),
    ("quanh", ()),
    ("gan", ()),
];
/// Words after which a place may be named, and much else.
const IN: [(&str, ()); 8] =
    [("in", ()), ("at", ()), ("from", ()), ("en", ()), ("ở", ()), ("tại", ()), ("nước", ()), ("zip", ())];

/// Most words of a place.
const LONGEST: usize = 6;
/// So many people has a city that is named after a word like `in` in small letters, or in two words without any; one
/// that has a capital; and one that is named in a single word alone.
const IN_SMALL_LETTERS: u32 = 50_000;
const WITH_A_CAPITAL: u32 = 5_000;
const ALONE: u32 = 250_000;
const BEFORE_A_SMALL_ABBREVIATION: u32 = 10_000;

/// Where regions have names that are no common words.
const KNOWN_REGIONS_OF: [&str; 9] = [
    "United States",
    "Canada",
    "Australia",
    "United Kingdom",
    "Mexico",
    "Spain",
    "Germany",
    "France",
    "Italy",
];

/// Words that are names of large cities, regions or countries too.
const WORDS: [&str; 52] = [
    "oral",
    "soledad",
    "reading",
    "nice",
    "mobile",
    "orange",
    "male",
    "tours",
    "bath",
    "hope",
    "split",
    "essen",
    "van",
    "man",
    "home",
    "mass",
    "wash",
    "cali",
    "conn",
    "tenn",
    "anh",
    "nga",
    "of",
    "same",
    "most",
    "best",
    "bar",
    "college",
    "university",
    "normal",
    "marche",
    "victoria",
    "corona",
    "aurora",
    "delta",
    "central",
    "turkey",
    "jersey",
    "chad",
    "guinea",
    "sur",
    "north",
    "south",
    "east",
    "west",
    "general",
    "my",
    "me",
    "us",
    "america",
    "duc",
    "mama",
];
/// Names of up to three letters that are no words.
const SHORT_NAMES: [&str; 9] = ["nyc", "usa", "uk", "hue", "ulm", "fes", "hcm", "qro", "eua"];
/// What a place before such a word is the name of.
const NOT_PLACES: [&str; 19] = [
    "positive",
    "chromosome",
    "wort",
    "disease",
    "syndrome",
    "virus",
    "fever",
    "variant",
    "protocol",
    "criteria",
    "association",
    "classification",
    "strain",
    "flu",
    "encephalitis",
    "diet",
    "score",
    "scale",
    "beach",
];
/// Abbreviations of states that are words too.
const ABBREVIATIONS: [&str; 20] = [
    "in", "or", "me", "hi", "ok", "la", "de", "al", "id", "as", "ms", "md", "pa", "ma", "co", "oh", "mo",
    "va", "sd", "nm",
];

/// What a text says of where.
#[derive(Debug, Default)]
pub(super) struct Where {
    pub(super) place: Option<Found<Place>>,
    pub(super) within_km: Option<Found<f64>>,
    /// All tokens that say it.
    pub(super) tokens: Vec<Range<usize>>,
}

/// How a place stands in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum After {
    Near,
    In,
    Nothing,
}

/// The place that the words name.
pub(super) fn place(reading: &Reading, gazetteer: &Gazetteer) -> Where {
    let Some(distance) = distance(reading) else {
        let there = anywhere(reading, gazetteer, &(0..0));
        return Where::of(reading, gazetteer, there);
    };
    let after = || longest_from(reading, gazetteer, distance.tokens.end, After::Near);
    let there = distance.leads_to_place.then(after).flatten();
    let there = there.or_else(|| anywhere(reading, gazetteer, &distance.tokens));
    // '5 miles from' nowhere is no distance.
    let counts = there.is_some() || distance.is_bound;
    let mut found = Where::of(reading, gazetteer, there);
    if counts {
        found.tokens.push(distance.tokens.clone());
        found.within_km = Some(Found { value: distance.km, tokens: distance.tokens });
    }
    found
}

impl Where {
    fn of(reading: &Reading, gazetteer: &Gazetteer, there: Option<There>) -> Self {
        let Some((place, tokens)) = there else { return Self::default() };
        let tokens = tokens.start..others(reading, gazetteer, tokens.end);
        Self { place: Some(place), within_km: None, tokens: vec![tokens] }
    }
}

/// A place, and the tokens that say it with the word before them.
type There = (Found<Place>, Range<usize>);

fn anywhere(reading: &Reading, gazetteer: &Gazetteer, except: &Range<usize>) -> Option<There> {
    let all = || (0..reading.tokens.len()).filter(|at| !except.contains(at));
    let after = |words: &[(&str, ())], how: After| {
        all().find_map(|at| {
            let (length, ()) = reading.longest_at(at, words)?;
            // With another accent it is a tendon, without one often the liver.
            let gan = reading.word(at) == "gan" && reading.tokens[at].lower != "gần";
            if gan && (reading.tokens[at].lower != "gan" || reading.is_named(at..at + length)) {
                return None;
            }
            let there = longest_from(reading, gazetteer, at + length, how)?;
            Some((there.0, at..there.1.end))
        })
    };
    after(&NEAR, After::Near)
        .or_else(|| after(&IN, After::In))
        .or_else(|| all().find_map(|at| longest_from(reading, gazetteer, at, After::Nothing)))
}

/// Where the places end that are named after one, as in 'Portland or Seattle': they are no condition.
fn others(reading: &Reading, gazetteer: &Gazetteer, from: usize) -> usize {
    let mut ends = from;
    while ["or", "and", "y", "o", "hoac", "va"].contains(&reading.word(ends)) {
        let Some((_, tokens)) = longest_from(reading, gazetteer, ends + 1, After::In) else { break };
        ends = tokens.end;
    }
    ends
}

/// The place that the most tokens from one on name.
fn longest_from(reading: &Reading, gazetteer: &Gazetteer, from: usize, after: After) -> Option<There> {
    let is_inside = |at: usize| {
        let token = &reading.tokens[at];
        let ends_sentence = token.gap.contains([';', '?', '!', ':', '(', ')', '\n'])
            || token.begins_sentence(at.checked_sub(1).and_then(|before| reading.get(before)));
        at == from || !ends_sentence
    };
    let first = reading.get(from)?;
    if after == After::Nothing && !gazetteer.has_name_with(&reading.text[first.span.clone()]) {
        return None;
    }
    let most = (from..reading.tokens.len().min(from + LONGEST)).take_while(|at| is_inside(*at)).count();
    let windows = || (1..=most).rev().map(|length| from..from + length);
    let windows =
        || windows().filter(|tokens| reading.is_free(tokens.clone()) && !cuts_a_word(reading, tokens));
    let typed = |tokens: &Range<usize>| &reading.text[reading.span(tokens.clone())];
    let there = |named: Vec<Named>, tokens: Range<usize>| {
        let first = named.into_iter().next()?;
        // Of a county the city of its name is a good guess.
        let county =
            tokens.end + usize::from(["county", "clinic", "suburbs"].contains(&reading.word(tokens.end)));
        let meant = is_meant(reading, &first, &tokens, after);
        let tokens = tokens.start..county;
        meant.then_some((Found { value: first.place, tokens: tokens.clone() }, tokens))
    };
    let exactly = windows().find_map(|tokens| there(gazetteer.read_exactly(typed(&tokens)), tokens));
    if exactly.is_some() || after != After::Near {
        return exactly;
    }
    let may_slip =
        |tokens: &Range<usize>| !reading.is_named(tokens.clone()) && !reading.has_plain(tokens.clone());
    windows().filter(may_slip).find_map(|tokens| {
        let mut named = gazetteer.read_with(typed(&tokens), reading.effort);
        named.retain(|named| named.place.population >= IN_SMALL_LETTERS);
        there(named, tokens)
    })
}

/// Whether the tokens begin or end in the middle of a word, such as `covid19` or `BGB-16673`.
fn cuts_a_word(reading: &Reading, tokens: &Range<usize>) -> bool {
    let begins_inside = reading.get(tokens.start).is_some_and(|first| {
        tokens.start > 0 && (first.is_attached() || (first.number.is_some() && first.gap == "-"))
    });
    begins_inside || reading.get(tokens.end).is_some_and(|next| next.is_attached() || next.gap == "-")
}

fn is_meant(reading: &Reading, named: &Named, tokens: &Range<usize>, after: After) -> bool {
    if let PlaceKind::Zip(_) = named.place.kind {
        return true;
    }
    // A number that is no ZIP code says nothing of where; in 'male, 44106' it is one by itself.
    if reading.tokens[tokens.end - 1].number.is_some() {
        return false;
    }
    let common = is_small_word(reading, named, tokens) || is_common_word(reading, named, tokens);
    if common || !is_abbreviation_meant(reading, named, tokens) {
        return false;
    }
    let capital = has_capital(reading, tokens);
    if after == After::Near || named.located {
        return after == After::Near || !reading.is_within_name(tokens.clone()) || capital;
    }
    let is_word = tokens.len() == 1 && WORDS.contains(&reading.word(tokens.start));
    // One syllable of a place may be a word that the vocabulary knows, as 'Đà' is the skin.
    let last = &reading.tokens[tokens.end - 1];
    let is_state_alone = named.place.kind == PlaceKind::Region
        && after == After::Nothing
        && tokens.len() == 1
        && ABBREVIATIONS.contains(&last.lower.as_str())
        && !is_in_capitals_at_the_end(reading, tokens);
    let of_condition = reading.is_within_name(tokens.clone())
        || (after == After::Nothing && reading.is_in_longer_name(tokens.clone()))
        || NOT_PLACES.contains(&reading.word(tokens.end))
            && !reading.get(tokens.end).is_some_and(Token::is_apart);
    let great = after == After::In && named.place.population >= ALONE;
    if !named.usual
        || is_state_alone
        || (of_condition && !great)
        || (is_word && !(after == After::In && capital))
    {
        return false;
    }
    let fewest = match after {
        After::Nothing if tokens.len() > 1 => IN_SMALL_LETTERS,
        After::Nothing => ALONE,
        _ if capital => WITH_A_CAPITAL,
        _ => IN_SMALL_LETTERS,
    };
    match named.place.kind {
        PlaceKind::City => named.place.population >= fewest,
        PlaceKind::Region => KNOWN_REGIONS_OF.contains(&named.place.country_name),
        _ => true,
    }
}

/// Whether a short word is one of its language: `us`, `la`. With capitals it is a place: `US`, `LA`; so is a country
/// with an accent of its own: `Mỹ`.
fn is_small_word(reading: &Reading, named: &Named, tokens: &Range<usize>) -> bool {
    let first = &reading.tokens[tokens.start];
    let after_the = ["the", "nuoc"].contains(&reading.word_before(tokens.start, 1));
    let is_country = named.place.kind == PlaceKind::Country && first.lower != first.folded;
    tokens.len() == 1
        && first.folded.chars().count() <= 3
        && !(first.capitals || is_country || after_the)
        && !SHORT_NAMES.contains(&first.folded.as_str())
}

/// Whether it is a word in small letters that people put around what they look for, and a small place besides.
fn is_common_word(reading: &Reading, named: &Named, tokens: &Range<usize>) -> bool {
    tokens.len() == 1
        && !named.located
        && reading.has_plain(tokens.clone())
        && !has_capital(reading, tokens)
        && named.place.kind == PlaceKind::City
        && named.place.population < ALONE
}

fn has_capital(reading: &Reading, tokens: &Range<usize>) -> bool {
    reading.text[reading.span(tokens.clone())].chars().next().is_some_and(char::is_uppercase)
}

/// 'Lung cancer OH': what stands in capitals behind everything else is a state, unless it names a condition.
fn is_in_capitals_at_the_end(reading: &Reading, tokens: &Range<usize>) -> bool {
    let is_last = reading.get(tokens.end).is_none_or(|next| next.number.is_some_and(|number| number > 9_999));
    let last = &reading.tokens[tokens.end - 1];
    is_last && tokens.start > 0 && last.capitals && !reading.is_shouted && !reading.is_named(tokens.clone())
}

/// Whether the abbreviation of a state at the end is one, where it is a word too: `Portland, or`.
fn is_abbreviation_meant(reading: &Reading, named: &Named, tokens: &Range<usize>) -> bool {
    let last = &reading.tokens[tokens.end - 1];
    if !named.located || tokens.len() < 2 || !ABBREVIATIONS.contains(&last.lower.as_str()) {
        return true;
    }
    let ends = reading.get(tokens.end).is_none_or(Token::is_apart);
    (last.capitals && !reading.is_shouted)
        || last.gap.contains(',')
        || (ends && named.place.population >= BEFORE_A_SMALL_ABBREVIATION)
}
