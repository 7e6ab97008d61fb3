//! What the resources of the template keep of participants, and what erases it.

use std::collections::BTreeMap;

use serde_yaml_ng::Value as Yaml;

/// What a resource of the template keeps of participants.
pub(crate) enum Keeps {
    /// Nothing: it holds studies, or lines of a log whose fields are on a list (E-316, E-321).
    Nothing,
    /// Items whose partitions begin like this, and what erases them.
    Erased(&'static [(&'static str, &'static str)]),
    /// Documents, which the participant's items name.
    Documents,
}

/// Every resource of the template that keeps anything. A new one has to be put here, and what it keeps of participants needs an eraser.
pub(crate) const RESOURCES: &[(&str, Keeps)] = &[
    ("DocumentsBucket", Keeps::Documents),
    ("SiteBucket", Keeps::Nothing),
    ("PoisonStudiesQueue", Keeps::Nothing),
    ("MissedRunsQueue", Keeps::Nothing),
    ("Index", Keeps::Nothing),
    ("FunctionsLog", Keeps::Nothing),
    ("CdnLog", Keeps::Nothing),
    ("StudiesTable", Keeps::Nothing),
    ("RegistryTable", Keeps::Nothing),
    (
        "ParticipantsTable",
        Keeps::Erased(&[
            ("PARTICIPANT#", "the participant's own partition"),
            ("TRAIL#", "the trail of the participant's number"),
            ("DOCUMENT#", "what is removed from the bucket, and the sweep"),
            ("ADDRESS#", "a place that the participant's ELSEWHERE names"),
            (
                "DELETION#",
                "a place that the participant's ELSEWHERE names, the confirmed one the end of the erasure",
            ),
        ]),
    ),
    (
        "SessionsTable",
        Keeps::Erased(&[
            ("SESSION#", "a place that the participant's ELSEWHERE names"),
            ("IDEMPOTENCY#", "a place that the participant's ELSEWHERE names"),
            ("DRAFT#", "what belongs to a SESSION# that the participant's ELSEWHERE names"),
            ("LAUNCH#", "what belongs to a SESSION# that the participant's ELSEWHERE names"),
            ("RECORDS#", "what belongs to a SESSION# that the participant's ELSEWHERE names"),
            ("RATE#DeletionMail#", "a place that the participant's ELSEWHERE names"),
        ]),
    ),
];

/// What stays, because it is of nobody: marks of captchas, counters, the stand-in that is compared where nobody is known, the
/// record of an erasure, and session tokens, which open nothing without their session.
pub(crate) const OF_NOBODY: [&str; 5] = ["CAPTCHA#", "RATE#", "NOBODY#", "ERASURE#", "TOKEN#"];

/// Beginnings of the types of resources that keep nothing of anybody: they answer, lead, watch, sign or let in.
const KEEPERS_OF_NOTHING: &[&str] = &[
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

/// The resources of the template that can keep something, and of which type they are.
pub(crate) fn keepers() -> BTreeMap<String, String> {
    let template: Yaml = serde_yaml_ng::from_str(include_str!("../../../../template.yaml")).unwrap();
    let text = |value: &Yaml| value.as_str().unwrap().to_owned();
    let resources = template["Resources"].as_mapping().unwrap().iter();
    resources
        .map(|(name, resource)| (text(name), text(&resource["Type"])))
        .filter(|(_, kind)| !KEEPERS_OF_NOTHING.iter().any(|begin| kind.starts_with(begin)))
        .collect()
}
