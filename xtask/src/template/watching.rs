//! Alarms and the dashboard: each uses a metric that a function emits.

use std::{collections::BTreeSet, fs, path::Path};

use anyhow::{Context, Result};
use serde_json::Value;

use super::resources::{Resources, list};

/// The sources of functions that emit metrics.
const SOURCES: &[&str] = &["functions/src", "infra/regenerate/src"];
/// Scheduled functions. No caller would notice if one doesn't run.
const SCHEDULED: &[&str] =
    &["DeliverOutboxFunction", "RegistrySyncFunction", "SendNewsFunction", "SweepFunction"];
/// The namespace of our own metrics.
const OURS: &str = "Waypoint";

/// Returns the names of all metrics in the sources.
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
        if alarm["Namespace"] == OURS && !list(&alarm["Dimensions"]).any(is_of_the_stack) {
            faults.push(format!("{name}: the alarm counts every stack of the account"));
        }
        let figure = alarm["MetricName"].as_str().unwrap_or_default();
        if alarm["Namespace"] == OURS && !figures.iter().any(|known| known == figure) {
            faults.push(format!("{name}: no function tells {figure}"));
        }
    }
    let watched: BTreeSet<&str> =
        resources.of("AWS::CloudWatch::Alarm").filter_map(|(_, alarm)| runs(alarm)).collect();
    let silent = SCHEDULED.iter().filter(|function| !watched.contains(*function));
    faults.extend(silent.map(|function| format!("{function}: nobody hears when it does not run")));
    for (name, topic) in resources.of("AWS::SNS::Topic") {
        // Alarms may not use the service's own key.
        if !topic["KmsMasterKeyId"].is_null() {
            faults.push(format!("{name}: alarms can't use a topic with this key"));
        }
    }
    for (name, mapping) in resources.of("AWS::Lambda::EventInvokeConfig") {
        if mapping["DestinationConfig"]["OnFailure"]["Destination"].is_null() {
            faults.push(format!("{name}: a run that fails is told to a queue"));
        }
    }
    for (name, dashboard) in resources.of("AWS::CloudWatch::Dashboard") {
        match shown(&dashboard["DashboardBody"]) {
            Some(shown) => {
                let unknown = shown.iter().filter(|(figure, _)| !figures.contains(figure));
                faults.extend(unknown.map(|(figure, _)| format!("{name}: no function tells {figure}")));
                let of_all = shown.iter().filter(|(_, is_of_stack)| !is_of_stack);
                faults.extend(of_all.map(|(figure, _)| format!("{name}: {figure} is that of every stack")));
            }
            None => faults.push(format!("{name}: its body is no JSON")),
        }
    }
    let logs = resources.of("AWS::Logs::LogGroup").filter(|(_, log)| log["RetentionInDays"].is_null());
    faults.extend(logs.map(|(name, _)| format!("{name}: a log says how long it is kept")));
    faults
}

fn is_of_the_stack(dimension: &Value) -> bool {
    dimension["Name"] == "Stack" && dimension["Value"]["Ref"] == "AWS::StackName"
}

/// Returns the function whose missing runs trigger an alarm, if any.
fn runs(alarm: &Value) -> Option<&str> {
    let misses = alarm["MetricName"] == "Invocations" && alarm["TreatMissingData"] == "breaching";
    let function = alarm["Dimensions"][0]["Value"]["Ref"].as_str();
    // The sync emits this metric on every run.
    let tells = alarm["MetricName"] == "RecordsChanged" && alarm["TreatMissingData"] == "breaching";
    if tells { Some("RegistrySyncFunction") } else { function.filter(|_| misses) }
}

/// Returns our own metrics on a dashboard, and whether each is limited to the stack.
fn shown(body: &Value) -> Option<Vec<(String, bool)>> {
    let body: Value = serde_json::from_str(body["Fn::Sub"].as_str()?).ok()?;
    let metrics = list(&body["widgets"]).flat_map(|widget| list(&widget["properties"]["metrics"]));
    let ours = metrics.filter(|metric| metric[0] == OURS);
    let is_of_stack = |metric: &Value| metric[2] == "Stack" && metric[3] == "${AWS::StackName}";
    Some(ours.filter_map(|metric| Some((metric[1].as_str()?.to_owned(), is_of_stack(metric)))).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_alarm_or_a_picture_of_a_figure_that_nobody_tells_is_told() {
        let body = r#"{"widgets": [{"properties": {"metrics": [["Waypoint", "Calls"],
                ["Waypoint", "Moods", "Stack", "${AWS::StackName}"]]}}]}"#;
        let template = json!({ "Resources": {
            "Quiet": { "Type": "AWS::CloudWatch::Alarm", "Properties": { "Namespace": OURS, "MetricName": "Calls" } },
            "Wrong": { "Type": "AWS::CloudWatch::Alarm", "Properties": { "Namespace": OURS, "MetricName": "Callz",
                "Dimensions": [{ "Name": "Stack", "Value": { "Ref": "AWS::StackName" } }], "AlarmActions": ["mail"] } },
            "Mail": { "Type": "AWS::SNS::Topic", "Properties": { "KmsMasterKeyId": "alias/aws/sns" } },
            "Runs": { "Type": "AWS::Lambda::EventInvokeConfig", "Properties": { "MaximumRetryAttempts": 0 } },
            "SweepIsSilent": { "Type": "AWS::CloudWatch::Alarm", "Properties": { "MetricName": "Invocations",
                "Dimensions": [{ "Name": "FunctionName", "Value": { "Ref": "SweepFunction" } }],
                "TreatMissingData": "breaching", "AlarmActions": ["mail"] } },
            "SyncIsSilent": { "Type": "AWS::CloudWatch::Alarm", "Properties": { "MetricName": "RecordsChanged",
                "TreatMissingData": "breaching", "AlarmActions": ["mail"] } },
            "Board": { "Type": "AWS::CloudWatch::Dashboard", "Properties": { "DashboardBody": { "Fn::Sub": body } } },
            "Log": { "Type": "AWS::Logs::LogGroup", "Properties": {} }
        } });
        let figures: Vec<String> = named_in(r#"Metric::count("Calls", 1)"#).collect();
        assert_eq!(
            faults(Resources(&template), &figures),
            [
                "Quiet: the alarm tells nobody",
                "Quiet: the alarm counts every stack of the account",
                "Wrong: no function tells Callz",
                "DeliverOutboxFunction: nobody hears when it does not run",
                "SendNewsFunction: nobody hears when it does not run",
                "Mail: alarms can't use a topic with this key",
                "Runs: a run that fails is told to a queue",
                "Board: no function tells Moods",
                "Board: Calls is that of every stack",
                "Log: a log says how long it is kept",
            ]
        );
    }
}
