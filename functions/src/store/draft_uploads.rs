//! The documents of a draft, from the moment a browser begins to send them until a sign-up takes them along.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use waypoint_domain::document::{Document, DocumentFault, DocumentId, MOST_BYTES_TOGETHER, MOST_DOCUMENTS};

/// The most uploads that a draft remembers that have not arrived.
const MOST_UNFINISHED: usize = MOST_DOCUMENTS;

/// The uploads of a draft, in the order in which the browser began them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DraftUploads(Vec<DraftUpload>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct DraftUpload {
    /// The name under which the browser sends it, and by which calls name it.
    id: DocumentId,
    state: UploadState,
}

/// How far an upload has come. What became of it is remembered, so that asking again gives the same answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UploadState {
    /// The browser may still send it.
    Expected,
    /// It was refused, and removed.
    Refused(DocumentFault),
    /// It waits for the sign-up.
    Arrived {
        /// The copy that was checked.
        document: Document,
        /// Until when it can become part of a sign-up, in seconds since 1970.
        until: i64,
    },
}

/// A document that waits for the sign-up.
#[derive(Debug, Clone, Copy)]
pub struct Arrived<'a> {
    /// By what calls name it.
    pub id: &'a DocumentId,
    /// The copy that was checked.
    pub document: &'a Document,
}

impl DraftUploads {
    /// Begins an upload. Of those that never arrived, the oldest are forgotten.
    pub fn begin(&mut self, id: DocumentId) {
        let unfinished = self.0.iter().filter(|upload| !upload.has_arrived()).count();
        let mut forgotten = (unfinished + 1).saturating_sub(MOST_UNFINISHED);
        self.0.retain(|upload| {
            let is_forgotten = forgotten > 0 && !upload.has_arrived();
            forgotten -= usize::from(is_forgotten);
            !is_forgotten
        });
        self.0.push(DraftUpload { id, state: UploadState::Expected });
    }

    /// Whether another document may be begun.
    #[must_use]
    pub fn has_room(&self, now: Timestamp) -> bool {
        self.documents(now).count() < MOST_DOCUMENTS
    }

    /// Notes what became of an upload that is still expected. A document beyond the limits is refused. An upload that was
    /// settled before, or removed, stays as it is.
    pub fn settle(&mut self, id: &DocumentId, state: UploadState, now: Timestamp) {
        let fits = match &state {
            UploadState::Arrived { document, .. } => {
                let bytes: u64 = self.documents(now).map(|arrived| arrived.document.bytes).sum();
                self.has_room(now) && bytes + document.bytes <= MOST_BYTES_TOGETHER
            }
            UploadState::Expected | UploadState::Refused(_) => true,
        };
        let expected =
            self.0.iter_mut().find(|upload| upload.id == *id && upload.state == UploadState::Expected);
        if let Some(upload) = expected {
            upload.state = if fits { state } else { UploadState::Refused(DocumentFault::TooMany) };
        }
    }

    /// Forgets an upload; without a name, all of them.
    pub fn remove(&mut self, id: Option<&DocumentId>) {
        self.0.retain(|upload| id.is_some_and(|id| upload.id != *id));
    }

    /// How far an upload has come. Nothing when the browser never began it, or removed it.
    #[must_use]
    pub fn state(&self, id: &DocumentId) -> Option<&UploadState> {
        self.0.iter().find(|upload| upload.id == *id).map(|upload| &upload.state)
    }

    /// The upload that was begun last.
    #[must_use]
    pub fn latest(&self) -> Option<&DocumentId> {
        self.0.last().map(|upload| &upload.id)
    }

    /// The documents that have arrived and have not expired.
    pub fn documents(&self, now: Timestamp) -> impl Iterator<Item = Arrived<'_>> {
        self.0.iter().filter_map(move |upload| match &upload.state {
            UploadState::Arrived { document, until } if *until > now.as_second() => {
                Some(Arrived { id: &upload.id, document })
            }
            _ => None,
        })
    }

    /// The names under which something may be in the bucket.
    pub fn names(&self) -> impl Iterator<Item = &DocumentId> {
        self.0.iter().map(DraftUpload::name)
    }

    /// The name of an upload in the bucket; without an upload, those of all.
    pub fn names_of(&self, id: Option<&DocumentId>) -> impl Iterator<Item = &DocumentId> {
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
    use waypoint_domain::document::{DocumentKind, MOST_BYTES};

    use super::*;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    fn id(number: u128) -> DocumentId {
        DocumentId::from_random(number)
    }

    fn arrived(number: u128, bytes: u64) -> UploadState {
        let document = Document { id: id(number + 1_000), kind: DocumentKind::Jpeg, bytes };
        UploadState::Arrived { document, until: 1 }
    }

    fn with(count: u128, bytes: u64) -> DraftUploads {
        let mut uploads = DraftUploads::default();
        for number in 0..count {
            uploads.begin(id(number));
            uploads.settle(&id(number), arrived(number, bytes), NOW);
        }
        uploads
    }

    #[test]
    fn documents_keep_the_order_in_which_they_were_begun() {
        let mut uploads = DraftUploads::default();
        (0..3).for_each(|number| uploads.begin(id(number)));
        for number in [2, 0, 1] {
            uploads.settle(&id(number), arrived(number, 1), NOW);
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
    fn an_upload_is_settled_once() {
        let mut uploads = with(1, 5);
        let settled = uploads.clone();
        uploads.settle(&id(0), arrived(7, 6), NOW);
        uploads.settle(&id(0), UploadState::Refused(DocumentFault::OtherKind), NOW);
        uploads.settle(&id(9), arrived(9, 6), NOW);
        assert_eq!(uploads, settled);
    }

    #[test]
    fn documents_beyond_the_limits_are_refused() {
        let too_many = UploadState::Refused(DocumentFault::TooMany);
        let mut uploads = with(10, 1);
        assert!(!uploads.has_room(NOW) && with(9, 1).has_room(NOW));
        uploads.begin(id(10));
        uploads.settle(&id(10), arrived(10, 1), NOW);
        assert_eq!(uploads.state(&id(10)), Some(&too_many));
        let together = u128::from(MOST_BYTES_TOGETHER / MOST_BYTES);
        let full = with(together + 1, MOST_BYTES);
        assert_eq!(full.documents(NOW).count() as u128, together);
        assert_eq!(full.state(&id(together)), Some(&too_many));
    }

    #[test]
    fn uploads_that_never_arrive_push_out_one_another_and_no_document() {
        let mut uploads = with(2, 1);
        (10..40).for_each(|number| uploads.begin(id(number)));
        assert_eq!((uploads.0.len(), uploads.documents(NOW).count()), (12, 2));
        assert_eq!(uploads.state(&id(29)), None);
        assert_eq!(uploads.state(&id(30)), Some(&UploadState::Expected));
        assert_eq!(uploads.latest(), Some(&id(39)));
    }
}
