//! Fakes of the cloud with a few studies and an index, for Lambda binaries.

use std::path::Path;

use serde::Deserialize;
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

#[derive(Deserialize)]
struct Fixture {
    settings: Settings,
    studies: Vec<PartnerStudy>,
}

pub(crate) struct Site {
    pub(crate) cloud: Cloud,
    pub(crate) context: Context,
    pub(crate) index: tempfile::TempDir,
}

fn fixture(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../infra/local/tests/fixtures").join(name)
}

pub(crate) async fn site() -> Site {
    // The future is too large for the stack of a test.
    Box::pin(start()).await
}

async fn start() -> Site {
    let registry = RegistrySource::File(RegistryFile::read(&fixture("registry.json")).unwrap());
    let cloud = Cloud::start(&Storage::Memory, &registry, secret_file::random().unwrap()).await.unwrap();
    let loading = cloud.context(Finder::default(), true).await.unwrap();
    let text = std::fs::read_to_string(fixture("studies.json")).unwrap();
    let fixture: Fixture = serde_json::from_str(&text).unwrap();
    loading.studies.replace_all(&fixture.settings, &fixture.studies).await.unwrap();
    let Context { registry_client: client, registry, clock, .. } = &loading;
    let sync = Sync { client, registry, source: "fixture", holder: "test", clock, full: false };
    sync.run_to_completion(|_, _| ()).await.unwrap();
    let index = tempfile::tempdir().unwrap();
    index_release::publish(&loading.registry, index.path(), &Vocabulary::default(), |_| ()).await.unwrap();
    let log = StudyLog::in_folder(index.path());
    log.replace_all(fixture.settings.listing, &fixture.studies, &Vocabulary::default()).unwrap();
    let finder = Finder::open(index.path()).unwrap();
    Site { context: Context { finder: finder.into(), ..loading }, cloud, index }
}
