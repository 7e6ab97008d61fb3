//! `wait-for-site URL`: waits until the site at an address is healthy. `cargo ops deploy` runs it.

use std::{process::ExitCode, time::Duration};

use clap::Parser;
use waypoint_publishing::health::{SiteHealth, site_health};

/// The time limit of an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);
/// The pause between attempts.
const PAUSE: Duration = Duration::from_secs(5);
/// The number of attempts. With the pauses they take about ten minutes, because a new CDN needs that long to reach
/// every location.
const MAX_ATTEMPTS: usize = 120;

/// Waits until the site is healthy.
#[derive(Debug, Parser)]
struct Arguments {
    /// The address of the site with https:// and without a path
    address: String,
    /// The release that must answer; any release if omitted
    #[arg(long, value_name = "NAME")]
    release: Option<String>,
    /// The maximum number of attempts
    #[arg(long, default_value_t = MAX_ATTEMPTS, value_name = "N")]
    tries: usize,
}

#[tokio::main(flavor = "current_thread")]
#[allow(clippy::print_stdout, clippy::print_stderr, reason = "the result is this program's output")]
async fn main() -> ExitCode {
    let Arguments { address, release, tries } = Arguments::parse();
    let health_url = format!("{}/backend/health", address.trim_end_matches('/'));
    let mut last = SiteHealth::NoAnswer;
    for attempt in 0..tries {
        if attempt > 0 {
            tokio::time::sleep(PAUSE).await;
        }
        last = check(&health_url, release.as_deref()).await;
        if last == SiteHealth::Ready {
            println!("The site is healthy");
            return ExitCode::SUCCESS;
        }
    }
    eprintln!("error: {health_url} {last}; `--back` rolls back to the previous release");
    ExitCode::FAILURE
}

async fn check(address: &str, release: Option<&str>) -> SiteHealth {
    let client = reqwest::Client::builder().timeout(ANSWER_TIMEOUT).build();
    let Ok(client) = client else { return SiteHealth::NoAnswer };
    let Ok(answer) = client.get(address).send().await else { return SiteHealth::NoAnswer };
    let status = answer.status().as_u16();
    site_health(status, &answer.text().await.unwrap_or_default(), release)
}
