//! Many patients at once, each in a browser of their own, in which other things happen while their records are read. The
//! health system makes mistakes, and its pages hold other people's resources, too.

use std::{collections::BTreeSet, ops::Range, thread};

use serde_json::{Value, json};
use tokio::{runtime::Builder, task::JoinSet};
use waypoint_local::health_system::Fault;

use crate::support::{
    Answer, Browser, TestSite,
    records::{RECORDS, all_of, connected, owners},
};

const RUNS: usize = 500;
/// How many of them go on at once at a site.
const AT_ONCE: usize = 25;
/// How often somebody tries again whose health system made a mistake.
const MOST_TRIES: usize = 12;

/// What a run came to.
#[derive(Debug, Default, Clone, Copy)]
struct Came {
    read: usize,
    failed: usize,
}

/// A patient in a browser.
struct Patient {
    browser: Browser,
    came: Came,
}

impl Patient {
    /// Judges what a read gave: the records of these people alone, or a failure that says which it is.
    fn judge(&mut self, answer: &Answer, whose: &[&str]) {
        let owners = owners(answer);
        if answer.status == 200 {
            let allowed: BTreeSet<String> = whose.iter().map(|&who| who.to_owned()).collect();
            assert!(owners.is_subset(&allowed), "{owners:?} for {whose:?}");
            self.came.read += usize::from(!owners.is_empty());
        } else {
            let known = ["health_system_failed", "connection_over", "records_changed"];
            assert!(known.contains(&answer.code()), "{answer:?}");
            assert!(owners.is_empty());
            self.came.failed += 1;
        }
    }

    /// Reads until the records of this person are there, and connects again where leave is over.
    async fn read_of(&mut self, who: &str) -> Answer {
        for _ in 0..MOST_TRIES {
            let answer = self.browser.get(RECORDS).await;
            self.judge(&answer, &[who]);
            if answer.body["connection"] != Value::Null && answer.status == 200 {
                return answer;
            }
            if answer.status == 200 || answer.code() == "connection_over" {
                connected(&self.browser, &format!("{who}-1")).await;
            }
        }
        panic!("{who} could not be read in {MOST_TRIES} tries");
    }

    /// Deletes the records while they are read.
    async fn deletes(&mut self, who: &str) {
        let forget = json!({});
        let (read, deleted) =
            tokio::join!(self.browser.get(RECORDS), self.browser.post("/backend/emr/forget", &forget));
        self.judge(&read, &[who]);
        assert_eq!(deleted.status, 200);
        let left = self.browser.get(RECORDS).await;
        assert_eq!(left.body["connection"], Value::Null, "deleted is deleted");
    }

    /// Hands the browser to somebody else while the records are read.
    async fn hands_over(&mut self, who: &str, other: &str) {
        let patient = format!("{other}-1");
        let (read, _) = tokio::join!(self.browser.get(RECORDS), connected(&self.browser, &patient));
        self.judge(&read, &[who, other]);
        self.read_of(other).await;
    }

    /// Leaves a record out while everything is read once more, and an older address says something.
    async fn leaves_out(&mut self, who: &str) {
        let read = self.read_of(who).await;
        let mut chosen = all_of(&read);
        let left_out = chosen[3].as_array_mut().unwrap().remove(0)["id"].clone();
        let choice = json!({ "connection": read.body["connection"]["id"], "records": chosen });
        let said = json!({ "dob": "1950-02-03", "gender": "male" });
        let (again, chosen, said) = tokio::join!(
            self.browser.get(RECORDS),
            self.browser.post("/backend/emr/choose", &choice),
            self.browser.post("/backend/emr/person", &said),
        );
        self.judge(&again, &[who]);
        assert_eq!((chosen.status, said.status), (200, 200));
        let after = self.read_of(who).await;
        assert_eq!(after.body["connection"]["left_out"], json!([[], [], [], [{ "id": left_out }]]));
    }

    /// Reads twice at once, and does something with what another browser saw.
    async fn mixes_up(&mut self, who: &str, seen_elsewhere: &str) {
        let (one, other) = tokio::join!(self.browser.get(RECORDS), self.browser.get(RECORDS));
        self.judge(&one, &[who]);
        self.judge(&other, &[who]);
        self.read_of(who).await;
        let choice = json!({ "connection": seen_elsewhere, "records": [[], [], [], []] });
        let refused = self.browser.post("/backend/emr/fill", &choice).await;
        assert_eq!(refused.code(), "records_changed");
    }
}

async fn run(browser: Browser, number: usize, seen_elsewhere: String) -> Came {
    let mut patient = Patient { browser, came: Came::default() };
    let [who, other] = if number.is_multiple_of(2) { ["rosa", "james"] } else { ["james", "rosa"] };
    connected(&patient.browser, &format!("{who}-1")).await;
    match number / 2 % 4 {
        0 => patient.deletes(who).await,
        1 => patient.hands_over(who, other).await,
        2 => patient.leaves_out(who).await,
        _ => patient.mixes_up(who, &seen_elsewhere).await,
    }
    patient.came
}

/// Runs at one site, of which so many go on at once.
async fn runs_at_a_site(numbers: Range<usize>) -> Vec<Came> {
    let site = TestSite::start_with(false).await;
    let first = site.browser();
    connected(&first, "rosa-1").await;
    let seen = first.get(RECORDS).await.body["connection"]["id"].as_str().unwrap().to_owned();
    site.health_system.faults.set(Some(Fault::Mishaps { every: 120 }));
    let (mut runs, mut came) = (JoinSet::new(), Vec::new());
    for number in numbers {
        runs.spawn(run(site.browser(), number, seen.clone()));
        if runs.len() == AT_ONCE {
            came.extend(runs.join_next().await.map(Result::unwrap));
        }
    }
    came.extend(runs.join_all().await);
    came
}

#[test]
fn no_data_is_mixed_between_patients_in_500_interleaved_runs() {
    let at_a_site = |numbers: Range<usize>| {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(runs_at_a_site(numbers))
    };
    // Two sites, each on a thread of its own, so that it takes half the time.
    let came: Vec<Came> = thread::scope(|scope| {
        let sites = [0..RUNS / 2, RUNS / 2..RUNS].map(|numbers| scope.spawn(move || at_a_site(numbers)));
        sites.into_iter().flat_map(|site| site.join().unwrap()).collect()
    });
    assert_eq!(came.len(), RUNS);
    let with_records = came.iter().filter(|came| came.read > 0).count();
    let with_mistakes = came.iter().filter(|came| came.failed > 0).count();
    assert!(with_records > RUNS / 2, "{with_records} runs came to records");
    assert!(with_mistakes > RUNS / 20, "{with_mistakes} runs met a mistake");
}
