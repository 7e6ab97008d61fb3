//! Responses never reveal whether an address is enrolled. The same calls run in two worlds that differ only in
//! whether the address is enrolled, and every response must be the same.
//!
//! The test tries a few random sequences of calls. Set `WAYPOINT_SEQUENCES` for another number.

mod step;

use std::{cell::RefCell, collections::HashMap, sync::Mutex};

use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};
use reqwest::header::HeaderValue;
use serde_json::{Value, json};
use waypoint_functions::{context::Context, wire::CaptchaPurpose};
use waypoint_local::portal::ReceivedMessage;

use crate::support::{
    Answer, Browser, TestSite, cheap_captcha::cheap_captcha, confirming, expected_answers, form, number,
    on_schedule, sys_id, upload,
};
use step::{Address, Step, step};

const STUDIES: [&str; 2] = ["STU01009", "STU00002"];
const SEQUENCES: u32 = 12;
const SEQUENCES_PER_STORE: u32 = 50;
const MAX_STEPS: usize = 12;
const HOUR: i64 = 60 * 60;

/// A world that a caller acts in, with the caller's browser, tokens, and sign-ups.
struct World<'a> {
    site: &'a TestSite,
    round: usize,
    browser: Browser,
    tokens: Vec<String>,
    sign_ups: Vec<Answer>,
    /// Random values in responses, numbered by their first appearance.
    random_values: Mutex<HashMap<String, usize>>,
}

impl<'a> World<'a> {
    fn new(site: &'a TestSite, round: usize) -> Self {
        let (browser, tokens, sign_ups) = (site.browser(), Vec::new(), Vec::new());
        Self { site, round, browser, tokens, sign_ups, random_values: Mutex::default() }
    }

    fn email(&self, address: Address) -> String {
        let round = self.round;
        match address {
            Address::Victim => format!("victim{round}@example.org"),
            Address::VictimTagged => format!("Victim{round}+tag@example.org"),
            Address::Own(number) => format!("caller{round}.{number}@example.org"),
        }
    }

    /// Signs the victim up in the victim's own browser.
    async fn enroll_victim(&self, study: &str, is_confirmed: bool) {
        let browser = self.site.browser();
        let mut form = form(&cheap_captcha(self.site, &browser, CaptchaPurpose::SignUp).await);
        form["email"] = json!(self.email(Address::Victim));
        form["study_number"] = json!(study);
        if study == STUDIES[0] {
            form["prescreening_qa"] = expected_answers();
        }
        let created = browser.sign_up(&form, &format!("form-of-the-victim-{}", self.round)).await;
        assert_eq!(created.status, 201, "{created:?}");
        let accepted = json!({ "sysId": sys_id(&created), "acknowledged": "true", "study_number": study });
        assert_eq!(browser.post("/backend/acknowledge", &accepted).await.status, 200);
        if is_confirmed {
            confirming::confirm(self.site, &self.email(Address::Victim)).await;
        }
    }

    fn sign_up(&self, index: u8) -> Option<&Answer> {
        self.sign_ups.get(usize::from(index) % self.sign_ups.len().max(1))
    }

    #[allow(clippy::too_many_lines, reason = "the arms of the steps are independent")]
    async fn perform(&mut self, step: &Step) -> Value {
        self.tokens.extend(self.browser.cookie());
        match step {
            Step::NewBrowser => {
                self.browser = self.site.browser();
                Value::Null
            }
            Step::OlderToken(index) => {
                let tokens = self.tokens.len().max(1);
                if let Some(token) = self.tokens.get(usize::from(*index) % tokens) {
                    self.browser.set_cookie(token);
                }
                Value::Null
            }
            Step::Prescreen { right } => {
                let mut answers = expected_answers();
                if !right {
                    answers[0]["answer"] = json!("False");
                }
                let body = json!({ "study_number": STUDIES[0], "answers": answers });
                self.visible_parts(&self.browser.post("/backend/prescreen", &body).await)
            }
            Step::Draft { study } => {
                let study = STUDIES[usize::from(*study)];
                let body = json!({ "study_number": study, "form": { "city": "Toledo" } });
                self.visible_parts(&self.browser.post("/backend/draft", &body).await)
            }
            Step::Upload => {
                let form = upload::upload_form(&self.browser, "application/pdf").await;
                if form.status == 200 {
                    upload::send(self.site, &form.body["fields"], upload::PDF).await;
                }
                self.visible_parts(&upload::complete(&self.browser).await)
            }
            Step::SignUp { study, address, has_other_name, has_document, key } => {
                let mut form = form(&cheap_captcha(self.site, &self.browser, CaptchaPurpose::SignUp).await);
                form["study_number"] = json!(STUDIES[usize::from(*study)]);
                form["email"] = json!(self.email(*address));
                form["has_document"] = json!(has_document);
                if *has_other_name {
                    form["preferred_name"] = json!("Joseph");
                }
                let created = self.browser.sign_up(&form, &format!("form-{}-{key:08}", self.round)).await;
                let response = self.visible_parts(&created);
                if created.status == 201 {
                    self.sign_ups.push(created);
                }
                response
            }
            Step::Accept(index) => {
                let Some(created) = self.sign_up(*index) else { return Value::Null };
                let mut responses = Vec::new();
                for study in STUDIES {
                    let body =
                        json!({ "sysId": sys_id(created), "acknowledged": "true", "study_number": study });
                    responses
                        .push(self.visible_parts(&self.browser.post("/backend/acknowledge", &body).await));
                }
                json!(responses)
            }
            Step::Submit(index) => {
                let Some(created) = self.sign_up(*index) else { return Value::Null };
                let answer = json!({ "sys_id": crate::support::question(1), "answer": "True",
                    "participant_id": sys_id(created) });
                self.visible_parts(&self.browser.post("/backend/submit", &answer).await)
            }
            Step::Look(index) => {
                let mut responses = vec![self.visible_parts(&self.browser.get("/backend/participant").await)];
                for study in STUDIES {
                    let page = format!("/backend/participant?study={study}");
                    responses.push(self.visible_parts(&self.browser.get(&page).await));
                }
                if let Some(created) = self.sign_up(*index) {
                    let page = format!("/backend/participant?number={}", number(created));
                    responses.push(self.visible_parts(&self.browser.get(&page).await));
                }
                json!(responses)
            }
            Step::Receipts(index) => {
                let Some(created) = self.sign_up(*index) else { return Value::Null };
                let page = format!("/backend/receipts?number={}", number(created));
                let answer = self.browser.get(&page).await;
                json!([answer.status, answer.body["receipts"].as_array().map(Vec::len)])
            }
            Step::FindByFormKey(key) => {
                let body = json!({ "form_key": format!("form-{}-{key:08}", self.round) });
                self.visible_parts(&self.browser.post("/backend/participant/return", &body).await)
            }
            Step::UseLink { mail, action } => {
                let tokens = self.links();
                let Some(token) = tokens.get(usize::from(*mail) % tokens.len().max(1)) else {
                    return Value::Null;
                };
                let body = json!({ "token": token, "action": action });
                self.visible_parts(&self.browser.post("/backend/participant/return", &body).await)
            }
            Step::CorrectAddress { index, address } => {
                let Some(created) = self.sign_up(*index) else { return Value::Null };
                let body = json!({ "number": number(created), "email": self.email(*address) });
                self.visible_parts(&self.browser.post("/backend/participant/email", &body).await)
            }
            Step::SendLink(index) => {
                let Some(created) = self.sign_up(*index) else { return Value::Null };
                let body = json!({ "number": number(created) });
                self.visible_parts(&self.browser.post("/backend/participant/link", &body).await)
            }
            Step::RequestErasure(index) => {
                let Some(created) = self.sign_up(*index) else { return Value::Null };
                let body = json!({ "patient_id": number(created), "last_name": "Sample",
                    "date_of_birth": "1956-03-27", "recaptcha_response": cheap_captcha(self.site, &self.browser, CaptchaPurpose::Deletion).await });
                self.visible_parts(&self.browser.post("/backend/deleteme", &body).await)
            }
            Step::Leave => {
                self.visible_parts(&self.browser.post("/backend/participant/leave", &json!({})).await)
            }
            Step::Referral(index) => {
                let Some(created) = self.sign_up(*index) else { return Value::Null };
                let mut results = Vec::new();
                for study in STUDIES {
                    results.push(self.refer(created, study).await);
                }
                json!(results)
            }
            Step::Deliver => {
                on_schedule::deliver(&self.site.context, || true).await.unwrap();
                json!([self.mails(), self.portal_messages()])
            }
            Step::Wait => {
                self.site.context.clock.advance(5 * HOUR);
                Value::Null
            }
            Step::Sweep => {
                on_schedule::sweep(&self.site.context, || true).await.unwrap();
                Value::Null
            }
        }
    }

    async fn refer(&self, created: &Answer, study: &str) -> String {
        let Context { participants, figures, clock, .. } = &self.site.context;
        let referral = waypoint_domain::referral::Referral {
            status: waypoint_domain::referral::ReferralStatus::Contacted,
            since: clock.now(),
            reason: None,
        };
        let (number, study) = (number(created), study.parse().unwrap());
        let count = (figures, &jiff::tz::TimeZone::UTC);
        let update = participants.update_referral((&number, &study), referral, count, clock.now());
        let function = waypoint_local::access::caller::as_function("ReferralFunction", update);
        format!("{:?}", function.await.unwrap())
    }

    /// The mails that the caller received.
    fn mails(&self) -> Value {
        let mails = (0..2).flat_map(|own| self.site.cloud.mailbox.to(&self.email(Address::Own(own))));
        mails.map(|mail| json!([mail.subject, self.numbered(&self.ungrouped(mail.text))])).collect()
    }

    /// Removes the spaces in participant numbers of a mail, so that they are recognized as random words.
    fn ungrouped(&self, text: String) -> String {
        let numbers = self.sign_ups.iter().map(number);
        numbers.fold(text, |text, number| text.replace(&number.grouped(), number.as_str()))
    }

    fn links(&self) -> Vec<String> {
        let mails = (0..2).flat_map(|own| self.site.cloud.mailbox.to(&self.email(Address::Own(own))));
        let link = |text: &str| Some(text.split_once("#return=")?.1.split_whitespace().next()?.to_owned());
        mails.filter_map(|mail| link(&mail.text)).collect()
    }

    /// The messages about the caller's sign-ups that the study team's portal received.
    fn portal_messages(&self) -> Value {
        let own: Vec<String> = self.sign_ups.iter().map(|created| number(created).to_string()).collect();
        let received = self.site.cloud.portal_messages.received();
        let is_own = |received: &&ReceivedMessage| own.contains(&received.participant().to_owned());
        let mut messages: Vec<(usize, String, Value)> = received
            .iter()
            .filter(is_own)
            .map(|received| {
                let index = own.iter().position(|number| number == received.participant()).unwrap();
                let confirmed = received.message["data"]["email_confirmed"].is_string();
                (index, received.kind().to_owned(), json!(confirmed))
            })
            .collect();
        // Messages of different sign-ups may arrive in any order.
        messages.sort_by_key(|(index, ..)| *index);
        json!(messages)
    }

    /// The parts of a response that the caller sees, with numbers instead of random values.
    fn visible_parts(&self, answer: &Answer) -> Value {
        let headers: Vec<_> = answer
            .headers
            .iter()
            .filter(|(name, _)| !["date", "x-request-id"].contains(&name.as_str()))
            .map(|(name, value)| json!([name.as_str(), header(name.as_str(), value)]))
            .collect();
        json!([answer.status, headers, self.numbered(&answer.body.to_string())])
    }

    /// Replaces every random word by the number of its first appearance, and removes times.
    fn numbered(&self, text: &str) -> String {
        let mut random_values = self.random_values.lock().unwrap();
        let mut numbered = String::new();
        for word in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
            let (word, rest) =
                word.split_at(word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric()).len());
            // About one participant number in a hundred has no digit.
            let has_digit = word.bytes().any(|byte| byte.is_ascii_digit());
            let is_random =
                word.len() >= 12 && (has_digit || word.bytes().all(|byte| byte.is_ascii_uppercase()));
            if is_random {
                let next = random_values.len();
                let index = *random_values.entry(word.to_owned()).or_insert(next);
                numbered.extend(["<", &index.to_string(), ">"]);
            } else if !word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'T' || byte == b'Z') {
                numbered.push_str(word);
            }
            numbered.push_str(rest);
        }
        numbered
    }
}

fn header(name: &str, value: &HeaderValue) -> String {
    let text = value.to_str().unwrap();
    match (name, text.split_once(';')) {
        ("set-cookie", Some((pair, attributes))) => format!("{} characters;{attributes}", pair.len()),
        ("content-length", _) => String::new(),
        _ => text.to_owned(),
    }
}

/// A site with a working portal.
async fn world() -> TestSite {
    let site = TestSite::start_with(false).await;
    // Tokens of links written in the same second are equal, so both worlds need the same time.
    site.context.clock.freeze();
    let portal = site.cloud.portal().unwrap();
    TestSite { context: Context { portal, ..site.context }, ..site }
}

#[test]
fn responses_are_the_same_whether_or_not_the_victim_is_enrolled() {
    let sequences = std::env::var("WAYPOINT_SEQUENCES").ok().and_then(|text| text.parse().ok());
    let config = Config {
        cases: sequences.unwrap_or(SEQUENCES),
        failure_persistence: None,
        max_shrink_iters: 200,
        ..Config::default()
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let worlds = || runtime.block_on(async { (world().await, world().await) });
    // A store that keeps the sign-ups of all sequences would make each sequence slower than the one before.
    let sites = RefCell::new((worlds(), 0));
    let round = Mutex::new(0);
    let sequence = proptest::collection::vec(step(), 1..MAX_STEPS);
    let enrollment = (0..2usize, any::<bool>());
    let result = TestRunner::new(config).run(&(sequence, enrollment), |(steps, (study, is_confirmed))| {
        let round = {
            let mut round = round.lock().unwrap();
            *round += 1;
            *round
        };
        let mut sites = sites.borrow_mut();
        sites.1 += 1;
        if sites.1 > SEQUENCES_PER_STORE {
            *sites = (worlds(), 1);
        }
        let (enrolled, not_enrolled) = &sites.0;
        runtime.block_on(async {
            let (mut one, mut other) = (World::new(enrolled, round), World::new(not_enrolled, round));
            one.enroll_victim(STUDIES[study], is_confirmed).await;
            for (index, step) in steps.iter().chain([&Step::Deliver, &Step::Look(0)]).enumerate() {
                let (actual, expected) = (one.perform(step).await, other.perform(step).await);
                for site in [enrolled, not_enrolled] {
                    site.context.clock.advance(1);
                }
                prop_assert_eq!(actual, expected, "step {}: {:?}", index, step);
            }
            Ok(())
        })
    });
    result.unwrap();
}
