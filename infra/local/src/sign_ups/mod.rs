//! Many people who sign up at once, while the server is killed again and again: nobody may be lost, made twice or made by
//! half. Without kills it is how many sign-ups a second there are.
//!
//! - [`person`]: one of them, who tries again until it is done
//! - [`kept`]: what the store holds at the end

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
use kept::Kept;
use person::{Person, Prepared, SignedUp};

/// The shortest time for which a server runs before it is killed, in milliseconds.
const SHORTEST_RUN: u64 = 60;

/// What to do.
#[derive(Debug, Clone)]
pub struct SignUps {
    /// How many people sign up.
    pub people: usize,
    /// How many of them do so at once.
    pub at_once: usize,
    /// How often the server is killed.
    pub kills: usize,
    /// The longest time for which it runs before it is killed, in milliseconds.
    pub longest_run: u64,
    /// What everything random is made of.
    pub seed: u64,
    /// The server; its data is there while it runs.
    pub server: Server,
}

/// What was seen.
#[derive(Debug, Clone, PartialEq)]
pub struct SignUpsReport {
    /// How many people signed up.
    pub people: usize,
    /// How many of them did so at once.
    pub at_once: usize,
    /// How often the server was killed before the last of them was done.
    pub kills: usize,
    /// How often somebody tried again.
    pub tries_again: usize,
    /// How long all of it took, from the first sign-up to the last accepted notice.
    pub time: Duration,
    /// How long a call took that signs a person up, of those that were answered: the middle, and that of which one in a
    /// hundred takes longer.
    pub sign_up: (Duration, Duration),
}

impl fmt::Display for SignUpsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (middle, longest) = self.sign_up;
        let seconds = self.time.as_secs_f64();
        write!(f, "Sign-ups: {} people, {} at once, {} kills, ", self.people, self.at_once, self.kills)?;
        // While the server is killed, an answer takes as long as it takes to start again.
        if self.kills > 0 {
            write!(f, "{} tries again; {seconds:.0} s", self.tries_again)?;
        } else {
            let a_second = f64::from(u32::try_from(self.people).unwrap_or(u32::MAX)) / seconds;
            let (middle, longest) = (middle.as_secs_f64() * 1000.0, longest.as_secs_f64() * 1000.0);
            write!(f, "{seconds:.1} s, {a_second:.0} a second; p50 {middle:.0} ms, p99 {longest:.0} ms")?;
        }
        f.write_str("; nobody lost, twice or by half")
    }
}

/// Signs people up; the data is deleted when all of it is right.
///
/// # Errors
/// When somebody is lost, there twice, or by half, or the server does not start.
pub async fn run(asked: &SignUps, say: &(dyn Fn(&str) + Sync)) -> Result<SignUpsReport> {
    if asked.server.data.exists() {
        std::fs::remove_dir_all(&asked.server.data).context("the data folder can't be deleted")?;
    }
    let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
    let mut victim = Victim::start(&asked.server, port).await?;
    let prepared = prepare(asked, port).await?;
    say(&format!("Sign-ups: {} people have answered the questions and solved a captcha", prepared.len()));

    let began = Instant::now();
    let gate = Arc::new(Semaphore::new(asked.at_once));
    let mut waiting = JoinSet::new();
    for person in prepared {
        let gate = Arc::clone(&gate);
        waiting.spawn(async move {
            let _place = gate.acquire_owned().await.context("nobody is let in any more")?;
            person.sign_up().await
        });
    }
    let mut signed_up: Vec<SignedUp> = Vec::new();
    let mut kills = 0;
    let mut next_kill = asked.moment_of(kills);
    while signed_up.len() < asked.people {
        let until_kill = async {
            match next_kill {
                Some(moment) => tokio::time::sleep_until(moment).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            done = waiting.join_next() => signed_up.push(done.context("somebody is missing")???),
            () = until_kill => {
                victim.kill()?;
                kills += 1;
                say(&format!("Sign-ups: killed {kills} times, {} people are done", signed_up.len()));
                victim = Victim::start(&asked.server, port).await?;
                next_kill = asked.moment_of(kills);
            }
        }
    }
    let time = began.elapsed();
    victim.kill()?;
    Kept::of(asked).await?.must_be_of(&signed_up).await?;
    ensure!(kills == asked.kills, "all were done after {kills} kills; take more people");
    std::fs::remove_dir_all(&asked.server.data).context("the data folder can't be deleted")?;
    Ok(report(asked, kills, time, &signed_up))
}

impl SignUps {
    /// When the server that has just started is killed after so many kills; nothing when there were enough.
    fn moment_of(&self, kills: usize) -> Option<tokio::time::Instant> {
        let chance = mix(self.seed, kills as u64) % self.longest_run.max(SHORTEST_RUN + 1);
        let wait = Duration::from_millis(chance.max(SHORTEST_RUN));
        (kills < self.kills).then(|| tokio::time::Instant::now() + wait)
    }
}

/// Everybody who is ready to sign up.
async fn prepare(asked: &SignUps, port: u16) -> Result<Vec<Prepared>> {
    let questions = person::questions(port).await?;
    let mut waiting = JoinSet::new();
    for number in 0..asked.people {
        waiting.spawn(Person::of(number, port, &questions).prepare());
    }
    let mut prepared = Vec::with_capacity(asked.people);
    while let Some(person) = waiting.join_next().await {
        prepared.push(person??);
    }
    Ok(prepared)
}

fn report(asked: &SignUps, kills: usize, time: Duration, signed_up: &[SignedUp]) -> SignUpsReport {
    let mut times: Vec<Duration> = signed_up.iter().map(|one| one.took).collect();
    times.sort_unstable();
    let at = |part: usize| times.get((times.len() * part / 100).min(times.len().saturating_sub(1)));
    SignUpsReport {
        people: signed_up.len(),
        at_once: asked.at_once,
        kills,
        tries_again: signed_up.iter().map(|one| one.tries_again).sum(),
        time,
        sign_up: (at(50).copied().unwrap_or_default(), at(99).copied().unwrap_or_default()),
    }
}
