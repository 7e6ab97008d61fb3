//! A test's own in-memory cloud, the functions behind one address, and a browser that stores cookies.

pub(crate) mod cheap_captcha;
pub(crate) mod confirming;
pub(crate) mod deletion;
pub(crate) mod interrupting;
pub(crate) mod log;
pub(crate) mod on_schedule;
pub(crate) mod portal_reports;
pub(crate) mod recorded_launch;
pub(crate) mod records;
pub(crate) mod regenerated_site;
pub(crate) mod small_site;
pub(crate) mod stored_data;
pub(crate) mod stored_items;
pub(crate) mod upload;
pub(crate) mod value_search;

use std::{
    net::SocketAddr,
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use altcha::{Challenge, Payload, SolveChallengeOptions, solve_challenge};
use base64::{Engine, engine::general_purpose::STANDARD};
use reqwest::{Method, header, redirect};
use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::TempDir;
use waypoint_domain::{participant_number::ParticipantNumber, partner_study::PartnerStudy};
use waypoint_functions::{
    context::Context, endpoints, external::mail::MailService, finding::Finder, health_records::HealthRecords,
    http::browser::PAGE, index_release, observing::request::with_request_log, store::Settings,
};
use waypoint_local::{
    access::{
        caller::{as_function, as_functions},
        grants::Grants,
    },
    cloud::{Cloud, RegistrySource},
    database::Storage,
    health_system::HealthSystem,
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

/// The functions and their cloud.
pub(crate) struct TestSite {
    pub(crate) cloud: Cloud,
    pub(crate) context: Context,
    pub(crate) address: SocketAddr,
    pub(crate) health_system: HealthSystem,
    pub(crate) http: reqwest::Client,
}

pub(crate) fn fixture(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

/// Environment variable with the address of another DynamoDB emulator. If set, tests that don't store data in a file
/// use it.
const EMULATOR: &str = "WAYPOINT_TEST_EMULATOR";

pub(crate) async fn cloud(storage: &Storage) -> Cloud {
    let registry = RegistrySource::File(RegistryFile::read(&fixture("registry.json")).unwrap());
    let storage = match std::env::var(EMULATOR) {
        Ok(address) if *storage == Storage::Memory => Storage::Emulator(address.parse().unwrap()),
        _ => storage.clone(),
    };
    let cloud = Cloud::start(&storage, &registry, secret_file::random().unwrap()).await.unwrap();
    cloud.guarded(&grants()).await.unwrap()
}

/// The permissions of each function.
pub(crate) fn grants() -> Arc<Grants> {
    Arc::new(Grants::from_template().unwrap())
}

pub(crate) async fn load_fixture(context: &Context) {
    let text = std::fs::read_to_string(fixture("studies.json")).unwrap();
    let fixture: Fixture = serde_json::from_str(&text).unwrap();
    context.studies.replace_all(&fixture.settings, &fixture.studies).await.unwrap();
}

/// The same context with a search index of the records in its table, and the log of its studies.
pub(crate) async fn with_search_index(context: Context) -> Context {
    let folder = search_index(&context).await;
    write_study_log(&context, folder.path()).await;
    let finder = Finder::open(folder.path()).unwrap();
    drop(finder.partner_studies().unwrap());
    // Open files and the studies read last stay readable when their folder goes.
    Context { finder: finder.into(), ..context }
}

/// A folder with a search index of the records in the table, and no log of studies.
pub(crate) async fn search_index(context: &Context) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let vocabulary = Vocabulary::default();
    let published = index_release::publish(&context.registry, folder.path(), &vocabulary, |_| ());
    as_function("RegistrySyncFunction", published).await.unwrap();
    folder
}

/// Writes the log of the studies in the table.
async fn write_study_log(context: &Context, folder: &Path) {
    let studies = context.studies.list().await.unwrap();
    let listing = context.studies.listing().await.unwrap();
    StudyLog::in_folder(folder).replace_all(listing, &studies, &Vocabulary::default()).unwrap();
}

impl TestSite {
    pub(crate) async fn start() -> Self {
        Self::start_with(true).await
    }

    /// Delivers to the portal of the cloud, and sends no mails.
    pub(crate) fn with_portal(self) -> Self {
        let portal = self.cloud.portal().unwrap();
        Self { context: Context { portal, mail: MailService::Off, ..self.context }, ..self }
    }

    pub(crate) async fn start_with(limits: bool) -> Self {
        Self::start_on(&Storage::Memory, limits).await
    }

    pub(crate) async fn start_on(storage: &Storage, limits: bool) -> Self {
        let cloud = cloud(storage).await;
        let loading = cloud.context(Finder::default(), limits).await.unwrap();
        load_fixture(&loading).await;
        on_schedule::sync(&loading).await;
        Self::serve(cloud, with_search_index(loading).await).await
    }

    /// A site that allows this much time to read a patient's medical records.
    pub(crate) async fn start_reading_within(reading: Duration) -> Self {
        let cloud = cloud(&Storage::Memory).await;
        let loading = cloud.context(Finder::default(), false).await.unwrap();
        load_fixture(&loading).await;
        Self::serve_reading_within(cloud, loading, Some(reading)).await
    }

    /// The same site with these settings and studies.
    pub(crate) async fn with_studies(self, settings: &Settings, studies: &[PartnerStudy]) -> Self {
        self.context.studies.replace_all(settings, studies).await.unwrap();
        Self::serve(self.cloud, with_search_index(self.context).await).await
    }

    /// The same site with a changed study.
    pub(crate) async fn with_study(self, number: &str, change: impl FnOnce(&mut PartnerStudy)) -> Self {
        let mut studies = self.context.studies.list().await.unwrap();
        change(studies.iter_mut().find(|study| study.snow_study_number.as_str() == number).unwrap());
        let settings = self.context.studies.settings().await.unwrap();
        self.with_studies(&settings, &studies).await
    }

    /// Serves the functions with this context.
    pub(crate) async fn serve(cloud: Cloud, context: Context) -> Self {
        Self::serve_reading_within(cloud, context, None).await
    }

    /// The same site with other health systems.
    pub(crate) async fn with_health_records(self, health_records: HealthRecords) -> Self {
        let context = Context { health_records, ..self.context };
        let Self { cloud, health_system, .. } = self;
        Self::serve_with(cloud, context, health_system).await
    }

    async fn serve_reading_within(cloud: Cloud, context: Context, reading: Option<Duration>) -> Self {
        let health_system = HealthSystem::start(records::SITE, records::people(), true).await.unwrap();
        let mut health_records = health_system.as_health_records(records::SITE).unwrap();
        if let Some(reading) = reading {
            health_records = health_records.with_read_timeout(reading);
        }
        let context = Context { health_records, ..context };
        Self::serve_with(cloud, context, health_system).await
    }

    async fn serve_with(cloud: Cloud, context: Context, health_system: HealthSystem) -> Self {
        let functions = as_functions(with_request_log(endpoints::router(&context)), grants());
        let service = functions.into_make_service_with_connect_info::<SocketAddr>();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, service).await });
        Self { cloud, context, address, health_system, http: client() }
    }

    pub(crate) fn browser(&self) -> Browser {
        let base = format!("http://{}", self.address);
        Browser { http: self.http.clone(), base, cookie: Mutex::default(), page: Mutex::default() }
    }
}

/// A browser that stores the session cookie.
pub(crate) struct Browser {
    pub(crate) http: reqwest::Client,
    base: String,
    cookie: Mutex<Option<String>>,
    page: Mutex<Option<String>>,
}

/// A response: status, JSON body, and headers.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
    pub(crate) headers: header::HeaderMap,
}

impl Answer {
    pub(crate) fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or_default()
    }
}

/// A client that doesn't follow redirects.
pub(crate) fn client() -> reqwest::Client {
    reqwest::Client::builder().redirect(redirect::Policy::none()).build().unwrap()
}

impl Browser {
    pub(crate) fn at(address: &str) -> Self {
        Self { http: client(), base: address.to_owned(), cookie: Mutex::default(), page: Mutex::default() }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        if let Some(page) = &*self.page.lock().unwrap() {
            request = request.header(PAGE, page);
        }
        match &*self.cookie.lock().unwrap() {
            Some(cookie) => request.header(header::COOKIE, cookie),
            None => request,
        }
    }

    pub(crate) async fn send(&self, request: reqwest::RequestBuilder) -> Answer {
        let answer = request.send().await.unwrap();
        let headers = answer.headers().clone();
        if let Some(cookie) = headers.get(header::SET_COOKIE) {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap().to_owned();
            *self.cookie.lock().unwrap() = Some(pair);
        }
        let status = answer.status().as_u16();
        let body = serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap_or(Value::Null);
        Answer { status, body, headers }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(self.request(Method::POST, path).json(body)).await
    }

    pub(crate) fn cookie(&self) -> Option<String> {
        self.cookie.lock().unwrap().clone()
    }

    pub(crate) fn set_cookie(&self, cookie: &str) {
        *self.cookie.lock().unwrap() = Some(cookie.to_owned());
    }

    /// Sends this page id with all further requests. Clients other than our pages send none.
    pub(crate) fn load_page(&self, id: &str) {
        *self.page.lock().unwrap() = Some(id.to_owned());
    }

    /// A solved captcha for a sign-up.
    pub(crate) async fn captcha(&self) -> String {
        self.captcha_for("sign_up").await
    }

    /// A solved captcha for this purpose.
    pub(crate) async fn captcha_for(&self, purpose: &str) -> String {
        let challenge = self.post("/backend/captcha", &json!({ "purpose": purpose })).await;
        assert_eq!(challenge.status, 200, "{challenge:?}");
        let challenge: Challenge = serde_json::from_value(challenge.body).unwrap();
        let solution = solve_challenge(SolveChallengeOptions::new(&challenge)).unwrap().unwrap();
        STANDARD.encode(serde_json::to_vec(&Payload { challenge, solution }).unwrap())
    }

    /// Passes the screening questions of STU01009.
    pub(crate) async fn pass_screening(&self) -> Answer {
        self.post("/backend/prescreen", &json!({ "study_number": "STU01009", "answers": expected_answers() }))
            .await
    }

    pub(crate) async fn sign_up(&self, form: &Value, key: &str) -> Answer {
        self.send(
            self.request(Method::POST, "/backend/participant").header("Idempotency-Key", key).json(form),
        )
        .await
    }

    /// Accepts the privacy notice of a sign-up for STU01009.
    pub(crate) async fn accept_notice(&self, sign_up: &Answer) {
        let accepted =
            json!({ "sysId": sys_id(sign_up), "acknowledged": "true", "study_number": "STU01009" });
        let answer = self.post("/backend/acknowledge", &accepted).await;
        assert_eq!(answer.status, 200, "{answer:?}");
    }
}

/// The types of the participant's audit entries, in order. Checks that the audit log is intact.
pub(crate) async fn audit_events(site: &TestSite, number: &ParticipantNumber) -> Vec<String> {
    let participants = &site.context.participants;
    assert_eq!(participants.verify_audit_log(number).await.unwrap(), Ok(()));
    participants.audit_log(number).await.unwrap().into_iter().map(|entry| entry.event.action).collect()
}

/// The number of the participant that a sign-up created.
pub(crate) fn number(answer: &Answer) -> ParticipantNumber {
    answer.body["data"]["pt_id"].as_str().unwrap().parse().unwrap()
}

/// The `sys_id` of the participant that a sign-up created.
pub(crate) fn sys_id(answer: &Answer) -> String {
    answer.body["data"]["pt_sys_id"].as_str().unwrap().to_owned()
}

pub(crate) fn question(number: u32) -> String {
    format!("{number:032x}")
}

pub(crate) fn expected_answers() -> Value {
    json!([
        { "sys_id": question(1), "answer": "True" },
        { "sys_id": question(2), "answer": "True" },
        { "sys_id": question(3), "answer": "False" }
    ])
}

/// A valid form for STU01009.
pub(crate) fn form(captcha: &str) -> Value {
    json!({
        "recaptcha_response": captcha, "preferred_name": "Maria", "last_name": "Sample", "gender": "female",
        "current_gender": "", "date_of_birth": "1956-03-27", "email": "maria.sample@example.org",
        "phone_number": "216 555 0134", "race": "Asian,White", "study": "Easier breathing with asthma",
        "language": "en", "country": "UNITED STATES", "city": "Cleveland", "zip_code_or_city": "44106",
        "state_territory": "OH", "time_zone": "America/New_York", "nct_number": "NCT00000101",
        "current_medications": "Salbutamol", "health_condition": "Asthma", "relevant_family_history": "",
        "smoking_status": "Never", "other_information": "", "study_number": "STU01009",
        "consents": ["privacy", "sms"]
    })
}
