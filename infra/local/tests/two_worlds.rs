//! Responses never reveal whether an address is enrolled: the same calls in two worlds that differ in nothing but that show a
//! caller the same, at every step.
//!
//! The short form tries some sequences of calls; `WAYPOINT_SEQUENCES` sets another number.

use std::{collections::HashMap, sync::Mutex};

use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};
use reqwest::header::HeaderValue;
use serde_json::{Value, json};
use waypoint_functions::{context::Context, wire::CaptchaPurpose};
use waypoint_local::portal::Received;

use crate::support::{
    Answer, Browser, TestSite, cheap_captcha::cheap_captcha, confirming, form, number, on_schedule,
    expected_answers, sys_id, upload,
};

const STUDIES: [&str; 2] = ["STU01009", "STU00002"];
const SEQUENCES: u32 = 12;
const LONGEST: usize = 12;
const HOUR: i64 = 60 * 60;

/// Whose address a form names.
#[derive(Debug, Clone, Copy)]
enum Address {
    Victim,
    VictimTagged,
    Own(u8),
}

/// What a caller does.
#[derive(Debug, Clone)]
enum Step {
    NewBrowser,
    /// Goes on with a token from before.
    OlderToken(u8),
    Prescreen {
        right: bool,
    },
    Draft {
        study: u8,
    },
    Upload,
    SignUp {
        study: u8,
        address: Address,
        other_person: bool,
        has_document: bool,
        key: u8,
    },
    Accept(u8),
    Submit(u8),
    Look(u8),
    Receipts(u8),
    FindAgain(u8),
    UseLink {
        mail: u8,
        action: &'static str,
    },
    CorrectAddress {
        place: u8,
        address: Address,
    },
    SendLink(u8),
    AskToErase(u8),
    Leave,
    /// The study team says how far it has come with one of the caller's sign-ups.
    Referral(u8),
    Deliver,
    Wait,
    Sweep,
}

fn address() -> impl Strategy<Value = Address> {
    prop_oneof![
        4 => Just(Address::Victim),
        1 => Just(Address::VictimTagged),
        3 => (0..2u8).prop_map(Address::Own),
    ]
}

fn sign_up() -> impl Strategy<Value = Step> {
    (0..2u8, address(), any::<bool>(), any::<bool>(), 0..4u8).prop_map(
        |(study, address, other_person, has_document, key)| Step::SignUp {
            study,
            address,
            other_person,
            has_document,
            key,
        },
    )
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => sign_up(),
        2 => (0..4u8).prop_map(Step::OlderToken),
        1 => Just(Step::NewBrowser),
        3 => prop_oneof![3 => Just(true), 1 => Just(false)].prop_map(|right| Step::Prescreen { right }),
        2 => (0..2u8).prop_map(|study| Step::Draft { study }),
        2 => Just(Step::Upload),
        2 => (0..4u8).prop_map(Step::Accept),
        1 => (0..4u8).prop_map(Step::Submit),
        2 => (0..4u8).prop_map(Step::Look),
        1 => (0..4u8).prop_map(Step::Receipts),
        1 => (0..4u8).prop_map(Step::FindAgain),
        2 => (0..4u8, prop_oneof![Just("look"), Just("open"), Just("remove")])
            .prop_map(|(mail, action)| Step::UseLink { mail, action }),
        2 => (0..4u8, address()).prop_map(|(place, address)| Step::CorrectAddress { place, address }),
        1 => (0..4u8).prop_map(Step::SendLink),
        1 => (0..4u8).prop_map(Step::AskToErase),
        1 => Just(Step::Leave),
        2 => (0..4u8).prop_map(Step::Referral),
        2 => Just(Step::Deliver),
        1 => Just(Step::Wait),
        1 => Just(Step::Sweep),
    ]
}

/// A world in which a caller acts, and what the caller has.
struct World<'a> {
    site: &'a TestSite,
    round: usize,
    browser: Browser,
    tokens: Vec<String>,
    sign_ups: Vec<Answer>,
    /// What is random in every response, by its first appearance.
    names: Mutex<HashMap<String, usize>>,
}

impl<'a> World<'a> {
    fn new(site: &'a TestSite, round: usize) -> Self {
        let (browser, tokens, sign_ups) = (site.browser(), Vec::new(), Vec::new());
        Self { site, round, browser, tokens, sign_ups, names: Mutex::default() }
    }

    fn email(&self, address: Address) -> String {
        let round = self.round;
        match address {
            Address::Victim => format!("victim{round}@example.org"),
            Address::VictimTagged => format!("Victim{round}+tag@example.org"),
            Address::Own(which) => format!("caller{round}.{which}@example.org"),
        }
    }

    /// Signs the victim up, in a browser of the victim's own.
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

    fn sign_up(&self, place: u8) -> Option<&Answer> {
        self.sign_ups.get(usize::from(place) % self.sign_ups.len().max(1))
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each step, none of which needs another one")]
    async fn take(&mut self, step: &Step) -> Value {
        self.tokens.extend(self.browser.cookie());
        match step {
            Step::NewBrowser => {
                self.browser = self.site.browser();
                Value::Null
            }
            Step::OlderToken(place) => {
                let tokens = self.tokens.len().max(1);
                if let Some(token) = self.tokens.get(usize::from(*place) % tokens) {
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
                self.shown(&self.browser.post("/backend/prescreen", &body).await)
            }
            Step::Draft { study } => {
                let study = STUDIES[usize::from(*study)];
                let body = json!({ "study_number": study, "form": { "city": "Toledo" } });
                self.shown(&self.browser.post("/backend/draft", &body).await)
            }
            Step::Upload => {
                let form = upload::upload_form(&self.browser, "application/pdf").await;
                if form.status == 200 {
                    upload::send(self.site, &form.body["fields"], upload::PDF).await;
                }
                self.shown(&upload::complete(&self.browser).await)
            }
            Step::SignUp { study, address, other_person, has_document, key } => {
                let mut form = form(&cheap_captcha(self.site, &self.browser, CaptchaPurpose::SignUp).await);
                form["study_number"] = json!(STUDIES[usize::from(*study)]);
                form["email"] = json!(self.email(*address));
                form["has_document"] = json!(has_document);
                if *other_person {
                    form["preferred_name"] = json!("Joseph");
                }
                let created = self.browser.sign_up(&form, &format!("form-{}-{key:08}", self.round)).await;
                let shown = self.shown(&created);
                if created.status == 201 {
                    self.sign_ups.push(created);
                }
                shown
            }
            Step::Accept(place) => {
                let Some(created) = self.sign_up(*place) else { return Value::Null };
                let mut seen = Vec::new();
                for study in STUDIES {
                    let body =
                        json!({ "sysId": sys_id(created), "acknowledged": "true", "study_number": study });
                    seen.push(self.shown(&self.browser.post("/backend/acknowledge", &body).await));
                }
                json!(seen)
            }
            Step::Submit(place) => {
                let Some(created) = self.sign_up(*place) else { return Value::Null };
                let answer = json!({ "sys_id": crate::support::question(1), "answer": "True",
                    "participant_id": sys_id(created) });
                self.shown(&self.browser.post("/backend/submit", &answer).await)
            }
            Step::Look(place) => {
                let mut seen = vec![self.shown(&self.browser.get("/backend/participant").await)];
                for study in STUDIES {
                    let page = format!("/backend/participant?study={study}");
                    seen.push(self.shown(&self.browser.get(&page).await));
                }
                if let Some(created) = self.sign_up(*place) {
                    let page = format!("/backend/participant?number={}", number(created));
                    seen.push(self.shown(&self.browser.get(&page).await));
                }
                json!(seen)
            }
            Step::Receipts(place) => {
                let Some(created) = self.sign_up(*place) else { return Value::Null };
                let page = format!("/backend/receipts?number={}", number(created));
                let answer = self.browser.get(&page).await;
                json!([answer.status, answer.body["receipts"].as_array().map(Vec::len)])
            }
            Step::FindAgain(key) => {
                let body = json!({ "form_key": format!("form-{}-{key:08}", self.round) });
                self.shown(&self.browser.post("/backend/participant/return", &body).await)
            }
            Step::UseLink { mail, action } => {
                let tokens = self.links();
                let Some(token) = tokens.get(usize::from(*mail) % tokens.len().max(1)) else {
                    return Value::Null;
                };
                let body = json!({ "token": token, "action": action });
                self.shown(&self.browser.post("/backend/participant/return", &body).await)
            }
            Step::CorrectAddress { place, address } => {
                let Some(created) = self.sign_up(*place) else { return Value::Null };
                let body = json!({ "number": number(created), "email": self.email(*address) });
                self.shown(&self.browser.post("/backend/participant/email", &body).await)
            }
            Step::SendLink(place) => {
                let Some(created) = self.sign_up(*place) else { return Value::Null };
                let body = json!({ "number": number(created) });
                self.shown(&self.browser.post("/backend/participant/link", &body).await)
            }
            Step::AskToErase(place) => {
                let Some(created) = self.sign_up(*place) else { return Value::Null };
                let body = json!({ "patient_id": number(created), "last_name": "Sample",
                    "date_of_birth": "1956-03-27", "recaptcha_response": cheap_captcha(self.site, &self.browser, CaptchaPurpose::Deletion).await });
                self.shown(&self.browser.post("/backend/deleteme", &body).await)
            }
            Step::Leave => self.shown(&self.browser.post("/backend/participant/leave", &json!({})).await),
            Step::Referral(place) => {
                let Some(created) = self.sign_up(*place) else { return Value::Null };
                let mut said = Vec::new();
                for study in STUDIES {
                    said.push(self.refer(created, study).await);
                }
                json!(said)
            }
            Step::Deliver => {
                on_schedule::deliver(&self.site.context, || true).await.unwrap();
                json!([self.mails(), self.notices()])
            }
            Step::Wait => {
                self.site.context.clock.move_ahead(5 * HOUR);
                Value::Null
            }
            Step::Sweep => {
                on_schedule::sweep(&self.site.context, || true).await.unwrap();
                Value::Null
            }
        }
    }

    async fn refer(&self, created: &Answer, study: &str) -> String {
        let Context { participants, clock, .. } = &self.site.context;
        let said = waypoint_domain::referral::Referral {
            status: waypoint_domain::referral::ReferralStatus::Contacted,
            since: clock.now(),
        };
        let (number, study) = (number(created), study.parse().unwrap());
        let stated = participants.state_referral((&number, &study), said, clock.now());
        let function = waypoint_local::access::caller::as_function("ReferralFunction", stated);
        format!("{:?}", function.await.unwrap())
    }

    /// Mails that came to the caller.
    fn mails(&self) -> Value {
        let mails = (0..2).flat_map(|own| self.site.cloud.mailbox.to(&self.email(Address::Own(own))));
        mails.map(|mail| json!([mail.subject, self.named(&self.ungrouped(mail.text))])).collect()
    }

    /// A mail with the participant numbers in one word, as random words are recognized.
    fn ungrouped(&self, text: String) -> String {
        let numbers = self.sign_ups.iter().map(number);
        numbers.fold(text, |text, number| text.replace(&number.grouped(), number.as_str()))
    }

    fn links(&self) -> Vec<String> {
        let mails = (0..2).flat_map(|own| self.site.cloud.mailbox.to(&self.email(Address::Own(own))));
        let link = |text: &str| Some(text.split_once("#return=")?.1.split_whitespace().next()?.to_owned());
        mails.filter_map(|mail| link(&mail.text)).collect()
    }

    /// What the study team's portal got about the caller's sign-ups.
    fn notices(&self) -> Value {
        let own: Vec<String> = self.sign_ups.iter().map(|created| number(created).to_string()).collect();
        let received = self.site.cloud.desk.received();
        let about = |received: &&Received| own.contains(&received.participant().to_owned());
        let mut notices: Vec<(usize, String, Value)> = received
            .iter()
            .filter(about)
            .map(|received| {
                let place = own.iter().position(|number| number == received.participant()).unwrap();
                let confirmed = received.message["data"]["email_confirmed"].is_string();
                (place, received.kind().to_owned(), json!(confirmed))
            })
            .collect();
        // Those of different sign-ups overtake one another.
        notices.sort_by_key(|(place, ..)| *place);
        json!(notices)
    }

    /// All that a response shows, with random names by their first appearance.
    fn shown(&self, answer: &Answer) -> Value {
        let headers: Vec<_> = answer
            .headers
            .iter()
            .filter(|(name, _)| !["date", "x-request-id"].contains(&name.as_str()))
            .map(|(name, value)| json!([name.as_str(), header(name.as_str(), value)]))
            .collect();
        json!([answer.status, headers, self.named(&answer.body.to_string())])
    }

    /// A text in which every random word is named by its first appearance, and moments are left out.
    fn named(&self, text: &str) -> String {
        let mut names = self.names.lock().unwrap();
        let mut named = String::new();
        for word in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
            let (word, rest) =
                word.split_at(word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric()).len());
            let is_random = word.len() >= 12 && word.bytes().any(|byte| byte.is_ascii_digit());
            if is_random {
                let next = names.len();
                let place = *names.entry(word.to_owned()).or_insert(next);
                named.extend(["<", &place.to_string(), ">"]);
            } else if !word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'T' || byte == b'Z') {
                named.push_str(word);
            }
            named.push_str(rest);
        }
        named
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

/// A site whose portal takes what it gets.
async fn world() -> TestSite {
    let site = TestSite::start_with(false).await;
    let portal = site.cloud.portal().unwrap();
    TestSite { context: Context { portal, ..site.context }, ..site }
}

#[test]
fn same_calls_show_the_same_whether_or_not_the_victim_is_enrolled() {
    let sequences = std::env::var("WAYPOINT_SEQUENCES").ok().and_then(|text| text.parse().ok());
    let config = Config {
        cases: sequences.unwrap_or(SEQUENCES),
        failure_persistence: None,
        max_shrink_iters: 200,
        ..Config::default()
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let (enrolled, free) = runtime.block_on(async { (world().await, world().await) });
    let round = Mutex::new(0);
    let sequence = proptest::collection::vec(step(), 1..LONGEST);
    let enrolled_in = (0..2usize, any::<bool>());
    let tried = TestRunner::new(config).run(&(sequence, enrolled_in), |(steps, (study, is_confirmed))| {
        let round = {
            let mut round = round.lock().unwrap();
            *round += 1;
            *round
        };
        runtime.block_on(async {
            let (mut one, mut other) = (World::new(&enrolled, round), World::new(&free, round));
            one.enroll_victim(STUDIES[study], is_confirmed).await;
            for (place, step) in steps.iter().chain([&Step::Deliver, &Step::Look(0)]).enumerate() {
                let (seen, expected) = (one.take(step).await, other.take(step).await);
                prop_assert_eq!(seen, expected, "step {}: {:?}", place, step);
            }
            Ok(())
        })
    });
    tried.unwrap();
}
