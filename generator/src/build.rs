//! One run of the generator.

use std::{
    collections::HashSet,
    fmt,
    path::Path,
    time::{Duration, Instant},
};

use rayon::{ThreadPoolBuilder, prelude::*};

use crate::{
    content::Content,
    error::BuildError,
    out_folder::{OutFolder, Pending},
    output::Output,
    plan::plan,
    render::Renderer,
    site::Site,
};

/// Deep pages recurse deep in the JavaScript engine, which uses the thread's own stack.
const THREAD_STACK: usize = 16 << 20;

/// What to build, and where.
#[derive(Debug, Clone, Copy)]
pub struct Build<'a> {
    /// What editors wrote.
    pub content: &'a Content,
    /// The folder with `templates/` and the built `dist/`.
    pub site_dir: &'a Path,
    /// The folder for the files.
    pub out: &'a Path,
    /// The site's address without a path, such as `https://waypoint.example`; may be empty.
    pub base_url: &'a str,
    /// Whether to use the development build of the islands.
    pub dev_bundle: bool,
}

/// What a run did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// How many pages the site has.
    pub pages: usize,
    /// How many files were new or differed.
    pub changed: usize,
    /// How many files were deleted.
    pub removed: usize,
    /// How long it took.
    pub time: Duration,
}

impl Build<'_> {
    /// Builds the site. Nothing is written before everything has been rendered.
    ///
    /// # Errors
    /// Says what is wrong and where; the output folder is as before, unless writing itself failed.
    pub fn run(&self, progress: &(dyn Fn(&str) + Sync)) -> Result<Summary, BuildError> {
        let started = Instant::now();
        progress("Reading templates and islands");
        let site = Site::read(self)?;
        let outputs = plan(&site);
        refuse_clashes(&outputs)?;
        let folder = OutFolder::open(self.out)?;
        let pages = outputs.iter().filter(|output| output.is_page()).count();
        progress(&format!("Rendering {pages} pages"));
        let pending = render(&site, &outputs, &folder)?;
        progress(&format!("Writing {} files", pending.len()));
        folder.write(&pending)?;
        let removed = folder.remove_all_but(outputs.iter().map(Output::path))?;
        Ok(Summary { pages, changed: pending.len(), removed, time: started.elapsed() })
    }
}

/// Renders every output and keeps those that differ from what the folder holds.
fn render(site: &Site, outputs: &[Output], folder: &OutFolder) -> Result<Vec<Pending>, BuildError> {
    let renderer = Renderer::new(site)?;
    // The pool is the run's own: its threads, and the engine that each of them keeps, end with it.
    let pool = ThreadPoolBuilder::new().stack_size(THREAD_STACK).build()?;
    let results: Vec<Result<Option<Pending>, BuildError>> = pool.install(|| {
        outputs.par_iter().map(|output| folder.differing(output.path(), renderer.render(output)?)).collect()
    });
    results.into_iter().filter_map(Result::transpose).collect()
}

fn refuse_clashes(outputs: &[Output]) -> Result<(), BuildError> {
    let mut seen = HashSet::new();
    match outputs.iter().map(Output::path).find(|path| !seen.insert(path.clone())) {
        Some(path) => Err(BuildError::Clash(path)),
        None => Ok(()),
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pages, changed, removed, time } = self;
        write!(f, "{pages} pages, {changed} files changed, {removed} removed, {:.2} s", time.as_secs_f64())
    }
}
