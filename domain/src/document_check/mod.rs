//! Checks that an uploaded document is safe to pass on to a study team.
//!
//! A document is rejected if it has active content, or if some program would read it as a file of another type.
//! Time and memory are linear in the document's size.

mod heic;
mod jpeg;
mod other_kinds;
mod pdf;
mod pdf_files;
mod pdf_tokens;
mod png;

use crate::document::{DocumentFault, DocumentKind};

/// A document that passed all checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedDocument {
    /// The file type.
    pub kind: DocumentKind,
    /// The bytes, without the data that a camera appended after the picture.
    pub bytes: Vec<u8>,
}

/// Checks all bytes of a document and removes data that a camera appended.
///
/// # Errors
/// Returns the reason why the document is rejected.
pub fn check(mut bytes: Vec<u8>) -> Result<CheckedDocument, DocumentFault> {
    let kind = DocumentKind::detect(&bytes).ok_or(DocumentFault::OtherKind)?;
    let mut comments = Vec::new();
    let end = match kind {
        DocumentKind::Pdf => pdf::end(&bytes),
        DocumentKind::Jpeg => jpeg::end(&bytes, &mut comments),
        DocumentKind::Png => png::end(&bytes, &mut comments),
        DocumentKind::Heic => heic::end(&bytes),
    };
    let end = end.ok_or(DocumentFault::Damaged)?;
    if comments.into_iter().any(other_kinds::opens_markup) {
        return Err(DocumentFault::Mixed);
    }
    let appended = bytes.get(end..).unwrap_or_default();
    let is_padding = appended.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0);
    // Cameras append previews, videos, and notes after a picture. No legitimate program appends data to a PDF.
    if !is_padding && (kind == DocumentKind::Pdf || other_kinds::is_other_file(appended)) {
        return Err(DocumentFault::Mixed);
    }
    if other_kinds::is_also_another(kind, &bytes) {
        return Err(DocumentFault::Mixed);
    }
    if !is_padding {
        bytes.truncate(end);
    }
    if kind == DocumentKind::Pdf {
        pdf::check(&bytes)?;
    }
    Ok(CheckedDocument { kind, bytes })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests;
