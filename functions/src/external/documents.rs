//! The bucket of documents, by the protocol of S3. A browser sends a document there itself, with a form that we sign; we
//! look at it, give links to it, and remove it.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, SystemTime},
};

use aws_credential_types::{
    Credentials,
    provider::{ProvideCredentials, SharedCredentialsProvider},
};
use aws_sigv4::{
    http_request::{
        PercentEncodingMode, SignableBody, SignableRequest, SignatureLocation, SigningSettings,
        UriPathNormalizationMode, sign,
    },
    sign::v4,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::Timestamp;
use reqwest::{Client, Method, Response, StatusCode, Url, header, redirect};
use serde_json::json;
use waypoint_domain::document::{Document, DocumentId, DocumentKind, MOST_BYTES};

use super::bounded_body::bounded_body;

/// How long the bucket may take for an answer.
const TIMEOUT: Duration = Duration::from_secs(8);
/// How long a form for a document can be used.
pub const FORM_COUNTS: Duration = Duration::from_mins(15);
/// How long a link that we follow ourselves can be used.
const OWN_LINK_COUNTS: Duration = Duration::from_mins(1);
/// So many bytes tell what a document is.
const BEGINNING: usize = 4096;
const SERVICE: &str = "s3";
const COPY_SOURCE: &str = "x-amz-copy-source";
const ALGORITHM: &str = "AWS4-HMAC-SHA256";

/// Where documents are kept.
#[derive(Debug, Clone, Default)]
pub enum Documents {
    /// Nowhere: no bucket is set.
    #[default]
    Off,
    /// In a bucket.
    Bucket(Arc<Bucket>),
}

impl Documents {
    /// The bucket, if there is one.
    #[must_use]
    pub fn bucket(&self) -> Option<&Bucket> {
        match self {
            Self::Off => None,
            Self::Bucket(bucket) => Some(bucket),
        }
    }
}

/// A bucket, and who we are there.
#[derive(Debug, Clone)]
pub struct Bucket {
    http: Client,
    address: Url,
    name: String,
    region: String,
    credentials: SharedCredentialsProvider,
}

/// The bucket can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidBucket {
    /// Not an address that documents may go to.
    #[error(
        "the address of the bucket must begin with https://; check DOCUMENTS_BUCKET and AWS_ENDPOINT_URL_S3"
    )]
    Address,
    /// Nothing says who we are.
    #[error("there are no credentials or no region for the bucket of DOCUMENTS_BUCKET")]
    Credentials,
    /// No client.
    #[error("the system's certificates can't be read, so no bucket can be trusted")]
    Certificates,
}

/// Something could not be done in the bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DocumentFailure {
    /// No answer in time, or no connection.
    #[error("the bucket of documents can't be reached, or does not answer in time")]
    Unreachable,
    /// It refuses.
    #[error("the bucket of documents refuses ({0}); check the rights of this function")]
    Refused(u16),
    /// Nothing can be signed.
    #[error("nothing can be signed for the bucket of documents; check the credentials of this function")]
    Unsigned,
}

/// What stands where a document should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Looked {
    /// Nothing.
    Nothing,
    /// A document.
    Document(Document),
    /// Something that is no PDF and no picture.
    SomethingElse,
}

impl Bucket {
    /// A bucket of this name. Without an address it is where S3 has it.
    ///
    /// # Errors
    /// When it can't be used.
    pub fn new(
        name: &str,
        address: Option<&str>,
        region: &str,
        credentials: SharedCredentialsProvider,
    ) -> Result<Self, InvalidBucket> {
        let address = match address {
            Some(server) => format!("{}/{name}/", server.trim_end_matches('/')),
            None => format!("https://{name}.s3.{region}.amazonaws.com/"),
        };
        let address = Url::parse(&address).map_err(|_| InvalidBucket::Address)?;
        let is_here = matches!(address.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        if address.scheme() != "https" && !(address.scheme() == "http" && is_here) {
            return Err(InvalidBucket::Address);
        }
        let http = Client::builder()
            .timeout(TIMEOUT)
            .connect_timeout(Duration::from_secs(2))
            .redirect(redirect::Policy::none())
            .build()
            .map_err(|_| InvalidBucket::Certificates)?;
        Ok(Self { http, address, name: name.to_owned(), region: region.to_owned(), credentials })
    }

    /// The fields of a form with which a browser sends one document of this kind, and nothing else, within a quarter of
    /// an hour.
    ///
    /// # Errors
    /// When it can't be signed.
    pub async fn form(
        &self,
        id: &DocumentId,
        kind: DocumentKind,
        now: Timestamp,
    ) -> Result<BTreeMap<String, String>, DocumentFailure> {
        let credentials = self.credentials().await?;
        let day = now.strftime("%Y%m%d");
        let mut fields = BTreeMap::from([
            ("key".to_owned(), id.to_string()),
            ("Content-Type".to_owned(), kind.media_type().to_owned()),
            ("success_action_status".to_owned(), "204".to_owned()),
            ("x-amz-algorithm".to_owned(), ALGORITHM.to_owned()),
            (
                "x-amz-credential".to_owned(),
                format!("{}/{day}/{}/{SERVICE}/aws4_request", credentials.access_key_id(), self.region),
            ),
            ("x-amz-date".to_owned(), now.strftime("%Y%m%dT%H%M%SZ").to_string()),
        ]);
        if let Some(token) = credentials.session_token() {
            fields.insert("x-amz-security-token".to_owned(), token.to_owned());
        }
        let mut conditions: Vec<_> = fields.iter().map(|(name, value)| json!({ name: value })).collect();
        conditions.push(json!({ "bucket": self.name }));
        conditions.push(json!(["content-length-range", 1, MOST_BYTES]));
        let until = now.saturating_add(FORM_COUNTS).unwrap_or(now);
        let until = until.strftime("%Y-%m-%dT%H:%M:%S.000Z").to_string();
        let policy = STANDARD.encode(json!({ "expiration": until, "conditions": conditions }).to_string());
        let key =
            v4::generate_signing_key(credentials.secret_access_key(), now.into(), &self.region, SERVICE);
        fields.insert("x-amz-signature".to_owned(), v4::calculate_signature(key, policy.as_bytes()));
        fields.insert("policy".to_owned(), policy);
        Ok(fields)
    }

    /// Copies what has arrived under one name to another. False when nothing has.
    ///
    /// # Errors
    /// When the bucket does not answer, or refuses.
    pub async fn copy(
        &self,
        from: &DocumentId,
        to: &DocumentId,
        now: Timestamp,
    ) -> Result<bool, DocumentFailure> {
        let source = format!("/{}/{from}", self.name);
        let headers = [(COPY_SOURCE, source.as_str())];
        let link = self.link((Method::PUT, &headers), to, OWN_LINK_COUNTS, now).await?;
        let asked = self.http.put(link).header(COPY_SOURCE, &source).header(header::CONTENT_LENGTH, 0);
        let answer = asked.send().await.map_err(|_| DocumentFailure::Unreachable)?;
        let status = answer.status();
        if status == StatusCode::NOT_FOUND {
            return Ok(false);
        }
        // A copy that fails after it has begun is told in the body of an answer 200.
        let body = bounded_body(answer, BEGINNING).await.map_err(|_| DocumentFailure::Unreachable)?;
        let failed = String::from_utf8_lossy(&body).contains("<Error>");
        if status.is_success() && !failed { Ok(true) } else { Err(DocumentFailure::Refused(status.as_u16())) }
    }

    /// What has arrived under a name, by its first bytes.
    ///
    /// # Errors
    /// When the bucket does not answer, or refuses.
    pub async fn look(&self, id: &DocumentId, now: Timestamp) -> Result<Looked, DocumentFailure> {
        let link = self.link((Method::GET, &[]), id, OWN_LINK_COUNTS, now).await?;
        let range = format!("bytes=0-{}", BEGINNING - 1);
        let asked = self.http.get(link).header(header::RANGE, range);
        let answer = asked.send().await.map_err(|_| DocumentFailure::Unreachable)?;
        match answer.status() {
            StatusCode::NOT_FOUND => return Ok(Looked::Nothing),
            status if status.is_success() => {}
            status => return Err(DocumentFailure::Refused(status.as_u16())),
        }
        let bytes = length_of_all(&answer);
        let beginning = bounded_body(answer, BEGINNING).await.map_err(|_| DocumentFailure::Unreachable)?;
        Ok(match (DocumentKind::of_content(&beginning), bytes) {
            (Some(kind), Some(bytes)) if bytes <= MOST_BYTES => {
                Looked::Document(Document { id: id.clone(), kind, bytes })
            }
            _ => Looked::SomethingElse,
        })
    }

    /// A link by which a document can be read for a while.
    ///
    /// # Errors
    /// When it can't be signed.
    pub async fn link_to(
        &self,
        id: &DocumentId,
        counts: Duration,
        now: Timestamp,
    ) -> Result<String, DocumentFailure> {
        Ok(self.link((Method::GET, &[]), id, counts, now).await?.into())
    }

    /// Removes a document. One that is not there is removed.
    ///
    /// # Errors
    /// When the bucket does not answer, or refuses.
    pub async fn remove(&self, id: &DocumentId, now: Timestamp) -> Result<(), DocumentFailure> {
        let link = self.link((Method::DELETE, &[]), id, OWN_LINK_COUNTS, now).await?;
        let answer = self.http.delete(link).send().await.map_err(|_| DocumentFailure::Unreachable)?;
        match answer.status() {
            status if status.is_success() || status == StatusCode::NOT_FOUND => Ok(()),
            status => Err(DocumentFailure::Refused(status.as_u16())),
        }
    }

    async fn credentials(&self) -> Result<Credentials, DocumentFailure> {
        self.credentials.provide_credentials().await.map_err(|_| DocumentFailure::Unsigned)
    }

    async fn link(
        &self,
        (method, headers): (Method, &[(&str, &str)]),
        id: &DocumentId,
        counts: Duration,
        now: Timestamp,
    ) -> Result<Url, DocumentFailure> {
        let unsigned = |_| DocumentFailure::Unsigned;
        let mut address = self.address.join(id.as_str()).map_err(|_| DocumentFailure::Unsigned)?;
        let identity = self.credentials().await?.into();
        let mut settings = SigningSettings::default();
        settings.signature_location = SignatureLocation::QueryParams;
        settings.expires_in = Some(counts);
        settings.percent_encoding_mode = PercentEncodingMode::Single;
        settings.uri_path_normalization_mode = UriPathNormalizationMode::Disabled;
        let signing = v4::SigningParams::builder()
            .identity(&identity)
            .region(&self.region)
            .name(SERVICE)
            .time(SystemTime::from(now))
            .settings(settings)
            .build()
            .map_err(|_| DocumentFailure::Unsigned)?
            .into();
        let body = SignableBody::UnsignedPayload;
        let request = SignableRequest::new(method.as_str(), address.as_str(), headers.iter().copied(), body)
            .map_err(unsigned)?;
        let (instructions, _) = sign(request, &signing).map_err(unsigned)?.into_parts();
        let (_, parameters) = instructions.into_parts();
        address.query_pairs_mut().extend_pairs(parameters);
        Ok(address)
    }
}

/// How many bytes there are of which the answer brings the first.
fn length_of_all(answer: &Response) -> Option<u64> {
    let text = |name| answer.headers().get(name)?.to_str().ok();
    let range = text(header::CONTENT_RANGE).and_then(|range| range.rsplit('/').next());
    range.or_else(|| text(header::CONTENT_LENGTH))?.parse().ok()
}
