//! Many concurrent patients, each in their own browser, act while their records are read. The health system fails at
//! random and mixes other patients' resources into its pages.

use std::{collections::BTreeSet, ops::Range, thread};

use serde_json::{Value, json};
use tokio::{runtime::Builder, task::JoinSet};
use waypoint_local::health_system::Fault;

use crate::support::{
    Answer, Browser, TestSite,
    records::{RECORDS, all_records, connect, owners},
};

const RUNS: usize = 500;
/// Number of concurrent runs per site.
const CONCURRENT_RUNS: usize = 25;
/// Maximum number of attempts to read from a failing health system.
const MAX_ATTEMPTS: usize = 12;

/// Counts of the reads that returned records and of those that failed.
#[derive(Debug, Default, Clone, Copy)]
struct Outcome {
    read: usize,
    failed: usize,
}

/// A patient with a browser.
struct Patient {
    browser: Browser,
    outcome: Outcome,
}

impl Patient {
    /// Checks a read: it must return only records of these patients, or a known error.
    fn check(&mut self, answer: &Answer, patients: &[&str]) {
        let owners = owners(answer);
        if answer.status == 200 {
            let allowed: BTreeSet<String> = patients.iter().map(|&patient| patient.to_owned()).collect();
            assert!(owners.is_subset(&allowed), "{owners:?} for {patients:?}");
            self.outcome.read += usize::from(!owners.is_empty());
            let missing = answer.body["connection"]["missing"].as_array();
            self.outcome.failed += usize::from(missing.is_some_and(|missing| !missing.is_empty()));
        } else {
            let known = ["health_system_failed", "connection_over", "records_changed"];
            assert!(known.contains(&answer.code()), "{answer:?}");
            assert!(owners.is_empty());
            self.outcome.failed += 1;
        }
    }

    /// Reads until the records of this patient arrive, and connects again when access has expired.
    async fn read_records(&mut self, who: &str) -> Answer {
        for _ in 0..MAX_ATTEMPTS {
            let answer = self.browser.get(RECORDS).await;
            self.check(&answer, &[who]);
            if answer.body["connection"] != Value::Null && answer.status == 200 {
                return answer;
            }
            if answer.status == 200 || answer.code() == "connection_over" {
                connect(&self.browser, &format!("{who}-1")).await;
            }
        }
        panic!("{who} could not be read in {MAX_ATTEMPTS} attempts");
    }

    /// Deletes the records during a read.
    async fn delete_during_read(&mut self, who: &str) {
        let forget = json!({});
        let (read, deleted) =
            tokio::join!(self.browser.get(RECORDS), self.browser.post("/backend/emr/forget", &forget));
        self.check(&read, &[who]);
        assert_eq!(deleted.status, 200);
        let after = self.browser.get(RECORDS).await;
        assert_eq!(after.body["connection"], Value::Null, "the records stay deleted");
    }

    /// Connects the browser to another patient's records during a read.
    async fn switch_patient_during_read(&mut self, who: &str, other: &str) {
        let patient = format!("{other}-1");
        let (read, _) = tokio::join!(self.browser.get(RECORDS), connect(&self.browser, &patient));
        self.check(&read, &[who, other]);
        self.read_records(other).await;
    }

    /// Deselects a record during a second read, while a caller of the legacy endpoint sends personal details.
    async fn deselect_during_read(&mut self, who: &str) {
        let read = self.read_records(who).await;
        let mut selection = all_records(&read);
        let mut expected = json!([[], [], [], []]);
        let group = (0..4).find(|group| !selection[*group].as_array().unwrap().is_empty());
        if let Some(group) = group {
            let left_out = selection[group].as_array_mut().unwrap().remove(0);
            expected[group] = json!([{ "id": left_out["id"] }]);
        }
        let choice = json!({ "connection": read.body["connection"]["id"], "records": selection });
        let person = json!({ "dob": "1950-02-03", "gender": "male" });
        let (again, chosen, sent) = tokio::join!(
            self.browser.get(RECORDS),
            self.browser.post("/backend/emr/choose", &choice),
            self.browser.post("/backend/emr/person", &person),
        );
        self.check(&again, &[who]);
        assert_eq!((chosen.status, sent.status), (200, 200));
        let after = self.read_records(who).await;
        assert_eq!(after.body["connection"]["left_out"], expected);
    }

    /// Reads twice concurrently, and uses a connection id that belongs to another browser.
    async fn use_a_foreign_connection(&mut self, who: &str, foreign_connection: &str) {
        let (one, other) = tokio::join!(self.browser.get(RECORDS), self.browser.get(RECORDS));
        self.check(&one, &[who]);
        self.check(&other, &[who]);
        self.read_records(who).await;
        let choice = json!({ "connection": foreign_connection, "records": [[], [], [], []] });
        let refused = self.browser.post("/backend/emr/fill", &choice).await;
        assert_eq!(refused.code(), "records_changed");
    }
}

async fn run(browser: Browser, number: usize, foreign_connection: String) -> Outcome {
    let mut patient = Patient { browser, outcome: Outcome::default() };
    let [who, other] = if number.is_multiple_of(2) { ["rosa", "james"] } else { ["james", "rosa"] };
    connect(&patient.browser, &format!("{who}-1")).await;
    match number / 2 % 4 {
        0 => patient.delete_during_read(who).await,
        1 => patient.switch_patient_during_read(who, other).await,
        2 => patient.deselect_during_read(who).await,
        _ => patient.use_a_foreign_connection(who, &foreign_connection).await,
    }
    patient.outcome
}

/// Runs these numbers at one site, at most `CONCURRENT_RUNS` concurrently.
async fn run_at_one_site(numbers: Range<usize>) -> Vec<Outcome> {
    let site = TestSite::start_with(false).await;
    let first = site.browser();
    connect(&first, "rosa-1").await;
    let seen = first.get(RECORDS).await.body["connection"]["id"].as_str().unwrap().to_owned();
    site.health_system.faults.set(Some(Fault::Mishaps { every: 120 }));
    let (mut runs, mut outcomes) = (JoinSet::new(), Vec::new());
    for number in numbers {
        runs.spawn(run(site.browser(), number, seen.clone()));
        if runs.len() == CONCURRENT_RUNS {
            outcomes.extend(runs.join_next().await.map(Result::unwrap));
        }
    }
    outcomes.extend(runs.join_all().await);
    outcomes
}

#[test]
fn interleaved_runs_never_mix_data_between_patients() {
    let run_in_runtime = |numbers: Range<usize>| {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(run_at_one_site(numbers))
    };
    // Two sites on separate threads take half the time.
    let outcomes: Vec<Outcome> = thread::scope(|scope| {
        let sites = [0..RUNS / 2, RUNS / 2..RUNS].map(|numbers| scope.spawn(move || run_in_runtime(numbers)));
        sites.into_iter().flat_map(|site| site.join().unwrap()).collect()
    });
    assert_eq!(outcomes.len(), RUNS);
    let with_records = outcomes.iter().filter(|outcome| outcome.read > 0).count();
    let with_failures = outcomes.iter().filter(|outcome| outcome.failed > 0).count();
    assert!(with_records > RUNS / 2, "only {with_records} runs read records");
    assert!(with_failures > RUNS / 20, "only {with_failures} runs met a failure");
}
