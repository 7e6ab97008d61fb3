//! Figures, written as lines of the log from which the cloud takes them (the embedded metric format).

use std::{
    env,
    time::{SystemTime, UNIX_EPOCH},
};

use serde_json::{Map, Value, json};

/// Where the cloud keeps them.
pub const NAMESPACE: &str = "Waypoint";

/// By what figures of one deployment are told from those of another in the same account.
const STACK: &str = "Stack";

/// What a figure counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Things.
    Count,
    /// Thousandths of a second.
    Milliseconds,
    /// Seconds.
    Seconds,
}

/// A figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Metric {
    /// Its name; template.yaml has alarms and pictures by it.
    pub name: &'static str,
    /// What it counts.
    pub unit: Unit,
    /// How much it is.
    pub value: f64,
}

impl Metric {
    /// So many things.
    #[must_use]
    pub fn count(name: &'static str, value: usize) -> Self {
        Self { name, unit: Unit::Count, value: f64::from(u32::try_from(value).unwrap_or(u32::MAX)) }
    }
}

/// Tells figures in one line, as those of the deployment that the environment names (`WAYPOINT_STACK`).
pub fn tell(metrics: &[Metric]) {
    let stack = env::var("WAYPOINT_STACK").ok();
    let line = Value::Object(line(metrics, stack.as_deref(), SystemTime::now()));
    tracing::info!(metrics = %line, "figures");
}

/// The members of a line that tell figures.
fn line(metrics: &[Metric], stack: Option<&str>, now: SystemTime) -> Map<String, Value> {
    let milliseconds = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let told = |metric: &Metric| json!({ "Name": metric.name, "Unit": format!("{:?}", metric.unit) });
    let named: Vec<Value> = metrics.iter().map(told).collect();
    let known_by: Vec<&str> = stack.iter().map(|_| STACK).collect();
    let about = json!({
        "Timestamp": u64::try_from(milliseconds).unwrap_or(u64::MAX),
        "CloudWatchMetrics": [{ "Namespace": NAMESPACE, "Dimensions": [known_by], "Metrics": named }],
    });
    let values = metrics.iter().map(|metric| (metric.name.to_owned(), json!(metric.value)));
    let stack = stack.map(|stack| (STACK.to_owned(), json!(stack)));
    std::iter::once(("_aws".to_owned(), about)).chain(stack).chain(values).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn figures_are_told_as_the_cloud_takes_them_with_the_deployment_whose_they_are() {
        let metrics =
            [Metric::count("Calls", 1), Metric { name: "CallTime", unit: Unit::Milliseconds, value: 12.5 }];
        let at = UNIX_EPOCH + Duration::from_mins(1);
        let expected = json!({
            "_aws": {
                "Timestamp": 60_000,
                "CloudWatchMetrics": [{
                    "Namespace": "Waypoint",
                    "Dimensions": [["Stack"]],
                    "Metrics": [
                        { "Name": "Calls", "Unit": "Count" },
                        { "Name": "CallTime", "Unit": "Milliseconds" },
                    ],
                }],
            },
            "Stack": "waypoint-dev",
            "Calls": 1.0,
            "CallTime": 12.5,
        });
        assert_eq!(Value::Object(line(&metrics, Some("waypoint-dev"), at)), expected);
        let alone = line(&metrics, None, at);
        assert_eq!(alone["_aws"]["CloudWatchMetrics"][0]["Dimensions"], json!([[]]));
        assert!(!alone.contains_key("Stack"));
    }
}
