//! The data and the result of a sign-up.

use jiff::Timestamp;
use waypoint_domain::{
    document::Document, participant::Profile, question::Answer, survey_answer::SurveyAnswer,
};
use waypoint_keys::Fingerprints;

use super::{
    DataKey, Sealer, Session, SessionSignUp, SignUpRef, StoreError,
    item::document,
    participant_items::{CONSENTS, PROFILE_FIELDS, answer_item, criteria_item, receipt_write, seal_profile},
    session_tokens::opened_until,
    table::Table,
    uploads::{document_item, take_over},
    write::{SetAttribute, Write},
};
use crate::{
    address_prints::AddressPrints,
    receipt::{Agreement, Receipt},
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
    pub token: &'a SessionToken,
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
    /// Another page of the browser has replaced the session token or ended the session since the request began.
    SessionReplaced,
}

impl SignUpRecord<'_> {
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

    /// The write with the sealed form and the ticked boxes.
    pub(super) fn set_profile<K: SetAttribute>(
        &self,
        profile: Write<K>,
        sealer: &Sealer<'_>,
    ) -> Result<Write<K>, StoreError> {
        let profile = profile.set(PROFILE_FIELDS, seal_profile(sealer, self.profile)?);
        Ok(match self.consents {
            Some(ticked) => profile.set(CONSENTS, document(&ticked)?),
            None => profile,
        })
    }

    /// The writes of the receipt, the answers, and the documents of a form. `last` is the last receipt before it.
    pub(super) fn content_writes(
        &self,
        (table, sealer): (&Table, &Sealer<'_>),
        sign_up: &SignUpRef,
        last: Option<&Receipt>,
        now: Timestamp,
    ) -> Result<Vec<Write>, StoreError> {
        let mut writes = Vec::new();
        if let Some(agreement) = self.agreement {
            let receipt = Receipt::next_after(last, agreement.clone(), now);
            writes.push(receipt_write(table, sign_up, &receipt)?);
        }
        for answer in self.answers {
            writes.push(table.put(answer_item(sealer, sign_up, answer, now)?).into());
        }
        if !self.criteria.is_empty() {
            writes.push(table.put(criteria_item(sealer, sign_up, self.criteria, now)?).into());
        }
        for (place, uploaded) in self.documents.iter().enumerate() {
            writes.push(take_over(table, &uploaded.id));
            writes.push(table.put(document_item(sign_up, (place, uploaded), now)?).into());
        }
        Ok(writes)
    }
}
