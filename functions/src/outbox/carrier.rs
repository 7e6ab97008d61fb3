//! The carriers, which deliver the messages of one channel.

use std::time::Duration;

use jiff::Timestamp;
use waypoint_domain::{delivery::Failure, participant_number::ParticipantNumber};
use waypoint_keys::{KeyError, purpose::MailCount};

use super::{
    handing_over::{self, Prepared},
    writing,
};
use crate::{
    context::Context,
    external::{
        mail::{self, Mail, MailService, SmtpService},
        portal::{self, Portal, PortalService},
    },
    letters::Letter,
    store::{Counter, StoreError, Waiting, Way},
};

/// The period of the mail limits per address.
pub(super) const DAY: Duration = Duration::from_hours(24);

/// The longest that a delivery takes.
pub(super) const LONGEST: Duration =
    if mail::LONGEST.as_secs() > portal::LONGEST.as_secs() { mail::LONGEST } else { portal::LONGEST };

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
    Arrived,
    /// The message is no longer needed.
    NotWanted,
    /// The message waits until this participant accepts the privacy notice.
    NotYet(ParticipantNumber),
    /// The address has reached its daily limit for this kind of mail.
    EnoughToday,
    /// The delivery failed. The reason contains no personal data.
    Failed(Failure, String),
}

impl<'a> Carrier<'a> {
    /// The configured carriers. The portal comes first, because study teams act on their messages.
    pub(super) fn all(context: &'a Context) -> Vec<Self> {
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
    pub(super) fn way(self) -> Way {
        match self {
            Self::Portal(_) => Way::Portal,
            Self::Mail(_) => Way::Mail,
        }
    }

    /// Attempts to deliver a message.
    pub(super) async fn carry(self, context: &Context, message: &Waiting) -> Outcome {
        let tried = match self {
            Self::Portal(portal) => by_portal(context, portal, message).await,
            Self::Mail(mail) => by_mail(context, mail, message).await,
        };
        tried.unwrap_or_else(|error| Outcome::Failed(Failure::Passing, error.to_string()))
    }
}

async fn by_portal(context: &Context, portal: &Portal, message: &Waiting) -> Result<Outcome, StoreError> {
    let notice = match handing_over::notice(context, message).await? {
        Prepared::Ready(notice) => notice,
        Prepared::NotAccepted(number) => return Ok(Outcome::NotYet(number)),
        Prepared::NotWanted => return Ok(Outcome::NotWanted),
    };
    Ok(match portal.send(&notice, context.clock.now()).await {
        Ok(()) => Outcome::Arrived,
        Err(failure) => Outcome::Failed(failure.kind(), failure.to_string()),
    })
}

async fn by_mail(context: &Context, mail: &SmtpService, message: &Waiting) -> Result<Outcome, StoreError> {
    let Some((written, letter)) = writing::mail(context, mail, message).await? else {
        return Ok(Outcome::NotWanted);
    };
    let now = context.clock.now();
    let counter = mails_to(context, &written, letter, now)?;
    if context.sessions.counted(&counter, now).await? >= letter.most_a_day() {
        return Ok(Outcome::EnoughToday);
    }
    Ok(match mail.send(&written).await {
        Ok(()) => {
            context.sessions.count(&counter, letter.most_a_day()).await?;
            Outcome::Arrived
        }
        Err(failure) => Outcome::Failed(failure.kind(), failure.to_string()),
    })
}

/// The counter of mails of one kind to one address.
fn mails_to(context: &Context, mail: &Mail, letter: Letter, now: Timestamp) -> Result<Counter, KeyError> {
    let address = mail.to.reveal().without_variations();
    let print = context.key::<MailCount>()?.fingerprint(&format!("{letter:?}\n{address}"));
    Ok(Counter::new(&format!("Mail#{print}"), DAY, now))
}
