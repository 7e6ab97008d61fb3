//! Compares studies with those in the table.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde_json::{Map, Value};
use waypoint_domain::partner_study::PartnerStudy;

/// The maximum length of a text that is shown, in characters.
const MAX_SHOWN: usize = 60;
/// How many characters are shown before the first difference of two texts.
const CONTEXT: usize = 20;

/// The result of comparing a study with the table.
#[derive(Debug, Clone, PartialEq)]
pub enum Difference {
    /// The table doesn't have a study with this number.
    New(Box<PartnerStudy>),
    /// The table has a different version of the study.
    Changed {
        /// The new version.
        study: Box<PartnerStudy>,
        /// The differences, in the order of keys in a study file.
        fields: Vec<Field>,
    },
    /// The table already has this version.
    Same(Box<PartnerStudy>),
}

/// A key with different values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The key in the study file, such as `brief_title`.
    pub key: String,
    /// Description of the old and the new value.
    pub description: String,
}

impl Difference {
    /// Compares a study with the version in the table.
    #[must_use]
    pub fn between(before: Option<&PartnerStudy>, study: PartnerStudy) -> Self {
        let Some(before) = before else { return Self::New(Box::new(study)) };
        let fields = fields(before, &study);
        let study = Box::new(study);
        if fields.is_empty() { Self::Same(study) } else { Self::Changed { study, fields } }
    }

    /// Returns the new version of the study.
    #[must_use]
    pub fn study(&self) -> &PartnerStudy {
        match self {
            Self::New(study) | Self::Changed { study, .. } | Self::Same(study) => study,
        }
    }

    /// Returns whether the study must be written.
    #[must_use]
    pub fn differs(&self) -> bool {
        !matches!(self, Self::Same(_))
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let study = self.study();
        write!(f, "{}  {}", study.snow_study_number, shorten(&study.brief_title))?;
        match self {
            Self::New(study) => {
                let (sites, questions) = (study.sites.len(), study.questions.len());
                write!(f, "\n  + new, {}, sites: {sites}, questions: {questions}", study.status)
            }
            Self::Changed { fields, .. } => {
                fields.iter().try_for_each(|field| write!(f, "\n  ~ {}: {}", field.key, field.description))
            }
            Self::Same(_) => write!(f, "\n  = unchanged"),
        }
    }
}

fn fields(before: &PartnerStudy, after: &PartnerStudy) -> Vec<Field> {
    let (before, after) = (object(before), object(after));
    let mut keys: Vec<&String> = after.keys().collect();
    keys.extend(before.keys().filter(|key| !after.contains_key(*key)));
    let differs = |key: &&String| before.get(*key) != after.get(*key);
    let field = |key: &String| Field {
        key: key.clone(),
        description: description(key, before.get(key), after.get(key)),
    };
    keys.into_iter().filter(differs).map(field).collect()
}

fn object(study: &PartnerStudy) -> Map<String, Value> {
    match serde_json::to_value(study) {
        Ok(Value::Object(study)) => study,
        _ => Map::new(),
    }
}

fn description(key: &str, before: Option<&Value>, after: Option<&Value>) -> String {
    match (key, before.and_then(Value::as_array), after.and_then(Value::as_array)) {
        ("sites", Some(before), Some(after)) => {
            list_changes(before, after, &["site_name", "city"], "site_name")
        }
        ("questions", Some(before), Some(after)) => list_changes(before, after, &["sys_id"], "question"),
        ("facts", _, _) => item_changes(before.unwrap_or(&Value::Null), after.unwrap_or(&Value::Null)),
        _ => change(before, after),
    }
}

/// Describes an old and a new value. Long texts are shown from shortly before their first difference.
fn change(before: Option<&Value>, after: Option<&Value>) -> String {
    let (Some(Value::String(old)), Some(Value::String(new))) = (before, after) else {
        return format!("{} → {}", shown(before), shown(after));
    };
    let (old, new) = (on_one_line(old), on_one_line(new));
    let common = old.chars().zip(new.chars()).take_while(|(old, new)| old == new).count();
    if common == old.chars().count().max(new.chars().count()) {
        return "only spaces or line breaks".into();
    }
    format!("{} → {}", around(&old, common), around(&new, common))
}

/// Shortens a text to the part around a position.
fn around(text: &str, position: usize) -> String {
    if text.is_empty() {
        return shown(None);
    }
    if text.chars().count() <= MAX_SHOWN || position <= CONTEXT {
        return format!("“{}”", shorten(text));
    }
    let rest: String = text.chars().skip(position - CONTEXT).collect();
    format!("“…{}”", shorten(&rest))
}

/// Describes added, removed, and changed items of a list. `id_keys` identify an item, `name_key` names it.
fn list_changes(before: &[Value], after: &[Value], id_keys: &[&str], name_key: &str) -> String {
    let id = |part: &Value| id_keys.iter().map(|key| shown(part.get(*key))).collect::<Vec<_>>().join(", ");
    let by_id =
        |parts: &[Value]| parts.iter().map(|part| (id(part), part.clone())).collect::<BTreeMap<_, _>>();
    let (old, new) = (by_id(before), by_id(after));
    let name = |part: &Value| shown(part.get(name_key));
    let added =
        new.iter().filter(|(id, _)| !old.contains_key(*id)).map(|(_, part)| format!("+ {}", name(part)));
    let removed =
        old.iter().filter(|(id, _)| !new.contains_key(*id)).map(|(_, part)| format!("- {}", name(part)));
    let changed =
        new.iter().filter_map(|(id, part)| Some((old.get(id)?, part))).filter(|(old, new)| old != new);
    let changed = changed.map(|(old, new)| format!("~ {} ({})", name(new), item_changes(old, new)));
    let changes: Vec<String> = added.chain(removed).chain(changed).collect();
    if changes.is_empty() { "order of items".into() } else { changes.join("; ") }
}

/// Describes the differences between two versions of a list item or a table.
fn item_changes(before: &Value, after: &Value) -> String {
    let keys = |part: &Value| part.as_object().map(|part| part.keys().cloned().collect::<BTreeSet<_>>());
    let either_keys = keys(before).unwrap_or_default().into_iter().chain(keys(after).unwrap_or_default());
    let changed_keys =
        either_keys.collect::<BTreeSet<_>>().into_iter().filter(|key| before.get(key) != after.get(key));
    let changes = changed_keys.map(|key| format!("{key}: {}", change(before.get(&key), after.get(&key))));
    changes.collect::<Vec<_>>().join(", ")
}

fn shown(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "nothing".into(),
        Some(Value::String(text)) if text.is_empty() => "nothing".into(),
        Some(Value::String(text)) => format!("“{}”", shorten(text)),
        Some(value) => shorten(&value.to_string()),
    }
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shorten(text: &str) -> String {
    let text = on_one_line(text);
    if text.chars().count() <= MAX_SHOWN {
        return text;
    }
    format!("{}…", text.chars().take(MAX_SHOWN).collect::<String>().trim_end())
}
