//! The keys in a program's environment. A program can create a [`Key`] only for its own purposes.

use std::{collections::BTreeMap, fmt, sync::Arc};

use crate::{
    key::{InvalidKey, Key},
    purpose::{KeyPurpose, Purpose},
    root::RootSecrets,
};

/// An additional check on the use of keys. In a process that runs many functions, it limits each of them to its own keys.
pub trait KeyGate: Send + Sync {
    /// Whether the calling function may use keys of this purpose.
    fn allows(&self, purpose: Purpose) -> bool;
}

/// The keys that a program may use.
#[derive(Clone, Default)]
pub struct ProgramKeys {
    keys: Arc<BTreeMap<Purpose, String>>,
    gate: Option<Arc<dyn KeyGate>>,
}

/// Why a key can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// The key is not in the program's environment, or the gate denies its use.
    #[error(
        "the environment variable {variable} is not set; template.yaml gives each function the keys that it uses",
        variable = .0.variable()
    )]
    Missing(Purpose),
    /// The key is malformed.
    #[error("{variable} {1}", variable = .0.variable())]
    Invalid(Purpose, InvalidKey),
}

impl ProgramKeys {
    /// Reads the keys of these purposes from the environment.
    ///
    /// # Errors
    /// Returns the first key that is missing or malformed.
    pub fn read(purposes: &[Purpose], variable: impl Fn(&str) -> Option<String>) -> Result<Self, KeyError> {
        let mut keys = BTreeMap::new();
        for purpose in purposes.iter().copied() {
            let text = variable(&purpose.variable()).ok_or(KeyError::Missing(purpose))?;
            Key::<AnyPurpose>::read(&text).map_err(|error| KeyError::Invalid(purpose, error))?;
            keys.insert(purpose, text);
        }
        Ok(Self { keys: keys.into(), gate: None })
    }

    /// Derives the keys of all purposes, for a process that runs all functions.
    #[must_use]
    pub fn for_all_purposes(secrets: &RootSecrets) -> Self {
        let keys = Purpose::ALL.iter().map(|purpose| (*purpose, secrets.keys(*purpose)));
        Self { keys: Arc::new(keys.collect()), gate: None }
    }

    /// Adds a gate that must allow each use of a key.
    #[must_use]
    pub fn with_gate(self, gate: Arc<dyn KeyGate>) -> Self {
        Self { gate: Some(gate), ..self }
    }

    /// Returns the key of a purpose.
    pub fn get<P: KeyPurpose>(&self) -> Result<Key<P>, KeyError> {
        let purpose = P::PURPOSE;
        let is_allowed = self.gate.as_ref().is_none_or(|gate| gate.allows(purpose));
        let text = self.keys.get(&purpose).filter(|_| is_allowed).ok_or(KeyError::Missing(purpose))?;
        Key::read(text).map_err(|error| KeyError::Invalid(purpose, error))
    }
}

impl fmt::Debug for ProgramKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.keys.keys()).finish()
    }
}

/// A placeholder purpose to validate keys.
#[derive(Debug, Clone, Copy)]
struct AnyPurpose;

impl KeyPurpose for AnyPurpose {
    const PURPOSE: Purpose = Purpose::RateLimit;
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;
    use crate::{
        purpose::{AuditTrail, RateLimit, Return},
        root::RootSecret,
    };

    fn secrets() -> RootSecrets {
        RootSecret::from_hex(&"5a".repeat(32)).unwrap().into()
    }

    #[test]
    fn program_gets_only_its_own_keys() {
        let environment =
            |variable: &str| Purpose::from_variable(variable).map(|purpose| secrets().keys(purpose));
        let keys = ProgramKeys::read(&[Purpose::Return, Purpose::RateLimit], environment).unwrap();
        assert!(keys.get::<Return>().is_ok());
        let error =
            ProgramKeys::read(&[Purpose::RateLimit], environment).unwrap().get::<Return>().unwrap_err();
        assert_eq!(error, KeyError::Missing(Purpose::Return));
    }

    #[test]
    fn error_names_the_missing_or_malformed_key() {
        let environment = |variable: &str| {
            Purpose::from_variable(variable)
                .filter(|purpose| *purpose != Purpose::Return)
                .map(|purpose| secrets().keys(purpose))
        };
        let error = ProgramKeys::read(&[Purpose::Return], environment).unwrap_err();
        assert!(error.to_string().contains("WAYPOINT_KEY_RETURN is not set"), "{error}");
        let broken = |_: &str| Some("abc".to_owned());
        let error = ProgramKeys::read(&[Purpose::Return], broken).unwrap_err();
        assert!(error.to_string().contains("WAYPOINT_KEY_"), "{error}");
    }

    #[test]
    fn gate_denies_existing_keys() {
        struct OnlyCounts;
        impl KeyGate for OnlyCounts {
            fn allows(&self, purpose: Purpose) -> bool {
                purpose == Purpose::RateLimit
            }
        }
        let keys = ProgramKeys::for_all_purposes(&secrets()).with_gate(Arc::new(OnlyCounts));
        assert!(keys.get::<RateLimit>().is_ok());
        assert!(keys.get::<AuditTrail>().is_err());
        assert!(!format!("{keys:?}").contains(&secrets().keys(Purpose::RateLimit)));
    }
}
