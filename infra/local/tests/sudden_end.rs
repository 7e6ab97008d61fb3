//! The server's program: what it keeps when it is killed, and what it says when it can't start.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Output, Stdio},
};

use crate::support::{
    Browser, fixture, form,
    small_site::{copy_folder, small_site},
};
use serde_json::json;
use waypoint_functions::{finding::Finder, store::ParticipantRecord};
use waypoint_local::{
    cloud::{Cloud, RegistrySource},
    database::Storage,
    registry_server::RegistryFile,
    secret_file,
    sign_ups::{self, SignUps},
    study_changes::{self, StudyChanges},
    victim::Server,
};

/// The server, with the project's own templates and a small bundle in place of the islands.
fn server(data: &Path) -> Command {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_waypoint-local"));
    command.current_dir(&root).args(["--port", "0", "--data"]).arg(data).arg("--site").arg(small_site());
    command.args(["--registry".into(), fixture("registry.json").into_os_string()]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

struct Running {
    process: Child,
    address: String,
}

impl Running {
    fn start(data: &Path) -> Self {
        let mut process = server(data).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let ready = lines.find_map(|line| line.unwrap().strip_prefix("Ready at ").map(str::to_owned));
        let Some(ready) = ready else {
            let output = process.wait_with_output().unwrap();
            panic!("not ready: {}", String::from_utf8_lossy(&output.stderr));
        };
        Self { process, address: ready.split(' ').next().unwrap().to_owned() }
    }

    /// `kill -9`.
    fn kill(self) {
        drop(self);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn failed(mut command: Command) -> String {
    let Output { status, stderr, .. } = command.output().unwrap();
    assert!(!status.success());
    String::from_utf8(stderr).unwrap()
}

/// What the files of a server that has ended hold of a participant.
async fn record(data: &Path, number: &str) -> (usize, ParticipantRecord) {
    let registry = RegistrySource::File(RegistryFile::read(&fixture("registry.json")).unwrap());
    let secret = secret_file::load_or_make(&data.join("secret.key")).unwrap();
    let cloud = Cloud::start(&Storage::File(data.join("database.sqlite")), &registry, secret).await.unwrap();
    let context = cloud.context(Finder::default(), true).await.unwrap();
    let record = context
        .participants
        .record(&context.keys, &number.parse().unwrap(), context.clock.now())
        .await
        .unwrap()
        .unwrap();
    (context.participants.count().await.unwrap(), record)
}

#[tokio::test]
async fn a_sign_up_outlives_a_killed_server_once() {
    let data = tempfile::tempdir().unwrap();
    let first = Running::start(data.path());
    let browser = Browser::at(&first.address);
    let mut form = form(&browser.captcha().await);
    form["study_number"] = json!("STU01026");
    let created = browser.sign_up(&form, "the-key-of-this-form").await;
    assert_eq!(created.status, 201, "{created:?}");
    let number = created.body["data"]["pt_id"].as_str().unwrap().to_owned();
    let accepted = json!({ "sysId": number, "acknowledged": "true", "study_number": "STU01026" });
    assert_eq!(browser.post("/backend/acknowledge", &accepted).await.status, 200);
    first.kill();

    let second = Running::start(data.path());
    let again = Browser::at(&second.address);
    again.set_cookie(&browser.cookie().unwrap());
    let shown = again.get(&format!("/backend/participant?number={number}")).await;
    assert_eq!(shown.body["data"]["acknowledged"], true);
    let sent_again = again.sign_up(&form, "the-key-of-this-form").await;
    assert_eq!(sent_again.body["data"]["pt_id"], number);
    second.kill();

    let (participants, record) = record(data.path(), &number).await;
    assert_eq!(participants, 1);
    assert!(record.acknowledged.is_some());
    assert_eq!(record.profile["last_name"], "Sample");
}

/// A server that is killed again and again.
fn victim(data: &Path) -> Server {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
    let arguments = [("--site", small_site()), ("--content", &content)];
    let text = |path: &Path| path.to_string_lossy().into_owned();
    Server {
        program: env!("CARGO_BIN_EXE_waypoint-local").into(),
        data: data.join("data"),
        arguments: arguments.into_iter().flat_map(|(name, path)| [name.to_owned(), text(path)]).collect(),
    }
}

/// `cargo xtask sign-ups` does the same with two thousand people and fifty kills.
#[tokio::test]
async fn nobody_is_lost_twice_or_by_half_when_the_server_is_killed_while_people_sign_up() {
    let data = tempfile::tempdir().unwrap();
    let asked =
        SignUps { people: 60, at_once: 60, kills: 2, longest_run: 400, seed: 1, server: victim(data.path()) };
    let report = sign_ups::run(&asked, &|_| ()).await.unwrap();
    assert_eq!((report.people, report.kills), (60, 2));
}

/// `cargo xtask study-changes` does the same with a thousand changes and twenty kills.
#[tokio::test]
async fn the_last_state_of_each_study_is_served_when_the_server_is_killed_while_studies_change() {
    let data = tempfile::tempdir().unwrap();
    let asked = StudyChanges {
        single: 3,
        burst: 60,
        kills: 2,
        longest_run: 300,
        seed: 1,
        server: victim(data.path()),
    };
    let report = study_changes::run(&asked, &|_| ()).await.unwrap();
    assert_eq!((report.burst, report.kills), (60, 2));
}

#[tokio::test]
async fn answers_outlive_a_killed_server() {
    let data = tempfile::tempdir().unwrap();
    let first = Running::start(data.path());
    let browser = Browser::at(&first.address);
    let study = browser.get("/backend/trial?id=STU01009&ptr=ps").await;
    let group = study.body["page"]["study_sys_id"].as_str().unwrap();
    let asked = browser.get(&format!("/backend/questiongroup?id={group}&studyId=STU01009")).await;
    let ids: Vec<_> = asked.body["result"].as_array().unwrap().iter().map(|q| q["sys_id"].clone()).collect();
    let expected = ["True", "False", "False", "False", "False"];
    let answers: Vec<_> =
        ids.iter().zip(expected).map(|(id, a)| json!({ "sys_id": id, "answer": a })).collect();
    let screening = json!({ "study_number": "STU01009", "answers": answers });
    assert_eq!(browser.post("/backend/prescreen", &screening).await.body, json!({ "passed": true }));
    let created = browser.sign_up(&form(&browser.captcha().await), "the-key-of-this-form").await;
    let number = created.body["data"]["pt_id"].as_str().unwrap().to_owned();
    first.kill();

    let (participants, record) = record(data.path(), &number).await;
    assert_eq!((participants, record.answers.len()), (1, 5));
}

#[tokio::test]
async fn a_torn_index_is_built_anew() {
    let data = tempfile::tempdir().unwrap();
    Running::start(data.path()).kill();
    fs::write(data.path().join("index/release-000001/studies/meta.json"), "{").unwrap();

    let server = Running::start(data.path());
    let found = Browser::at(&server.address).get("/backend/search?q=asthma&in=UNITED+STATES").await;
    assert!(found.body["studies"].as_array().unwrap().iter().any(|s| s["kind"] == "registry"), "{found:?}");
}

#[tokio::test]
async fn an_unknown_address_shows_the_whole_page_each_time() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let address = format!("{}/nothing-here", server.address);
    let first = reqwest::get(&address).await.unwrap();
    assert_eq!(first.status(), 404);
    assert!(first.headers().get("last-modified").is_none());
    let later = "Fri, 01 Jan 2100 00:00:00 GMT";
    let again = reqwest::Client::new().get(&address).header("If-Modified-Since", later).send().await.unwrap();
    assert_eq!(again.status(), 404);
    assert!(again.text().await.unwrap().contains("There is no page at this address"));
}

#[test]
fn a_port_in_use_is_said_in_one_sentence_with_what_to_do() {
    let data = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let mut command = server(data.path());
    command.args(["--port", &port]);
    let said = failed(command);
    assert!(said.contains(&format!("port {port} is in use")) && said.contains("--port"), "{said}");
}

#[test]
fn a_second_server_on_the_same_data_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let first = Running::start(data.path());
    let said = failed(server(data.path()));
    first.kill();
    assert!(said.contains("another server works on") && said.contains("--data"), "{said}");
}

#[test]
fn a_broken_content_file_is_named_with_its_line() {
    let data = tempfile::tempdir().unwrap();
    let content = tempfile::tempdir().unwrap();
    copy_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"), content.path());
    let file = content.path().join("studies/STU01026.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("colour = \"green\"\n{text}")).unwrap();
    let mut command = server(data.path());
    command.arg("--content").arg(content.path());
    let said = failed(command);
    assert!(said.contains("STU01026.toml:1:1") && said.contains("colour"), "{said}");
}

#[test]
fn a_registry_file_of_another_shape_is_named() {
    let data = tempfile::tempdir().unwrap();
    for (text, expected) in [("[]", "studies"), ("{\"studies\": 7}", "line 1"), ("hello", "line 1")] {
        let file = data.path().join("mine.json");
        fs::write(&file, text).unwrap();
        let mut command = server(data.path());
        command.arg("--registry").arg(&file);
        let said = failed(command);
        assert!(said.contains("mine.json") && said.contains(expected), "{said}");
    }
}

#[test]
fn a_data_folder_that_cannot_be_written_is_said_to_be() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("a-file");
    fs::write(&file, "").unwrap();
    let said = failed(server(&file));
    assert!(said.contains("the data folder") && said.contains("--data"), "{said}");
}
