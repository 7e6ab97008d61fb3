//! Stored data: tables, buckets, and the key.

use serde_json::Value;

use super::resources::{Resources, list};

/// Tables whose items expire.
const LEAVE_BY_THEMSELVES: &[&str] = &["ParticipantsTable", "SessionsTable"];
/// Tables without backups, because their items expire within a day.
const NOT_BACKED_UP: &[&str] = &["SessionsTable"];
/// Resources that outlive the stack. If the stack's creation fails, they are deleted, because they are empty.
const STAY: &[&str] = &["ParticipantsTable", "MasterKey", "SiteBucket", "DocumentsBucket"];
/// Tables with a stream.
const FOLLOWED: &[&str] = &["StudiesTable"];
/// The bucket of documents, encrypted with our own key.
const DOCUMENTS: &str = "DocumentsBucket";

pub(super) fn faults(resources: Resources) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, table) in resources.of("AWS::DynamoDB::Table") {
        let ttl = &table["TimeToLiveSpecification"];
        let leaves = ttl["Enabled"] == true && ttl["AttributeName"] == "expires_at";
        let is_backed_up = table["PointInTimeRecoverySpecification"]["PointInTimeRecoveryEnabled"] == true;
        let facts = [
            (table["BillingMode"] == "PAY_PER_REQUEST", "is paid by request"),
            (
                is_backed_up != NOT_BACKED_UP.contains(&name),
                "can be brought back, unless it must not be kept",
            ),
            (table["SSESpecification"]["SSEEnabled"] == true, "is encrypted"),
            (!table["DeletionProtectionEnabled"].is_null(), "says whether it can be deleted"),
            (leaves || !LEAVE_BY_THEMSELVES.contains(&name), "lets items leave when they are over"),
            (
                !FOLLOWED.contains(&name)
                    || table["StreamSpecification"]["StreamViewType"] == "NEW_AND_OLD_IMAGES",
                "tells what was and what is of each change",
            ),
        ];
        faults.extend(untrue(name, &facts));
    }
    for (name, bucket) in resources.of("AWS::S3::Bucket") {
        let closed = &bucket["PublicAccessBlockConfiguration"];
        let ways = ["BlockPublicAcls", "BlockPublicPolicy", "IgnorePublicAcls", "RestrictPublicBuckets"];
        let facts = [
            (ways.iter().all(|way| closed[*way] == true), "is closed to the public"),
            (!bucket["BucketEncryption"].is_null(), "is encrypted"),
            (
                name != DOCUMENTS || key_of(bucket)["Fn::GetAtt"][0] == "MasterKey",
                "is encrypted by our own key",
            ),
            (is_reached_by_tls_alone(resources, name), "is reached by TLS alone"),
        ];
        faults.extend(untrue(name, &facts));
    }
    for (name, key) in resources.of("AWS::KMS::Key") {
        faults.extend(untrue(name, &[(key["EnableKeyRotation"] == true, "is rotated")]));
    }
    let goes = |(name, resource): &(&str, &Value)| {
        STAY.contains(name)
            && (resource["DeletionPolicy"] != "RetainExceptOnCreate"
                || resource["UpdateReplacePolicy"] != "Retain")
    };
    faults.extend(resources.all().filter(goes).map(|(name, _)| format!("{name}: stays when the stack goes")));
    faults.extend(resources.of("AWS::IAM::Role").flat_map(|(name, role)| of_documents(name, role)));
    let streams = resources.of("AWS::Lambda::EventSourceMapping");
    faults.extend(streams.flat_map(|(name, stream)| of_stream(name, stream)));
    faults
}

fn key_of(bucket: &Value) -> &Value {
    let rule = &bucket["BucketEncryption"]["ServerSideEncryptionConfiguration"][0];
    &rule["ServerSideEncryptionByDefault"]["KMSMasterKeyID"]
}

fn is_reached_by_tls_alone(resources: Resources, bucket: &str) -> bool {
    let of_bucket = |(_, policy): &(&str, &Value)| policy["Bucket"]["Ref"] == bucket;
    let policies = resources.of("AWS::S3::BucketPolicy").filter(of_bucket);
    policies.flat_map(|(_, policy)| list(&policy["PolicyDocument"]["Statement"])).any(|statement| {
        statement["Effect"] == "Deny"
            && statement["Principal"] == "*"
            && statement["Action"] == "s3:*"
            && list(&statement["Resource"]).count() == 2
            && statement["Condition"]["Bool"]["aws:SecureTransport"] == "false"
    })
}

/// A role that reads or writes documents may use our key.
fn of_documents(name: &str, role: &Value) -> Vec<String> {
    let statements = list(&role["Policies"]).flat_map(|policy| list(&policy["PolicyDocument"]["Statement"]));
    let statements: Vec<&Value> = statements.collect();
    let may = |action: &str, of: &str| {
        statements.iter().any(|statement| {
            list(&statement["Action"]).any(|one| one == action)
                && statement["Resource"].to_string().contains(of)
        })
    };
    let needs = |on_documents: &str, on_key: &str| {
        !may(on_documents, "${DocumentsBucket.Arn}/*") || may(on_key, "\"MasterKey\"")
    };
    let facts = [
        (needs("s3:GetObject", "kms:Decrypt"), "reads documents, and may open their keys"),
        (needs("s3:PutObject", "kms:GenerateDataKey"), "puts documents, and may have keys for them"),
    ];
    untrue(name, &facts)
}

/// A stream's failed batches are bisected, retried, and then sent to a queue.
fn of_stream(name: &str, stream: &Value) -> Vec<String> {
    let facts = [
        (stream["BisectBatchOnFunctionError"] == true, "is divided when a batch fails"),
        (
            !stream["DestinationConfig"]["OnFailure"]["Destination"].is_null(),
            "tells a queue what was given up",
        ),
        (
            list(&stream["FunctionResponseTypes"]).any(|kind| kind == "ReportBatchItemFailures"),
            "goes on behind what is done",
        ),
    ];
    untrue(name, &facts)
}

fn untrue(name: &str, facts: &[(bool, &str)]) -> Vec<String> {
    facts.iter().filter(|(is_so, _)| !is_so).map(|(_, fact)| format!("{name}: {fact}")).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_table_a_bucket_or_a_key_that_could_be_lost_or_read_is_told() {
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
        let mut told = faults(Resources(&template));
        told.sort();
        assert_eq!(
            told,
            [
                "DocumentsBucket: is encrypted by our own key",
                "DocumentsBucket: is reached by TLS alone",
                "DocumentsBucket: stays when the stack goes",
                "MasterKey: is rotated",
                "MasterKey: stays when the stack goes",
                "ParticipantsTable: can be brought back, unless it must not be kept",
                "ParticipantsTable: is encrypted",
                "ParticipantsTable: is paid by request",
                "ParticipantsTable: lets items leave when they are over",
                "ParticipantsTable: says whether it can be deleted",
                "ParticipantsTable: stays when the stack goes",
                "Role: puts documents, and may have keys for them",
                "SiteBucket: is closed to the public",
                "SiteBucket: is encrypted",
                "SiteBucket: is reached by TLS alone",
                "SiteBucket: stays when the stack goes",
                "Stream: goes on behind what is done",
                "Stream: is divided when a batch fails",
                "Stream: tells a queue what was given up",
                "StudiesTable: tells what was and what is of each change",
            ]
        );
    }
}
