//! Runs a function program against the fakes of the cloud.

use std::{
    ffi::OsStr,
    io,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;
use waypoint_functions::{endpoint::Endpoint, http::lambda::ENDPOINT};
use waypoint_keys::Purpose;

use super::runtime::Runtime;
use crate::{
    cloud::{Cloud, RELEASE},
    document_bucket::{ACCESS_KEY, BUCKET, SECRET_KEY},
    key_service::MASTER_KEY,
};

/// Time limit of an answer.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A running program, which is stopped when this is dropped.
#[derive(Debug)]
pub struct Program {
    process: Child,
    runtime: Runtime,
    started: Instant,
}

impl Program {
    /// Starts a program with these arguments and variables, as a function in this cloud with its index in this folder.
    pub async fn start(
        program: &OsStr,
        arguments: &[&OsStr],
        variables: Vec<(String, String)>,
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
            .envs(certificate_file().map(|file| ("SSL_CERT_FILE", file)))
            .envs(environment(cloud))
            .envs(variables)
            .stdout(Stdio::null())
            .spawn()?;
        Ok(Self { process, runtime, started })
    }

    /// Returns the process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Waits until the program polls for its first event. Returns the time since its start.
    pub async fn ready(&mut self) -> io::Result<Duration> {
        let polled = tokio::time::timeout(TIMEOUT, self.runtime.polls.recv()).await;
        polled
            .ok()
            .flatten()
            .ok_or_else(|| io::Error::other("the program did not poll for an event in time"))?;
        Ok(self.started.elapsed())
    }

    /// Sends an event and returns the answer.
    pub async fn answer(&mut self, event: Value) -> io::Result<Value> {
        let no_answer = || io::Error::other("the program did not answer in time");
        self.runtime.events.send(event).await.map_err(|_| no_answer())?;
        let answer = tokio::time::timeout(TIMEOUT, self.runtime.answers.recv()).await;
        answer.ok().flatten().ok_or_else(no_answer)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the file with trusted certificate authorities on this machine. In the cloud, the template sets it.
fn certificate_file() -> Option<&'static str> {
    const FILES: [&str; 3] =
        ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];
    FILES.into_iter().find(|file| Path::new(file).is_file())
}

/// Returns the variables of an endpoint's function: its name and its keys.
#[must_use]
pub fn variables_of_endpoint(cloud: &Cloud, endpoint: &Endpoint) -> Vec<(String, String)> {
    let mut variables = keys_as_variables(cloud, endpoint.keys);
    variables.push((ENDPOINT.to_owned(), endpoint.name.to_owned()));
    variables
}

/// Returns the keys of these purposes as environment variables.
#[must_use]
pub fn keys_as_variables(cloud: &Cloud, purposes: &[Purpose]) -> Vec<(String, String)> {
    let Ok(secrets) = cloud.root_secrets() else { return Vec::new() };
    purposes.iter().map(|purpose| (purpose.variable(), secrets.keys(*purpose))).collect()
}

/// Returns the environment variables of functions in this cloud.
fn environment(cloud: &Cloud) -> [(&'static str, String); 26] {
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
        ("FIGURES_TABLE", "figures".into()),
        ("WAYPOINT_MASTER_KEY", MASTER_KEY.into()),
        ("WAYPOINT_REGISTRY", cloud.registry.clone()),
        ("WAYPOINT_PORTAL", format!("http://{}/hook", cloud.portal)),
        ("WAYPOINT_PORTAL_KEY", cloud.portal_key_text()),
        ("WAYPOINT_REFERRAL_KEY", cloud.portal_key_text()),
        ("WAYPOINT_MAIL", format!("smtp://{}", cloud.mail_server)),
        ("WAYPOINT_MAIL_FROM", "Waypoint <news@waypoint.example>".into()),
        ("WAYPOINT_SITE", "https://waypoint.example".into()),
        ("WAYPOINT_INTRODUCTIONS", "https://waypoint.example".into()),
        ("WAYPOINT_INTRODUCTIONS_DECLINED", "office@declining.example".into()),
    ]
}
