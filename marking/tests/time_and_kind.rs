//! What vaccines, kinds of medicines, dates and repeated limits decide, case by case.

use waypoint_domain::{
    age_range::AgeRange,
    criterion_mark::{CriterionKind, Verdict},
    medical_record::{Condition, MedicalRecords},
    sex::Sex,
};
use waypoint_marking::Study;

use crate::cases::{check, condition, marked, medicine, vaccine, with};

use Verdict::{Met, NotMet, Unknown};

fn vaccines(given: &[(&str, &str)]) -> MedicalRecords {
    let immunizations = given.iter().map(|(name, date)| vaccine(name, date)).collect();
    MedicalRecords { immunizations, ..MedicalRecords::default() }
}

fn medicines(listed: &[(&str, &str)]) -> MedicalRecords {
    let medications = listed.iter().map(|(name, status)| medicine(name, status, "2020-01-01")).collect();
    MedicalRecords { medications, ..MedicalRecords::default() }
}

fn since(name: &str, clinical: &str, onset: &str, recorded: &str) -> Condition {
    let onset = Some(onset.to_owned()).filter(|onset| !onset.is_empty());
    Condition { onsetdatetime: onset, ..condition(name, clinical, "confirmed", recorded) }
}

const COVID: &str =
    "SARS-COV-2 (COVID-19) vaccine, mRNA, spike protein, LNP, preservative free, 30 mcg/0.3mL dose";

#[test]
fn a_vaccine_that_was_given_is_known_by_its_kind() {
    let records = vaccines(&[
        (COVID, "2021-05-01"),
        ("Influenza, seasonal, injectable, preservative free", "2025-10-01"),
        ("Td (adult)", "2019-01-01"),
    ]);
    let out = [
        ("You got any other COVID-19 vaccine", NotMet, true),
        ("You have had any other COVID-19 vaccine", NotMet, true),
        ("Prior COVID-19 vaccination", NotMet, true),
        ("prior receipt of a COVID-19 vaccine", NotMet, true),
        ("Vaccinated against the coronavirus before", NotMet, true),
        ("Has had a dose of a COVID-19 vaccine", NotMet, true),
        ("Having received any other Covid-19 vaccine any time before inclusion in the study", NotMet, true),
        ("History of SARS-CoV-2 vaccination or pneumococcal vaccination", NotMet, true),
        ("Prior pneumococcal vaccination", Unknown, false),
        ("Previous vaccination with an investigational COVID-19 vaccine", Unknown, true),
        ("Allergy to the COVID-19 vaccine", Unknown, false),
        ("You have had a severe allergic reaction to a vaccine", Unknown, false),
        ("Has not received a COVID-19 vaccine", Unknown, true),
        ("Unvaccinated", Unknown, false),
        ("You plan to get a COVID-19 vaccine", Unknown, true),
        ("Will have, or has had, a vaccine against the coronavirus", Unknown, true),
        ("COVID-19 vaccine", Unknown, true),
        ("Any vaccine in the past", Unknown, false),
        ("History of influenza or COVID-19 vaccination", Unknown, true),
        ("Received two doses of a COVID-19 vaccine", Unknown, true),
    ];
    check("Exclusion", &records, &out);
    let lets_in = [
        ("You got a COVID-19 vaccine", Met, true),
        ("Has received at least one dose of an mRNA COVID-19 vaccine", Met, true),
        ("You have received a tetanus shot", Met, true),
        ("Fully vaccinated against COVID-19", Unknown, true),
        ("Received all doses of a COVID-19 vaccine", Unknown, true),
        ("Received all COVID-19 vaccinations", Unknown, true),
        ("No prior COVID-19 vaccination", NotMet, true),
        ("Has not received a COVID-19 vaccine", NotMet, true),
        ("Not vaccinated against rabies", Unknown, false),
        ("Willing to be vaccinated with a COVID-19 vaccine", Unknown, true),
        ("Eligible to receive a COVID-19 vaccine", Unknown, true),
        ("Living with somebody vaccinated against COVID-19", Unknown, true),
    ];
    check("Inclusion", &records, &lets_in);
    check("Exclusion", &vaccines(&[]), &[("Prior COVID-19 vaccination", Unknown, false)]);
}

#[test]
fn a_vaccine_within_a_time_is_decided_by_its_date_and_today() {
    let records = vaccines(&[
        ("Influenza, seasonal, injectable", "2026-11-10"),
        ("MMR", "2026-09-01"),
        ("Td (adult)", ""),
    ]);
    let table = [
        ("Influenza vaccine within 30 days", NotMet, true),
        ("Flu shot in the last two weeks", NotMet, true),
        ("Flu shot in the last week", Unknown, true),
        ("Any vaccine in the past 30 days", NotMet, true),
        ("Live vaccine within 4 weeks", Unknown, true),
        ("Live vaccine within 3 months", NotMet, true),
        ("You got a live vaccine (in the last 6 months)", NotMet, true),
        ("Live vaccines within 3 months of initiation of study treatment", Unknown, true),
        ("Tetanus vaccine in the last 10 years", Unknown, true),
        ("Influenza vaccine more than 6 months ago", Unknown, true),
        ("Live vaccine in the next 3 months", Unknown, true),
        ("Rabies vaccine within 30 days", Unknown, false),
    ];
    check("Exclusion", &records, &table);
    check("Exclusion", &vaccines(&[("MMR", "2027-01-01")]), &[("Prior measles vaccination", Unknown, false)]);
}

#[test]
fn a_condition_is_asked_for_in_the_second_person() {
    let records = with(vec![since("Asthma", "active", "2012-03-01", "2012-03-01")]);
    let table = [
        ("You have asthma now", Met, true),
        ("You have asthma.", Met, true),
        ("Do you have asthma?", Met, true),
        ("You had asthma in the past", Met, true),
        ("You have been diagnosed with asthma", Met, true),
        ("You do not currently have asthma", NotMet, true),
        ("Family history of asthma", Unknown, false),
        ("You have asthma now, or had it as an adult", Unknown, true),
        ("You have asthma and no COPD", Unknown, true),
        ("You have asthma or gout and no COPD", Unknown, true),
        ("You have had asthma as a child", Unknown, true),
        ("Stage 2 asthma", Unknown, true),
    ];
    check("Inclusion", &records, &table);
    check(
        "Exclusion",
        &records,
        &[("You do not have asthma", Unknown, true), ("You have asthma now", NotMet, true)],
    );
}

#[test]
fn how_long_a_condition_is_there_is_decided_by_its_date() {
    let lines = ["You have had asthma for at least 2 years", "Asthma for 2 years or longer before screening"];
    let table = [
        ("2012-03-01", "2012-03-01", "active", Met),
        ("", "2012-03-01", "active", Met),
        ("2024", "2025-01-01", "active", Unknown),
        ("2023", "2025-01-01", "active", Met),
        ("2025-06-01", "2012-03-01", "active", Unknown),
        ("age 9 years", "", "active", Unknown),
        ("", "", "active", Unknown),
        ("2012-03-01", "2012-03-01", "resolved", Unknown),
    ];
    for (onset, recorded, clinical, verdict) in table {
        let records = with(vec![since("Asthma", clinical, onset, recorded)]);
        check("Inclusion", &records, &lines.map(|line| (line, verdict, true)));
    }
    let records = with(vec![since("Asthma", "active", "2012-03-01", "2012-03-01")]);
    let others = [
        ("No asthma for at least 2 years", Unknown, true),
        ("Stable asthma for at least 2 years", Unknown, true),
        ("Asthma for 2 years", Unknown, true),
        ("Asthma or gout for at least 2 years", Unknown, true),
    ];
    check("Inclusion", &records, &others);
}

#[test]
fn what_happened_within_a_time_is_decided_by_when_it_began_and_not_by_when_it_was_written_down() {
    let stroke = |onset, recorded| with(vec![since("Stroke", "resolved", onset, recorded)]);
    let lines = [
        "You had a stroke or seizure in the last 6 months",
        "Stroke within the past 6 months",
        "You have been diagnosed with stroke in the last 6 months",
    ];
    let table = [
        ("2026-09-01", "2026-09-01", NotMet),
        ("2026-06", "2026-09-01", NotMet),
        ("2026-05", "2026-09-01", Unknown),
        ("", "2026-09-01", Unknown),
        ("2019-01-01", "2026-09-01", Unknown),
        ("2026-12-24", "2026-09-01", Unknown),
    ];
    for (onset, recorded, verdict) in table {
        check("Exclusion", &stroke(onset, recorded), &lines.map(|line| (line, verdict, true)));
    }
    let recent = stroke("2026-09-01", "2026-09-01");
    check("Exclusion", &recent, &[("Stroke within 6 months before enrollment", Unknown, true)]);
    check("Inclusion", &recent, &[("No stroke in the last 6 months", NotMet, true)]);
    let twice = with(vec![
        since("Stroke", "active", "2026-09-01", "2026-09-01"),
        since("Stroke", "resolved", "2010-01-01", "2010-01-01"),
    ]);
    check("Exclusion", &twice, &[(lines[1], NotMet, true), (lines[2], Unknown, true)]);
    let told = with(vec![since("History of stroke", "active", "2026-09-01", "2026-09-01")]);
    check("Exclusion", &told, &[(lines[1], Unknown, true)]);
}

#[test]
fn a_medicine_is_known_by_its_kind_where_its_record_says_how_it_is_given() {
    let records = medicines(&[
        ("120 ACTUAT fluticasone propionate 0.044 MG/ACTUAT Metered Dose Inhaler", "active"),
        ("Simvastatin 10 MG Oral Tablet", "active"),
        ("Metoprolol succinate 50 MG Extended Release Oral Tablet", "active"),
        ("insulin isophane, human 70 UNT/ML / insulin, regular, human 30 UNT/ML [Humulin]", "active"),
        ("Warfarin Sodium 5 MG Oral Tablet", "stopped"),
        ("lisinopril 10 MG Oral Tablet", "active"),
    ]);
    let table = [
        ("Uses an inhaled steroid", Met, true),
        ("You use an inhaled corticosteroid", Met, true),
        ("Currently taking a statin", Met, true),
        ("Do you take a statin?", Met, true),
        ("Statin use", Met, true),
        ("On beta-blocker therapy", Met, true),
        ("You take an ACE inhibitor", Met, true),
        ("You take insulin", Met, true),
        ("Takes a blood thinner", Unknown, true),
        ("Previously treated with anticoagulants", Met, true),
        ("You do not take a statin", NotMet, true),
        ("Inhaled corticosteroid", Unknown, false),
        ("Uses a medium or high dose of an inhaled steroid", Unknown, false),
        ("Takes a statin every day", Unknown, false),
        ("Statin use for at least 3 months", Unknown, false),
        ("If you take a statin, the dose must be stable", Unknown, false),
        ("Takes a statin and no insulin", Unknown, true),
        ("Uses steroids", Unknown, false),
        ("Uses an oral steroid", Unknown, false),
        ("Uses an insulin pump", Unknown, true),
        ("Statin intolerance", Unknown, false),
    ];
    check("Inclusion", &records, &table);
    let out = [
        ("Use of anticoagulants or statins", NotMet, true),
        ("Not on a statin", Unknown, true),
        ("Statins within 30 days", Unknown, false),
    ];
    check("Exclusion", &records, &out);
    let elsewhere = medicines(&[
        ("Fluticasone propionate 0.05 MG/ACTUAT Metered Dose Nasal Spray", "active"),
        ("Timolol 5 MG/ML Ophthalmic Solution", "active"),
        ("Insulin pen needle", "active"),
    ]);
    let lines = ["Uses an inhaled steroid", "Takes a beta blocker", "Takes insulin"];
    check("Exclusion", &elsewhere, &lines.map(|line| (line, Unknown, false)));
    let changed = medicines(&[
        ("Simvastatin 10 MG Oral Tablet", "stopped"),
        ("Atorvastatin 20 MG Oral Tablet", "active"),
    ]);
    check("Inclusion", &changed, &[("Takes a statin", Met, true)]);
}

#[test]
fn a_limit_that_the_text_tells_again_is_told_once_in_the_words_of_the_study() {
    let (age, sex, line) = (CriterionKind::Age, CriterionKind::Sex, CriterionKind::Inclusion);
    let table: [(&str, Option<&str>, Sex, &[CriterionKind]); 9] = [
        ("You are 18 years old or older", None, Sex::All, &[line]),
        ("Age 18 to 75 years", Some("75 Years"), Sex::All, &[line]),
        ("Age 18 or older\n- Age 75 or younger", Some("75 Years"), Sex::All, &[line, line]),
        ("Age over 18 years", None, Sex::All, &[line]),
        ("Age 18 or older", Some("75 Years"), Sex::All, &[age, line]),
        ("Age 21 or older", None, Sex::All, &[age, line]),
        ("Women", None, Sex::Female, &[age, line]),
        ("Women aged 18 or older", None, Sex::Female, &[line]),
        ("Asthma", None, Sex::Female, &[age, sex, line]),
    ];
    for (text, highest, sex, kinds) in table {
        let ages =
            AgeRange { minimum: "18 Years".parse().ok(), maximum: highest.and_then(|age| age.parse().ok()) };
        let text = format!("Inclusion Criteria:\n- {text}");
        let found = marked(
            &Study { ages, sex, eligibility: &text },
            &MedicalRecords::default(),
            "1980-05-05",
            Some(Sex::Female),
        );
        assert_eq!(found.iter().map(|mark| mark.kind).collect::<Vec<_>>(), kinds, "{text}");
    }
    let ages = AgeRange { minimum: "18 Years".parse().ok(), maximum: None };
    let below = "Exclusion Criteria:\n- Age under 18 years";
    let found = marked(
        &Study { ages, sex: Sex::All, eligibility: below },
        &MedicalRecords::default(),
        "1980-05-05",
        Some(Sex::Female),
    );
    assert_eq!(found.len(), 2, "who is kept out is told beside who may join");
    let open = "Inclusion Criteria:\n- Age over 46 years";
    let ages = AgeRange { minimum: "46 Years".parse().ok(), maximum: None };
    let found = marked(
        &Study { ages, sex: Sex::All, eligibility: open },
        &MedicalRecords::default(),
        "1980-05-05",
        Some(Sex::Female),
    );
    assert_eq!(found.iter().map(|mark| mark.verdict).collect::<Vec<_>>(), [Met, Unknown]);
}

#[test]
fn a_line_that_takes_a_condition_as_known_shows_the_record_of_it() {
    let records = with(vec![
        condition("Venous leg ulcer", "active", "confirmed", "2026-03-01"),
        condition("Graves disease", "active", "confirmed", "2026-03-01"),
    ]);
    let table = [
        ("You have had the ulcer for at least one month", Unknown, true),
        ("Your ulcer measures 2 to 20 square centimeters", Unknown, true),
        ("You have an ulcer of the stomach", Unknown, false),
        ("The disease has spread", Unknown, false),
    ];
    check("Inclusion", &records, &table);
}
