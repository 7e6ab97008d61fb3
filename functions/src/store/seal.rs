//! Encryption of personal values, so that the tables and their backups hold nothing readable.

use std::fmt;

use aes_gcm::{
    Aes256Gcm, Nonce,
    aead::{Aead, KeyInit, Payload},
};
use hkdf::Hkdf;
use serde::{Serialize, de::DeserializeOwned};
use sha2::Sha256;

use super::StoreError;

const NONCE_BYTES: usize = 12;

/// A 256-bit key that encrypts the values of one participant or one session.
#[derive(Clone)]
pub struct DataKey([u8; 32]);

impl DataKey {
    /// Creates a key from exactly 32 bytes.
    pub fn new(bytes: &[u8]) -> Result<Self, StoreError> {
        bytes.try_into().map(Self).map_err(|_| StoreError::new("read a data key", "wrong length"))
    }

    /// Derives a key from a secret with HKDF.
    #[must_use]
    pub fn derived_from(secret: &[u8; 32], purpose: &str) -> Self {
        let mut key = [0; 32];
        // HKDF-SHA-256 can produce far more than 32 bytes, so this can't fail.
        let _ = Hkdf::<Sha256>::new(None, secret).expand(purpose.as_bytes(), &mut key);
        Self(key)
    }
}

impl fmt::Debug for DataKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// Seals and opens the values of one item collection. A sealed value only opens with the table, id, and field that
/// it was sealed for.
pub struct Sealer<'a> {
    key: &'a DataKey,
    table: &'a str,
    id: &'a str,
}

/// The version of the sealed format.
const VERSION: u8 = 2;
/// Plaintexts are padded to one of these lengths, in bytes, so that the length doesn't reveal the value: a sealed
/// `True` is as long as a sealed `False`.
const LENGTHS: [usize; 7] = [64, 256, 1024, 4096, 16 * 1024, 64 * 1024, 384 * 1024];
/// The size of the length prefix, in bytes.
const LENGTH_BYTES: usize = 4;

impl<'a> Sealer<'a> {
    /// Creates a sealer for the values of `id` in `table`.
    #[must_use]
    pub fn new(key: &'a DataKey, table: &'a str, id: &'a str) -> Self {
        Self { key, table, id }
    }

    /// Encrypts a value.
    pub fn seal(&self, field: &str, value: &[u8]) -> Result<Vec<u8>, StoreError> {
        let failed = |_| StoreError::new("seal a value", "no randomness");
        let mut nonce = [0; NONCE_BYTES];
        getrandom::fill(&mut nonce).map_err(failed)?;
        let filled = fill(value).ok_or_else(|| StoreError::new("seal a value", "too long"))?;
        let sealed = self
            .cipher()?
            .encrypt(&Nonce::from(nonce), Payload { msg: &filled, aad: &self.place(field) })
            .map_err(|_| StoreError::new("seal a value", "too long"))?;
        let mut out = Vec::with_capacity(1 + NONCE_BYTES + sealed.len());
        out.push(VERSION);
        out.extend_from_slice(&nonce);
        out.extend_from_slice(&sealed);
        Ok(out)
    }

    /// Decrypts a sealed value.
    pub fn open(&self, field: &str, sealed: &[u8]) -> Result<Vec<u8>, StoreError> {
        let wrong =
            || StoreError::new("open a sealed value", "it was sealed with another key or for another field");
        let (version, rest) = sealed.split_first().ok_or_else(wrong)?;
        let (nonce, rest) = rest.split_first_chunk::<NONCE_BYTES>().ok_or_else(wrong)?;
        if *version != VERSION {
            return Err(wrong());
        }
        let filled = self
            .cipher()?
            .decrypt(&Nonce::from(*nonce), Payload { msg: rest, aad: &self.place(field) })
            .map_err(|_| wrong())?;
        value_in(&filled).map(<[u8]>::to_vec).ok_or_else(wrong)
    }

    /// Encrypts a value as JSON.
    pub fn seal_json<T: Serialize>(&self, field: &str, value: &T) -> Result<Vec<u8>, StoreError> {
        let json = serde_json::to_vec(value).map_err(|_| StoreError::unreadable("write a sealed value"))?;
        self.seal(field, &json)
    }

    /// Decrypts a value that was sealed as JSON.
    pub fn open_json<T: DeserializeOwned>(&self, field: &str, sealed: &[u8]) -> Result<T, StoreError> {
        let json = self.open(field, sealed)?;
        serde_json::from_slice(&json).map_err(|_| StoreError::unreadable("read a sealed value"))
    }

    fn cipher(&self) -> Result<Aes256Gcm, StoreError> {
        Aes256Gcm::new_from_slice(&self.key.0)
            .map_err(|_| StoreError::new("seal a value", "wrong key length"))
    }

    fn place(&self, field: &str) -> Vec<u8> {
        // No name contains the separator, so ("a", "bc") and ("ab", "c") differ.
        format!("{}\u{1f}{}\u{1f}{field}\u{1f}{VERSION}", self.table, self.id).into_bytes()
    }
}

/// The value with its length prefix, padded with zeros. `None` if it is too long.
fn fill(value: &[u8]) -> Option<Vec<u8>> {
    let needed = LENGTH_BYTES + value.len();
    let length = LENGTHS.into_iter().find(|length| *length >= needed)?;
    let mut filled = u32::try_from(value.len()).ok()?.to_be_bytes().to_vec();
    filled.extend_from_slice(value);
    filled.resize(length, 0);
    Some(filled)
}

fn value_in(filled: &[u8]) -> Option<&[u8]> {
    let (length, rest) = filled.split_first_chunk::<LENGTH_BYTES>()?;
    rest.get(..usize::try_from(u32::from_be_bytes(*length)).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sealed_value_opens_only_with_its_own_key_table_id_and_field() {
        let key = DataKey::new(&[7; 32]).unwrap();
        let sealed = Sealer::new(&key, "participants", "PT1").seal("email", b"maria@example.org").unwrap();
        assert!(!sealed.windows(5).any(|w| w == b"maria"));
        let opened = Sealer::new(&key, "participants", "PT1").open("email", &sealed).unwrap();
        assert_eq!(opened, b"maria@example.org");

        let other_key = DataKey::new(&[8; 32]).unwrap();
        assert!(Sealer::new(&other_key, "participants", "PT1").open("email", &sealed).is_err());
        assert!(Sealer::new(&key, "participants", "PT2").open("email", &sealed).is_err());
        assert!(Sealer::new(&key, "sessions", "PT1").open("email", &sealed).is_err());
        assert!(Sealer::new(&key, "participants", "PT1").open("phone", &sealed).is_err());
        for place in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[place] ^= 1;
            assert!(Sealer::new(&key, "participants", "PT1").open("email", &changed).is_err());
        }
        assert!(Sealer::new(&key, "participants", "PT1").open("email", &[]).is_err());
    }

    #[test]
    fn sealing_a_value_twice_gives_different_ciphertexts() {
        let key = DataKey::new(&[7; 32]).unwrap();
        let sealer = Sealer::new(&key, "participants", "PT1");
        assert_ne!(sealer.seal("a", b"x").unwrap(), sealer.seal("a", b"x").unwrap());
    }

    #[test]
    fn sealed_length_does_not_reveal_the_value() {
        let key = DataKey::new(&[7; 32]).unwrap();
        let sealer = Sealer::new(&key, "participants", "PT1");
        let length = |value: &str| sealer.seal("a", value.as_bytes()).unwrap().len();
        for (one, other) in
            [("True", "False"), ("\"male\"", "\"female\""), ("\"\"", "\"Salbutamol, twice a day\"")]
        {
            assert_eq!(length(one), length(other), "{one} and {other}");
        }
    }

    #[test]
    fn values_of_every_length_up_to_the_maximum_round_trip() {
        let key = DataKey::new(&[7; 32]).unwrap();
        let sealer = Sealer::new(&key, "participants", "PT1");
        for length in [0, 1, 59, 60, 61, 252, 253, 1020, 4093, 16 * 1024 - 4, 384 * 1024 - 4] {
            let value = vec![b'x'; length];
            assert_eq!(sealer.open("a", &sealer.seal("a", &value).unwrap()).unwrap(), value, "{length}");
        }
        assert!(sealer.seal("a", &vec![b'x'; 384 * 1024 - 3]).is_err());
    }
}
