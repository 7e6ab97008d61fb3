//! The page of search results, and the page of saved studies. The browser loads the studies of both.

use serde::Serialize;
use waypoint_rendering::markup::Start;

use crate::{
    content::Content,
    error::BuildError,
    page::{Kind, Page, PageData},
    render::{head::Head, island::NoProps, policy::Policy},
    site::Site,
};

pub(super) const RESULTS: Kind = Kind::new(results);
pub(super) const SAVED: Kind = Kind::new(saved);

/// Props of the search box.
#[derive(Serialize)]
struct SearchBox<'a> {
    condition: &'a str,
    country: &'a str,
    countries: &'a [String],
    action: &'a str,
    /// Whether phones fold the box to one line.
    folds: bool,
}

fn results<'a>(_: &'a Site<'a>) -> Vec<Page<'a>> {
    let head = Head::unlisted("Search Results", "Clinical trials that match your search.").below_search();
    vec![Page {
        policy: Policy::with_assistants().and_form(),
        ..Page::new("results.html", head, "results.html", |data| {
            insert_search_box(data, true)?;
            data.insert_rendering();
            data.insert_island("results", &NoProps {})
        })
    }]
}

fn saved<'a>(_: &'a Site<'a>) -> Vec<Page<'a>> {
    let head =
        Head::unlisted("Saved Studies", "Clinical trials that you saved on this device.").below_search();
    vec![Page {
        policy: Policy::with_assistants(),
        ..Page::new("saved.html", head, "saved.html", |data| data.insert_island("saved", &NoProps {}))
    }]
}

/// Inserts the search box, which starts when the browser is idle. Above results, phones fold it to one line.
pub(super) fn insert_search_box(data: &mut PageData, folds: bool) -> Result<(), BuildError> {
    let props = SearchBox::new(data.renderer.site.content, folds);
    let search_box = data.island("search-box", Start::Idle, &props)?;
    data.insert_html("search_box", &search_box);
    Ok(())
}

impl<'a> SearchBox<'a> {
    fn new(content: &'a Content, folds: bool) -> Self {
        Self {
            condition: "",
            country: &content.site.default_country,
            countries: &content.countries,
            action: "/results",
            folds,
        }
    }
}
