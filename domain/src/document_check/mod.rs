//! What a document is, by all of its bytes, and whether it is safe to pass on to a study team.
//!
//! A document is refused when it can do more than be looked at, or when some program would read it as a file of another kind.
//! The work is linear in the size of the document, and so is the memory.

mod heic;
mod jpeg;
mod other_kinds;
mod pdf;
mod pdf_tokens;
mod png;

use crate::document::{DocumentFault, DocumentKind};

/// A document that is what it says, and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedDocument {
    /// What it is.
    pub kind: DocumentKind,
    /// Its bytes, without what a camera appended behind the picture.
    pub bytes: Vec<u8>,
}

/// Checks a document.
///
/// # Errors
/// When it is refused.
pub fn check(mut bytes: Vec<u8>) -> Result<CheckedDocument, DocumentFault> {
    let kind = DocumentKind::of_content(&bytes).ok_or(DocumentFault::OtherKind)?;
    let end = match kind {
        DocumentKind::Pdf => pdf::end(&bytes),
        DocumentKind::Jpeg => jpeg::end(&bytes),
        DocumentKind::Png => png::end(&bytes),
        DocumentKind::Heic => heic::end(&bytes),
    };
    let end = end.ok_or(DocumentFault::Damaged)?;
    let appended = bytes.get(end..).unwrap_or_default();
    let is_padding = appended.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0);
    // Cameras append previews, films and notes of their own behind a picture. Nothing appends anything to a PDF.
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
