//! Alarms and the dashboard: each shows a figure that some function tells.

use std::{fs, path::Path};

use anyhow::{Context, Result};
use serde_json::Value;

use super::resources::{Resources, list};

/// Where functions tell figures.
const SOURCES: &[&str] = &["functions/src", "infra/regenerate/src"];
/// The namespace of our own figures.
const OURS: &str = "Waypoint";

/// The names of all figures, as the sources have them.
pub(super) fn figures(root: &Path) -> Result<Vec<String>> {
    let mut figures = Vec::new();
    for folder in SOURCES {
        read_below(&root.join(folder), &mut figures)?;
    }
    Ok(figures)
}

fn read_below(folder: &Path, figures: &mut Vec<String>) -> Result<()> {
    let unreadable = || format!("{} can't be read", folder.display());
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        if path.is_dir() {
            read_below(&path, figures)?;
        } else if let Ok(source) = fs::read_to_string(&path) {
            figures.extend(named_in(&source));
        }
    }
    Ok(())
}

fn named_in(source: &str) -> impl Iterator<Item = String> {
    let begins = ["Metric::count(\"", "Metric { name: \""];
    begins.into_iter().flat_map(move |begin| {
        source.split(begin).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))
    })
}

pub(super) fn faults(resources: Resources, figures: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, alarm) in resources.of("AWS::CloudWatch::Alarm") {
        if list(&alarm["AlarmActions"]).next().is_none() {
            faults.push(format!("{name}: the alarm tells nobody"));
        }
        let figure = alarm["MetricName"].as_str().unwrap_or_default();
        if alarm["Namespace"] == OURS && !figures.iter().any(|known| known == figure) {
            faults.push(format!("{name}: no function tells {figure}"));
        }
    }
    for (name, dashboard) in resources.of("AWS::CloudWatch::Dashboard") {
        match shown(&dashboard["DashboardBody"]) {
            Some(shown) => {
                let unknown = shown.iter().filter(|figure| !figures.contains(figure));
                faults.extend(unknown.map(|figure| format!("{name}: no function tells {figure}")));
            }
            None => faults.push(format!("{name}: its body is no JSON")),
        }
    }
    let logs = resources.of("AWS::Logs::LogGroup").filter(|(_, log)| log["RetentionInDays"].is_null());
    faults.extend(logs.map(|(name, _)| format!("{name}: a log says how long it is kept")));
    faults
}

/// Our own figures that a dashboard shows.
fn shown(body: &Value) -> Option<Vec<String>> {
    let body: Value = serde_json::from_str(body["Fn::Sub"].as_str()?).ok()?;
    let metrics = list(&body["widgets"]).flat_map(|widget| list(&widget["properties"]["metrics"]));
    let ours = metrics.filter(|metric| metric[0] == OURS).filter_map(|metric| metric[1].as_str());
    Some(ours.map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_alarm_or_a_picture_of_a_figure_that_nobody_tells_is_told() {
        let body =
            r#"{"widgets": [{"properties": {"metrics": [["Waypoint", "Calls"], ["Waypoint", "Moods"]]}}]}"#;
        let template = json!({ "Resources": {
            "Quiet": { "Type": "AWS::CloudWatch::Alarm", "Properties": { "Namespace": OURS, "MetricName": "Calls" } },
            "Wrong": { "Type": "AWS::CloudWatch::Alarm",
                "Properties": { "Namespace": OURS, "MetricName": "Callz", "AlarmActions": ["mail"] } },
            "Board": { "Type": "AWS::CloudWatch::Dashboard", "Properties": { "DashboardBody": { "Fn::Sub": body } } },
            "Log": { "Type": "AWS::Logs::LogGroup", "Properties": {} }
        } });
        let figures: Vec<String> = named_in(r#"Metric::count("Calls", 1)"#).collect();
        assert_eq!(
            faults(Resources(&template), &figures),
            [
                "Quiet: the alarm tells nobody",
                "Wrong: no function tells Callz",
                "Board: no function tells Moods",
                "Log: a log says how long it is kept",
            ]
        );
    }
}
