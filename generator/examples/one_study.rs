//! Measures how long the pages and previews of one changed study take to render.
//!
//! Run it with `cargo run --release -p waypoint-generator --example one_study -- STU01020`.

#![allow(clippy::print_stdout, reason = "the measurements are this program's output")]

use std::{env, error::Error, path::Path, time::Instant};

use waypoint_domain::study_number::StudyNumber;
use waypoint_generator::{Build, content};

const RUNS: usize = 21;

fn main() -> Result<(), Box<dyn Error>> {
    let number: StudyNumber = env::args().nth(1).unwrap_or_else(|| "STU01020".into()).parse()?;
    let site = Path::new("site");
    let mut times = Vec::new();
    let mut files = 0;
    for _ in 0..RUNS {
        let started = Instant::now();
        let content =
            content::load(Path::new("content")).map_err(|errors| content::report(&errors, false))?;
        let build = Build {
            content: &content,
            site_dir: site,
            templates_dir: &site.join("templates"),
            out: Path::new("target/one-study"),
            base_url: "https://waypoint.example",
            dev_bundle: false,
        };
        files = build.render_study_files(&number)?.len();
        times.push(started.elapsed());
    }
    times.sort();
    println!(
        "{number}: {files} files, median {:.1} ms of {RUNS} runs, slowest {:.1} ms",
        milliseconds(times[RUNS / 2]),
        milliseconds(times[RUNS - 1])
    );
    Ok(())
}

fn milliseconds(time: std::time::Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
