//! The CDN: what it asks, what it keeps, and what it writes down.

use serde_json::Value;

use super::resources::{Resources, list};

/// The fields that the log of the CDN may have: nothing of who asked, and nothing of what for.
const LOGGED: &[&str] = &[
    "timestamp",
    "x-edge-location",
    "cs-method",
    "sc-status",
    "sc-bytes",
    "time-taken",
    "x-edge-result-type",
    "x-edge-response-result-type",
    "x-edge-request-id",
    "cs-protocol-version",
];

pub(super) fn faults(resources: Resources) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, distribution) in resources.of("AWS::CloudFront::Distribution") {
        let config = &distribution["DistributionConfig"];
        if config["WebACLId"].is_null() {
            faults.push(format!("{name}: has rules against too many calls"));
        }
        if !config["Logging"].is_null() {
            faults.push(format!("{name}: has no log with addresses of visitors and queries"));
        }
        let behaviors = list(&config["CacheBehaviors"]).chain([&config["DefaultCacheBehavior"]]);
        faults.extend(behaviors.flat_map(|behavior| of_behavior(name, behavior)));
    }
    for (name, delivery) in resources.of("AWS::Logs::Delivery") {
        let other =
            list(&delivery["RecordFields"]).filter(|field| !LOGGED.iter().any(|known| *field == known));
        faults.extend(other.map(|field| format!("{name}: the log must not have {field}")));
        if delivery["RecordFields"].is_null() {
            faults.push(format!("{name}: the log names its fields"));
        }
    }
    faults
}

fn of_behavior(name: &str, behavior: &Value) -> Vec<String> {
    let path = behavior["PathPattern"].as_str().unwrap_or("pages");
    let runs = |event: &str| list(&behavior["FunctionAssociations"]).any(|one| one["EventType"] == event);
    let protocol = behavior["ViewerProtocolPolicy"].as_str().unwrap_or_default();
    let facts = [
        (runs("viewer-request") && runs("viewer-response"), "is decided by both functions"),
        (!behavior["ResponseHeadersPolicyId"].is_null(), "has the common headers of errors"),
        (["https-only", "redirect-to-https"].contains(&protocol), "is reached by HTTPS alone"),
    ];
    facts.iter().filter(|(is_so, _)| !is_so).map(|(_, fact)| format!("{name}, {path}: {fact}")).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_log_with_a_query_or_an_address_and_a_path_without_the_functions_are_told() {
        let template = json!({ "Resources": {
            "Cdn": { "Type": "AWS::CloudFront::Distribution", "Properties": { "DistributionConfig": {
                "Logging": {}, "DefaultCacheBehavior": { "ViewerProtocolPolicy": "allow-all" }
            } } },
            "Log": { "Type": "AWS::Logs::Delivery", "Properties": { "RecordFields": ["timestamp", "c-ip", "cs-uri-query"] } },
            "All": { "Type": "AWS::Logs::Delivery", "Properties": {} }
        } });
        let told = faults(Resources(&template));
        assert_eq!(
            told,
            [
                "Cdn: has rules against too many calls",
                "Cdn: has no log with addresses of visitors and queries",
                "Cdn, pages: is decided by both functions",
                "Cdn, pages: has the common headers of errors",
                "Cdn, pages: is reached by HTTPS alone",
                "All: the log names its fields",
                "Log: the log must not have \"c-ip\"",
                "Log: the log must not have \"cs-uri-query\"",
            ]
        );
    }
}
