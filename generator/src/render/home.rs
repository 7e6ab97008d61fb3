//! What the home page shows beside its search.

use tera::{Map, Value};

use crate::content::{Content, ShownPartner};

/// Whom the site works with, each with its picture.
pub(super) fn partners(content: &Content) -> Value {
    let shown = |partner: &ShownPartner| {
        let logo = content.logos.iter().find(|logo| logo.name == partner.logo)?;
        let mut value = Map::default();
        value.insert("name".into(), partner.name.as_str().into());
        value.insert("role".into(), partner.role.as_str().into());
        value.insert("logo".into(), Value::safe_string(&logo.svg));
        Some(Value::from(value))
    };
    content.site.partners.iter().filter_map(shown).collect::<Vec<_>>().into()
}
