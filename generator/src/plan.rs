//! The list of files that make up the site.

use std::collections::BTreeMap;

use crate::{
    files,
    output::{File, Output},
    page::Page,
    pages,
    site::Site,
};

/// Every output of the site.
pub(crate) fn plan<'a>(site: &'a Site<'a>) -> Vec<Output<'a>> {
    let mut outputs = outputs_without_pictures(site);
    let share_pictures = share_pictures(site, outputs.iter().filter_map(Output::page));
    outputs.extend(files::renditions(site).map(Output::File));
    outputs.extend(share_pictures.into_iter().map(Output::File));
    outputs
}

/// Every output of the site that is not a picture.
pub(crate) fn outputs_without_pictures<'a>(site: &'a Site<'a>) -> Vec<Output<'a>> {
    // Scripts and styles come first, so that no page is published before the files it loads.
    let files = files::loaded_by_pages(site).into_iter().chain(files::from_templates(site));
    files.map(Output::File).chain(pages::pages(site).map(Output::Page)).collect()
}

/// The share pictures of these pages, by path. Several pages can have the same picture.
pub(crate) fn share_pictures<'p, 'a: 'p>(
    site: &Site,
    pages: impl Iterator<Item = &'p Page<'a>>,
) -> Vec<File<'a>> {
    if site.base_url.is_empty() {
        return Vec::new();
    }
    let pictures = pages.filter_map(|page| page.head.picture(site.content));
    let by_path: BTreeMap<_, _> = pictures.map(|picture| (picture.path(), picture)).collect();
    by_path.into_values().map(files::share_picture).collect()
}
