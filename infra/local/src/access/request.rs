//! What a request of the SDK does, as policies name it.

use serde_json::Value;

use super::grants::Grant;

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
