//! Documents on their way into a sign-up.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::document::{Document, DocumentKind};

/// A document is to be uploaded.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UploadRequest {
    /// The study.
    pub study_number: String,
    /// What the document is said to be.
    pub kind: DocumentKind,
}

/// The study for whose sign-up a document was uploaded.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UploadStudy {
    /// The study.
    pub study_number: String,
}

/// A form with which a browser sends a document.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct UploadForm {
    /// Where it is sent, as `multipart/form-data`.
    pub action: String,
    /// Its fields. The document is one more, `file`, behind all of these.
    pub fields: BTreeMap<String, String>,
}

/// A document has arrived.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct Uploaded {
    /// It.
    pub document: UploadedDocument,
}

/// A document that waits for a sign-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct UploadedDocument {
    /// What it is.
    pub kind: DocumentKind,
    /// How many bytes it has.
    pub bytes: u64,
}

impl From<&Document> for UploadedDocument {
    fn from(document: &Document) -> Self {
        Self { kind: document.kind, bytes: document.bytes }
    }
}
