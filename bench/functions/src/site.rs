//! The fakes of the cloud, with a few studies and an index.

use std::{fs, path::Path};

use anyhow::{Context as _, Result};
use serde::Deserialize;
use tempfile::TempDir;
use waypoint_domain::partner_study::PartnerStudy;
use waypoint_functions::{
    context::Context, finding::Finder, index_release, registry_sync::Sync, store::Settings,
};
use waypoint_local::{
    cloud::{Cloud, RegistrySource},
    database::Storage,
    registry_server::RegistryFile,
    secret_file,
};
use waypoint_search::partner::StudyLog;
use waypoint_vocabulary::Vocabulary;

const FIXTURES: &str = "infra/local/tests/fixtures";

#[derive(Deserialize)]
struct Fixture {
    settings: Settings,
    studies: Vec<PartnerStudy>,
}

/// The environment of the functions.
pub(crate) struct Site {
    pub(crate) cloud: Cloud,
    pub(crate) index: TempDir,
}

impl Site {
    pub(crate) async fn start() -> Result<Self> {
        let fixtures = Path::new(FIXTURES);
        let registry = RegistrySource::File(RegistryFile::read(&fixtures.join("registry.json"))?);
        let cloud = Cloud::start(&Storage::Memory, &registry, secret_file::random()?).await?;
        let context = cloud.context(Finder::default(), false).await?;
        let studies = fixtures.join("studies.json");
        let text = fs::read_to_string(&studies).with_context(|| studies.display().to_string())?;
        let fixture: Fixture = serde_json::from_str(&text)?;
        context.studies.replace_all(&fixture.settings, &fixture.studies).await?;
        let Context { registry_client: client, registry, clock, .. } = &context;
        let sync = Sync { client, registry, source: "fixture", holder: "bench", clock, full: false };
        sync.run_to_completion(|_, _| ()).await?;
        let index = tempfile::tempdir()?;
        index_release::publish(&context.registry, index.path(), &Vocabulary::default(), |_| ()).await?;
        let log = StudyLog::in_folder(index.path());
        log.replace_all(fixture.settings.listing, &fixture.studies, &Vocabulary::default())?;
        Ok(Self { cloud, index })
    }
}
