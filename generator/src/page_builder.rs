//! Renders pages of changed studies again and again, reading content, templates, and bundle only once.

use std::{
    fs,
    sync::{Arc, OnceLock},
};

use rayon::{ThreadPool, ThreadPoolBuilder};
use waypoint_domain::partner_study::PartnerStudy;
use waypoint_rendering::engine::THREAD_STACK;

use crate::{
    bundle::{Bundle, BundleFile},
    changed_files::{ChangedFiles, ChangedStudies, changed_files},
    content::Content,
    error::BuildError,
    output::SiteFile,
    picture_cache::PictureCache,
    render::Renderer,
    share_picture::Artist,
    site::{Site, Sources, parse_base_url},
    site_glossary::SiteGlossary,
    templates::Templates,
};

/// Renders the files that depend on changed studies.
pub struct PageBuilder {
    content: Content,
    base_url: String,
    glossary: Arc<SiteGlossary>,
    bundle: Arc<Bundle>,
    templates: Arc<Templates>,
    artist: Arc<OnceLock<Artist>>,
    pictures: PictureCache,
    pool: ThreadPool,
}

impl PageBuilder {
    /// Opens a page builder for this content. The studies of the content are ignored.
    pub fn open(content: Content, sources: &Sources) -> Result<Self, BuildError> {
        Ok(Self {
            glossary: SiteGlossary::new(&content.glossary).into(),
            content,
            base_url: parse_base_url(sources.base_url)?.to_owned(),
            bundle: Bundle::read(sources.site_dir, sources.dev_bundle)?.into(),
            templates: Templates::read(sources.templates_dir)?.into(),
            artist: Arc::default(),
            pictures: PictureCache::default(),
            // Each thread keeps its loaded engine, so the pool is reused.
            pool: ThreadPoolBuilder::new().stack_size(THREAD_STACK).build()?,
        })
    }

    /// Reads the files that pages load, such as scripts, styles, and the glossary.
    pub fn page_assets(&self) -> Result<Vec<SiteFile>, BuildError> {
        let read = |BundleFile { path, from }: &BundleFile| {
            let bytes = fs::read(from).map_err(BuildError::file("read", from))?;
            Ok(SiteFile { path: path.clone(), bytes })
        };
        let glossary =
            SiteFile { path: self.glossary.path(), bytes: self.glossary.json.clone().into_bytes() };
        self.bundle.files.iter().map(read).chain([Ok(glossary)]).collect()
    }

    /// Replaces all studies and renders the files that depend on the changed ones.
    ///
    /// # Errors
    /// When nothing can be rendered at all. Failures of single files are part of the result.
    pub fn render_changed(
        &mut self,
        studies: Vec<PartnerStudy>,
        changed: &ChangedStudies,
    ) -> Result<ChangedFiles, BuildError> {
        self.content.replace_studies(studies);
        let site = Site {
            content: &self.content,
            base_url: &self.base_url,
            glossary: Arc::clone(&self.glossary),
            bundle: Arc::clone(&self.bundle),
            templates: Arc::clone(&self.templates),
        };
        let renderer = Renderer::new(&site)?.with_artist(&self.artist);
        Ok(self.pool.install(|| changed_files(&site, &renderer, &self.pictures, changed)))
    }
}

impl std::fmt::Debug for PageBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PageBuilder").field("base_url", &self.base_url).finish_non_exhaustive()
    }
}
