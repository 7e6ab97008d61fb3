//! How long something takes.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// Enough rounds to see through what else the machine does.
const ROUNDS: usize = 5;
/// No text is measured for longer.
const LONGEST: Duration = Duration::from_secs(2);

/// The least milliseconds of some rounds: what else the machine does only adds to them.
pub(crate) fn fastest<T>(work: impl Fn() -> T) -> f64 {
    let (began, mut least) = (Instant::now(), Duration::MAX);
    for _ in 0..ROUNDS {
        let round = Instant::now();
        black_box(work());
        least = least.min(round.elapsed());
        if began.elapsed() > LONGEST {
            break;
        }
    }
    least.as_secs_f64() * 1000.0
}
