//! What a browser has of health systems: a launch that waits for the patient to come back, and what came of it. Both are
//! sealed with the browser's own capability, so that nobody else can open them.

use aws_sdk_dynamodb::types::AttributeValue;
use jiff::Timestamp;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use url::Url;
use waypoint_domain::{
    health_system::SystemId,
    medical_record::{Demographics, MedicalRecords},
    personal::Personal,
    retention::Kept,
    study_number::StudyNumber,
};

use super::{
    DataKey, Sealer, Sessions, StoreError,
    condition::met,
    folded::{fold_json, unfold_json},
    item::{EXPIRES, Item, PK, bytes, bytes_of, number, text},
    sessions::{SEALED, after, launch_key, records_key},
};
use crate::{
    capability::Capability,
    external::smart::{Access, Configuration, Verifier},
};

const LAUNCH: &str = "launch";
const RECORDS: &str = "records";

/// The health system of a connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConnectedSystem {
    /// Its id in our list.
    pub id: SystemId,
    /// What patients call it.
    pub name: String,
    /// The address of its records.
    pub base: Url,
}

/// A launch that waits for the patient to come back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launch {
    /// Where the patient signs in.
    pub system: ConnectedSystem,
    /// The study for which records are wanted.
    pub study_number: StudyNumber,
    /// What the system gives back.
    pub state: Personal<String>,
    /// What proves that we began it.
    pub verifier: Verifier,
    /// What the system said of itself when the launch began.
    pub configuration: Configuration,
}

/// What a browser has of records.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordSession {
    /// What an address said of the person; what a health system says counts more.
    #[serde(default)]
    pub said: Demographics,
    /// The health system that is connected.
    pub connection: Option<Connection>,
}

/// A health system that is connected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Connection {
    /// Tells it from another connection of the same browser: random, and nothing else.
    pub id: String,
    /// The health system.
    pub system: ConnectedSystem,
    /// The study for which it was connected.
    pub study_number: StudyNumber,
    /// How far it has come.
    pub progress: Progress,
    /// The ids of the records that the patient left out before, by groups: immunizations, medications, allergies, conditions.
    #[serde(default)]
    pub left_out: [Vec<String>; 4],
}

/// How far a connection has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Progress {
    /// The patient gave leave, and nothing is read yet.
    Granted {
        /// The leave.
        access: Access,
        /// Until when it is kept, in seconds since 1970.
        until: i64,
    },
    /// The records are read, and the leave is gone.
    Read {
        /// The records.
        records: MedicalRecords,
        /// What they say of the person.
        demographics: Demographics,
    },
}

impl Sessions {
    /// Keeps a launch, in the place of one that the browser began before.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn keep_launch(
        &self,
        capability: &Capability,
        launch: &Launch,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let until = after(now, Kept::Launch.time());
        let item = self.sealed(capability, (launch_key(capability), LAUNCH), launch, until)?;
        self.put(item.ok_or_else(|| StoreError::of("keep a launch", "too long"))?, "keep a launch").await
    }

    /// The launch that a browser began, if it is not over.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn launch(
        &self,
        capability: &Capability,
        now: Timestamp,
    ) -> Result<Option<Launch>, StoreError> {
        let item = self.get(&launch_key(capability), now).await?;
        item.map(|item| self.unsealed(capability, (&launch_key(capability), LAUNCH), &item)).transpose()
    }

    /// Takes the launch of this state. Nothing when the browser began none, or another one; and it can be taken once
    /// (E-108).
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn take_launch(
        &self,
        capability: &Capability,
        state: &str,
        now: Timestamp,
    ) -> Result<Option<Launch>, StoreError> {
        let key = launch_key(capability);
        let Some(item) = self.get(&key, now).await? else { return Ok(None) };
        let launch: Launch = self.unsealed(capability, (&key, LAUNCH), &item)?;
        if launch.state.reveal() != state {
            return Ok(None);
        }
        let read = item.get(SEALED).cloned().unwrap_or(AttributeValue::Null(true));
        let delete = self
            .client
            .delete_item()
            .table_name(&self.table)
            .key(PK, text(&key))
            .condition_expression("sealed = :read")
            .expression_attribute_values(":read", read);
        Ok(met(delete.send().await, "take a launch")?.then_some(launch))
    }

    /// Keeps what a browser has of records. False when it is too much to be kept.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn keep_records(
        &self,
        capability: &Capability,
        session: &RecordSession,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let until = after(now, Kept::UnsharedRecords.time());
        let Some(item) = self.sealed(capability, (records_key(capability), RECORDS), session, until)? else {
            return Ok(false);
        };
        self.put(item, "keep records").await.map(|()| true)
    }

    /// What a browser has of records, if it is not over.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn records(
        &self,
        capability: &Capability,
        now: Timestamp,
    ) -> Result<Option<RecordSession>, StoreError> {
        let item = self.get(&records_key(capability), now).await?;
        item.map(|item| self.unsealed(capability, (&records_key(capability), RECORDS), &item)).transpose()
    }

    /// Remembers which records of a connection are left out; they are kept no longer for that. Nothing changes when the browser
    /// has another connection by now.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn leave_out(
        &self,
        capability: &Capability,
        (connection, left_out): (&str, [Vec<String>; 4]),
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let key = records_key(capability);
        let Some(item) = self.get(&key, now).await? else { return Ok(()) };
        let mut session: RecordSession = self.unsealed(capability, (&key, RECORDS), &item)?;
        let Some(known) = session.connection.as_mut().filter(|known| known.id == connection) else {
            return Ok(());
        };
        known.left_out = left_out;
        let until = super::item::number_of(&item, EXPIRES).unwrap_or_default();
        match self.sealed(capability, (key, RECORDS), &session, until)? {
            Some(changed) => self.put_in_place_of(&item, changed, "leave records out").await,
            None => Ok(()),
        }
    }

    /// Forgets what a browser has of records, and a launch that it began.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn forget_records(&self, capability: &Capability) -> Result<(), StoreError> {
        let key = |pk: String| Item::from([(PK.to_owned(), text(pk))]);
        self.remove(vec![key(launch_key(capability)), key(records_key(capability))]).await
    }

    /// Gives what a browser has of records to the capability that it gets when it signs up. They are kept no longer for
    /// that.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn move_records(
        &self,
        from: &Capability,
        to: &Capability,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let Some(item) = self.get(&records_key(from), now).await? else { return Ok(()) };
        let session: RecordSession = self.unsealed(from, (&records_key(from), RECORDS), &item)?;
        let until = super::item::number_of(&item, EXPIRES).unwrap_or_default();
        if let Some(item) = self.sealed(to, (records_key(to), RECORDS), &session, until)? {
            self.put(item, "move records").await?;
        }
        self.forget_records(from).await
    }

    fn sealed<T: Serialize>(
        &self,
        capability: &Capability,
        (pk, field): (String, &str),
        value: &T,
        until: i64,
    ) -> Result<Option<Item>, StoreError> {
        let json = serde_json::to_vec(value).map_err(|_| StoreError::unreadable("write records"))?;
        let Some(folded) = fold_json(&json)? else { return Ok(None) };
        let sealed = Sealer::new(&key_of(capability), &self.table, &pk).seal(field, &folded)?;
        Ok(Some(Item::from([
            (PK.to_owned(), text(pk)),
            (SEALED.to_owned(), bytes(sealed)),
            (EXPIRES.to_owned(), number(until)),
        ])))
    }

    fn unsealed<T: DeserializeOwned>(
        &self,
        capability: &Capability,
        (pk, field): (&str, &str),
        item: &Item,
    ) -> Result<T, StoreError> {
        let sealed = bytes_of(item, SEALED).ok_or_else(|| StoreError::unreadable("read records"))?;
        unfold_json(&Sealer::new(&key_of(capability), &self.table, pk).open(field, sealed)?)
    }

    /// Puts an item where the one that was read still stands; what came in between stays.
    async fn put_in_place_of(
        &self,
        read: &Item,
        item: Item,
        operation: &'static str,
    ) -> Result<(), StoreError> {
        let sealed = read.get(SEALED).cloned().unwrap_or(AttributeValue::Null(true));
        let put = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item))
            .condition_expression("sealed = :read")
            .expression_attribute_values(":read", sealed);
        met(put.send().await, operation).map(drop)
    }

    async fn put(&self, item: Item, operation: &'static str) -> Result<(), StoreError> {
        let put = self.client.put_item().table_name(&self.table).set_item(Some(item));
        put.send().await.map(drop).map_err(StoreError::sdk(operation))
    }
}

fn key_of(capability: &Capability) -> DataKey {
    DataKey::derived_from(capability.secret(), "waypoint:records")
}
