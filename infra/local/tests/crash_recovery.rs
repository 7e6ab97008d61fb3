//! The server program: data that survives a kill, and errors at startup.

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
use serde_json::{Value, json};
use waypoint_functions::{finding::Finder, store::ParticipantRecord};
use waypoint_local::{
    cloud::{Cloud, RegistrySource},
    database::Storage,
    kills::{
        Series,
        server::Server,
        sign_ups::{self, SignUps},
        study_changes::{self, StudyChanges},
    },
    registry_server::RegistryFile,
    secret_file,
};

/// The server, with the project's templates and a small bundle instead of the islands.
fn server(data: &Path) -> Command {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_waypoint-local"));
    command.current_dir(&root).args(["--port", "0", "--data"]).arg(data).arg("--site").arg(small_site());
    command.args(["--registry".into(), fixture("registry.json").into_os_string()]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A valid form for the site's own content.
fn form_of_this_site(captcha: &str) -> Value {
    let mut form = form(captcha);
    form["consents"] = json!(["privacy", "collecting", "sharing", "sms"]);
    form
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

    /// Sends SIGKILL.
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

fn startup_error(mut command: Command) -> String {
    let Output { status, stderr, .. } = command.output().unwrap();
    assert!(!status.success());
    String::from_utf8(stderr).unwrap()
}

/// The number of participants in the files of a stopped server, and the record of one of them.
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
async fn sign_up_survives_a_killed_server_once() {
    let data = tempfile::tempdir().unwrap();
    let first = Running::start(data.path());
    let browser = Browser::at(&first.address);
    let mut form = form_of_this_site(&browser.captcha().await);
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

/// A server that is killed repeatedly.
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

/// `cargo xtask check sign-ups` runs the same with 2,000 people and 50 kills.
#[tokio::test]
async fn sign_ups_are_stored_once_and_completely_when_the_server_is_killed() {
    let data = tempfile::tempdir().unwrap();
    let options = SignUps {
        participants: 60,
        concurrent: 60,
        series: Series { kills: 2, longest_run: 400, seed: 1, server: victim(data.path()) },
    };
    let report = sign_ups::run(&options, &|_| ()).await.unwrap();
    assert_eq!((report.participants, report.kills), (60, 2));
}

/// `cargo xtask check study-changes` runs the same with 1,000 changes and 20 kills.
#[tokio::test]
async fn last_state_of_each_study_survives_killed_servers() {
    let data = tempfile::tempdir().unwrap();
    let options = StudyChanges {
        single: 3,
        burst: 60,
        series: Series { kills: 2, longest_run: 300, seed: 1, server: victim(data.path()) },
    };
    let report = study_changes::run(&options, &|_| ()).await.unwrap();
    assert_eq!((report.burst, report.kills), (60, 2));
}

#[tokio::test]
async fn answers_survive_a_killed_server() {
    let data = tempfile::tempdir().unwrap();
    let first = Running::start(data.path());
    let browser = Browser::at(&first.address);
    let study = browser.get("/backend/trial?id=STU01009&ptr=ps").await;
    let group = study.body["page"]["study_sys_id"].as_str().unwrap();
    let questions = browser.get(&format!("/backend/questiongroup?id={group}&studyId=STU01009")).await;
    let ids: Vec<_> =
        questions.body["result"].as_array().unwrap().iter().map(|q| q["sys_id"].clone()).collect();
    let expected = ["True", "False", "False", "False", "False"];
    let answers: Vec<_> =
        ids.iter().zip(expected).map(|(id, a)| json!({ "sys_id": id, "answer": a })).collect();
    let screening = json!({ "study_number": "STU01009", "answers": answers });
    assert_eq!(browser.post("/backend/prescreen", &screening).await.body, json!({ "passed": true }));
    let created = browser.sign_up(&form_of_this_site(&browser.captcha().await), "the-key-of-this-form").await;
    let number = created.body["data"]["pt_id"].as_str().unwrap().to_owned();
    first.kill();

    let (participants, record) = record(data.path(), &number).await;
    assert_eq!((participants, record.answers.len()), (1, 5));
}

#[tokio::test]
async fn damaged_index_is_rebuilt() {
    let data = tempfile::tempdir().unwrap();
    Running::start(data.path()).kill();
    fs::write(data.path().join("index/release-000001/studies/meta.json"), "{").unwrap();

    let server = Running::start(data.path());
    let found = Browser::at(&server.address).get("/backend/search?q=asthma&in=UNITED+STATES").await;
    assert!(found.body["studies"].as_array().unwrap().iter().any(|s| s["kind"] == "registry"), "{found:?}");
}

#[tokio::test]
async fn unknown_address_always_gets_the_full_404_page() {
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
fn port_in_use_error_names_the_option() {
    let data = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let mut command = server(data.path());
    command.args(["--port", &port]);
    let error = startup_error(command);
    assert!(error.contains(&format!("port {port} is in use")) && error.contains("--port"), "{error}");
}

#[test]
fn second_server_on_the_same_data_folder_fails() {
    let data = tempfile::tempdir().unwrap();
    let first = Running::start(data.path());
    let error = startup_error(server(data.path()));
    first.kill();
    assert!(error.contains("another server works on") && error.contains("--data"), "{error}");
}

#[test]
fn broken_content_file_error_has_its_line() {
    let data = tempfile::tempdir().unwrap();
    let content = tempfile::tempdir().unwrap();
    copy_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"), content.path());
    let file = content.path().join("studies/STU01026.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("colour = \"green\"\n{text}")).unwrap();
    let mut command = server(data.path());
    command.arg("--content").arg(content.path());
    let error = startup_error(command);
    assert!(error.contains("STU01026.toml:1:1") && error.contains("colour"), "{error}");
}

#[test]
fn malformed_registry_file_error_names_the_file() {
    let data = tempfile::tempdir().unwrap();
    for (text, expected) in [("[]", "studies"), ("{\"studies\": 7}", "line 1"), ("hello", "line 1")] {
        let file = data.path().join("mine.json");
        fs::write(&file, text).unwrap();
        let mut command = server(data.path());
        command.arg("--registry").arg(&file);
        let error = startup_error(command);
        assert!(error.contains("mine.json") && error.contains(expected), "{error}");
    }
}

#[test]
fn unwritable_data_folder_error_names_the_option() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("a-file");
    fs::write(&file, "").unwrap();
    let error = startup_error(server(&file));
    assert!(error.contains("the data folder") && error.contains("--data"), "{error}");
}
