//! Finding a participant by the details that a visitor typed, without revealing whether there is one. The table
//! holds a dummy next to the participants. If no participant is found, the dummy is read, decrypted, and
//! compared the same way.

use aws_sdk_dynamodb::types::AttributeValue;
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use waypoint_domain::{
    deletion::{ErasureDetails, folded_name},
    participant_number::ParticipantNumber,
};

use super::{
    DataKey, Participants, StoreError,
    batch::Part,
    item::{EXPIRES, PK, SK, bytes, bytes_of, item_named, key, number, text_of},
    participant_items::{KEY, MAILBOX, PROFILE, PROFILE_FIELDS, WRAPPED, is_participant_profile, partition},
    table::{DUE, WAITS_FOR},
    write::writes,
};
use crate::{
    external::keys::Keys,
    secret::{constant_time_eq, hex},
};

const RECOGNIZE: &str = "recognize a participant";
const LAST_NAME: &str = "last_name";
const DATE_OF_BIRTH: &str = "date_of_birth";
/// The attributes to read for a comparison.
const COMPARED: [&str; 9] =
    [PK, SK, "profile.last_name", "profile.date_of_birth", MAILBOX, WRAPPED, EXPIRES, WAITS_FOR, DUE];
/// The dummy's partition, as long as a participant's. Its key is wrapped under this name.
const STAND_IN: &str = "NOBODY#PT00000000000000000";
/// The dummy's fingerprint, as long as a participant's.
const STAND_IN_MAILBOX: &str = "0000000000000000000000000000000000000000000000000000000000000000";
/// How many other fields the dummy's profile has, so that it is as large as a participant's.
const OTHER_FIELDS: usize = 19;
/// The latest possible expiry. Items with an expiry don't count as participants, and this one never comes.
const NEVER_EXPIRES: i64 = 253_402_300_799;

/// The result of a comparison.
pub(super) struct Recognition {
    /// The data key of the compared participant or dummy.
    pub(super) data_key: DataKey,
    /// The fingerprint of the address and the study.
    pub(super) mailbox: String,
    /// Whether the details match an existing participant.
    pub(super) is_match: bool,
}

/// The sealed fields to compare, and the wrapped key that opens them.
struct Sealed {
    name: String,
    wrapped: Vec<u8>,
    last_name: Vec<u8>,
    date_of_birth: Vec<u8>,
    mailbox: String,
    is_participant: bool,
}

impl Participants {
    /// Puts the dummy into the table unless it exists.
    pub(super) async fn put_dummy(&self, keys: &Keys) -> Result<(), StoreError> {
        let (data_key, wrapped) = keys.new_data_key(STAND_IN).await?;
        let sealer = self.table.sealer(&data_key, STAND_IN);
        let others = (0..OTHER_FIELDS).map(|place| format!("field_{place}"));
        let names = [LAST_NAME, DATE_OF_BIRTH].map(str::to_owned).into_iter().chain(others);
        let fields = names.map(|name| {
            let sealed = sealer.seal_json(&name, &"")?;
            Ok((name, bytes(sealed)))
        });
        let fields = AttributeValue::M(fields.collect::<Result<_, StoreError>>()?);
        let put = |sk, attribute, value| {
            let put = self.table.put_new(key(STAND_IN, sk)).set(attribute, value);
            put.set(EXPIRES, number(NEVER_EXPIRES))
        };
        let writes = writes![put(PROFILE, PROFILE_FIELDS, fields), put(KEY, WRAPPED, bytes(wrapped))];
        // A failed condition means that the dummy exists.
        self.table.transact(writes, "store a dummy").await.map(|_| ())
    }

    /// Compares the typed details with the participant of that number, or with the dummy.
    pub(super) async fn recognize(
        &self,
        keys: &Keys,
        typed: &ErasureDetails,
        unused_number: &ParticipantNumber,
        now: Timestamp,
    ) -> Result<Recognition, StoreError> {
        let number = &typed.number;
        let found = self.sealed(partition(number), number.as_str(), now).await?;
        // Exactly one of the two reads finds something, whether or not the participant exists.
        let dummy_place = if found.is_some() {
            (partition(unused_number), unused_number.as_str())
        } else {
            (STAND_IN.into(), STAND_IN)
        };
        let dummy = self.sealed(dummy_place.0, dummy_place.1, now).await?;
        let compared = found.or(dummy).ok_or_else(|| StoreError::new(RECOGNIZE, "there is no dummy"))?;
        let data_key = keys.unwrap_data_key(&compared.wrapped, &compared.name).await?;
        let fits = self.fits(&compared, &data_key, typed)?;
        Ok(Recognition { data_key, is_match: compared.is_participant & fits, mailbox: compared.mailbox })
    }

    async fn sealed(
        &self,
        partition: String,
        name: &str,
        now: Timestamp,
    ) -> Result<Option<Sealed>, StoreError> {
        let keys = [PROFILE, KEY].map(|sk| key(&partition, sk)).to_vec();
        let items = self.table.read(keys, Part::Attributes(&COMPARED), RECOGNIZE).await?;
        let (Some(profile), Some(wrapped)) = (item_named(&items, PROFILE), item_named(&items, KEY)) else {
            return Ok(None);
        };
        let unreadable = || StoreError::unreadable(RECOGNIZE);
        let field = |name: &str| {
            let fields = profile.get(PROFILE_FIELDS)?.as_m().ok()?;
            Some(fields.get(name)?.as_b().ok()?.as_ref().to_vec())
        };
        Ok(Some(Sealed {
            name: name.to_owned(),
            wrapped: bytes_of(wrapped, WRAPPED)?.to_vec(),
            last_name: field(LAST_NAME).ok_or_else(unreadable)?,
            date_of_birth: field(DATE_OF_BIRTH).ok_or_else(unreadable)?,
            mailbox: text_of(profile, MAILBOX).unwrap_or(STAND_IN_MAILBOX).to_owned(),
            is_participant: is_participant_profile(profile, now),
        }))
    }

    /// Whether the typed details match the stored ones. The time doesn't depend on where they differ.
    fn fits(&self, stored: &Sealed, data_key: &DataKey, typed: &ErasureDetails) -> Result<bool, StoreError> {
        let sealer = self.table.sealer(data_key, &stored.name);
        let last_name: String = sealer.open_json(LAST_NAME, &stored.last_name)?;
        let last_name = folded_name(&last_name);
        let date_of_birth: String = sealer.open_json(DATE_OF_BIRTH, &stored.date_of_birth)?;
        let name_fits = is_equal_in_constant_time(&last_name, typed.last_name.reveal());
        let date_fits = is_equal_in_constant_time(&date_of_birth, typed.date_of_birth.reveal());
        Ok(name_fits & date_fits)
    }
}

/// Compares digests, which have the same length, so the time doesn't reveal the lengths of the texts.
fn is_equal_in_constant_time(one: &str, other: &str) -> bool {
    let digest = |text: &str| hex(&Sha256::digest(text));
    constant_time_eq(&digest(one), &digest(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dummy_partition_is_as_long_as_a_participants() {
        let number = ParticipantNumber::from_random(7);
        assert_eq!(STAND_IN.len(), partition(&number).len());
    }

    #[test]
    fn comparison_works_for_texts_of_any_length() {
        for (one, other) in [("", ""), ("sample", "sample"), ("a", "aa"), ("", "a")] {
            assert_eq!(is_equal_in_constant_time(one, other), one == other, "{one} {other}");
        }
    }
}
