//! Checks that the response time of `/backend/deleteme` doesn't reveal whether a participant exists. It compares the
//! medians of requests for participants and for strangers, made in turn. As a test it makes one pair and judges no time.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement takes what it needs, fails loudly when it is not there, and says what it found"
)]

#[expect(dead_code, reason = "a measurement needs few of the things that tests have")]
#[path = "../tests/support/mod.rs"]
mod support;

use std::{
    env,
    process::ExitCode,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use support::{
    Browser, TestSite,
    cheap_captcha::cheap_captcha,
    deletion::{DAY, details, sign_up_and_accept},
};
use waypoint_functions::wire::CaptchaPurpose;

const PAIRS: usize = 500;
/// The maximum relative difference of the medians.
const MAX_DIFFERENCE: f64 = 0.05;
/// Other load on the machine can move the medians by chance. A real difference shows in every round.
const ROUNDS: usize = 3;

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64()
}

async fn timed(site: &TestSite, browser: &Browser, details: &Value) -> Duration {
    let mut body = details.clone();
    body["recaptcha_response"] = json!(cheap_captcha(site, browser, CaptchaPurpose::Deletion).await);
    let start = Instant::now();
    let answer = browser.post("/backend/deleteme", &body).await;
    assert_eq!(answer.status, 202);
    start.elapsed()
}

/// Returns the ratio of the medians for a participant and for a stranger.
async fn ratio(site: &TestSite, browser: &Browser, pairs: usize, known: &Value, unknown: &Value) -> f64 {
    let mut times = [Vec::with_capacity(pairs), Vec::with_capacity(pairs)];
    for pair in 0..pairs {
        // Move the clock past the daily mail limit, and alternate which request comes first.
        site.context.clock.advance(DAY / 3 + 1);
        for turn in 0..2 {
            let which = (pair + turn) % 2;
            times[which].push(timed(site, browser, [known, unknown][which]).await);
        }
    }
    let [known, unknown] = times.map(median);
    println!("  {:.2} ms for a participant, {:.2} ms for a stranger", known * 1000.0, unknown * 1000.0);
    known / unknown
}

#[tokio::main]
async fn main() -> ExitCode {
    // `cargo bench` passes `--bench`, and `cargo test` does not.
    let is_test = !env::args().any(|argument| argument == "--bench");
    let pairs = if is_test { 1 } else { PAIRS };
    let site = TestSite::start_with(false).await;
    let browser = site.browser();
    let number = sign_up_and_accept(&browser, "the-form-of-the-owner").await;
    let known = details(number.as_str());
    let mut other_name = known.clone();
    other_name["last_name"] = json!("Nobody");
    let mut all_equal = true;
    for (what, unknown) in [("an unknown number", details("PT000000000000")), ("another name", other_name)] {
        println!("{what}, {pairs} pairs:");
        let mut is_equal = false;
        for _ in 0..ROUNDS {
            let ratio = ratio(&site, &browser, pairs, &known, &unknown).await;
            println!("  ratio {ratio:.3}");
            is_equal = is_test || (ratio - 1.0).abs() < MAX_DIFFERENCE;
            if is_equal {
                break;
            }
        }
        all_equal &= is_equal;
    }
    if all_equal { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
