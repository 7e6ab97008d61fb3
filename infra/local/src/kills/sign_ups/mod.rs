//! Signs many people up concurrently while the server is killed again and again. No sign-up may be lost, duplicated, or
//! incomplete. Without kills, it measures sign-ups per second.
//!
//! - [`person`]: one person, who retries until the sign-up succeeds
//! - [`stored_sign_ups`]: checks the store at the end

mod person;
mod stored_sign_ups;

use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use tokio::{sync::Semaphore, task::JoinSet};

use super::{Series, Work};
use person::{Person, Prepared, SignedUp};
use stored_sign_ups::StoredSignUps;

/// Parameters of the test.
#[derive(Debug, Clone)]
pub struct SignUps {
    /// Number of people who sign up.
    pub participants: usize,
    /// Number of concurrent sign-ups.
    pub concurrent: usize,
    /// The kills.
    pub series: Series,
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
    let series = &parameters.series;
    let server = series.start().await?;
    let prepared = prepare(parameters, server.1).await?;
    log(&format!("Sign-ups: {} people have answered the questions and solved a captcha", prepared.len()));

    let start = Instant::now();
    let mut crowd = Crowd::start(prepared, parameters.concurrent);
    let (victim, kills) = series.run(server, &mut crowd, &|line| log(&format!("Sign-ups: {line}"))).await?;
    let time = crowd.done_at.unwrap_or_else(Instant::now) - start;
    victim.kill()?;
    StoredSignUps::read(&series.server.data).await?.must_match(&crowd.signed_up).await?;
    ensure!(kills == series.kills, "all sign-ups were done after {kills} kills; use more people");
    std::fs::remove_dir_all(&series.server.data).context("could not delete the data folder")?;
    Ok(report(parameters, kills, time, &crowd.signed_up))
}

/// People who are signing up.
struct Crowd {
    tasks: JoinSet<Result<SignedUp>>,
    signed_up: Vec<SignedUp>,
    done_at: Option<Instant>,
}

impl Crowd {
    /// Starts the sign-ups, as many at a time as given.
    fn start(prepared: Vec<Prepared>, concurrent: usize) -> Self {
        let semaphore = Arc::new(Semaphore::new(concurrent));
        let mut tasks = JoinSet::new();
        for person in prepared {
            let semaphore = Arc::clone(&semaphore);
            tasks.spawn(async move {
                let _permit = semaphore.acquire_owned().await.context("the semaphore is closed")?;
                person.sign_up().await
            });
        }
        Self { tasks, signed_up: Vec::new(), done_at: None }
    }
}

impl Work for Crowd {
    fn is_done(&self) -> bool {
        self.tasks.is_empty()
    }

    async fn proceed(&mut self) -> Result<()> {
        let done = self.tasks.join_next().await;
        self.signed_up.push(done.context("a sign-up is missing")???);
        if self.tasks.is_empty() {
            self.done_at = Some(Instant::now());
        }
        Ok(())
    }

    /// Each person retries by themselves.
    async fn reconnect(&mut self) -> Result<()> {
        Ok(())
    }

    fn progress(&self) -> String {
        format!("{} people signed up", self.signed_up.len())
    }
}

/// Prepares all people for the sign-up.
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
