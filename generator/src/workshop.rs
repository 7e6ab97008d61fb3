//! Pages of studies that changed, made again and again: content, templates and bundle are read once.

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
    site::{Site, Templates, base, read_templates},
};

/// Where a workshop reads templates and bundle, and for which address it works.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'a> {
    /// The folder with the built `dist/`.
    pub site_dir: &'a Path,
    /// The folder with the templates.
    pub templates_dir: &'a Path,
    /// The site's address without a path, such as `https://waypoint.example`; may be empty.
    pub base_url: &'a str,
    /// Whether to use the development build of the islands.
    pub dev_bundle: bool,
}

/// Makes the pages of studies that changed.
pub struct Workshop {
    content: Content,
    base_url: String,
    bundle: Arc<Bundle>,
    templates: Arc<Templates>,
    artist: Arc<OnceLock<Artist>>,
    drawn: Drawn,
    pool: ThreadPool,
}

impl Workshop {
    /// A workshop for this content, whose own studies do not count.
    ///
    /// # Errors
    /// When templates or bundle can't be read.
    pub fn open(content: Content, sources: &Sources) -> Result<Self, BuildError> {
        Ok(Self {
            content,
            base_url: base(sources.base_url)?.to_owned(),
            bundle: Bundle::read(sources.site_dir, sources.dev_bundle)?.into(),
            templates: read_templates(sources.templates_dir)?.into(),
            artist: Arc::default(),
            drawn: Drawn::default(),
            // Each thread keeps the engine that it has loaded, so the pool stays.
            pool: ThreadPoolBuilder::new().stack_size(THREAD_STACK).build()?,
        })
    }

    /// The files that pages load, such as scripts and styles.
    ///
    /// # Errors
    /// When one can't be read.
    pub fn loaded_by_pages(&self) -> Result<Vec<SiteFile>, BuildError> {
        let read = |BundleFile { path, from }: &BundleFile| {
            let bytes = fs::read(from).map_err(BuildError::file("read", from))?;
            Ok(SiteFile { path: path.clone(), bytes })
        };
        self.bundle.files.iter().map(read).collect()
    }

    /// What the site is made of where these studies are all that there are, as far as it depends on those that
    /// changed.
    ///
    /// # Errors
    /// When nothing can be made at all. What a single study is to blame for stands in the result.
    pub fn changed(
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
        Ok(self.pool.install(|| changed_files(&site, &renderer, &self.drawn, changed)))
    }
}

impl std::fmt::Debug for Workshop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workshop").field("base_url", &self.base_url).finish_non_exhaustive()
    }
}

/// Pictures that were drawn lately, by their names, which say all that is in them. Most changes of a study leave its
/// title as it is.
#[derive(Default)]
pub(crate) struct Drawn(Mutex<BTreeMap<String, Arc<[u8]>>>);

impl Drawn {
    /// So many are kept; each has about 50 kB.
    const MOST: usize = 200;

    /// The picture of this name, drawn when it is not kept.
    pub(crate) fn get(
        &self,
        name: &str,
        draw: impl FnOnce() -> Result<Vec<u8>, BuildError>,
    ) -> Result<Vec<u8>, BuildError> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(picture) = kept().get(name) {
            return Ok(picture.to_vec());
        }
        let picture = draw()?;
        let mut kept = kept();
        if kept.len() >= Self::MOST {
            kept.clear();
        }
        kept.insert(name.to_owned(), picture.as_slice().into());
        Ok(picture)
    }
}
