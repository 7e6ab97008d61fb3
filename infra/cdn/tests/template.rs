//! Checks that `template.yaml` contains the current functions. `UPDATE_TEMPLATE=1 cargo test -p waypoint-cdn`
//! rewrites them.

use std::{collections::BTreeMap, env, fs, path::PathBuf};

use serde_yaml_ng::Value;
use waypoint_cdn::{Routes, edge};

/// The indentation of function code in the template.
const INDENT: &str = "        ";

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../template.yaml")
}

fn functions() -> [(&'static str, String); 2] {
    let routes = Routes::load().unwrap();
    [
        ("ViewerRequestFunction", edge::viewer_request(&routes)),
        ("ViewerResponseFunction", edge::viewer_response(&routes)),
    ]
}

/// The partner hosts of the routes, which a deployment replaces with its parameter.
fn partners() -> String {
    let routes = Routes::load().unwrap();
    let mut framed = routes.headers_at("/results", Some("embed=true"));
    let (_, policy) = framed.find(|(name, _)| *name == "content-security-policy").unwrap();
    let (_, partners) = policy.split_once("frame-ancestors ").unwrap();
    partners.split(';').next().unwrap().to_owned()
}

/// Replaces the partner hosts with the parameter. No other text may look like a parameter to `CloudFormation`.
fn with_parameter(code: &str) -> String {
    assert!(!code.contains("${"), "CloudFormation would substitute a parameter in the code");
    assert!(code.contains(&partners()), "a function lacks the partner hosts");
    code.replace(&partners(), "${PartnerHosts}")
}

/// Returns the template with this code between the markers of a function.
fn with_code(template: &str, function: &str, code: &str) -> String {
    let begin = format!("      # {function} is made from infra/cdn/routes.toml\n");
    let end = format!("      # {function} ends here\n");
    let (before, rest) = template
        .split_once(&begin)
        .unwrap_or_else(|| panic!("template.yaml lacks the start marker of {function}"));
    let (_, after) =
        rest.split_once(&end).unwrap_or_else(|| panic!("template.yaml lacks the end marker of {function}"));
    let lines =
        code.lines().map(|line| if line.is_empty() { "\n".into() } else { format!("{INDENT}{line}\n") });
    format!("{before}{begin}      FunctionCode: !Sub |\n{}{end}{after}", lines.collect::<String>())
}

#[test]
fn template_contains_the_functions_of_the_routes() {
    let written = fs::read_to_string(path()).unwrap();
    let current = functions()
        .iter()
        .fold(written.clone(), |all, (name, code)| with_code(&all, name, &with_parameter(code)));
    if env::var_os("UPDATE_TEMPLATE").is_some() {
        fs::write(path(), &current).unwrap();
    } else {
        assert!(
            written == current,
            "template.yaml is not current; run `UPDATE_TEMPLATE=1 cargo test -p waypoint-cdn`"
        );
    }
    let template: Value = serde_yaml_ng::from_str(&current).unwrap();
    for (name, code) in functions() {
        let properties = &template["Resources"][name]["Properties"];
        let Value::Tagged(written) = &properties["FunctionCode"] else {
            panic!("the code of {name} must use !Sub")
        };
        assert_eq!(written.tag, "!Sub");
        let filled = written.value.as_str().unwrap().replace("${PartnerHosts}", &partners());
        assert_eq!(filled, code, "{name}");
        assert_eq!(properties["AutoPublish"].as_bool(), Some(true), "{name}");
        assert_eq!(properties["FunctionConfig"]["Runtime"].as_str(), Some("cloudfront-js-2.0"), "{name}");
        let stores = properties["FunctionConfig"]["KeyValueStoreAssociations"].as_sequence().unwrap();
        let [store] = &stores[..] else { panic!("{name} must have exactly one store") };
        let Value::Tagged(arn) = &store["KeyValueStoreARN"] else {
            panic!("{name} must name its store by !GetAtt")
        };
        assert_eq!(
            (arn.tag.to_string().as_str(), arn.value.as_str()),
            ("!GetAtt", Some("PagesStore.Arn")),
            "{name}"
        );
    }
    assert_eq!(template["Resources"]["PagesStore"]["Type"].as_str(), Some("AWS::CloudFront::KeyValueStore"));
}

#[test]
fn functions_fit_the_size_limit_with_the_longest_partner_list() {
    let template: Value = serde_yaml_ng::from_str(&fs::read_to_string(path()).unwrap()).unwrap();
    let parameter = &template["Parameters"]["PartnerHosts"];
    assert_eq!(parameter["Default"].as_str(), Some(partners().as_str()));
    let most = usize::try_from(parameter["MaxLength"].as_u64().unwrap()).unwrap();
    for (name, code) in functions() {
        let length = code.len() - partners().len() + most;
        assert!(length <= 10_240, "{name} has {length} bytes");
    }
}

/// The backend trusts the visitor's address because of this key, and the gateway rejects requests with the site's
/// host.
#[test]
fn distribution_sends_its_key_to_the_backend_and_omits_the_host() {
    let template: Value = serde_yaml_ng::from_str(&fs::read_to_string(path()).unwrap()).unwrap();
    let tagged = |value: &Value, tag: &str| match value {
        Value::Tagged(named) if named.tag == tag => named.value.as_str().map(str::to_owned),
        _ => None,
    };
    assert_eq!(template["Parameters"]["EdgeKey"]["NoEcho"].as_bool(), Some(true));
    let functions = template["Resources"].as_mapping().unwrap().values().map(|each| &each["Properties"]);
    let endpoints =
        functions.filter(|function| function["Events"]["Call"]["Type"].as_str() == Some("HttpApi"));
    let accepted =
        |function: &Value| tagged(&function["Environment"]["Variables"]["WAYPOINT_EDGE_KEY"], "!Sub");
    let accepted: Vec<_> = endpoints.map(accepted).collect();
    assert!(accepted.len() > 40, "{}", accepted.len());
    assert!(accepted.iter().all(|keys| keys.as_deref() == Some("${EdgeKey} ${EdgeKeyAlso}")), "{accepted:?}");
    let distribution = &template["Resources"]["Distribution"]["Properties"]["DistributionConfig"];
    let named = |list: &str, key: &str, name: &str| {
        let all = distribution[list].as_sequence().unwrap();
        all.iter().find(|each| each[key].as_str() == Some(name)).unwrap().clone()
    };
    let headers = &named("Origins", "Id", "backend")["OriginCustomHeaders"];
    let [header] = &headers.as_sequence().unwrap()[..] else {
        panic!("the backend must get exactly one custom header")
    };
    assert_eq!(header["HeaderName"].as_str(), Some(edge::KEY_HEADER));
    assert_eq!(tagged(&header["HeaderValue"], "!Ref").as_deref(), Some("EdgeKey"));
    // The managed policy AllViewerExceptHostHeader.
    let policy = &named("CacheBehaviors", "PathPattern", "/backend/*")["OriginRequestPolicyId"];
    assert_eq!(policy.as_str(), Some("b689b0a8-53d0-40ab-baf2-68738e2966ac"));
}

/// The bucket gets the same request if the function fails, so neither cookies nor the query may be part of it.
#[test]
fn filled_pages_come_from_their_function_or_else_from_the_bucket() {
    let template: Value = serde_yaml_ng::from_str(&fs::read_to_string(path()).unwrap()).unwrap();
    let distribution = &template["Resources"]["Distribution"]["Properties"]["DistributionConfig"];
    let group = &distribution["OriginGroups"]["Items"][0];
    let members = group["Members"]["Items"].as_sequence().unwrap().iter();
    let members: Vec<_> = members.map(|member| member["OriginId"].as_str().unwrap()).collect();
    assert_eq!(members, ["backend", "site"]);
    let behaviors = distribution["CacheBehaviors"].as_sequence().unwrap().iter();
    let filled = behaviors.filter(|behavior| behavior["TargetOriginId"] == group["Id"]);
    let filled: Vec<_> = filled.collect();
    let routes = Routes::load().unwrap();
    for behavior in &filled {
        let path = behavior["PathPattern"].as_str().unwrap().replace('*', "01234567");
        assert!(["results.html", "study.html"].iter().any(|file| routes.is_filled(&path, file)), "{path}");
        assert!(behavior["OriginRequestPolicyId"].is_null(), "{path}");
        let Value::Tagged(policy) = &behavior["CachePolicyId"] else { panic!("{path} must name its policy") };
        assert_eq!(policy.value.as_str(), Some("FilledPagesCachePolicy"), "{path}");
    }
    assert_eq!(filled.len(), 4);
    let policy = &template["Resources"]["FilledPagesCachePolicy"]["Properties"]["CachePolicyConfig"];
    let forwarded = &policy["ParametersInCacheKeyAndForwardedToOrigin"];
    assert_eq!(forwarded["CookiesConfig"]["CookieBehavior"].as_str(), Some("none"));
    assert_eq!(forwarded["QueryStringsConfig"]["QueryStringBehavior"].as_str(), Some("none"));
    let headers = forwarded["HeadersConfig"]["Headers"].as_sequence().unwrap();
    assert_eq!(headers.iter().filter_map(Value::as_str).collect::<Vec<_>>(), [edge::ADDRESS_HEADER]);
}

/// No function runs for responses with status 400 and above, so a policy sets their headers.
#[test]
fn error_policy_has_the_headers_of_every_response() {
    let template: Value = serde_yaml_ng::from_str(&fs::read_to_string(path()).unwrap()).unwrap();
    let policy = &template["Resources"]["CommonHeaders"]["Properties"]["ResponseHeadersPolicyConfig"];
    let security = &policy["SecurityHeadersConfig"];
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let transport = &security["StrictTransportSecurity"];
    assert_eq!(transport["IncludeSubdomains"].as_bool(), Some(true));
    let age = transport["AccessControlMaxAgeSec"].as_u64().unwrap();
    let mut policy_headers = BTreeMap::from([
        (
            "content-security-policy".to_owned(),
            text(&security["ContentSecurityPolicy"]["ContentSecurityPolicy"]),
        ),
        ("referrer-policy".to_owned(), text(&security["ReferrerPolicy"]["ReferrerPolicy"])),
        ("strict-transport-security".to_owned(), format!("max-age={age}; includeSubDomains")),
        ("x-content-type-options".to_owned(), "nosniff".to_owned()),
    ]);
    for item in policy["CustomHeadersConfig"]["Items"].as_sequence().unwrap() {
        policy_headers.insert(text(&item["Header"]), text(&item["Value"]));
    }
    for header_rule in security
        .as_mapping()
        .unwrap()
        .values()
        .chain(policy["CustomHeadersConfig"]["Items"].as_sequence().unwrap())
    {
        assert_eq!(
            header_rule["Override"].as_bool(),
            Some(false),
            "the policy must not override a function's headers"
        );
    }
    let routes = Routes::load().unwrap();
    // The policy omits the header that framed pages omit.
    let common = routes.headers_at("/", None).filter(|(name, _)| *name != "x-frame-options");
    assert_eq!(policy_headers, common.map(|(name, value)| (name.to_owned(), value.into_owned())).collect());
}
