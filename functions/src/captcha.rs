//! The captcha: a proof of work that the visitor's device does, so that no third party is asked.

use altcha::{
    Challenge, CreateChallengeOptions, Payload, VerifySolutionOptions, create_challenge, verify_solution,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use waypoint_domain::retention::Kept;

use waypoint_keys::{
    GivenKeys, Key, KeyError,
    purpose::{CaptchaChallenge, CaptchaSolution},
};

use crate::{clock::after, http::problem::Problem, secret::hex};

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
}

/// A new challenge.
///
/// # Errors
/// When the system has no randomness to give.
pub fn challenge(keys: &CaptchaKeys, now: Timestamp) -> Result<Challenge, Problem> {
    let mut random = [0; 4];
    getrandom::fill(&mut random).map_err(|_| Problem::Unavailable)?;
    let guesses = GUESSES.start + u32::from_le_bytes(random) % (GUESSES.end - GUESSES.start);
    create_challenge(CreateChallengeOptions {
        algorithm: "PBKDF2/SHA-256".to_owned(),
        cost: ROUNDS,
        counter: Some(guesses),
        expires_at: Some(after(now, Kept::Captcha.time())),
        hmac_signature_secret: Some(keys.challenge.current().to_owned()),
        hmac_key_signature_secret: Some(keys.solution.current().to_owned()),
        ..CreateChallengeOptions::default()
    })
    .map_err(|_| Problem::Unavailable)
}

/// Checks what a browser sends: the challenge and its solution as JSON in base 64. Gives a
/// fingerprint of the challenge, by which a second use is recognized.
///
/// # Errors
/// When it is none of ours, not solved, or too old.
pub fn verify(keys: &CaptchaKeys, response: &str, now: Timestamp) -> Result<String, Problem> {
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
    Ok(hex(&Sha256::digest(&payload.challenge.parameters.nonce)))
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
        let response = sent(&solved(&challenge(&ours(), now).unwrap()));
        assert!(verify(&ours(), &response, now).is_ok());
        let later = Timestamp::from_second(now.as_second() + lifetime()).unwrap();
        assert_eq!(verify(&ours(), &response, later), Err(Problem::CaptchaExpired));
    }

    #[test]
    fn a_challenge_of_the_former_key_is_accepted_during_the_overlap_alone() {
        let now = Timestamp::now();
        let response = sent(&solved(&challenge(&ours(), now).unwrap()));
        assert!(verify(&keys("6b", "5a"), &response, now).is_ok());
        assert_eq!(verify(&keys("6b", ""), &response, now), Err(Problem::CaptchaInvalid));
        let new = sent(&solved(&challenge(&keys("6b", "5a"), now).unwrap()));
        assert!(verify(&keys("6b", ""), &new, now).is_ok());
    }

    #[test]
    fn what_is_not_ours_or_not_solved_is_refused() {
        let now = Timestamp::now();
        let payload = solved(&challenge(&ours(), now).unwrap());

        assert_eq!(verify(&keys("a5", ""), &sent(&payload), now), Err(Problem::CaptchaInvalid));

        let mut unsolved = payload.clone();
        unsolved.solution.derived_key = "00".repeat(32);
        assert_eq!(verify(&ours(), &sent(&unsolved), now), Err(Problem::CaptchaInvalid));

        let mut prolonged = payload;
        prolonged.challenge.parameters.expires_at = Some(now.as_second() + 10 * lifetime());
        assert_eq!(verify(&ours(), &sent(&prolonged), now), Err(Problem::CaptchaInvalid));

        let [one, another] = [(); 2].map(|()| solved(&challenge(&ours(), now).unwrap()));
        let spliced = Payload { challenge: another.challenge.clone(), solution: one.solution.clone() };
        assert_eq!(verify(&ours(), &sent(&spliced), now), Err(Problem::CaptchaInvalid));
        let mut renewed = one.clone();
        renewed.challenge.parameters.nonce = another.challenge.parameters.nonce.clone();
        assert_eq!(verify(&ours(), &sent(&renewed), now), Err(Problem::CaptchaInvalid));
        renewed.challenge.signature = another.challenge.signature;
        assert_eq!(verify(&ours(), &sent(&renewed), now), Err(Problem::CaptchaInvalid));

        for nonsense in ["", "abc", "e30=", "not base 64!"] {
            assert_eq!(verify(&ours(), nonsense, now), Err(Problem::CaptchaInvalid), "{nonsense}");
        }
    }
}
