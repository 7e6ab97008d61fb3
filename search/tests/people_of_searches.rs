//! What is understood of the person in a search: age, sex, and relatives.

use crate::free_text::{assert_read_as, assert_unchanged, read, summary};

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
