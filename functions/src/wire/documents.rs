//! Documents uploaded for a sign-up.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::document::DocumentKind;

use crate::store::ArrivedDocument;

/// A request to upload a document.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UploadRequest {
    /// The number of the study, such as `STU01009`. It must accept sign-ups.
    pub study_number: String,
    /// The declared kind of the document.
    pub kind: DocumentKind,
}

/// A document of the sign-up for a study.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UploadStudy {
    /// The number of the study, such as `STU01009`.
    pub study_number: String,
    /// The document's id from its form. Older clients omit it and mean the latest upload, or all of them when removing.
    #[serde(default)]
    #[ts(optional)]
    pub id: Option<String>,
}

/// The form that uploads a document.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct UploadForm {
    /// The document's id for later calls.
    pub id: String,
    /// The URL to send it to, as `multipart/form-data`.
    pub action: String,
    /// The form's fields. The document is an additional last field named `file`.
    pub fields: BTreeMap<String, String>,
}

/// A document that has arrived.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct Uploaded {
    /// The document as stored, whose kind may differ from the declared one.
    pub document: UploadedDocument,
}

/// A document stored for a sign-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct UploadedDocument {
    /// The document's id, as in its form.
    pub id: String,
    /// The kind that its content has.
    pub kind: DocumentKind,
    /// Its size in bytes.
    pub bytes: u64,
}

impl From<ArrivedDocument<'_>> for UploadedDocument {
    fn from(ArrivedDocument { id, document }: ArrivedDocument<'_>) -> Self {
        Self { id: id.to_string(), kind: document.kind, bytes: document.bytes }
    }
}
