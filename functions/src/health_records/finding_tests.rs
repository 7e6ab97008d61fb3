//! What a search for health systems finds.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use super::*;
use crate::{
    external::reach::Reach,
    health_records::{HealthRecords, Registrations},
};

fn at(name: &str, (city, state, zip): (&str, &str, &str)) -> SystemPlace {
    let [name, city, state, zip] = [name, city, state, zip].map(str::to_owned);
    SystemPlace { name, city, state, zip, ..SystemPlace::default() }
}

fn system(id: &str, name: &str, places: &[(&str, &str, &str)]) -> HealthSystem {
    HealthSystem {
        id: id.parse().unwrap(),
        name: name.into(),
        also_called: Vec::new(),
        portals: Vec::new(),
        base: format!("https://{id}.example/r4"),
        places: places.iter().map(|place| at("", *place)).collect(),
    }
}

fn systems() -> HealthRecords {
    let systems = vec![
        system("lake", "Lake Clinics", &[("Chicago", "IL", "60611")]),
        system("harbor", "Harbor Health", &[("Erie", "PA", ""), ("Cleveland", "OH", "44106")]),
        system("akron", "Akron General", &[("Akron", "OH", "44307")]),
        system("cleveland-of-the-west", "Cleveland of the West", &[("Boise", "ID", "83702")]),
        system("nowhere", "Nowhere Clinic", &[]),
    ];
    HealthRecords::new(systems, Registrations::public("us"), "https://waypoint.example", Reach::Public)
        .unwrap()
}

fn found(words: &str) -> Vec<String> {
    let (records, gazetteer) = (systems(), Gazetteer::default());
    let found = records.systems().unwrap().search(words, &gazetteer);
    let listed = found.listed.iter();
    listed
        .map(|one| match (one.place, one.distance) {
            (Some(place), Some(distance)) => {
                format!("{} {} {}", one.system.id, place.city, distance.miles)
            }
            (Some(place), None) => format!("{} {}", one.system.id, place.city),
            (None, _) => one.system.id.to_string(),
        })
        .collect()
}

#[test]
fn named_systems_come_first_and_then_the_nearest() {
    assert_eq!(found("Cleveland"), ["cleveland-of-the-west Boise", "harbor Cleveland 5", "akron Akron 31"]);
    assert_eq!(found("44106"), ["harbor Cleveland 0", "akron Akron 30"]);
    assert_eq!(found("Erie, PA")[0], "harbor Erie 0");
    // A distant town with this name has no influence.
    assert_eq!(found("harbor"), ["harbor Erie"]);
    assert_eq!(found("harbor cleveland"), ["harbor Cleveland 5"]);
}

#[test]
fn systems_are_found_by_misspelled_name_and_all_without_words() {
    assert_eq!(found("lake"), ["lake Chicago"]);
    assert_eq!(found("Harbr Helth"), ["harbor Erie"]);
    assert_eq!(found("").len(), 5);
    assert_eq!(found("xyzzy"), [""; 0]);
}

#[test]
fn misspelled_city_finds_nearby_systems_without_similar_names() {
    for words in ["Chicgo", "chicago il", "Chicagoo"] {
        let found = found(words);
        assert!(found.len() == 1 && found[0].starts_with("lake Chicago "), "{words}: {found:?}");
    }
    assert_eq!(found("clevland")[0], "cleveland-of-the-west Boise");
}

#[test]
fn systems_of_a_state_are_listed_with_their_place_there() {
    for words in ["Ohio", "OH", "ohio"] {
        assert_eq!(found(words), ["akron Akron", "harbor Cleveland"], "{words}");
    }
}

#[test]
fn without_nearby_systems_the_nearest_are_listed_and_marked() {
    let (records, gazetteer) = (systems(), Gazetteer::default());
    let far = records.systems().unwrap().search("Anchorage, AK", &gazetteer);
    assert_eq!(far.none_near.as_deref(), Some("Anchorage, Alaska"));
    assert_eq!((far.listed.len(), far.listed[0].system.name.as_str()), (4, "Cleveland of the West"));
    assert_eq!(records.systems().unwrap().search("Cleveland", &gazetteer).none_near, None);
}

/// Two systems with hospitals of the same name, and one with hospitals in many towns.
fn hospitals() -> HealthRecords {
    let mut mgb = system("mgb", "Mass General Brigham", &[("Somerville", "MA", "02145")]);
    mgb.portals = vec!["Patient Gateway".into()];
    let mut brigham = at("Brigham and Women's Hospital", ("Boston", "MA", "02115"));
    brigham.also_called = vec!["The Brigham".into()];
    mgb.places.extend([brigham, at("Salem Hospital", ("Salem", "MA", "01970"))]);
    mgb.places.push(at("Clínica Núñez", ("Lynn", "MA", "01901")));
    let mut salem = system("salem-health", "Salem Health", &[]);
    salem.portals = vec!["MyChart".into()];
    salem.places.push(at("Salem Hospital", ("Salem", "OR", "97301")));
    let mut providence = system("providence", "Providence", &[("Renton", "WA", "98057")]);
    for (name, city, state, zip) in [
        ("Providence Holy Family", "Spokane", "WA", "99208"),
        ("Providence St. Vincent", "Portland", "OR", "97225"),
        ("Providence Seaside", "Seaside", "OR", "97138"),
    ] {
        providence.places.push(at(name, (city, state, zip)));
    }
    let twins = ["one", "two"].map(|id| system(id, "Blair Foot", &[("Hollidaysburg", "PA", "16648")]));
    let systems = [mgb, salem, providence].into_iter().chain(twins).collect();
    HealthRecords::new(systems, Registrations::public("us"), "https://waypoint.example", Reach::Public)
        .unwrap()
}

fn names(words: &str) -> Vec<String> {
    let (records, gazetteer) = (hospitals(), Gazetteer::default());
    let found = records.systems().unwrap().search(words, &gazetteer);
    let text = |one: &ListedSystem| {
        let city = one.place.map(|place| place.city.as_str()).unwrap_or_default();
        let miles = one.distance.map(|distance| format!(" {}", distance.miles)).unwrap_or_default();
        format!("{}, {city}{miles}", one.name)
    };
    found.listed.iter().map(text).collect()
}

#[test]
fn hospital_is_found_by_alias_portal_and_name_in_any_spelling() {
    for (words, first) in [
        ("The Brigham", "Brigham and Women's Hospital, Boston"),
        ("brigham & womens", "Brigham and Women's Hospital, Boston"),
        ("Brigam and Womans Hospital", "Brigham and Women's Hospital, Boston"),
        ("Patient Gateway", "Mass General Brigham, Somerville"),
        ("patient gatway", "Mass General Brigham, Somerville"),
        ("clinica nunez", "Clínica Núñez, Lynn"),
        ("CLÍNICA NUÑEZ lynn", "Clínica Núñez, Lynn"),
        ("mychart", "Salem Health, "),
        ("Lynn", "Clínica Núñez, Lynn"),
    ] {
        let found = names(words);
        assert!(found.first().is_some_and(|found| found.starts_with(first)), "{words}: {found:?}");
    }
}

#[test]
fn hospital_is_found_by_name_and_place_together() {
    for (words, first) in [
        ("Salem Hospital 97301", "Salem Hospital, Salem 0"),
        ("97301 Salem Hospital", "Salem Hospital, Salem 0"),
        ("Salem Hospitl 01970", "Salem Hospital, Salem 0"),
        ("Salem Hospital near 01970", "Salem Hospital, Salem 0"),
        ("Providence near Portland", "Providence St. Vincent, Portland "),
        ("Providence in Spokane, WA", "Providence Holy Family, Spokane "),
        ("Spokane Providence", "Providence Holy Family, Spokane "),
        ("Patient Gateway Salem", "Salem Hospital, Salem"),
    ] {
        let found = names(words);
        assert!(found.first().is_some_and(|found| found.starts_with(first)), "{words}: {found:?}");
    }
    let place = |words: &str| {
        let (records, gazetteer) = (hospitals(), Gazetteer::default());
        records.systems().unwrap().search(words, &gazetteer).listed[0].place.unwrap().state.clone()
    };
    for (words, state) in [
        ("Salem Hospital Oregon", "OR"),
        ("Salem Hospital, MA", "MA"),
        ("salem hospital massachusetts", "MA"),
        ("Salem Hospital 97301", "OR"),
        ("Salem Hospital 01970", "MA"),
    ] {
        assert_eq!(place(words), state, "{words}");
    }
    let both = names("Salem Hospital");
    assert!(both[..2].iter().all(|found| found.starts_with("Salem Hospital, Salem")), "{both:?}");
}

#[test]
fn hospital_far_from_the_place_is_listed_with_its_distance() {
    let found = names("Gateway 97301");
    assert!(!found.is_empty(), "{found:?}");
    assert!(found[0].ends_with(|last: char| last.is_ascii_digit()), "{found:?}");
    assert!(names("urology 97301")[0].starts_with("Salem Hospital, Salem 0"));
}

#[test]
fn hospitals_that_look_alike_are_numbered() {
    let (records, gazetteer) = (hospitals(), Gazetteer::default());
    let found = records.systems().unwrap().search("Blair Foot", &gazetteer);
    let copies: Vec<_> = found.listed.iter().map(|one| one.copy).collect();
    assert_eq!(copies, [Some((1, 2)), Some((2, 2))]);
}
