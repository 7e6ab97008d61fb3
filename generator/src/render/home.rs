//! Template data of the home page.

use tera::{Map, Value};

use crate::{
    content::{Content, ShownPartner, Testimonial},
    pictures::portrait,
};

/// The testimonials of patients, with their pictures.
pub(super) fn testimonials(content: &Content) -> Value {
    let shown = |testimonial: &Testimonial| {
        let mut value = Map::default();
        value.insert("anchor".into(), testimonial.anchor().into());
        value.insert("feedback".into(), testimonial.feedback.as_str().into());
        value.insert("name".into(), testimonial.patient_name.as_str().into());
        value.insert("role".into(), testimonial.role.as_str().into());
        let picture = content.pictures.get(&testimonial.img).map(portrait).unwrap_or_default();
        value.insert("picture".into(), Value::safe_string(&picture));
        Value::from(value)
    };
    content.site.testimonials.iter().map(shown).collect::<Vec<_>>().into()
}

/// The partners of the site, with their logos.
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
