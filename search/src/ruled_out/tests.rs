//! What lines of real criteria name and deny.

use std::sync::LazyLock;

use super::*;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);

/// The conditions that a line names, as labels: a `+` for one that counts as a whole, a `-` for a denied one, a `~` for one
/// of which only some people are meant.
fn read(line: &str) -> String {
    let sign = |naming| match naming {
        Naming::Whole => '+',
        Naming::Narrowed => '~',
        Naming::Denied => '-',
    };
    let named = conditions(line, &VOCABULARY);
    let labels =
        named.iter().map(|(concept, naming)| format!("{}{}", sign(*naming), VOCABULARY.label(*concept)));
    labels.collect::<Vec<_>>().join(", ")
}

#[test]
fn conditions_named_as_a_whole_differ_from_narrowed_ones() {
    let table = [
        ("Known HIV infection", "+HIV"),
        ("Diabetes mellitus type 1 or 2", "+Type 1 Diabetes, +Type 2 Diabetes"),
        ("Type 1 or type 2 diabetes", "+Type 1 Diabetes, +Type 2 Diabetes"),
        (
            "Positive test for HIV, viral hepatitis B and C, or syphilis.",
            "+HIV, +Hepatitis B, +Hepatitis C, +Syphilis",
        ),
        ("History of asthma", "+Asthma"),
        ("Human immunodeficiency virus (HIV)-infection", "+HIV, +HIV"),
        ("Uncontrolled diabetes", "~Diabetes"),
        ("Poorly controlled asthma or hypertension", "~Asthma, ~High Blood Pressure"),
        ("Severe asthma", "~Asthma"),
        ("Chronic hepatitis B", "+Chronic Hepatitis B"),
        ("Diabetes requiring insulin", ""),
        ("HIV infection, unless stable on antiretroviral therapy", "~HIV"),
        ("History of other malignancy", "~Cancer"),
        ("Family history of asthma", "~Asthma"),
        ("HER2-positive tumor, asthma", "+Asthma"),
    ];
    for (line, named) in table {
        assert_eq!(read(line), named, "{line}");
    }
}

#[test]
fn denials_before_and_behind_conditions_are_read() {
    let table = [
        ("HIV negative", "-HIV"),
        ("Participants must be HIV-negative", "-HIV"),
        ("HIV-uninfected adults", "-HIV"),
        ("No history of diabetes", "-Diabetes"),
        ("Negative for hepatitis B surface antigen", "-Hepatitis B"),
        ("HIV, HBV and HCV seronegative", "-HIV, -Hepatitis B, -Hepatitis C"),
        ("Without asthma, COPD, or epilepsy", "-Asthma, -COPD, -Epilepsy"),
        ("Must not have HIV or hepatitis C", "-HIV, -Hepatitis C"),
        ("Negative HIV test, asthma", "-HIV, -Asthma"),
        ("Non-diabetic", "-Diabetes"),
        ("A vaccine in HIV-negative adults", "-HIV"),
        ("A vaccine in adults without diabetes or HIV", "-Diabetes, -HIV"),
        ("HIV-negative partners of patients", ""),
        ("HIV positive or HIV negative", "+HIV, -HIV"),
        ("No uncontrolled diabetes", "~Diabetes"),
        ("No prior therapy, asthma", "+Asthma"),
        ("HIV positive", "+HIV"),
        ("Asthma with or without COPD", "~Asthma, ~COPD"),
    ];
    for (line, named) in table {
        assert_eq!(read(line), named, "{line}");
    }
}
