//! Renders the files of one study: all of them in memory, or its previews in a folder that a browser can open.

use std::path::PathBuf;

use waypoint_domain::study_number::StudyNumber;

use crate::{
    build::Build,
    error::BuildError,
    files,
    out_folder::{OutFolder, StagedFile},
    output::{Output, SiteFile},
    page::Dependence,
    pages::previews::{Template, previews},
    plan::outputs_without_pictures,
    render::Renderer,
};

impl Build<'_> {
    /// Renders the pages and previews of a study under each of its ids, as they are in the site. Writes nothing.
    pub fn render_study_files(&self, number: &StudyNumber) -> Result<Vec<SiteFile>, BuildError> {
        let site = self.site()?;
        let renderer = Renderer::new(&site)?;
        let outputs = outputs_without_pictures(&site);
        let is_of_study = |output: &&Output| matches!(output.depends_on(), Dependence::Study { study, .. } if study.snow_study_number == *number);
        outputs.iter().filter(is_of_study).map(|output| output.site_file(&renderer)).collect()
    }

    /// Writes the six previews of a study and the assets that they load to the output folder, so that a browser can
    /// open them from disk. Returns the paths of the six pages.
    pub fn write_previews(&self, number: &StudyNumber) -> Result<Vec<PathBuf>, BuildError> {
        let site = self.site()?;
        let renderer = Renderer::new(&site)?.for_disk();
        let loaded = files::loaded_by_pages(&site).into_iter().map(Output::File);
        let study = site.content.study(number);
        let pages = study.into_iter().flat_map(|study| previews(number.as_str(), study)).map(Output::Page);
        let rendered = loaded.chain(pages).map(|output| output.site_file(&renderer));
        let files: Vec<SiteFile> =
            rendered.map(|file| file.map(|file| for_disk(file, number))).collect::<Result<_, _>>()?;
        let folder = OutFolder::open(self.out)?;
        let stage = |file: &SiteFile| folder.stage(&file.path, &file.bytes).transpose();
        let staged: Vec<StagedFile> = files.iter().filter_map(stage).collect::<Result<_, _>>()?;
        staged.iter().try_for_each(StagedFile::publish)?;
        folder.remove_except(files.iter().map(|file| file.path.as_str()))?;
        let pages = files.iter().filter(|file| file.path.starts_with("preview/"));
        Ok(pages.map(|file| self.out.join(&file.path)).collect())
    }
}

/// Removes the content security policy, which would block everything on a page opened from disk.
fn without_policy(text: &str) -> String {
    const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\"";
    match text.split_once(POLICY).and_then(|(before, rest)| Some((before, rest.split_once(">\n")?.1))) {
        Some((before, after)) => format!("{before}{after}"),
        None => text.to_owned(),
    }
}

/// Makes addresses of assets and previews relative, and removes links that need a server. Text of the study is safe
/// from replacement because its quotes are escaped.
fn for_disk(file: SiteFile, number: &StudyNumber) -> SiteFile {
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
    for template in Template::ALL.map(Template::number) {
        let address = format!("=\"/preview/{number}?template={template}\"");
        text = text.replace(&address, &format!("=\"{number}-{template}.html\""));
    }
    SiteFile { path, bytes: without_site_links(&text).into_bytes() }
}

/// Removes the targets of links to other pages of the site, which don't exist on disk.
fn without_site_links(text: &str) -> String {
    let mut parts = text.split(" href=\"/");
    let before = parts.next().unwrap_or_default().to_owned();
    parts.fold(before, |text, part| text + part.split_once('"').map_or("", |(_, after)| after))
}
