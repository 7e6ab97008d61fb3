//! What is understood of a text.

use std::{ops::Range, sync::LazyLock};

use waypoint_gazetteer::Gazetteer;
use waypoint_search::{FreeText, WithSpan, free_text::MAX_TEXT_LENGTH};
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);

const THIS_YEAR: u16 = 2026;

fn read(text: &str) -> FreeText {
    FreeText::read(text, THIS_YEAR, &VOCABULARY, &GAZETTEER)
}

/// Returns what was understood: condition | sex | age or ages | place | distance | study type | phase | healthy.
fn summary(text: &str) -> String {
    let read = read(text);
    let parts = [
        Some(read.condition),
        read.sex.map(|sex| sex.value.label().to_owned()),
        read.age.map(|age| age.value.to_string()),
        read.ages.map(|ages| ages.value.label()),
        read.place.map(|place| place.value.label()),
        read.within_km.map(|within| format!("{:.0} km", within.value)),
        read.kind.map(|kind| kind.value.label().to_owned()),
        read.phase.map(|phase| phase.value.label().to_owned()),
        read.healthy.map(|healthy| if healthy.value { "healthy" } else { "ill" }.to_owned()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" | ")
}

fn assert_read_as(table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(summary(text), *expected, "{text}");
    }
}

fn assert_unchanged(texts: &[&str]) {
    for text in texts {
        assert_eq!(summary(text), *text);
    }
}

#[test]
fn apostrophe_of_any_keyboard_is_read_like_a_straight_one() {
    let texts =
        ["I'm a woman, 58, with crohn's", "arthritis in my early 60's", "my dad's copd near Coeur d'Alene"];
    for text in texts {
        for apostrophe in ["’", "‘", "ʼ", "´", "`"] {
            let typed = summary(&text.replace('\'', apostrophe));
            assert_eq!(typed.replace(apostrophe, "'"), summary(text), "{text} {apostrophe}");
        }
    }
}

#[test]
fn sentence_splits_into_condition_and_filters() {
    assert_read_as(&[
        (
            "58 year old woman with lung cancer near Cleveland",
            "lung cancer | Female | 58 Years | Cleveland, Ohio, United States",
        ),
        (
            "I am a 45-year-old man looking for trials for depression in Boston, MA",
            "depression | Male | 45 Years | Boston, Massachusetts, United States",
        ),
        (
            "My dad is 74 years old and has pancreatic cancer. We live in Columbus, Ohio.",
            "pancreatic cancer | Male | 74 Years | Columbus, Ohio, United States",
        ),
        (
            "mujer de 58 años con cáncer de pulmón cerca de Madrid",
            "cáncer de pulmón | Female | 58 Years | Madrid, Spain",
        ),
        (
            "mi esposo tiene 60 años y cáncer de próstata, vivimos en Houston, Texas",
            "cáncer de próstata | Male | 60 Years | Houston, Texas, United States",
        ),
        ("nữ 58 tuổi bị ung thư phổi gần Hà Nội", "ung thư phổi | Female | 58 Years | Hanoi, Vietnam"),
        (
            "tôi 45 tuổi, nữ, bị viêm khớp, sống ở San Jose",
            "viêm khớp | Female | 45 Years | San Jose, California, United States",
        ),
        (
            "63 yr old man, Phoenix AZ, prostate cancer gleason 7",
            "prostate cancer gleason 7 | Male | 63 Years | Phoenix, Arizona, United States",
        ),
    ]);
}

#[test]
fn age_is_read_in_many_notations() {
    assert_read_as(&[
        ("58 year old asthma", "asthma | 58 Years"),
        ("58-year-old with asthma", "asthma | 58 Years"),
        ("asthma 58yo", "asthma | 58 Years"),
        ("58 y/o asthma", "asthma | 58 Years"),
        ("58 y.o. asthma", "asthma | 58 Years"),
        ("58F asthma", "asthma | Female | 58 Years"),
        ("58, asthma", "asthma | 58 Years"),
        ("asthma, 58 male, 44106", "asthma | Male | 58 Years | Cleveland, Ohio 44106, United States"),
        ("asthma, 58", "asthma | 58 Years"),
        ("asthma, 58, wheezing", "asthma wheezing | 58 Years"),
        ("72M asthma", "asthma | Male | 72 Years"),
        ("f58 asthma", "asthma | Female | 58 Years"),
        ("F/58, asthma", "asthma | Female | 58 Years"),
        ("58 yo F with asthma", "asthma | Female | 58 Years"),
        ("aged 58 with asthma", "asthma | 58 Years"),
        ("age 58, asthma", "asthma | 58 Years"),
        ("age: 58 asthma", "asthma | 58 Years"),
        ("58 years of age, asthma", "asthma | 58 Years"),
        ("I'm 58 and I have asthma", "asthma | 58 Years"),
        ("I am 58 with asthma", "asthma | 58 Years"),
        ("male, 45, asthma", "asthma | Male | 45 Years"),
        ("woman 29 asthma", "asthma | Female | 29 Years"),
        ("asthma 58 f cleveland", "asthma | Female | 58 Years | Cleveland, Ohio, United States"),
        ("son 15 epilepsy", "epilepsy | Male | 15 Years"),
        ("asthma 38 female", "asthma | Female | 38 Years"),
        ("My grandmother (82) has asthma", "asthma | Female | 82 Years"),
        ("asthma in my 8 year old", "asthma | 8 Years"),
        ("asthma trials for 75 year old", "asthma | 75 Years"),
        ("five year old girl with asthma", "asthma | Female | 5 Years"),
        ("thirty-four years old asthma", "asthma | 34 Years"),
        ("18 month old with asthma", "asthma | 18 Months"),
        ("my 3 week old has asthma", "asthma | 3 Weeks"),
        ("asthma, 10-day-old", "asthma | 10 Days"),
        ("14 mo old boy with asthma", "asthma | Male | 14 Months"),
        ("asthma born in 1968", "asthma | 58 Years"),
        ("born 1968, asthma", "asthma | 58 Years"),
        ("tengo 58 años y asma", "asma | 58 Years"),
        ("asma, 58 años de edad", "asma | 58 Years"),
        ("mi hija de 6 meses tiene asma", "asma | Female | 6 Months"),
        ("hen suyễn 58 tuổi", "hen suyễn | 58 Years"),
        ("sinh năm 1968 bị hen suyễn", "hen suyễn | 58 Years"),
        ("hen suyễn nữ 60t", "hen suyễn | Female | 60 Years"),
        ("asthma since age 12, now 35 years old", "asthma since age 12 | 35 Years"),
        ("asthma 12 years, female 44", "asthma 12 years | Female | 44 Years"),
        ("cough 2 weeks, male 45", "cough 2 weeks | Male | 45 Years"),
        ("18m old girl with asthma", "asthma | Female | 18 Months"),
        ("tos de 3 meses hombre 50 años", "tos de 3 meses | Male | 50 Years"),
        ("mat ngu 2 nam, nu 45", "mat ngu 2 nam | Female | 45 Years"),
    ]);
}

#[test]
fn numbers_of_diseases_doses_and_durations_are_not_ages() {
    assert_unchanged(&[
        "type 2 diabetes",
        "stage 4 lung cancer",
        "COVID-19 vaccine",
        "HER2 breast cancer",
        "CD19 CAR-T",
        "grade 3 astrocytoma",
        "metformin 5 mg",
        "2 years after stroke",
        "diabetes since 3 years",
        "back pain 10 years",
        "kidney transplant 2 years ago",
        "asma desde hace 3 años",
        "HPV 16",
        "vitamin B12",
        "hepatitis C genotype 1",
        "lung cancer with KRAS G12C",
        "walk 5 miles a day",
        "đau lưng 5 năm nay",
        "AML M3",
        "F9 deficiency",
        "MEN 2",
        "BGB-16673",
    ]);
    assert_eq!(summary("I am 12 weeks pregnant"), "12 weeks pregnant | Female");
}

#[test]
fn bounds_and_ranges_are_not_single_ages() {
    for text in
        ["adults over 65 with diabetes", "18-65 years old asthma", "cancer in 65 years and older", "65+ flu"]
    {
        assert_eq!(read(text).age, None, "{text}");
    }
    for text in ["in my sixties with arthritis", "arthritis, 60s", "arthritis in my early 60's"] {
        assert_eq!(summary(text), "arthritis | Ages 60 to 69", "a decade is not a single age: {text}");
    }
    assert_eq!(read("200 years old").age, None);
    assert_eq!(read("born 2150 with lupus").age, None);
}

#[test]
fn sex_is_read_from_words_for_people() {
    assert_read_as(&[
        ("my wife has asthma", "asthma | Female"),
        ("asthma for my grandpa", "asthma | Male"),
        ("adult son with autism", "autism | Male"),
        ("she has asthma", "asthma | Female"),
        ("hombre con asma", "asma | Male"),
        ("mi mamá tiene alzheimer", "alzheimer | Female"),
        ("mẹ tôi bị alzheimer", "alzheimer | Female"),
        ("me toi 65 tuoi bi ung thu phoi", "ung thu phoi | Female | 65 Years"),
        ("trầm cảm, nam, 30 tuổi", "trầm cảm | Male | 30 Years"),
        ("bé trai 5 tuổi bị hen suyễn", "hen suyễn | Male | 5 Years"),
        ("pregnant with asthma", "pregnant with asthma | Female"),
        ("covid while pregnant", "covid while pregnant | Female"),
    ]);
}

#[test]
fn facts_of_relatives_are_not_those_of_the_person() {
    assert_read_as(&[
        ("my brother has type 1 diabetes, I am 20", "type 1 diabetes | 20 Years"),
        ("I am 20 and my brother has type 1 diabetes", "type 1 diabetes | 20 Years"),
        ("my mother died of breast cancer, I am 35 and healthy", " | 35 Years | healthy"),
        ("my mother died of breast cancer", "breast cancer"),
        ("My father had lung cancer. I have asthma", "asthma"),
        ("I am 40 with asthma, my sister has lupus", "asthma | 40 Years"),
        ("I have asthma and my wife has lupus", "asthma"),
        ("I am a 35 year old woman whose brother has epilepsy", "epilepsy | Female | 35 Years"),
        ("tengo 20 años, mi hermano tiene asma", "asma | 20 Years"),
        ("my husband and I are 60 with asthma", "asthma | 60 Years"),
        ("me and my sister have asthma", "asthma"),
        ("mother of a 3 year old with asthma", "asthma | 3 Years"),
        ("my daughter is 3, I have asthma and I'm 34", "asthma | 34 Years"),
        ("my father is 70 and has lupus, I am 45 and healthy", " | 45 Years | healthy"),
        ("my mother had asthma at 60 years of age, I am 38", "asthma at 60 years of age | 38 Years"),
        ("asthma in my father, I'm 50", "asthma | 50 Years"),
        ("I live with my husband, 60 year old woman with asthma", "asthma | Female | 60 Years"),
        ("I live with my son, 77 with asthma", "asthma | 77 Years"),
        ("bố tôi bị hen suyễn, tôi 45 tuổi", "hen suyễn | 45 Years"),
    ]);
}

#[test]
fn person_is_the_relative_whose_age_is_stated() {
    assert_read_as(&[
        ("my mother, 62, has asthma, I am 40", "asthma | Female | 62 Years"),
        ("I am 40 and my 8 year old son has asthma", "asthma | Male | 8 Years"),
        ("I have a daughter with asthma", "asthma | Female"),
        ("my son is 3 and has asthma, I am his mother", "asthma | Male | 3 Years"),
        ("I am looking for a trial for my wife with asthma", "asthma | Female"),
        ("mẹ tôi bị alzheimer", "alzheimer | Female"),
    ]);
}

#[test]
fn sex_within_a_condition_name_stays_in_it() {
    assert_read_as(&[
        ("male breast cancer", "male breast cancer | Male"),
        ("female infertility", "female infertility | Female"),
        ("breast cancer", "breast cancer"),
        ("hiv prevention for gay men", "hiv prevention for gay men | Male"),
        ("cáncer de mama", "cáncer de mama"),
        ("cancer de mama", "cancer de mama"),
        ("mother-to-child transmission of HIV", "mother-to-child transmission of HIV"),
        ("men and women with asthma", "men and women with asthma"),
    ]);
}

#[test]
fn caregivers_search_for_themselves() {
    assert_unchanged(&[
        "can't sleep because of caring for my mother",
        "taking care of a husband with alzheimer's",
        "cuidar a mi mamá con alzheimer",
        "mất ngủ vì chăm sóc mẹ bị alzheimer",
    ]);
}

#[test]
fn place_follows_words_such_as_near_and_in() {
    assert_read_as(&[
        ("asthma near Cleveland", "asthma | Cleveland, Ohio, United States"),
        ("asthma in Cleveland, Ohio", "asthma | Cleveland, Ohio, United States"),
        ("asthma around 44106", "asthma | Cleveland, Ohio 44106, United States"),
        ("asthma in the Boston area", "asthma | Boston, Massachusetts, United States"),
        ("asthma near Clevland", "asthma | Cleveland, Ohio, United States"),
        ("asthma in St. Louis", "asthma | St. Louis, Missouri, United States"),
        ("asthma in Nice", "asthma | Nice, Provence-Alpes-Côte d'Azur, France"),
        ("asthma in Reading, Pennsylvania", "asthma | Reading, Pennsylvania, United States"),
        ("asthma in Portland or Seattle", "asthma | Portland, Oregon, United States"),
        ("I moved to Denver and have asthma", "asthma | Denver, Colorado, United States"),
        ("asma cerca de Madrid", "asma | Madrid, Spain"),
        ("asma en México", "asma | Mexico"),
        ("hen suyễn gần Hà Nội", "hen suyễn | Hanoi, Vietnam"),
        ("hen suyễn ở Mỹ", "hen suyễn | United States"),
        ("hen suyễn ở Đà Nẵng", "hen suyễn | Da Nang, Vietnam"),
        ("ung thư vú ở Việt Nam", "ung thư vú | Vietnam"),
        ("hen suyễn ở TP HCM", "hen suyễn | Ho Chi Minh City, Vietnam"),
        ("asthma in the US", "asthma | United States"),
        ("asthma in UK", "asthma | United Kingdom"),
    ]);
}

#[test]
fn place_without_preposition_needs_a_region_or_a_distinctive_name() {
    assert_read_as(&[
        ("asthma cleveland", "asthma | Cleveland, Ohio, United States"),
        ("asthma cleveland oh", "asthma | Cleveland, Ohio, United States"),
        ("asthma 44106", "asthma | Cleveland, Ohio 44106, United States"),
        ("lung cancer Ohio", "lung cancer | Ohio, United States"),
        ("lung cancer USA", "lung cancer | United States"),
        ("lyme disease Connecticut", "lyme disease | Connecticut, United States"),
        ("crohn's disease Lebanon NH", "crohn's disease | Lebanon, New Hampshire, United States"),
        ("tremor Reading PA", "tremor | Reading, Pennsylvania, United States"),
        ("scoliosis Salt Lake City", "scoliosis | Salt Lake City, Utah, United States"),
        ("PTSD san diego ca", "PTSD | San Diego, California, United States"),
        ("OCD portland or", "OCD | Portland, Oregon, United States"),
        ("long covid London", "long covid | London, England, United Kingdom"),
    ]);
}

#[test]
fn conditions_and_common_words_are_not_places() {
    assert_unchanged(&[
        "lupus",
        "lyme",
        "crohn",
        "reading problems",
        "bath salts addiction",
        "mobile health",
        "agent orange",
        "HES",
        "AL amyloidosis",
        "Marburg virus",
        "near sighted",
        "it hurts to pee",
        "brest cancer",
        "tự kỷ",
        "tiểu đường tuýp 1 ở nhà",
        "hormones for trans women",
        "tours",
        "hope",
        "lung mass",
        "turkey allergy",
        "ung thư gan",
        "ung thu gan",
        "lung cancer in remission",
        "leukemia in children",
        "depression in college students",
        "walking in nature for stress",
        "Huntington's disease",
        "lo âu ở sinh viên",
        "asma en casa",
    ]);
    assert_eq!(summary("male"), " | Male");
}

#[test]
fn body_parts_and_circumstances_are_not_places() {
    assert_unchanged(&[
        "rash on my back in summer",
        "swelling in left leg",
        "blood in urine",
        "cancer in lymph nodes",
        "diabetes in pregnancy",
        "migraine at night",
        "paralysis from stroke",
        "dolor en el pecho",
        "azúcar en la sangre",
        "khối u ở não",
    ]);
}

#[test]
fn distance_is_converted_to_kilometers() {
    assert_read_as(&[
        ("asthma within 50 miles of Boston", "asthma | Boston, Massachusetts, United States | 80 km"),
        ("asthma 20 miles from Cleveland, Ohio", "asthma | Cleveland, Ohio, United States | 32 km"),
        ("asthma less than 30 miles from 10001", "asthma | New York 10001, United States | 48 km"),
        ("asthma near Boston within 30 km", "asthma | Boston, Massachusetts, United States | 30 km"),
        ("asma a menos de 50 km de Sevilla", "asma | Seville, Andalusia, Spain | 50 km"),
        ("trong vòng 50 km Hà Nội tiểu đường", "tiểu đường | Hanoi, Vietnam | 50 km"),
        ("asthma within 25 miles", "asthma | 40 km"),
    ]);
}

#[test]
fn study_type_is_read() {
    assert_read_as(&[
        ("observational study of lupus", "lupus | Observational"),
        ("registry study for cystic fibrosis", "cystic fibrosis | Observational"),
        ("interventional trials for lupus", "lupus | Interventional"),
        ("drug trial for migraine", "migraine | Interventional"),
        ("expanded access ALS", "ALS | Expanded access"),
        ("compassionate use for glioblastoma", "glioblastoma | Expanded access"),
        ("estudio observacional de lupus", "lupus | Observational"),
        ("uso compasivo ELA", "ELA | Expanded access"),
        ("nghiên cứu quan sát về lupus", "lupus | Observational"),
    ]);
}

fn part<T>(text: &str, understood: Option<WithSpan<T>>) -> String {
    let Range { start, end } = understood.unwrap().span;
    text[start..end].to_owned()
}

#[test]
fn each_value_has_its_span() {
    let text = "58 year old woman with lung cancer within 50 miles of Cleveland, Ohio, observational study";
    let read = read(text);
    assert_eq!(part(text, read.age), "58 year old");
    assert_eq!(part(text, read.sex), "woman");
    assert_eq!(part(text, read.within_km), "within 50 miles of");
    assert_eq!(part(text, read.place), "Cleveland, Ohio");
    assert_eq!(part(text, read.kind), "observational study");
}

#[test]
fn filler_words_are_dropped_and_the_condition_stays_as_typed() {
    assert_read_as(&[
        ("I have Lung Cancer and I'm looking for clinical trials", "Lung Cancer"),
        ("trials for breast cancer that has spread", "breast cancer that has spread"),
        ("tengo cáncer de pulmón", "cáncer de pulmón"),
        ("busco ensayos clínicos de lupus", "lupus"),
        ("tôi bị ung thư phổi", "ung thư phổi"),
        ("hepatitis A", "hepatitis A"),
        ("a-fib", "a-fib"),
        ("T.B.", "T.B."),
        ("MS (multiple sclerosis)", "MS (multiple sclerosis)"),
        ("", ""),
        ("the", ""),
    ]);
}

#[test]
fn number_after_of_is_an_age_only_for_a_person() {
    for (text, age, condition) in [
        ("I am a man of 70 with copd", Some(70), "copd"),
        ("a woman of 45 with breast cancer", Some(45), "breast cancer"),
        ("hombre de 70 con EPOC", Some(70), "EPOC"),
        ("asthma, woman of 62", Some(62), "asthma"),
        ("group of 70 with copd", None, "group of 70 with copd"),
    ] {
        let read = read(text);
        assert_eq!(read.age.map(|age| age.value.whole_years()), age, "{text}");
        assert_eq!(read.condition, condition, "{text}");
    }
}

#[test]
fn negated_conditions_and_places_are_left_out_and_reported() {
    for (text, condition, left_out) in [
        ("asthma without diabetes", "asthma", "without diabetes"),
        ("asthma without taking steroids", "asthma", "without taking steroids"),
        ("asthma without a history of heart disease", "asthma", "without a history of heart disease"),
        ("asthma, not taking any insulin", "asthma", "not taking any insulin"),
        ("asma sin tomar insulina", "asma", "sin tomar insulina"),
        ("lung cancer no diabetes", "lung cancer", "no diabetes"),
        ("not diabetic, asthma", "asthma", "not diabetic"),
        ("placebo-free asthma trials", "asthma", "placebo-free"),
        ("asthma not yet recruiting", "asthma", "not yet recruiting"),
        ("asthma but not COPD near Cleveland", "asthma", "but not COPD"),
        (
            "breast cancer, I do not have heart disease or diabetes",
            "breast cancer",
            "do not have heart disease or diabetes",
        ),
        ("asthma trials not in Texas", "asthma", "not in Texas"),
        ("asma sin diabetes", "asma", "sin diabetes"),
        ("hen suyễn không bị tiểu đường", "hen suyễn", "không bị tiểu đường"),
        ("migraine without aura", "migraine without aura", ""),
        ("without diabetes", "", "without diabetes"),
        ("not asthma", "", "not asthma"),
        ("not type 2 diabetes", "", "not type 2 diabetes"),
        ("no sleep", "no sleep", ""),
        ("no periods", "no periods", ""),
        ("never smoked lung cancer", "lung cancer", "never smoked"),
        ("black women with gout", "women with gout", "black"),
        ("non-smoker copd", "copd", "non-smoker"),
        ("lung cancer spread to brain", "lung cancer", "spread to brain"),
        (
            "prostate cancer that has spread to my bones and liver",
            "prostate cancer",
            "that has spread to my bones and liver",
        ),
        ("no period", "no period", ""),
        ("can not sleep", "not sleep", ""),
    ] {
        let read = read(text);
        assert_eq!(
            (read.condition.as_str(), read.negated.join("; ").as_str()),
            (condition, left_out),
            "{text}"
        );
    }
    let place = |text| read(text).place.map(|place| place.value.label());
    assert_eq!(place("asthma not in Texas"), None);
    assert!(place("asthma but not COPD near Cleveland").is_some());
}

#[test]
fn long_text_is_read_up_to_the_limit() {
    let text = format!("{}asthma in Boston", "é ".repeat(MAX_TEXT_LENGTH / 2));
    assert_eq!(read(&text).place, None);
}

#[test]
fn institution_alone_is_no_place() {
    for text in ["depression at University of Utah", "covid at University Hospital", "asthma in College"] {
        let place = read(text).place.map(|place| place.value.name.to_owned());
        assert!(
            !place.iter().any(|name| ["University", "College"].contains(&name.as_str())),
            "{text}: {place:?}"
        );
    }
}
