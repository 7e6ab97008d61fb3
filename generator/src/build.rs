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
    out_folder::{OutFolder, Staged},
    output::Output,
    plan::plan,
    render::Renderer,
    site::Site,
    template_links,
};

/// Deep pages recurse deep in the JavaScript engine, which uses the thread's own stack.
pub(crate) const THREAD_STACK: usize = 16 << 20;

/// What to build, and where.
#[derive(Debug, Clone, Copy)]
pub struct Build<'a> {
    /// What editors wrote.
    pub content: &'a Content,
    /// The folder with the built `dist/`.
    pub site_dir: &'a Path,
    /// The folder with the templates.
    pub templates_dir: &'a Path,
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
    /// Builds the site. Nothing that stands is replaced before everything has been rendered.
    ///
    /// # Errors
    /// Says what is wrong and where; the output folder is as before, unless writing itself failed.
    pub fn run(&self, progress: &(dyn Fn(&str) + Sync)) -> Result<Summary, BuildError> {
        let started = Instant::now();
        progress("Reading templates and islands");
        let site = Site::read(self)?;
        let outputs = plan(&site);
        let paths: Vec<String> = outputs.iter().map(Output::path).collect();
        refuse_clashes(&paths)?;
        template_links::check(&site.templates.links, &paths)?;
        let pages = outputs.iter().filter(|output| output.is_page()).count();
        progress(&format!("Rendering {pages} pages"));
        let renderer = Renderer::new(&site)?;
        let folder = OutFolder::open(self.out)?;
        let staged = stage(&renderer, &outputs, &paths, &folder)?;
        progress(&format!("Publishing {} files", staged.len()));
        staged.iter().try_for_each(Staged::publish)?;
        let removed = folder.remove_all_but(paths.iter().map(String::as_str))?;
        Ok(Summary { pages, changed: staged.len(), removed, time: started.elapsed() })
    }
}

/// Renders every output, and stages those that differ from what the folder holds.
fn stage(
    renderer: &Renderer,
    outputs: &[Output],
    paths: &[String],
    folder: &OutFolder,
) -> Result<Vec<Staged>, BuildError> {
    // The pool is the run's own: its threads, and the engine that each of them keeps, end with it.
    let pool = ThreadPoolBuilder::new().stack_size(THREAD_STACK).build()?;
    let results: Vec<Result<Option<Staged>, BuildError>> = pool.install(|| {
        let each = outputs.par_iter().zip(paths);
        each.map(|(output, path)| {
            if output.is_named_by_its_content() && folder.holds(path) {
                return Ok(None);
            }
            folder.stage(path, &renderer.render(output)?)
        })
        .collect()
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
            folder.abandon(&staged);
            Err(error)
        }
    }
}

fn refuse_clashes(paths: &[String]) -> Result<(), BuildError> {
    let mut seen = HashSet::new();
    match paths.iter().find(|path| !seen.insert(path.as_str())) {
        Some(path) => Err(BuildError::Clash(path.clone())),
        None => Ok(()),
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pages, changed, removed, time } = self;
        write!(f, "{pages} pages, {changed} files changed, {removed} removed, {:.2} s", time.as_secs_f64())
    }
}
