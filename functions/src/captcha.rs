//! The captcha: a proof of work that the visitor's device does, so that no third party is asked.

use altcha::{
    Challenge, CreateChallengeOptions, Payload, VerifySolutionOptions, create_challenge, verify_solution,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use waypoint_domain::retention::Kept;

use crate::{
    clock::after,
    http::problem::Problem,
    secret::{Secret, Use, hex},
};

/// Rounds of the hash for one guess: what makes a guess dear on any device.
const ROUNDS: u32 = 1000;
/// The least and the most guesses that a solution takes; a phone of 2018 does them in seconds.
const GUESSES: std::ops::Range<u32> = 200..1200;

/// A new challenge.
///
/// # Errors
/// When the system has no randomness to give.
pub fn challenge(secret: &Secret, now: Timestamp) -> Result<Challenge, Problem> {
    let mut random = [0; 4];
    getrandom::fill(&mut random).map_err(|_| Problem::Unavailable)?;
    let guesses = GUESSES.start + u32::from_le_bytes(random) % (GUESSES.end - GUESSES.start);
    create_challenge(CreateChallengeOptions {
        algorithm: "PBKDF2/SHA-256".to_owned(),
        cost: ROUNDS,
        counter: Some(guesses),
        expires_at: Some(after(now, Kept::Captcha.time())),
        hmac_signature_secret: Some(secret.key(Use::CaptchaChallenge)),
        hmac_key_signature_secret: Some(secret.key(Use::CaptchaSolution)),
        ..CreateChallengeOptions::default()
    })
    .map_err(|_| Problem::Unavailable)
}

/// Checks what a browser sends: the challenge and its solution as JSON in base 64. Gives a
/// fingerprint of the challenge, by which a second use is recognized.
///
/// # Errors
/// When it is none of ours, not solved, or too old.
pub fn verify(secret: &Secret, response: &str, now: Timestamp) -> Result<String, Problem> {
    let json = STANDARD.decode(response.trim()).map_err(|_| Problem::CaptchaInvalid)?;
    let payload: Payload = serde_json::from_slice(&json).map_err(|_| Problem::CaptchaInvalid)?;
    let expires = payload.challenge.parameters.expires_at.ok_or(Problem::CaptchaInvalid)?;
    let result = verify_solution(VerifySolutionOptions {
        hmac_key_signature_secret: Some(secret.key(Use::CaptchaSolution)),
        ..VerifySolutionOptions::new(&payload.challenge, &payload.solution, secret.key(Use::CaptchaChallenge))
    })
    .map_err(|_| Problem::CaptchaInvalid)?;
    if result.expired || expires <= now.as_second() {
        return Err(Problem::CaptchaExpired);
    }
    if !result.verified {
        return Err(Problem::CaptchaInvalid);
    }
    Ok(hex(&Sha256::digest(&payload.challenge.parameters.nonce)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use altcha::{SolveChallengeOptions, solve_challenge};

    fn lifetime() -> i64 {
        i64::try_from(Kept::Captcha.time().as_secs()).unwrap()
    }

    fn secret() -> Secret {
        Secret::from_hex(&"5a".repeat(32)).unwrap()
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
        let response = sent(&solved(&challenge(&secret(), now).unwrap()));
        assert!(verify(&secret(), &response, now).is_ok());
        let later = Timestamp::from_second(now.as_second() + lifetime()).unwrap();
        assert_eq!(verify(&secret(), &response, later), Err(Problem::CaptchaExpired));
    }

    #[test]
    fn what_is_not_ours_or_not_solved_is_refused() {
        let now = Timestamp::now();
        let payload = solved(&challenge(&secret(), now).unwrap());

        let other = Secret::from_hex(&"a5".repeat(32)).unwrap();
        assert_eq!(verify(&other, &sent(&payload), now), Err(Problem::CaptchaInvalid));

        let mut unsolved = payload.clone();
        unsolved.solution.derived_key = "00".repeat(32);
        assert_eq!(verify(&secret(), &sent(&unsolved), now), Err(Problem::CaptchaInvalid));

        let mut prolonged = payload;
        prolonged.challenge.parameters.expires_at = Some(now.as_second() + 10 * lifetime());
        assert_eq!(verify(&secret(), &sent(&prolonged), now), Err(Problem::CaptchaInvalid));

        let [one, another] = [(); 2].map(|()| solved(&challenge(&secret(), now).unwrap()));
        let spliced = Payload { challenge: another.challenge.clone(), solution: one.solution.clone() };
        assert_eq!(verify(&secret(), &sent(&spliced), now), Err(Problem::CaptchaInvalid));
        let mut renewed = one.clone();
        renewed.challenge.parameters.nonce = another.challenge.parameters.nonce.clone();
        assert_eq!(verify(&secret(), &sent(&renewed), now), Err(Problem::CaptchaInvalid));
        renewed.challenge.signature = another.challenge.signature;
        assert_eq!(verify(&secret(), &sent(&renewed), now), Err(Problem::CaptchaInvalid));

        for nonsense in ["", "abc", "e30=", "not base 64!"] {
            assert_eq!(verify(&secret(), nonsense, now), Err(Problem::CaptchaInvalid), "{nonsense}");
        }
    }
}
