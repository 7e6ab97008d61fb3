//! The key service (AWS KMS): creates each participant's data key and unwraps it. A data key is bound to its
//! participant's number, so a wrapped key is useless for another item.

use std::{collections::HashMap, fmt};

use aws_sdk_kms::{Client, primitives::Blob, types::DataKeySpec};

use crate::store::{DataKey, StoreError};

/// The key service and the master key that wraps data keys.
#[derive(Clone)]
pub struct Keys {
    client: Client,
    master_key: String,
}

impl Keys {
    /// Creates a client for this master key (an id, alias, or ARN).
    #[must_use]
    pub fn new(client: Client, master_key: impl Into<String>) -> Self {
        Self { client, master_key: master_key.into() }
    }

    /// Creates a data key for a participant, plain and wrapped.
    pub async fn new_data_key(&self, participant: &str) -> Result<(DataKey, Vec<u8>), StoreError> {
        let answer = self
            .client
            .generate_data_key()
            .key_id(&self.master_key)
            .key_spec(DataKeySpec::Aes256)
            .set_encryption_context(Some(encryption_context(participant)))
            .send()
            .await
            .map_err(|error| StoreError::new("make a data key", error_kind(&error)))?;
        match (answer.plaintext, answer.ciphertext_blob) {
            (Some(plain), Some(wrapped)) => Ok((DataKey::new(plain.as_ref())?, wrapped.into_inner())),
            _ => Err(StoreError::new("make a data key", "the answer lacks it")),
        }
    }

    /// Unwraps the data key of a participant. Fails when the key was wrapped for another one.
    pub async fn unwrap_data_key(&self, wrapped: &[u8], participant: &str) -> Result<DataKey, StoreError> {
        let answer = self
            .client
            .decrypt()
            .key_id(&self.master_key)
            .ciphertext_blob(Blob::new(wrapped))
            .set_encryption_context(Some(encryption_context(participant)))
            .send()
            .await
            .map_err(|error| StoreError::new("unwrap a data key", error_kind(&error)))?;
        let plain =
            answer.plaintext.ok_or_else(|| StoreError::new("unwrap a data key", "the answer lacks it"))?;
        DataKey::new(plain.as_ref())
    }
}

fn encryption_context(participant: &str) -> HashMap<String, String> {
    HashMap::from([("participant".to_owned(), participant.to_owned())])
}

fn error_kind<E: aws_sdk_kms::error::ProvideErrorMetadata, R>(
    error: &aws_sdk_kms::error::SdkError<E, R>,
) -> String {
    match error {
        aws_sdk_kms::error::SdkError::ServiceError(service) => {
            service.err().code().unwrap_or("service error").to_owned()
        }
        aws_sdk_kms::error::SdkError::TimeoutError(_) => "timeout".to_owned(),
        _ => "not reachable".to_owned(),
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys")
    }
}
