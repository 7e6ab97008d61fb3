//! The operators' programs: the export of studies, and erasures after a backup was restored.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use aws_sdk_dynamodb::types::AttributeValue;
use waypoint_domain::{partner_study::PartnerStudy, study_list::ListingRules};
use waypoint_functions::{finding::Finder, store::Settings};
use waypoint_keys::programs::ERASURES;
use waypoint_local::{
    cloud::{Cloud, RegistrySource},
    database::Storage,
    lambda::program::keys_as_variables,
    registry_server::RegistryFile,
};

/// Returns the studies in a folder by number, each with its questions by id.
fn studies_in(folder: &Path, parse: impl Fn(&str) -> PartnerStudy) -> Vec<PartnerStudy> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut studies: Vec<_> = files.map(|path| parse(&fs::read_to_string(path).unwrap())).collect();
    studies.sort_by(|a, b| a.snow_study_number.cmp(&b.snow_study_number));
    for study in &mut studies {
        study.questions.sort_by(|a, b| a.sys_id.cmp(&b.sys_id));
    }
    studies
}

/// A cloud with empty tables.
async fn cloud() -> Cloud {
    let registry = RegistrySource::File(RegistryFile::sample().unwrap());
    Cloud::start(&Storage::Memory, &registry, [7; 32]).await.unwrap()
}

/// Returns an operators' program with only this cloud in its environment.
fn command(program: &str, cloud: &Cloud) -> Command {
    let mut command = Command::new(program);
    command.env_clear().envs([
        ("AWS_REGION", "us-east-1".to_owned()),
        ("AWS_ACCESS_KEY_ID", "test".into()),
        ("AWS_SECRET_ACCESS_KEY", "test".into()),
        ("AWS_ENDPOINT_URL_DYNAMODB", format!("http://{}", cloud.database)),
        ("STUDIES_TABLE", "studies".into()),
    ]);
    command
}

#[tokio::test(flavor = "multi_thread")]
async fn exported_studies_equal_the_editors_files() {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("content/studies");
    let written = studies_in(&content, |text| toml::from_str(text).unwrap());
    let cloud = cloud().await;
    let context = cloud.context(Finder::default(), false).await.unwrap();
    let settings = Settings {
        listing: ListingRules::default(),
        consent_boxes: Vec::new(),
        privacy_notice_version: "1".into(),
        privacy_notice_sha256: String::new(),
        consent_boxes_version: "1".into(),
        countries: Vec::new(),
        response: None,
        countries_with_notices: Vec::new(),
        introduction: None,
        postal_address: Vec::new(),
    };
    context.studies.replace_all(&settings, &written).await.unwrap();

    let folder = tempfile::tempdir().unwrap();
    let output = command(env!("CARGO_BIN_EXE_export-studies"), &cloud).arg(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let read = studies_in(folder.path(), |text| serde_json::from_str(text).unwrap());
    assert_eq!(read, written);
}

#[test]
fn export_without_a_table_names_the_missing_variable() {
    let output = Command::new(env!("CARGO_BIN_EXE_export-studies")).arg(".").env_clear().output().unwrap();
    assert!(!output.status.success());
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.contains("STUDIES_TABLE is not set"), "{stderr}");
}

const ERASED: &str = "PT0123456789AB";
const KEPT: &str = "PT1123456789AB";

/// Puts the profiles of participants into a table, as from a restored backup.
async fn restore(database: &aws_sdk_dynamodb::Client, table: &str) {
    for number in [ERASED, KEPT] {
        let profile = [("pk", format!("PARTICIPANT#{number}")), ("sk", "PROFILE".into())];
        let profile = profile.map(|(name, value)| (name.to_owned(), AttributeValue::S(value)));
        let put = database.put_item().table_name(table).set_item(Some(profile.into()));
        put.send().await.unwrap();
    }
}

async fn is_there(database: &aws_sdk_dynamodb::Client, table: &str, number: &str) -> bool {
    let get = database.get_item().table_name(table);
    let get = get.key("pk", AttributeValue::S(format!("PARTICIPANT#{number}")));
    get.key("sk", AttributeValue::S("PROFILE".into())).send().await.unwrap().item.is_some()
}

#[tokio::test(flavor = "multi_thread")]
async fn erasures_are_repeated_in_a_restored_table_before_and_after_its_use() {
    let cloud = cloud().await;
    let database = cloud.database_client().await;
    let erasures = |in_use: &str, args: &[&str]| {
        let mut command = command(env!("CARGO_BIN_EXE_erasures"), &cloud);
        command.envs([("PARTICIPANTS_TABLE", in_use), ("SESSIONS_TABLE", "sessions")]);
        let Output { status, stdout, stderr } =
            command.envs(keys_as_variables(&cloud, ERASURES)).args(args).output().unwrap();
        assert!(status.success(), "{args:?}: {}", String::from_utf8_lossy(&stderr));
        String::from_utf8(stdout).unwrap()
    };
    restore(&database, "participants").await;
    assert_eq!(erasures("participants", &["of", ERASED]), "1 participant was erased\n");
    assert!(!is_there(&database, "participants", ERASED).await);

    // The restored table has another name. Erasures are repeated in it before and after it is in use.
    let erased_once = "1 participants were erased again\n";
    for (in_use, args) in
        [("studies", &["again", "studies", "participants"][..]), ("participants", &["again", "studies"][..])]
    {
        restore(&database, "studies").await;
        assert_eq!(erasures(in_use, args), erased_once, "{args:?}");
        assert!(!is_there(&database, "studies", ERASED).await && is_there(&database, "studies", KEPT).await);
        assert_eq!(erasures(in_use, args), "0 participants were erased again\n", "{args:?}");
    }
    assert!(is_there(&database, "participants", KEPT).await);
}
