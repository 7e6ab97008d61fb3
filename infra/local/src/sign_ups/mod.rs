//! Signs many people up concurrently while the server is killed again and again. Nobody's sign-up may be lost,
//! duplicated, or incomplete. Without kills, it measures sign-ups per second.
//!
//! - [`person`]: one person, who retries until the sign-up succeeds
//! - [`kept`]: checks the store at the end

mod kept;
mod person;

use std::{
    fmt,
    net::TcpListener,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use tokio::{sync::Semaphore, task::JoinSet};

use crate::{
    registry_server::made_up::mix,
    victim::{Server, Victim},
};
use kept::StoredSignUps;
use person::{Person, Prepared, SignedUp};

/// The minimum time for which a server runs before it is killed, in milliseconds.
const MIN_RUN: u64 = 60;

/// Parameters of the test.
#[derive(Debug, Clone)]
pub struct SignUps {
    /// Number of people who sign up.
    pub participants: usize,
    /// Number of concurrent sign-ups.
    pub concurrent: usize,
    /// Number of kills.
    pub kills: usize,
    /// The maximum time for which the server runs before it is killed, in milliseconds.
    pub longest_run: u64,
    /// Seed of all random choices.
    pub seed: u64,
    /// The server, and its data folder while the test runs.
    pub server: Server,
}

/// Results of the test.
#[derive(Debug, Clone, PartialEq)]
pub struct SignUpsReport {
    /// Number of people who signed up.
    pub participants: usize,
    /// Number of concurrent sign-ups.
    pub concurrent: usize,
    /// Number of kills before the last sign-up.
    pub kills: usize,
    /// Number of retries of all people.
    pub retries: usize,
    /// Duration from the first sign-up to the last accepted notice.
    pub time: Duration,
    /// Median and 99th percentile of the duration of successful sign-up requests.
    pub sign_up: (Duration, Duration),
}

impl fmt::Display for SignUpsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (median, p99) = self.sign_up;
        let seconds = self.time.as_secs_f64();
        write!(
            f,
            "Sign-ups: {} people, {} at once, {} kills, ",
            self.participants, self.concurrent, self.kills
        )?;
        // Kills lengthen responses by the time of a restart, so durations say nothing then.
        if self.kills > 0 {
            write!(f, "{} retries; {seconds:.0} s", self.retries)?;
        } else {
            let per_second = f64::from(u32::try_from(self.participants).unwrap_or(u32::MAX)) / seconds;
            let (median, p99) = (median.as_secs_f64() * 1000.0, p99.as_secs_f64() * 1000.0);
            write!(f, "{seconds:.1} s, {per_second:.0} per second; p50 {median:.0} ms, p99 {p99:.0} ms")?;
        }
        f.write_str("; none lost, duplicated, or incomplete")
    }
}

/// Signs people up, and deletes the data if everything is correct.
///
/// # Errors
/// When a sign-up is lost, duplicated, or incomplete, or the server does not start.
pub async fn run(parameters: &SignUps, log: &(dyn Fn(&str) + Sync)) -> Result<SignUpsReport> {
    if parameters.server.data.exists() {
        std::fs::remove_dir_all(&parameters.server.data).context("could not delete the data folder")?;
    }
    let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
    let mut victim = Victim::start(&parameters.server, port).await?;
    let prepared = prepare(parameters, port).await?;
    log(&format!("Sign-ups: {} people have answered the questions and solved a captcha", prepared.len()));

    let start = Instant::now();
    let semaphore = Arc::new(Semaphore::new(parameters.concurrent));
    let mut tasks = JoinSet::new();
    for person in prepared {
        let semaphore = Arc::clone(&semaphore);
        tasks.spawn(async move {
            let _permit = semaphore.acquire_owned().await.context("the semaphore is closed")?;
            person.sign_up().await
        });
    }
    let mut signed_up: Vec<SignedUp> = Vec::new();
    let mut kills = 0;
    let mut next_kill = parameters.next_kill(kills);
    while signed_up.len() < parameters.participants {
        let until_kill = async {
            match next_kill {
                Some(moment) => tokio::time::sleep_until(moment).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            done = tasks.join_next() => signed_up.push(done.context("a sign-up is missing")???),
            () = until_kill => {
                victim.kill()?;
                kills += 1;
                log(&format!("Sign-ups: killed {kills} times, {} people signed up", signed_up.len()));
                victim = Victim::start(&parameters.server, port).await?;
                next_kill = parameters.next_kill(kills);
            }
        }
    }
    let time = start.elapsed();
    victim.kill()?;
    StoredSignUps::read(parameters).await?.must_match(&signed_up).await?;
    ensure!(kills == parameters.kills, "all sign-ups were done after {kills} kills; use more people");
    std::fs::remove_dir_all(&parameters.server.data).context("could not delete the data folder")?;
    Ok(report(parameters, kills, time, &signed_up))
}

impl SignUps {
    /// Returns when to kill the server that has just started, or `None` after enough kills.
    fn next_kill(&self, kills: usize) -> Option<tokio::time::Instant> {
        let random = mix(self.seed, kills as u64) % self.longest_run.max(MIN_RUN + 1);
        let wait = Duration::from_millis(random.max(MIN_RUN));
        (kills < self.kills).then(|| tokio::time::Instant::now() + wait)
    }
}

/// Prepares everybody for the sign-up.
async fn prepare(parameters: &SignUps, port: u16) -> Result<Vec<Prepared>> {
    let questions = person::questions(port).await?;
    let mut tasks = JoinSet::new();
    for number in 0..parameters.participants {
        tasks.spawn(Person::new(number, port, &questions).prepare());
    }
    let mut prepared = Vec::with_capacity(parameters.participants);
    while let Some(person) = tasks.join_next().await {
        prepared.push(person??);
    }
    Ok(prepared)
}

fn report(parameters: &SignUps, kills: usize, time: Duration, signed_up: &[SignedUp]) -> SignUpsReport {
    let mut times: Vec<Duration> = signed_up.iter().map(|person| person.response_time).collect();
    times.sort_unstable();
    let percentile =
        |percent: usize| times.get((times.len() * percent / 100).min(times.len().saturating_sub(1)));
    SignUpsReport {
        participants: signed_up.len(),
        concurrent: parameters.concurrent,
        kills,
        retries: signed_up.iter().map(|person| person.retries).sum(),
        time,
        sign_up: (percentile(50).copied().unwrap_or_default(), percentile(99).copied().unwrap_or_default()),
    }
}
