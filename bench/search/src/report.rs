//! The table of measurements, and the goals.

use std::fmt::Write as _;

use crate::{
    running::{SearchMeasurements, SearchResults, Size},
    system::{QueryMeasurements, as_float},
    waypoint::StartTimes,
};

/// The goal for the 99th percentile of response times over half a million studies, in milliseconds.
const P99_MS: f64 = 20.0;
/// The goal for how many times faster than each database our index is at the median.
const TIMES_FASTER: f64 = 10.0;
/// The goal for opening a cold index, in milliseconds.
const COLD_MS: f64 = 300.0;
/// The goal for the memory of the process with half a million studies, in MB.
const MEMORY_MB: f64 = 512.0;

/// Formats the report.
pub(crate) fn report(size: &Size, measured: &SearchMeasurements) -> String {
    let mut lines = vec![
        format!("{} studies, {} queries, seed {}", size.studies, size.queries, size.seed),
        String::new(),
        format!(
            "{:22}{:>9}{:>9}{:>12}{:>10}{:>9}{:>9}{:>9}{:>9}{:>9}{:>12}",
            "", "build", "disk", "build peak", "ask peak", "own", "p50", "p95", "p99", "most", "found"
        ),
        format!(
            "{:22}{:>9}{:>9}{:>12}{:>10}{:>9}{:>9}{:>9}{:>9}{:>9}{:>12}",
            "", "s", "MB", "MB", "MB", "MB", "ms", "ms", "ms", "ms", "on average"
        ),
    ];
    lines.extend(measured.searches.iter().map(row));
    lines.push(String::new());
    if let Some(own) = measured.searches.first() {
        lines.extend(measured.searches.iter().skip(1).map(|peer| ratios(own, peer)));
        lines.push(String::new());
        lines.extend([("warm", &measured.warm), ("cold", &measured.cold)].iter().filter_map(opening));
        lines.push(String::new());
        lines.extend(goals(measured, &own.answered));
    }
    lines.extend(measured.left_out.iter().map(|what| format!("left out: {what}")));
    lines.join("\n")
}

fn row(SearchResults { name, built, answered }: &SearchResults) -> String {
    let [p50, p95, p99, most] = [50, 95, 99, 100].map(|percent| quantile(&answered.milliseconds, percent));
    let found = as_float(answered.found.iter().sum()) / as_float(answered.found.len().max(1));
    format!(
        "{name:22}{:9.0}{:9.0}{:12.0}{:10.0}{:9.0}{p50:9.2}{p95:9.2}{p99:9.2}{most:9.2}{found:12.0}",
        built.seconds,
        megabytes(built.bytes),
        kilobytes_as_mb(built.memory.peak),
        kilobytes_as_mb(answered.memory.peak),
        kilobytes_as_mb(answered.memory.own),
    )
}

fn ratios(own: &SearchResults, peer: &SearchResults) -> String {
    let mut line = format!("{} relative to {}:", peer.name, own.name);
    for percent in [50, 95, 99] {
        let [own, peer] = [own, peer].map(|search| quantile(&search.answered.milliseconds, percent));
        let _ = write!(line, " p{percent} {:.1},", peer / own);
    }
    let bytes = megabytes(peer.built.bytes) / megabytes(own.built.bytes);
    let _ = write!(line, " build {:.1}, disk {bytes:.1}", peer.built.seconds / own.built.seconds);
    line
}

fn opening((name, opened): &(&str, &Vec<StartTimes>)) -> Option<String> {
    let part =
        |value: &dyn Fn(&StartTimes) -> f64| quantile(&opened.iter().map(value).collect::<Vec<_>>(), 50);
    let most = opened.iter().map(whole).fold(0.0, f64::max);
    (!opened.is_empty()).then(|| {
        format!(
            "{name} opening to the first answer: {:.0} ms, at most {most:.0} ms (vocabulary {:.0}, index {:.0}, answer {:.0})",
            part(&whole),
            part(&|opened| opened.vocabulary),
            part(&|opened| opened.index),
            part(&|opened| opened.first_answer),
        )
    })
}

fn goals(measured: &SearchMeasurements, own: &QueryMeasurements) -> Vec<String> {
    let p50 = |answered: &QueryMeasurements| quantile(&answered.milliseconds, 50);
    let p99 = quantile(&own.milliseconds, 99);
    let cold = measured.cold.iter().map(whole).fold(f64::NEG_INFINITY, f64::max);
    let memory = kilobytes_as_mb(own.memory.peak);
    let mut goals = vec![
        goal(&format!("p99 is {p99:.2} ms (goal: at most {P99_MS:.0})"), p99 <= P99_MS),
        goal(
            &format!("the process needs {memory:.0} MB (goal: at most {MEMORY_MB:.0})"),
            memory <= MEMORY_MB,
        ),
    ];
    if cold.is_finite() {
        goals.push(goal(
            &format!("cold opening takes {cold:.0} ms (goal: at most {COLD_MS:.0})"),
            cold <= COLD_MS,
        ));
    }
    for peer in measured.searches.iter().skip(1) {
        let (times, name) = (p50(&peer.answered) / p50(own), &peer.name);
        let text =
            format!("at p50 it is {times:.1} times faster than {name} (goal: at least {TIMES_FASTER:.0})");
        goals.push(goal(&text, times >= TIMES_FASTER));
    }
    goals
}

fn goal(text: &str, met: bool) -> String {
    format!("{} {text}", if met { "met:   " } else { "MISSED:" })
}

fn whole(opened: &StartTimes) -> f64 {
    opened.vocabulary + opened.index + opened.first_answer
}

fn quantile(values: &[f64], percent: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let place = (sorted.len().saturating_sub(1)) * percent / 100;
    sorted.get(place).copied().unwrap_or(f64::NAN)
}

#[allow(clippy::cast_precision_loss, reason = "files are smaller than 2^52 bytes")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

fn kilobytes_as_mb(kilobytes: u64) -> f64 {
    megabytes(kilobytes * 1024)
}
