//! The documents of a draft, from the start of an upload until the sign-up takes them over.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use waypoint_domain::document::{Document, DocumentFault, DocumentId, MAX_DOCUMENTS, MAX_TOTAL_BYTES};

/// The most uploads in a draft that haven't arrived.
const MAX_UNFINISHED: usize = MAX_DOCUMENTS;

/// The uploads of a draft, in the order in which they were started.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DraftUploads(Vec<DraftUpload>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct DraftUpload {
    /// The name under which the browser uploads it. Calls refer to it by this name.
    id: DocumentId,
    state: UploadState,
}

/// The state of an upload. Results are stored, so that repeating a call gives the same response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UploadState {
    /// The browser may still upload it.
    Expected,
    /// It was rejected and removed.
    Refused(DocumentFault),
    /// It is ready for the sign-up.
    Arrived {
        /// The validated copy.
        document: Document,
        /// When it can no longer become part of a sign-up, in Unix seconds.
        until: i64,
    },
}

/// A document that is ready for the sign-up.
#[derive(Debug, Clone, Copy)]
pub struct ArrivedDocument<'a> {
    /// The name that calls use.
    pub id: &'a DocumentId,
    /// The validated copy.
    pub document: &'a Document,
}

impl DraftUploads {
    /// Starts an upload. If too many haven't arrived, the oldest of them are dropped.
    pub fn begin(&mut self, id: DocumentId) {
        let unfinished = self.0.iter().filter(|upload| !upload.has_arrived()).count();
        let mut forgotten = (unfinished + 1).saturating_sub(MAX_UNFINISHED);
        self.0.retain(|upload| {
            let is_forgotten = forgotten > 0 && !upload.has_arrived();
            forgotten -= usize::from(is_forgotten);
            !is_forgotten
        });
        self.0.push(DraftUpload { id, state: UploadState::Expected });
    }

    /// Whether another document may be uploaded.
    #[must_use]
    pub fn has_room(&self, now: Timestamp) -> bool {
        self.documents(now).count() < MAX_DOCUMENTS
    }

    /// Sets the state of an expected upload. A document beyond the limits is rejected. Uploads that already have a
    /// result or were removed don't change.
    pub fn set_result(&mut self, id: &DocumentId, state: UploadState, now: Timestamp) {
        let fits = match &state {
            UploadState::Arrived { document, .. } => {
                let bytes: u64 = self.documents(now).map(|arrived| arrived.document.bytes).sum();
                self.has_room(now) && bytes + document.bytes <= MAX_TOTAL_BYTES
            }
            UploadState::Expected | UploadState::Refused(_) => true,
        };
        let expected =
            self.0.iter_mut().find(|upload| upload.id == *id && upload.state == UploadState::Expected);
        if let Some(upload) = expected {
            upload.state = if fits { state } else { UploadState::Refused(DocumentFault::TooMany) };
        }
    }

    /// Removes an upload, or all uploads if no name is given.
    pub fn remove(&mut self, id: Option<&DocumentId>) {
        self.0.retain(|upload| id.is_some_and(|id| upload.id != *id));
    }

    /// The state of an upload. `None` if the browser never started it, or removed it.
    #[must_use]
    pub fn state(&self, id: &DocumentId) -> Option<&UploadState> {
        self.0.iter().find(|upload| upload.id == *id).map(|upload| &upload.state)
    }

    /// The upload that was started last.
    #[must_use]
    pub fn latest(&self) -> Option<&DocumentId> {
        self.0.last().map(|upload| &upload.id)
    }

    /// The documents that have arrived and have not expired.
    pub fn documents(&self, now: Timestamp) -> impl Iterator<Item = ArrivedDocument<'_>> {
        self.0.iter().filter_map(move |upload| match &upload.state {
            UploadState::Arrived { document, until } if *until > now.as_second() => {
                Some(ArrivedDocument { id: &upload.id, document })
            }
            _ => None,
        })
    }

    /// The names of all uploads in the bucket.
    pub fn names(&self) -> impl Iterator<Item = &DocumentId> {
        self.0.iter().map(DraftUpload::name)
    }

    /// The name of an upload in the bucket, or the names of all uploads if no id is given.
    pub fn names_matching(&self, id: Option<&DocumentId>) -> impl Iterator<Item = &DocumentId> {
        self.0.iter().filter(move |upload| id.is_none_or(|id| upload.id == *id)).map(DraftUpload::name)
    }
}

impl DraftUpload {
    fn has_arrived(&self) -> bool {
        matches!(self.state, UploadState::Arrived { .. })
    }

    fn name(&self) -> &DocumentId {
        match &self.state {
            UploadState::Arrived { document, .. } => &document.id,
            UploadState::Expected | UploadState::Refused(_) => &self.id,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use waypoint_domain::document::{DocumentKind, MAX_BYTES};

    use super::*;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    fn id(number: u128) -> DocumentId {
        DocumentId::from_random(number)
    }

    fn arrived(number: u128, bytes: u64) -> UploadState {
        let document = Document { id: id(number + 1_000), kind: DocumentKind::Jpeg, bytes };
        UploadState::Arrived { document, until: 1 }
    }

    fn uploads_with(count: u128, bytes: u64) -> DraftUploads {
        let mut uploads = DraftUploads::default();
        for number in 0..count {
            uploads.begin(id(number));
            uploads.set_result(&id(number), arrived(number, bytes), NOW);
        }
        uploads
    }

    #[test]
    fn documents_keep_the_order_in_which_they_were_started() {
        let mut uploads = DraftUploads::default();
        (0..3).for_each(|number| uploads.begin(id(number)));
        for number in [2, 0, 1] {
            uploads.set_result(&id(number), arrived(number, 1), NOW);
        }
        let order: Vec<_> = uploads.documents(NOW).map(|arrived| arrived.id.clone()).collect();
        assert_eq!(order, [id(0), id(1), id(2)]);
        uploads.remove(Some(&id(1)));
        assert_eq!(uploads.documents(NOW).count(), 2);
        assert_eq!(uploads.documents(Timestamp::from_second(1).unwrap()).count(), 0, "they have expired");
        uploads.remove(None);
        assert_eq!(uploads, DraftUploads::default());
    }

    #[test]
    fn upload_gets_a_result_only_once() {
        let mut uploads = uploads_with(1, 5);
        let settled = uploads.clone();
        uploads.set_result(&id(0), arrived(7, 6), NOW);
        uploads.set_result(&id(0), UploadState::Refused(DocumentFault::OtherKind), NOW);
        uploads.set_result(&id(9), arrived(9, 6), NOW);
        assert_eq!(uploads, settled);
    }

    #[test]
    fn documents_beyond_the_limits_are_rejected() {
        let too_many = UploadState::Refused(DocumentFault::TooMany);
        let mut uploads = uploads_with(10, 1);
        assert!(!uploads.has_room(NOW) && uploads_with(9, 1).has_room(NOW));
        uploads.begin(id(10));
        uploads.set_result(&id(10), arrived(10, 1), NOW);
        assert_eq!(uploads.state(&id(10)), Some(&too_many));
        let together = u128::from(MAX_TOTAL_BYTES / MAX_BYTES);
        let full = uploads_with(together + 1, MAX_BYTES);
        assert_eq!(full.documents(NOW).count() as u128, together);
        assert_eq!(full.state(&id(together)), Some(&too_many));
    }

    #[test]
    fn unfinished_uploads_replace_each_other_but_no_documents() {
        let mut uploads = uploads_with(2, 1);
        (10..40).for_each(|number| uploads.begin(id(number)));
        assert_eq!((uploads.0.len(), uploads.documents(NOW).count()), (12, 2));
        assert_eq!(uploads.state(&id(29)), None);
        assert_eq!(uploads.state(&id(30)), Some(&UploadState::Expected));
        assert_eq!(uploads.latest(), Some(&id(39)));
    }
}
