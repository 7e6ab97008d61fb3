//! Word lists for ages.

use waypoint_domain::age::AgeUnit;

use super::reading::Reading;

/// Words next to which even a small number is an age.
pub(super) const CHILDREN: [&str; 17] = [
    "son",
    "daughter",
    "boy",
    "girl",
    "baby",
    "infant",
    "child",
    "grandson",
    "granddaughter",
    "hijo",
    "hija",
    "nino",
    "nina",
    "bebe",
    "lactante",
    "nieto",
    "nieta",
];
/// Vietnamese words for children up to three words before an age: 'con trai tôi 14 tháng'.
pub(super) const CHILDREN_IN_VIETNAMESE: [&str; 3] = ["con", "be", "chau"];

/// Spanish words for people before 'de' and an age.
pub(super) const PEOPLE_IN_SPANISH: [&str; 12] = [
    "bebe",
    "lactante",
    "nacido",
    "paciente",
    "persona",
    "adulto",
    "adulta",
    "adolescente",
    "joven",
    "menor",
    "nino",
    "nina",
];

/// Units of ages.
pub(super) const UNITS: [(&str, AgeUnit); 27] = [
    ("year", AgeUnit::Years),
    ("years", AgeUnit::Years),
    ("yr", AgeUnit::Years),
    ("yrs", AgeUnit::Years),
    ("y", AgeUnit::Years),
    ("month", AgeUnit::Months),
    ("months", AgeUnit::Months),
    ("mo", AgeUnit::Months),
    ("mos", AgeUnit::Months),
    ("week", AgeUnit::Weeks),
    ("weeks", AgeUnit::Weeks),
    ("wk", AgeUnit::Weeks),
    ("wks", AgeUnit::Weeks),
    ("day", AgeUnit::Days),
    ("days", AgeUnit::Days),
    ("ano", AgeUnit::Years),
    ("anos", AgeUnit::Years),
    ("añitos", AgeUnit::Years),
    ("mes", AgeUnit::Months),
    ("meses", AgeUnit::Months),
    ("semana", AgeUnit::Weeks),
    ("semanas", AgeUnit::Weeks),
    ("dia", AgeUnit::Days),
    ("dias", AgeUnit::Days),
    ("tuan", AgeUnit::Weeks),
    ("thang", AgeUnit::Months),
    ("ngay", AgeUnit::Days),
];

/// Units below a year as notes shorten them, before a sex: '18mo M'.
pub(super) const SHORT_UNITS: [&str; 4] = ["mo", "mos", "wk", "wks"];
/// Words for a disease that is over.
pub(super) const HAD: [&str; 4] = ["had", "tuve", "tuvo", "since"];

/// Words before an age.
pub(super) const AGED: [&str; 4] = ["aged", "age", "ages", "edad"];
/// Words that, before [`AGED`], make it an age in the past.
pub(super) const PAST: [&str; 8] = ["since", "at", "from", "before", "until", "after", "by", "desde"];
/// Words before numbers that count or name something else: a disease type, a stage, a dose, a place.
pub(super) const COUNTED: [&str; 40] = [
    "type", "tipo", "typ", "tuyp", "tip", "stage", "stages", "estadio", "etapa", "doan", "grade", "grado",
    "phase", "fase", "level", "nivel", "score", "class", "clase", "factor", "covid", "hpv", "bmi", "imc",
    "a1c", "cd", "her", "within", "zip", "code", "do", "loai", "number", "gleason", "top", "about", "almost",
    "vitamin", "omega", "line",
];
/// Words that make a number a duration or a bound.
pub(super) const LASTING: [&str; 44] = [
    "for", "since", "after", "past", "last", "over", "under", "above", "below", "than", "least", "most",
    "every", "within", "until", "before", "by", "between", "through", "another", "first", "next", "in",
    "hace", "desde", "durante", "por", "ultimos", "llevo", "cada", "mas", "mayor", "mayores", "menor",
    "menores", "menos", "entre", "tras", "tren", "duoi", "hon", "sau", "khoang", "duration",
];
/// The words of [`LASTING`] that make a number a bound.
pub(super) const BOUNDING: [&str; 18] = [
    "over", "under", "above", "below", "than", "least", "most", "until", "mas", "mayor", "mayores", "menor",
    "menores", "menos", "tren", "duoi", "hon", "by",
];
/// Units of other quantities that may follow a number next to a person.
pub(super) const MEASURES: [&str; 22] = [
    "week", "weeks", "month", "months", "day", "days", "hour", "hours", "time", "times", "mg", "ml", "kg",
    "lb", "lbs", "pounds", "cm", "km", "miles", "percent", "semanas", "meses",
];
/// Words after a duration.
pub(super) const SINCE: [&str; 20] = [
    "ago", "after", "since", "post", "out", "now", "later", "before", "from", "of", "in", "survivor",
    "history", "despues", "atras", "antes", "de", "sin", "truoc", "nay",
];
/// Words between a child's age and a condition.
pub(super) const HAVING: [&str; 7] = ["with", "w", "has", "have", "con", "tiene", "bi"];
/// Words that end a range.
pub(super) const BOUND: [&str; 14] = [
    "older", "over", "up", "above", "younger", "under", "mas", "mayor", "mayores", "menor", "menores", "tro",
    "plus", "below",
];
/// Words that may follow an age without a unit.
pub(super) const FOLLOWING: [&str; 33] = [
    "now",
    "today",
    "ahora",
    "and",
    "with",
    "female",
    "male",
    "f",
    "m",
    "living",
    "looking",
    "who",
    "have",
    "has",
    "i",
    "my",
    "from",
    "in",
    "near",
    "y",
    "con",
    "woman",
    "man",
    "girl",
    "boy",
    "busco",
    "tengo",
    "diagnosed",
    "suffering",
    "bi",
    "nu",
    "nam",
    "mac",
];
/// Words before a year of birth.
pub(super) const BORN: [&str; 8] = ["born", "nacido", "nacida", "naci", "dob", "nacio", "birthyear", "sinh"];

/// Words for decades of life.
pub(super) const DECADES: [&str; 8] =
    ["twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"];

/// Whether weeks or months may be those of a pregnancy: 'preterm infants 24-28 weeks', '3 months pregnant'.
pub(super) fn mentions_pregnancy(reading: &Reading) -> bool {
    let mut words = (0..reading.tokens.len()).map(|at| reading.word(at));
    words.any(|word| {
        ["gestation", "pregnan", "prem", "preterm", "embaraz"].iter().any(|stem| word.starts_with(stem))
    })
}
