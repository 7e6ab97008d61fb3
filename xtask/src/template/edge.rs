//! The CDN: its requests, cache, and logs.

use serde_json::{Value, json};

use super::resources::{Resources, list};

/// The fields that the CDN's log may have. None identifies visitors or what they request.
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
        // A `Ref` gives the name of the rules, but the CDN requires the ARN.
        if config["WebACLId"]["Fn::GetAtt"] != json!(["WebAcl", "Arn"]) {
            faults.push(format!("{name}: has rules against too many calls, by their ARN"));
        }
        faults.extend(of_site(resources, name, config));
        if !config["Logging"].is_null() {
            faults.push(format!("{name}: has no log with addresses of visitors and queries"));
        }
        let behaviors = list(&config["CacheBehaviors"]).chain([&config["DefaultCacheBehavior"]]);
        faults.extend(behaviors.flat_map(|behavior| of_behavior(name, behavior)));
    }
    faults.extend(resources.of("AWS::WAFv2::WebACL").flat_map(|(name, rules)| of_rules(name, rules)));
    faults.extend(resources.of("AWS::ApiGatewayV2::Stage").flat_map(|(name, stage)| of_stage(name, stage)));
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

/// Only this distribution may read the site's bucket, with signed requests, and it caches one copy per page.
fn of_site(resources: Resources, name: &str, config: &Value) -> Vec<String> {
    let Some(site) = list(&config["Origins"]).find(|origin| origin["Id"] == "site") else {
        return vec![format!("{name}: has the site")];
    };
    let access = resources.of("AWS::CloudFront::OriginAccessControl");
    let signs = |(id, control): (&str, &Value)| {
        let control = &control["OriginAccessControlConfig"];
        site["OriginAccessControlId"]["Ref"] == id
            && control["SigningBehavior"] == "always"
            && control["OriginAccessControlOriginType"] == "s3"
    };
    let policies =
        resources.of("AWS::S3::BucketPolicy").filter(|(_, policy)| policy["Bucket"]["Ref"] == "SiteBucket");
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
    let kept = resources.of("AWS::CloudFront::CachePolicy").find(|(id, _)| *id == policy);
    let keyed = kept.map_or(Value::Null, |(_, kept)| {
        kept["CachePolicyConfig"]["ParametersInCacheKeyAndForwardedToOrigin"].clone()
    });
    let parts = [
        ("CookiesConfig", "CookieBehavior"),
        ("HeadersConfig", "HeaderBehavior"),
        ("QueryStringsConfig", "QueryStringBehavior"),
    ];
    let facts = [
        (access.into_iter().any(signs), "signs what it asks of the bucket"),
        (allows.len() == 1 && allows.iter().all(is_the_cdns), "is the only one that reads the bucket"),
        (
            parts.iter().all(|(part, behavior)| keyed[part][behavior] == "none"),
            "keeps a page once for everybody",
        ),
    ];
    untrue(name, &facts)
}

/// The rules block an address that sends too many requests, however it encodes the path, and store nothing about it.
fn of_rules(name: &str, rules: &Value) -> Vec<String> {
    let rated = |rule: &&Value| !rule["Statement"]["RateBasedStatement"].is_null();
    let rule = list(&rules["Rules"]).find(rated).unwrap_or(&Value::Null);
    let (rate, blocks) = (&rule["Statement"]["RateBasedStatement"], !rule["Action"]["Block"].is_null());
    let path = &rate["ScopeDownStatement"]["ByteMatchStatement"];
    let is_read = |kind: &str| list(&path["TextTransformations"]).any(|one| one["Type"] == kind);
    let keeps = [&rules["VisibilityConfig"], &rule["VisibilityConfig"]];
    let few = rate["Limit"].as_u64().is_some_and(|limit| (10..=2000).contains(&limit));
    let facts = [
        (rules["Scope"] == "CLOUDFRONT", "is for the CDN"),
        (blocks && rate["AggregateKeyType"] == "IP" && few, "stops an address that calls too often"),
        (path["SearchString"] == "/backend/", "counts calls alone"),
        (is_read("URL_DECODE") && is_read("NORMALIZE_PATH"), "reads a path as the CDN does"),
        (keeps.iter().all(|kept| kept["SampledRequestsEnabled"] == false), "keeps nothing of visitors"),
    ];
    untrue(name, &facts)
}

fn of_stage(name: &str, stage: &Value) -> Vec<String> {
    let settings = &stage["DefaultRouteSettings"];
    let limited = !settings["ThrottlingRateLimit"].is_null() && !settings["ThrottlingBurstLimit"].is_null();
    untrue(name, &[(limited, "lets through so many calls a second at the most")])
}

fn untrue(name: &str, facts: &[(bool, &str)]) -> Vec<String> {
    facts.iter().filter(|(is_so, _)| !is_so).map(|(_, fact)| format!("{name}: {fact}")).collect()
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
    untrue(&format!("{name}, {path}"), &facts)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_log_with_a_query_or_an_address_and_a_path_without_the_functions_are_told() {
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
                        "ScopeDownStatement": { "ByteMatchStatement": { "SearchString": "/backend/",
                            "TextTransformations": [{ "Type": "NONE" }] } } } } }]
            } },
            "Stage": { "Type": "AWS::ApiGatewayV2::Stage", "Properties": {} },
            "Log": { "Type": "AWS::Logs::Delivery", "Properties": { "RecordFields": ["timestamp", "c-ip", "cs-uri-query"] } },
            "All": { "Type": "AWS::Logs::Delivery", "Properties": {} }
        } });
        let told = faults(Resources(&template));
        assert_eq!(
            told,
            [
                "Cdn: has rules against too many calls, by their ARN",
                "Cdn: signs what it asks of the bucket",
                "Cdn: is the only one that reads the bucket",
                "Cdn: keeps a page once for everybody",
                "Cdn: has no log with addresses of visitors and queries",
                "Cdn, pages: is decided by both functions",
                "Cdn, pages: has the common headers of errors",
                "Cdn, pages: is reached by HTTPS alone",
                "WebAcl: is for the CDN",
                "WebAcl: stops an address that calls too often",
                "WebAcl: reads a path as the CDN does",
                "WebAcl: keeps nothing of visitors",
                "Stage: lets through so many calls a second at the most",
                "All: the log names its fields",
                "Log: the log must not have \"c-ip\"",
                "Log: the log must not have \"cs-uri-query\"",
            ]
        );
    }
}
