//! A person who signs up and accepts the privacy notice, and retries while the server doesn't answer.

use std::time::{Duration, Instant};

use altcha::{Challenge, Payload, SolveChallengeOptions, solve_challenge};
use anyhow::{Context as _, Result, bail};
use base64::{Engine, engine::general_purpose::STANDARD};
use reqwest::{Client, Method, Response, header};
use serde_json::{Value, json};

/// Time limit of a response.
const TIMEOUT: Duration = Duration::from_secs(20);
/// Maximum number of attempts per request.
const MAX_ATTEMPTS: usize = 600;
/// A study with questions.
const WITH_QUESTIONS: &str = "STU01009";
/// The expected answers to its questions, in order.
const EXPECTED_ANSWERS: [&str; 5] = ["True", "False", "False", "False", "False"];
/// A study without questions.
const WITHOUT_QUESTIONS: &str = "STU01026";

/// A person who is going to sign up.
#[derive(Debug, Clone)]
pub(super) struct Person {
    number: usize,
    address: String,
    answers: Value,
    http: Client,
    cookie: Option<String>,
    retries: usize,
}

/// A person who has answered the questions and solved a captcha.
#[derive(Debug, Clone)]
pub(super) struct Prepared {
    person: Person,
    captcha: String,
}

/// A person who has signed up and accepted the notice.
#[derive(Debug, Clone)]
pub(super) struct SignedUp {
    /// The participant number.
    pub(super) number: String,
    pub(super) study: &'static str,
    /// Duration of the sign-up request, or zero after retries.
    pub(super) response_time: Duration,
    pub(super) retries: usize,
}

/// Returns the expected answers to the questions of the study that has some.
pub(super) async fn questions(port: u16) -> Result<Value> {
    let base = format!("http://127.0.0.1:{port}/backend");
    let get = async |path: String| -> Result<Value> {
        Ok(reqwest::get(format!("{base}{path}")).await?.json().await?)
    };
    let trial = get(format!("/trial?id={WITH_QUESTIONS}&ptr=ps")).await?;
    let group = trial["page"]["study_sys_id"].as_str().context("the study has no id")?;
    let questions = get(format!("/questiongroup?id={group}&studyId={WITH_QUESTIONS}")).await?;
    let questions = questions["result"].as_array().context("the study has no questions")?;
    let answers = questions
        .iter()
        .zip(EXPECTED_ANSWERS)
        .map(|(question, answer)| json!({ "sys_id": question["sys_id"], "answer": answer }));
    Ok(answers.collect())
}

impl Person {
    pub(super) fn new(number: usize, port: u16, answers: &Value) -> Self {
        let http = Client::builder().timeout(TIMEOUT).pool_max_idle_per_host(1).build().unwrap_or_default();
        let address = format!("http://127.0.0.1:{port}/backend");
        Self { number, address, answers: answers.clone(), http, cookie: None, retries: 0 }
    }

    fn study(&self) -> &'static str {
        if self.number.is_multiple_of(2) { WITH_QUESTIONS } else { WITHOUT_QUESTIONS }
    }

    /// Answers the questions, if the study has some, and solves a captcha.
    pub(super) async fn prepare(mut self) -> Result<Prepared> {
        if self.study() == WITH_QUESTIONS {
            let answers = json!({ "study_number": self.study(), "answers": self.answers });
            let (status, answer) = self.post("/prescreen", &answers, None).await?;
            if status != 200 {
                bail!("the answers were rejected: {answer}");
            }
        }
        let captcha = self.captcha().await?;
        Ok(Prepared { person: self, captcha })
    }

    async fn captcha(&mut self) -> Result<String> {
        let (_, challenge) = self.post("/captcha", &json!({}), None).await?;
        tokio::task::spawn_blocking(move || {
            let challenge: Challenge = serde_json::from_value(challenge)?;
            let solution = solve_challenge(SolveChallengeOptions::new(&challenge));
            let solution = solution.ok().flatten().context("a captcha has no solution")?;
            Ok(STANDARD.encode(serde_json::to_vec(&Payload { challenge, solution })?))
        })
        .await?
    }

    /// Retries until the server answers. A server that is stopping or starting may answer with an error.
    async fn post(&mut self, path: &str, body: &Value, key: Option<&str>) -> Result<(u16, Value)> {
        for _ in 0..MAX_ATTEMPTS {
            if let Some(answer) = self.try_post(path, body, key).await {
                return Ok(answer);
            }
            self.retries += 1;
            let pause = 50 + (self.number * 37 + self.retries * 61) % 400;
            tokio::time::sleep(Duration::from_millis(pause as u64)).await;
        }
        bail!("no answer from {path}");
    }

    async fn try_post(&mut self, path: &str, body: &Value, key: Option<&str>) -> Option<(u16, Value)> {
        let mut request = self.http.request(Method::POST, format!("{}{path}", self.address)).json(body);
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key);
        }
        let answer: Response = request.send().await.ok()?;
        let status = answer.status().as_u16();
        let cookie = answer.headers().get(header::SET_COOKIE).and_then(|cookie| cookie.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
        let body = answer.bytes().await.ok()?;
        if status >= 500 {
            return None;
        }
        self.cookie = cookie.or(self.cookie.take());
        Some((status, serde_json::from_slice(&body).ok()?))
    }

    fn form(&self, captcha: &str) -> Value {
        json!({
            "recaptcha_response": captcha, "preferred_name": "Somebody", "last_name": format!("Sample {}", self.number),
            "gender": "female", "date_of_birth": "1956-03-27", "email": format!("person-{}@example.org", self.number),
            "phone_number": "216 555 0134", "race": "Asian", "language": "en", "country": "UNITED STATES",
            "city": "Cleveland", "zip_code_or_city": "44106", "health_condition": "None", "smoking_status": "Never",
            "study_number": self.study(), "consents": ["privacy", "collecting", "sharing"]
        })
    }
}

impl Prepared {
    /// Signs up and accepts the notice.
    pub(super) async fn sign_up(self) -> Result<SignedUp> {
        let Self { mut person, mut captcha } = self;
        let key = format!("the-form-of-person-{}", person.number);
        let (number, response_time) = loop {
            let start = Instant::now();
            let retries_before = person.retries;
            let (status, answer) = person.post("/participant", &person.form(&captcha), Some(&key)).await?;
            let number = answer["data"]["pt_id"].as_str().map(str::to_owned);
            match (status, number, answer["code"].as_str()) {
                (201, Some(number), _) => {
                    // After retries, the duration says nothing.
                    let response_time =
                        if person.retries == retries_before { start.elapsed() } else { Duration::ZERO };
                    break (number, response_time);
                }
                (_, _, Some("captcha_used" | "captcha_expired" | "captcha_elsewhere")) => {
                    captcha = person.captcha().await?;
                }
                _ => bail!("the sign-up of person {} was rejected: {answer}", person.number),
            }
        };
        let study = person.study();
        let accepted = json!({ "sysId": number, "acknowledged": "true", "study_number": study });
        let (status, answer) = person.post("/acknowledge", &accepted, None).await?;
        if status != 200 {
            bail!("person {} could not accept the notice: {answer}", person.number);
        }
        Ok(SignedUp { number, study, response_time, retries: person.retries })
    }
}
