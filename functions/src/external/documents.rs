//! The bucket of documents, through the S3 protocol. A browser sends a document directly to the bucket with a form
//! signed here. This module reads documents, creates links to them, and removes them.

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
    document::{DocumentId, DocumentKind, MAX_BYTES},
    document_check::CheckedDocument,
};

use super::bounded_body::{BodyError, bounded_body};

/// The timeout of the bucket.
const TIMEOUT: Duration = Duration::from_secs(8);
/// How long an upload form is valid.
pub const FORM_LIFETIME: Duration = Duration::from_mins(15);
/// How long the server's own links are valid.
const OWN_LINK_LIFETIME: Duration = Duration::from_mins(1);
const SERVICE: &str = "s3";
const ALGORITHM: &str = "AWS4-HMAC-SHA256";

/// The document storage.
#[derive(Debug, Clone, Default)]
pub enum Documents {
    /// No bucket is configured.
    #[default]
    Off,
    /// A bucket of S3, or of a server with its protocol.
    Bucket(Arc<Bucket>),
}

impl Documents {
    /// Returns the bucket, if one is configured.
    #[must_use]
    pub fn bucket(&self) -> Option<&Bucket> {
        match self {
            Self::Off => None,
            Self::Bucket(bucket) => Some(bucket),
        }
    }
}

/// A bucket and its credentials.
#[derive(Debug, Clone)]
pub struct Bucket {
    http: Client,
    address: Url,
    name: String,
    region: String,
    credentials: SharedCredentialsProvider,
}

/// Why the bucket's configuration is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidBucket {
    /// The address is not safe for documents.
    #[error(
        "the address of the bucket must begin with https://; check DOCUMENTS_BUCKET and AWS_ENDPOINT_URL_S3"
    )]
    Address,
    /// Credentials or the region are missing.
    #[error("there are no credentials or no region for the bucket of DOCUMENTS_BUCKET")]
    Credentials,
    /// The HTTP client can't be created.
    #[error("the system's certificates can't be read, so no bucket can be trusted")]
    Certificates,
}

/// Why an operation of the bucket failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DocumentFailure {
    /// No answer in time, or no connection.
    #[error("the bucket of documents can't be reached or does not answer in time")]
    Unreachable,
    /// The bucket rejected the request.
    #[error("the bucket of documents rejected the request ({0}); check the permissions of this function")]
    Refused(u16),
    /// The request can't be signed.
    #[error("the request to the bucket of documents can't be signed; check the credentials of this function")]
    Unsigned,
}

/// What a browser has uploaded under a document's id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BrowserUpload {
    /// Nothing has arrived.
    Nothing,
    /// The bytes of the document.
    Bytes(Vec<u8>),
    /// More bytes than a document may have.
    TooLarge,
}

impl Bucket {
    /// Creates a client of the bucket with this name, at this server or at S3's own address.
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
        let is_local = matches!(address.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        if address.scheme() != "https" && !(address.scheme() == "http" && is_local) {
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

    /// Returns the fields of a form that uploads one document of this kind within 15 minutes.
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
        conditions.push(json!(["content-length-range", 1, MAX_BYTES]));
        let until = now.saturating_add(FORM_LIFETIME).unwrap_or(now);
        let until = until.strftime("%Y-%m-%dT%H:%M:%S.000Z").to_string();
        let policy = STANDARD.encode(json!({ "expiration": until, "conditions": conditions }).to_string());
        let key =
            v4::generate_signing_key(credentials.secret_access_key(), now.into(), &self.region, SERVICE);
        fields.insert("x-amz-signature".to_owned(), v4::calculate_signature(key, policy.as_bytes()));
        fields.insert("policy".to_owned(), policy);
        Ok(fields)
    }

    /// Reads the document that has arrived under this id.
    pub async fn fetch(&self, id: &DocumentId, now: Timestamp) -> Result<BrowserUpload, DocumentFailure> {
        let link = self.link((Method::GET, &[]), id, OWN_LINK_LIFETIME, now).await?;
        let answer = self.http.get(link).send().await.map_err(|_| DocumentFailure::Unreachable)?;
        match answer.status() {
            StatusCode::NOT_FOUND => return Ok(BrowserUpload::Nothing),
            status if status.is_success() => {}
            status => return Err(DocumentFailure::Refused(status.as_u16())),
        }
        match bounded_body(answer, usize::try_from(MAX_BYTES).unwrap_or(usize::MAX)).await {
            Ok(bytes) => Ok(BrowserUpload::Bytes(bytes)),
            Err(BodyError::TooLong) => Ok(BrowserUpload::TooLarge),
            Err(BodyError::Broken(_)) => Err(DocumentFailure::Unreachable),
        }
    }

    /// Stores a checked document under an id. Browsers save it as a file and never open it as a page.
    pub async fn store_checked(
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
        let link = self.link((Method::PUT, &headers), id, OWN_LINK_LIFETIME, now).await?;
        let put = headers.iter().fold(self.http.put(link), |put, (name, value)| put.header(*name, *value));
        let answer = put.body(document.bytes).send().await.map_err(|_| DocumentFailure::Unreachable)?;
        let status = answer.status();
        if status.is_success() { Ok(()) } else { Err(DocumentFailure::Refused(status.as_u16())) }
    }

    /// Returns a link to read a document for a limited time.
    pub async fn link_to(
        &self,
        id: &DocumentId,
        lifetime: Duration,
        now: Timestamp,
    ) -> Result<String, DocumentFailure> {
        Ok(self.link((Method::GET, &[]), id, lifetime, now).await?.into())
    }

    /// Removes a document. Removing a missing document succeeds.
    pub async fn remove(&self, id: &DocumentId, now: Timestamp) -> Result<(), DocumentFailure> {
        let link = self.link((Method::DELETE, &[]), id, OWN_LINK_LIFETIME, now).await?;
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
        lifetime: Duration,
        now: Timestamp,
    ) -> Result<Url, DocumentFailure> {
        let unsigned = |_| DocumentFailure::Unsigned;
        let mut address = self.address.join(id.as_str()).map_err(|_| DocumentFailure::Unsigned)?;
        let identity = self.credentials().await?.into();
        let mut settings = SigningSettings::default();
        settings.signature_location = SignatureLocation::QueryParams;
        settings.expires_in = Some(lifetime);
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
