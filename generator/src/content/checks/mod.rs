//! Checks beyond the format of single files.

mod addresses;
mod approvals;
mod articles;
mod brands;
mod conditions;
mod consent;
mod coordinates;
mod duties;
mod entries;
mod facts;
mod frames;
mod glossary;
mod links;
mod processors;
mod regions;
mod site;
mod studies;
mod texts;
mod trials;
mod unique;

use super::{
    draft::{CountryList, Draft},
    error::ContentError,
    own_address::is_reserved,
    page::Page,
    source_file::Sourced,
    step::Step::{Item, Key},
    unread_content::UnreadContent,
};
use addresses::check_slug;
pub(super) use approvals::unapproved;
pub(super) use processors::unnamed_services;
pub(super) use studies::check_one as check_study;
use unique::{Occurrence, unique};

/// Collects the problems of a content folder. References to unreadable files are not reported.
pub(super) fn check(draft: &Draft, mut unread: UnreadContent, errors: &mut Vec<ContentError>) {
    studies::check(&draft.studies, errors);
    // A study whose number doesn't match its file may be the one that other files refer to.
    for study in draft.studies.iter().filter(|study| !studies::is_well_named(study)) {
        unread.add("studies", study.file.stem());
    }
    let unread = &unread;
    brands::check(draft, unread, errors);
    texts::check(draft, errors);
    for page in &draft.pages {
        check_slug(&page.file, &page.value.slug, errors);
        check_reserved(page, errors);
        check_redirect(page, errors);
    }
    articles::check(draft, unread, errors);
    conditions::check(&draft.conditions, errors);
    trials::check(draft, unread, errors);
    addresses::check(draft, errors);
    entries::check(draft, unread, errors);
    glossary::check(draft, errors);
    links::check(draft, unread, errors);
    if let Some(countries) = &draft.countries {
        check_countries(countries, errors);
    }
    consent::check(draft, unread, errors);
    duties::check(draft, unread, errors);
    if let Some(site) = &draft.site {
        site::check_hashtags(site, errors);
        frames::check(site, draft, errors);
        site::check_addresses(site, errors);
        site::check_references(site, draft, unread, errors);
        site::check_vendors(site, draft, unread, errors);
    }
}

fn check_reserved(page: &Sourced<Page>, errors: &mut Vec<ContentError>) {
    let slug = &page.value.slug;
    if is_reserved(&format!("/{slug}")) {
        errors.push(ContentError::Unfit {
            message: format!("the name '{slug}' is reserved"),
            hint: "give the file a different name",
            place: page.file.place(0..0),
        });
    }
}

fn check_redirect(page: &Sourced<Page>, errors: &mut Vec<ContentError>) {
    if page.value.goes_to.as_ref().is_some_and(|address| !address.starts_with("https://")) {
        errors.push(ContentError::Unfit {
            message: "the page redirects visitors to an invalid address".into(),
            hint: "write the full URL, starting with https://",
            place: page.file.locate(&[Key("goes_to")]),
        });
    }
}

fn check_countries(countries: &Sourced<CountryList>, errors: &mut Vec<ContentError>) {
    let names = &countries.value.countries;
    let steps = |index| vec![Key("countries"), Item(index)];
    for (index, name) in names.iter().enumerate() {
        if name.trim().is_empty() || name.to_uppercase() != *name || name.trim() != name {
            errors.push(ContentError::Unfit {
                message: format!("the country '{name}' is not in uppercase"),
                hint: "write the name in uppercase, without spaces around it",
                place: countries.file.locate(&steps(index)),
            });
        }
    }
    let listed = names.iter().enumerate().map(|(index, name)| Occurrence {
        value: name,
        file: &countries.file,
        steps: steps(index),
    });
    unique("country", listed, errors);
}
