//! The captcha: a proof of work computed on the visitor's device, without any third-party service.

use std::collections::BTreeMap;

use altcha::{
    Challenge, CreateChallengeOptions, Payload, VerifySolutionOptions, create_challenge, verify_solution,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::Timestamp;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use waypoint_domain::retention::RetentionPeriod;

use waypoint_keys::{
    Fingerprints, Key, KeyError, ProgramKeys,
    purpose::{CaptchaChallenge, CaptchaSolution, FormFingerprint},
};

use crate::{
    clock::unix_time_after,
    http::problem::Problem,
    secret::hex,
    store::{Session, Sessions},
    wire::CaptchaPurpose,
};

/// Hash rounds per guess. They make each guess costly on any device.
const ROUNDS: u32 = 1000;
/// The range of guesses that a solution takes. A phone from 2018 needs a few seconds.
const GUESSES: std::ops::Range<u32> = 200..1200;

/// The keys that sign challenges and their solutions.
#[derive(Debug, Clone)]
pub struct CaptchaKeys {
    challenge: Key<CaptchaChallenge>,
    solution: Key<CaptchaSolution>,
}

impl CaptchaKeys {
    /// Returns the captcha keys of a program.
    pub fn from_program_keys(given: &ProgramKeys) -> Result<Self, KeyError> {
        Ok(Self { challenge: given.get()?, solution: given.get()? })
    }

    /// The key pairs that accept a solution, the current pair first.
    fn accepted(&self) -> impl Iterator<Item = (&str, &str)> {
        self.challenge.accepted().zip(self.solution.accepted())
    }

    /// The purpose and session that a new challenge is bound to. The session's id can't be derived from it.
    #[must_use]
    pub fn binding(&self, purpose: CaptchaPurpose, session: &str) -> BTreeMap<String, Value> {
        binding(purpose, self.sessions(session).current())
    }

    fn sessions(&self, session: &str) -> Fingerprints {
        self.challenge.fingerprints(&format!("session\n{session}"))
    }
}

fn binding(purpose: CaptchaPurpose, session: &str) -> BTreeMap<String, Value> {
    BTreeMap::from([(PURPOSE.to_owned(), json!(purpose)), (SESSION.to_owned(), json!(session))])
}

/// The field of a challenge with its purpose.
const PURPOSE: &str = "purpose";
/// The field of a challenge that binds it to a session.
const SESSION: &str = "session";

/// Creates a challenge that is valid for one purpose in one session.
pub fn challenge(
    keys: &CaptchaKeys,
    (purpose, session): (CaptchaPurpose, &str),
    now: Timestamp,
) -> Result<Challenge, Problem> {
    let mut random = [0; 4];
    getrandom::fill(&mut random).map_err(|_| Problem::Unavailable)?;
    let guesses = GUESSES.start + u32::from_le_bytes(random) % (GUESSES.end - GUESSES.start);
    create_challenge(CreateChallengeOptions {
        algorithm: "PBKDF2/SHA-256".to_owned(),
        cost: ROUNDS,
        counter: Some(guesses),
        data: Some(keys.binding(purpose, session)),
        expires_at: Some(unix_time_after(now, RetentionPeriod::Captcha.duration())),
        hmac_signature_secret: Some(keys.challenge.current().to_owned()),
        hmac_key_signature_secret: Some(keys.solution.current().to_owned()),
        ..CreateChallengeOptions::default()
    })
    .map_err(|_| Problem::Unavailable)
}

/// A solved captcha that this site issued.
#[derive(Debug)]
pub struct SolvedCaptcha {
    /// The fingerprint of the challenge. It reveals a second use.
    pub fingerprint: String,
    bound_to: Option<BTreeMap<String, Value>>,
}

impl SolvedCaptcha {
    /// Checks that the challenge was issued for this purpose in this session.
    fn check_bound(
        &self,
        keys: &CaptchaKeys,
        (purpose, session): (CaptchaPurpose, &str),
    ) -> Result<(), Problem> {
        let sessions = keys.sessions(session);
        let mut bindings = sessions.accepted().map(|session| binding(purpose, session));
        let is_bound = bindings.any(|binding| self.bound_to.as_ref() == Some(&binding));
        if is_bound { Ok(()) } else { Err(Problem::CaptchaMismatch) }
    }
}

/// Verifies what a browser sends: the challenge and its solution as base64-encoded JSON.
pub fn verify(keys: &CaptchaKeys, response: &str, now: Timestamp) -> Result<SolvedCaptcha, Problem> {
    let json = STANDARD.decode(response.trim()).map_err(|_| Problem::CaptchaInvalid)?;
    let payload: Payload = serde_json::from_slice(&json).map_err(|_| Problem::CaptchaInvalid)?;
    let expires = payload.challenge.parameters.expires_at.ok_or(Problem::CaptchaInvalid)?;
    let mut is_solved = false;
    for (challenge, solution) in keys.accepted() {
        let result = verify_solution(VerifySolutionOptions {
            hmac_key_signature_secret: Some(solution.to_owned()),
            ..VerifySolutionOptions::new(&payload.challenge, &payload.solution, challenge)
        })
        .map_err(|_| Problem::CaptchaInvalid)?;
        if result.expired || expires <= now.as_second() {
            return Err(Problem::CaptchaExpired);
        }
        is_solved |= result.verified;
    }
    if !is_solved {
        return Err(Problem::CaptchaInvalid);
    }
    let parameters = payload.challenge.parameters;
    Ok(SolvedCaptcha { fingerprint: hex(&Sha256::digest(&parameters.nonce)), bound_to: parameters.data })
}

/// Marks a captcha as used, regardless of how the request ends, and then checks that it was issued for this purpose in
/// this session, which it returns.
///
/// The same request may be sent again because its response can get lost. `call` identifies the request and covers
/// everything that is sent.
pub async fn use_captcha<'a>(
    (keys, sessions): (&ProgramKeys, &Sessions),
    captcha: &SolvedCaptcha,
    (purpose, session): (CaptchaPurpose, Option<&'a Session>),
    call: &str,
    now: Timestamp,
) -> Result<&'a Session, Problem> {
    let call = keys.get::<FormFingerprint>()?.fingerprints(call);
    if !sessions.spend_captcha(&captcha.fingerprint, &call, now).await? {
        return Err(Problem::CaptchaUsed);
    }
    let session = session.ok_or(Problem::CaptchaMismatch)?;
    captcha.check_bound(&CaptchaKeys::from_program_keys(keys)?, (purpose, session.id()))?;
    Ok(session)
}

#[cfg(test)]
mod tests {
    use super::*;
    use altcha::{SolveChallengeOptions, solve_challenge};
    use waypoint_keys::RootSecrets;

    fn lifetime() -> i64 {
        i64::try_from(RetentionPeriod::Captcha.duration().as_secs()).unwrap()
    }

    fn keys(current: &str, before: &str) -> CaptchaKeys {
        let [current, before] = [current, before].map(|byte| byte.repeat(32));
        CaptchaKeys::from_program_keys(&ProgramKeys::for_all_purposes(
            &RootSecrets::parse(&current, &before, "").unwrap(),
        ))
        .unwrap()
    }

    fn test_keys() -> CaptchaKeys {
        keys("5a", "")
    }

    /// The session's id.
    const OWN: &str = "0123456789abcdef";

    fn new_challenge(now: Timestamp) -> Challenge {
        challenge(&test_keys(), (CaptchaPurpose::SignUp, OWN), now).unwrap()
    }

    fn fingerprint_of(keys: &CaptchaKeys, response: &str, now: Timestamp) -> Result<String, Problem> {
        verify(keys, response, now).map(|solved| solved.fingerprint)
    }

    fn solved(challenge: &Challenge) -> Payload {
        let solution = solve_challenge(SolveChallengeOptions::new(challenge)).unwrap().unwrap();
        Payload { challenge: challenge.clone(), solution }
    }

    fn encode(payload: &Payload) -> String {
        STANDARD.encode(serde_json::to_vec(payload).unwrap())
    }

    #[test]
    fn solved_challenge_is_accepted_for_15_minutes() {
        let now = Timestamp::now();
        let response = encode(&solved(&new_challenge(now)));
        assert!(fingerprint_of(&test_keys(), &response, now).is_ok());
        let later = Timestamp::from_second(now.as_second() + lifetime()).unwrap();
        assert_eq!(fingerprint_of(&test_keys(), &response, later), Err(Problem::CaptchaExpired));
    }

    #[test]
    fn challenge_of_former_key_is_accepted_only_during_overlap() {
        let now = Timestamp::now();
        let (during, after) = (keys("6b", "5a"), keys("6b", ""));
        let response = encode(&solved(&new_challenge(now)));
        let accepted = verify(&during, &response, now).unwrap();
        assert_eq!(accepted.check_bound(&during, (CaptchaPurpose::SignUp, OWN)), Ok(()));
        let elsewhere = (CaptchaPurpose::SignUp, "fedcba9876543210");
        assert_eq!(accepted.check_bound(&during, elsewhere), Err(Problem::CaptchaMismatch));
        assert_eq!(fingerprint_of(&after, &response, now), Err(Problem::CaptchaInvalid));
        let new = challenge(&during, (CaptchaPurpose::SignUp, OWN), now).unwrap();
        assert!(fingerprint_of(&after, &encode(&solved(&new)), now).is_ok());
    }

    #[test]
    fn challenge_is_valid_only_for_its_purpose_and_session() {
        let now = Timestamp::now();
        let response = encode(&solved(&new_challenge(now)));
        let solved = verify(&test_keys(), &response, now).unwrap();
        for purpose in [CaptchaPurpose::SignUp, CaptchaPurpose::News, CaptchaPurpose::Deletion] {
            for session in [OWN, "fedcba9876543210"] {
                let is_bound = purpose == CaptchaPurpose::SignUp && session == OWN;
                let wanted = if is_bound { Ok(()) } else { Err(Problem::CaptchaMismatch) };
                assert_eq!(solved.check_bound(&test_keys(), (purpose, session)), wanted, "{purpose:?}");
            }
        }
        let mut forged = self::solved(&new_challenge(now));
        for data in [Some(test_keys().binding(CaptchaPurpose::News, OWN)), None] {
            forged.challenge.parameters.data = data;
            assert_eq!(fingerprint_of(&test_keys(), &encode(&forged), now), Err(Problem::CaptchaInvalid));
        }
    }

    #[test]
    fn foreign_or_unsolved_challenge_is_rejected() {
        let now = Timestamp::now();
        let payload = solved(&new_challenge(now));

        assert_eq!(fingerprint_of(&keys("a5", ""), &encode(&payload), now), Err(Problem::CaptchaInvalid));

        let mut unsolved = payload.clone();
        unsolved.solution.derived_key = "00".repeat(32);
        assert_eq!(fingerprint_of(&test_keys(), &encode(&unsolved), now), Err(Problem::CaptchaInvalid));

        let mut prolonged = payload;
        prolonged.challenge.parameters.expires_at = Some(now.as_second() + 10 * lifetime());
        assert_eq!(fingerprint_of(&test_keys(), &encode(&prolonged), now), Err(Problem::CaptchaInvalid));

        let [one, another] = [(); 2].map(|()| solved(&new_challenge(now)));
        let spliced = Payload { challenge: another.challenge.clone(), solution: one.solution.clone() };
        assert_eq!(fingerprint_of(&test_keys(), &encode(&spliced), now), Err(Problem::CaptchaInvalid));
        let mut renewed = one.clone();
        renewed.challenge.parameters.nonce = another.challenge.parameters.nonce.clone();
        assert_eq!(fingerprint_of(&test_keys(), &encode(&renewed), now), Err(Problem::CaptchaInvalid));
        renewed.challenge.signature = another.challenge.signature;
        assert_eq!(fingerprint_of(&test_keys(), &encode(&renewed), now), Err(Problem::CaptchaInvalid));

        for nonsense in ["", "abc", "e30=", "not base 64!"] {
            assert_eq!(
                fingerprint_of(&test_keys(), nonsense, now),
                Err(Problem::CaptchaInvalid),
                "{nonsense}"
            );
        }
    }
}
