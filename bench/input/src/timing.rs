//! Measures times.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// The maximum time to measure one text.
const LONGEST: Duration = Duration::from_secs(2);

/// Returns the time of the fastest round in milliseconds, because other work of the machine only adds to it.
pub(crate) fn fastest<T>(rounds: usize, work: impl Fn() -> T) -> f64 {
    let (began, mut least) = (Instant::now(), Duration::MAX);
    for _ in 0..rounds {
        let round = Instant::now();
        black_box(work());
        least = least.min(round.elapsed());
        if began.elapsed() > LONGEST {
            break;
        }
    }
    least.as_secs_f64() * 1000.0
}
