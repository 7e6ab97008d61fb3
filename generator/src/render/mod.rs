//! Renders pages: templates, islands, and pictures.
//!
//! - [`Renderer`]: the tools that all pages share
//! - [`head`], [`policy`], [`linked_data`], [`sign_up_link`]: what every page states about itself
//! - [`island`]: markup of React components
//! - the other modules: template data of parts of pages

mod brand;
mod explained;
pub(crate) mod head;
pub(crate) mod island;
pub(crate) mod linked_data;
pub(crate) mod map;
mod notices;
pub(crate) mod places;
pub(crate) mod policy;
pub(crate) mod qr_code;
pub(crate) mod sign_up_link;
pub(crate) mod study_cards;
pub(crate) mod survey;

use std::sync::{Arc, OnceLock};

use serde::Serialize;
use tera::{Context, Tera, Value};
use waypoint_domain::coordinates::Coordinates;
use waypoint_gazetteer::Gazetteer;
use waypoint_rendering::markup::Start;

use crate::{
    content::ProcessorService,
    error::BuildError,
    island_renderer::IslandRenderer,
    share_picture::{Artist, SharePicture},
    site::Site,
};
use brand::BrandView;
pub(crate) use explained::ExplainedHtml;
use island::island;
use notices::notices;
use sign_up_link::SignUpLink;

/// Renders the parts of files, on any thread.
pub(crate) struct Renderer<'a> {
    pub(crate) site: &'a Site<'a>,
    templates: Tera,
    islands: IslandRenderer,
    artist: Arc<OnceLock<Artist>>,
    gazetteer: OnceLock<Gazetteer>,
}

impl<'a> Renderer<'a> {
    /// Prepares the data that all pages share.
    pub(crate) fn new(site: &'a Site<'a>) -> Result<Self, BuildError> {
        let mut templates = site.templates.tera.clone();
        let shared = templates.global_context();
        shared.insert("site", &site.content.site);
        shared.insert("brand", &BrandView::new(&site.content.brand));
        shared.insert("notices", &notices(site.content));
        shared.insert("recording", &site.content.duties.processor(ProcessorService::Voice));
        shared.insert_value("brand_mark", Value::safe_string(&site.content.mark.svg));
        shared.insert("base_url", site.base_url);
        shared.insert("default_sign_up", &SignUpLink::for_default_study(site.content));
        shared.insert("stylesheet", &site.bundle.stylesheet()?);
        shared.insert("entry", &site.bundle.entry()?);
        shared.insert("basemap", &site.bundle.basemap()?);
        shared.insert("fonts", &site.bundle.first_fonts()?);
        Ok(Self {
            site,
            templates,
            islands: IslandRenderer::new(&site.bundle.ssr),
            artist: Arc::default(),
            gazetteer: OnceLock::new(),
        })
    }

    /// Returns a renderer for pages that are opened from disk, where the site's addresses don't work.
    pub(crate) fn for_disk(mut self) -> Self {
        self.templates.global_context().insert("from_disk", &true);
        self
    }

    /// Returns a renderer that shares an artist, whose fonts may already be loaded.
    pub(crate) fn with_artist(self, artist: &Arc<OnceLock<Artist>>) -> Self {
        Self { artist: Arc::clone(artist), ..self }
    }

    /// Fills a template for the file at this path.
    pub(crate) fn fill(&self, template: &str, path: &str, context: &Context) -> Result<Vec<u8>, BuildError> {
        let mut bytes = Vec::new();
        self.templates
            .render_to(template, context, &mut bytes)
            .map_err(|error| BuildError::Page { page: path.to_owned(), reason: error.to_string() })?;
        Ok(bytes)
    }

    /// Renders an island with its props, for the page at this path.
    pub(crate) fn island(
        &self,
        path: &str,
        name: &'static str,
        start: Start,
        props: &impl Serialize,
    ) -> Result<String, BuildError> {
        island(&self.islands, name, start, props).map_err(|reason| BuildError::Island {
            island: name.into(),
            page: path.to_owned(),
            reason,
        })
    }

    /// Draws a share picture.
    pub(crate) fn draw(&self, picture: &SharePicture) -> Result<Vec<u8>, BuildError> {
        let artist = self.artist.get_or_init(|| Artist::with_fonts(&self.site.bundle.share_fonts()));
        Ok(artist.draw(picture)?)
    }

    /// Returns the coordinates of a postal address, or `None` if its place is unknown.
    pub(crate) fn locate(&self, address: &str) -> Option<Coordinates> {
        let gazetteer = self.gazetteer.get_or_init(Gazetteer::default);
        gazetteer.locate_address(address).map(|place| place.coordinates)
    }
}
