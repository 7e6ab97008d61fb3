//! One run of the generator.

use std::{
    collections::HashSet,
    fmt,
    path::Path,
    time::{Duration, Instant},
};

use rayon::{ThreadPoolBuilder, prelude::*};
use waypoint_rendering::engine::THREAD_STACK;

use crate::{
    content::Content,
    error::BuildError,
    out_folder::{OutFolder, StagedFile},
    output::Output,
    plan::plan,
    render::Renderer,
    site::{Site, Sources},
    template_links,
};

/// What to build, and where.
#[derive(Debug, Clone, Copy)]
pub struct Build<'a> {
    /// The content to publish.
    pub content: &'a Content,
    /// The folder with the built `dist/`.
    pub site_dir: &'a Path,
    /// The folder with the Tera templates.
    pub templates_dir: &'a Path,
    /// The output folder.
    pub out: &'a Path,
    /// The site's origin, such as `https://waypoint.example`, or an empty string.
    pub base_url: &'a str,
    /// Whether to use the development build of the islands.
    pub dev_bundle: bool,
}

/// What a build changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// Number of pages of the site.
    pub pages: usize,
    /// Number of files that are new or different.
    pub changed: usize,
    /// Number of deleted files.
    pub removed: usize,
    /// Duration of the build.
    pub time: Duration,
}

impl Build<'_> {
    /// Builds the site. Replaces existing files only after every file has been rendered.
    ///
    /// # Errors
    /// If writing itself fails, the output folder may be half updated. Any other error leaves it untouched.
    pub fn run(&self, progress: &(dyn Fn(&str) + Sync)) -> Result<Summary, BuildError> {
        let started = Instant::now();
        progress("Reading templates and islands");
        let site = self.site()?;
        let outputs = plan(&site);
        let paths: Vec<&str> = outputs.iter().map(Output::path).collect();
        reject_duplicate_paths(&paths)?;
        template_links::check(&site.templates.links, &paths)?;
        let pages = outputs.iter().filter(|output| output.page().is_some()).count();
        progress(&format!("Rendering {pages} pages"));
        let renderer = Renderer::new(&site)?;
        let folder = OutFolder::open(self.out)?;
        let staged = stage(&renderer, &outputs, &folder)?;
        progress(&format!("Publishing {} files", staged.len()));
        staged.iter().try_for_each(StagedFile::publish)?;
        let removed = folder.remove_except(paths.iter().copied())?;
        Ok(Summary { pages, changed: staged.len(), removed, time: started.elapsed() })
    }

    /// Reads the inputs of the build.
    pub(crate) fn site(&self) -> Result<Site<'_>, BuildError> {
        let Self { content, site_dir, templates_dir, base_url, dev_bundle, .. } = *self;
        Site::read(content, &Sources { site_dir, templates_dir, base_url, dev_bundle })
    }
}

/// Renders every output and stages the files that differ from those in the folder.
fn stage(renderer: &Renderer, outputs: &[Output], folder: &OutFolder) -> Result<Vec<StagedFile>, BuildError> {
    // A pool of its own, so that its threads and their JavaScript engines end with this run.
    let pool = ThreadPoolBuilder::new().stack_size(THREAD_STACK).build()?;
    let results: Vec<Result<Option<StagedFile>, BuildError>> = pool.install(|| {
        let each = outputs.par_iter().map(|output| {
            if output.is_content_addressed() && folder.has_file(output.path()) {
                return Ok(None);
            }
            folder.stage(output.path(), &output.render(renderer)?)
        });
        each.collect()
    });
    let mut staged = Vec::new();
    let mut failed = None;
    for result in results {
        match result {
            Ok(file) => staged.extend(file),
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    match failed {
        None => Ok(staged),
        Some(error) => {
            folder.discard(&staged);
            Err(error)
        }
    }
}

fn reject_duplicate_paths(paths: &[&str]) -> Result<(), BuildError> {
    let mut seen = HashSet::new();
    match paths.iter().find(|path| !seen.insert(**path)) {
        Some(path) => Err(BuildError::Clash((*path).to_owned())),
        None => Ok(()),
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pages, changed, removed, time } = self;
        write!(f, "{pages} pages, {changed} files changed, {removed} removed, {:.2} s", time.as_secs_f64())
    }
}
