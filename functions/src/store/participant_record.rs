//! The decrypted record of a participant.

use std::collections::BTreeMap;

use jiff::Timestamp;
use waypoint_domain::{
    basic_channel::BasicChannel,
    contact_choice::{ContactChannel, ContactChoice},
    document::Document,
    participant_number::ParticipantNumber,
    personal::Personal,
    question::Answer,
    referral::Referral,
    study_number::StudyNumber,
    survey_answer::SurveyAnswer,
};

use super::{
    Acknowledgement, ClockStep, NurseCall, Participants, ResponseClock, Sealer, Share, SignUpRef, StoreError,
    contact_choices::contact_choice_in,
    item::{Item, bytes_of, document_of, fields_of, item_named, items_named, text_of},
    nurse_calls::NURSE_CALL,
    outbox_items::{MESSAGE, OUTBOX},
    participant_items::{
        ACKNOWLEDGEMENT, CONSENTS, CRITERIA, KEY, PROFILE, RECEIPT, REFERRAL, ReadableProfile,
        is_participant_profile, open_fields, profile_key, receipt_of, stop_attribute,
    },
    participants::{answers_in, unwrapped},
    response_clock::clock_in,
    shares::shares_in,
    uploads::documents_in,
};
use crate::{external::keys::Keys, receipt::Receipt};

/// The decrypted record of a participant.
#[derive(Debug, Clone)]
pub struct ParticipantRecord {
    /// The profile's fields, by name.
    pub profile: serde_json::Map<String, serde_json::Value>,
    /// The ids of the ticked consent boxes. `None` if the client didn't send them.
    pub consents: Option<Vec<String>>,
    /// The answers to the pre-screening questions.
    pub answers: Vec<Answer>,
    /// The answers to the study's survey.
    pub criteria: Vec<SurveyAnswer>,
    /// The uploaded documents.
    pub documents: Vec<Document>,
    /// The fingerprint of the address and the study.
    pub mailbox: String,
    /// When the owner of the address confirmed it through a mailed link, if they have.
    pub email_confirmed: Option<Timestamp>,
    /// The channels that the participant stopped, among those without a consent box.
    pub stopped_channels: Vec<BasicChannel>,
    /// The acceptance of the privacy notice.
    pub acknowledged: Option<Acknowledgement>,
    /// The study that the participant signed up for.
    pub study_number: StudyNumber,
    /// The participant's other id.
    pub sys_id: String,
    /// The status of the referral, once the study team has reported one.
    pub referral: Option<Referral>,
    /// The response clock, if it was started.
    pub response: Option<ResponseClock>,
    /// The receipts, oldest first.
    pub receipts: Vec<Receipt>,
    /// The shares of medical records that were not withdrawn.
    pub shares: Vec<Share>,
    /// The request for a call from the nurse, if any. Stopping calls cancels an earlier request.
    pub nurse_call: Option<NurseCall>,
    /// How the participant wants to be contacted, if they chose. Always one of the offered channels.
    pub contact: Option<ContactChoice>,
    /// The kinds of the outbox messages, in order.
    pub outbox: Vec<String>,
}

impl ParticipantRecord {
    /// The response clock, if the study team hasn't been in touch yet.
    #[must_use]
    pub fn waiting_for_contact(&self) -> Option<&ResponseClock> {
        let is_answered = self.referral.is_some_and(|referral| referral.status.is_answer());
        self.response.as_ref().filter(|clock| clock.step != ClockStep::Stopped && !is_answered)
    }
}

impl Participants {
    /// The decrypted record of a participant. `None` if there is no such participant, or if the sign-up has expired.
    pub async fn record(
        &self,
        keys: &Keys,
        number: &ParticipantNumber,
        now: Timestamp,
    ) -> Result<Option<ParticipantRecord>, StoreError> {
        let items = self.items(number).await?;
        let profile = item_named(&items, PROFILE).filter(|item| is_participant_profile(item, now));
        let Some(profile) = profile else { return Ok(None) };
        let readable: ReadableProfile = fields_of(profile)?;
        // A participant without a key is being erased.
        let Some(key) = item_named(&items, KEY) else { return Ok(None) };
        let data_key = unwrapped(keys, key, number).await?;
        let sealer = self.table.sealer(&data_key, number.as_str());
        let consents: Option<Vec<String>> =
            profile.get(CONSENTS).map(|_| document_of(profile, CONSENTS)).transpose()?;
        let stops: BTreeMap<BasicChannel, Timestamp> = stops_in(profile)?;
        let stopped_channels: Vec<BasicChannel> = stops.keys().copied().collect();
        let offered =
            ContactChannel::offered_with(consents.as_deref().unwrap_or_default(), &stopped_channels);
        // The participant may have stopped calls or withdrawn the consent to text messages since the choice.
        let contact = contact_choice_in(&items, &sealer)?.filter(|choice| offered.contains(&choice.by));
        Ok(Some(ParticipantRecord {
            contact,
            profile: open_fields(&sealer, profile)?,
            mailbox: readable.mailbox,
            email_confirmed: readable.email_confirmed,
            stopped_channels,
            consents,
            answers: answers_in(&items, &sealer)?,
            criteria: criteria_in(&items, &sealer)?,
            documents: documents_in(&items)?,
            acknowledged: item_named(&items, ACKNOWLEDGEMENT).map(fields_of).transpose()?,
            study_number: readable.study_number,
            sys_id: readable.sys_id,
            referral: item_named(&items, REFERRAL).map(fields_of).transpose()?,
            response: clock_in(&items)?,
            receipts: items_named(&items, RECEIPT).map(receipt_of).collect::<Result<_, _>>()?,
            shares: shares_in(&items, &sealer)?,
            nurse_call: nurse_call_in(&items)?.filter(|call| is_wanted(call, &stops)),
            outbox: items_named(&items, OUTBOX)
                .filter_map(|item| Some(text_of(item, MESSAGE)?.to_owned()))
                .collect(),
        }))
    }

    /// The participant's date of birth, `YYYY-MM-DD`.
    pub async fn birth_date(&self, keys: &Keys, sign_up: &SignUpRef) -> Result<Personal<String>, StoreError> {
        let unreadable = || StoreError::unreadable("read a date of birth");
        let profile = self.item(profile_key(&sign_up.participant)).await?.ok_or_else(unreadable)?;
        let data_key = self.data_key(keys, &sign_up.participant).await?;
        let fields = open_fields(&self.sealer(&data_key, sign_up), &profile)?;
        let birth_date = fields.get("date_of_birth").and_then(serde_json::Value::as_str);
        birth_date.map(|text| Personal::new(text.to_owned())).ok_or_else(unreadable)
    }
}

/// When the participant stopped each channel.
fn stops_in(profile: &Item) -> Result<BTreeMap<BasicChannel, Timestamp>, StoreError> {
    let stop = |channel: BasicChannel| Some((channel, text_of(profile, stop_attribute(channel))?));
    let unreadable = |_| StoreError::unreadable("read a stopped channel");
    BasicChannel::ALL
        .into_iter()
        .filter_map(stop)
        .map(|(channel, since)| Ok((channel, since.parse().map_err(unreadable)?)))
        .collect()
}

fn nurse_call_in(items: &[Item]) -> Result<Option<NurseCall>, StoreError> {
    item_named(items, NURSE_CALL).map(fields_of).transpose()
}

/// Whether the participant requested the call after any stop of calls.
fn is_wanted(call: &NurseCall, stops: &BTreeMap<BasicChannel, Timestamp>) -> bool {
    stops.get(&BasicChannel::Call).is_none_or(|stopped| call.at > *stopped)
}

fn criteria_in(items: &[Item], sealer: &Sealer<'_>) -> Result<Vec<SurveyAnswer>, StoreError> {
    let Some(item) = item_named(items, CRITERIA) else { return Ok(Vec::new()) };
    sealer.open_json(CRITERIA, bytes_of(item, "criteria")?)
}
