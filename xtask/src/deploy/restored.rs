//! Tables that were restored from a backup, in the place of those that the template makes. Functions work with them and may
//! do with them what they might before; the tables of before stay until somebody deletes them.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use serde_yaml_ng::{Value, value::TaggedValue};

/// Tables that can be: nobody follows their changes by a stream.
const TABLES: [&str; 3] = ["ParticipantsTable", "RegistryTable", "SessionsTable"];
const ARN: &str = "arn:${AWS::Partition}:dynamodb:${AWS::Region}:${AWS::AccountId}:table/";

/// The template with the names of these tables wherever it refers to those that it makes.
pub(crate) fn with_tables(template: &str, restored: &BTreeMap<String, String>) -> Result<String> {
    if restored.is_empty() {
        return Ok(template.to_owned());
    }
    if let Some(other) = restored.keys().find(|table| !TABLES.contains(&table.as_str())) {
        bail!("restored.{other}: it is none of {}; studies are brought back as files", TABLES.join(", "));
    }
    let mut template: Value = serde_yaml_ng::from_str(template)?;
    for (table, name) in restored {
        replace(&mut template, table, name);
    }
    Ok(serde_yaml_ng::to_string(&template)?)
}

fn replace(value: &mut Value, table: &str, name: &str) {
    if let Some(other) = replaced(value, table, name) {
        *value = other;
        return;
    }
    match value {
        Value::Sequence(all) => all.iter_mut().for_each(|one| replace(one, table, name)),
        Value::Mapping(all) => all.iter_mut().for_each(|(_, one)| replace(one, table, name)),
        Value::Tagged(tagged) => replace(&mut tagged.value, table, name),
        _ => {}
    }
}

/// What stands for a reference to a table.
fn replaced(value: &Value, table: &str, name: &str) -> Option<Value> {
    let Value::Tagged(tagged) = value else { return None };
    let text = tagged.value.as_str()?;
    let arn = format!("{ARN}{name}");
    let filled_in = |text: String| {
        Value::Tagged(Box::new(TaggedValue { tag: tagged.tag.clone(), value: Value::String(text) }))
    };
    match tagged.tag.to_string().as_str() {
        "!Ref" if text == table => Some(Value::String(name.to_owned())),
        "!GetAtt" if text == format!("{table}.Arn") => {
            let mut arn = TaggedValue { tag: tagged.tag.clone(), value: Value::String(arn) };
            arn.tag = serde_yaml_ng::value::Tag::new("!Sub");
            Some(Value::Tagged(Box::new(arn)))
        }
        "!Sub" if text.contains(&format!("${{{table}.Arn}}")) => {
            Some(filled_in(text.replace(&format!("${{{table}.Arn}}"), &arn)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_given_a_restored_table_and_the_same_rights_on_it() {
        let text = include_str!("../../../template.yaml");
        let restored = [("ParticipantsTable".to_owned(), "people-2".to_owned())].into();
        let made = with_tables(text, &restored).unwrap();
        let template: Value = serde_yaml_ng::from_str(&made).unwrap();
        let variables = &template["Globals"]["Function"]["Environment"]["Variables"];
        assert_eq!(variables["PARTICIPANTS_TABLE"], "people-2");
        assert_eq!(template["Outputs"]["ParticipantsTable"]["Value"], "people-2");
        assert_eq!(template["Resources"]["ParticipantsTable"]["DeletionPolicy"], "RetainExceptOnCreate");
        assert!(!made.contains("ParticipantsTable.Arn") && !made.contains("!Ref ParticipantsTable"));
        let rights = |text: &str, arn: &str| text.matches(arn).count();
        assert_eq!(
            rights(text, "!GetAtt ParticipantsTable.Arn")
                + rights(text, "${ParticipantsTable.Arn}/index/by_due"),
            rights(&made, "${AWS::AccountId}:table/people-2"),
        );
        assert_eq!(with_tables(text, &BTreeMap::new()).unwrap(), text);
    }

    #[test]
    fn a_table_whose_changes_are_followed_can_not_be_named() {
        let studies = [("StudiesTable".to_owned(), "studies-2".to_owned())].into();
        let error = with_tables("Resources: {}", &studies).unwrap_err().to_string();
        assert!(error.contains("restored.StudiesTable"), "{error}");
    }
}
