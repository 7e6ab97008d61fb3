//! The captcha: a proof of work that the visitor's device does, so that no third party is asked.

use std::collections::BTreeMap;

use altcha::{
    Challenge, CreateChallengeOptions, Payload, VerifySolutionOptions, create_challenge, verify_solution,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::Timestamp;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use waypoint_domain::retention::Kept;

use waypoint_keys::{
    Fingerprints, GivenKeys, Key, KeyError,
    purpose::{CaptchaChallenge, CaptchaSolution, FormFingerprint},
};

use crate::{clock::after, context::Context, http::problem::Problem, secret::hex, wire::CaptchaPurpose};

/// Rounds of the hash for one guess: what makes a guess dear on any device.
const ROUNDS: u32 = 1000;
/// The least and the most guesses that a solution takes; a phone of 2018 does them in seconds.
const GUESSES: std::ops::Range<u32> = 200..1200;

/// The keys that sign challenges and their solutions.
#[derive(Debug, Clone)]
pub struct CaptchaKeys {
    challenge: Key<CaptchaChallenge>,
    solution: Key<CaptchaSolution>,
}

impl CaptchaKeys {
    /// Those of a program.
    ///
    /// # Errors
    /// When the program was not given them.
    pub fn of(given: &GivenKeys) -> Result<Self, KeyError> {
        Ok(Self { challenge: given.of()?, solution: given.of()? })
    }

    /// The pairs by which a solution is accepted, the current one first.
    fn accepted(&self) -> impl Iterator<Item = (&str, &str)> {
        self.challenge.accepted().zip(self.solution.accepted())
    }

    /// What a new challenge says of its purpose and its session, and nothing that leads to the session's id.
    #[must_use]
    pub fn bound_to(&self, purpose: CaptchaPurpose, session: &str) -> BTreeMap<String, Value> {
        binding(purpose, self.sessions(session).current())
    }

    fn sessions(&self, session: &str) -> Fingerprints {
        self.challenge.fingerprints(&format!("session\n{session}"))
    }
}

fn binding(purpose: CaptchaPurpose, session: &str) -> BTreeMap<String, Value> {
    BTreeMap::from([(PURPOSE.to_owned(), json!(purpose)), (SESSION.to_owned(), json!(session))])
}

/// The names under which a challenge says what it is for.
const PURPOSE: &str = "purpose";
const SESSION: &str = "session";

/// A new challenge, which counts for one purpose, and in one session.
///
/// # Errors
/// When the system has no randomness to give.
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
        data: Some(keys.bound_to(purpose, session)),
        expires_at: Some(after(now, Kept::Captcha.time())),
        hmac_signature_secret: Some(keys.challenge.current().to_owned()),
        hmac_key_signature_secret: Some(keys.solution.current().to_owned()),
        ..CreateChallengeOptions::default()
    })
    .map_err(|_| Problem::Unavailable)
}

/// A captcha that is ours and solved.
#[derive(Debug)]
pub struct Solved {
    /// A fingerprint of the challenge, by which a second use is recognized.
    pub fingerprint: String,
    bound_to: Option<BTreeMap<String, Value>>,
}

impl Solved {
    /// Checks that it was given for this purpose, and in the session of this id.
    ///
    /// # Errors
    /// When it was not.
    pub fn check_bound(
        &self,
        keys: &CaptchaKeys,
        (purpose, session): (CaptchaPurpose, Option<&str>),
    ) -> Result<(), Problem> {
        let is_bound = |session| {
            let sessions = keys.sessions(session);
            let mut bindings = sessions.accepted().map(|session| binding(purpose, session));
            bindings.any(|binding| self.bound_to.as_ref() == Some(&binding))
        };
        if session.is_some_and(is_bound) { Ok(()) } else { Err(Problem::CaptchaElsewhere) }
    }
}

/// Checks what a browser sends: the challenge and its solution as JSON in base 64.
///
/// # Errors
/// When it is none of ours, not solved, or too old.
pub fn verify(keys: &CaptchaKeys, response: &str, now: Timestamp) -> Result<Solved, Problem> {
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
    Ok(Solved { fingerprint: hex(&Sha256::digest(&parameters.nonce)), bound_to: parameters.data })
}

/// Uses a captcha up, whatever becomes of the call. The same call may be sent again, because its answer may be lost: it says
/// nothing that it did not say before. `call` tells one call from another, and says everything that is sent.
///
/// # Errors
/// When another call has used it, or the store does not answer.
pub async fn spend(context: &Context, captcha: &Solved, call: &str) -> Result<(), Problem> {
    let call = context.key::<FormFingerprint>()?.fingerprints(call);
    if context.sessions.spend_captcha(&captcha.fingerprint, &call, context.clock.now()).await? {
        Ok(())
    } else {
        Err(Problem::CaptchaUsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use altcha::{SolveChallengeOptions, solve_challenge};
    use waypoint_keys::RootSecrets;

    fn lifetime() -> i64 {
        i64::try_from(Kept::Captcha.time().as_secs()).unwrap()
    }

    fn keys(current: &str, before: &str) -> CaptchaKeys {
        let [current, before] = [current, before].map(|byte| byte.repeat(32));
        CaptchaKeys::of(&GivenKeys::all(&RootSecrets::read(&current, &before, "").unwrap())).unwrap()
    }

    fn ours() -> CaptchaKeys {
        keys("5a", "")
    }

    /// The id of a session.
    const OWN: &str = "0123456789abcdef";

    fn given(now: Timestamp) -> Challenge {
        challenge(&ours(), (CaptchaPurpose::SignUp, OWN), now).unwrap()
    }

    fn checked(keys: &CaptchaKeys, response: &str, now: Timestamp) -> Result<String, Problem> {
        verify(keys, response, now).map(|solved| solved.fingerprint)
    }

    fn solved(challenge: &Challenge) -> Payload {
        let solution = solve_challenge(SolveChallengeOptions::new(challenge)).unwrap().unwrap();
        Payload { challenge: challenge.clone(), solution }
    }

    fn sent(payload: &Payload) -> String {
        STANDARD.encode(serde_json::to_vec(payload).unwrap())
    }

    #[test]
    fn a_solved_challenge_is_accepted_until_it_is_15_minutes_old() {
        let now = Timestamp::now();
        let response = sent(&solved(&given(now)));
        assert!(checked(&ours(), &response, now).is_ok());
        let later = Timestamp::from_second(now.as_second() + lifetime()).unwrap();
        assert_eq!(checked(&ours(), &response, later), Err(Problem::CaptchaExpired));
    }

    #[test]
    fn a_challenge_of_the_former_key_is_accepted_during_the_overlap_alone() {
        let now = Timestamp::now();
        let (during, after) = (keys("6b", "5a"), keys("6b", ""));
        let response = sent(&solved(&given(now)));
        let accepted = verify(&during, &response, now).unwrap();
        assert_eq!(accepted.check_bound(&during, (CaptchaPurpose::SignUp, Some(OWN))), Ok(()));
        let elsewhere = (CaptchaPurpose::SignUp, Some("fedcba9876543210"));
        assert_eq!(accepted.check_bound(&during, elsewhere), Err(Problem::CaptchaElsewhere));
        assert_eq!(checked(&after, &response, now), Err(Problem::CaptchaInvalid));
        let new = challenge(&during, (CaptchaPurpose::SignUp, OWN), now).unwrap();
        assert!(checked(&after, &sent(&solved(&new)), now).is_ok());
    }

    #[test]
    fn challenge_counts_for_its_purpose_and_in_its_session_alone() {
        let now = Timestamp::now();
        let response = sent(&solved(&given(now)));
        let solved = verify(&ours(), &response, now).unwrap();
        for purpose in [CaptchaPurpose::SignUp, CaptchaPurpose::News, CaptchaPurpose::Deletion] {
            for session in [Some(OWN), Some("fedcba9876543210"), None] {
                let is_bound = purpose == CaptchaPurpose::SignUp && session == Some(OWN);
                let wanted = if is_bound { Ok(()) } else { Err(Problem::CaptchaElsewhere) };
                assert_eq!(solved.check_bound(&ours(), (purpose, session)), wanted, "{purpose:?}");
            }
        }
        let mut forged = self::solved(&given(now));
        for data in [Some(ours().bound_to(CaptchaPurpose::News, OWN)), None] {
            forged.challenge.parameters.data = data;
            assert_eq!(checked(&ours(), &sent(&forged), now), Err(Problem::CaptchaInvalid));
        }
    }

    #[test]
    fn what_is_not_ours_or_not_solved_is_refused() {
        let now = Timestamp::now();
        let payload = solved(&given(now));

        assert_eq!(checked(&keys("a5", ""), &sent(&payload), now), Err(Problem::CaptchaInvalid));

        let mut unsolved = payload.clone();
        unsolved.solution.derived_key = "00".repeat(32);
        assert_eq!(checked(&ours(), &sent(&unsolved), now), Err(Problem::CaptchaInvalid));

        let mut prolonged = payload;
        prolonged.challenge.parameters.expires_at = Some(now.as_second() + 10 * lifetime());
        assert_eq!(checked(&ours(), &sent(&prolonged), now), Err(Problem::CaptchaInvalid));

        let [one, another] = [(); 2].map(|()| solved(&given(now)));
        let spliced = Payload { challenge: another.challenge.clone(), solution: one.solution.clone() };
        assert_eq!(checked(&ours(), &sent(&spliced), now), Err(Problem::CaptchaInvalid));
        let mut renewed = one.clone();
        renewed.challenge.parameters.nonce = another.challenge.parameters.nonce.clone();
        assert_eq!(checked(&ours(), &sent(&renewed), now), Err(Problem::CaptchaInvalid));
        renewed.challenge.signature = another.challenge.signature;
        assert_eq!(checked(&ours(), &sent(&renewed), now), Err(Problem::CaptchaInvalid));

        for nonsense in ["", "abc", "e30=", "not base 64!"] {
            assert_eq!(checked(&ours(), nonsense, now), Err(Problem::CaptchaInvalid), "{nonsense}");
        }
    }
}
