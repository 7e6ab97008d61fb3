//! The data and the result of a sign-up.

use jiff::Timestamp;
use waypoint_domain::{
    document::Document, participant::Profile, question::Answer, survey_answer::SurveyAnswer,
};
use waypoint_keys::Fingerprints;

use super::{
    DataKey, Session, SessionSignUp, SignUpRef, StoreError,
    participant_items::{answer_item, criteria_item},
    session_tokens::opened_until,
    table::Table,
    uploads::{document_item, take_over},
    write::Write,
};
use crate::{
    address_prints::AddressPrints,
    receipt::Agreement,
    session_token::{PageId, SessionToken},
};

/// The data of a sign-up.
#[derive(Debug)]
pub struct SignUpRecord<'a> {
    /// The identifiers of the new participant.
    pub sign_up: SignUpRef,
    /// The validated form.
    pub profile: &'a Profile,
    /// The validated answers to the pre-screening questions.
    pub answers: &'a [Answer],
    /// The answers to the study's survey.
    pub criteria: &'a [SurveyAnswer],
    /// The uploaded documents.
    pub documents: &'a [Document],
    /// The ids of the ticked consent boxes. `None` if the client didn't send them.
    pub consents: Option<&'a [String]>,
    /// The agreement to those boxes, present if they are.
    pub agreement: Option<&'a Agreement>,
    /// The key that seals the participant's values.
    pub data_key: DataKey,
    /// The same key, wrapped by the key service.
    pub wrapped_key: Vec<u8>,
    /// The fingerprint of the idempotency key: the one that its mark is stored under, or the current one.
    pub idempotency: String,
    /// Fingerprints of the form.
    pub form: Fingerprints,
    /// Fingerprints of the email address.
    pub address: AddressPrints,
    /// The session token that the browser sent.
    pub token: Option<&'a SessionToken>,
    /// The calling page.
    pub page: Option<&'a PageId>,
}

/// The result of a sign-up.
#[derive(Debug, Clone)]
pub enum SignUpResult {
    /// The session may open this participant, which is new or from an earlier submission of the form.
    SignedUp(SignUpRef, Box<Session>),
    /// The idempotency key was already used with another form or by another browser.
    KeyReused,
    /// This session already signed this person up for this study with this address.
    SignedUpBefore,
    /// Another page of the browser has just replaced the session token.
    SessionReplaced,
}

impl SignUpRecord<'_> {
    /// The session's entry for a sign-up.
    pub(super) fn session_entry(
        &self,
        sign_up: &SignUpRef,
        session: &Session,
        now: Timestamp,
    ) -> SessionSignUp {
        let known = session.find_sign_up(|known| known.participant == sign_up.participant, now);
        SessionSignUp {
            sign_up: sign_up.clone(),
            person: self.address.person.current().to_owned(),
            returned: known.and_then(|known| known.returned),
            until: opened_until(now),
        }
    }

    /// The writes of the answers and the documents in a form.
    pub(super) fn answers_and_documents(
        &self,
        table: &Table,
        sign_up: &SignUpRef,
        data_key: &DataKey,
        now: Timestamp,
    ) -> Result<Vec<Write>, StoreError> {
        let sealer = table.sealer(data_key, sign_up.participant.as_str());
        let mut writes = self
            .answers
            .iter()
            .map(|answer| Ok(table.put(answer_item(&sealer, sign_up, answer, now)?)))
            .collect::<Result<Vec<_>, StoreError>>()?;
        if !self.criteria.is_empty() {
            writes.push(table.put(criteria_item(&sealer, sign_up, self.criteria, now)?));
        }
        for (place, uploaded) in self.documents.iter().enumerate() {
            writes.push(take_over(table, &uploaded.id));
            writes.push(table.put(document_item(sign_up, (place, uploaded), now)?));
        }
        Ok(writes)
    }
}
