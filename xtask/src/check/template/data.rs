//! Stored data: tables, buckets, and the key.

use serde_json::Value;

use super::resources::{Resources, list};

/// Tables whose items expire.
const EXPIRING: &[&str] = &["ParticipantsTable", "SessionsTable", "FiguresTable"];
/// Tables without backups, because their items expire within a day.
const NOT_BACKED_UP: &[&str] = &["SessionsTable"];
/// Resources that outlive the stack. If the stack's creation fails, they are deleted, because they are empty.
const RETAINED: &[&str] = &["ParticipantsTable", "MasterKey", "SiteBucket", "DocumentsBucket"];
/// Tables with a stream.
const STREAMED: &[&str] = &["StudiesTable"];
/// The bucket of documents, encrypted with our own key.
const DOCUMENTS: &str = "DocumentsBucket";

pub(super) fn faults(resources: Resources) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, table) in resources.of_type("AWS::DynamoDB::Table") {
        let ttl = &table["TimeToLiveSpecification"];
        let expires = ttl["Enabled"] == true && ttl["AttributeName"] == "expires_at";
        let is_backed_up = table["PointInTimeRecoverySpecification"]["PointInTimeRecoveryEnabled"] == true;
        let facts = [
            (table["BillingMode"] == "PAY_PER_REQUEST", "must be billed per request"),
            (
                is_backed_up != NOT_BACKED_UP.contains(&name),
                "must have backups, unless its items expire within a day",
            ),
            (table["SSESpecification"]["SSEEnabled"] == true, "must be encrypted"),
            (!table["DeletionProtectionEnabled"].is_null(), "must set deletion protection"),
            (expires || !EXPIRING.contains(&name), "must delete expired items"),
            (
                !STREAMED.contains(&name)
                    || table["StreamSpecification"]["StreamViewType"] == "NEW_AND_OLD_IMAGES",
                "must stream old and new images",
            ),
        ];
        faults.extend(failed_facts(name, &facts));
    }
    for (name, bucket) in resources.of_type("AWS::S3::Bucket") {
        let closed = &bucket["PublicAccessBlockConfiguration"];
        let ways = ["BlockPublicAcls", "BlockPublicPolicy", "IgnorePublicAcls", "RestrictPublicBuckets"];
        let facts = [
            (ways.iter().all(|way| closed[*way] == true), "must block public access"),
            (!bucket["BucketEncryption"].is_null(), "must be encrypted"),
            (
                name != DOCUMENTS || key_of(bucket)["Fn::GetAtt"][0] == "MasterKey",
                "must be encrypted with our own key",
            ),
            (requires_tls(resources, name), "must require TLS"),
        ];
        faults.extend(failed_facts(name, &facts));
    }
    for (name, key) in resources.of_type("AWS::KMS::Key") {
        faults.extend(failed_facts(name, &[(key["EnableKeyRotation"] == true, "must rotate")]));
    }
    let is_not_retained = |(name, resource): &(&str, &Value)| {
        RETAINED.contains(name)
            && (resource["DeletionPolicy"] != "RetainExceptOnCreate"
                || resource["UpdateReplacePolicy"] != "Retain")
    };
    faults.extend(
        resources
            .list()
            .filter(is_not_retained)
            .map(|(name, _)| format!("{name}: must be retained when the stack is deleted")),
    );
    faults.extend(resources.of_type("AWS::IAM::Role").flat_map(|(name, role)| document_faults(name, role)));
    let streams = resources.of_type("AWS::Lambda::EventSourceMapping");
    faults.extend(streams.flat_map(|(name, stream)| stream_faults(name, stream)));
    faults
}

fn key_of(bucket: &Value) -> &Value {
    let rule = &bucket["BucketEncryption"]["ServerSideEncryptionConfiguration"][0];
    &rule["ServerSideEncryptionByDefault"]["KMSMasterKeyID"]
}

fn requires_tls(resources: Resources, bucket: &str) -> bool {
    let of_bucket = |(_, policy): &(&str, &Value)| policy["Bucket"]["Ref"] == bucket;
    let policies = resources.of_type("AWS::S3::BucketPolicy").filter(of_bucket);
    policies.flat_map(|(_, policy)| list(&policy["PolicyDocument"]["Statement"])).any(|statement| {
        statement["Effect"] == "Deny"
            && statement["Principal"] == "*"
            && statement["Action"] == "s3:*"
            && list(&statement["Resource"]).count() == 2
            && statement["Condition"]["Bool"]["aws:SecureTransport"] == "false"
    })
}

/// A role that reads or writes documents may use our key.
fn document_faults(name: &str, role: &Value) -> Vec<String> {
    let statements = list(&role["Policies"]).flat_map(|policy| list(&policy["PolicyDocument"]["Statement"]));
    let statements: Vec<&Value> = statements.collect();
    let may = |action: &str, resource: &str| {
        statements.iter().any(|statement| {
            list(&statement["Action"]).any(|one| one == action)
                && statement["Resource"].to_string().contains(resource)
        })
    };
    let needs = |on_documents: &str, on_key: &str| {
        !may(on_documents, "${DocumentsBucket.Arn}/*") || may(on_key, "\"MasterKey\"")
    };
    let facts = [
        (needs("s3:GetObject", "kms:Decrypt"), "may read documents, but not decrypt them"),
        (needs("s3:PutObject", "kms:GenerateDataKey"), "may write documents, but not encrypt them"),
    ];
    failed_facts(name, &facts)
}

/// A stream's failed batches are bisected, retried, and then sent to a queue.
fn stream_faults(name: &str, stream: &Value) -> Vec<String> {
    let facts = [
        (stream["BisectBatchOnFunctionError"] == true, "must bisect failed batches"),
        (
            !stream["DestinationConfig"]["OnFailure"]["Destination"].is_null(),
            "must send failed batches to a queue",
        ),
        (
            list(&stream["FunctionResponseTypes"]).any(|kind| kind == "ReportBatchItemFailures"),
            "must report failed items of a batch",
        ),
    ];
    failed_facts(name, &facts)
}

fn failed_facts(name: &str, facts: &[(bool, &str)]) -> Vec<String> {
    facts.iter().filter(|(is_so, _)| !is_so).map(|(_, fact)| format!("{name}: {fact}")).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tables_buckets_and_keys_that_could_leak_or_be_lost_are_reported() {
        let template = json!({ "Resources": {
            "ParticipantsTable": { "Type": "AWS::DynamoDB::Table", "Properties": { "BillingMode": "PROVISIONED" } },
            "StudiesTable": { "Type": "AWS::DynamoDB::Table", "Properties": {
                "BillingMode": "PAY_PER_REQUEST", "SSESpecification": { "SSEEnabled": true },
                "PointInTimeRecoverySpecification": { "PointInTimeRecoveryEnabled": true },
                "DeletionProtectionEnabled": true, "StreamSpecification": { "StreamViewType": "KEYS_ONLY" }
            } },
            "SiteBucket": { "Type": "AWS::S3::Bucket", "Properties": {} },
            "DocumentsBucket": { "Type": "AWS::S3::Bucket", "DeletionPolicy": "Retain", "UpdateReplacePolicy": "Retain",
                "Properties": {
                    "PublicAccessBlockConfiguration": { "BlockPublicAcls": true, "BlockPublicPolicy": true,
                        "IgnorePublicAcls": true, "RestrictPublicBuckets": true },
                    "BucketEncryption": { "ServerSideEncryptionConfiguration": [] }
                } },
            "Role": { "Type": "AWS::IAM::Role", "Properties": { "Policies": [{ "PolicyDocument": { "Statement": [
                { "Action": ["s3:GetObject", "s3:PutObject"], "Resource": { "Fn::Sub": "${DocumentsBucket.Arn}/*" } },
                { "Action": ["kms:Decrypt"], "Resource": { "Fn::GetAtt": ["MasterKey", "Arn"] } }
            ] } }] } },
            "Policy": { "Type": "AWS::S3::BucketPolicy", "Properties": { "Bucket": { "Ref": "DocumentsBucket" },
                "PolicyDocument": { "Statement": [{ "Effect": "Deny", "Principal": "*", "Action": "s3:*",
                    "Resource": ["a", "a/*"], "Condition": { "Bool": { "aws:SecureTransport": "true" } } }] } } },
            "MasterKey": { "Type": "AWS::KMS::Key", "DeletionPolicy": "Retain", "Properties": {} },
            "Stream": { "Type": "AWS::Lambda::EventSourceMapping", "Properties": {} }
        } });
        let mut found = faults(Resources(&template));
        found.sort();
        assert_eq!(
            found,
            [
                "DocumentsBucket: must be encrypted with our own key",
                "DocumentsBucket: must be retained when the stack is deleted",
                "DocumentsBucket: must require TLS",
                "MasterKey: must be retained when the stack is deleted",
                "MasterKey: must rotate",
                "ParticipantsTable: must be billed per request",
                "ParticipantsTable: must be encrypted",
                "ParticipantsTable: must be retained when the stack is deleted",
                "ParticipantsTable: must delete expired items",
                "ParticipantsTable: must have backups, unless its items expire within a day",
                "ParticipantsTable: must set deletion protection",
                "Role: may write documents, but not encrypt them",
                "SiteBucket: must be encrypted",
                "SiteBucket: must be retained when the stack is deleted",
                "SiteBucket: must block public access",
                "SiteBucket: must require TLS",
                "Stream: must bisect failed batches",
                "Stream: must report failed items of a batch",
                "Stream: must send failed batches to a queue",
                "StudiesTable: must stream old and new images",
            ]
        );
    }
}
