//! Who carries the messages of one way.

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

/// Mails to an address are counted by days.
pub(super) const DAY: Duration = Duration::from_hours(24);

/// The longest that any of them takes for a message.
pub(super) const LONGEST: Duration =
    if mail::LONGEST.as_secs() > portal::LONGEST.as_secs() { mail::LONGEST } else { portal::LONGEST };

/// Who carries messages.
#[derive(Debug, Clone, Copy)]
pub(super) enum Carrier<'a> {
    Portal(&'a Portal),
    Mail(&'a SmtpService),
}

/// What became of a try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It has arrived.
    Arrived,
    /// Nobody waits for it any more.
    NotWanted,
    /// It goes when this participant has accepted the privacy notice.
    NotYet(ParticipantNumber),
    /// Its address got as many of its kind today as it gets in a day.
    EnoughToday,
    /// It has not, and why; without any value of a person.
    Failed(Failure, String),
}

impl<'a> Carrier<'a> {
    /// Those that are set. The study team comes first: it has more to do than to read.
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

    /// The way of its messages.
    pub(super) fn way(self) -> Way {
        match self {
            Self::Portal(_) => Way::Portal,
            Self::Mail(_) => Way::Mail,
        }
    }

    /// Tries to carry a message.
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

/// Counts the mails of a kind to an address in a day.
fn mails_to(context: &Context, mail: &Mail, letter: Letter, now: Timestamp) -> Result<Counter, KeyError> {
    let address = mail.to.reveal().without_variations();
    let print = context.key::<MailCount>()?.fingerprint(&format!("{letter:?}\n{address}"));
    Ok(Counter::new(&format!("Mail#{print}"), DAY, now))
}
