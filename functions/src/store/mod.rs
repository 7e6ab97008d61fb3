//! The DynamoDB layer. Only this module makes requests to the database; `context` creates the client. Each of the five
//! tables has its own type: [`Studies`], [`Registry`], [`Sessions`], [`Participants`], and [`Figures`]. The Participants
//! table also holds the [`Outbox`], [`Subscriptions`], [`Introductions`], and erasure requests ([`ErasureRequests`]).
//!
//! A `Table` (`table.rs`) reads items, most of them as typed values (`item.rs`). Every change is a `Write` (`write.rs`)
//! with an optional condition, made alone or with others in a transaction.
//! A transaction reports the name of the condition that rejected it, a `Guard` (`condition.rs`).

mod address_correction;
mod batch;
mod compressed_json;
mod condition;
mod contact_choices;
mod draft_uploads;
mod drafts;
mod due_clocks;
mod erasure;
mod erasure_requests;
mod error;
mod figures;
mod introduction_records;
mod introductions;
mod item;
mod launches;
mod linked_collection;
mod message;
mod message_consents;
mod nurse_calls;
mod outbox;
mod outbox_items;
mod outside_items;
mod participant_events;
mod participant_items;
mod participant_record;
mod participants;
mod recognition;
mod record_session;
mod record_sessions;
mod referrals;
mod registry;
mod response_clock;
mod resubmission;
mod returning;
mod seal;
mod session;
mod session_tokens;
mod sessions;
mod shares;
mod sign_up;
mod sign_up_record;
mod studies;
mod study_writes;
mod subscription_items;
mod subscriptions;
mod table;
mod transaction;
mod uploads;
mod waiting_message;
mod write;
mod written_studies;

pub use address_correction::{AddressCorrection, AddressCorrectionResult};
pub use draft_uploads::{ArrivedDocument, DraftUploads, UploadState};
pub use drafts::Draft;
pub use erasure_requests::{ErasureRequest, ErasureRequests};
pub use error::StoreError;
pub use figures::{FigureEvent, Figures, figure_day};
pub use introduction_records::IntroductionRecord;
pub use introductions::{
    Introduction, IntroductionConfirmation, IntroductionContent, IntroductionState, Introductions,
    NewIntroduction,
};
pub use launches::Launch;
pub use message::{Channel, Message, UnknownMessage};
pub use message_consents::{MessageChannel, MessageWithdrawal};
pub use nurse_calls::NurseCall;
pub use outbox::Outbox;
pub use participant_events::ParticipantEvents;
pub use participant_items::Acknowledgement;
pub use participant_record::ParticipantRecord;
pub use participants::Participants;
pub use record_session::{ConnectedSystem, Connection, Progress, RecordSession};
pub use record_sessions::{Change, StoredRecords};
pub use referrals::ReferralUpdate;
pub use registry::{CompressedRecord, Pages, Registry, compress};
pub use response_clock::{ClockStep, ResponseClock};
pub use returning::{OpenByLinkResult, SignUpState};
pub use seal::{DataKey, Sealer};
pub use session::{Session, SessionLookup, SessionSignUp, SignUpRef};
pub use sessions::{Counter, Sessions};
pub use shares::{Share, ShareContent};
pub use sign_up::sign_up;
pub use sign_up_record::{SignUpRecord, SignUpResult};
pub use studies::{Settings, Studies};
pub use study_writes::StudyWrite;
pub use subscription_items::SubscriptionState;
pub use subscriptions::{Subscription, SubscriptionRequest, Subscriptions};
pub use table::{NextPage, Tables};
pub use uploads::Uploads;
pub use waiting_message::{Collection, DeadMessage, DelayReason, WaitingMessage};
pub use written_studies::{StoredStudy, UnreadableStudy};
