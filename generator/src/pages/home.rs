//! The home page.

use serde_json::json;
use tera::{Map, Value};

use super::search::insert_search_box;
use crate::{
    content::{Content, ShownPartner, Testimonial},
    page::{Kind, Page, SitemapEntry},
    pictures::portrait,
    render::{
        head::{Head, SITE_TITLE},
        linked_data::{publisher, questions},
        policy::Policy,
    },
    site::Site,
};

pub(super) const HOME: Kind = Kind { sitemap: |_| vec![SitemapEntry::new("/")], ..Kind::new(pages) };

fn pages<'a>(site: &'a Site<'a>) -> Vec<Page<'a>> {
    let content = site.content;
    let name = &content.brand.name;
    let description =
        format!("Search clinical trials near you, see if you may be able to join, and sign up with {name}.");
    let film = content.site.video.as_ref().map(|video| video.embed.as_str());
    vec![Page {
        policy: Policy::with_assistants().and_form().and_frame(film),
        linked_data: Box::new(move |address| vec![website(content, address), questions(&content.faqs)]),
        ..Page::new("index.html", Head::listed(SITE_TITLE, &description, "/"), "home.html", move |data| {
            insert_search_box(data, false)?;
            data.insert_answers(&content.faqs)?;
            data.insert_value("testimonials", testimonials(content));
            let quotes = &content.site.testimonials;
            data.insert("has_example_quotes", &quotes.iter().any(|quote| quote.consented_on.is_none()));
            data.insert_value("partners", partners(content));
            Ok(())
        })
    }]
}

fn website(content: &Content, address: &str) -> serde_json::Value {
    json!({
        "@type": "WebSite",
        "name": content.brand.name,
        "url": address,
        "publisher": publisher(&content.brand),
    })
}

/// The testimonials of patients, with their pictures.
fn testimonials(content: &Content) -> Value {
    let shown = |testimonial: &Testimonial| {
        let mut value = Map::default();
        value.insert("anchor".into(), testimonial.anchor().into());
        value.insert("feedback".into(), testimonial.feedback.as_str().into());
        value.insert("name".into(), testimonial.patient_name.as_str().into());
        value.insert("role".into(), testimonial.role.as_str().into());
        value.insert("is_example".into(), testimonial.consented_on.is_none().into());
        let picture = content.pictures.get(&testimonial.img).map(portrait).unwrap_or_default();
        value.insert("picture".into(), Value::safe_string(&picture));
        Value::from(value)
    };
    content.site.testimonials.iter().map(shown).collect::<Vec<_>>().into()
}

/// The partners of the site, with their logos.
fn partners(content: &Content) -> Value {
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
