//! A document that a participant uploads for a sign-up: a PDF or a picture.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The most bytes of a document: 10 MiB.
pub const MOST_BYTES: u64 = 10 * 1024 * 1024;
/// The most documents of a sign-up.
pub const MOST_DOCUMENTS: usize = 10;
/// The most bytes of all documents of a sign-up: 50 MiB.
pub const MOST_BYTES_TOGETHER: u64 = 50 * 1024 * 1024;

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub enum DocumentKind {
    /// A PDF.
    #[serde(rename = "application/pdf")]
    Pdf,
    /// A picture as cameras save it.
    #[serde(rename = "image/jpeg")]
    Jpeg,
    /// A picture as screens save it.
    #[serde(rename = "image/png")]
    Png,
    /// A picture as newer phones save it.
    #[serde(rename = "image/heic")]
    Heic,
}

impl DocumentKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Pdf, Self::Jpeg, Self::Png, Self::Heic];

    /// Its media type.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Heic => "image/heic",
        }
    }

    /// With what the name of its file ends.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Heic => "heic",
        }
    }

    /// What a document is that begins with these bytes, whatever it is said to be; nothing when it is of no such kind.
    #[must_use]
    pub fn of_content(beginning: &[u8]) -> Option<Self> {
        match infer::get(beginning)?.mime_type() {
            "image/heif" => Some(Self::Heic),
            found => Self::ALL.into_iter().find(|kind| kind.media_type() == found),
        }
    }
}

/// Why a document is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentFault {
    /// It is neither a PDF nor a picture of a kind in [`DocumentKind`].
    OtherKind,
    /// It breaks off, or is not built as documents of its kind are.
    Damaged,
    /// It opens with a password only.
    Locked,
    /// It has scripts, files within it, or actions beyond the document.
    Active,
    /// It is a file of another kind as well.
    Mixed,
    /// The sign-up has as many documents, or as many bytes of documents, as it may have.
    TooMany,
}

/// The name of a document in the bucket: 128 random bits, which say nothing of what it holds or whose it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DocumentId(String);

/// The text is no such name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the name of a document is 32 hexadecimal digits")]
pub struct InvalidDocumentId;

impl DocumentId {
    /// The name of these random bits.
    #[must_use]
    pub fn from_random(bits: u128) -> Self {
        Self(format!("{bits:032x}"))
    }

    /// The name.
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

/// A document that has arrived and is what it is said to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// Its name in the bucket.
    pub id: DocumentId,
    /// What it is.
    pub kind: DocumentKind,
    /// How many bytes it has.
    pub bytes: u64,
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_what_its_first_bytes_say() {
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
            assert_eq!(DocumentKind::of_content(bytes), *kind, "{bytes:?}");
        }
        for kind in DocumentKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.media_type());
        }
    }

    #[test]
    fn a_name_is_32_digits() {
        let id = DocumentId::from_random(255);
        assert_eq!(id.as_str(), "000000000000000000000000000000ff");
        assert_eq!(id.as_str().parse(), Ok(id));
        for text in ["", "ff", "../../000000000000000000000000000", "000000000000000000000000000000FF"] {
            assert_eq!(text.parse::<DocumentId>(), Err(InvalidDocumentId), "{text}");
        }
    }
}
