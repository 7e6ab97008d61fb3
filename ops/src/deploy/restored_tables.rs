//! Substitutes tables restored from a backup for those of the template. Functions use them with the same permissions. The
//! replaced tables remain until an operator deletes them.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use serde_json::{Value, json};

use super::template_json;

/// Tables that can be substituted, because they have no stream.
const TABLES: [&str; 4] = ["ParticipantsTable", "RegistryTable", "SessionsTable", "FiguresTable"];
const ARN: &str = "arn:${AWS::Partition}:dynamodb:${AWS::Region}:${AWS::AccountId}:table/";

/// Replaces all references to these tables in the template.
pub(crate) fn with_tables(template: &str, restored: &BTreeMap<String, String>) -> Result<String> {
    if let Some(other) = restored.keys().find(|table| !TABLES.contains(&table.as_str())) {
        bail!("restored.{other}: not one of {}; restore studies as files", TABLES.join(", "));
    }
    let mut template = template_json::read(template)?;
    for (table, name) in restored {
        replace(&mut template, table, name);
    }
    Ok(template.to_string())
}

fn replace(value: &mut Value, table: &str, name: &str) {
    let arn = format!("{ARN}{name}");
    if *value == json!({ "Ref": table }) {
        *value = json!(name);
    } else if *value == json!({ "Fn::GetAtt": [table, "Arn"] }) {
        *value = json!({ "Fn::Sub": arn });
    } else {
        match value {
            Value::Array(all) => all.iter_mut().for_each(|one| replace(one, table, name)),
            Value::Object(all) => all.iter_mut().for_each(|(_, one)| replace(one, table, name)),
            Value::String(text) => *text = text.replace(&format!("${{{table}.Arn}}"), &arn),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restored_table_replaces_all_references_with_the_same_permissions() {
        let text = include_str!("../../../template.yaml");
        let restored = [("ParticipantsTable".to_owned(), "people-2".to_owned())].into();
        let replaced = with_tables(text, &restored).unwrap();
        let template = template_json::read(&replaced).unwrap();
        let resources = template["Resources"].as_object().unwrap().values();
        let names: Vec<_> = resources
            .map(|resource| &resource["Properties"]["Environment"]["Variables"]["PARTICIPANTS_TABLE"])
            .filter(|name| !name.is_null())
            .collect();
        assert!(names.len() > 20 && names.iter().all(|name| *name == "people-2"), "{names:?}");
        assert_eq!(template["Outputs"]["ParticipantsTable"]["Value"], "people-2");
        assert_eq!(template["Resources"]["ParticipantsTable"]["DeletionPolicy"], "RetainExceptOnCreate");
        assert!(
            !replaced.contains("ParticipantsTable.Arn")
                && !replaced.contains(r#"["ParticipantsTable","Arn"]"#)
        );
        let references = |text: &str, arn: &str| text.matches(arn).count();
        assert_eq!(
            references(text, "!GetAtt ParticipantsTable.Arn")
                + references(text, "${ParticipantsTable.Arn}/index/by_due"),
            references(&replaced, "${AWS::AccountId}:table/people-2"),
        );
        let unchanged = with_tables(text, &BTreeMap::new()).unwrap();
        assert_eq!(template_json::read(&unchanged).unwrap(), template_json::read(text).unwrap());
    }

    #[test]
    fn table_with_a_stream_cannot_be_replaced() {
        let studies = [("StudiesTable".to_owned(), "studies-2".to_owned())].into();
        let error = with_tables("Resources: {}", &studies).unwrap_err().to_string();
        assert!(error.contains("restored.StudiesTable"), "{error}");
    }
}
