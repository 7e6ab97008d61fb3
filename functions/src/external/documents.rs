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
use reqwest::{Client, Method, StatusCode, Url, redirect};
use serde_json::json;
use waypoint_domain::{
    document::{DocumentId, DocumentKind, MOST_BYTES},
    document_check::CheckedDocument,
};

use super::bounded_body::{NoBody, bounded_body};

/// How long the bucket may take for an answer.
const TIMEOUT: Duration = Duration::from_secs(8);
/// How long a form for a document can be used.
pub const FORM_COUNTS: Duration = Duration::from_mins(15);
/// How long a link that we follow ourselves can be used.
const OWN_LINK_COUNTS: Duration = Duration::from_mins(1);
const SERVICE: &str = "s3";
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

/// What the browser sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sent {
    /// Nothing.
    Nothing,
    /// These bytes.
    Bytes(Vec<u8>),
    /// More bytes than a document has.
    TooLarge,
}

impl Bucket {
    /// A bucket of this name. Without an address it is where S3 has it.
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

    /// What has arrived under a name.
    pub async fn fetch(&self, id: &DocumentId, now: Timestamp) -> Result<Sent, DocumentFailure> {
        let link = self.link((Method::GET, &[]), id, OWN_LINK_COUNTS, now).await?;
        let answer = self.http.get(link).send().await.map_err(|_| DocumentFailure::Unreachable)?;
        match answer.status() {
            StatusCode::NOT_FOUND => return Ok(Sent::Nothing),
            status if status.is_success() => {}
            status => return Err(DocumentFailure::Refused(status.as_u16())),
        }
        match bounded_body(answer, usize::try_from(MOST_BYTES).unwrap_or(usize::MAX)).await {
            Ok(bytes) => Ok(Sent::Bytes(bytes)),
            Err(NoBody::TooLong) => Ok(Sent::TooLarge),
            Err(NoBody::Broken(_)) => Err(DocumentFailure::Unreachable),
        }
    }

    /// Keeps a checked document under a name. Whoever follows a link to it saves it, and no program opens it as a page.
    pub async fn keep(
        &self,
        id: &DocumentId,
        document: CheckedDocument,
        now: Timestamp,
    ) -> Result<(), DocumentFailure> {
        let disposition = format!("attachment; filename=\"document.{}\"", document.kind.extension());
        let headers = [
            ("cache-control", "private, no-store"),
            ("content-disposition", disposition.as_str()),
            ("content-type", document.kind.media_type()),
        ];
        let link = self.link((Method::PUT, &headers), id, OWN_LINK_COUNTS, now).await?;
        let put = headers.iter().fold(self.http.put(link), |put, (name, value)| put.header(*name, *value));
        let answer = put.body(document.bytes).send().await.map_err(|_| DocumentFailure::Unreachable)?;
        let status = answer.status();
        if status.is_success() { Ok(()) } else { Err(DocumentFailure::Refused(status.as_u16())) }
    }

    /// A link by which a document can be read for a while.
    pub async fn link_to(
        &self,
        id: &DocumentId,
        counts: Duration,
        now: Timestamp,
    ) -> Result<String, DocumentFailure> {
        Ok(self.link((Method::GET, &[]), id, counts, now).await?.into())
    }

    /// Removes a document. One that is not there is removed.
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
