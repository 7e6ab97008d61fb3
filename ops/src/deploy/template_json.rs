//! Converts the template to JSON with the long forms of its functions. The cloud uses an older YAML version, which would read
//! rewritten YAML differently: `on` as a boolean, and `0750` as a number.

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value, json};
use serde_yaml_ng::Value as Yaml;

/// Reads a template in YAML or JSON.
pub(crate) fn read(text: &str) -> Result<Value> {
    to_json(&serde_yaml_ng::from_str(text)?)
}

fn to_json(value: &Yaml) -> Result<Value> {
    Ok(match value {
        Yaml::Null => Value::Null,
        Yaml::Bool(truth) => json!(truth),
        Yaml::Number(number) => serde_json::to_value(number)?,
        Yaml::String(text) => json!(text),
        Yaml::Sequence(all) => Value::Array(all.iter().map(to_json).collect::<Result<_>>()?),
        Yaml::Mapping(all) => {
            let entry = |(key, value): (&Yaml, &Yaml)| {
                let key = key.as_str().with_context(|| format!("{key:?} is not a name"))?;
                Ok((key.to_owned(), to_json(value)?))
            };
            Value::Object(all.iter().map(entry).collect::<Result<Map<_, _>>>()?)
        }
        Yaml::Tagged(tagged) => long_form(&tagged.tag.to_string(), to_json(&tagged.value)?)?,
    })
}

/// Returns the long form of a function.
fn long_form(tag: &str, value: Value) -> Result<Value> {
    let Some(name) = tag.strip_prefix('!') else { bail!("{tag} is not a function") };
    let value = match (name, value.as_str()) {
        ("GetAtt", Some(text)) => {
            let (resource, attribute) = text.split_once('.').context("GetAtt has no attribute")?;
            json!([resource, attribute])
        }
        _ => value,
    };
    let name = if ["Ref", "Condition"].contains(&name) { name.to_owned() } else { format!("Fn::{name}") };
    Ok(json!({ name: value }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_become_long_forms_and_strings_stay_strings() {
        let text = r#"
Rights: "0750"
Switch: { AllowedValues: ["on", "off"] }
Table: !Ref Table
Arn: !GetAtt Table.Arn
Either: !If [Has, !Sub "${Table}/x", !Ref "AWS::NoValue"]
"#;
        let expected = json!({
            "Rights": "0750",
            "Switch": { "AllowedValues": ["on", "off"] },
            "Table": { "Ref": "Table" },
            "Arn": { "Fn::GetAtt": ["Table", "Arn"] },
            "Either": { "Fn::If": ["Has", { "Fn::Sub": "${Table}/x" }, { "Ref": "AWS::NoValue" }] },
        });
        let converted = read(text).unwrap();
        assert_eq!(converted, expected);
        assert_eq!(read(&converted.to_string()).unwrap(), expected);
    }
}
