//! Contacts as sponsors wrote them, where a file of registry records is at hand.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::path::Path;

use serde_json::Value;
use waypoint_domain::{registry_study::RegistryStudy, study_contact::PhoneNumber};
use waypoint_registry::parse_study;

fn studies() -> Vec<RegistryStudy> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/registry/studies.json");
    let Ok(text) = std::fs::read(file) else {
        eprintln!("skipped: there is no copy of the registry's records beside the project");
        return Vec::new();
    };
    let file: Value = serde_json::from_slice(&text).unwrap();
    file["studies"].as_array().unwrap().iter().filter_map(|record| parse_study(record).ok()).collect()
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

#[test]
fn real_numbers_are_dialed_as_shown_and_most_are_dialed() {
    let studies = studies();
    let contacts = studies.iter().flat_map(|study| {
        study.contacts.iter().chain(study.site_contacts.iter().flat_map(|site| &site.contacts))
    });
    let numbers: Vec<&PhoneNumber> = contacts.flat_map(|contact| &contact.phones).collect();
    for PhoneNumber { shown, dial } in &numbers {
        let Some(dial) = dial else { continue };
        let (number, _) = dial.split_once(';').unwrap_or((dial, ""));
        let national: String = digits(number).chars().rev().take(7).collect();
        let national: String = national.chars().rev().collect();
        assert!(digits(shown).contains(&national), "{shown:?} became {dial}");
    }
    // Many records without sites have national numbers, whose country is unknown.
    let dialed = numbers.iter().filter(|number| number.dial.is_some()).count();
    assert!(dialed * 5 >= numbers.len() * 4, "{dialed} of {}", numbers.len());
}

#[test]
fn every_contact_of_a_real_site_is_read() {
    let studies = studies();
    let of_sites = studies.iter().flat_map(|study| &study.site_contacts).count();
    assert!(studies.is_empty() || of_sites > 100, "{of_sites}");
}
