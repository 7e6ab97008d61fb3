//! The requested place, and the distance from it.

use std::ops::Range;

use waypoint_gazetteer::{Gazetteer, Place, PlaceKind, PlaceMatch};

use super::{
    distance::distance,
    reading::{Found, Reading},
    token::Token,
};
use crate::institution::{Role, role};

/// Words that are followed by a place.
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
/// Words that may be followed by a place or something else.
const IN: [(&str, ()); 8] =
    [("in", ()), ("at", ()), ("from", ()), ("en", ()), ("ở", ()), ("tại", ()), ("nước", ()), ("zip", ())];

/// The maximum number of words in a place.
const LONGEST: usize = 6;
/// The minimum population of a city in lowercase after a word like `in`, and of one whose name has several words
/// anywhere else.
const MIN_LOWERCASE: u32 = 50_000;
/// The minimum population of a city with a capital after a word like `in`.
const MIN_CAPITALIZED: u32 = 5_000;
/// The minimum population of a city whose name is a single word, without a word like `in` before it.
const MIN_SINGLE_WORD: u32 = 250_000;
/// The minimum population of a city before a lowercase state abbreviation that is also a word: `portland or`.
const MIN_BEFORE_LOWERCASE_STATE: u32 = 10_000;

/// Countries whose region names are rarely common words.
const COUNTRIES_WITH_KNOWN_REGIONS: [&str; 9] = [
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

/// Words that are also names of large cities, regions, or countries.
const COMMON_WORDS: [&str; 52] = [
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
/// Place names of up to three letters that are not common words.
const SHORT_NAMES: [&str; 9] = ["nyc", "usa", "uk", "hue", "ulm", "fes", "hcm", "qro", "eua"];
/// Words that turn a place before them into another name: 'Marburg virus', 'Lyme disease'.
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
/// State abbreviations that are also words.
const ABBREVIATIONS: [&str; 20] = [
    "in", "or", "me", "hi", "ok", "la", "de", "al", "id", "as", "ms", "md", "pa", "ma", "co", "oh", "mo",
    "va", "sd", "nm",
];

/// The place in a text.
#[derive(Debug, Default)]
pub(super) struct PlaceFilter {
    pub(super) place: Option<Found<Place>>,
    pub(super) within_km: Option<Found<f64>>,
    /// All tokens that state it.
    pub(super) tokens: Vec<Range<usize>>,
}

/// What precedes a place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Context {
    Near,
    In,
    Anywhere,
}

/// Returns the place that the text names.
pub(super) fn place(reading: &Reading, gazetteer: &Gazetteer) -> PlaceFilter {
    let Some(distance) = distance(reading) else {
        let found = anywhere(reading, gazetteer, &(0..0));
        return PlaceFilter::new(reading, gazetteer, found);
    };
    let after = || longest_from(reading, gazetteer, distance.tokens.end, Context::Near);
    let found = distance.leads_to_place.then(after).flatten();
    let found = found.or_else(|| anywhere(reading, gazetteer, &distance.tokens));
    // 'Five miles from' without a place is not a distance.
    let counts = found.is_some() || distance.is_bound;
    let mut found = PlaceFilter::new(reading, gazetteer, found);
    if counts {
        found.tokens.push(distance.tokens.clone());
        found.within_km = Some(Found { value: distance.km, tokens: distance.tokens });
    }
    found
}

impl PlaceFilter {
    fn new(reading: &Reading, gazetteer: &Gazetteer, found: Option<Match>) -> Self {
        let Some((place, tokens)) = found else { return Self::default() };
        let tokens = tokens.start..skip_alternatives(reading, gazetteer, tokens.end);
        Self { place: Some(place), within_km: None, tokens: vec![tokens] }
    }

    /// Returns the filter for a place whose tokens have been understood.
    pub(super) fn at(place: Found<Place>) -> Self {
        Self { tokens: vec![place.tokens.clone()], place: Some(place), within_km: None }
    }

    /// Returns this filter with another place, if it has none.
    pub(super) fn or_within(self, place: impl FnOnce() -> Option<Found<Place>>) -> Self {
        if self.place.is_some() { self } else { Self { place: place(), ..self } }
    }
}

/// Whether a token begins a place without a word such as 'near' before it.
pub(super) fn begins_place(reading: &Reading, gazetteer: &Gazetteer, at: usize) -> bool {
    longest_from(reading, gazetteer, at, Context::Anywhere).is_some()
}

/// Returns the place in a name that has been understood: Nebraska in 'University of Nebraska'.
pub(super) fn within(reading: &Reading, gazetteer: &Gazetteer, name: &Range<usize>) -> Option<Found<Place>> {
    let windows = name.clone().flat_map(|start| (start + 1..=name.end).rev().map(move |end| start..end));
    windows.into_iter().find_map(|tokens| {
        let named = gazetteer.read_exactly(&reading.text[reading.span(tokens.clone())]).into_iter().next()?;
        let is_word = tokens.len() == 1 && COMMON_WORDS.contains(&reading.word(tokens.start));
        let is_known = match named.place.kind {
            PlaceKind::City => named.place.population >= MIN_CAPITALIZED,
            PlaceKind::Region => COUNTRIES_WITH_KNOWN_REGIONS.contains(&named.place.country_name),
            PlaceKind::Country => true,
            PlaceKind::Zip(_) => false,
        };
        (named.is_common_name && is_known && !is_word).then_some(Found { value: named.place, tokens })
    })
}

/// A place, and its tokens including the word before them.
type Match = (Found<Place>, Range<usize>);

fn anywhere(reading: &Reading, gazetteer: &Gazetteer, except: &Range<usize>) -> Option<Match> {
    let all = || (0..reading.tokens.len()).filter(|at| !except.contains(at));
    let after = |words: &[(&str, ())], context: Context| {
        all().find_map(|at| {
            let (length, ()) = reading.longest_at(at, words)?;
            // With another accent 'gan' means tendon, and without one often liver.
            let gan = reading.word(at) == "gan" && reading.tokens[at].lower != "gần";
            if gan && (reading.tokens[at].lower != "gan" || reading.is_named(at..at + length)) {
                return None;
            }
            let found = longest_from(reading, gazetteer, at + length, context)?;
            Some((found.0, at..found.1.end))
        })
    };
    after(&NEAR, Context::Near)
        .or_else(|| after(&IN, Context::In))
        .or_else(|| all().find_map(|at| longest_from(reading, gazetteer, at, Context::Anywhere)))
}

/// Returns the end of alternative places, as in 'Portland or Seattle', so that they aren't read as a condition.
fn skip_alternatives(reading: &Reading, gazetteer: &Gazetteer, from: usize) -> usize {
    let mut ends = from;
    while ["or", "and", "y", "o", "hoac", "va"].contains(&reading.word(ends)) {
        let Some((_, tokens)) = longest_from(reading, gazetteer, ends + 1, Context::In) else { break };
        ends = tokens.end;
    }
    ends
}

/// Returns the place that covers the most tokens from `from` on.
fn longest_from(reading: &Reading, gazetteer: &Gazetteer, from: usize, context: Context) -> Option<Match> {
    let is_inside = |at: usize| {
        let token = &reading.tokens[at];
        let ends_sentence = token.gap.contains([';', '?', '!', ':', '(', ')', '\n'])
            || token.begins_sentence(at.checked_sub(1).and_then(|before| reading.get(before)));
        at == from || !ends_sentence
    };
    let first = reading.get(from)?;
    if context == Context::Anywhere && !gazetteer.has_name_with(&reading.text[first.span.clone()]) {
        return None;
    }
    let most = (from..reading.tokens.len().min(from + LONGEST)).take_while(|at| is_inside(*at)).count();
    let windows = || (1..=most).rev().map(|length| from..from + length);
    let may_be_place = |tokens: &Range<usize>| {
        reading.is_free(tokens.clone())
            && !reading.is_of_person(tokens.clone())
            && !cuts_a_word(reading, tokens)
    };
    let windows = || windows().filter(may_be_place);
    let typed = |tokens: &Range<usize>| &reading.text[reading.span(tokens.clone())];
    let to_match = |named: Vec<PlaceMatch>, tokens: Range<usize>| {
        let first = named.into_iter().next()?;
        // For a county, the city of the same name is a good guess.
        let county = tokens.end + usize::from(["county", "suburbs"].contains(&reading.word(tokens.end)));
        let meant = is_meant(reading, &first, &tokens, context);
        let tokens = tokens.start..county;
        meant.then_some((Found { value: first.place, tokens: tokens.clone() }, tokens))
    };
    let exactly = windows().find_map(|tokens| to_match(gazetteer.read_exactly(typed(&tokens)), tokens));
    if exactly.is_some() || context != Context::Near {
        return exactly;
    }
    let may_slip =
        |tokens: &Range<usize>| !reading.is_named(tokens.clone()) && !reading.has_plain(tokens.clone());
    windows().filter(may_slip).find_map(|tokens| {
        let mut named = gazetteer.read_with(typed(&tokens), reading.effort);
        named.retain(|named| named.place.population >= MIN_LOWERCASE);
        to_match(named, tokens)
    })
}

/// Whether the tokens begin or end within a word, such as `covid19` or `BGB-16673`.
fn cuts_a_word(reading: &Reading, tokens: &Range<usize>) -> bool {
    let begins_inside = reading.get(tokens.start).is_some_and(|first| {
        tokens.start > 0 && (first.is_attached() || (first.number.is_some() && first.gap == "-"))
    });
    begins_inside || reading.get(tokens.end).is_some_and(|next| next.is_attached() || next.gap == "-")
}

fn is_meant(reading: &Reading, named: &PlaceMatch, tokens: &Range<usize>, context: Context) -> bool {
    if let PlaceKind::Zip(_) = named.place.kind {
        return true;
    }
    // A number that is not a ZIP code is not a place.
    if reading.tokens[tokens.end - 1].number.is_some() {
        return false;
    }
    let common = is_short_common_word(reading, named, tokens) || is_common_word(reading, named, tokens);
    // A kind of institution may also be the name of a town: 'University, Florida'.
    let is_institution = tokens.len() == 1 && role(reading.word(tokens.start)) == Role::Kind;
    if common || is_institution || !is_abbreviation_meant(reading, named, tokens) {
        return false;
    }
    let capital = has_capital(reading, tokens);
    if context == Context::Near || named.names_region {
        return context == Context::Near || !reading.is_within_name(tokens.clone()) || capital;
    }
    let is_word = tokens.len() == 1 && COMMON_WORDS.contains(&reading.word(tokens.start));
    // A syllable of a place may be a word in the vocabulary: 'Đà' is 'skin'.
    let last = &reading.tokens[tokens.end - 1];
    let is_state_alone = named.place.kind == PlaceKind::Region
        && context == Context::Anywhere
        && tokens.len() == 1
        && ABBREVIATIONS.contains(&last.lower.as_str())
        && !is_in_capitals_at_the_end(reading, tokens);
    let of_condition = reading.is_within_name(tokens.clone())
        || (context == Context::Anywhere && reading.is_in_longer_name(tokens.clone()))
        || NOT_PLACES.contains(&reading.word(tokens.end))
            && !reading.get(tokens.end).is_some_and(Token::is_apart);
    let great = context == Context::In && named.place.population >= MIN_SINGLE_WORD;
    if !named.is_common_name
        || is_state_alone
        || (of_condition && !great)
        || (is_word && !(context == Context::In && capital))
    {
        return false;
    }
    let fewest = match context {
        Context::Anywhere if tokens.len() > 1 => MIN_LOWERCASE,
        Context::Anywhere => MIN_SINGLE_WORD,
        _ if capital => MIN_CAPITALIZED,
        _ => MIN_LOWERCASE,
    };
    match named.place.kind {
        PlaceKind::City => named.place.population >= fewest,
        PlaceKind::Region => COUNTRIES_WITH_KNOWN_REGIONS.contains(&named.place.country_name),
        _ => true,
    }
}

/// Whether a short token is a common word such as `us` or `la`. In capitals it is a place (`US`, `LA`), and so is a
/// country with an accent (`Mỹ`).
fn is_short_common_word(reading: &Reading, named: &PlaceMatch, tokens: &Range<usize>) -> bool {
    let first = &reading.tokens[tokens.start];
    let after_the = ["the", "nuoc"].contains(&reading.word_before(tokens.start, 1));
    let is_country = named.place.kind == PlaceKind::Country && first.lower != first.folded;
    tokens.len() == 1
        && first.folded.chars().count() <= 3
        && !(first.capitals || is_country || after_the)
        && !SHORT_NAMES.contains(&first.folded.as_str())
}

/// Whether it is a lowercase common word that is also the name of a small place.
fn is_common_word(reading: &Reading, named: &PlaceMatch, tokens: &Range<usize>) -> bool {
    tokens.len() == 1
        && !named.names_region
        && reading.has_plain(tokens.clone())
        && !has_capital(reading, tokens)
        && named.place.kind == PlaceKind::City
        && named.place.population < MIN_SINGLE_WORD
}

fn has_capital(reading: &Reading, tokens: &Range<usize>) -> bool {
    reading.text[reading.span(tokens.clone())].chars().next().is_some_and(char::is_uppercase)
}

/// Whether the last token is a state in capitals, as in 'Lung cancer OH', and not the name of a condition.
fn is_in_capitals_at_the_end(reading: &Reading, tokens: &Range<usize>) -> bool {
    let is_last = reading.get(tokens.end).is_none_or(|next| next.number.is_some_and(|number| number > 9_999));
    let last = &reading.tokens[tokens.end - 1];
    is_last && tokens.start > 0 && last.capitals && !reading.is_shouted && !reading.is_named(tokens.clone())
}

/// Whether a state abbreviation that is also a word means the state: `Portland, or`.
fn is_abbreviation_meant(reading: &Reading, named: &PlaceMatch, tokens: &Range<usize>) -> bool {
    let last = &reading.tokens[tokens.end - 1];
    if !named.names_region || tokens.len() < 2 || !ABBREVIATIONS.contains(&last.lower.as_str()) {
        return true;
    }
    let ends = reading.get(tokens.end).is_none_or(Token::is_apart);
    (last.capitals && !reading.is_shouted)
        || last.gap.contains(',')
        || (ends && named.place.population >= MIN_BEFORE_LOWERCASE_STATE)
}
