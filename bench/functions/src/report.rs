//! What was measured, beside what is aimed at.

use crate::measure::Measured;

/// The aims: bytes of what is deployed, milliseconds.
const ZIP: u64 = 4_000_000;
const START_MS: f64 = 20.0;
const WARM_MS: f64 = 2.0;

/// A function.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) searches: bool,
    pub(crate) deployed: u64,
    pub(crate) here: u64,
    pub(crate) measured: Option<Measured>,
}

/// The report as it is printed.
pub(crate) fn report(rows: &[Row]) -> String {
    let head = ["", "zip", "zip here", "start", "first", "p50", "p99", "memory", "status"];
    let units = ["", "MB", "MB", "ms", "ms", "ms", "ms", "MB", ""];
    let mut lines = vec![String::new(), line(&head.map(str::to_owned)), line(&units.map(str::to_owned))];
    lines.extend(rows.iter().map(|row| line(&cells(row))));
    lines.push(String::new());
    lines.push(missed("a zip of 4 MB at most, searches and pages made anew apart", rows, |row| {
        !row.searches && row.deployed > ZIP
    }));
    lines.push(missed("20 ms from the start to the first poll", rows, |row| {
        row.measured.as_ref().is_some_and(|measured| quantile(&measured.starts, 50) > START_MS)
    }));
    lines.push(missed("2 ms for half of all warm calls", rows, |row| {
        row.measured.as_ref().is_some_and(|measured| quantile(&measured.warm, 50) > WARM_MS)
    }));
    lines.join("\n")
}

fn line(cells: &[String; 9]) -> String {
    let [name, rest @ ..] = cells;
    rest.iter().fold(format!("{name:20}"), |line, cell| format!("{line}{cell:>9}"))
}

fn cells(row: &Row) -> [String; 9] {
    let nothing = || "–".to_owned();
    let of = |times: fn(&Measured) -> &Vec<f64>, percent: usize| {
        row.measured.as_ref().map_or_else(nothing, |it| format!("{:.1}", quantile(times(it), percent)))
    };
    [
        row.name.clone(),
        megabytes(row.deployed),
        megabytes(row.here),
        of(|it| &it.starts, 50),
        of(|it| &it.first, 50),
        of(|it| &it.warm, 50),
        of(|it| &it.warm, 99),
        row.measured.as_ref().map_or_else(nothing, |it| megabytes(it.memory)),
        row.measured.as_ref().and_then(|it| it.status).map_or_else(nothing, |status| status.to_string()),
    ]
}

fn missed(aim: &str, rows: &[Row], misses: impl Fn(&Row) -> bool) -> String {
    let names: Vec<&str> = rows.iter().filter(|row| misses(row)).map(|row| row.name.as_str()).collect();
    if names.is_empty() { format!("{aim}: all") } else { format!("{aim}: all but {}", names.join(", ")) }
}

/// The value below which so many percent of sorted values are; 0 without values.
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
    fn whoever_misses_an_aim_is_named() {
        let row = |name: &str, searches, deployed, start| Row {
            name: name.to_owned(),
            searches,
            deployed,
            here: 1,
            measured: Some(Measured {
                starts: vec![1.0, start, 99.0],
                first: vec![],
                warm: vec![1.0],
                memory: 1,
                status: Some(200),
            }),
        };
        let rows = [
            row("small", false, 1, 20.0),
            row("search", true, ZIP + 1, 21.0),
            row("large", false, ZIP + 1, 2.0),
        ];
        let report = report(&rows);
        let told: Vec<&str> = report.lines().rev().take(3).collect();
        assert_eq!(
            told,
            [
                "2 ms for half of all warm calls: all",
                "20 ms from the start to the first poll: all but search",
                "a zip of 4 MB at most, searches and pages made anew apart: all but large",
            ]
        );
    }
}
