//! Measures one function: starts it several times, then calls it many times.

use std::{
    ffi::OsStr,
    fs,
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use serde_json::Value;
use waypoint_local::lambda::program;

use crate::site::Site;

/// A program to run.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) path: PathBuf,
    pub(crate) arguments: Vec<PathBuf>,
    /// Its own environment variables.
    pub(crate) variables: Vec<(String, String)>,
}

/// The measurements. Times are in milliseconds, sorted.
#[derive(Debug)]
pub(crate) struct Measurements {
    /// From a start to the first poll.
    pub(crate) starts: Vec<f64>,
    /// The first call after a start.
    pub(crate) first: Vec<f64>,
    /// The calls after the first one.
    pub(crate) warm: Vec<f64>,
    /// The peak memory in bytes.
    pub(crate) memory: u64,
    /// The HTTP status of the response; `None` for a schedule.
    pub(crate) status: Option<u64>,
}

/// Measures a program with one request.
pub(crate) async fn measure(
    site: &Site,
    program: &Program,
    event: &Value,
    starts: usize,
    calls: usize,
) -> Result<Measurements> {
    let mut measured = Measurements { starts: vec![], first: vec![], warm: vec![], memory: 0, status: None };
    for start in 1..=starts.max(1) {
        let arguments: Vec<&OsStr> = program.arguments.iter().map(|argument| argument.as_os_str()).collect();
        let mut running = program::Program::start(
            program.path.as_os_str(),
            &arguments,
            program.variables.clone(),
            &site.cloud,
            site.index.path(),
        )
        .await
        .with_context(|| format!("{} can't be started", program.path.display()))?;
        measured.starts.push(milliseconds(running.ready().await?));
        let (first, answer) = timed(&mut running, event).await?;
        measured.first.push(first);
        measured.status = answer["statusCode"].as_u64();
        if start == starts.max(1) {
            for _ in 0..calls {
                measured.warm.push(timed(&mut running, event).await?.0);
            }
            measured.memory = peak_memory(running.id())?;
        }
    }
    for times in [&mut measured.starts, &mut measured.first, &mut measured.warm] {
        times.sort_by(f64::total_cmp);
    }
    Ok(measured)
}

async fn timed(running: &mut program::Program, event: &Value) -> Result<(f64, Value)> {
    let began = Instant::now();
    let answer = running.answer(event.clone()).await?;
    Ok((milliseconds(began.elapsed()), answer))
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn peak_memory(process: u32) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).context("the memory of a process")?;
    let kilobytes = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    Ok(kilobytes.context("the system does not report the memory of a process")? * 1024)
}
