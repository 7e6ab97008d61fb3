//! The kinds of pages, a module for each kind or for a few that are alike.
//!
//! A module declares a [`Kind`], which returns the pages with everything about them: path, metadata, security policy,
//! structured data, the studies they depend on, and the template with its data.

mod articles;
mod conditions;
mod doctors;
mod glossary;
mod home;
mod missing_previews;
mod personal;
pub(crate) mod previews;
mod search;
mod sign_up;
mod studies;
mod texts;
mod trials;
mod upcoming;

pub(crate) use doctors::address as doctor_address;
pub(crate) use previews::preview_addresses;

use crate::{
    content::Content,
    page::{Kind, Page, SitemapEntry},
    site::Site,
};

/// Every kind of page, in the order of the sitemap.
const KINDS: &[Kind] = &[
    home::HOME,
    articles::INDEX,
    conditions::INDEX,
    upcoming::UPCOMING,
    glossary::GLOSSARY,
    conditions::CONDITIONS,
    trials::TRIALS,
    articles::ARTICLES,
    texts::TEXTS,
    studies::STUDIES,
    doctors::DOCTORS,
    search::RESULTS,
    search::SAVED,
    sign_up::SIGN_UPS,
    sign_up::THANK_YOU,
    personal::PERSONAL,
    texts::NOTICES,
    previews::PREVIEWS,
    missing_previews::MISSING_PREVIEWS,
];

/// Every page of the site.
pub(crate) fn pages<'a>(site: &'a Site<'a>) -> impl Iterator<Item = Page<'a>> {
    KINDS.iter().flat_map(move |kind| (kind.pages)(site))
}

/// The paths where a study may have a page under an id.
pub(crate) fn study_paths(content: &Content, id: &str) -> impl Iterator<Item = String> {
    KINDS.iter().flat_map(move |kind| (kind.study_paths)(content, id))
}

/// The entries of the sitemap.
pub(crate) fn sitemap(site: &Site) -> Vec<SitemapEntry> {
    KINDS.iter().flat_map(|kind| (kind.sitemap)(site)).collect()
}
