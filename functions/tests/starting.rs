//! The function of each endpoint starts with exactly the settings that it needs. A missing one is named.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::{collections::BTreeSet, fs, path::Path};

use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_credential_types::{Credentials, provider::SharedCredentialsProvider};
use waypoint_functions::{
    context::{Context, ContextError, Environment},
    endpoint::Endpoint,
    endpoints,
    finding::Finder,
    http::lambda::ENDPOINT,
    needs::Service,
};
use waypoint_keys::{Purpose, RootSecret, RootSecrets};

fn template() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../template.yaml")).unwrap()
}

/// Returns the names of the variables that follow this one in the template.
fn variables_after<'t>(template: &'t str, first: &str) -> Vec<&'t str> {
    let indent = &first[..first.len() - first.trim_start().len()];
    let (_, rest) = template.split_once(first).unwrap();
    let lines = rest.lines().map_while(|line| line.strip_prefix(indent));
    let names = lines.filter(|line| !line.starts_with([' ', '#']));
    names.filter_map(|line| Some(line.split_once(':')?.0)).collect()
}

/// Returns a value of the form that a variable has.
fn sample(name: &str) -> String {
    let secrets: RootSecrets = RootSecret::from_hex(&"5a".repeat(32)).unwrap().into();
    if let Some(purpose) = Purpose::from_variable(name) {
        return secrets.keys(purpose);
    }
    let value = match name {
        "WAYPOINT_REFERRAL_KEY" => "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
        "WAYPOINT_AUDIT_DAYS" => "2190",
        "WAYPOINT_VOICE_MINUTES" => "15",
        "WAYPOINT_INTRODUCTIONS_DECLINED" => "office@service.example",
        _ if name.ends_with("_A_DAY") => "200",
        _ if name.ends_with("_TABLE") => "table",
        _ => "https://service.example",
    };
    value.to_owned()
}

fn start(endpoint: &Endpoint, names: &BTreeSet<&str>) -> Result<Context, ContextError> {
    let key = Credentials::new("key", "secret", None, None, "test");
    let aws = SdkConfig::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .credentials_provider(SharedCredentialsProvider::new(key))
        .build();
    let environment: Environment = names.iter().map(|name| ((*name).to_owned(), sample(name))).collect();
    Context::new(&endpoint.needs(), &environment, &aws, Finder::default())
}

/// The variables that an endpoint can't start without.
fn required(endpoint: &Endpoint) -> BTreeSet<String> {
    let resources = endpoint.rights.iter().filter_map(|(resource, _)| resource.variable());
    let registry = endpoint.services.contains(&Service::RegistryServer).then_some("WAYPOINT_REGISTRY");
    let keys = endpoint.keys.iter().map(|purpose| purpose.variable());
    resources.chain(registry).map(str::to_owned).chain(keys).collect()
}

#[test]
fn endpoint_starts_with_the_variables_of_its_function_in_the_template() {
    let template = template();
    for endpoint in endpoints::all() {
        let own = variables_after(&template, &format!("          {ENDPOINT}: {}\n", endpoint.name));
        assert!(endpoint.keys.iter().all(|purpose| own.contains(&&*purpose.variable())), "{own:?}");
        // The file of health systems is in a layer.
        let given = own.iter().copied().filter(|name| *name != "WAYPOINT_HEALTH_SYSTEMS").collect();
        let started = start(endpoint, &given);
        assert!(started.is_ok(), "{}: {:?}", endpoint.name, started.err());
    }
}

#[test]
fn endpoint_starts_with_exactly_what_it_needs() {
    for endpoint in endpoints::all() {
        let required = required(endpoint);
        let required: BTreeSet<&str> = required.iter().map(String::as_str).collect();
        let started = start(endpoint, &required);
        assert!(started.is_ok(), "{}: {:?}", endpoint.name, started.err());
        for name in &required {
            let others = required.iter().copied().filter(|other| other != name).collect();
            let error = start(endpoint, &others).unwrap_err().to_string();
            assert!(error.contains(&format!("{name} is not set")), "{}: {error}", endpoint.name);
        }
    }
}

#[test]
fn health_needs_the_table_of_studies_alone() {
    assert_eq!(required(&endpoints::health::ENDPOINT), BTreeSet::from(["STUDIES_TABLE".to_owned()]));
}
