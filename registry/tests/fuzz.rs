//! Randomly changed records are converted or rejected, but never cause a panic. `cargo xtask check fuzz --target record` runs
//! this for longer.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::{
    env, fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use waypoint_domain::{
    country::Country,
    registry_facts::{registry_facts, registry_questions},
    registry_study::RegistryStudy,
};
use waypoint_registry::parse_study;

/// The maximum time for a record, with room for a busy machine.
const MAX_TIME: Duration = Duration::from_secs(1);

/// A deterministic pseudorandom number generator (`SplitMix64`).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % u64::try_from(end.max(1)).unwrap()).unwrap()
    }

    /// Returns a value that a record may contain by mistake or malice.
    fn value(&mut self) -> Value {
        match self.below(16) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => json!([0, -1, i64::MIN, i64::MAX, 90, 181][self.below(6)]),
            3 => json!([f64::MAX, -0.0, 1e-300, 90.000_001, -180.5][self.below(5)]),
            4 => json!(u64::MAX),
            5 => json!([]),
            6 => json!({}),
            7 => json!([null, "", 1, [[]], {"": {}}]),
            8 => json!("x".repeat(self.below(5000))),
            9 => json!("\u{301}\u{202e}\0😀ﷺ\u{10ffff}".repeat(1 + self.below(50))),
            10 => json!(
                ["N/A", "18 Years", "-5 Years", "99999999999 Months", "1 Fortnight", " 6  Minutes "]
                    [self.below(6)]
            ),
            11 => json!(["2026-02-31", "2026-13", "0000", "-1-1-1", "2026-01-01T00:00:00Z"][self.below(5)]),
            12 => json!(
                ["RECRUITING", "recruiting", "UNKNOWN", "PHASE2", "EARLY_PHASE1", "PHASE", "ALL"]
                    [self.below(7)]
            ),
            13 => json!(
                ["NCT00000000", "nct04611802", " NCT04611802 ", "NCT0461180２", "NCT", ""][self.below(6)]
            ),
            14 => json!(["D000003550", "D", "D99999999999", "C000500026", "Ｄ1", "D-1"][self.below(6)]),
            _ => (0..=self.below(200)).fold(json!(1), |inner, _| json!([inner])),
        }
    }

    /// Returns a JSON pointer to a random place in a value.
    fn place(&mut self, record: &Value) -> String {
        let mut pointer = String::new();
        while let Some(value) = record.pointer(&pointer).filter(|_| self.below(8) > 0) {
            let step = match value {
                Value::Array(values) if !values.is_empty() => self.below(values.len()).to_string(),
                Value::Object(fields) if !fields.is_empty() => {
                    fields.keys().nth(self.below(fields.len())).unwrap().replace('~', "~0").replace('/', "~1")
                }
                _ => break,
            };
            pointer = format!("{pointer}/{step}");
        }
        pointer
    }

    /// Changes a value in some random places.
    fn change(&mut self, record: &mut Value) {
        for _ in 0..=self.below(6) {
            let place = self.place(record);
            let (how, value) = (self.below(4), self.value());
            match record.pointer_mut(&place).unwrap() {
                Value::Object(fields) if how == 0 => drop(fields.insert("unheard".into(), value)),
                Value::Object(fields) if how == 1 => {
                    let name = fields.keys().nth(self.below(fields.len())).cloned();
                    if let Some(name) = name {
                        fields.remove(&name);
                    }
                }
                Value::Array(values) if how == 0 => values.push(value),
                Value::Array(values) if how == 1 => values.extend(values.clone()),
                place => *place = value,
            }
        }
    }
}

/// Checks what must hold for every record.
fn check(record: &Value) -> Result<(), String> {
    let began = Instant::now();
    let study = match parse_study(record) {
        Ok(study) => study,
        Err(refused) if refused.record.is_empty() || refused.record.chars().count() > 100 => {
            return Err("the rejection has no record name or a long one".into());
        }
        Err(_) => return Ok(()),
    };
    let country = Country::parse("USA").unwrap();
    let _ = study.open_sites_in(&country).count();
    let _ = study.open_sites().filter_map(waypoint_domain::study_site::StudySite::coordinates).count();
    let _ = study.ages.map(|ages| ages.admits(40));
    let facts = registry_facts(&study);
    let _ = registry_questions(&study, &facts);
    if facts.iter().flat_map(|fact| &fact.statements).any(|statement| statement.trim().is_empty()) {
        return Err("a fact has an empty statement".into());
    }
    let serialized =
        serde_json::to_vec(&study).map_err(|error| format!("the study can't be serialized: {error}"))?;
    let again: RegistryStudy = serde_json::from_slice(&serialized)
        .map_err(|error| format!("the serialized study can't be read: {error}"))?;
    if again.nct_id != study.nct_id
        || again.conditions != study.conditions
        || again.ages != study.ages
        || again.design != study.design
    {
        return Err("the study changes when serialized".into());
    }
    let took = began.elapsed();
    // Only long runs check the time, because a short pause of the machine would fail a short run.
    let is_long = number("WAYPOINT_FUZZ_MINUTES").is_some();
    if is_long && took > MAX_TIME { Err(format!("it took {took:?}")) } else { Ok(()) }
}

fn number(name: &str) -> Option<u64> {
    env::var(name).ok().map(|value| value.parse().unwrap())
}

/// Returns the sample records, and several copies of one with all parts that the registry has.
fn seeds() -> Vec<Value> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../infra/local/sample/registry.json");
    let sample: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    let mut records = sample["studies"].as_array().unwrap().clone();
    let mut complete = records[0].clone();
    complete["protocolSection"]["armsInterventionsModule"] = json!({
        "armGroups": [{"label": "A", "type": "EXPERIMENTAL", "description": "x", "interventionNames": ["Drug: Dupilumab"]}],
        "interventions": [{"type": "DRUG", "name": "Dupilumab", "otherNames": ["Dupixent"]}]
    });
    complete["protocolSection"]["designModule"]["designInfo"] = json!({
        "allocation": "RANDOMIZED", "interventionModel": "PARALLEL", "primaryPurpose": "TREATMENT",
        "maskingInfo": {"masking": "SINGLE", "whoMasked": ["PARTICIPANT"]}
    });
    complete["protocolSection"]["outcomesModule"] =
        json!({"primaryOutcomes": [{"measure": "Itch", "timeFrame": "Week 16"}]});
    complete["derivedSection"] = json!({
        "conditionBrowseModule": {"meshes": [{"id": "D000003550", "term": "Cystic Fibrosis"}]},
        "interventionBrowseModule": {"meshes": [{"id": "C000072379", "term": "Repaglinide"}]}
    });
    records.extend(std::iter::repeat_n(complete, 20));
    records
}

#[test]
fn any_record_is_converted_or_rejected() {
    let minutes = number("WAYPOINT_FUZZ_MINUTES").map(|minutes| Duration::from_secs(60 * minutes));
    let seed = number("WAYPOINT_FUZZ_SEED").unwrap_or(2026);
    let (mut random, began, seeds) = (Random(seed), Instant::now(), seeds());
    let (mut cases, mut findings) = (0, Vec::new());
    while minutes.map_or(cases < 3000, |minutes| began.elapsed() < minutes) && findings.len() < 10 {
        cases += 1;
        let mut record = seeds[random.below(seeds.len())].clone();
        random.change(&mut record);
        let checked = || catch_unwind(AssertUnwindSafe(|| check(&record)));
        // Retry once, because the machine may have paused.
        let result = match checked() {
            Ok(Err(_)) => checked(),
            result => result,
        };
        let result = result.unwrap_or_else(|_| Err("it panics".into()));
        findings.extend(result.err().map(|what| format!("case {cases} of seed {seed}: {what}: {record}")));
    }
    assert!(findings.is_empty(), "{cases} cases: {findings:#?}");
}
