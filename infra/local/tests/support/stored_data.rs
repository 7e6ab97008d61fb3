//! What the template's resources store about participants, and what erases it.

use std::collections::BTreeMap;

use serde_yaml_ng::Value as Yaml;

/// What a resource stores about participants.
pub(crate) enum ParticipantData {
    /// No participant data: it holds studies, or log lines whose fields are on a list (E-316, E-321).
    None,
    /// Items, given by the prefix of their partition key and what erases them.
    Items(&'static [(&'static str, &'static str)]),
    /// Documents that the participant's items name.
    Documents,
}

/// Every stateful resource of the template. Add new ones here; any participant data they store needs an eraser.
pub(crate) const RESOURCES: &[(&str, ParticipantData)] = &[
    ("DocumentsBucket", ParticipantData::Documents),
    ("SiteBucket", ParticipantData::None),
    ("PoisonStudiesQueue", ParticipantData::None),
    ("MissedRunsQueue", ParticipantData::None),
    ("Index", ParticipantData::None),
    ("FunctionsLog", ParticipantData::None),
    ("CdnLog", ParticipantData::None),
    ("StudiesTable", ParticipantData::None),
    ("RegistryTable", ParticipantData::None),
    // Counts by study and day, and the events that they will count (E-569).
    ("FiguresTable", ParticipantData::None),
    (
        "ParticipantsTable",
        ParticipantData::Items(&[
            ("PARTICIPANT#", "the participant's own partition"),
            ("TRAIL#", "the audit log of the participant's number"),
            ("DOCUMENT#", "the removal from the bucket, and the sweep"),
            ("ADDRESS#", "a place that the participant's ELSEWHERE names"),
            (
                "DELETION#",
                "a place that the participant's ELSEWHERE names; the end of the erasure for the confirmed request",
            ),
        ]),
    ),
    (
        "SessionsTable",
        ParticipantData::Items(&[
            ("SESSION#", "a place that the participant's ELSEWHERE names"),
            ("IDEMPOTENCY#", "a place that the participant's ELSEWHERE names"),
            ("DRAFT#", "a part of a SESSION# that the participant's ELSEWHERE names"),
            ("LAUNCH#", "a part of a SESSION# that the participant's ELSEWHERE names"),
            ("RECORDS#", "a part of a SESSION# that the participant's ELSEWHERE names"),
            ("RATE#DeletionMail#", "a place that the participant's ELSEWHERE names"),
        ]),
    ),
];

/// Partitions without participant data: used captchas, counters, the dummy record compared for unknown
/// participants, records of erasures, session tokens, which are useless without their session, and figures (E-570).
pub(crate) const IMPERSONAL_PARTITIONS: [&str; 7] =
    ["CAPTCHA#", "RATE#", "NOBODY#", "ERASURE#", "TOKEN#", "EVENTS", "COUNTS#"];

/// Prefixes of the resource types that store nothing about participants.
const STATELESS_TYPES: &[&str] = &[
    "AWS::Serverless::",
    "AWS::CloudFront::",
    "AWS::CloudWatch::",
    "AWS::EC2::",
    "AWS::EFS::AccessPoint",
    "AWS::EFS::MountTarget",
    "AWS::KMS::",
    "AWS::Logs::Delivery",
    "AWS::Logs::ResourcePolicy",
    "AWS::S3::BucketPolicy",
    "AWS::SNS::",
    "AWS::WAFv2::",
];

/// The template's stateful resources, each with its type.
pub(crate) fn stateful_resources() -> BTreeMap<String, String> {
    let template: Yaml = serde_yaml_ng::from_str(include_str!("../../../../template.yaml")).unwrap();
    let text = |value: &Yaml| value.as_str().unwrap().to_owned();
    let resources = template["Resources"].as_mapping().unwrap().iter();
    resources
        .map(|(name, resource)| (text(name), text(&resource["Type"])))
        .filter(|(_, kind)| !STATELESS_TYPES.iter().any(|prefix| kind.starts_with(prefix)))
        .collect()
}
