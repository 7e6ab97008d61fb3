//! The keys that a program was given. It can make a [`Key`] of its own purposes and of no others.

use std::{collections::BTreeMap, fmt, sync::Arc};

use crate::{
    key::{InvalidKey, Key},
    programs,
    purpose::{Of, Purpose},
    root::RootSecrets,
};

/// What decides further whether a key may be used: where many functions are one process, each of them must have no more
/// than its own keys.
pub trait KeyGate: Send + Sync {
    /// Whether the work that asks may use keys of this purpose.
    fn allows(&self, purpose: Purpose) -> bool;
}

/// The keys that a program was given.
#[derive(Clone, Default)]
pub struct GivenKeys {
    keys: Arc<BTreeMap<Purpose, String>>,
    gate: Option<Arc<dyn KeyGate>>,
}

/// A key can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// The program needs the key, and was not given it.
    #[error(
        "the environment variable {variable} is not set; template.yaml gives each function the keys that it uses",
        variable = .0.variable()
    )]
    Missing(Purpose),
    /// The key can't be read.
    #[error("{variable} {1}", variable = .0.variable())]
    Invalid(Purpose, InvalidKey),
    /// The program is not one of those that are given keys.
    #[error("keys/src/programs.rs does not say which keys the program '{0}' uses")]
    UnknownProgram(String),
}

impl GivenKeys {
    /// The keys that a program uses, from its environment.
    ///
    /// # Errors
    /// Names the first key that is missing or can't be read.
    pub fn read(program: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Self, KeyError> {
        let purposes =
            programs::purposes_of(program).ok_or_else(|| KeyError::UnknownProgram(program.to_owned()))?;
        let mut keys = BTreeMap::new();
        for purpose in purposes.iter().copied() {
            let text = variable(&purpose.variable()).ok_or(KeyError::Missing(purpose))?;
            Key::<AnyPurpose>::read(&text).map_err(|error| KeyError::Invalid(purpose, error))?;
            keys.insert(purpose, text);
        }
        Ok(Self { keys: keys.into(), gate: None })
    }

    /// The keys of every purpose, for a process that is all functions.
    #[must_use]
    pub fn all(secrets: &RootSecrets) -> Self {
        let keys = Purpose::ALL.iter().map(|purpose| (*purpose, secrets.keys(*purpose)));
        Self { keys: Arc::new(keys.collect()), gate: None }
    }

    /// The same keys behind a gate.
    #[must_use]
    pub fn behind(self, gate: Arc<dyn KeyGate>) -> Self {
        Self { gate: Some(gate), ..self }
    }

    /// The key of a purpose.
    ///
    /// # Errors
    /// When the program was not given it.
    pub fn of<P: Of>(&self) -> Result<Key<P>, KeyError> {
        let purpose = P::PURPOSE;
        let may = self.gate.as_ref().is_none_or(|gate| gate.allows(purpose));
        let text = self.keys.get(&purpose).filter(|_| may).ok_or(KeyError::Missing(purpose))?;
        Key::read(text).map_err(|error| KeyError::Invalid(purpose, error))
    }
}

impl fmt::Debug for GivenKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.keys.keys()).finish()
    }
}

/// For reading keys before it matters what they are for.
#[derive(Debug, Clone, Copy)]
struct AnyPurpose;

impl Of for AnyPurpose {
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
    fn a_program_is_given_its_own_keys_and_no_others() {
        let environment =
            |variable: &str| Purpose::of_variable(variable).map(|purpose| secrets().keys(purpose));
        let keys = GivenKeys::read("participant_return", environment).unwrap();
        assert!(keys.of::<Return>().is_ok());
        let error = GivenKeys::read("captcha", environment).unwrap().of::<Return>().unwrap_err();
        assert_eq!(error, KeyError::Missing(Purpose::Return));
    }

    #[test]
    fn a_program_does_not_start_without_a_key_that_it_uses_and_says_which() {
        let environment = |variable: &str| {
            Purpose::of_variable(variable)
                .filter(|purpose| *purpose != Purpose::Return)
                .map(|purpose| secrets().keys(purpose))
        };
        let error = GivenKeys::read("participant_return", environment).unwrap_err();
        assert!(error.to_string().contains("WAYPOINT_KEY_RETURN is not set"), "{error}");
        let broken = |_: &str| Some("abc".to_owned());
        let error = GivenKeys::read("captcha", broken).unwrap_err();
        assert!(error.to_string().contains("WAYPOINT_KEY_"), "{error}");
        assert!(matches!(GivenKeys::read("bash", environment), Err(KeyError::UnknownProgram(_))));
    }

    #[test]
    fn a_gate_withholds_keys_that_are_there() {
        struct OnlyCounts;
        impl KeyGate for OnlyCounts {
            fn allows(&self, purpose: Purpose) -> bool {
                purpose == Purpose::RateLimit
            }
        }
        let keys = GivenKeys::all(&secrets()).behind(Arc::new(OnlyCounts));
        assert!(keys.of::<RateLimit>().is_ok());
        assert!(keys.of::<AuditTrail>().is_err());
        assert!(!format!("{keys:?}").contains(&secrets().keys(Purpose::RateLimit)));
    }
}
