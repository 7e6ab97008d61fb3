//! What the table would get: new studies, and what changes of those that it has.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde_json::{Map, Value};
use waypoint_domain::partner_study::PartnerStudy;

/// So much of a text is shown, and so much of what stands before the place where two texts part.
const SHOWN: usize = 60;
const BEFORE: usize = 20;

/// What becomes of a study.
#[derive(Debug, Clone, PartialEq)]
pub enum Difference {
    /// The table has no study of this number.
    New(Box<PartnerStudy>),
    /// The table has it otherwise.
    Changed {
        /// The study as it will be.
        study: Box<PartnerStudy>,
        /// What differs, in the order of the keys of a study's file.
        fields: Vec<Field>,
    },
    /// The table has just that.
    Same(Box<PartnerStudy>),
}

/// A key of a study that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The key.
    pub key: String,
    /// What was and what will be, in words.
    pub what: String,
}

impl Difference {
    /// Compares a study with the one of the table.
    #[must_use]
    pub fn between(before: Option<&PartnerStudy>, study: PartnerStudy) -> Self {
        let Some(before) = before else { return Self::New(Box::new(study)) };
        let fields = fields(before, &study);
        let study = Box::new(study);
        if fields.is_empty() { Self::Same(study) } else { Self::Changed { study, fields } }
    }

    /// The study as it will be.
    #[must_use]
    pub fn study(&self) -> &PartnerStudy {
        match self {
            Self::New(study) | Self::Changed { study, .. } | Self::Same(study) => study,
        }
    }

    /// Whether there is anything to write.
    #[must_use]
    pub fn differs(&self) -> bool {
        !matches!(self, Self::Same(_))
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let study = self.study();
        write!(f, "{}  {}", study.snow_study_number, shortened(&study.brief_title))?;
        match self {
            Self::New(study) => {
                let (sites, questions) = (study.sites.len(), study.questions.len());
                write!(f, "\n  + new, {}, sites: {sites}, questions: {questions}", study.status)
            }
            Self::Changed { fields, .. } => {
                fields.iter().try_for_each(|field| write!(f, "\n  ~ {}: {}", field.key, field.what))
            }
            Self::Same(_) => write!(f, "\n  = as it is"),
        }
    }
}

fn fields(before: &PartnerStudy, after: &PartnerStudy) -> Vec<Field> {
    let (before, after) = (object(before), object(after));
    let mut keys: Vec<&String> = after.keys().collect();
    keys.extend(before.keys().filter(|key| !after.contains_key(*key)));
    let differs = |key: &&String| before.get(*key) != after.get(*key);
    let field = |key: &String| Field { key: key.clone(), what: what(key, before.get(key), after.get(key)) };
    keys.into_iter().filter(differs).map(field).collect()
}

fn object(study: &PartnerStudy) -> Map<String, Value> {
    match serde_json::to_value(study) {
        Ok(Value::Object(study)) => study,
        _ => Map::new(),
    }
}

fn what(key: &str, before: Option<&Value>, after: Option<&Value>) -> String {
    match (key, before.and_then(Value::as_array), after.and_then(Value::as_array)) {
        ("sites", Some(before), Some(after)) => parts(before, after, &["site_name", "city"], "site_name"),
        ("questions", Some(before), Some(after)) => parts(before, after, &["sys_id"], "question"),
        _ => change(before, after),
    }
}

/// What was and what will be; of long texts the parts where they part.
fn change(before: Option<&Value>, after: Option<&Value>) -> String {
    let (Some(Value::String(old)), Some(Value::String(new))) = (before, after) else {
        return format!("{} → {}", shown(before), shown(after));
    };
    let (old, new) = (on_a_line(old), on_a_line(new));
    let alike = old.chars().zip(new.chars()).take_while(|(old, new)| old == new).count();
    if alike == old.chars().count().max(new.chars().count()) {
        return "other spaces or lines".into();
    }
    format!("{} → {}", from(&old, alike), from(&new, alike))
}

/// A text from a little before a place where it is too long to be shown whole.
fn from(text: &str, place: usize) -> String {
    if text.is_empty() {
        return shown(None);
    }
    if text.chars().count() <= SHOWN || place <= BEFORE {
        return format!("“{}”", shortened(text));
    }
    let rest: String = text.chars().skip(place - BEFORE).collect();
    format!("“…{}”", shortened(&rest))
}

/// What is added, removed and changed of a list whose parts are known by some of their keys.
fn parts(before: &[Value], after: &[Value], known_by: &[&str], called: &str) -> String {
    let id = |part: &Value| known_by.iter().map(|key| shown(part.get(*key))).collect::<Vec<_>>().join(", ");
    let by_id =
        |parts: &[Value]| parts.iter().map(|part| (id(part), part.clone())).collect::<BTreeMap<_, _>>();
    let (old, new) = (by_id(before), by_id(after));
    let name = |part: &Value| shown(part.get(called));
    let added =
        new.iter().filter(|(id, _)| !old.contains_key(*id)).map(|(_, part)| format!("+ {}", name(part)));
    let gone =
        old.iter().filter(|(id, _)| !new.contains_key(*id)).map(|(_, part)| format!("- {}", name(part)));
    let other =
        new.iter().filter_map(|(id, part)| Some((old.get(id)?, part))).filter(|(old, new)| old != new);
    let other = other.map(|(old, new)| format!("~ {} ({})", name(new), keys(old, new)));
    let told: Vec<String> = added.chain(gone).chain(other).collect();
    if told.is_empty() { "another order".into() } else { told.join("; ") }
}

/// What differs between a part of a list and what it was.
fn keys(before: &Value, after: &Value) -> String {
    let keys = |part: &Value| part.as_object().map(|part| part.keys().cloned().collect::<BTreeSet<_>>());
    let all = keys(before).unwrap_or_default().into_iter().chain(keys(after).unwrap_or_default());
    let differ = all.collect::<BTreeSet<_>>().into_iter().filter(|key| before.get(key) != after.get(key));
    let told = differ.map(|key| format!("{key}: {}", change(before.get(&key), after.get(&key))));
    told.collect::<Vec<_>>().join(", ")
}

fn shown(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "nothing".into(),
        Some(Value::String(text)) if text.is_empty() => "nothing".into(),
        Some(Value::String(text)) => format!("“{}”", shortened(text)),
        Some(other) => shortened(&other.to_string()),
    }
}

fn on_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shortened(text: &str) -> String {
    let text = on_a_line(text);
    if text.chars().count() <= SHOWN {
        return text;
    }
    format!("{}…", text.chars().take(SHOWN).collect::<String>().trim_end())
}
