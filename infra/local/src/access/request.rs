//! What a request of the SDK does, as policies name it.

use axum::http::{HeaderMap, Method};
use serde_json::Value;

use super::grants::Grant;
use crate::site_services;

/// An invalidation has no resource of its own but the distribution, whose number only the cloud knows.
const DISTRIBUTION: &str = "arn:aws:cloudfront::${aws::accountid}:distribution/${distribution}";

/// The action of a request to the bucket of the site, to the CDN, to its store of names or to the queue; nothing when it is
/// none that is known.
pub(super) fn done_by(method: &Method, path: &str, headers: &HeaderMap) -> Option<Grant> {
    let target = headers.get("x-amz-target").and_then(|target| target.to_str().ok());
    if let Some(operation) = target.and_then(|target| target.strip_prefix("AmazonSQS.")) {
        return Some(grant("sqs", operation, "poisonstudiesqueue"));
    }
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match (method.as_str(), parts.as_slice()) {
        ("GET", ["key-value-stores", _]) => Some(of_names("DescribeKeyValueStore")),
        ("GET", ["key-value-stores", _, "keys"]) => Some(of_names("ListKeys")),
        ("GET", ["key-value-stores", _, "keys", _]) => Some(of_names("GetKey")),
        ("POST", ["key-value-stores", _, "keys"]) => Some(of_names("UpdateKeys")),
        ("POST", [_, "distribution", _, "invalidation"]) => {
            Some(grant("cloudfront", "CreateInvalidation", DISTRIBUTION))
        }
        (_, [site_services::BUCKET]) => Some(grant("s3", "ListBucket", "sitebucket")),
        (method, [site_services::BUCKET, ..]) => Some(grant("s3", on_object(method)?, "sitebucket/*")),
        _ => None,
    }
}

/// What a method does to a file of the bucket of documents.
pub(crate) fn on_document(method: &Method) -> Option<Grant> {
    Some(grant("s3", on_object(method.as_str())?, "documentsbucket/*"))
}

/// What tells that a document is not there, and not that it may not be seen.
pub(crate) fn of_missing_document() -> Grant {
    grant("s3", "ListBucket", "documentsbucket")
}

fn on_object(method: &str) -> Option<&'static str> {
    match method {
        "GET" => Some("GetObject"),
        // A form that a browser sends puts an object, too.
        "PUT" | "POST" => Some("PutObject"),
        "DELETE" => Some("DeleteObject"),
        _ => None,
    }
}

fn of_names(action: &str) -> Grant {
    grant("cloudfront-keyvaluestore", action, "pagesstore")
}

/// The actions of a request on their resources, by its `X-Amz-Target` and its body.
pub(super) fn wanted(target: &str, body: &Value) -> Vec<Grant> {
    let (service, operation) = target.split_once('.').unwrap_or_default();
    if service == "TrentService" {
        return vec![grant("kms", operation, "masterkey")];
    }
    match operation {
        "TransactWriteItems" => parts(&body["TransactItems"]).flat_map(of_write).collect(),
        "TransactGetItems" => {
            parts(&body["TransactItems"]).map(|part| on_table("GetItem", &part["Get"]["TableName"])).collect()
        }
        "BatchGetItem" | "BatchWriteItem" => {
            let tables = body["RequestItems"].as_object().into_iter().flatten();
            tables.map(|(table, _)| grant("dynamodb", operation, table)).collect()
        }
        _ => match body["IndexName"].as_str() {
            Some(index) => {
                let table = body["TableName"].as_str().unwrap_or_default();
                vec![grant("dynamodb", operation, &format!("{table}/index/{index}"))]
            }
            None => vec![on_table(operation, &body["TableName"])],
        },
    }
}

/// A part of a transaction needs what the same request by itself needs.
fn of_write(part: &Value) -> impl Iterator<Item = Grant> {
    let kinds = [("Put", "PutItem"), ("Update", "UpdateItem"), ("Delete", "DeleteItem")];
    let kinds = kinds.into_iter().chain([("ConditionCheck", "ConditionCheckItem")]);
    kinds.filter_map(|(kind, action)| Some(on_table(action, part.get(kind)?.get("TableName")?)))
}

fn parts(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn on_table(action: &str, table: &Value) -> Grant {
    grant("dynamodb", action, table.as_str().unwrap_or_default())
}

fn grant(service: &str, action: &str, resource: &str) -> Grant {
    Grant { action: format!("{service}:{action}"), resource: resource.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(target: &str, body: &Value) -> Vec<String> {
        wanted(target, body).into_iter().map(|one| format!("{} {}", one.action, one.resource)).collect()
    }

    #[test]
    fn a_request_for_the_site_needs_what_its_method_and_its_path_say() {
        let told = |method: &str, path: &str| {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            done_by(&method, path, &HeaderMap::new()).map(|one| format!("{} {}", one.action, one.resource))
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
            assert_eq!(told(method, path).as_deref(), expected, "{method} {path}");
        }
        let mut to_queue = HeaderMap::new();
        to_queue.insert("x-amz-target", "AmazonSQS.SendMessage".parse().unwrap());
        let sent = done_by(&Method::POST, "/", &to_queue).unwrap();
        assert_eq!((sent.action.as_str(), sent.resource.as_str()), ("sqs:SendMessage", "poisonstudiesqueue"));
    }

    #[test]
    fn a_request_needs_what_each_of_its_parts_needs() {
        let dynamodb = |operation: &str| format!("DynamoDB_20120810.{operation}");
        assert_eq!(
            told(&dynamodb("GetItem"), &json!({ "TableName": "studies" })),
            ["dynamodb:GetItem studies"]
        );
        let of_index = json!({ "TableName": "participants", "IndexName": "by_due" });
        assert_eq!(told(&dynamodb("Query"), &of_index), ["dynamodb:Query participants/index/by_due"]);
        let transaction = json!({ "TransactItems": [
            { "Put": { "TableName": "participants" } }, { "ConditionCheck": { "TableName": "sessions" } },
        ] });
        assert_eq!(
            told(&dynamodb("TransactWriteItems"), &transaction),
            ["dynamodb:PutItem participants", "dynamodb:ConditionCheckItem sessions"]
        );
        let batch = json!({ "RequestItems": { "sessions": [] } });
        assert_eq!(told(&dynamodb("BatchWriteItem"), &batch), ["dynamodb:BatchWriteItem sessions"]);
        assert_eq!(told("TrentService.Decrypt", &json!({})), ["kms:Decrypt masterkey"]);
    }
}
