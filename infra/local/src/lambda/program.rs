//! A function's program, run against the stand-ins of a cloud.

use std::{
    ffi::OsStr,
    io,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;
use waypoint_keys::programs::purposes_of;

use super::runtime::Runtime;
use crate::{
    cloud::{Cloud, RELEASE},
    document_bucket::{ACCESS_KEY, BUCKET, SECRET_KEY},
    key_service::MASTER_KEY,
};

/// What a program is called where the cloud runs it.
const DEPLOYED: &str = "bootstrap";
/// How long a program may take to answer.
const LONGEST: Duration = Duration::from_mins(1);

/// A program that runs until this is dropped.
#[derive(Debug)]
pub struct Program {
    process: Child,
    runtime: Runtime,
    started: Instant,
}

impl Program {
    /// Starts a program, with these arguments, as the function of a cloud whose index is in this folder.
    ///
    /// # Errors
    /// When it can't be started, or there is no port.
    pub async fn start(
        program: &OsStr,
        arguments: &[&OsStr],
        cloud: &Cloud,
        index: &Path,
    ) -> io::Result<Self> {
        let runtime = Runtime::start().await?;
        let started = Instant::now();
        let process = Command::new(program)
            .args(arguments)
            .env_clear()
            .env("AWS_LAMBDA_RUNTIME_API", runtime.address.to_string())
            .env("WAYPOINT_INDEX", index)
            .envs(trusted().map(|file| ("SSL_CERT_FILE", file)))
            .envs(environment(cloud))
            .envs(keys_of(cloud, program))
            .stdout(Stdio::null())
            .spawn()?;
        Ok(Self { process, runtime, started })
    }

    /// The number of its process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Waits until it asks for its first event; gives how long that took from its start.
    ///
    /// # Errors
    /// When it does not ask in time.
    pub async fn ready(&mut self) -> io::Result<Duration> {
        let asked = tokio::time::timeout(LONGEST, self.runtime.polls.recv()).await;
        asked.ok().flatten().ok_or_else(|| io::Error::other("the program did not ask for an event"))?;
        Ok(self.started.elapsed())
    }

    /// What it answers to an event.
    ///
    /// # Errors
    /// When it does not answer in time.
    pub async fn answer(&mut self, event: Value) -> io::Result<Value> {
        let gone = || io::Error::other("the program did not answer");
        self.runtime.events.send(event).await.map_err(|_| gone())?;
        let answer = tokio::time::timeout(LONGEST, self.runtime.answers.recv()).await;
        answer.ok().flatten().ok_or_else(gone)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The file of whom this machine trusts, which the template names for the cloud's machines.
fn trusted() -> Option<&'static str> {
    const FILES: [&str; 3] =
        ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];
    FILES.into_iter().find(|file| Path::new(file).is_file())
}

/// The keys that a program uses, as variables of its environment.
#[must_use]
pub fn keys_of(cloud: &Cloud, program: impl AsRef<OsStr>) -> Vec<(String, String)> {
    let path = Path::new(program.as_ref());
    // What is deployed is called `bootstrap`, in a folder named after the program.
    let named = if path.ends_with(DEPLOYED) { path.parent() } else { Some(path) };
    let name = named.and_then(Path::file_stem).and_then(OsStr::to_str).unwrap_or_default();
    let Ok(secrets) = cloud.root_secrets() else { return Vec::new() };
    let purposes = purposes_of(name).unwrap_or_default();
    purposes.iter().map(|purpose| (purpose.variable(), secrets.keys(*purpose))).collect()
}

/// What functions know of their cloud.
fn environment(cloud: &Cloud) -> [(&'static str, String); 23] {
    [
        ("WAYPOINT_RELEASE", RELEASE.into()),
        ("AWS_LAMBDA_FUNCTION_NAME", "test".into()),
        ("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "128".into()),
        ("AWS_LAMBDA_FUNCTION_VERSION", "1".into()),
        ("AWS_REGION", "us-east-1".into()),
        ("AWS_ACCESS_KEY_ID", ACCESS_KEY.into()),
        ("AWS_SECRET_ACCESS_KEY", SECRET_KEY.into()),
        ("AWS_ENDPOINT_URL_S3", format!("http://{}", cloud.document_bucket)),
        ("AWS_ENDPOINT_URL_DYNAMODB", format!("http://{}", cloud.database)),
        ("AWS_ENDPOINT_URL_KMS", format!("http://{}", cloud.key_service)),
        ("DOCUMENTS_BUCKET", BUCKET.into()),
        ("STUDIES_TABLE", "studies".into()),
        ("REGISTRY_TABLE", "registry".into()),
        ("PARTICIPANTS_TABLE", "participants".into()),
        ("SESSIONS_TABLE", "sessions".into()),
        ("WAYPOINT_MASTER_KEY", MASTER_KEY.into()),
        ("WAYPOINT_REGISTRY", cloud.registry.clone()),
        ("WAYPOINT_PORTAL", format!("http://{}/hook", cloud.portal)),
        ("WAYPOINT_PORTAL_KEY", cloud.portal_key_text()),
        ("WAYPOINT_REFERRAL_KEY", cloud.portal_key_text()),
        ("WAYPOINT_MAIL", format!("smtp://{}", cloud.mail_server)),
        ("WAYPOINT_MAIL_FROM", "Waypoint <news@waypoint.example>".into()),
        ("WAYPOINT_SITE", "https://waypoint.example".into()),
    ]
}
