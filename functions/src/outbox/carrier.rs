//! The carriers, which deliver the messages of one channel.

use std::time::Duration;

use jiff::Timestamp;
use waypoint_domain::{delivery::Failure, participant_number::ParticipantNumber};
use waypoint_keys::{KeyError, purpose::MailCount};

use super::{
    draft::MailLimit,
    prepared_message::{self, PreparedMessage},
    writing::{self, LimitedMail},
};
use crate::{
    context::Context,
    external::{
        mail::{self, Mail, MailService, SmtpService},
        portal::{self, Portal, PortalService},
    },
    store::{Channel, Counter, StoreError, WaitingMessage},
};

/// The longest that a delivery takes.
pub(super) const LONGEST: Duration = if mail::SEND_TIMEOUT.as_secs() > portal::SEND_TIMEOUT.as_secs() {
    mail::SEND_TIMEOUT
} else {
    portal::SEND_TIMEOUT
};

/// The carrier of a channel.
#[derive(Debug, Clone, Copy)]
pub(super) enum Carrier<'a> {
    Portal(&'a Portal),
    Mail(&'a SmtpService),
}

/// The result of a delivery attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The message was delivered.
    Delivered,
    /// The message is no longer needed.
    NotNeeded,
    /// The message waits until this participant accepts the privacy notice.
    NotYetAccepted(ParticipantNumber),
    /// The address has reached its daily limit for this kind of mail.
    DailyLimitReached,
    /// The delivery failed. The reason contains no personal data.
    Failed(Failure, String),
}

impl<'a> Carrier<'a> {
    /// The configured carriers. The portal comes first, because study teams act on their messages.
    pub(super) fn configured(context: &'a Context) -> Vec<Self> {
        let portal = match &context.portal {
            PortalService::Webhook(portal) => Some(Self::Portal(portal)),
            PortalService::Off => None,
        };
        let mail = match &context.mail {
            MailService::Smtp(mail) => Some(Self::Mail(mail)),
            MailService::Off => None,
        };
        portal.into_iter().chain(mail).collect()
    }

    /// The channel of the carrier.
    pub(super) fn channel(self) -> Channel {
        match self {
            Self::Portal(_) => Channel::Portal,
            Self::Mail(_) => Channel::Mail,
        }
    }

    /// Attempts to deliver a message.
    pub(super) async fn carry(self, context: &Context, message: &WaitingMessage) -> Outcome {
        let outcome = match self {
            Self::Portal(portal) => send_to_portal(context, portal, message).await,
            Self::Mail(mail) => send_mail(context, mail, message).await,
        };
        outcome.unwrap_or_else(|error| Outcome::Failed(Failure::Transient, error.to_string()))
    }
}

async fn send_to_portal(
    context: &Context,
    portal: &Portal,
    message: &WaitingMessage,
) -> Result<Outcome, StoreError> {
    let notice = match prepared_message::notice(context, message).await? {
        PreparedMessage::Ready(notice) => notice,
        PreparedMessage::NotAccepted(number) => return Ok(Outcome::NotYetAccepted(number)),
        PreparedMessage::NotNeeded => return Ok(Outcome::NotNeeded),
    };
    Ok(match portal.send(&notice, context.clock.now()).await {
        Ok(()) => Outcome::Delivered,
        Err(failure) => Outcome::Failed(failure.kind(), failure.to_string()),
    })
}

async fn send_mail(
    context: &Context,
    mail: &SmtpService,
    message: &WaitingMessage,
) -> Result<Outcome, StoreError> {
    let Some(LimitedMail { mail: written, limits }) = writing::mail(context, mail, message).await? else {
        return Ok(Outcome::NotNeeded);
    };
    let now = context.clock.now();
    let mut counters = Vec::new();
    for MailLimit { subject, max_per_day } in limits {
        let counter = mail_counter(context, &written, &subject, now)?;
        if context.sessions.count_of(&counter, now).await? >= max_per_day {
            return Ok(Outcome::DailyLimitReached);
        }
        counters.push((counter, max_per_day));
    }
    Ok(match mail.send(&written).await {
        Ok(()) => {
            for (counter, max_per_day) in &counters {
                context.sessions.count(counter, *max_per_day).await?;
            }
            Outcome::Delivered
        }
        Err(failure) => Outcome::Failed(failure.kind(), failure.to_string()),
    })
}

/// The counter of mails about one subject to one address.
fn mail_counter(context: &Context, mail: &Mail, subject: &str, now: Timestamp) -> Result<Counter, KeyError> {
    let address = mail.to.reveal().without_variations();
    let print = context.key::<MailCount>()?.fingerprint(&format!("{subject}\n{address}"));
    Ok(Counter::new(&format!("Mail#{print}"), Counter::DAY, now))
}
