//! The chat with the built-in assistant: the call, its answers, and how to reach a nurse.

use std::{net::SocketAddr, path::Path, sync::LazyLock};

use crate::support::{Browser, TestSite};
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use waypoint_domain::assistant::LONGEST_CHAT_TEXT;
use waypoint_functions::{context::Context, endpoints, external::chat_agent::ChatAgent};
use waypoint_generator::{content, passages};
use waypoint_local::access::caller::as_functions;

/// The content that the editors maintain.
static CONTENT: LazyLock<content::Content> =
    LazyLock::new(|| content::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content")).unwrap());

pub(crate) async fn site(limits: bool) -> TestSite {
    let site = TestSite::start_with(limits).await;
    site.context.studies.replace_passages(&passages(&CONTENT)).await.unwrap();
    site
}

/// A browser for functions that use this context.
pub(crate) async fn browser_at(context: Context) -> Browser {
    let service = as_functions(endpoints::router(&context), crate::support::grants())
        .into_make_service_with_connect_info::<SocketAddr>();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, service).await });
    Browser::at(&format!("http://{address}"))
}

pub(crate) fn messages_text(body: &Value) -> String {
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
async fn fixture_prompts_get_the_required_answers() {
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
        let text = messages_text(&answer.body);
        let missing = must.iter().filter(|part| !text.contains(*part));
        let forbidden = must_not.iter().filter(|part| text.contains(*part));
        for part in missing.chain(forbidden) {
            wrong.push(format!("{kind}: {typed:?}: {part:?} in {text:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn place_narrows_the_search_link_and_request_links_to_its_page() {
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
        assert!(messages_text(&answer.body).contains(part), "{text}: {:?}", answer.body);
    }
}

#[tokio::test]
async fn partner_study_counts_when_the_registry_has_no_match() {
    let site = site(true).await;
    let browser = site.browser();
    let question = json!({ "message": "insomnia trials" });
    let before = messages_text(&browser.post("/backend/chat", &question).await.body);
    assert!(before.starts_with("I found no trial for"), "{before}");
    let site = site.with_study("STU00002", |study| study.conditions = vec!["Insomnia".into()]).await;
    let after = messages_text(&site.browser().post("/backend/chat", &question).await.body);
    assert!(after.starts_with("There are trials for"), "{after}");
}

#[tokio::test]
async fn partner_study_is_found_by_its_short_name() {
    let site = site(true).await;
    let browser = site.browser();
    let question = json!({ "message": "what is the mosaic study" });
    assert!(!messages_text(&browser.post("/backend/chat", &question).await.body).contains("STU00002"));
    let title = "Blood tests after a heart transplant (MOSAIC), with COPD or ASTHMA";
    let site = site.with_study("STU00002", |study| study.brief_title = title.into()).await;
    let browser = site.browser();
    let description = messages_text(&browser.post("/backend/chat", &question).await.body);
    assert!(
        description.starts_with(title) && description.contains("[see it](/study/STU00002)"),
        "{description}"
    );
    for condition_question in ["asthma trials", "copd trials"] {
        let answer = browser.post("/backend/chat", &json!({ "message": condition_question })).await;
        assert!(!messages_text(&answer.body).contains("STU00002"), "{condition_question}: {}", answer.body);
    }
}

#[tokio::test]
async fn chat_answer_has_status_id_and_messages_with_id_text_and_time() {
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
    let ended = browser.post("/backend/chat", &json!({ "message": "Bye", "chatId": id })).await;
    assert_eq!((&ended.body["chat_status"], &ended.body["chatId"]), (&json!("ended"), &Value::Null));
}

#[tokio::test]
async fn text_that_is_too_long_still_gets_urgent_help() {
    let browser = site(true).await.browser();
    let filling = "z".repeat(3 * LONGEST_CHAT_TEXT);
    for text in [
        format!("i have chest pain {filling}"),
        format!("{filling} i want to kill myself"),
        format!("{filling} i want to kill myself. {filling}"),
    ] {
        let answer = browser.post("/backend/chat", &json!({ "message": text })).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        let answer = answer.body.to_string();
        assert!(answer.contains("911") || answer.contains("988"), "{answer}");
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
        (&format!("{filling} i want to kill myself. {filling}"), Some("988")),
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
async fn invalid_message_is_rejected_without_repeating_its_text() {
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
    let cross_site = browser.request(Method::POST, "/backend/chat").header("sec-fetch-site", "cross-site");
    assert_eq!(browser.send(cross_site.json(&json!({ "message": "a" }))).await.status, 403);
}

#[tokio::test]
async fn visitor_past_the_rate_limit_gets_a_retry_after_header() {
    let site = site(true).await;
    let browser = site.browser();
    site.context.clock.freeze();
    for _ in 0..40 {
        assert_eq!(browser.post("/backend/chat", &json!({ "message": "hello" })).await.status, 200);
    }
    let last = browser.post("/backend/chat", &json!({ "message": "hello" })).await;
    assert_eq!((last.status, last.code()), (429, "too_many_requests"));
    assert!(last.headers.contains_key("retry-after"));
}

#[tokio::test]
async fn urgent_help_includes_requested_trials_within_the_rate_limit() {
    let site = site(true).await;
    site.context.clock.freeze();
    let question = json!({ "message": "I have chest pain, any asthma trials?" });
    let count = |body: &Value| body["messages"].as_array().unwrap().len();
    let browser = site.browser();
    let with_trials = browser.post("/backend/chat", &question).await.body;
    assert!(messages_text(&with_trials).starts_with("This sounds like an emergency"), "{with_trials}");
    assert!(
        count(&with_trials) == 2 && messages_text(&with_trials).contains("/results?q=Asthma"),
        "{with_trials}"
    );
    let not_found = json!({ "message": "I have chest pain, any insomnia trials?" });
    assert_eq!(count(&browser.post("/backend/chat", &not_found).await.body), 1);
    let off = browser_at(Context { chat_agent: ChatAgent::Off, ..site.context.clone() }).await;
    assert_eq!(count(&off.post("/backend/chat", &question).await.body), 1);
    for _ in 0..40 {
        assert_eq!(browser.post("/backend/chat", &question).await.status, 200);
    }
    let help_only = browser.post("/backend/chat", &question).await;
    assert!(help_only.status == 200 && count(&help_only.body) == 1, "{help_only:?}");
}

#[tokio::test]
async fn chat_that_is_off_gets_404() {
    let site = site(true).await;
    let browser = browser_at(Context { chat_agent: ChatAgent::Off, ..site.context.clone() }).await;
    let answer = browser.post("/backend/chat", &json!({ "message": "hello" })).await;
    assert_eq!((answer.status, answer.code()), (404, "assistant_off"));
}

#[tokio::test]
async fn trial_includes_the_account_to_reach_its_nurse() {
    let site = TestSite::start().await;
    let mut studies = site.context.studies.list().await.unwrap();
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
async fn passages_survive_a_study_reload_and_removed_ones_are_deleted() {
    let studies = site(true).await.context.studies;
    let all = passages(&CONTENT);
    assert_eq!(studies.passages().await.unwrap(), all);
    studies.replace_all(&studies.settings().await.unwrap(), &[]).await.unwrap();
    assert_eq!(studies.passages().await.unwrap(), all);
    studies.replace_passages(&all[..3]).await.unwrap();
    assert_eq!(studies.passages().await.unwrap(), all[..3]);
}

#[tokio::test]
async fn answer_says_when_only_part_of_a_long_text_was_read() {
    let browser = site(false).await.browser();
    for (text, is_cut) in [
        ("Is it free?".to_owned(), false),
        ("Could I get a placebo? ".repeat(30), false),
        ("Could I get a placebo? ".repeat(80), true),
    ] {
        let answer = browser.post("/backend/chat", &json!({ "message": text })).await;
        assert_eq!(
            messages_text(&answer.body).contains("I read only a part of it"),
            is_cut,
            "{text}: {answer:?}"
        );
    }
}
