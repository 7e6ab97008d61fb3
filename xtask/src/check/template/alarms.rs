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
const NAMESPACE: &str = "Waypoint";

/// Returns the names of all metrics in the sources.
pub(super) fn metrics(root: &Path) -> Result<Vec<String>> {
    let mut metrics = Vec::new();
    for folder in SOURCES {
        read_below(&root.join(folder), &mut metrics)?;
    }
    Ok(metrics)
}

fn read_below(folder: &Path, metrics: &mut Vec<String>) -> Result<()> {
    let unreadable = || format!("{} can't be read", folder.display());
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        if path.is_dir() {
            read_below(&path, metrics)?;
        } else if let Ok(source) = fs::read_to_string(&path) {
            metrics.extend(names_in(&source));
        }
    }
    Ok(())
}

fn names_in(source: &str) -> impl Iterator<Item = String> {
    let begins = ["Metric::count(\"", "Metric { name: \""];
    begins.into_iter().flat_map(move |begin| {
        source.split(begin).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))
    })
}

pub(super) fn faults(resources: Resources, metrics: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, alarm) in resources.of_type("AWS::CloudWatch::Alarm") {
        if list(&alarm["AlarmActions"]).next().is_none() {
            faults.push(format!("{name}: the alarm has no action"));
        }
        if alarm["Namespace"] == NAMESPACE && !list(&alarm["Dimensions"]).any(is_of_the_stack) {
            faults.push(format!("{name}: the alarm covers every stack of the account"));
        }
        let metric = alarm["MetricName"].as_str().unwrap_or_default();
        if alarm["Namespace"] == NAMESPACE && !metrics.iter().any(|known| known == metric) {
            faults.push(format!("{name}: no function emits {metric}"));
        }
    }
    let watched: BTreeSet<&str> = resources
        .of_type("AWS::CloudWatch::Alarm")
        .filter_map(|(_, alarm)| watched_function(alarm))
        .collect();
    let unwatched = SCHEDULED.iter().filter(|function| !watched.contains(*function));
    faults.extend(unwatched.map(|function| format!("{function}: no alarm reports when it does not run")));
    for (name, topic) in resources.of_type("AWS::SNS::Topic") {
        // Alarms may not use the service's own key.
        if !topic["KmsMasterKeyId"].is_null() {
            faults.push(format!("{name}: alarms can't use a topic with this key"));
        }
    }
    for (name, mapping) in resources.of_type("AWS::Lambda::EventInvokeConfig") {
        if mapping["DestinationConfig"]["OnFailure"]["Destination"].is_null() {
            faults.push(format!("{name}: failed runs must be sent to a queue"));
        }
    }
    for (name, dashboard) in resources.of_type("AWS::CloudWatch::Dashboard") {
        match shown(&dashboard["DashboardBody"]) {
            Some(shown) => {
                let unknown = shown.iter().filter(|(metric, _)| !metrics.contains(metric));
                faults.extend(unknown.map(|(metric, _)| format!("{name}: no function emits {metric}")));
                let of_all_stacks = shown.iter().filter(|(_, is_of_stack)| !is_of_stack);
                faults
                    .extend(of_all_stacks.map(|(metric, _)| format!("{name}: {metric} covers every stack")));
            }
            None => faults.push(format!("{name}: its body is not JSON")),
        }
    }
    let logs = resources.of_type("AWS::Logs::LogGroup").filter(|(_, log)| log["RetentionInDays"].is_null());
    faults.extend(logs.map(|(name, _)| format!("{name}: a log must have a retention period")));
    faults
}

fn is_of_the_stack(dimension: &Value) -> bool {
    dimension["Name"] == "Stack" && dimension["Value"]["Ref"] == "AWS::StackName"
}

/// Returns the function whose missing runs trigger an alarm, if any.
fn watched_function(alarm: &Value) -> Option<&str> {
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
    let ours = metrics.filter(|metric| metric[0] == NAMESPACE);
    let is_of_stack = |metric: &Value| metric[2] == "Stack" && metric[3] == "${AWS::StackName}";
    Some(ours.filter_map(|metric| Some((metric[1].as_str()?.to_owned(), is_of_stack(metric)))).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn alarms_and_dashboards_of_unknown_metrics_are_reported() {
        let body = r#"{"widgets": [{"properties": {"metrics": [["Waypoint", "Calls"],
                ["Waypoint", "Moods", "Stack", "${AWS::StackName}"]]}}]}"#;
        let template = json!({ "Resources": {
            "Quiet": { "Type": "AWS::CloudWatch::Alarm", "Properties": { "Namespace": NAMESPACE, "MetricName": "Calls" } },
            "Wrong": { "Type": "AWS::CloudWatch::Alarm", "Properties": { "Namespace": NAMESPACE, "MetricName": "Callz",
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
        let metrics: Vec<String> = names_in(r#"Metric::count("Calls", 1)"#).collect();
        assert_eq!(
            faults(Resources(&template), &metrics),
            [
                "Quiet: the alarm has no action",
                "Quiet: the alarm covers every stack of the account",
                "Wrong: no function emits Callz",
                "DeliverOutboxFunction: no alarm reports when it does not run",
                "SendNewsFunction: no alarm reports when it does not run",
                "Mail: alarms can't use a topic with this key",
                "Runs: failed runs must be sent to a queue",
                "Board: no function emits Moods",
                "Board: Calls covers every stack",
                "Log: a log must have a retention period",
            ]
        );
    }
}
