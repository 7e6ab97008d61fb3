//! Authorization codes and access tokens. A code is valid once, for a minute, and only for the client that began the
//! launch. A token is valid for one person's records.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

const CODE_LIFETIME: Duration = Duration::from_mins(1);
pub(super) const TOKEN_LIFETIME: Duration = Duration::from_mins(10);

/// The issued codes and tokens. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Ledger(Arc<Mutex<Entries>>);

#[derive(Debug, Default)]
struct Entries {
    codes: HashMap<String, IssuedCode>,
    tokens: HashMap<String, (Authorization, Instant)>,
    /// Every secret that was ever issued or presented, including expired ones.
    secrets: Vec<String>,
}

#[derive(Debug)]
struct IssuedCode {
    authorization: Authorization,
    challenge: String,
    expires: Instant,
    /// The token issued for the code.
    used: Option<String>,
}

/// A patient's authorization to read records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authorization {
    /// Id of the person.
    pub patient: String,
    /// The granted scopes.
    pub scope: String,
}

impl Ledger {
    /// Issues a code for a patient's authorization.
    pub(super) fn code(&self, authorization: Authorization, challenge: String) -> String {
        let code = random();
        let issued =
            IssuedCode { authorization, challenge, expires: Instant::now() + CODE_LIFETIME, used: None };
        self.lock(|entries| {
            entries.secrets.push(code.clone());
            entries.codes.insert(code.clone(), issued);
        });
        code
    }

    /// Returns the authorization of a token, or `None` if it is unknown or expired.
    #[must_use]
    pub fn authorization(&self, token: &str) -> Option<Authorization> {
        self.lock(|entries| {
            let (authorization, expires) = entries.tokens.get(token)?;
            (*expires > Instant::now()).then(|| authorization.clone())
        })
    }

    /// Returns every code, verifier, and token there ever was.
    #[must_use]
    pub fn secrets(&self) -> Vec<String> {
        self.lock(|entries| entries.secrets.clone())
    }

    /// Revokes a token.
    pub(super) fn revoke(&self, token: &str) {
        self.lock(|entries| entries.tokens.remove(token));
    }

    /// Revokes all tokens.
    pub fn revoke_all(&self) {
        self.lock(|entries| entries.tokens.clear());
    }

    /// Returns the number of tokens.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.lock(|entries| entries.tokens.len())
    }

    /// Exchanges a code for a token.
    pub(super) fn exchange(&self, code: &str, verifier: &str) -> Option<(String, Authorization)> {
        self.lock(|entries| {
            entries.secrets.push(verifier.to_owned());
            let issued = entries.codes.get_mut(code)?;
            if let Some(token) = &issued.used {
                // The code was used before, so it may be stolen: revoke the first token, too.
                entries.tokens.remove(token);
                return None;
            }
            let proof = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
            if proof != issued.challenge || issued.expires < Instant::now() {
                return None;
            }
            let token = random();
            issued.used = Some(token.clone());
            let authorization = issued.authorization.clone();
            entries.secrets.push(token.clone());
            entries.tokens.insert(token.clone(), (authorization.clone(), Instant::now() + TOKEN_LIFETIME));
            Some((token, authorization))
        })
    }

    fn lock<T>(&self, act: impl FnOnce(&mut Entries) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn random() -> String {
    let mut bytes = [0; 32];
    // Without random numbers, nothing would work.
    let _ = getrandom::fill(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}
