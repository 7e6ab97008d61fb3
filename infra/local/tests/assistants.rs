//! The chat and the voice assistant: their calls, the clients of outside services, and what our own assistant says.

use std::{collections::BTreeSet, net::SocketAddr, path::Path, sync::LazyLock};

use crate::support::{Browser, TestSite};
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use waypoint_domain::assistant::{AllowedHosts, LONGEST_CHAT_TEXT};
use waypoint_functions::{
    context::Context,
    endpoints,
    external::{
        chat_agent::{AgentService, ChatAgent},
        voice_calls::{VoiceCalls, VoiceService},
    },
    store::Written,
};
use waypoint_generator::{content, passages};
use waypoint_local::{
    access::caller::as_functions,
    chat_service::{self, Desk, Reply},
    cloud::serve,
    voice_service::{self, Mood},
};

/// What editors have written.
static CONTENT: LazyLock<content::Content> =
    LazyLock::new(|| content::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content")).unwrap());

async fn site(limits: bool) -> TestSite {
    let site = TestSite::start_with(limits).await;
    site.context.studies.replace_passages(&passages(&CONTENT)).await.unwrap();
    site
}

/// A browser at functions that work with another context.
async fn browser_at(context: Context) -> Browser {
    let service = as_functions(endpoints::all(&context), crate::support::grants())
        .into_make_service_with_connect_info::<SocketAddr>();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, service).await });
    Browser::at(&format!("http://{address}"))
}

fn said(body: &Value) -> String {
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
async fn a_chat_that_is_switched_off_says_so() {
    let site = site(true).await;
    let browser = browser_at(Context { chat_agent: ChatAgent::Off, ..site.context.clone() }).await;
    let answer = browser.post("/backend/chat", &json!({ "message": "hello" })).await;
    assert_eq!((answer.status, answer.code()), (404, "assistant_off"));
}

/// A site whose chat is answered by a service, and what that service was asked.
async fn with_service(replies: Vec<Reply>, password: &str) -> (Browser, Desk) {
    let desk = Desk::with(replies);
    let address = serve(chat_service::router(desk.clone())).await.unwrap();
    let address = format!("http://{address}/chat");
    let hosts = AllowedHosts::with(["help.partner.example"]);
    let service = AgentService::new(address, chat_service::USER, password, hosts).unwrap();
    let site = Box::pin(site(true)).await;
    (Box::pin(browser_at(Context { chat_agent: ChatAgent::Service(service), ..site.context })).await, desk)
}

fn reply(content: &str) -> Reply {
    Reply::Says(json!({ "chat_status": "ongoing", "chatId": "their-chat", "messages": [
        { "message_id": "m1", "content": content, "created_timestamp": 1_700_000_000_000_i64 }
    ]}))
}

#[tokio::test]
async fn an_agent_service_gets_the_text_without_personal_details_and_its_answer_is_handed_on() {
    let (browser, desk) = with_service(vec![reply("Hello!"), reply("Yes.")], chat_service::PASSWORD).await;
    let text = "My name is Rosa Sample, rosa@example.org, 216 555 0134. Trials for asthma?";
    let answer = browser.post("/backend/chat", &json!({ "message": text })).await;
    assert_eq!(
        (&answer.body["chat_status"], &answer.body["chatId"], said(&answer.body).as_str()),
        (&json!("ongoing"), &json!("their-chat"), "Hello!")
    );
    assert_eq!(answer.body["messages"][0]["created_timestamp"], 1_700_000_000_000_i64);
    browser.post("/backend/chat", &json!({ "message": "and?", "chatId": "their-chat" })).await;
    assert_eq!(
        desk.asked(),
        [
            json!({ "message": "My name is [name], [email] [number]. Trials for asthma?", "chatId": null }),
            json!({ "message": "and?", "chatId": "their-chat" }),
        ]
    );
}

#[tokio::test]
async fn a_name_in_small_letters_and_a_number_with_letters_stay_here_and_a_condition_goes_on() {
    let table = [
        ("i'm rosa, 58, with copd", "i'm [name], 58, with copd"),
        ("this is rosa sample, chart A12345", "this is [name], chart [number]"),
        ("Rosa Sample here, is it free?", "[name] here, is it free?"),
        ("soy maría", "soy [name]"),
        ("I'm Diabetic, any trials?", "I'm Diabetic, any trials?"),
        ("My dad Parkinson's, any study like STU01009?", "My dad Parkinson's, any study like STU01009?"),
        ("I am Asthmatic", "I am Asthmatic"),
    ];
    let (browser, desk) = with_service(table.map(|_| reply("Yes.")).to_vec(), chat_service::PASSWORD).await;
    for (text, _) in table {
        assert_eq!(browser.post("/backend/chat", &json!({ "message": text })).await.status, 200, "{text}");
    }
    let asked: Vec<Value> = desk.asked().into_iter().map(|asked| asked["message"].clone()).collect();
    assert_eq!(asked, table.map(|(_, kept)| Value::from(kept)));
}

#[tokio::test]
async fn each_message_of_a_service_gets_an_id_of_our_own() {
    let same = json!({ "chat_status": "ongoing", "chatId": "their-chat", "messages": [
        { "message_id": "m1", "content": "One" }, { "message_id": "m1", "content": "Two" }, { "content": "Three" }
    ]});
    let (browser, _) =
        with_service(vec![Reply::Says(same.clone()), Reply::Says(same)], chat_service::PASSWORD).await;
    let mut ids = BTreeSet::new();
    for _ in 0..2 {
        let answer = browser.post("/backend/chat", &json!({ "message": "hi" })).await;
        let messages = answer.body["messages"].as_array().unwrap();
        ids.extend(messages.iter().map(|message| message["message_id"].as_str().unwrap().to_owned()));
    }
    assert!(ids.len() == 6 && !ids.contains("m1"), "{ids:?}");
}

#[tokio::test]
async fn a_service_that_says_nothing_though_the_chat_goes_on_is_our_failure() {
    for messages in [json!([]), json!([{ "message_id": "m1", "content": " \u{202e} " }])] {
        let silent = Reply::Says(json!({ "chat_status": "ongoing", "chatId": "c", "messages": messages }));
        let (browser, _) = with_service(vec![silent], chat_service::PASSWORD).await;
        let answer = browser.post("/backend/chat", &json!({ "message": "hi" })).await;
        assert_eq!((answer.status, answer.code()), (503, "unavailable"), "{messages}");
    }
}

#[tokio::test]
async fn an_answer_of_a_service_keeps_links_to_allowed_hosts_alone() {
    let content = "See [us](/contact), [help](https://help.partner.example/a), [this](https://evil.example) and \
        https://evil.example/b or \u{202e}javascript:alert(1)";
    let (browser, _) = with_service(vec![reply(content)], chat_service::PASSWORD).await;
    let answer = browser.post("/backend/chat", &json!({ "message": "hi" })).await;
    let said = said(&answer.body);
    assert!(said.contains("[us](/contact), [help](https://help.partner.example/a), this and"), "{said}");
    assert!(!said.contains("evil") && !said.contains("javascript") && !said.contains('\u{202e}'), "{said}");
}

#[tokio::test]
async fn a_service_that_ends_a_chat_without_a_message_is_believed() {
    let ended = Reply::Says(json!({ "chat_status": "ended", "chatId": "their-chat", "messages": [] }));
    let (browser, _) = with_service(vec![ended], chat_service::PASSWORD).await;
    let answer = browser.post("/backend/chat", &json!({ "message": "hi", "chatId": "their-chat" })).await;
    assert_eq!(answer.body, json!({ "chat_status": "ended", "chatId": null, "messages": [] }));
}

#[tokio::test]
async fn an_emergency_is_answered_here_and_no_service_is_asked() {
    let (browser, desk) = with_service(vec![reply("Which trial?")], chat_service::PASSWORD).await;
    let answer =
        browser.post("/backend/chat", &json!({ "message": "chest pain!", "chatId": "their-chat" })).await;
    assert!(said(&answer.body).contains("911"));
    assert_eq!((&answer.body["chatId"], desk.asked().len()), (&json!("their-chat"), 0));
    for (text, number) in [
        ("I'm Choking", "911"),
        ("My Husband Collapsed and is not moving", "911"),
        ("my husband Juan Carlos Maria Sample collapsed", "911"),
        ("I'm Suicidal", "988"),
    ] {
        let answer = browser.post("/backend/chat", &json!({ "message": text })).await;
        assert!(said(&answer.body).contains(number), "{text}: {answer:?}");
    }
    assert_eq!(desk.asked().len(), 0);
}

#[tokio::test]
async fn an_emergency_is_answered_however_much_was_asked_and_while_the_chat_is_off() {
    let site = site(true).await;
    let browser = site.browser();
    site.context.clock.hold();
    let urgent = json!({ "message": "I can't breathe" });
    for _ in 0..41 {
        browser.post("/backend/chat", &json!({ "message": "hello" })).await;
    }
    assert_eq!(browser.post("/backend/chat", &json!({ "message": "hello" })).await.status, 429);
    let answer = browser.post("/backend/chat", &urgent).await;
    assert!(answer.status == 200 && said(&answer.body).contains("911"), "{answer:?}");
    let off = browser_at(Context { chat_agent: ChatAgent::Off, ..site.context.clone() }).await;
    let answer = off.post("/backend/chat", &urgent).await;
    assert!(answer.status == 200 && said(&answer.body).contains("911"), "{answer:?}");
}

#[tokio::test]
async fn a_service_that_refuses_or_answers_nonsense_is_our_failure_and_no_text_is_sent_twice() {
    for (refusal, asked) in [
        (Reply::Refuses(500, None), 1),
        (Reply::Refuses(429, None), 1),
        (Reply::Refuses(503, Some(60)), 1),
        (Reply::Moves(302), 1),
        (Reply::Moves(307), 1),
        (Reply::Raw("<html>".into()), 1),
        (Reply::Raw("a".repeat(200_000)), 1),
    ] {
        let shown = format!("{refusal:?}").chars().take(40).collect::<String>();
        let (browser, desk) =
            with_service(vec![refusal, reply("A second answer.")], chat_service::PASSWORD).await;
        let answer = browser.post("/backend/chat", &json!({ "message": "hi" })).await;
        assert_eq!((answer.status, answer.code()), (503, "unavailable"), "{shown}");
        assert_eq!(desk.asked().len(), asked, "{shown}");
    }
}

#[tokio::test]
async fn a_service_that_asks_for_a_short_pause_is_asked_once_more() {
    let (browser, desk) =
        with_service(vec![Reply::Refuses(429, Some(0)), reply("Here.")], chat_service::PASSWORD).await;
    let answer = browser.post("/backend/chat", &json!({ "message": "hi" })).await;
    assert_eq!((said(&answer.body).as_str(), desk.asked().len()), ("Here.", 2));
}

#[tokio::test]
async fn a_service_that_does_not_know_us_is_our_failure() {
    let (browser, desk) = with_service(vec![reply("Hello")], "another password").await;
    let answer = browser.post("/backend/chat", &json!({ "message": "hi" })).await;
    assert_eq!((answer.status, desk.asked().len()), (503, 0));
    assert!(!answer.body.to_string().contains("password"));
}

async fn with_voice(mood: Mood, key: &str) -> Browser {
    let address = serve(voice_service::router(mood)).await.unwrap();
    let service = VoiceService::new(format!("http://{address}"), key, voice_service::AGENT).unwrap();
    let site = TestSite::start().await;
    site.context.clock.hold();
    browser_at(Context { voice_calls: VoiceCalls::Service(service), ..site.context }).await
}

const CALL: &str = "/backend/start-retell-call";

#[tokio::test]
async fn a_voice_call_begins_with_a_token_and_no_body() {
    let browser = with_voice(Mood::GivesTokens, voice_service::KEY).await;
    let answer = browser.send(browser.request(Method::POST, CALL)).await;
    assert_eq!(
        (answer.status, &answer.body),
        (200, &json!({ "data": { "access_token": "a-token-for-one-call" } }))
    );
    assert_eq!(browser.post(CALL, &json!({ "agent_id": "mine" })).await.code(), "body_malformed");
    assert_eq!(browser.get(CALL).await.status, 405);
}

#[tokio::test]
async fn a_voice_service_without_a_token_leaves_the_data_out() {
    let browser = with_voice(Mood::ForgetsTokens, voice_service::KEY).await;
    let answer = browser.post(CALL, &json!({})).await;
    assert_eq!((answer.status, &answer.body), (200, &json!({ "data": null })));
}

#[tokio::test]
async fn a_voice_service_that_refuses_is_our_failure_and_without_a_key_there_are_no_calls() {
    for (mood, key) in [(Mood::IsDown, voice_service::KEY), (Mood::GivesTokens, "another key")] {
        let answer = with_voice(mood, key).await.post(CALL, &json!({})).await;
        assert_eq!((answer.status, answer.code()), (503, "unavailable"));
    }
    let answer = TestSite::start().await.browser().post(CALL, &json!({})).await;
    assert_eq!((answer.status, answer.code()), (404, "assistant_off"));
}

#[tokio::test]
async fn a_visitor_who_calls_again_and_again_has_to_wait() {
    let browser = with_voice(Mood::GivesTokens, voice_service::KEY).await;
    for _ in 0..6 {
        assert_eq!(browser.post(CALL, &json!({})).await.status, 200);
    }
    assert_eq!(browser.post(CALL, &json!({})).await.status, 429);
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
