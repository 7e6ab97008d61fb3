//! The page of a study under each of its ids, and the page for ids without a page of their own.

use serde::Serialize;
use tera::Context;
use waypoint_domain::{
    excerpt::excerpt, glossary::TermForms, partner_study::PartnerStudy, study_page::StudyPage,
};
use waypoint_rendering::markup::Start;

use super::doctors;
use crate::{
    error::BuildError,
    map::crop::BESIDE_LIST,
    page::{Dependence, Kind, Page, PageData, SitemapEntry},
    render::{
        head::{Head, find_trials, search_results, study_path},
        linked_data::trial,
        map::MapView,
        places::places_of_study,
        policy::Policy,
        sign_up_link::HeaderSignUp,
    },
    site::{Site, StudyWithId},
};

pub(super) const STUDIES: Kind = Kind { study_paths: |_, id| vec![path(id)], sitemap, ..Kind::new(pages) };

/// Search engines show about this many characters of a description.
const DESCRIPTION_LENGTH: usize = 160;
/// Markup of the empty element that the study island provides for its map.
const MAP_PLACEHOLDER: [&str; 2] = ["<div class=\"drawn-map\">", "</div>"];

/// Props of a study page. Without `page`, the island loads the study named in the address.
#[derive(Serialize)]
struct Props<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<StudyPage>,
    /// Whether the generator draws a map into the island's placeholder.
    has_map: bool,
    /// Address of the basemap, for a study that the island loads.
    #[serde(skip_serializing_if = "Option::is_none")]
    basemap: Option<String>,
    /// The spellings of the terms to explain, for the function that fills the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    glossary: Option<&'a [TermForms]>,
}

fn pages<'a>(site: &'a Site<'a>) -> Vec<Page<'a>> {
    let by_number = site.shown_studies().map(|study| (study.snow_study_number.as_str(), study));
    let by_registry_number =
        site.registered_studies().into_iter().map(|(number, study)| (number.as_str(), study));
    let by_number_of_registry = site.studies_by_registry_number();
    let sharing = |study: &PartnerStudy| {
        let number = study.nct_number.as_ref();
        number.and_then(|number| by_number_of_registry.get(number)).cloned().unwrap_or_else(Vec::new)
    };
    let has_own_page = |id: &str| site.content.shown_trials().any(|trial| trial.replaces_study_page(id));
    let pages = by_number
        .chain(by_registry_number)
        .filter(|(id, _)| !has_own_page(id))
        .map(|(id, study)| page((id, study), sharing(study), site));
    pages.chain([page_by_address(site)]).collect()
}

fn path(id: &str) -> String {
    format!("study/{id}.html")
}

/// `sharing` are the studies with the same registry number, whose sites the page shows too.
fn page<'a>((id, study): StudyWithId<'a>, sharing: Vec<&'a PartnerStudy>, site: &'a Site<'a>) -> Page<'a> {
    let title = &study.brief_title;
    let description = excerpt(&study.brief_summary, DESCRIPTION_LENGTH);
    let head = Head::listed(title, &description, study_path(study))
        .with_picture("Clinical Trial")
        .with_trail_as("Trial Details", vec![find_trials(), search_results(&site.content.site)]);
    Page {
        policy: Policy::with_assistants().and_form().and_frame(study.embedded_link.as_deref()),
        depends_on: Dependence::Study { id, study },
        sign_up: HeaderSignUp::Study(study),
        linked_data: Box::new(move |address| vec![trial(title, &description, study, address)]),
        ..Page::new(path(id), head, "island.html", move |data| add_data(data, study, &sharing))
    }
}

/// The page that loads the study named in the address, which may show any partner's frame.
fn page_by_address<'a>(site: &'a Site<'a>) -> Page<'a> {
    let head = Head::unlisted("Trial Details", "What a clinical trial tests and who can join.")
        .with_trail(vec![find_trials(), search_results(&site.content.site)]);
    let hosts = site.content.site.frame_hosts.iter().cloned();
    Page {
        policy: Policy::with_assistants().and_form().and_frames_of(hosts),
        ..Page::new("study.html", head, "island.html", move |data| {
            data.insert("name", "study");
            data.insert_rendering();
            let basemap = site.bundle.basemap()?;
            data.insert_glossary(!site.glossary.finder.terms().is_empty());
            let glossary = Some(site.glossary.finder.terms());
            data.insert_island(
                "study",
                &Props { page: None, has_map: false, basemap: Some(basemap), glossary },
            )
        })
    }
}

/// One entry per study, at its canonical address.
fn sitemap(site: &Site) -> Vec<SitemapEntry> {
    let entry = |study: &PartnerStudy| {
        SitemapEntry::changed(study_path(study), Some(study.sys_updated_on.day().to_owned()))
    };
    site.canonical_studies().into_iter().map(entry).collect()
}

/// Adds the island of a study, with the map of its sites drawn into it.
fn add_data(data: &mut PageData, study: &PartnerStudy, sharing: &[&PartnerStudy]) -> Result<(), BuildError> {
    let places = places_of_study(study, sharing).into_iter();
    let places: Vec<_> =
        places.map(|place| place.located_by(|address| data.renderer.locate(address))).collect();
    let map = MapView::for_places(&places, BESIDE_LIST);
    let page = StudyPage::for_partner_study(study, sharing.iter().copied())
        .with_terms(&data.renderer.site.glossary.finder);
    data.insert_glossary(!page.terms.is_empty());
    let props = Props { page: Some(page), has_map: map.is_some(), basemap: None, glossary: None };
    let mut markup = data.island("study", Start::Load, &props)?;
    if let Some(map) = map {
        let mut context = Context::new();
        context.insert("map", &map);
        let drawn = data.fill("study-map.html", &context)?;
        let [begin, end] = MAP_PLACEHOLDER;
        let drawn = format!("{begin}{}{end}", String::from_utf8_lossy(&drawn).trim());
        markup = markup.replacen(&MAP_PLACEHOLDER.concat(), &drawn, 1);
    }
    data.insert("name", "study");
    data.insert("prerendered", &true);
    data.insert("study_id", study.identifier());
    data.insert("doctors_path", &doctors::address(study));
    data.insert_island_markup("study", &markup)
}
