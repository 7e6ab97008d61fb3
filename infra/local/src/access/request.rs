//! The permissions that an SDK request needs.

use axum::http::{HeaderMap, Method};
use serde_json::Value;

use super::grants::Grant;
use crate::site_services::bucket;

/// Invalidations are permissions on the distribution, and only the cloud knows its id.
const DISTRIBUTION: &str = "arn:aws:cloudfront::${aws::accountid}:distribution/${distribution}";

/// Returns the permission for a request to the site's bucket, the CDN, its key-value store, or the queue, or `None`
/// for unknown requests.
pub(super) fn required_grant(method: &Method, path: &str, headers: &HeaderMap) -> Option<Grant> {
    let target = headers.get("x-amz-target").and_then(|target| target.to_str().ok());
    if let Some(operation) = target.and_then(|target| target.strip_prefix("AmazonSQS.")) {
        return Some(grant("sqs", operation, "poisonstudiesqueue"));
    }
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match (method.as_str(), parts.as_slice()) {
        ("GET", ["key-value-stores", _]) => Some(key_value_store_grant("DescribeKeyValueStore")),
        ("GET", ["key-value-stores", _, "keys"]) => Some(key_value_store_grant("ListKeys")),
        ("GET", ["key-value-stores", _, "keys", _]) => Some(key_value_store_grant("GetKey")),
        ("POST", ["key-value-stores", _, "keys"]) => Some(key_value_store_grant("UpdateKeys")),
        ("POST", [_, "distribution", _, "invalidation"]) => {
            Some(grant("cloudfront", "CreateInvalidation", DISTRIBUTION))
        }
        (_, [bucket::NAME]) => Some(grant("s3", "ListBucket", "sitebucket")),
        (method, [bucket::NAME, ..]) => Some(grant("s3", object_action(method)?, "sitebucket/*")),
        _ => None,
    }
}

/// Returns the permission for a request to a document.
pub(crate) fn document_grant(method: &Method) -> Option<Grant> {
    Some(grant("s3", object_action(method.as_str())?, "documentsbucket/*"))
}

/// Returns the permission needed to learn that a document is missing. Without it, S3 answers that access is denied.
pub(crate) fn missing_document_grant() -> Grant {
    grant("s3", "ListBucket", "documentsbucket")
}

fn object_action(method: &str) -> Option<&'static str> {
    match method {
        "GET" => Some("GetObject"),
        // A browser's form upload also puts an object.
        "PUT" | "POST" => Some("PutObject"),
        "DELETE" => Some("DeleteObject"),
        _ => None,
    }
}

fn key_value_store_grant(action: &str) -> Grant {
    grant("cloudfront-keyvaluestore", action, "pagesstore")
}

/// Returns the permissions for a request to the database or the key service, by its `X-Amz-Target` and its body.
pub(super) fn required_grants(target: &str, body: &Value) -> Vec<Grant> {
    let (service, operation) = target.split_once('.').unwrap_or_default();
    if service == "TrentService" {
        return vec![grant("kms", operation, "masterkey")];
    }
    match operation {
        "TransactWriteItems" => parts(&body["TransactItems"]).flat_map(write_grants).collect(),
        "TransactGetItems" => parts(&body["TransactItems"])
            .map(|part| table_grant("GetItem", &part["Get"]["TableName"]))
            .collect(),
        "BatchGetItem" | "BatchWriteItem" => {
            let tables = body["RequestItems"].as_object().into_iter().flatten();
            tables.map(|(table, _)| grant("dynamodb", operation, table)).collect()
        }
        _ => match body["IndexName"].as_str() {
            Some(index) => {
                let table = body["TableName"].as_str().unwrap_or_default();
                vec![grant("dynamodb", operation, &format!("{table}/index/{index}"))]
            }
            None => vec![table_grant(operation, &body["TableName"])],
        },
    }
}

/// Returns the permissions for one part of a transaction, the same as for the request on its own.
fn write_grants(part: &Value) -> impl Iterator<Item = Grant> {
    let kinds = [("Put", "PutItem"), ("Update", "UpdateItem"), ("Delete", "DeleteItem")];
    let kinds = kinds.into_iter().chain([("ConditionCheck", "ConditionCheckItem")]);
    kinds.filter_map(|(kind, action)| Some(table_grant(action, part.get(kind)?.get("TableName")?)))
}

fn parts(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn table_grant(action: &str, table: &Value) -> Grant {
    grant("dynamodb", action, table.as_str().unwrap_or_default())
}

fn grant(service: &str, action: &str, resource: &str) -> Grant {
    Grant { action: format!("{service}:{action}"), resource: resource.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn permission_lines(target: &str, body: &Value) -> Vec<String> {
        required_grants(target, body)
            .into_iter()
            .map(|grant| format!("{} {}", grant.action, grant.resource))
            .collect()
    }

    #[test]
    fn site_request_needs_the_permission_for_its_method_and_path() {
        let permission_lines = |method: &str, path: &str| {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            required_grant(&method, path, &HeaderMap::new())
                .map(|grant| format!("{} {}", grant.action, grant.resource))
        };
        let names = "/key-value-stores/arn:aws:cloudfront::127:key-value-store%2Fpages";
        for (method, path, expected) in [
            ("GET", "/waypoint-site/", Some("s3:ListBucket sitebucket")),
            ("PUT", "/waypoint-site/study/STU01009.html", Some("s3:PutObject sitebucket/*")),
            ("DELETE", "/waypoint-site/a", Some("s3:DeleteObject sitebucket/*")),
            ("GET", names, Some("cloudfront-keyvaluestore:DescribeKeyValueStore pagesstore")),
            ("POST", &format!("{names}/keys"), Some("cloudfront-keyvaluestore:UpdateKeys pagesstore")),
            ("GET", "/elsewhere", None),
        ] {
            assert_eq!(permission_lines(method, path).as_deref(), expected, "{method} {path}");
        }
        let mut to_queue = HeaderMap::new();
        to_queue.insert("x-amz-target", "AmazonSQS.SendMessage".parse().unwrap());
        let sent = required_grant(&Method::POST, "/", &to_queue).unwrap();
        assert_eq!((sent.action.as_str(), sent.resource.as_str()), ("sqs:SendMessage", "poisonstudiesqueue"));
    }

    #[test]
    fn request_needs_the_permissions_for_all_its_parts() {
        let dynamodb = |operation: &str| format!("DynamoDB_20120810.{operation}");
        assert_eq!(
            permission_lines(&dynamodb("GetItem"), &json!({ "TableName": "studies" })),
            ["dynamodb:GetItem studies"]
        );
        let index_query = json!({ "TableName": "participants", "IndexName": "by_due" });
        assert_eq!(
            permission_lines(&dynamodb("Query"), &index_query),
            ["dynamodb:Query participants/index/by_due"]
        );
        let transaction = json!({ "TransactItems": [
            { "Put": { "TableName": "participants" } }, { "ConditionCheck": { "TableName": "sessions" } },
        ] });
        assert_eq!(
            permission_lines(&dynamodb("TransactWriteItems"), &transaction),
            ["dynamodb:PutItem participants", "dynamodb:ConditionCheckItem sessions"]
        );
        let batch = json!({ "RequestItems": { "sessions": [] } });
        assert_eq!(
            permission_lines(&dynamodb("BatchWriteItem"), &batch),
            ["dynamodb:BatchWriteItem sessions"]
        );
        assert_eq!(permission_lines("TrentService.Decrypt", &json!({})), ["kms:Decrypt masterkey"]);
    }
}
