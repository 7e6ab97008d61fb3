//! What one study makes of the site: its pages and previews in memory, to be put where the site is, or its
//! previews in a folder of their own, to be opened from disk.

use std::path::PathBuf;

use waypoint_domain::study_number::StudyNumber;

use crate::{
    build::Build,
    error::BuildError,
    out_folder::{OutFolder, Staged},
    output::Output,
    plan::plan,
    preview::NoPreview,
    render::Renderer,
    site::Site,
};

/// A file of the site in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteFile {
    /// Where it stands under the site's root, with `/` between the parts.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl Build<'_> {
    /// The pages and previews of a study of the content as they stand in the site, under each of its
    /// ids. Nothing is written.
    ///
    /// # Errors
    /// Says what is wrong and where.
    pub fn files_of(&self, number: &StudyNumber) -> Result<Vec<SiteFile>, BuildError> {
        let site = Site::read(self)?;
        let ids: Vec<&str> = site
            .previewed_studies()
            .into_iter()
            .filter(|(_, study)| study.snow_study_number == *number)
            .map(|(id, _)| id)
            .collect();
        let is_of_study = |output: &Output| match output {
            Output::Study { study, .. } | Output::Enroll(study) => study.snow_study_number == *number,
            Output::Trial(trial) => trial.front.study == *number,
            Output::Preview { id, .. }
            | Output::NoPreview(NoPreview::TemplateOf { id } | NoPreview::NotMade { id }) => ids.contains(id),
            _ => false,
        };
        rendered(&site, &Renderer::new(&site)?, is_of_study)
    }

    /// Writes the six previews of a study of the content, with what they load, so that a browser can
    /// open them from the output folder. Gives the paths of the six.
    ///
    /// # Errors
    /// Says what is wrong and where.
    pub fn write_previews_of(&self, number: &StudyNumber) -> Result<Vec<PathBuf>, BuildError> {
        let site = Site::read(self)?;
        let is_needed = |output: &Output| match output {
            Output::Preview { id, .. } => *id == number.as_str(),
            Output::Asset(_) | Output::BrandStyles(_) | Output::Icon | Output::Logo(_) => true,
            _ => false,
        };
        let files: Vec<SiteFile> = rendered(&site, &Renderer::new(&site)?.for_disk(), is_needed)?
            .into_iter()
            .map(|file| from_disk(file, number))
            .collect();
        let folder = OutFolder::open(self.out)?;
        let stage = |file: &SiteFile| folder.stage(&file.path, &file.bytes).transpose();
        let staged: Vec<Staged> = files.iter().filter_map(stage).collect::<Result<_, _>>()?;
        staged.iter().try_for_each(Staged::publish)?;
        folder.remove_all_but(files.iter().map(|file| file.path.as_str()))?;
        let pages = files.iter().filter(|file| file.path.starts_with("preview/"));
        Ok(pages.map(|file| self.out.join(&file.path)).collect())
    }
}

fn rendered(
    site: &Site,
    renderer: &Renderer,
    is_wanted: impl Fn(&Output) -> bool,
) -> Result<Vec<SiteFile>, BuildError> {
    plan(site)
        .iter()
        .filter(|output| is_wanted(output))
        .map(|output| Ok(SiteFile { path: output.path(), bytes: renderer.render(output)? }))
        .collect()
}

/// A page without its policy, which allows what comes from the page's own site: a file has none.
fn without_policy(text: &str) -> String {
    const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\"";
    match text.split_once(POLICY).and_then(|(before, rest)| Some((before, rest.split_once(">\n")?.1))) {
        Some((before, after)) => format!("{before}{after}"),
        None => text.to_owned(),
    }
}

/// A file with the addresses of what stands beside it, and none of those that need a server. What a
/// study says can't be taken for an address: its quotes are escaped.
fn from_disk(file: SiteFile, number: &StudyNumber) -> SiteFile {
    let SiteFile { path, bytes } = file;
    let changes: &[(&str, &str)] = match path.rsplit('.').next() {
        Some("html") => &[("=\"/assets/", "=\"../assets/"), ("=\"/icon.svg", "=\"../icon.svg")],
        Some("css") => &[("url(/assets/", "url(")],
        _ => return SiteFile { path, bytes },
    };
    let mut text = without_policy(&String::from_utf8_lossy(&bytes));
    for (from, to) in changes {
        text = text.replace(from, to);
    }
    for template in crate::Template::ALL.map(crate::Template::number) {
        let address = format!("=\"/preview/{number}?template={template}\"");
        text = text.replace(&address, &format!("=\"{number}-{template}.html\""));
    }
    SiteFile { path, bytes: without_links_to_the_site(&text).into_bytes() }
}

/// A text whose links to other pages of the site are plain words: there is no site around it.
fn without_links_to_the_site(text: &str) -> String {
    let mut parts = text.split(" href=\"/");
    let before = parts.next().unwrap_or_default().to_owned();
    parts.fold(before, |text, part| text + part.split_once('"').map_or("", |(_, after)| after))
}
