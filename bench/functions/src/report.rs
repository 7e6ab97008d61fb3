//! The table of measurements, and the goals.

use crate::measure::Measurements;

/// The goal for the size of the deployed ZIP file.
const MAX_ZIP_BYTES: u64 = 4_000_000;
/// The goal for a start, in milliseconds.
const MAX_START_MS: f64 = 20.0;
/// The goal for a call once the function is warm, in milliseconds.
const MAX_WARM_MS: f64 = 2.0;

/// A function.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) is_large: bool,
    /// The bytes of the zip, if there is one.
    pub(crate) deployed: Option<u64>,
    pub(crate) here: Option<u64>,
    pub(crate) measured: Option<Measurements>,
}

/// Formats the report.
pub(crate) fn report(rows: &[Row]) -> String {
    let head = ["", "zip", "zip here", "start", "first", "p50", "p99", "memory", "status"];
    let units = ["", "MB", "MB", "ms", "ms", "ms", "ms", "MB", ""];
    let mut lines = vec![String::new(), line(&head.map(str::to_owned)), line(&units.map(str::to_owned))];
    lines.extend(rows.iter().map(|row| line(&cells(row))));
    lines.push(String::new());
    lines.push(goal_line("a zip of at most 4 MB, except for search and page generation", rows, |row| {
        !row.is_large && row.deployed.is_some_and(|bytes| bytes > MAX_ZIP_BYTES)
    }));
    lines.push(goal_line("20 ms from the start to the first poll", rows, |row| {
        row.measured.as_ref().is_some_and(|measured| quantile(&measured.starts, 50) > MAX_START_MS)
    }));
    lines.push(goal_line("2 ms for half of all warm calls", rows, |row| {
        row.measured.as_ref().is_some_and(|measured| quantile(&measured.warm, 50) > MAX_WARM_MS)
    }));
    lines.join("\n")
}

fn line(cells: &[String; 9]) -> String {
    let [name, rest @ ..] = cells;
    rest.iter().fold(format!("{name:20}"), |line, cell| format!("{line}{cell:>9}"))
}

fn cells(row: &Row) -> [String; 9] {
    let blank = || "–".to_owned();
    let percentile = |times: fn(&Measurements) -> &Vec<f64>, percent: usize| {
        row.measured
            .as_ref()
            .map_or_else(blank, |measured| format!("{:.1}", quantile(times(measured), percent)))
    };
    [
        row.name.clone(),
        row.deployed.map_or_else(blank, megabytes),
        row.here.map_or_else(blank, megabytes),
        percentile(|measured| &measured.starts, 50),
        percentile(|measured| &measured.first, 50),
        percentile(|measured| &measured.warm, 50),
        percentile(|measured| &measured.warm, 99),
        row.measured.as_ref().map_or_else(blank, |measured| megabytes(measured.memory)),
        row.measured
            .as_ref()
            .and_then(|measured| measured.status)
            .map_or_else(blank, |status| status.to_string()),
    ]
}

fn goal_line(goal: &str, rows: &[Row], misses: impl Fn(&Row) -> bool) -> String {
    let names: Vec<&str> = rows.iter().filter(|row| misses(row)).map(|row| row.name.as_str()).collect();
    if names.is_empty() { format!("{goal}: all") } else { format!("{goal}: all except {}", names.join(", ")) }
}

/// Returns the percentile of sorted values; 0 if there are none.
fn quantile(sorted: &[f64], percent: usize) -> f64 {
    sorted.get((sorted.len().saturating_sub(1)) * percent / 100).copied().unwrap_or_default()
}

#[allow(clippy::cast_precision_loss, reason = "megabytes with one decimal")]
fn megabytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_that_miss_a_goal_are_named() {
        let row = |name: &str, is_large, deployed, start| Row {
            name: name.to_owned(),
            is_large,
            deployed: Some(deployed),
            here: Some(1),
            measured: Some(Measurements {
                starts: vec![1.0, start, 99.0],
                first: vec![],
                warm: vec![1.0],
                memory: 1,
                status: Some(200),
            }),
        };
        let rows = [
            row("small", false, 1, 20.0),
            row("search", true, MAX_ZIP_BYTES + 1, 21.0),
            row("large", false, MAX_ZIP_BYTES + 1, 2.0),
        ];
        let report = report(&rows);
        let lines: Vec<&str> = report.lines().rev().take(3).collect();
        assert_eq!(
            lines,
            [
                "2 ms for half of all warm calls: all",
                "20 ms from the start to the first poll: all except search",
                "a zip of at most 4 MB, except for search and page generation: all except large",
            ]
        );
    }
}
