//! Documents on their way into a sign-up.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::document::DocumentKind;

use crate::store::Arrived;

/// A document is to be uploaded.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UploadRequest {
    /// The study.
    pub study_number: String,
    /// What the document is said to be.
    pub kind: DocumentKind,
}

/// A document of the sign-up for a study.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UploadStudy {
    /// The study.
    pub study_number: String,
    /// The document, as its form names it. Older clients name none: then it is the one that was begun last, or, to be
    /// removed, all of them.
    #[serde(default)]
    #[ts(optional)]
    pub id: Option<String>,
}

/// A form with which a browser sends a document.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct UploadForm {
    /// By what later calls name the document.
    pub id: String,
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
    /// By what calls name it.
    pub id: String,
    /// What it is.
    pub kind: DocumentKind,
    /// How many bytes it has.
    pub bytes: u64,
}

impl From<Arrived<'_>> for UploadedDocument {
    fn from(Arrived { id, document }: Arrived<'_>) -> Self {
        Self { id: id.to_string(), kind: document.kind, bytes: document.bytes }
    }
}
