//! The only place that knows DynamoDB. Four tables, each with a narrow type of its own:
//! [`Studies`], [`Registry`], [`Participants`] with its [`Outbox`], its [`Subscriptions`] and its [`Deletions`],
//! [`Sessions`].

mod batch;
mod by_due;
mod collection;
mod condition;
mod deletion_items;
mod deletions;
mod elsewhere;
mod erasing;
mod error;
mod folded;
mod item;
mod message;
mod outbox;
mod outbox_items;
mod participant_items;
mod participants;
mod recognizing;
mod record_sessions;
mod referrals;
mod registry;
mod seal;
mod sessions;
mod shares;
mod sign_up;
mod studies;
mod study_writes;
mod subscription_erasing;
mod subscription_items;
mod subscriptions;
mod tables;
mod trail;
mod transaction;
mod uploads;
mod written_studies;

pub use deletions::{DeletionRequest, Deletions};
pub use error::StoreError;
pub use message::{Message, UnknownMessage, Way};
pub use outbox::{Collection, DeadMessage, Outbox, Waiting};
pub use participants::{ParticipantRecord, Participants};
pub use record_sessions::{ConnectedSystem, Connection, Launch, Progress, RecordSession};
pub use referrals::Stated;
pub use registry::{Folded, MarkPages, RecordPages, Registry, fold};
pub use seal::{DataKey, Sealer};
pub use sessions::{Counter, Draft, DraftDocument, Held, Sessions};
pub use shares::{Share, Shared};
pub use sign_up::{Outcome, SignUpRecord, sign_up};
pub use studies::{Settings, Studies};
pub use study_writes::Written;
pub use subscriptions::{NextPage, Subscription, SubscriptionState, Subscriptions, Wish};
pub use tables::Tables;
pub use trail::Touched;
pub use uploads::Uploads;
pub use written_studies::{Unreadable, WrittenStudy};
