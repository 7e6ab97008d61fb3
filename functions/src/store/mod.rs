//! The only place that knows DynamoDB. Four tables, each with a narrow type of its own:
//! [`Studies`], [`Registry`], [`Participants`], [`Sessions`].

mod batch;
mod error;
mod folded;
mod item;
mod participant_items;
mod participants;
mod registry;
mod seal;
mod sessions;
mod sign_up;
mod studies;
mod tables;
mod transaction;

pub use error::StoreError;
pub use participants::{ParticipantRecord, Participants};
pub use registry::{Folded, MarkPages, RecordPages, Registry, fold};
pub use seal::{DataKey, Sealer};
pub use sessions::{Draft, Held, Sessions};
pub use sign_up::{Outcome, SignUpRecord, sign_up};
pub use studies::{Settings, Studies};
pub use tables::Tables;
