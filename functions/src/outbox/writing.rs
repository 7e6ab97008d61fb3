//! Mails. A mail is written at delivery from the current data, so the outbox holds no readable values.

use waypoint_domain::{
    basic_channel::BasicChannel,
    nct_id::NctId,
    news::{News, Subject},
    participant::Email,
    participant_number::ParticipantNumber,
    personal::Personal,
    response_clock::day_in_words,
    study_id::StudyId,
    study_number::StudyNumber,
};
use waypoint_keys::purpose::MailId;

use super::{
    draft::{Draft, MailLimit},
    escalation::escalation,
    introductions,
};
use crate::{
    address_prints::mailbox,
    context::Context,
    deletion_link,
    external::mail::{Mail, SmtpService},
    letters::{
        Letter, NamedStudy, Parts,
        receipts::{ReceiptContext, receipts},
        study_list,
    },
    news_link::{self, SubscriptionId},
    return_link,
    stop_link::StopLink,
    store::{
        Collection, Message, ParticipantRecord, ResponseClock, StoreError, SubscriptionState, WaitingMessage,
    },
    take_back_link,
};

/// A mail, and the limits that it counts against.
#[derive(Debug)]
pub(super) struct LimitedMail {
    pub(super) mail: Mail,
    pub(super) limits: Vec<MailLimit>,
}

/// The most mails about new sign-ups to one address per day, for all studies together. The limit of one study alone is
/// that of the letter. So sign-ups by a stranger for one study don't use up the mails about others.
const MAX_SIGN_UP_MAILS: u32 = 24;
/// The most mails per day that send the link of one sign-up again. They don't count as mails about new sign-ups, so the
/// link can be sent even after strangers have used up that limit of the address.
const MAX_REPEATED_LINKS: u32 = 3;

/// The mail of a message. `None` if it is no longer needed.
pub(super) async fn mail(
    context: &Context,
    service: &SmtpService,
    message: &WaitingMessage,
) -> Result<Option<LimitedMail>, StoreError> {
    let written = match &message.collection {
        Collection::Participant(number) => match message.kind()? {
            kind @ (Message::EscalationToOperations | Message::EscalationToVendor) => {
                to_staff(context, service, number, kind).await?
            }
            kind => to_participant(context, service, number, (message, kind)).await?,
        },
        Collection::Subscription(id) => to_subscription(context, service, id, message).await?,
        Collection::Introduction(id) => introductions::draft(context, service, id, message.kind()?).await?,
        Collection::Erased(_) => None,
    };
    let Some(Draft { to, reply_to, subject, text, one_click_stop, limits }) = written else {
        return Ok(None);
    };
    let mail = Mail {
        to,
        reply_to,
        subject,
        text,
        one_click_stop: one_click_stop.map(Personal::new),
        name: context.key::<MailId>()?.fingerprint(&message.name()),
    };
    Ok(Some(LimitedMail { mail, limits }))
}

/// The limits of a letter to a participant.
fn limits(
    message: Message,
    letter: Letter,
    record: &ParticipantRecord,
    number: &ParticipantNumber,
) -> Vec<MailLimit> {
    let limit = |subject: String, max_per_day| MailLimit { subject, max_per_day };
    match message {
        Message::SignedUp => vec![
            limit(format!("{letter:?}\n{}", record.study_number), letter.daily_limit()),
            limit("sign-ups".into(), MAX_SIGN_UP_MAILS),
        ],
        Message::LinkAgain => {
            // Strangers can ask for links to sign-ups that the owner has not confirmed, and must not use up the owner's.
            let owner = if record.email_confirmed.is_some() { "" } else { ", unconfirmed" };
            vec![
                limit(format!("link again\n{number}"), MAX_REPEATED_LINKS),
                limit(format!("links again{owner}"), Letter::LinkAgain.daily_limit()),
            ]
        }
        _ => vec![MailLimit::of_letter(letter)],
    }
}

async fn to_participant(
    context: &Context,
    service: &SmtpService,
    number: &ParticipantNumber,
    (message, kind): (&WaitingMessage, Message),
) -> Result<Option<Draft>, StoreError> {
    let letter = match kind {
        Message::SignedUp => Letter::SignedUp,
        Message::Confirmed => Letter::Confirmed,
        Message::LinkAgain => Letter::LinkAgain,
        Message::Receipts => Letter::Receipts,
        Message::StatusChanged => Letter::StatusChanged,
        Message::ConfirmDeletion => Letter::ConfirmDeletion,
        Message::RecordsShared => Letter::RecordsShared,
        Message::RecordsTakenBack => Letter::RecordsTakenBack,
        _ => return Ok(None),
    };
    let now = context.clock.now();
    let Some(record) = context.participants.record(&context.keys, number, now).await? else {
        return Ok(None);
    };
    let unreadable = || StoreError::new("write a mail", "the profile has no address");
    let status_since = record.referral.map(|referral| referral.since);
    if letter == Letter::StatusChanged && message.since.is_some_and(|since| status_since != Some(since)) {
        return Ok(None);
    }
    if letter == Letter::StatusChanged && record.stopped_channels.contains(&BasicChannel::Email) {
        return Ok(None);
    }
    let email = record.profile.get("email").and_then(|value| value.as_str()).ok_or_else(unreadable)?;
    let email = email.parse().map_err(|_| unreadable())?;
    let letter = match letter {
        Letter::LinkAgain if record.email_confirmed.is_none() => Letter::SignedUp,
        letter => letter,
    };
    let letter = match letter {
        Letter::SignedUp if is_confirmed_for_another(context, number, &email).await? => Letter::SignedUpAgain,
        letter => letter,
    };
    // The address may belong to someone else. Once its owner confirms it, one letter covers everything.
    let needs_confirmed_address =
        !matches!(letter, Letter::SignedUp | Letter::SignedUpAgain | Letter::ConfirmDeletion);
    if needs_confirmed_address && record.email_confirmed.is_none() {
        return Ok(None);
    }
    let status = record.referral.map(|referral| referral.status.sentence().to_owned());
    let status =
        status.or_else(|| record.waiting_for_contact().map(ResponseClock::sentence)).unwrap_or_default();
    let study = title_of_study(context, &record.study_number).await?;
    let zone = record.profile.get("time_zone").and_then(|value| value.as_str()).unwrap_or_default();
    let receipts = receipts(&record.receipts, ReceiptContext { study: study.as_deref(), time_zone: zone });
    let back = return_link::address(service.site(), &context.key()?, (number, &record.mailbox), now);
    let stop = StopLink { number: number.clone(), channel: BasicChannel::Email.id().into() };
    let stop_key = context.key()?;
    let one_click_stop = (letter == Letter::StatusChanged).then(|| stop.one_click(service.site(), &stop_key));
    let stop = stop.page(service.site(), &stop_key);
    let parts = Parts { receipts, status, stop, back, ..Parts::for_service(service) };
    let mut parts = parts.with_participant_notes(number, record.profile.contains_key("representative"));
    let limits = limits(kind, letter, &record, number);
    if letter == Letter::RecordsShared {
        parts.take_back = take_back_link::address(service.site(), &context.key()?, number);
    }
    if letter == Letter::ConfirmDeletion {
        let Some(id) =
            context.erasure_requests.request_of_message(&context.keys, number, message, now).await?
        else {
            return Ok(None);
        };
        parts.confirm = deletion_link::address(service.site(), &context.key()?, &id);
    }
    let draft = Draft::of_letter(Personal::new(email), letter, &parts);
    Ok(Some(Draft { one_click_stop, limits, ..draft }))
}

/// The email to our own team or to the vendor about a sign-up without an answer.
async fn to_staff(
    context: &Context,
    service: &SmtpService,
    number: &ParticipantNumber,
    message: Message,
) -> Result<Option<Draft>, StoreError> {
    let Some(escalation) = escalation(context, number, message).await? else { return Ok(None) };
    let parts = Parts {
        id: number.grouped(),
        study: escalation.study_number.to_string(),
        contact_by: day_in_words(escalation.contact_by),
        ..Parts::for_service(service)
    };
    Ok(Some(Draft::of_letter(Personal::new(escalation.to), Letter::Escalation, &parts)))
}

/// The title of a partner study. `None` if the study no longer exists.
async fn title_of_study(context: &Context, number: &StudyNumber) -> Result<Option<String>, StoreError> {
    Ok(context.studies.by_number(number).await?.map(|study| study.brief_title))
}

/// Whether the address is confirmed for another sign-up for the same study.
async fn is_confirmed_for_another(
    context: &Context,
    number: &ParticipantNumber,
    email: &Email,
) -> Result<bool, StoreError> {
    let now = context.clock.now();
    let Some(state) = context.participants.sign_up_state(number, now).await? else { return Ok(false) };
    let mailbox = mailbox(&context.key()?, &state.sign_up.study_number, email);
    let (others, _) = context.participants.other_sign_ups_of_address(&state, &mailbox, now).await?;
    Ok(others.iter().any(|other| other.confirmed.is_some()))
}

async fn to_subscription(
    context: &Context,
    service: &SmtpService,
    id: &SubscriptionId,
    message: &WaitingMessage,
) -> Result<Option<Draft>, StoreError> {
    let now = context.clock.now();
    let Some(subscription) = context.subscriptions.get(&context.keys, id, now).await? else {
        return Ok(None);
    };
    let confirm = news_link::to_confirm(service.site(), &context.key()?, id);
    let stop_key = context.key()?;
    let stop = news_link::to_stop(service.site(), &stop_key, id);
    let one_click_stop = Some(news_link::one_click_stop(service.site(), &stop_key, id));
    let postal_address = postal_address(context).await?;
    let mut parts = Parts { postal_address, confirm, stop, ..Parts::for_service(service) };
    let letter = match (message.kind()?, subscription.state) {
        (Message::ConfirmNews, SubscriptionState::Unconfirmed) => Letter::ConfirmNews,
        (Message::NewsAlready, SubscriptionState::Confirmed) => Letter::NewsAlready,
        (Message::News, SubscriptionState::Confirmed) => {
            let news = context.subscriptions.news_of(&subscription, message)?;
            parts.studies = studies_of(context, service, &subscription.subject, &news).await?;
            Letter::for_news(&news)
        }
        _ => return Ok(None),
    };
    let draft = Draft::of_letter(subscription.address, letter, &parts);
    Ok(Some(Draft { one_click_stop, ..draft }))
}

/// The lines of the sender's postal address. Settings of an earlier release have none.
async fn postal_address(context: &Context) -> Result<String, StoreError> {
    let lines = context.studies.settings().await?.postal_address;
    Ok(lines.into_iter().map(|line| line + "\n").collect())
}

async fn studies_of(
    context: &Context,
    service: &SmtpService,
    subject: &Subject,
    news: &News,
) -> Result<String, StoreError> {
    let (ids, more) = match (news, subject) {
        (News::New { ids, more }, _) => (ids.clone(), *more),
        (News::Opened | News::Ended, Subject::Study(id)) => (vec![id.to_string()], 0),
        (News::Opened | News::Ended, Subject::Search { .. }) => (Vec::new(), 0),
    };
    let mut studies = Vec::with_capacity(ids.len());
    for id in ids {
        let title = title_of(context, &id).await?.unwrap_or_else(|| id.clone());
        studies.push(NamedStudy { id, title });
    }
    Ok(study_list(service.site(), &studies, more))
}

async fn title_of(context: &Context, id: &str) -> Result<Option<String>, StoreError> {
    match id.parse() {
        Ok(StudyId::Nct(number)) => title_of_number(context, &number).await,
        Ok(StudyId::Partner(number)) => {
            Ok(context.studies.by_number(&number).await?.map(|study| study.brief_title))
        }
        Err(_) => Ok(None),
    }
}

async fn title_of_number(context: &Context, number: &NctId) -> Result<Option<String>, StoreError> {
    let own = context.studies.by_nct_id(number).await?.into_iter().next();
    match own {
        Some(study) => Ok(Some(study.brief_title)),
        None => Ok(context.registry.get(number).await?.map(|study| study.brief_title)),
    }
}
