//! Checks that `template.yaml` contains the functions of all endpoints, made from their declarations.
//! `UPDATE_TEMPLATE=1 cargo test -p waypoint-functions --test template` rewrites them.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::{collections::BTreeSet, env, fmt::Write as _, fs, path::PathBuf};

use waypoint_cdn::Routes;
use waypoint_functions::{
    endpoint::{Endpoint, Section},
    endpoints::{self, Program},
    http::lambda::ENDPOINT,
    needs::{Resource, Service},
};

/// Mounts the search index.
const INDEX: &str = "      VpcConfig:
        SubnetIds: !If [MakesNetwork, [!Ref SearchSubnetA, !Ref SearchSubnetB], !Ref Subnets]
        SecurityGroupIds: !If [MakesNetwork, [!Ref SearchGroup], !Ref SecurityGroups]
      FileSystemConfigs:
        - { Arn: !If [MakesNetwork, !GetAtt IndexFolder.Arn, !Ref IndexAccessPoint], LocalMountPath: /mnt/index }
";
const INDEX_RIGHT: &str = "            - Effect: Allow
              Action: [elasticfilesystem:ClientMount]
              Resource: !If [MakesNetwork, !GetAtt Index.Arn, !Ref IndexFileSystem]
              Condition:
                StringEquals:
                  elasticfilesystem:AccessPointArn: !If [MakesNetwork, !GetAtt IndexFolder.Arn, !Ref IndexAccessPoint]
";
const HEALTH_SYSTEMS_LAYER: &str =
    "      Layers: !If [ReadsRecords, [!Ref HealthSystemsLayer], !Ref \"AWS::NoValue\"]\n";

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../template.yaml")
}

/// The name of an endpoint's function in the template.
fn function_name(endpoint: &Endpoint) -> String {
    let words = endpoint.name.split('_').map(|word| word[..1].to_uppercase() + &word[1..]);
    words.collect::<String>() + "Function"
}

/// The first sentence of the description of an endpoint's first handler.
fn summary(endpoint: &Endpoint) -> String {
    let (_, item) = endpoint.description().unwrap();
    let operation = item.get.or(item.post).unwrap();
    let summary = operation.summary.unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    summary.split_once(". ").map_or(summary.clone(), |(first, _)| format!("{first}."))
}

/// The variables of a service.
fn variables(service: Service) -> &'static str {
    match service {
        Service::AuditRetention => "          WAYPOINT_AUDIT_DAYS: !Ref AuditDays\n",
        Service::ChatAgent => {
            "          WAYPOINT_CHAT: !Ref Chat
          WAYPOINT_AGENT_ANSWERS_A_DAY: !Ref AgentAnswersADay
          WAYPOINT_CHAT_SERVICE: !If [AsksChatService, !Ref ChatService, !Ref \"AWS::NoValue\"]
          WAYPOINT_CHAT_USER: !If [AsksChatService, !Ref ChatUser, !Ref \"AWS::NoValue\"]
          WAYPOINT_CHAT_HOSTS: !If [AsksChatService, !Ref ChatHosts, !Ref \"AWS::NoValue\"]
          WAYPOINT_CHAT_PASSWORD: !If
            - AsksChatService
            - !Sub \"{{resolve:secretsmanager:${Secrets}:SecretString:chat_password::${SecretsVersion}}}\"
            - !Ref \"AWS::NoValue\"
"
        }
        Service::Documents => "          DOCUMENTS_BUCKET: !Ref DocumentsBucket\n",
        Service::HealthSystems => {
            "          WAYPOINT_HEALTH_SYSTEMS: !If [ReadsRecords, /opt/health-systems.json, !Ref \"AWS::NoValue\"]
          WAYPOINT_HEALTH_CLIENTS: !If [ReadsRecords, /opt/health-clients.toml, !Ref \"AWS::NoValue\"]
          WAYPOINT_HEALTH_SECRETS: !If
            - HasHealthSecrets
            - !Sub \"{{resolve:secretsmanager:${Secrets}:SecretString:health_secrets::${SecretsVersion}}}\"
            - !Ref \"AWS::NoValue\"
          WAYPOINT_SITE: !Ref SiteAddress
"
        }
        Service::Introductions => {
            "          WAYPOINT_INTRODUCTIONS: !If [SendsIntroductions, !Ref SiteAddress, !Ref \"AWS::NoValue\"]
          WAYPOINT_INTRODUCTIONS_DECLINED: !Ref IntroductionsDeclined
"
        }
        Service::RegistryServer => "          WAYPOINT_REGISTRY: https://clinicaltrials.gov/api/v2\n",
        Service::Site => "          WAYPOINT_SITE: !Ref SiteAddress\n",
        // Only a scheduled function uses these.
        Service::Mail | Service::Portal => "",
        Service::PortalKey => {
            "          WAYPOINT_REFERRAL_KEY: !Sub \"{{resolve:secretsmanager:${Secrets}:SecretString:referral_key::${SecretsVersion}}}\"\n"
        }
        Service::TrialMatching => {
            "          WAYPOINT_TRIAL_MATCHING_A_DAY: !Ref TrialMatchingADay
          WAYPOINT_TRIAL_MATCHING: !If [AsksTrialMatching, !Ref TrialMatching, !Ref \"AWS::NoValue\"]
          WAYPOINT_TRIAL_MATCHING_KEY: !If
            - AsksTrialMatching
            - !Sub \"{{resolve:secretsmanager:${Secrets}:SecretString:trial_matching_key::${SecretsVersion}}}\"
            - !Ref \"AWS::NoValue\"
"
        }
        Service::VoiceCalls => {
            "          WAYPOINT_VOICE_CALLS_A_DAY: !Ref VoiceCallsADay
          WAYPOINT_VOICE_MINUTES: !Ref VoiceMinutes
          WAYPOINT_VOICE_AGENT: !If [TakesVoiceCalls, !Ref VoiceAgent, !Ref \"AWS::NoValue\"]
          WAYPOINT_VOICE_KEY: !If
            - TakesVoiceCalls
            - !Sub \"{{resolve:secretsmanager:${Secrets}:SecretString:voice_key::${SecretsVersion}}}\"
            - !Ref \"AWS::NoValue\"
"
        }
    }
}

/// Proves to a function that a request came through the CDN.
const EDGE_KEY: &str = "          WAYPOINT_EDGE_KEY: !Sub \"${EdgeKey} ${EdgeKeyAlso}\"\n";

/// The variable that names a resource, if the function reads one.
fn resource_variable(named: Resource) -> Option<String> {
    let variable = named.variable()?;
    let name = match variable.strip_suffix("_TABLE") {
        Some(table) => format!("!Ref {}{}Table", &table[..1], table[1..].to_lowercase()),
        None => resource(named).1.to_owned(),
    };
    Some(format!("          {variable}: {name}\n"))
}

/// The prefix of a resource's actions, and its name in a policy.
fn resource(resource: Resource) -> (&'static str, &'static str) {
    match resource {
        Resource::Studies => ("dynamodb", "!GetAtt StudiesTable.Arn"),
        Resource::StudiesByNct => ("dynamodb", "!Sub \"${StudiesTable.Arn}/index/by_nct_number\""),
        Resource::Registry => ("dynamodb", "!GetAtt RegistryTable.Arn"),
        Resource::Participants => ("dynamodb", "!GetAtt ParticipantsTable.Arn"),
        Resource::ParticipantsByDue => ("dynamodb", "!Sub \"${ParticipantsTable.Arn}/index/by_due\""),
        Resource::Sessions => ("dynamodb", "!GetAtt SessionsTable.Arn"),
        Resource::Figures => ("dynamodb", "!GetAtt FiguresTable.Arn"),
        Resource::Documents => ("s3", "!Sub \"${DocumentsBucket.Arn}/*\""),
        Resource::DocumentList => ("s3", "!GetAtt DocumentsBucket.Arn"),
        Resource::MasterKey | Resource::MasterKeyForDocuments => ("kms", "!GetAtt MasterKey.Arn"),
    }
}

/// The permission for actions on a resource.
fn right(of: Resource, actions: &[&str]) -> String {
    let (prefix, name) = resource(of);
    let actions: Vec<String> = actions.iter().map(|action| format!("{prefix}:{action}")).collect();
    let actions = actions.join(", ");
    let condition = match of {
        Resource::MasterKeyForDocuments => {
            "              Condition:
                StringEquals: { kms:ViaService: !Sub \"s3.${AWS::Region}.${AWS::URLSuffix}\" }
"
        }
        _ => "",
    };
    format!(
        "            - Effect: Allow\n              Action: [{actions}]\n              Resource: {name}\n{condition}"
    )
}

fn function(endpoint: &Endpoint) -> String {
    let (name, path, program) = (function_name(endpoint), endpoint.path(), Program::serving(endpoint));
    let mut text = format!(
        "  # {}
  {name}:
    Type: AWS::Serverless::Function
    Metadata:
      BuildMethod: rust-cargolambda
      BuildProperties: {{ Binary: {} }}
    Properties:
",
        summary(endpoint),
        program.name()
    );
    let mut line = |line: &str| text.push_str(line);
    if let Some(parameter) = endpoint.concurrency {
        line(&format!("      ReservedConcurrentExecutions: !Ref {parameter}\n"));
    }
    if endpoint.memory != Endpoint::DEFAULT_MEMORY {
        line(&format!("      MemorySize: {}\n", endpoint.memory));
    }
    if endpoint.timeout != Endpoint::DEFAULT_TIMEOUT {
        line(&format!("      Timeout: {}\n", endpoint.timeout));
    }
    if endpoint.services.contains(&Service::HealthSystems) {
        line(HEALTH_SYSTEMS_LAYER);
    }
    let has_index = program == Program::WithIndex;
    if has_index {
        line(INDEX);
    }
    line(&format!(
        "      Environment:\n        Variables:\n          {ENDPOINT}: {}\n{EDGE_KEY}",
        endpoint.name
    ));
    let resources: BTreeSet<String> =
        endpoint.rights.iter().filter_map(|(resource, _)| resource_variable(*resource)).collect();
    for variable in resources {
        line(&variable);
    }
    if has_index {
        line("          WAYPOINT_INDEX: /mnt/index\n");
    }
    for service in endpoint.services {
        line(variables(*service));
    }
    for purpose in endpoint.keys {
        line(&format!("          {}: !Ref {}\n", purpose.variable(), purpose.parameter()));
    }
    line(&format!(
        "      Events:\n        Call: {{ Type: HttpApi, Properties: {{ ApiId: !Ref Api, Method: ANY, Path: {path} }} }}\n"
    ));
    if has_index || !endpoint.rights.is_empty() {
        line("      Policies:\n        - Version: \"2012-10-17\"\n          Statement:\n");
    }
    for (of, actions) in endpoint.rights {
        line(&right(*of, actions));
    }
    if has_index {
        line(INDEX_RIGHT);
    }
    text
}

/// All functions, under the headings of their sections.
fn functions() -> String {
    let mut text = String::new();
    for section in Section::ALL {
        write!(text, "  # ── {}\n\n", section.title()).unwrap();
        let functions = endpoints::all().filter(|endpoint| endpoint.section == section).map(function);
        text.push_str(&(functions.collect::<Vec<_>>().join("\n") + "\n"));
    }
    text
}

/// The limits of calls per second of the endpoints that have their own.
fn throttles() -> String {
    let limit =
        "{ ThrottlingRateLimit: !Ref SearchCallsPerSecond, ThrottlingBurstLimit: !Ref SearchCallsPerSecond }";
    let own = endpoints::all().filter(|endpoint| endpoint.section.has_own_throttles());
    own.fold(String::new(), |text, endpoint| text + &format!("        ANY {}: {limit}\n", endpoint.path()))
}

/// Returns the template with this text between the markers of a part.
fn with_part(template: &str, (indent, part): (&str, &str), text: &str) -> String {
    let begin = format!("{indent}# {part} are made from the declarations in functions/src/endpoints\n");
    let end = format!("{indent}# {part} end here\n");
    let (before, rest) = template.split_once(&begin).unwrap_or_else(|| panic!("no '{begin}'"));
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("no '{end}'"));
    format!("{before}{begin}{text}{end}{after}")
}

#[test]
fn template_contains_the_functions_of_all_endpoints() {
    let written = fs::read_to_string(path()).unwrap();
    let current = with_part(&written, ("  ", "The functions of endpoints"), &functions());
    let current = with_part(&current, ("        ", "The throttles"), &throttles());
    if env::var_os("UPDATE_TEMPLATE").is_some() {
        fs::write(path(), &current).unwrap();
    }
    assert!(
        written == current || env::var_os("UPDATE_TEMPLATE").is_some(),
        "template.yaml is out of date: UPDATE_TEMPLATE=1 cargo test -p waypoint-functions --test template"
    );
}

#[test]
fn defaults_are_those_of_the_template() {
    let template = fs::read_to_string(path()).unwrap();
    let (_, globals) = template.split_once("\nGlobals:\n").unwrap();
    let (globals, _) = globals.split_once("\nResources:\n").unwrap();
    for default in [
        format!("    MemorySize: {}\n", Endpoint::DEFAULT_MEMORY),
        format!("    Timeout: {}\n", Endpoint::DEFAULT_TIMEOUT),
    ] {
        assert!(globals.contains(&default), "{default}");
    }
}

#[test]
fn every_endpoint_has_its_own_name_and_path() {
    let routes = Routes::load().unwrap();
    let names: BTreeSet<&str> = endpoints::all().map(|endpoint| endpoint.name).collect();
    let paths: BTreeSet<String> = endpoints::all().map(Endpoint::path).collect();
    assert_eq!((names.len(), paths.len()), (endpoints::all().count(), endpoints::all().count()));
    assert!(
        paths.iter().all(|path| path.starts_with("/backend/") || routes.is_filled_file(&path[1..])),
        "{paths:?}"
    );
}

#[test]
fn sample_of_every_endpoint_uses_one_of_its_methods() {
    for endpoint in endpoints::all() {
        let (_, item) = endpoint.description().unwrap();
        let has_method = match endpoint.sample.method() {
            "GET" => item.get.is_some(),
            _ => item.post.is_some(),
        };
        assert!(has_method, "{}", endpoint.name);
    }
}

#[test]
fn every_endpoint_with_its_own_throttle_has_a_limit_of_simultaneous_calls() {
    for endpoint in endpoints::all().filter(|endpoint| endpoint.section.has_own_throttles()) {
        assert!(endpoint.concurrency.is_some(), "{}", endpoint.name);
    }
}
