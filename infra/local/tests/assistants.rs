//! The chat where our own assistant answers it: its call, what it says, and where a nurse can be reached.

use std::{net::SocketAddr, path::Path, sync::LazyLock};

use crate::support::{Browser, TestSite};
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use waypoint_domain::assistant::LONGEST_CHAT_TEXT;
use waypoint_functions::{context::Context, endpoints, external::chat_agent::ChatAgent, store::Written};
use waypoint_generator::{content, passages};
use waypoint_local::access::caller::as_functions;

/// What editors have written.
static CONTENT: LazyLock<content::Content> =
    LazyLock::new(|| content::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content")).unwrap());

pub(crate) async fn site(limits: bool) -> TestSite {
    let site = TestSite::start_with(limits).await;
    site.context.studies.replace_passages(&passages(&CONTENT)).await.unwrap();
    site
}

/// A browser at functions that work with another context.
pub(crate) async fn browser_at(context: Context) -> Browser {
    let service = as_functions(endpoints::all(&context), crate::support::grants())
        .into_make_service_with_connect_info::<SocketAddr>();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, service).await });
    Browser::at(&format!("http://{address}"))
}

pub(crate) fn said(body: &Value) -> String {
    let messages = body["messages"].as_array().unwrap_or_else(|| panic!("{body}"));
    messages.iter().map(|message| message["content"].as_str().unwrap()).collect::<Vec<_>>().join("\n")
}

#[derive(Deserialize)]
struct Prompt {
    kind: String,
    typed: String,
    repeat: Option<usize>,
    must: Vec<String>,
    must_not: Vec<String>,
}

#[tokio::test]
async fn sixty_prompts_get_what_they_must_and_nothing_that_they_must_not() {
    let site = site(false).await;
    let browser = site.browser();
    let text = std::fs::read_to_string(crate::support::fixture("chat-prompts.json")).unwrap();
    let prompts: Vec<Prompt> = serde_json::from_str(&text).unwrap();
    assert!(prompts.len() >= 60, "{}", prompts.len());
    let mut wrong = Vec::new();
    for Prompt { kind, typed, repeat, must, must_not } in prompts {
        let message = typed.repeat(repeat.unwrap_or(1));
        let answer = browser.post("/backend/chat", &json!({ "message": message, "chatId": null })).await;
        assert_eq!(answer.status, 200, "{typed}: {answer:?}");
        let said = said(&answer.body);
        let missing = must.iter().filter(|part| !said.contains(*part));
        let forbidden = must_not.iter().filter(|part| said.contains(*part));
        for part in missing.chain(forbidden) {
            wrong.push(format!("{kind}: {typed:?}: {part:?} in {said:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn a_place_in_a_text_is_looked_for_and_an_errand_is_led_to_where_it_is_done() {
    let browser = site(true).await.browser();
    let table = [
        (
            "asthma trials near Cleveland",
            "[see those nearest to Cleveland, Ohio, United States](/results?q=Asthma&in=UNITED+STATES\
             &near=Cleveland%2C+Ohio%2C+United+States&sort=nearest)",
        ),
        ("Are there trials for asthma in Ohio?", "&near=Ohio%2C+United+States)"),
        ("Is there a trial in Ohio?", "for Ohio, United States, of any condition: [see them]("),
        ("Dallas", "for Dallas, Texas, United States, of any condition: [see them]("),
        ("trials for asthma in France", "[see those in France](/results?q=Asthma&in=FRANCE)"),
        ("How do I delete my sign-up?", "[erase my sign-up](/deleteme)"),
    ];
    for (text, part) in table {
        let answer = browser.post("/backend/chat", &json!({ "message": text })).await;
        assert!(said(&answer.body).contains(part), "{text}: {:?}", answer.body);
    }
}

#[tokio::test]
async fn a_study_of_ours_counts_where_the_registry_has_none() {
    let site = site(true).await;
    let browser = site.browser();
    let asked = json!({ "message": "insomnia trials" });
    let before = said(&browser.post("/backend/chat", &asked).await.body);
    assert!(before.starts_with("I found no trial for"), "{before}");
    let written = site.context.studies.as_written().await.unwrap();
    let walk = written.iter().find(|written| written.number == "STU00002").unwrap();
    let mut study = walk.study.clone().unwrap();
    study.conditions = vec!["Insomnia".into()];
    assert_eq!(site.context.studies.put(Some(walk), &study).await.unwrap(), Written::Yes);
    let after = said(&browser.post("/backend/chat", &asked).await.body);
    assert!(after.starts_with("There are trials for"), "{after}");
}

#[tokio::test]
async fn a_study_of_ours_is_told_of_by_the_name_that_it_goes_by() {
    let site = site(true).await;
    let browser = site.browser();
    let asked = json!({ "message": "what is the mosaic study" });
    assert!(!said(&browser.post("/backend/chat", &asked).await.body).contains("STU00002"));
    let written = site.context.studies.as_written().await.unwrap();
    let walk = written.iter().find(|written| written.number == "STU00002").unwrap();
    let mut study = walk.study.clone().unwrap();
    study.brief_title = "Blood tests after a heart transplant (MOSAIC), with COPD or ASTHMA".into();
    assert_eq!(site.context.studies.put(Some(walk), &study).await.unwrap(), Written::Yes);
    let told = said(&browser.post("/backend/chat", &asked).await.body);
    assert!(told.starts_with(&study.brief_title) && told.contains("[see it](/study/STU00002)"), "{told}");
    for of_an_illness in ["asthma trials", "copd trials"] {
        let answer = browser.post("/backend/chat", &json!({ "message": of_an_illness })).await;
        assert!(!said(&answer.body).contains("STU00002"), "{of_an_illness}: {}", answer.body);
    }
}

#[tokio::test]
async fn the_chat_answers_its_status_its_id_and_messages_that_have_an_id_a_text_and_a_time() {
    let browser = site(true).await.browser();
    let answer = browser.post("/backend/chat", &json!({ "message": "  Is it free? " })).await;
    assert_eq!((answer.status, &answer.body["chat_status"]), (200, &json!("ongoing")));
    assert_eq!(answer.headers["cache-control"], "no-store");
    let id = answer.body["chatId"].as_str().unwrap();
    assert_eq!(id.len(), 32);
    let message = &answer.body["messages"][0];
    assert!(
        message["message_id"].as_str().unwrap().len() == 32
            && message["created_timestamp"].as_i64().unwrap() > 0
    );
    let again = browser.post("/backend/chat", &json!({ "message": "thanks", "chatId": id })).await;
    assert_eq!(again.body["chatId"], id);
    let over = browser.post("/backend/chat", &json!({ "message": "Bye", "chatId": id })).await;
    assert_eq!((&over.body["chat_status"], &over.body["chatId"]), (&json!("ended"), &Value::Null));
}

#[tokio::test]
async fn text_that_is_too_long_still_gets_urgent_help() {
    let browser = site(true).await.browser();
    let filling = "z".repeat(3 * LONGEST_CHAT_TEXT);
    for text in [format!("i have chest pain {filling}"), format!("{filling} i want to kill myself")] {
        let answer = browser.post("/backend/chat", &json!({ "message": text })).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        let said = answer.body.to_string();
        assert!(said.contains("911") || said.contains("988"), "{said}");
    }
}

#[tokio::test]
async fn urgent_help_depends_on_the_text_alone() {
    let off = browser_at(Context { chat_agent: ChatAgent::Off, ..site(true).await.context.clone() }).await;
    let filling = "z".repeat(3 * LONGEST_CHAT_TEXT);
    for (text, number) in [
        ("I can't breathe", Some("911")),
        ("my husband Juan Carlos Maria Sample collapsed", Some("911")),
        ("quiero morir", Some("988")),
        (&format!("{filling} i want to kill myself"), Some("988")),
        ("Is there a trial for chest pain?", None),
        ("hello", None),
        (&filling, None),
        ("", None),
    ] {
        let answer = off.post("/backend/urgent_help", &json!({ "message": text })).await;
        let help = answer.body["help"].as_str();
        assert_eq!(answer.status, 200, "{answer:?}");
        assert!(help.is_some() == number.is_some(), "{text}: {answer:?}");
        assert!(number.is_none_or(|number| help.is_some_and(|help| help.contains(number))), "{answer:?}");
    }
}

#[tokio::test]
async fn a_text_that_is_empty_too_long_or_of_another_shape_is_refused_without_being_repeated() {
    let browser = site(true).await.browser();
    let long = "z".repeat(LONGEST_CHAT_TEXT + 1);
    for body in [
        json!({ "message": " \n" }),
        json!({ "message": long }),
        json!({ "message": "zzz", "chatId": "a b" }),
        json!({ "message": "zzz", "other": 1 }),
        json!({ "message": 1 }),
        json!({}),
    ] {
        let answer = browser.post("/backend/chat", &body).await;
        assert_eq!((answer.status, answer.code()), (400, "body_malformed"), "{answer:?}");
        assert!(!answer.body.to_string().contains("zzz"), "{answer:?}");
    }
    let by_get = browser.get("/backend/chat").await;
    assert_eq!((by_get.status, by_get.headers["allow"].to_str().unwrap()), (405, "POST"));
    let elsewhere = browser.request(Method::POST, "/backend/chat").header("sec-fetch-site", "cross-site");
    assert_eq!(browser.send(elsewhere.json(&json!({ "message": "a" }))).await.status, 403);
}

#[tokio::test]
async fn a_visitor_who_asks_too_often_is_told_when_to_come_back() {
    let site = site(true).await;
    let browser = site.browser();
    site.context.clock.hold();
    for _ in 0..40 {
        assert_eq!(browser.post("/backend/chat", &json!({ "message": "hello" })).await.status, 200);
    }
    let last = browser.post("/backend/chat", &json!({ "message": "hello" })).await;
    assert_eq!((last.status, last.code()), (429, "too_many_requests"));
    assert!(last.headers.contains_key("retry-after"));
}

#[tokio::test]
async fn below_the_help_stand_the_trials_that_are_asked_for_while_our_assistant_is_on_and_not_asked_too_much()
{
    let site = site(true).await;
    site.context.clock.hold();
    let asked = json!({ "message": "I have chest pain, any asthma trials?" });
    let count = |body: &Value| body["messages"].as_array().unwrap().len();
    let browser = site.browser();
    let both = browser.post("/backend/chat", &asked).await.body;
    assert!(said(&both).starts_with("This sounds like an emergency"), "{both}");
    assert!(count(&both) == 2 && said(&both).contains("/results?q=Asthma"), "{both}");
    let not_found = json!({ "message": "I have chest pain, any insomnia trials?" });
    assert_eq!(count(&browser.post("/backend/chat", &not_found).await.body), 1);
    let off = browser_at(Context { chat_agent: ChatAgent::Off, ..site.context.clone() }).await;
    assert_eq!(count(&off.post("/backend/chat", &asked).await.body), 1);
    for _ in 0..40 {
        assert_eq!(browser.post("/backend/chat", &asked).await.status, 200);
    }
    let alone = browser.post("/backend/chat", &asked).await;
    assert!(alone.status == 200 && count(&alone.body) == 1, "{alone:?}");
}

#[tokio::test]
async fn a_chat_that_is_switched_off_says_so() {
    let site = site(true).await;
    let browser = browser_at(Context { chat_agent: ChatAgent::Off, ..site.context.clone() }).await;
    let answer = browser.post("/backend/chat", &json!({ "message": "hello" })).await;
    assert_eq!((answer.status, answer.code()), (404, "assistant_off"));
}

#[tokio::test]
async fn a_trial_says_where_its_nurse_can_be_reached() {
    let site = TestSite::start().await;
    let mut studies = site.context.studies.all().await.unwrap();
    let study = studies.iter_mut().find(|study| study.snow_study_number.as_str() == "STU01009").unwrap();
    study.account_sid = "AC1".into();
    study.flex_flow_id = "FO1".into();
    let settings = site.context.studies.settings().await.unwrap();
    site.context.studies.replace_all(&settings, &studies).await.unwrap();
    let answer = site.browser().get("/backend/trial?id=STU01009&ptr=ps").await;
    let trial = &answer.body["study"]["result"][0];
    assert_eq!(
        ["account_sid", "flex_flow_id", "nct_number"].map(|field| trial[field].as_str().unwrap()),
        ["AC1", "FO1", "NCT00000101"]
    );
    assert!(!trial["study_sys_id"].as_str().unwrap().is_empty());
}

#[tokio::test]
async fn passages_stay_when_studies_are_loaded_and_those_that_editors_took_away_go() {
    let studies = site(true).await.context.studies;
    let all = passages(&CONTENT);
    assert_eq!(studies.passages().await.unwrap(), all);
    studies.replace_all(&studies.settings().await.unwrap(), &[]).await.unwrap();
    assert_eq!(studies.passages().await.unwrap(), all);
    studies.replace_passages(&all[..3]).await.unwrap();
    assert_eq!(studies.passages().await.unwrap(), all[..3]);
}

#[tokio::test]
async fn a_text_that_is_too_long_to_be_read_whole_is_said_to_be_so() {
    let browser = site(false).await.browser();
    for (text, is_said) in [
        ("Is it free?".to_owned(), false),
        ("Could I get a placebo? ".repeat(30), false),
        ("Could I get a placebo? ".repeat(80), true),
    ] {
        let answer = browser.post("/backend/chat", &json!({ "message": text })).await;
        assert_eq!(said(&answer.body).contains("I read only a part of it"), is_said, "{text}: {answer:?}");
    }
}
