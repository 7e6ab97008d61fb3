//! Rebuilds the site after each change of its sources.

use std::path::{Path, PathBuf};

use waypoint_functions::context::Context;
use waypoint_generator::{Watch, content::Content};
use waypoint_importing::Facts;

use crate::{
    pages::Pages,
    regeneration::ChangingSite,
    reloading::Changes,
    seeds::{SeedReport, seed},
    start_error::StartError,
};

/// The sources and targets of a build.
#[derive(Debug)]
pub(crate) struct Rebuild {
    pub(crate) pages: Pages,
    pub(crate) site: ChangingSite,
    pub(crate) context: Context,
    pub(crate) seeds: PathBuf,
}

impl Rebuild {
    /// Builds the site from the current sources.
    async fn build(&mut self) -> Result<waypoint_generator::Summary, StartError> {
        let content = self.pages.read()?;
        load(&self.context, &content, &self.seeds).await?;
        self.site.replace_sources(&self.pages, &content)?;
        let (summary, _) = self.site.build(&self.pages, &content).await?;
        Ok(summary)
    }
}

/// Rebuilds after each change until watching fails. Changed islands and styles are bundled first. Failed builds are
/// reported, and the previous site remains.
///
/// # Errors
/// When the folders can't be watched.
pub(crate) fn rebuild_on_changes(
    mut rebuild: Rebuild,
    changes: &Changes,
    runtime: &tokio::runtime::Handle,
    print: &dyn Fn(&str),
) -> Result<(), waypoint_generator::WatchError> {
    let sources = rebuild.pages.sources();
    let bundled = rebuild.pages.bundle_sources();
    let watch = Watch::new(sources.iter().chain(&bundled).map(AsRef::as_ref))?;
    let mut had_error = false;
    while let Some(changed) = watch.wait() {
        if changed.iter().any(|path| bundled.iter().any(|folder| path.starts_with(folder))) {
            rebuild.pages.bundle().unwrap_or_else(|error| print(&error));
        }
        match runtime.block_on(rebuild.build()) {
            Ok(summary) if summary.changed + summary.removed == 0 => {
                if had_error {
                    print("The errors are fixed");
                }
                had_error = false;
            }
            Ok(summary) => {
                had_error = false;
                print(&format!("Changed: {summary}"));
                changes.increment();
            }
            Err(error) => {
                had_error = true;
                print(&error.to_string());
            }
        }
    }
    Ok(())
}

/// Stores the settings and passages of the content, and seeds its changed studies.
pub(crate) async fn load(
    context: &Context,
    content: &Content,
    seeds: &Path,
) -> Result<SeedReport, StartError> {
    Facts::from_content(content).put(&context.studies).await?;
    Ok(seed(&context.studies, &content.studies, seeds).await?)
}
