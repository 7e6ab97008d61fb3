use proptest::prelude::*;

use super::*;

/// The criteria as `level text`, sub-headings as `level # text`.
fn shown(criteria: &[Criterion]) -> Vec<String> {
    criteria
        .iter()
        .map(|criterion| {
            let mark = if criterion.heading { "# " } else { "" };
            format!("{} {mark}{}", criterion.level, criterion.text)
        })
        .collect()
}

fn assert_split(text: &str, general: &[&str], inclusion: &[&str], exclusion: &[&str]) {
    let criteria = EligibilityCriteria::split(text);
    assert_eq!(shown(&criteria.general), general, "general in {text:?}");
    assert_eq!(shown(&criteria.inclusion), inclusion, "inclusion in {text:?}");
    assert_eq!(shown(&criteria.exclusion), exclusion, "exclusion in {text:?}");
}

#[test]
fn criteria_are_split_at_headings_in_every_spelling_and_case() {
    let headings = [
        ("Inclusion Criteria:", "Exclusion Criteria:"),
        ("INCLUSION CRITERIA", "EXCLUSION CRITERIA"),
        ("Key Inclusion Criteria:", "Key Exclusion Criteria:"),
        ("Inclusion:", "Exclusion:"),
        ("**Inclusion Criteria:**", "**Exclusion Criteria:**"),
        ("- Inclusion criteria", "- Exclusion criteria"),
        ("Eligibility", "Exclusion criteria"),
        ("Inclusion criteria", "Non-inclusion criteria"),
    ];
    for (inclusion, exclusion) in headings {
        let text = format!("{inclusion}\n\n* Adults\n\n{exclusion}\n\n* Smokers");
        assert_split(&text, &[], &["0 Adults"], &["0 Smokers"]);
    }
}

#[test]
fn a_criterion_on_the_line_of_its_heading_is_kept() {
    let text = "Inclusion Criteria: Adults\nExclusion Criteria - Smokers";
    assert_split(text, &[], &["0 Adults"], &["0 Smokers"]);
    let text = "Inclusion Criteria: Healthy Adults Exclusion Criteria: - Smokers";
    assert_split(text, &[], &["0 Healthy Adults"], &["0 Smokers"]);
}

#[test]
fn every_bullet_and_number_is_removed() {
    let text = "Inclusion Criteria:\n* One\n- Two\n• Three\n· Four\n-Five\nExclusion Criteria:\n1. One\n2) Two\na. Three\nb. Four\ni. Five\nii. Six";
    let inclusion = ["0 One", "0 Two", "0 Three", "0 Four", "0 Five"];
    let exclusion = ["0 One", "0 Two", "1 Three", "1 Four", "2 Five", "2 Six"];
    assert_split(text, &[], &inclusion, &exclusion);
}

#[test]
fn a_list_within_a_list_keeps_its_level() {
    let text = "Inclusion Criteria:\n\n1. Healthy:\n   1. Heart\n   2. Lungs\n      * Both\n2. Adults";
    let inclusion = ["0 Healthy:", "1 Heart", "1 Lungs", "2 Both", "0 Adults"];
    assert_split(text, &[], &inclusion, &[]);
}

#[test]
fn escapes_are_removed() {
    let text = "Inclusion Criteria:\n* Weight \\>50 kg and \\<90 kg \\[measured\\] \\*\n* Black\\White";
    assert_split(text, &[], &["0 Weight >50 kg and <90 kg [measured] *", "0 Black\\White"], &[]);
}

#[test]
fn a_text_without_bullets_has_a_criterion_on_each_line() {
    let text = "Inclusion Criteria:\n\nAdults\n\nWell\n\nExclusion Criteria:\n\nNone";
    assert_split(text, &[], &["0 Adults", "0 Well"], &["0 None"]);
}

#[test]
fn a_text_without_headings_is_general() {
    assert_split("* Adults\n* No smokers", &["0 Adults", "0 No smokers"], &[], &[]);
    assert_split("Eligibility:\nAdults", &["0 Adults"], &[], &[]);
    assert_split("Inclusion and Exclusion Criteria:\nAdults", &["0 Adults"], &[], &[]);
}

#[test]
fn lines_before_the_first_heading_are_general() {
    let text = "20 people with asthma\nInclusion Criteria:\nAdults";
    assert_split(text, &["0 20 people with asthma"], &["0 Adults"], &[]);
}

#[test]
fn each_of_several_inclusion_sections_keeps_the_name_of_its_group() {
    let text = "Inclusion criteria for group A:\n* Adults\nExclusion Criteria:\n* Smokers\nInclusion Criteria (group B)\n* Children";
    let inclusion =
        ["0 # Inclusion criteria for group A:", "0 Adults", "0 # Inclusion Criteria (group B)", "0 Children"];
    assert_split(text, &[], &inclusion, &["0 Smokers"]);
}

#[test]
fn a_section_that_opens_again_keeps_its_heading_as_a_break() {
    let text = "Inclusion criteria for group A:\nAdults\nExclusion Criteria:\nSmokers\nInclusion criteria for group B:\nChildren\nExclusion Criteria:\nNone";
    let inclusion = [
        "0 # Inclusion criteria for group A:",
        "0 Adults",
        "0 # Inclusion criteria for group B:",
        "0 Children",
    ];
    assert_split(text, &[], &inclusion, &["0 # group A", "0 Smokers", "0 # group B", "0 None"]);
}

#[test]
fn lists_in_one_line_are_on_their_side() {
    let numbered = [
        "Inclusion: 1) Adults 2) Fluent Exclusion: 1) Smokers 2) Pregnancy",
        "Inclusion Criteria 1. Adults 2. Fluent Exclusion Criteria 1. Smokers 2. Pregnancy",
        "Inclusion: Adults • Fluent\nExclusion: Smokers • Pregnancy",
        "Inclusion Criteria:\n* 1. Adults 2. Fluent\nExclusion Criteria:\n1. Smokers\n2. Pregnancy",
    ];
    for text in numbered {
        assert_split(text, &[], &["0 Adults", "0 Fluent"], &["0 Smokers", "0 Pregnancy"]);
    }
    let table = [
        ("Inclusion criteria -adult Exclusion criteria -pregnancy", "adult", "pregnancy"),
        (
            "Inclusion criteria: adults; able to consent; exclusion criteria: pregnancy",
            "adults; able to consent;",
            "pregnancy",
        ),
        (
            "INCLUSION CRITERIA Patients over 18 years EXCLUSION CRITERIA Pregnant women",
            "Patients over 18 years",
            "Pregnant women",
        ),
        ("Inclusion criteria (1) adults. Exclusion criteria (1) smoking.", "adults.", "smoking."),
        ("Inclusion criteria=adults\nExclusion criteria=smokers", "adults", "smokers"),
        (
            "Inclusion: living at home. Exclusion criteria include: plans to move",
            "living at home.",
            "plans to move",
        ),
        ("The inclusion criteria are: adults. The exclusion criteria are: pregnancy", "adults.", "pregnancy"),
        (
            "Inclusion criteria are adults.\nExclusion criteria are pregnancy and cancer",
            "adults.",
            "pregnancy and cancer",
        ),
    ];
    for (text, inclusion, exclusion) in table {
        assert_split(text, &[], &[&format!("0 {inclusion}")], &[&format!("0 {exclusion}")]);
    }
}

#[test]
fn mention_of_the_criteria_opens_no_list() {
    let lines = [
        "* Meets all Inclusion Criteria of the main study",
        "* Has no Exclusion Criteria",
        "* Exclusion criteria of the earlier study apply",
        "* Reason for exclusion: none",
        "* Inclusion criteria not met:",
    ];
    for line in lines {
        let text = format!("Inclusion Criteria:\n* Adults\n{line}\nExclusion Criteria:\n* Smokers");
        let kept = format!("0 {}", line.trim_start_matches("* "));
        assert_split(&text, &[], &["0 Adults", &kept], &["0 Smokers"]);
    }
}

#[test]
fn heading_for_some_people_opens_its_list() {
    let table = [
        ("Inclusion Criteria for People Who Stutter:", "Exclusion Criteria for People Who Stutter:"),
        (
            "Inclusion criteria of people who do not stutter:",
            "Exclusion criteria of people who do not stutter:",
        ),
        ("INCLUSION FOR CONTROLS:", "EXCLUSION FOR CONTROLS:"),
        ("Inclusion Criteria - Cohort A", "Exclusion Criteria - Cohort A"),
        (
            "Adults with type 1 diabetes inclusion criteria:",
            "Adults with type 1 diabetes exclusion criteria:",
        ),
        ("Inclusion criteria for cases and controls", "Exclusion criteria for cases and controls"),
        ("Inclusion Criteria of Group A (people with COPD)", "Exclusion Criteria for Part B Only (of both)"),
        (
            "Inclusion criteria for all include the following",
            "Exclusion criteria for all include the following",
        ),
        ("You can join if you", "You cannot join if you"),
        (
            "Patients must meet the following to be eligible",
            "Patients with any of these symptoms are excluded:",
        ),
        ("Inclusion for part A:", "Exclusion from part A:"),
        ("You can join if:", "You cannot join if:"),
        (
            "Patients must meet all of the following to be eligible:",
            "Patients are not eligible if they have:",
        ),
    ];
    for (inclusion, exclusion) in table {
        let text = format!("{inclusion}\n* Adults\n\n{exclusion}\n* Smokers");
        let headings = [inclusion, exclusion].map(|heading| format!("0 # {heading}"));
        assert_split(&text, &[], &[&headings[0], "0 Adults"], &[&headings[1], "0 Smokers"]);
    }
}

#[test]
fn headings_with_typos_numbers_and_other_words_open_their_list() {
    let table = [
        ("Inclusion Critieria:", "Exlusion Criteria:"),
        ("I. Inclusion Criteria", "II. Exclusion Criteria"),
        ("Criteria for inclusion:", "Criteria for non-inclusion:"),
        ("Inclusion criteria:", "Reasons for exclusion:"),
    ];
    for (inclusion, exclusion) in table {
        let text = format!("{inclusion}\n* Adults\n* Infusion: none\n\n{exclusion}\n* Smokers");
        assert_split(&text, &[], &["0 Adults", "0 Infusion: none"], &["0 Smokers"]);
    }
    assert_split("Inclusion criteria/Exclusion criteria\nAdults", &["0 Adults"], &[], &[]);
}

#[test]
fn sentence_about_the_criteria_of_its_list_is_a_criterion() {
    let text =
        "Exclusion Criteria:\n* Smokers\nExclusion criteria were failed removal and a second operation";
    let exclusion = ["0 Smokers", "0 Exclusion criteria were failed removal and a second operation"];
    assert_split(text, &[], &[], &exclusion);
}

#[test]
fn wrapped_line_that_mentions_the_criteria_opens_no_list() {
    let text = "Exclusion Criteria:\n\nPeople who do not meet the\ninclusion criteria\nPregnancy";
    assert_split(text, &[], &[], &["0 People who do not meet the", "0 inclusion criteria", "0 Pregnancy"]);
}

#[test]
fn name_of_a_group_in_a_list_heads_the_lines_below() {
    let text = "Inclusion Criteria:\n\nPatients\n\n* A\n\nHealthy controls\n\n* B\n\nExclusion Criteria - Healthy controls\n\n* C";
    let inclusion = ["0 # Patients", "0 A", "0 # Healthy controls", "0 B"];
    assert_split(text, &[], &inclusion, &["0 # Healthy controls", "0 C"]);
}

#[test]
fn name_of_a_group_heads_its_part_of_both_lists() {
    let labels = [
        ("Patients with MS", "Healthy controls"),
        ("Cases:", "Controls:"),
        ("Main study", "Substudy on sleep"),
        ("* Patients with COPD", "* Healthy controls"),
    ];
    for (first, second) in labels {
        let text = format!(
            "{first}\nInclusion Criteria:\n* A\nExclusion Criteria:\n* B\n\n{second}\n\nInclusion Criteria:\n* C\nExclusion Criteria:\n* D"
        );
        let [first, second] = [first, second].map(|label| format!("0 # {}", label.trim_start_matches("* ")));
        assert_split(&text, &[], &[&first, "0 A", &second, "0 C"], &[&first, "0 B", &second, "0 D"]);
    }
}

#[test]
fn second_group_is_named_even_if_the_first_is_not() {
    let text = "Inclusion:\n* A\nExclusion:\n* B\n\nHealthy controls:\n\nInclusion:\n* C\nExclusion:\n* D";
    let label = "0 # Healthy controls:";
    assert_split(text, &[], &["0 A", label, "0 C"], &["0 B", label, "0 D"]);
}

#[test]
fn group_in_an_inclusion_heading_is_repeated_above_its_exclusions() {
    let text = "Inclusion Criteria for adults:\n* A\nExclusion Criteria:\n* B\nInclusion Criteria (children)\n* C\nExclusion Criteria:\n* D";
    let inclusion = ["0 # Inclusion Criteria for adults:", "0 A", "0 # Inclusion Criteria (children)", "0 C"];
    assert_split(text, &[], &inclusion, &["0 # adults", "0 B", "0 # children", "0 D"]);
    let in_lines = "Group 1: Inclusion Criteria: A. Exclusion Criteria: B.\nGroup 2: Inclusion Criteria: C. Exclusion Criteria: D.";
    let inclusion = ["0 # Group 1: Inclusion Criteria:", "0 A.", "0 # Group 2: Inclusion Criteria:", "0 C."];
    assert_split(in_lines, &[], &inclusion, &["0 # Group 1", "0 B.", "0 # Group 2", "0 D."]);
}

#[test]
fn exclusion_list_for_several_groups_has_no_name() {
    let text = "Patients:\nInclusion Criteria:\n* A\nCaregivers:\nInclusion Criteria:\n* B\nExclusion Criteria:\n* C";
    assert_split(text, &[], &["0 # Patients:", "0 A", "0 # Caregivers:", "0 B"], &["0 C"]);
}

#[test]
fn a_section_heading_written_twice_is_no_break() {
    let text = "Inclusion Criteria:\n- Inclusion criteria\nAdults";
    assert_split(text, &[], &["0 Adults"], &[]);
}

#[test]
fn a_group_named_before_an_inclusion_heading_is_not_kept_out() {
    let text = "Inclusion Criteria:\nAdults\nExclusion Criteria:\nSmokers\nHealth Care Workers\nInclusion Criteria:\nNurses";
    assert_split(text, &[], &["0 Adults", "0 # Health Care Workers", "0 Nurses"], &["0 Smokers"]);
}

#[test]
fn the_last_exclusion_before_an_inclusion_heading_stays_an_exclusion() {
    for last in ["Pregnant women", "* Pregnant Women", "Smoking"] {
        let text = format!("Exclusion Criteria:\n{last}\nInclusion Criteria:\nAdults");
        let kept = format!("0 {}", last.trim_start_matches("* "));
        assert_split(&text, &[], &["0 Adults"], &[&kept]);
    }
}

#[test]
fn a_short_line_with_a_colon_is_a_sub_heading_of_the_lines_below_it() {
    let text = "Inclusion Criteria:\nFor healthy volunteers:\nAdults\nMust have one of the following:\nFever\nLast line:";
    let inclusion = [
        "0 # For healthy volunteers:",
        "0 Adults",
        "0 Must have one of the following:",
        "0 Fever",
        "0 Last line:",
    ];
    assert_split(text, &[], &inclusion, &[]);
}

#[test]
fn windows_line_ends_and_unusual_spaces_make_no_difference() {
    let text = "\u{feff}Inclusion\u{a0}Criteria:\r\n\r\n*\u{a0}Adults\u{a0}over  18\r\n\tExclusion Criteria:\r\n-\tSmokers\r\n";
    assert_split(text, &[], &["0 Adults over 18"], &["0 Smokers"]);
}

#[test]
fn a_hyphen_inside_a_line_splits_nothing() {
    let text = "Inclusion Criteria:\n* Long-term - or short-term - illness, 18-65 years";
    assert_split(text, &[], &["0 Long-term - or short-term - illness, 18-65 years"], &[]);
}

#[test]
fn a_line_without_a_word_is_no_criterion() {
    for text in ["", " \n\r\n", "Inclusion Criteria:\n-\nExclusion Criteria:\n* \n***"] {
        assert!(EligibilityCriteria::split(text).is_empty(), "{text:?}");
    }
    assert!(!EligibilityCriteria::split("Adults").is_empty());
}

fn a_line() -> impl Strategy<Value = String> {
    let indent = prop::sample::select(vec!["", "  ", "   ", "\t", "\u{a0}"]);
    let bullet = prop::sample::select(vec![
        "", "* ", "- ", "-", "• ", "· ", "1. ", "2. ", "3) ", "(a) ", "b. ", "i. ", "ii) ", "\\- ", "* 4. ",
    ]);
    let words = prop_oneof![
        "[A-Za-z0-9 ,.;:()<>≥é/-]{0,40}",
        "(Key |Cohort A |not )?(Inclusion|exclusion|INCLUSION) (Criteria|criteria)?( for men)?( -|:)? ?[a-np-z ]{0,12}",
        prop::sample::select(vec![
            "Inclusion Criteria:",
            "Exclusion Criteria:",
            "Eligibility",
            "Healthy Volunteers",
            "For women:",
            "Age \\> 18 \\[years\\]",
            "Adults Exclusion Criteria: smokers",
            "",
            "-",
            "**Inclusion Criteria**",
            "Adults • Fluent; - well",
            "1. Adults 2. Fluent 3. Well",
            "Well. Other protocol-defined inclusion/exclusion criteria could apply.",
        ])
        .prop_map(str::to_owned),
    ];
    (indent, bullet, words).prop_map(|(indent, bullet, words)| format!("{indent}{bullet}{words}"))
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Whether the letters of a line are those of its parts, each after a number or nothing.
fn lost_only_numbers(written: &str, parts: &[String], is_number: impl Fn(&str) -> bool) -> bool {
    let mut rest = written;
    let follow = parts.iter().enumerate().rev().all(|(place, part)| {
        let Some(at) = rest.rfind(part.as_str()) else { return false };
        let between = &rest[at + part.len()..];
        rest = &rest[..at];
        if place + 1 == parts.len() { between.is_empty() } else { is_number(between) }
    });
    follow && is_number(rest)
}

/// Whether letters can be the number of a list, or two of them.
fn is_number(text: &str) -> bool {
    text.chars().count() <= 5
}

proptest! {
    #[test]
    fn each_line_stands_once_in_a_list_or_is_a_heading_and_loses_only_its_number(
        lines in prop::collection::vec(a_line(), 0..12),
        end in prop::sample::select(vec!["\n", "\r\n", "\n\n"]),
    ) {
        let text = lines.join(end);
        let parts = classify(&text);
        for (number, line) in super::lines(&text).enumerate() {
            let said: Vec<String> = parts.iter().filter(|part| part.line == number).map(|part| match &part.role {
                Role::SectionHeading(text) | Role::OtherCriteria(text) => letters(text),
                Role::Criterion(criterion) => letters(&criterion.text),
                Role::RepeatedGroup(_) => String::new(),
            }).collect();
            let written = letters(line);
            prop_assert!(lost_only_numbers(&written, &said, is_number), "{line:?} became {said:?}");
        }
        let criteria = EligibilityCriteria::split(&text);
        let listed = criteria.general.len() + criteria.inclusion.len() + criteria.exclusion.len();
        let is_listed = |part: &&LinePart| {
            !matches!(part.role, Role::SectionHeading(_) | Role::OtherCriteria(_))
        };
        let read = parts.iter().filter(is_listed).count();
        prop_assert_eq!(listed, read);
    }

    #[test]
    fn no_text_makes_an_empty_criterion_or_keeps_outer_spaces(text in "(\\PC|[\r\n\t*.:-]){0,200}") {
        for part in classify(&text) {
            if let Role::Criterion(Criterion { text, .. }) = part.role {
                prop_assert!(text.contains(char::is_alphanumeric), "{text:?}");
                prop_assert_eq!(text.trim(), text.as_str());
            }
        }
    }
}
