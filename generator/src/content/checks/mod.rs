//! What has to hold beyond the form of each file.

mod articles;
mod coordinates;
mod links;
mod site;
mod studies;
mod trials;
mod unique;

use super::{
    ContentError, CountryList, Draft, Page, Sourced,
    source_file::{SourceFile, Step},
};
use unique::{Named, unique};

use Step::{Item, Key};

/// Names of files that the site makes by itself.
const RESERVED: [&str; 8] =
    ["index", "results", "study", "enroll", "thank-you", "articles", "upcoming-research", "404"];

/// Gathers what is wrong. When files could not be read, references into them are not judged.
pub(super) fn check(draft: &Draft, unread: bool, errors: &mut Vec<ContentError>) {
    studies::check(&draft.studies, errors);
    for page in &draft.pages {
        check_slug(&page.file, &page.value.slug, errors);
        check_reserved(page, errors);
    }
    articles::check(draft, unread, errors);
    trials::check(draft, unread, errors);
    if !unread {
        links::check(draft, errors);
    }
    if let Some(countries) = &draft.countries {
        check_countries(countries, errors);
    }
    if let Some(consent) = &draft.consent {
        let boxes = consent.value.boxes.iter().enumerate().map(|(index, consent_box)| Named {
            value: &consent_box.id,
            file: &consent.file,
            way: vec![Key("boxes"), Item(index), Key("id")],
        });
        unique("consent box", boxes, errors);
        let known = draft.pages.iter().any(|page| page.value.slug == consent.value.notice.page);
        if !known && !unread {
            errors.push(ContentError::Unknown {
                what: "page",
                value: consent.value.notice.page.clone(),
                hint: "name a file of pages/ that is not a draft, without its ending",
                place: consent.file.locate(&[Key("notice"), Key("page")]),
            });
        }
    }
    if let Some(site) = &draft.site {
        site::check_hashtags(site, errors);
        if !unread {
            site::check_references(site, draft, errors);
        }
    }
}

fn check_slug(file: &SourceFile, slug: &str, errors: &mut Vec<ContentError>) {
    if !is_plain(slug) {
        errors.push(ContentError::Unfit {
            message: format!("'{slug}' can't stand in an address"),
            hint: "name the file with small letters, digits and hyphens only",
            place: file.place(0..0),
        });
    }
}

/// Whether a word can stand in an address as it is.
fn is_plain(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

fn check_reserved(page: &Sourced<Page>, errors: &mut Vec<ContentError>) {
    let slug = &page.value.slug;
    if RESERVED.contains(&slug.as_str()) {
        errors.push(ContentError::Unfit {
            message: format!("the site makes a page named '{slug}' by itself"),
            hint: "give the file another name",
            place: page.file.place(0..0),
        });
    }
}

fn check_countries(countries: &Sourced<CountryList>, errors: &mut Vec<ContentError>) {
    let names = &countries.value.countries;
    let way = |index| vec![Key("countries"), Item(index)];
    for (index, name) in names.iter().enumerate() {
        if name.trim().is_empty() || name.to_uppercase() != *name || name.trim() != name {
            errors.push(ContentError::Unfit {
                message: format!("the country '{name}' is not in upper case"),
                hint: "write the name in upper case, without spaces around it",
                place: countries.file.locate(&way(index)),
            });
        }
    }
    let listed = names.iter().enumerate().map(|(index, name)| Named {
        value: name,
        file: &countries.file,
        way: way(index),
    });
    unique("country", listed, errors);
}
