//! The codes, titles, and explanations of rejected documents.

use http::StatusCode;
use waypoint_domain::document::DocumentFault;

/// Returns the status, the code, and the title of a document's fault.
pub(super) const fn kind(fault: DocumentFault) -> (StatusCode, &'static str, &'static str) {
    let (code, title) = match fault {
        DocumentFault::OtherKind => ("document_unreadable", "We can’t use this type of file"),
        DocumentFault::Damaged => ("document_damaged", "The document is damaged"),
        DocumentFault::Locked => ("document_locked", "The document has a password"),
        DocumentFault::Active => ("document_active", "The document has active parts"),
        DocumentFault::Mixed => ("document_mixed", "The document contains a file of another type"),
        DocumentFault::TooMany => ("documents_too_many", "There are too many documents"),
    };
    (StatusCode::UNPROCESSABLE_ENTITY, code, title)
}

/// Returns the explanation of a document's fault.
pub(super) const fn sentence(fault: DocumentFault) -> &'static str {
    match fault {
        DocumentFault::OtherKind => {
            "Choose a PDF, or a JPEG, PNG, or HEIC photo. We can’t use this file, so we deleted it."
        }
        DocumentFault::Damaged => {
            "We couldn’t read this file, so we deleted it. Save it again, or take photos of the pages."
        }
        DocumentFault::Locked => {
            "This PDF has a password, so the study team couldn’t open it. We deleted it. Save it without the \
                 password, or take photos of the pages."
        }
        DocumentFault::Active => {
            "This PDF has scripts, attachments, or other active parts, so we can’t pass it on. We deleted it. Print \
                 it to a new PDF, or take photos of the pages."
        }
        DocumentFault::Mixed => {
            "This file has other data in it, so we can’t pass it on. We deleted it. Print it to a new PDF, or take \
                 photos of the pages."
        }
        DocumentFault::TooMany => {
            "You can send up to 10 files, 50 MB in all. We didn’t keep this one. Remove another file to add it."
        }
    }
}
