//! Word lists for age ranges.

use waypoint_domain::age::Age;

/// Words before a minimum age, and what to add to the number. People who search 'over 65' usually include 65.
pub(super) const OLDER: [(&str, u16); 14] = [
    ("over", 0),
    ("above", 0),
    ("older than", 0),
    ("over the age of", 0),
    ("at least", 0),
    ("not younger than", 0),
    ("no younger than", 0),
    ("mas de", 0),
    ("mayor de", 0),
    ("mayores de", 0),
    ("por encima de", 0),
    ("tren", 0),
    ("hon", 0),
    ("tu", 0),
];
/// Words before a maximum age, and what to subtract from the number.
pub(super) const YOUNGER: [(&str, u16); 14] = [
    ("under", 1),
    ("below", 1),
    ("younger than", 1),
    ("less than", 1),
    ("under the age of", 1),
    ("up to", 0),
    ("at most", 0),
    ("not older than", 0),
    ("no older than", 0),
    ("menor de", 1),
    ("menores de", 1),
    ("hasta", 0),
    ("duoi", 1),
    ("den", 0),
];
/// Words after a minimum age, and whether they are used only for ages.
pub(super) const AND_OLDER: [(&str, bool); 12] = [
    ("and older", true),
    ("or older", true),
    ("plus", false),
    ("and over", false),
    ("or over", false),
    ("and up", false),
    ("and above", false),
    ("or above", false),
    ("o mas", false),
    ("y mas", false),
    ("tro len", false),
    ("or more", false),
];
/// Words after a maximum age, and whether they are used only for ages.
pub(super) const AND_YOUNGER: [(&str, bool); 7] = [
    ("and younger", true),
    ("or younger", true),
    ("and under", false),
    ("or under", false),
    ("and below", false),
    ("o menos", false),
    ("tro xuong", false),
];
/// Words for people: a bounded number after them is an age.
pub(super) const PEOPLE: [&str; 36] = [
    "people", "anyone", "anybody", "those", "patients", "adults", "seniors", "aged", "age", "ages", "woman",
    "women", "man", "men", "girls", "boys", "females", "males", "kid", "kids", "child", "children", "babies",
    "infants", "personas", "mujeres", "hombres", "adultos", "ninos", "ninas", "edad", "nguoi", "tuoi",
    "mujer", "hombre", "im",
];
/// Measurements whose numbers are not ages.
pub(super) const MEASURED: [&str; 34] = [
    "psa",
    "bmi",
    "imc",
    "a1c",
    "hba1c",
    "egfr",
    "gfr",
    "ldl",
    "hdl",
    "cholesterol",
    "colesterol",
    "triglycerides",
    "pressure",
    "presion",
    "glucose",
    "glucosa",
    "sugar",
    "azucar",
    "weight",
    "peso",
    "iq",
    "count",
    "platelets",
    "level",
    "levels",
    "score",
    "rate",
    "fraction",
    "ef",
    "cd4",
    "hemoglobin",
    "ferritin",
    "creatinine",
    "dose",
];
/// Words that end a phrase about age.
pub(super) const PHRASE_STARTS: [&str; 14] =
    ["with", "who", "near", "in", "and", "from", "living", "having", "con", "en", "cerca", "bi", "mac", "o"];
/// Words before children and babies who are someone's, or hoped for.
pub(super) const POSSESSIVE: [&str; 26] = [
    "have", "having", "has", "had", "of", "want", "wanting", "second", "third", "our", "no", "without",
    "tengo", "tener", "con", "two", "three", "four", "dos", "tres", "another", "lost", "new", "after",
    "wants", "before",
];
/// Words for age groups, with the youngest and oldest age.
pub(super) const GROUPS: [(&str, (Age, Age)); 41] = [
    ("kid", CHILDREN),
    ("kids", CHILDREN),
    ("child", CHILDREN),
    ("children", CHILDREN),
    ("minors", CHILDREN),
    ("teen", TEENS),
    ("teens", TEENS),
    ("teenager", TEENS),
    ("teenagers", TEENS),
    ("teenage", TEENS),
    ("adolescent", TEENS),
    ("adolescents", TEENS),
    ("toddler", TODDLERS),
    ("toddlers", TODDLERS),
    ("infant", INFANTS),
    ("infants", INFANTS),
    ("baby", INFANTS),
    ("babies", INFANTS),
    ("newborn", NEWBORNS),
    ("newborns", NEWBORNS),
    ("adult", ADULTS),
    ("adults", ADULTS),
    ("senior", OLD),
    ("seniors", OLD),
    ("senior citizen", OLD),
    ("senior citizens", OLD),
    ("elderly", OLD),
    ("older adult", OLD),
    ("older adults", OLD),
    ("older people", OLD),
    ("niños", CHILDREN),
    ("ninos", CHILDREN),
    ("adolescente", TEENS),
    ("adolescentes", TEENS),
    ("adultos mayores", OLD),
    ("adulto mayor", OLD),
    ("personas mayores", OLD),
    ("ancianos", OLD),
    ("tre em", CHILDREN),
    ("thieu nien", TEENS),
    ("nguoi cao tuoi", OLD),
];
/// The first 28 days, as the registry defines newborns.
const NEWBORNS: (Age, Age) = (Age::days(0), Age::days(28));
const INFANTS: (Age, Age) = (Age::days(0), Age::months(23));
const TODDLERS: (Age, Age) = (Age::years(1), Age::years(3));
const CHILDREN: (Age, Age) = (Age::years(0), Age::years(17));
const TEENS: (Age, Age) = (Age::years(13), Age::years(17));
const ADULTS: (Age, Age) = (Age::years(18), Age::years(130));
const OLD: (Age, Age) = (Age::years(65), Age::years(130));
