//! Any number of generated studies. Each is generated from its index and a seed when requested, so none is stored.
//! Some appear, change, or vanish in steps while pages are read. After the last step they are stable.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};
use waypoint_vocabulary::Vocabulary;

use super::RegistryRecords;

/// The number of steps.
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

/// Generated studies.
#[derive(Debug)]
pub struct GeneratedRegistry {
    seed: u64,
    studies: usize,
    conditions: Vec<String>,
    pages: AtomicU64,
    pages_per_step: u64,
}

/// What happens to one study.
struct Lifecycle {
    appears: u64,
    changes: Option<u64>,
    vanishes: Option<u64>,
    random: u64,
}

impl GeneratedRegistry {
    /// Returns this many studies. A step happens after `pages_per_step` pages; with 0, all steps have happened.
    #[must_use]
    pub fn new(seed: u64, studies: usize, pages_per_step: u64) -> Self {
        let vocabulary = Vocabulary::default();
        let conditions = vocabulary.concepts().map(|concept| vocabulary.label(concept).to_owned()).collect();
        Self { seed, studies, conditions, pages: AtomicU64::new(0), pages_per_step }
    }

    /// Completes all steps.
    pub fn settle(&self) {
        self.pages.store(STEPS * self.pages_per_step, Ordering::SeqCst);
    }

    /// Returns the conditions of these studies.
    #[must_use]
    pub fn conditions(&self) -> &[String] {
        &self.conditions
    }

    fn step(&self) -> u64 {
        let pages = self.pages.load(Ordering::SeqCst);
        pages.checked_div(self.pages_per_step).map_or(STEPS, |step| step.min(STEPS))
    }

    fn lifecycle(&self, index: usize) -> Lifecycle {
        let random = mix(self.seed, index as u64);
        let step = |shift: u32| 1 + (random >> shift) % (STEPS - 1);
        let one_in = |pick: u64, shift: u32| (random >> shift).is_multiple_of(pick);
        let appears = if one_in(200, 8) { step(16) } else { 0 };
        Lifecycle {
            appears,
            changes: one_in(20, 12)
                .then(|| appears + 1 + step(24) % (STEPS - appears))
                .filter(|at| *at <= STEPS),
            vanishes: one_in(400, 20).then_some(STEPS),
            random,
        }
    }

    fn exists(&self, lifecycle: &Lifecycle) -> bool {
        let step = self.step();
        lifecycle.appears <= step && lifecycle.vanishes.is_none_or(|at| step < at)
    }

    /// Returns the day of the last change up to a step.
    fn day(lifecycle: &Lifecycle, step: u64) -> String {
        match lifecycle.changes.filter(|at| *at <= step).unwrap_or(lifecycle.appears) {
            0 => format!(
                "2026-{:02}-{:02}",
                1 + (lifecycle.random >> 28) % 9,
                1 + (lifecycle.random >> 32) % 28
            ),
            at => format!("2026-10-{:02}", 10 + at),
        }
    }

    fn record_at(&self, index: usize, lifecycle: &Lifecycle, step: u64) -> Value {
        let random = |n: u64| mix(lifecycle.random, n);
        let pick = |n: u64, many: usize| usize::try_from(random(n)).unwrap_or_default() % many.max(1);
        let condition = &self.conditions[pick(1, self.conditions.len())];
        let other_condition = &self.conditions[pick(2, self.conditions.len())];
        let changed = lifecycle.changes.is_some_and(|at| at <= step);
        let status = match (changed && random(3).is_multiple_of(2), random(4) % 3) {
            (true, _) => "COMPLETED",
            (false, 0) => "ACTIVE_NOT_RECRUITING",
            (false, _) => "RECRUITING",
        };
        let phase = ["PHASE1", "PHASE2", "PHASE3", "NA"][pick(30, 4)];
        let sex = ["ALL", "ALL", "FEMALE", "MALE"][pick(32, 4)];
        let suffix = if changed { ", amended" } else { "" };
        let locations: Vec<Value> = (0..=random(5) % 4)
            .map(|n| {
                let (city, state, country, lat, lon) = PLACES[pick(10 + n, PLACES.len())];
                json!({ "facility": format!("Clinic {}", random(20 + n) % 90), "city": city, "state": state, "country": country,
                        "geoPoint": { "lat": lat, "lon": lon } })
            })
            .collect();
        json!({ "protocolSection": {
            "identificationModule": {
                "nctId": nct_number(index),
                "briefTitle": format!("Care {} for people with {condition}{suffix}", random(6) % 1000),
                "officialTitle": format!("A made-up study of care {} beside usual care in {condition} and {other_condition}", random(6) % 1000)
            },
            "statusModule": { "overallStatus": status, "lastUpdatePostDateStruct": { "date": Self::day(lifecycle, step) } },
            "sponsorCollaboratorsModule": { "leadSponsor": { "name": format!("Sponsor {}", random(7) % 500) } },
            "descriptionModule": { "briefSummary": format!(
                "This study asks whether care {} helps people who live with {condition}. It also looks at {other_condition}. \
                 Those who take part are seen {} times in {} months.", random(6) % 1000, 2 + random(8) % 9, 1 + random(9) % 24) },
            "conditionsModule": { "conditions": [condition, other_condition], "keywords": [format!("care {}", random(6) % 1000)] },
            "designModule": { "studyType": "INTERVENTIONAL", "phases": [phase] },
            "eligibilityModule": {
                "eligibilityCriteria": format!("Inclusion Criteria:\n\n* Has {condition}\n* Can come to visits\n\nExclusion Criteria:\n\n* Takes part in another study"),
                "healthyVolunteers": random(31) % 9 == 0, "sex": sex,
                "minimumAge": format!("{} Years", 18 + random(33) % 40)
            },
            "contactsLocationsModule": { "locations": locations }
        } })
    }
}

impl RegistryRecords for GeneratedRegistry {
    fn version(&self) -> String {
        format!("2026-10-{:02}T09:00:05", 10 + self.step())
    }

    fn count(&self) -> usize {
        self.studies
    }

    fn updated(&self, index: usize) -> Option<String> {
        let lifecycle = self.lifecycle(index);
        self.exists(&lifecycle).then(|| Self::day(&lifecycle, self.step()))
    }

    fn record(&self, index: usize) -> Option<Value> {
        let lifecycle = self.lifecycle(index);
        self.exists(&lifecycle).then(|| self.record_at(index, &lifecycle, self.step()))
    }

    fn index_of(&self, number: &str) -> Option<usize> {
        let index = number.strip_prefix("NCT")?.parse::<usize>().ok()?.checked_sub(FIRST_NUMBER)?;
        (index < self.studies && self.exists(&self.lifecycle(index))).then_some(index)
    }

    fn earlier_record(&self, index: usize) -> Option<Value> {
        let lifecycle = self.lifecycle(index);
        self.exists(&lifecycle).then(|| self.record_at(index, &lifecycle, lifecycle.appears))
    }

    fn before_page(&self) {
        self.pages.fetch_add(1, Ordering::SeqCst);
    }
}

fn nct_number(index: usize) -> String {
    format!("NCT{:08}", FIRST_NUMBER + index)
}

/// Returns a pseudo-random but stable number (the finalizer of `SplitMix64`).
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

    fn states(shelf: &GeneratedRegistry) -> BTreeMap<String, Value> {
        (0..shelf.count()).filter_map(|index| Some((nct_number(index), shelf.record(index)?))).collect()
    }

    #[test]
    fn records_appear_change_and_vanish_while_pages_are_read_and_then_stay() {
        let shelf = GeneratedRegistry::new(7, 3000, 1);
        let before = states(&shelf);
        (0..STEPS).for_each(|_| shelf.before_page());
        let after = states(&shelf);
        assert!(after.keys().any(|number| !before.contains_key(number)));
        assert!(before.keys().any(|number| !after.contains_key(number)));
        assert!(before.iter().any(|(number, record)| after.get(number).is_some_and(|new| new != record)));
        shelf.before_page();
        assert_eq!(states(&shelf), after);
        assert_eq!(states(&GeneratedRegistry::new(7, 3000, 0)), after);
    }

    #[test]
    fn changed_record_has_a_later_day() {
        let (early, late) = (GeneratedRegistry::new(7, 3000, 1), GeneratedRegistry::new(7, 3000, 0));
        for index in 0..3000 {
            if let (Some(before), Some(after)) = (early.record(index), late.record(index))
                && before != after
            {
                assert!(early.updated(index) < late.updated(index), "{index}");
            }
        }
    }
}
