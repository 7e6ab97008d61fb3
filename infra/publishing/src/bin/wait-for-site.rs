//! `wait-for-site URL`: waits until the site at an address says that it can answer. `cargo xtask deploy` runs it.

use std::{process::ExitCode, time::Duration};

use clap::Parser;
use waypoint_publishing::health::{Said, said};

/// How long an answer may take, how long it is waited before the next, and how often it is asked: ten minutes, because a new
/// CDN has to be known everywhere.
const ANSWER: Duration = Duration::from_secs(20);
const BETWEEN: Duration = Duration::from_secs(5);
const TRIES: usize = 120;

/// Waits until the site says that it can answer.
#[derive(Debug, Parser)]
struct Arguments {
    /// Where the site is: its address with https:// and without a path
    address: String,
    /// Which release has to answer; without it, any
    #[arg(long, value_name = "NAME")]
    release: Option<String>,
    /// How often it is asked
    #[arg(long, default_value_t = TRIES, value_name = "N")]
    tries: usize,
}

#[tokio::main(flavor = "current_thread")]
#[allow(clippy::print_stdout, clippy::print_stderr, reason = "what this program found is its output")]
async fn main() -> ExitCode {
    let Arguments { address, release, tries } = Arguments::parse();
    let asked = format!("{}/backend/health", address.trim_end_matches('/'));
    let mut last = Said::Nothing;
    for turn in 0..tries {
        if turn > 0 {
            tokio::time::sleep(BETWEEN).await;
        }
        last = ask(&asked, release.as_deref()).await;
        if last == Said::Ready {
            println!("The site can answer");
            return ExitCode::SUCCESS;
        }
    }
    eprintln!("error: {asked} {last}; `--back` makes it what it was before");
    ExitCode::FAILURE
}

async fn ask(address: &str, release: Option<&str>) -> Said {
    let client = reqwest::Client::builder().timeout(ANSWER).build();
    let Ok(client) = client else { return Said::Nothing };
    let Ok(answer) = client.get(address).send().await else { return Said::Nothing };
    let status = answer.status().as_u16();
    said(status, &answer.text().await.unwrap_or_default(), release)
}
