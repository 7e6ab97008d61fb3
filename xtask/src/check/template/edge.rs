//! The CDN: its requests, cache, and logs.

use serde_json::{Value, json};

use super::resources::{Resources, list};

/// The fields that the CDN's log may have. None identifies visitors or what they request.
const LOG_FIELDS: &[&str] = &[
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
    for (name, distribution) in resources.of_type("AWS::CloudFront::Distribution") {
        let config = &distribution["DistributionConfig"];
        // A `Ref` gives the name of the rules, but the CDN requires the ARN.
        if config["WebACLId"]["Fn::GetAtt"] != json!(["WebAcl", "Arn"]) {
            faults.push(format!("{name}: must have the rate limiting rules, by their ARN"));
        }
        faults.extend(site_faults(resources, name, config));
        if !config["Logging"].is_null() {
            faults.push(format!("{name}: must not log addresses and queries of visitors"));
        }
        let behaviors = list(&config["CacheBehaviors"]).chain([&config["DefaultCacheBehavior"]]);
        faults.extend(behaviors.flat_map(|behavior| behavior_faults(name, behavior)));
    }
    faults.extend(resources.of_type("AWS::WAFv2::WebACL").flat_map(|(name, rules)| rule_faults(name, rules)));
    faults.extend(
        resources.of_type("AWS::ApiGatewayV2::Stage").flat_map(|(name, stage)| stage_faults(name, stage)),
    );
    for (name, delivery) in resources.of_type("AWS::Logs::Delivery") {
        let other =
            list(&delivery["RecordFields"]).filter(|field| !LOG_FIELDS.iter().any(|known| *field == known));
        faults.extend(other.map(|field| format!("{name}: the log must not have {field}")));
        if delivery["RecordFields"].is_null() {
            faults.push(format!("{name}: the log must name its fields"));
        }
    }
    faults
}

/// Only this distribution may read the site's bucket, with signed requests, and it caches one copy per page.
fn site_faults(resources: Resources, name: &str, config: &Value) -> Vec<String> {
    let Some(site) = list(&config["Origins"]).find(|origin| origin["Id"] == "site") else {
        return vec![format!("{name}: must have the origin 'site'")];
    };
    let access = resources.of_type("AWS::CloudFront::OriginAccessControl");
    let signs = |(id, control): (&str, &Value)| {
        let control = &control["OriginAccessControlConfig"];
        site["OriginAccessControlId"]["Ref"] == id
            && control["SigningBehavior"] == "always"
            && control["OriginAccessControlOriginType"] == "s3"
    };
    let policies = resources
        .of_type("AWS::S3::BucketPolicy")
        .filter(|(_, policy)| policy["Bucket"]["Ref"] == "SiteBucket");
    let allows = policies.flat_map(|(_, policy)| list(&policy["PolicyDocument"]["Statement"]));
    let allows: Vec<&Value> = allows.filter(|statement| statement["Effect"] == "Allow").collect();
    let is_the_cdns = |allowed: &&Value| {
        let source = &allowed["Condition"]["StringEquals"]["AWS:SourceArn"]["Fn::Sub"];
        allowed["Principal"] == json!({ "Service": "cloudfront.amazonaws.com" })
            && allowed["Action"] == "s3:GetObject"
            && source.as_str().is_some_and(|source| source.ends_with(&format!("distribution/${{{name}}}")))
    };
    let policy =
        config["DefaultCacheBehavior"]["CachePolicyId"]["Ref"].as_str().unwrap_or_default().to_owned();
    let cache_policy = resources.of_type("AWS::CloudFront::CachePolicy").find(|(id, _)| *id == policy);
    let keyed = cache_policy.map_or(Value::Null, |(_, policy)| {
        policy["CachePolicyConfig"]["ParametersInCacheKeyAndForwardedToOrigin"].clone()
    });
    let parts = [
        ("CookiesConfig", "CookieBehavior"),
        ("HeadersConfig", "HeaderBehavior"),
        ("QueryStringsConfig", "QueryStringBehavior"),
    ];
    let facts = [
        (access.into_iter().any(signs), "must sign its requests to the bucket"),
        (allows.len() == 1 && allows.iter().all(is_the_cdns), "must be the only reader of the bucket"),
        (
            parts.iter().all(|(part, behavior)| keyed[part][behavior] == "none"),
            "must cache one copy per page",
        ),
    ];
    failed_facts(name, &facts)
}

/// How addresses begin that lead to functions.
const SERVED_BY_FUNCTIONS: [&str; 4] = ["/backend/", "/results", "/study/NCT", "/trialdetails/NCT"];

/// The rules block an address that sends too many requests, however it encodes the path, and store nothing about it.
fn rule_faults(name: &str, rules: &Value) -> Vec<String> {
    let rated = |rule: &&Value| !rule["Statement"]["RateBasedStatement"].is_null();
    let rule = list(&rules["Rules"]).find(rated).unwrap_or(&Value::Null);
    let (rate, blocks) = (&rule["Statement"]["RateBasedStatement"], !rule["Action"]["Block"].is_null());
    let scope = &rate["ScopeDownStatement"];
    let alternatives = list(&scope["OrStatement"]["Statements"]).chain([scope]);
    let paths: Vec<&Value> =
        alternatives.map(|one| &one["ByteMatchStatement"]).filter(|path| !path.is_null()).collect();
    let is_read = |kind: &str| {
        paths.iter().all(|path| list(&path["TextTransformations"]).any(|one| one["Type"] == kind))
    };
    let counted: Vec<&str> = paths.iter().filter_map(|path| path["SearchString"].as_str()).collect();
    let visibility = [&rules["VisibilityConfig"], &rule["VisibilityConfig"]];
    let few = rate["Limit"].as_u64().is_some_and(|limit| (10..=2000).contains(&limit));
    let facts = [
        (rules["Scope"] == "CLOUDFRONT", "must have the scope CLOUDFRONT"),
        (blocks && rate["AggregateKeyType"] == "IP" && few, "must block an address with too many requests"),
        (counted == SERVED_BY_FUNCTIONS, "must count only requests to functions"),
        (is_read("URL_DECODE") && is_read("NORMALIZE_PATH"), "must normalize paths like the CDN"),
        (
            visibility.iter().all(|config| config["SampledRequestsEnabled"] == false),
            "must not store requests of visitors",
        ),
    ];
    failed_facts(name, &facts)
}

fn stage_faults(name: &str, stage: &Value) -> Vec<String> {
    let settings = &stage["DefaultRouteSettings"];
    let limited = !settings["ThrottlingRateLimit"].is_null() && !settings["ThrottlingBurstLimit"].is_null();
    failed_facts(name, &[(limited, "must limit requests per second")])
}

fn failed_facts(name: &str, facts: &[(bool, &str)]) -> Vec<String> {
    facts.iter().filter(|(is_so, _)| !is_so).map(|(_, fact)| format!("{name}: {fact}")).collect()
}

fn behavior_faults(name: &str, behavior: &Value) -> Vec<String> {
    let path = behavior["PathPattern"].as_str().unwrap_or("pages");
    let runs = |event: &str| list(&behavior["FunctionAssociations"]).any(|one| one["EventType"] == event);
    let protocol = behavior["ViewerProtocolPolicy"].as_str().unwrap_or_default();
    let facts = [
        (runs("viewer-request") && runs("viewer-response"), "must run both functions"),
        (!behavior["ResponseHeadersPolicyId"].is_null(), "must have a response headers policy"),
        (["https-only", "redirect-to-https"].contains(&protocol), "must require HTTPS"),
    ];
    failed_facts(&format!("{name}, {path}"), &facts)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn faults_of_the_cdn_rules_and_logs_are_reported() {
        let template = json!({ "Resources": {
            "Cdn": { "Type": "AWS::CloudFront::Distribution", "Properties": { "DistributionConfig": {
                "WebACLId": { "Ref": "WebAcl" }, "Origins": [{ "Id": "site", "OriginAccessControlId": { "Ref": "Access" } }],
                "Logging": {}, "DefaultCacheBehavior": { "ViewerProtocolPolicy": "allow-all" }
            } } },
            "Access": { "Type": "AWS::CloudFront::OriginAccessControl", "Properties": { "OriginAccessControlConfig": {
                "OriginAccessControlOriginType": "s3", "SigningBehavior": "never"
            } } },
            "Policy": { "Type": "AWS::S3::BucketPolicy", "Properties": { "Bucket": { "Ref": "SiteBucket" },
                "PolicyDocument": { "Statement": [{ "Effect": "Allow", "Action": "s3:GetObject",
                    "Principal": { "Service": "cloudfront.amazonaws.com" } }] } } },
            "WebAcl": { "Type": "AWS::WAFv2::WebACL", "Properties": { "Scope": "REGIONAL",
                "VisibilityConfig": { "SampledRequestsEnabled": false },
                "Rules": [{ "Action": { "Count": {} }, "VisibilityConfig": { "SampledRequestsEnabled": true },
                    "Statement": { "RateBasedStatement": { "AggregateKeyType": "IP", "Limit": 1000,
                        "ScopeDownStatement": { "ByteMatchStatement": { "SearchString": "/",
                            "TextTransformations": [{ "Type": "NONE" }] } } } } }]
            } },
            "Stage": { "Type": "AWS::ApiGatewayV2::Stage", "Properties": {} },
            "Log": { "Type": "AWS::Logs::Delivery", "Properties": { "RecordFields": ["timestamp", "c-ip", "cs-uri-query"] } },
            "All": { "Type": "AWS::Logs::Delivery", "Properties": {} }
        } });
        let found = faults(Resources(&template));
        assert_eq!(
            found,
            [
                "Cdn: must have the rate limiting rules, by their ARN",
                "Cdn: must sign its requests to the bucket",
                "Cdn: must be the only reader of the bucket",
                "Cdn: must cache one copy per page",
                "Cdn: must not log addresses and queries of visitors",
                "Cdn, pages: must run both functions",
                "Cdn, pages: must have a response headers policy",
                "Cdn, pages: must require HTTPS",
                "WebAcl: must have the scope CLOUDFRONT",
                "WebAcl: must block an address with too many requests",
                "WebAcl: must count only requests to functions",
                "WebAcl: must normalize paths like the CDN",
                "WebAcl: must not store requests of visitors",
                "Stage: must limit requests per second",
                "All: the log must name its fields",
                "Log: the log must not have \"c-ip\"",
                "Log: the log must not have \"cs-uri-query\"",
            ]
        );
    }
}
