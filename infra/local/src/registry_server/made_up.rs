//! Made-up records, as many as one likes: each is made of its place and a seed when somebody asks for
//! it, so that none is kept. Some appear, change or vanish while pages are read, in steps; after the last
//! step they stay as they are.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};
use waypoint_vocabulary::Vocabulary;

use super::Shelf;

/// How many steps of change there are.
pub const STEPS: u64 = 8;
const FIRST_NUMBER: usize = 10_000_000;

const PLACES: [(&str, &str, &str, f64, f64); 8] = [
    ("Cleveland", "Ohio", "United States", 41.5, -81.69),
    ("Houston", "Texas", "United States", 29.76, -95.37),
    ("Boston", "Massachusetts", "United States", 42.36, -71.06),
    ("Cairo", "", "Egypt", 30.04, 31.24),
    ("Lyon", "", "France", 45.76, 4.84),
    ("Hanoi", "", "Vietnam", 21.03, 105.85),
    ("Toronto", "Ontario", "Canada", 43.65, -79.38),
    ("Madrid", "", "Spain", 40.42, -3.7),
];

/// Made-up records.
#[derive(Debug)]
pub struct MadeUp {
    seed: u64,
    studies: usize,
    conditions: Vec<String>,
    pages: AtomicU64,
    pages_a_step: u64,
}

/// What happens to one record.
struct Life {
    appears: u64,
    changes: Option<u64>,
    vanishes: Option<u64>,
    dice: u64,
}

impl MadeUp {
    /// So many records of this seed. A step of change comes after so many pages; with none, all of them have come.
    #[must_use]
    pub fn new(seed: u64, studies: usize, pages_a_step: u64) -> Self {
        let vocabulary = Vocabulary::default();
        let conditions = vocabulary.concepts().map(|concept| vocabulary.label(concept).to_owned()).collect();
        Self { seed, studies, conditions, pages: AtomicU64::new(0), pages_a_step }
    }

    /// Brings all steps of change to their end.
    pub fn settle(&self) {
        self.pages.store(STEPS * self.pages_a_step, Ordering::SeqCst);
    }

    /// What people may look for, as these records name it.
    #[must_use]
    pub fn conditions(&self) -> &[String] {
        &self.conditions
    }

    fn step(&self) -> u64 {
        let pages = self.pages.load(Ordering::SeqCst);
        pages.checked_div(self.pages_a_step).map_or(STEPS, |step| step.min(STEPS))
    }

    fn life(&self, place: usize) -> Life {
        let dice = mix(self.seed, place as u64);
        let step = |shift: u32| 1 + (dice >> shift) % (STEPS - 1);
        let one_in = |of: u64, shift: u32| (dice >> shift).is_multiple_of(of);
        let appears = if one_in(200, 8) { step(16) } else { 0 };
        Life {
            appears,
            changes: one_in(20, 12)
                .then(|| appears + 1 + step(24) % (STEPS - appears))
                .filter(|at| *at <= STEPS),
            vanishes: one_in(400, 20).then_some(STEPS),
            dice,
        }
    }

    fn is_there(&self, life: &Life) -> bool {
        let step = self.step();
        life.appears <= step && life.vanishes.is_none_or(|at| step < at)
    }

    /// The day of the last change up to a step.
    fn day(life: &Life, step: u64) -> String {
        match life.changes.filter(|at| *at <= step).unwrap_or(life.appears) {
            0 => format!("2026-{:02}-{:02}", 1 + (life.dice >> 28) % 9, 1 + (life.dice >> 32) % 28),
            at => format!("2026-10-{:02}", 10 + at),
        }
    }

    fn record_at(&self, place: usize, life: &Life, step: u64) -> Value {
        let dice = |n: u64| mix(life.dice, n);
        let of = |n: u64, many: usize| usize::try_from(dice(n)).unwrap_or_default() % many.max(1);
        let condition = &self.conditions[of(1, self.conditions.len())];
        let other = &self.conditions[of(2, self.conditions.len())];
        let changed = life.changes.is_some_and(|at| at <= step);
        let status = match (changed && dice(3).is_multiple_of(2), dice(4) % 3) {
            (true, _) => "COMPLETED",
            (false, 0) => "ACTIVE_NOT_RECRUITING",
            (false, _) => "RECRUITING",
        };
        let phase = ["PHASE1", "PHASE2", "PHASE3", "NA"][of(30, 4)];
        let sex = ["ALL", "ALL", "FEMALE", "MALE"][of(32, 4)];
        let again = if changed { ", amended" } else { "" };
        let locations: Vec<Value> = (0..=dice(5) % 4)
            .map(|n| {
                let (city, state, country, lat, lon) = PLACES[of(10 + n, PLACES.len())];
                json!({ "facility": format!("Clinic {}", dice(20 + n) % 90), "city": city, "state": state, "country": country,
                        "geoPoint": { "lat": lat, "lon": lon } })
            })
            .collect();
        json!({ "protocolSection": {
            "identificationModule": {
                "nctId": number_of(place),
                "briefTitle": format!("Care {} for people with {condition}{again}", dice(6) % 1000),
                "officialTitle": format!("A made-up study of care {} beside usual care in {condition} and {other}", dice(6) % 1000)
            },
            "statusModule": { "overallStatus": status, "lastUpdatePostDateStruct": { "date": Self::day(life, step) } },
            "sponsorCollaboratorsModule": { "leadSponsor": { "name": format!("Sponsor {}", dice(7) % 500) } },
            "descriptionModule": { "briefSummary": format!(
                "This study asks whether care {} helps people who live with {condition}. It also looks at {other}. \
                 Those who take part are seen {} times in {} months.", dice(6) % 1000, 2 + dice(8) % 9, 1 + dice(9) % 24) },
            "conditionsModule": { "conditions": [condition, other], "keywords": [format!("care {}", dice(6) % 1000)] },
            "designModule": { "studyType": "INTERVENTIONAL", "phases": [phase] },
            "eligibilityModule": {
                "eligibilityCriteria": format!("Inclusion Criteria:\n\n* Has {condition}\n* Can come to visits\n\nExclusion Criteria:\n\n* Takes part in another study"),
                "healthyVolunteers": dice(31) % 9 == 0, "sex": sex,
                "minimumAge": format!("{} Years", 18 + dice(33) % 40)
            },
            "contactsLocationsModule": { "locations": locations }
        } })
    }
}

impl Shelf for MadeUp {
    fn version(&self) -> String {
        format!("2026-10-{:02}T09:00:05", 10 + self.step())
    }

    fn places(&self) -> usize {
        self.studies
    }

    fn updated(&self, place: usize) -> Option<String> {
        let life = self.life(place);
        self.is_there(&life).then(|| Self::day(&life, self.step()))
    }

    fn record(&self, place: usize) -> Option<Value> {
        let life = self.life(place);
        self.is_there(&life).then(|| self.record_at(place, &life, self.step()))
    }

    fn place_of(&self, number: &str) -> Option<usize> {
        let place = number.strip_prefix("NCT")?.parse::<usize>().ok()?.checked_sub(FIRST_NUMBER)?;
        (place < self.studies && self.is_there(&self.life(place))).then_some(place)
    }

    fn record_of_before(&self, place: usize) -> Option<Value> {
        let life = self.life(place);
        self.is_there(&life).then(|| self.record_at(place, &life, life.appears))
    }

    fn before_a_page(&self) {
        self.pages.fetch_add(1, Ordering::SeqCst);
    }
}

fn number_of(place: usize) -> String {
    format!("NCT{:08}", FIRST_NUMBER + place)
}

/// A number that looks like chance and is always the same (the finalizer of `SplitMix64`).
pub(crate) fn mix(seed: u64, n: u64) -> u64 {
    let mut z = seed.wrapping_add((n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn states(shelf: &MadeUp) -> BTreeMap<String, Value> {
        (0..shelf.places()).filter_map(|place| Some((number_of(place), shelf.record(place)?))).collect()
    }

    #[test]
    fn records_appear_change_and_vanish_while_pages_are_read_and_then_stay() {
        let shelf = MadeUp::new(7, 3000, 1);
        let before = states(&shelf);
        (0..STEPS).for_each(|_| shelf.before_a_page());
        let after = states(&shelf);
        assert!(after.keys().any(|number| !before.contains_key(number)));
        assert!(before.keys().any(|number| !after.contains_key(number)));
        assert!(before.iter().any(|(number, record)| after.get(number).is_some_and(|new| new != record)));
        shelf.before_a_page();
        assert_eq!(states(&shelf), after);
        assert_eq!(states(&MadeUp::new(7, 3000, 0)), after);
    }

    #[test]
    fn a_record_that_changes_has_a_later_day() {
        let (early, late) = (MadeUp::new(7, 3000, 1), MadeUp::new(7, 3000, 0));
        for place in 0..3000 {
            if let (Some(before), Some(after)) = (early.record(place), late.record(place))
                && before != after
            {
                assert!(early.updated(place) < late.updated(place), "{place}");
            }
        }
    }
}
