//! A captcha that takes no work to solve, for tests and benchmarks of something else.

use altcha::{CreateChallengeOptions, Payload, SolveChallengeOptions, create_challenge, solve_challenge};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::json;
use waypoint_functions::{
    captcha::CaptchaKeys, session_token::SessionToken, store::SessionLookup, wire::CaptchaPurpose,
};
use waypoint_keys::purpose::{CaptchaChallenge, CaptchaSolution};

use super::{Browser, TestSite};

/// A solved captcha for the browser's session. Starts a session if the browser has none.
pub(crate) async fn cheap_captcha(site: &TestSite, browser: &Browser, purpose: CaptchaPurpose) -> String {
    assert_eq!(browser.post("/backend/captcha", &json!({ "purpose": purpose })).await.status, 200);
    let token: SessionToken = browser.cookie().unwrap().split_once('=').unwrap().1.parse().unwrap();
    let (context, now) = (&site.context, site.context.clock.now());
    let opened = context.sessions.open(&token, None, now).await.unwrap();
    let SessionLookup::Session(session) = opened else { panic!("the captcha's session is not open") };
    let keys = CaptchaKeys::from_program_keys(&context.purpose_keys).unwrap();
    let challenge = create_challenge(CreateChallengeOptions {
        algorithm: "PBKDF2/SHA-256".to_owned(),
        cost: 1,
        counter: Some(1),
        data: Some(keys.binding(purpose, session.id())),
        expires_at: Some(now.as_second() + 600),
        hmac_signature_secret: Some(context.key::<CaptchaChallenge>().unwrap().current().to_owned()),
        hmac_key_signature_secret: Some(context.key::<CaptchaSolution>().unwrap().current().to_owned()),
        ..CreateChallengeOptions::default()
    });
    let challenge = challenge.unwrap();
    let solution = solve_challenge(SolveChallengeOptions::new(&challenge)).unwrap().unwrap();
    STANDARD.encode(serde_json::to_vec(&Payload { challenge, solution }).unwrap())
}
