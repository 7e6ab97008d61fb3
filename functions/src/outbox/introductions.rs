//! Mails about introductions: to the owner of an address, and to the contact of a registry study (E-582).

use waypoint_domain::personal::Personal;

use super::draft::{Draft, MailLimit};
use crate::{
    context::Context,
    external::mail::SmtpService,
    introduction_link::{self, IntroductionId},
    letters::{
        Letter, Parts,
        receipts::{ReceiptContext, local_time, receipts},
    },
    store::{Collection, Introduction, IntroductionState, Message, StoreError, WaitingMessage},
};

/// How many mails one person can send to one contact per day, for all studies together.
const MAX_FROM_PERSON: u32 = 1;
const WITHHELD: &str = "The study isn't looking for people anymore, its record no longer lists this contact, or the \
                        contact wants no such emails. We sent nothing.";
const UNDELIVERABLE: &str = "We tried several times, but couldn't deliver our email to the contact.";

/// The mail of a message about an introduction. `None` if it is no longer needed.
pub(super) async fn draft(
    context: &Context,
    service: &SmtpService,
    id: &IntroductionId,
    message: Message,
) -> Result<Option<Draft>, StoreError> {
    let now = context.clock.now();
    let Some(introduction) = context.introductions.get(&context.keys, id, now).await? else {
        return Ok(None);
    };
    match (message, introduction.state) {
        (Message::ConfirmIntroduction, IntroductionState::Unconfirmed) => {
            to_person(context, service, &introduction, Letter::ConfirmIntroduction).map(Some)
        }
        (Message::Introduction, IntroductionState::Confirmed) => to_contact(context, &introduction).await,
        (Message::IntroductionReceipt, IntroductionState::Sent) => {
            to_person(context, service, &introduction, Letter::IntroductionSent).map(Some)
        }
        (Message::IntroductionReceipt, IntroductionState::Withheld | IntroductionState::Undeliverable) => {
            to_person(context, service, &introduction, Letter::IntroductionNotSent).map(Some)
        }
        _ => Ok(None),
    }
}

/// The mail to the contact, exactly as the person saw it. `None` if the study has closed, its record lists the contact no
/// longer, or the contact declines introductions.
async fn to_contact(context: &Context, introduction: &Introduction) -> Result<Option<Draft>, StoreError> {
    let content = introduction.content.reveal();
    let (Ok(address), Some(study)) =
        (content.mail.address.parse(), context.registry.get(&content.study).await?)
    else {
        return Ok(None);
    };
    let contact = context.introduction_sending.listed(&study, &address);
    let Some(contact) = contact else { return Ok(None) };
    let person = content.person.without_variations();
    Ok(Some(Draft {
        to: Personal::new(contact.email),
        reply_to: Some(Personal::new(content.person.clone())),
        subject: content.mail.subject.clone(),
        text: content.mail.text.clone(),
        one_click_stop: None,
        limits: vec![
            MailLimit { subject: format!("introduction of {person}"), max_per_day: MAX_FROM_PERSON },
            MailLimit::of_letter(Letter::Introduction),
        ],
    }))
}

fn to_person(
    context: &Context,
    service: &SmtpService,
    introduction: &Introduction,
    letter: Letter,
) -> Result<Draft, StoreError> {
    let content = introduction.content.reveal();
    let receipt: Vec<_> = introduction.receipt.iter().cloned().collect();
    let reason = if introduction.state == IntroductionState::Withheld { WITHHELD } else { UNDELIVERABLE };
    let sent_at = introduction.ended.map(|at| local_time(&at.to_string(), "")).unwrap_or_default();
    let parts = Parts {
        title: format!("{}, {}", content.study, content.title),
        recipient: content.mail.address.clone(),
        sent_at,
        sent: format!("Subject: {}\n\n{}", content.mail.subject, content.mail.text.reveal().trim_end()),
        reason: reason.to_owned(),
        page: format!("{}/study/{}", service.site(), content.study),
        confirm: introduction_link::to_confirm(service.site(), &context.key()?, &introduction.id),
        erase: introduction_link::to_erase(service.site(), &context.key()?, &introduction.id),
        receipts: receipts(&receipt, ReceiptContext { study: None, time_zone: "" }),
        ..Parts::for_service(service)
    };
    Ok(Draft::of_letter(Personal::new(content.person.clone()), letter, &parts))
}

/// Records how the mail to a contact ended, before the message counts as done, so that it isn't sent twice and the person
/// always gets an answer.
pub(super) async fn record_end(
    context: &Context,
    message: &WaitingMessage,
    end: IntroductionState,
) -> Result<(), StoreError> {
    let Collection::Introduction(id) = &message.collection else { return Ok(()) };
    if message.message != Ok(Message::Introduction) {
        return Ok(());
    }
    context.introductions.end(id, end, &context.key()?, context.clock.now()).await
}
