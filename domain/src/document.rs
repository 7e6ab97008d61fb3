//! Documents (PDFs and pictures) that participants upload for a sign-up.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The maximum size of a document in bytes: 10 MiB.
pub const MAX_BYTES: u64 = 10 * 1024 * 1024;
/// The maximum number of documents per sign-up.
pub const MAX_DOCUMENTS: usize = 10;
/// The maximum total size of a sign-up's documents in bytes: 50 MiB.
pub const MAX_TOTAL_BYTES: u64 = 50 * 1024 * 1024;

/// The file type of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub enum DocumentKind {
    /// PDF, the format of most letters and reports.
    #[serde(rename = "application/pdf")]
    Pdf,
    /// JPEG, the format of most cameras.
    #[serde(rename = "image/jpeg")]
    Jpeg,
    /// PNG, the format of screenshots.
    #[serde(rename = "image/png")]
    Png,
    /// HEIC, the format of newer phones.
    #[serde(rename = "image/heic")]
    Heic,
}

impl DocumentKind {
    pub const ALL: [Self; 4] = [Self::Pdf, Self::Jpeg, Self::Png, Self::Heic];

    /// The media type, such as `application/pdf`.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Heic => "image/heic",
        }
    }

    /// The file name extension, without a dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Heic => "heic",
        }
    }

    /// Detects the kind from the first bytes of a file. Returns `None` for any other file type.
    #[must_use]
    pub fn detect(beginning: &[u8]) -> Option<Self> {
        match infer::get(beginning)?.mime_type() {
            "image/heif" => Some(Self::Heic),
            found => Self::ALL.into_iter().find(|kind| kind.media_type() == found),
        }
    }
}

/// Why a document is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
pub enum DocumentFault {
    /// It is none of the types in [`DocumentKind`].
    OtherKind,
    /// It is truncated or malformed.
    Damaged,
    /// It requires a password.
    Locked,
    /// It contains scripts, embedded files, or actions that reach outside the document.
    Active,
    /// It is also a valid file of another type.
    Mixed,
    /// The sign-up has reached its maximum number or total size of documents.
    TooMany,
}

/// The name of a document in the bucket: 128 random bits that reveal neither its contents nor its owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DocumentId(String);

/// The text is not a valid [`DocumentId`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a document id must be 32 lowercase hexadecimal digits")]
pub struct InvalidDocumentId;

impl DocumentId {
    /// Creates an id from random bits.
    #[must_use]
    pub fn from_random(bits: u128) -> Self {
        Self(format!("{bits:032x}"))
    }

    /// The id as 32 hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for DocumentId {
    type Err = InvalidDocumentId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if text.len() == 32 && text.bytes().all(is_digit) {
            Ok(Self(text.to_owned()))
        } else {
            Err(InvalidDocumentId)
        }
    }
}

impl TryFrom<String> for DocumentId {
    type Error = InvalidDocumentId;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<DocumentId> for String {
    fn from(id: DocumentId) -> Self {
        id.0
    }
}

impl fmt::Display for DocumentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An uploaded document that passed the checks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// The name in the bucket.
    pub id: DocumentId,
    /// The file type.
    pub kind: DocumentKind,
    /// The size in bytes.
    pub bytes: u64,
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn document_kind_is_detected_from_first_bytes() {
        let table: &[(&[u8], Option<DocumentKind>)] = &[
            (b"%PDF-1.7\n%", Some(DocumentKind::Pdf)),
            (&[0xff, 0xd8, 0xff, 0xe0, 0, 16], Some(DocumentKind::Jpeg)),
            (b"\x89PNG\r\n\x1a\n\0\0", Some(DocumentKind::Png)),
            (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", Some(DocumentKind::Heic)),
            (b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic", Some(DocumentKind::Heic)),
            (b"\0\0\0\x18ftypavif\0\0\0\0mif1avif", None),
            (b"\0\0\0\x18ftypisom\0\0\0\0isommp42", None),
            (b"GIF89a", None),
            (b"<html><script>", None),
            (b"MZ\x90\0", None),
            (b"PK\x03\x04", None),
            (b"", None),
        ];
        for (bytes, kind) in table {
            assert_eq!(DocumentKind::detect(bytes), *kind, "{bytes:?}");
        }
        for kind in DocumentKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.media_type());
        }
    }

    #[test]
    fn document_id_is_32_hexadecimal_digits() {
        let id = DocumentId::from_random(255);
        assert_eq!(id.as_str(), "000000000000000000000000000000ff");
        assert_eq!(id.as_str().parse(), Ok(id));
        for text in ["", "ff", "../../000000000000000000000000000", "000000000000000000000000000000FF"] {
            assert_eq!(text.parse::<DocumentId>(), Err(InvalidDocumentId), "{text}");
        }
    }
}
