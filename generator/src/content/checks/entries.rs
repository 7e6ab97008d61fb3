//! Checks of list entries with their own anchor: questions and testimonials.

use std::collections::{HashMap, HashSet};

use super::unique::{Occurrence, unique};
use crate::content::{
    draft::Draft,
    error::{ContentError, Place},
    faq::{Faq, FaqList},
    site_settings::Testimonial,
    source_file::Sourced,
    step::Step::{Item, Key},
    unread_content::UnreadContent,
};

/// The anchors of entries, by the path of their page in lower case.
pub(super) type Anchors = HashMap<String, HashSet<String>>;

pub(super) fn check(draft: &Draft, unread: &UnreadContent, errors: &mut Vec<ContentError>) {
    for list in draft.faqs.iter().chain(&draft.trial_faqs) {
        check_ids(list, errors);
    }
    let Some(site) = &draft.site else { return };
    let testimonials = &site.value.testimonials;
    let ids = testimonials.iter().enumerate().map(|(index, testimonial)| Occurrence {
        value: testimonial.id.as_str(),
        file: &site.file,
        steps: vec![Key("testimonials"), Item(index), Key("id")],
    });
    unique("testimonial id", ids, errors);
    for (index, testimonial) in testimonials.iter().enumerate() {
        let steps = [Key("testimonials"), Item(index), Key("img")];
        check_picture(&testimonial.img, draft, unread, || site.file.locate(&steps), errors);
    }
}

/// Checks that a picture outside of a text exists.
pub(super) fn check_picture(
    name: &str,
    draft: &Draft,
    unread: &UnreadContent,
    place: impl FnOnce() -> Place,
    errors: &mut Vec<ContentError>,
) {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if !draft.pictures.contains_key(name) && !unread.may_exist("images", stem) {
        errors.push(ContentError::Unknown {
            what: "picture",
            value: name.to_owned(),
            hint: "use the name of a file in images/, with its extension, such as maria.jpg",
            place: place(),
        });
    }
}

fn check_ids(list: &Sourced<FaqList>, errors: &mut Vec<ContentError>) {
    let ids = list.value.faqs.iter().enumerate().map(|(index, faq)| Occurrence {
        value: faq.id.as_str(),
        file: &list.file,
        steps: vec![Key("faqs"), Item(index), Key("id")],
    });
    unique("question id", ids, errors);
}

/// Collects the anchors other than headings that links may have.
pub(super) fn anchors(draft: &Draft) -> Anchors {
    let faq_anchors = |list: &Sourced<FaqList>| list.value.faqs.iter().map(Faq::anchor).collect::<Vec<_>>();
    let mut anchors = Anchors::new();
    let home = anchors.entry("/".into()).or_default();
    home.extend(draft.faqs.iter().flat_map(faq_anchors));
    let testimonials = draft.site.iter().flat_map(|site| &site.value.testimonials);
    home.extend(testimonials.map(Testimonial::anchor));
    let terms = draft.glossary.iter().flat_map(|glossary| &glossary.value.terms);
    anchors.insert("/glossary".into(), terms.map(|term| term.id.to_string()).collect());
    for trial in &draft.trials {
        let front = &trial.value.front;
        let list =
            front.faqs.as_ref().and_then(|name| draft.trial_faqs.iter().find(|l| l.value.name == *name));
        anchors
            .entry(front.at.to_ascii_lowercase())
            .or_default()
            .extend(list.into_iter().flat_map(faq_anchors));
    }
    anchors
}
