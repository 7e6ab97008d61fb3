//! The words from which an age is told.

/// Words beside which a small number is an age too.
pub(super) const CHILDREN: [&str; 8] = ["son", "daughter", "boy", "girl", "hijo", "hija", "nino", "nina"];

/// Words of a length of time, with the word that an age of it is written with.
pub(super) const UNITS: [(&str, &str); 24] = [
    ("year", "Years"),
    ("years", "Years"),
    ("yr", "Years"),
    ("yrs", "Years"),
    ("y", "Years"),
    ("month", "Months"),
    ("months", "Months"),
    ("mo", "Months"),
    ("mos", "Months"),
    ("week", "Weeks"),
    ("weeks", "Weeks"),
    ("wk", "Weeks"),
    ("wks", "Weeks"),
    ("day", "Days"),
    ("days", "Days"),
    ("ano", "Years"),
    ("anos", "Years"),
    ("añitos", "Years"),
    ("mes", "Months"),
    ("meses", "Months"),
    ("semanas", "Weeks"),
    ("dias", "Days"),
    ("thang", "Months"),
    ("ngay", "Days"),
];

/// Words after which a number is an age.
pub(super) const AGED: [&str; 4] = ["aged", "age", "ages", "edad"];
/// Words before these that make it the age at which something was.
pub(super) const ONCE: [&str; 8] = ["since", "at", "from", "before", "until", "after", "by", "desde"];
/// Words of which the next says what is counted: a kind of a disease, its stage, a dose, a place.
pub(super) const COUNTED: [&str; 40] = [
    "type", "tipo", "typ", "tuyp", "tip", "stage", "stages", "estadio", "etapa", "doan", "grade", "grado",
    "phase", "fase", "level", "nivel", "score", "class", "clase", "factor", "covid", "hpv", "bmi", "imc",
    "a1c", "cd", "her", "within", "zip", "code", "do", "loai", "number", "gleason", "top", "about", "almost",
    "vitamin", "omega", "line",
];
/// Words that make a number a length of time or a bound, and no age.
pub(super) const LASTING: [&str; 44] = [
    "for", "since", "after", "past", "last", "over", "under", "above", "below", "than", "least", "most",
    "every", "within", "until", "before", "by", "between", "through", "another", "first", "next", "in",
    "hace", "desde", "durante", "por", "ultimos", "llevo", "cada", "mas", "mayor", "mayores", "menor",
    "menores", "menos", "entre", "tras", "tren", "duoi", "hon", "sau", "khoang", "duration",
];
/// Those of them that make an age a bound.
pub(super) const BOUNDING: [&str; 18] = [
    "over", "under", "above", "below", "than", "least", "most", "until", "mas", "mayor", "mayores", "menor",
    "menores", "menos", "tren", "duoi", "hon", "by",
];
/// What else a number beside a person may count.
pub(super) const MEASURES: [&str; 22] = [
    "week", "weeks", "month", "months", "day", "days", "hour", "hours", "time", "times", "mg", "ml", "kg",
    "lb", "lbs", "pounds", "cm", "km", "miles", "percent", "semanas", "meses",
];
/// Words after a length of time that is no age.
pub(super) const SINCE: [&str; 20] = [
    "ago", "after", "since", "post", "out", "now", "later", "before", "from", "of", "in", "survivor",
    "history", "despues", "atras", "antes", "de", "sin", "truoc", "nay",
];
/// Words that make a number the end of a range.
pub(super) const BOUND: [&str; 14] = [
    "older", "over", "up", "above", "younger", "under", "mas", "mayor", "mayores", "menor", "menores", "tro",
    "plus", "below",
];
/// Words after a number that is somebody's age, where nothing else says that it is one.
pub(super) const GOES_ON: [&str; 30] = [
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
/// Words after which a number is the year of birth.
pub(super) const BORN: [&str; 8] = ["born", "nacido", "nacida", "naci", "dob", "nacio", "birthyear", "sinh"];

/// Ages that are told by their tens alone.
pub(super) const DECADES: [&str; 8] =
    ["twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"];
