//! The studies of the table as files that the generator reads.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::{fs, path::Path, process::Command};

use waypoint_domain::{partner_study::PartnerStudy, study_list::ListingRules};
use waypoint_functions::{finding::Finder, store::Settings};
use waypoint_local::{
    cloud::{Cloud, RegistrySource},
    database::Storage,
    registry_server::RegistryFile,
};

/// The studies of a folder, by number, each with its questions by id.
fn studies_in(folder: &Path, parse: impl Fn(&str) -> PartnerStudy) -> Vec<PartnerStudy> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut studies: Vec<_> = files.map(|path| parse(&fs::read_to_string(path).unwrap())).collect();
    studies.sort_by(|a, b| a.snow_study_number.cmp(&b.snow_study_number));
    for study in &mut studies {
        study.questions.sort_by(|a, b| a.sys_id.cmp(&b.sys_id));
    }
    studies
}

#[tokio::test(flavor = "multi_thread")]
async fn what_editors_wrote_comes_out_of_the_table_as_files_of_the_same() {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("content/studies");
    let written = studies_in(&content, |text| toml::from_str(text).unwrap());
    let registry = RegistrySource::File(RegistryFile::sample().unwrap());
    let cloud = Cloud::start(&Storage::Memory, &registry, [7; 32]).await.unwrap();
    let context = cloud.context(Finder::default(), false).await.unwrap();
    let settings = Settings {
        listing: ListingRules::default(),
        consent_boxes: Vec::new(),
        privacy_notice_version: "1".into(),
        privacy_notice_sha256: String::new(),
        consent_boxes_version: "1".into(),
        countries: Vec::new(),
    };
    context.studies.replace_all(&settings, &written).await.unwrap();

    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_export-studies"))
        .arg(folder.path())
        .env_clear()
        .envs([
            ("AWS_REGION", "us-east-1".to_owned()),
            ("AWS_ACCESS_KEY_ID", "test".into()),
            ("AWS_SECRET_ACCESS_KEY", "test".into()),
            ("AWS_ENDPOINT_URL_DYNAMODB", format!("http://{}", cloud.database)),
            ("STUDIES_TABLE", "studies".into()),
        ])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let read = studies_in(folder.path(), |text| serde_json::from_str(text).unwrap());
    assert_eq!(read, written);
}

#[test]
fn an_export_without_a_table_says_what_is_missing() {
    let output = Command::new(env!("CARGO_BIN_EXE_export-studies")).arg(".").env_clear().output().unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("STUDIES_TABLE is not set"), "{said}");
}
