//! Metrics, written as log lines that the cloud reads (the embedded metric format).

use std::{
    env,
    time::{SystemTime, UNIX_EPOCH},
};

use serde_json::{Map, Value, json};

/// The namespace of the metrics in the cloud.
pub const NAMESPACE: &str = "Waypoint";

/// The dimension that separates deployments in the same account.
const STACK: &str = "Stack";

/// The unit of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A number of items.
    Count,
    Milliseconds,
    Seconds,
}

/// A number that the cloud records under a name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Metric {
    /// Its name. `template.yaml` has alarms and dashboards for it.
    pub name: &'static str,
    pub unit: Unit,
    pub value: f64,
}

impl Metric {
    /// Returns a count.
    #[must_use]
    pub fn count(name: &'static str, value: usize) -> Self {
        Self { name, unit: Unit::Count, value: f64::from(u32::try_from(value).unwrap_or(u32::MAX)) }
    }
}

/// Logs metrics in one line, for the deployment `WAYPOINT_STACK`.
pub fn log_metrics(metrics: &[Metric]) {
    let stack = env::var("WAYPOINT_STACK").ok();
    let line = Value::Object(line(metrics, stack.as_deref(), SystemTime::now()));
    tracing::info!(metrics = %line, "figures");
}

/// Returns the members of a line with metrics.
fn line(metrics: &[Metric], stack: Option<&str>, now: SystemTime) -> Map<String, Value> {
    let milliseconds = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let description = |metric: &Metric| json!({ "Name": metric.name, "Unit": format!("{:?}", metric.unit) });
    let named: Vec<Value> = metrics.iter().map(description).collect();
    let dimensions: Vec<&str> = stack.iter().map(|_| STACK).collect();
    let metadata = json!({
        "Timestamp": u64::try_from(milliseconds).unwrap_or(u64::MAX),
        "CloudWatchMetrics": [{ "Namespace": NAMESPACE, "Dimensions": [dimensions], "Metrics": named }],
    });
    let values = metrics.iter().map(|metric| (metric.name.to_owned(), json!(metric.value)));
    let stack = stack.map(|stack| (STACK.to_owned(), json!(stack)));
    std::iter::once(("_aws".to_owned(), metadata)).chain(stack).chain(values).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn metrics_have_the_cloud_format_and_the_deployment() {
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
