//! A site whose studies change. The generator's fixture content fills the table, the pages are written to a folder,
//! and tests run the regeneration function one step at a time.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use tempfile::TempDir;
use waypoint_domain::partner_study::PartnerStudy;
use waypoint_functions::{
    finding::Finder,
    store::{Studies, StudyWrite},
};
use waypoint_generator::content::Content;
use waypoint_local::{
    access::caller::as_function,
    cloud::Cloud,
    database::Storage,
    options::{Options, RegistryChoice},
    pages::Pages,
    regeneration::{ChangingSite, Follower, Step},
};
use waypoint_regenerate::BatchReport;

use super::{cloud, small_site::small_site};

pub(crate) struct RegeneratedSite {
    pub(crate) cloud: Cloud,
    pub(crate) studies: Studies,
    pub(crate) content: Content,
    pub(crate) pages: Pages,
    pub(crate) site: ChangingSite,
    pub(crate) follower: Follower,
    pub(crate) folder: TempDir,
}

fn options(folder: &Path) -> Options {
    Options {
        port: 0,
        data: folder.to_owned(),
        content: Path::new(env!("CARGO_MANIFEST_DIR")).join("../../generator/tests/fixtures/content"),
        brand: None,
        site: small_site().to_owned(),
        registry: RegistryChoice::Sample,
        health_systems: None,
        fresh: true,
        limits: true,
        dev_bundle: false,
        watch: false,
    }
}

impl RegeneratedSite {
    pub(crate) async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let cloud = cloud(&Storage::Memory).await;
        let studies = cloud.context(Finder::default(), true).await.unwrap().studies;
        let mut pages = Pages::new(&options(folder.path()), "https://harbor.example".into());
        let content = pages.read().unwrap();
        for study in &content.studies {
            assert_eq!(studies.put(None, study).await.unwrap(), StudyWrite::Done);
        }
        let site = ChangingSite::set_up(&cloud, &studies, folder.path(), &pages, &content).await.unwrap();
        let (_, position) = as_function("RegenerateFunction", site.build(&pages, &content)).await.unwrap();
        let follower = site.follower(position);
        Self { cloud, studies, content, pages, site, follower, folder }
    }

    /// A site that publishes changes only of approved recruitment material.
    pub(crate) async fn start_requiring_approvals() -> Self {
        let mut site = Box::pin(Self::start()).await;
        site.site = site.site.requiring_approvals(&site.content);
        let (_, position) =
            as_function("RegenerateFunction", site.site.build(&site.pages, &site.content)).await.unwrap();
        site.follower = site.site.follower(position);
        site
    }

    /// The study as stored in the table.
    pub(crate) async fn study(&self, number: &str) -> PartnerStudy {
        let written = self.studies.stored_studies().await.unwrap();
        written.into_iter().find(|stored| stored.number == number).unwrap().study.unwrap()
    }

    /// Writes a study to the table, as a sponsor's system would.
    pub(crate) async fn put(&self, study: &PartnerStudy) {
        let number = study.snow_study_number.as_str();
        let written = self.studies.stored_studies().await.unwrap();
        let current = written.iter().find(|stored| stored.number == number);
        assert_eq!(self.studies.put(current, study).await.unwrap(), StudyWrite::Done);
    }

    /// Updates a study in the table.
    pub(crate) async fn change(&self, number: &str, change: impl FnOnce(&mut PartnerStudy)) {
        let mut study = self.study(number).await;
        change(&mut study);
        self.put(&study).await;
    }

    pub(crate) async fn remove(&self, number: &str) {
        let written = self.studies.stored_studies().await.unwrap();
        let study = written.iter().find(|stored| stored.number == number).unwrap();
        assert_eq!(self.studies.remove(study).await.unwrap(), StudyWrite::Done);
    }

    /// Lets the function process one batch.
    pub(crate) async fn step(&mut self) -> Step {
        as_function("RegenerateFunction", self.follower.step()).await.unwrap()
    }

    /// Lets the function process every pending batch.
    pub(crate) async fn settle(&mut self) -> Vec<BatchReport> {
        let mut completed = Vec::new();
        loop {
            match self.step().await {
                Step::Processed(done) => completed.push(done),
                Step::NoRecords => return completed,
                Step::Retried => panic!("a batch needs a retry"),
            }
        }
    }

    /// All files of the site.
    pub(crate) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(&self.pages.out, &self.pages.out, &mut files);
        files
    }

    /// A file of the site as text, or `None` if it doesn't exist.
    pub(crate) fn page(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.pages.out.join(path)).ok()
    }

    /// Counts the files that a full build would change or remove.
    pub(crate) async fn outdated_files(&self) -> usize {
        let built = as_function("RegenerateFunction", self.site.build(&self.pages, &self.content)).await;
        let (summary, _) = built.unwrap();
        summary.changed + summary.removed
    }
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            files.insert(name, fs::read(&path).unwrap());
        }
    }
}
