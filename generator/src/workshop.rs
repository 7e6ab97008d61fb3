//! Renders pages of changed studies again and again, reading content, templates, and bundle only once.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use rayon::{ThreadPool, ThreadPoolBuilder};
use waypoint_domain::partner_study::PartnerStudy;

use crate::{
    build::THREAD_STACK,
    bundle::{Bundle, BundleFile},
    changed_files::{ChangedFiles, ChangedStudies, changed_files},
    content::Content,
    error::BuildError,
    preview_files::SiteFile,
    render::Renderer,
    share_picture::Artist,
    site::{Site, Templates, parse_base_url, read_templates},
};

/// Where a workshop reads templates and bundle, and the site's origin.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'a> {
    /// The folder with the built `dist/`.
    pub site_dir: &'a Path,
    /// The folder with the templates.
    pub templates_dir: &'a Path,
    /// The site's origin, such as `https://waypoint.example`, or an empty string.
    pub base_url: &'a str,
    /// Whether to use the development build of the islands.
    pub dev_bundle: bool,
}

/// Renders the files that depend on changed studies.
pub struct PageBuilder {
    content: Content,
    base_url: String,
    bundle: Arc<Bundle>,
    templates: Arc<Templates>,
    artist: Arc<OnceLock<Artist>>,
    pictures: PictureCache,
    pool: ThreadPool,
}

impl PageBuilder {
    /// Opens a workshop for this content. The studies of the content are ignored.
    pub fn open(content: Content, sources: &Sources) -> Result<Self, BuildError> {
        Ok(Self {
            content,
            base_url: parse_base_url(sources.base_url)?.to_owned(),
            bundle: Bundle::read(sources.site_dir, sources.dev_bundle)?.into(),
            templates: read_templates(sources.templates_dir)?.into(),
            artist: Arc::default(),
            pictures: PictureCache::default(),
            // Each thread keeps its loaded engine, so the pool is reused.
            pool: ThreadPoolBuilder::new().stack_size(THREAD_STACK).build()?,
        })
    }

    /// Reads the files that pages load, such as scripts and styles.
    pub fn page_assets(&self) -> Result<Vec<SiteFile>, BuildError> {
        let read = |BundleFile { path, from }: &BundleFile| {
            let bytes = fs::read(from).map_err(BuildError::file("read", from))?;
            Ok(SiteFile { path: path.clone(), bytes })
        };
        self.bundle.files.iter().map(read).collect()
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

/// Recently drawn share pictures by path, which is a hash of their content. Most changes of a study keep its title.
#[derive(Default)]
pub(crate) struct PictureCache(Mutex<BTreeMap<String, Arc<[u8]>>>);

impl PictureCache {
    /// Maximum number of cached pictures, about 50 kB each.
    const CAPACITY: usize = 200;

    /// Returns the picture at a path, drawing it if it is not cached.
    pub(crate) fn get(
        &self,
        path: &str,
        draw: impl FnOnce() -> Result<Vec<u8>, BuildError>,
    ) -> Result<Vec<u8>, BuildError> {
        let cache = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(picture) = cache().get(path) {
            return Ok(picture.to_vec());
        }
        let picture = draw()?;
        let mut cache = cache();
        if cache.len() >= Self::CAPACITY {
            cache.clear();
        }
        cache.insert(path.to_owned(), picture.as_slice().into());
        Ok(picture)
    }
}
