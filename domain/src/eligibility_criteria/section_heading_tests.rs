use super::*;

const ALONE: Surroundings = Surroundings { place: Place::Line, heads_bullets: false };

#[test]
fn a_section_heading_is_known_in_every_spelling_and_case() {
    use Announces::{Both, Eligibility, Exclusion, Inclusion};
    let table = [
        ("Inclusion Criteria:", Inclusion),
        ("INCLUSION CRITERIA", Inclusion),
        ("inclusion criteria :", Inclusion),
        ("Key Inclusion Criteria:", Inclusion),
        ("Inclusion Criterion", Inclusion),
        ("Inclusion:", Inclusion),
        ("Inclusion", Inclusion),
        ("Criteria for inclusion:", Inclusion),
        ("The inclusion criteria are as follows:", Inclusion),
        ("Exclusion criteria", Exclusion),
        ("MAIN EXCLUSION CRITERIA:", Exclusion),
        ("Exclusions:", Exclusion),
        ("Non-inclusion criteria:", Exclusion),
        ("Ineligibility Criteria:", Exclusion),
        ("Inclusion/Exclusion Criteria:", Both),
        ("Inclusion and Exclusion Criteria", Both),
        ("Eligibility", Eligibility),
        ("Patient Eligibility Criteria:", Eligibility),
    ];
    for (line, announces) in table {
        let found = SectionHeading::find(line, ALONE);
        let expected = SectionHeading {
            announces,
            before: "",
            text: line,
            is_qualified: false,
            group: None,
            rest: "",
            is_subject: false,
        };
        assert_eq!(found, Some(expected), "{line}");
    }
}

#[test]
fn a_heading_for_a_group_keeps_its_words() {
    let table = [
        ("Inclusion criteria for group A:", Announces::Inclusion, Some("group A")),
        ("Inclusion Criteria (children)", Announces::Inclusion, Some("children")),
        ("MCI Inclusion Criteria:", Announces::Inclusion, Some("MCI")),
        ("Cohort B Exclusion:", Announces::Exclusion, Some("Cohort B")),
        ("Exclusion criteria comments", Announces::Exclusion, Some("comments")),
        (
            "Eligibility criteria for the second part of the study Inclusion criteria",
            Announces::Inclusion,
            Some("Eligibility criteria for the second part of the study"),
        ),
        ("Anyone with one of the following exclusion criteria may not join:", Announces::Exclusion, None),
    ];
    for (line, announces, group) in table {
        let found = SectionHeading::find(line, ALONE);
        let expected = SectionHeading {
            announces,
            before: "",
            text: line,
            is_qualified: true,
            group,
            rest: "",
            is_subject: false,
        };
        assert_eq!(found, Some(expected), "{line}");
    }
}

#[test]
fn words_around_a_heading_in_the_same_line_are_kept_apart() {
    let table = [
        ("Inclusion Criteria: Adults", "", "Inclusion Criteria:", "Adults"),
        ("Inclusion Criteria:Adults", "", "Inclusion Criteria:", "Adults"),
        ("Exclusion Criteria - Smokers", "", "Exclusion Criteria -", "Smokers"),
        ("Exclusion: Smokers", "", "Exclusion:", "Smokers"),
        ("Exclusion Criteria for women: Nursing", "", "Exclusion Criteria for women:", "Nursing"),
        ("who read English Exclusion Criteria: None", "who read English", "Exclusion Criteria:", "None"),
    ];
    for (line, before, text, rest) in table {
        let found = SectionHeading::find(line, ALONE);
        let found = found.map(|heading| (heading.before, heading.text, heading.rest));
        assert_eq!(found, Some((before, text, rest)), "{line}");
    }
}

#[test]
fn a_criterion_that_speaks_of_criteria_is_no_heading() {
    let lines = [
        "Does not meet inclusion criteria",
        "Do not satisfy the inclusion criteria for testing.",
        "no exclusion criteria",
        "Women over 18 years old on the date of inclusion",
        "Exclusion of infection by a test",
        "Exclusion criteria were reviewed by a board and expanded",
        "Failure to meet the criteria for inclusion and severity;",
        "Erroneous inclusion (violation of inclusion/non-inclusion criteria).",
        "Meets the eligibility criteria",
        "Sexes Eligible for Study: All",
        "Patients who meet all inclusion criteria and none of the following exclusion criteria:",
    ];
    for line in lines {
        assert_eq!(SectionHeading::find(line, ALONE), None, "{line}");
    }
}
