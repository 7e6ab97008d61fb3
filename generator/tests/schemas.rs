//! The JSON Schemas of content files. `UPDATE_SCHEMAS=1` rewrites them.

use std::{env, fs};

use crate::support::repository;
use serde_json::Value;
use waypoint_generator::content;

fn schema(kind: &str) -> Value {
    content::schemas().into_iter().find(|(name, _)| *name == kind).unwrap().1
}

#[test]
fn checked_in_schemas_match_the_types() {
    let folder = repository().join("docs/schemas");
    for (kind, schema) in content::schemas() {
        let file = folder.join(format!("{kind}.json"));
        let text = format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
        if env::var_os("UPDATE_SCHEMAS").is_some() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&file, &text).unwrap();
        }
        assert_eq!(
            fs::read_to_string(&file).unwrap_or_default(),
            text,
            "{}; run with UPDATE_SCHEMAS=1",
            file.display()
        );
    }
}

#[test]
fn schema_describes_each_key_and_rejects_others() {
    let article = schema("article");
    assert_eq!(article["additionalProperties"], false);
    assert_eq!(article["properties"]["updated"]["format"], "date");
    for (key, about) in article["properties"].as_object().unwrap() {
        assert!(about["description"].is_string(), "{key}: {about}");
    }
    let required: Vec<_> =
        article["required"].as_array().unwrap().iter().map(|key| key.as_str().unwrap()).collect();
    assert!(required.contains(&"title") && !required.contains(&"draft"), "{required:?}");
}

#[test]
fn each_toml_file_of_the_content_has_a_schema() {
    let rules = fs::read_to_string(repository().join(".taplo.toml")).unwrap();
    for (file, kind) in [
        ("content/studies/*.toml", "study"),
        ("content/surveys/*.toml", "survey"),
        ("content/faqs/**/*.toml", "faqs"),
        ("content/site.toml", "site"),
        ("content/brands/*.toml", "brand"),
        ("content/consent.toml", "consent"),
        ("content/glossary.toml", "glossary"),
        ("content/countries.toml", "countries"),
        ("content/duties.toml", "duties"),
    ] {
        let rule = format!("include = [\"{file}\"]\nschema = {{ path = \"docs/schemas/{kind}.json\" }}");
        assert!(rules.contains(&rule), "{rule}");
    }
}
