//! Notices to the study team's portal. A notice is built at delivery from the current data, so the outbox holds no
//! personal data.

use std::time::Duration;

use serde_json::{Map, Value, json};
use waypoint_domain::{
    basic_channel::BasicChannel, document::Document, participant_number::ParticipantNumber,
    personal::Personal, study_number::StudyNumber,
};
use waypoint_keys::purpose::NoticeId;

use crate::{
    context::Context,
    external::{mail::MailService, portal::PortalMessage},
    stop_link::StopLink,
    store::{
        Acknowledgement, Collection, Message, ParticipantRecord, Share, ShareContent, StoreError,
        WaitingMessage,
    },
    wire::{FurtherRecords, RecordGroups},
};

/// How long a link to a document is valid, unless the credentials that sign it expire earlier.
const LINK_VALIDITY: Duration = Duration::from_hours(1);

/// A message prepared for delivery.
#[derive(Debug)]
pub(super) enum PreparedMessage {
    /// Ready to send.
    Ready(PortalMessage),
    /// The participant hasn't accepted the privacy notice, which discloses that the study team gets their data.
    NotAccepted(ParticipantNumber),
    /// The participant no longer exists, or the message isn't for the portal.
    NotNeeded,
}

/// Builds the notice of a message.
pub(super) async fn notice(
    context: &Context,
    message: &WaitingMessage,
) -> Result<PreparedMessage, StoreError> {
    let number = match &message.collection {
        Collection::Participant(number) => number,
        Collection::Erased(number) => {
            return Ok(PreparedMessage::Ready(erasure_notice(context, message, number)?));
        }
        Collection::Subscription(_) | Collection::Introduction(_) => return Ok(PreparedMessage::NotNeeded),
    };
    let kind = match message.kind()? {
        Message::HandOver => "participant.signed_up",
        Message::HandOverCorrection => "participant.corrected",
        Message::HandOverConfirmation => "participant.email_confirmed",
        Message::HandOverAnswers => "participant.answered",
        Message::HandOverAcknowledgement => "participant.acknowledged",
        Message::HandOverRecords => "participant.records_shared",
        Message::HandOverWithdrawal => "participant.records_withdrawn",
        Message::HandOverNurseCall => "participant.nurse_call_requested",
        Message::HandOverContact => "participant.contact_chosen",
        Message::HandOverReminder => "participant.contact_overdue",
        Message::HandOverConsents => "participant.messages_stopped",
        _ => return Ok(PreparedMessage::NotNeeded),
    };
    let now = context.clock.now();
    let Some(record) = context.participants.record(&context.keys, number, now).await? else {
        return Ok(PreparedMessage::NotNeeded);
    };
    let Some(accepted) = record.acknowledged.clone() else {
        return Ok(PreparedMessage::NotAccepted(number.clone()));
    };
    let data = match message.kind()? {
        // A reminder names the sign-up and nothing else about the participant.
        Message::HandOverReminder => record.waiting_for_contact().map(|clock| {
            json!({
                "participant": number,
                "study_number": record.study_number,
                "contact_by": clock.contact_by,
            })
        }),
        _ => Some(sign_up_json(context, number, record, accepted).await?),
    };
    let Some(data) = data else { return Ok(PreparedMessage::NotNeeded) };
    let body = json!({ "type": kind, "timestamp": now, "data": data });
    Ok(PreparedMessage::Ready(build_notice(context, message, &body)?))
}

/// The whole sign-up.
async fn sign_up_json(
    context: &Context,
    number: &ParticipantNumber,
    record: ParticipantRecord,
    accepted: Acknowledgement,
) -> Result<Value, StoreError> {
    // Withdrawn shares are missing here. The portal must keep only what this list contains.
    let shares: Vec<Value> = record.shares.iter().map(share_json).collect();
    let documents = links(context, &record.documents).await?;
    let study = study_json(context, &record.study_number).await?;
    let stop_links = stop_links(context, number, &record).await?;
    let stopped_channels: Vec<&str> = record.stopped_channels.iter().map(|channel| channel.id()).collect();
    Ok(json!({
        "participant": number,
        "sys_id": record.sys_id,
        "study_number": record.study_number,
        "study": study,
        "profile": record.profile,
        "email_confirmed": record.email_confirmed,
        "consented_by": consented_by(&record.profile),
        "representative": representative(&record.profile),
        "consents": record.consents,
        "stop_links": stop_links,
        "stopped_channels": stopped_channels,
        "answers": record.answers,
        "criteria": record.criteria,
        "documents": documents,
        "acknowledged": { "at": accepted.at, "notice_version": accepted.notice_version },
        "shares": shares,
        "contact": record.contact,
        "nurse_call": record.nurse_call.map(|call| json!({ "at": call.at, "when": call.when })),
    }))
}

/// For phone calls and each channel that the participant agreed to, the link that stops it, which messages of the channel
/// must carry. The links lead to our site, which is known from the service for mails.
async fn stop_links(
    context: &Context,
    number: &ParticipantNumber,
    record: &ParticipantRecord,
) -> Result<Map<String, Value>, StoreError> {
    let MailService::Smtp(mail) = &context.mail else { return Ok(Map::new()) };
    let key = context.key()?;
    let settings = context.studies.settings().await?;
    let consents = record.consents.as_deref().unwrap_or_default();
    let agreed =
        settings.consent_boxes.into_iter().filter(|known| !known.required && consents.contains(&known.id));
    let takes_calls = !record.stopped_channels.contains(&BasicChannel::Call);
    let calls = takes_calls.then(|| BasicChannel::Call.id().to_owned());
    let link = |channel: String| {
        let link = StopLink { number: number.clone(), channel: channel.clone() };
        (channel, link.page(mail.site(), &key).into())
    };
    Ok(calls.into_iter().chain(agreed.map(|known| known.id)).map(link).collect())
}

/// Who gave consent: `participant` or `representative`.
fn consented_by(profile: &Map<String, Value>) -> &'static str {
    if profile.contains_key("representative") { "representative" } else { "participant" }
}

/// The representative and their contact data. `None` if the participant signed up alone. In the profile of a
/// represented participant, the email address and the phone number are the representative's.
fn representative(profile: &Map<String, Value>) -> Option<Value> {
    let mut representative = profile.get("representative")?.as_object()?.clone();
    for contact in ["email", "phone_number"] {
        representative.insert(contact.into(), profile.get(contact).cloned().unwrap_or_default());
    }
    Some(Value::Object(representative))
}

/// The study's other identifiers. `None` if the study no longer exists.
async fn study_json(context: &Context, number: &StudyNumber) -> Result<Option<Value>, StoreError> {
    let study = context.studies.by_number(number).await?;
    Ok(study.map(|study| {
        json!({ "sys_id": study.study_sys_id, "nct_number": study.nct_number, "domain": study.domain })
    }))
}

/// The documents, each with a download link. If a link can't be made, the whole message fails and waits, because a
/// notice without its documents would be incomplete.
async fn links(context: &Context, documents: &[Document]) -> Result<Vec<Value>, StoreError> {
    let failed = |kind: &str| StoreError::new("link to a document", kind);
    let mut links = Vec::new();
    for (place, Document { id, kind, bytes }) in documents.iter().enumerate() {
        let bucket = context.documents.bucket().ok_or_else(|| failed("no bucket is configured"))?;
        let link = bucket.link_to(id, LINK_VALIDITY, context.clock.now()).await;
        let link = link.map_err(|error| failed(&error.to_string()))?;
        let name = format!("document-{}.{}", place + 1, kind.extension());
        links.push(json!({ "name": name, "type": kind, "bytes": bytes, "link": link }));
    }
    Ok(links)
}

/// A share of medical records, by group in the usual order. A group that the health system didn't return is not the
/// same as an empty one.
fn share_json(share: &Share) -> Value {
    let ShareContent { system, records, demographics, missing } = &share.shared;
    json!({
        "number": share.number,
        "at": share.at,
        "system": system,
        "date_of_birth": demographics.reveal().birth_date,
        "gender": demographics.reveal().sex,
        "records": RecordGroups::from(records.reveal().clone()),
        "further_records": FurtherRecords::from(records.reveal().clone()),
        "not_given": missing,
    })
}

/// The notice that a participant was erased, so that the portal must delete its data, too.
fn erasure_notice(
    context: &Context,
    message: &WaitingMessage,
    number: &ParticipantNumber,
) -> Result<PortalMessage, StoreError> {
    let body = json!({
        "type": "participant.erased",
        "timestamp": context.clock.now(),
        "data": { "participant": number },
    });
    build_notice(context, message, &body)
}

fn build_notice(
    context: &Context,
    message: &WaitingMessage,
    body: &Value,
) -> Result<PortalMessage, StoreError> {
    let id = context.key::<NoticeId>()?.fingerprint(&message.name());
    Ok(PortalMessage { id, body: Personal::new(body.to_string()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notice_names_who_consented_and_how_to_reach_them() {
        let profile = |value: Value| value.as_object().cloned().unwrap();
        let alone = profile(json!({ "email": "maria@example.org" }));
        assert_eq!((consented_by(&alone), representative(&alone)), ("participant", None));

        let child = profile(json!({
            "email": "ana@example.org", "phone_number": "+12165550134",
            "representative": { "name": "Ana Sample", "relationship": "parent" }
        }));
        assert_eq!(consented_by(&child), "representative");
        assert_eq!(
            representative(&child),
            Some(json!({
                "name": "Ana Sample", "relationship": "parent", "email": "ana@example.org",
                "phone_number": "+12165550134"
            }))
        );
    }
}
