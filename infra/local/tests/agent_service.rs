//! The chat with an external agent service: what the service receives, and which parts of its answers reach the
//! visitor.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use crate::{
    assistants::{browser_at, messages_text, site},
    support::Browser,
};
use serde_json::{Value, json};
use waypoint_domain::assistant::AllowedHosts;
use waypoint_functions::{
    context::Context,
    external::chat_agent::{AgentService, ChatAgent},
    paid_service::DailyBudgets,
};
use waypoint_local::{
    chat_service::{self, Reply, Service},
    local_service::serve,
};

/// A browser whose chat is answered by a service, and the requests that the service received.
async fn with_service(replies: Vec<Reply>, password: &str) -> (Browser, Service) {
    let (context, desk) = context_with_service(replies, password).await;
    (Box::pin(browser_at(context)).await, desk)
}

async fn context_with_service(replies: Vec<Reply>, password: &str) -> (Context, Service) {
    let desk = Service::with_replies(replies);
    let address = serve(chat_service::router(desk.clone())).await.unwrap();
    let address = format!("http://{address}/chat");
    let hosts = AllowedHosts::with(["help.partner.example"]);
    let service = AgentService::new(address, chat_service::USER, password, hosts).unwrap();
    let site = Box::pin(site(true)).await;
    (Context { chat_agent: ChatAgent::Service(service), ..site.context }, desk)
}

fn reply(content: &str) -> Reply {
    Reply::Json(json!({ "chat_status": "ongoing", "chatId": "their-chat", "messages": [
        { "message_id": "m1", "content": content, "created_timestamp": 1_700_000_000_000_i64 }
    ]}))
}

#[tokio::test]
async fn agent_service_gets_scrubbed_text_and_its_answer_reaches_the_visitor() {
    let (browser, desk) = with_service(vec![reply("Hello!"), reply("Yes.")], chat_service::PASSWORD).await;
    let text = "My name is Rosa Sample, rosa@example.org, 216 555 0134. Trials for asthma?";
    let answer = browser.post("/backend/chat", &json!({ "message": text })).await;
    assert_eq!(
        (&answer.body["chat_status"], messages_text(&answer.body).as_str()),
        (&json!("ongoing"), "Hello!")
    );
    assert_eq!(answer.body["messages"][0]["created_timestamp"], 1_700_000_000_000_i64);
    browser.post("/backend/chat", &json!({ "message": "and?", "chatId": answer.body["chatId"] })).await;
    assert_eq!(
        desk.requests(),
        [
            json!({ "message": "My name is [name], [email] [number]. Trials for asthma?", "chatId": null }),
            json!({ "message": "and?", "chatId": "their-chat" }),
        ]
    );
}

#[tokio::test]
async fn chat_continues_only_in_the_session_that_started_it() {
    let (browser, desk) = with_service(vec![reply("Yes."); 7], chat_service::PASSWORD).await;
    let answer = browser.post("/backend/chat", &json!({ "message": "one" })).await;
    let (id, session) = (answer.body["chatId"].clone(), browser.cookie().unwrap());
    assert_ne!(id, "their-chat");
    let ask = async |message: &str, id: &Value| {
        browser.post("/backend/chat", &json!({ "message": message, "chatId": id })).await
    };
    ask("two", &id).await;
    assert_eq!(browser.cookie().unwrap(), session, "a chat doesn't replace the session token");
    browser.captcha().await;
    let replaced = browser.cookie().unwrap();
    assert_ne!(replaced, session);
    ask("after the token is replaced", &id).await;
    ask("with the service's own id", &json!("their-chat")).await;
    browser.set_cookie("");
    let without_session = ask("from a browser without a session", &id).await;
    assert_eq!(without_session.status, 200);
    ask("from another session", &id).await;
    browser.set_cookie(&session);
    ask("with the replaced token", &id).await;
    let chat_ids: Vec<Value> = desk.requests().into_iter().map(|request| request["chatId"].clone()).collect();
    let known = json!("their-chat");
    let expected = [&Value::Null, &known, &known, &Value::Null, &Value::Null, &Value::Null, &Value::Null];
    assert_eq!(chat_ids.iter().collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn leaving_ends_the_chat_with_the_session() {
    let (browser, desk) = with_service(vec![reply("Yes."); 2], chat_service::PASSWORD).await;
    let answer = browser.post("/backend/chat", &json!({ "message": "one" })).await;
    let cookie = browser.cookie().unwrap();
    assert_eq!(browser.post("/backend/participant/leave", &json!({})).await.status, 200);
    browser.set_cookie(&cookie);
    browser.post("/backend/chat", &json!({ "message": "two", "chatId": answer.body["chatId"] })).await;
    assert_eq!(desk.requests().iter().filter(|request| request["chatId"].is_null()).count(), 2);
}

#[tokio::test]
async fn daily_budget_limits_the_answers_of_the_service_until_tomorrow() {
    let (context, desk) = context_with_service(vec![reply("Yes."); 3], chat_service::PASSWORD).await;
    context.clock.freeze();
    let clock = context.clock.clone();
    let budgets = DailyBudgets { agent_answers: 2, ..DailyBudgets::default() };
    let browser = Box::pin(browser_at(Context { budgets, ..context })).await;
    let ask = async || browser.post("/backend/chat", &json!({ "message": "and?" })).await;
    assert_eq!((ask().await.status, ask().await.status), (200, 200));
    let refused = ask().await;
    assert_eq!((refused.status, refused.code()), (429, "budget_used_up"));
    assert!(refused.body["detail"].as_str().unwrap().contains("tomorrow"), "{refused:?}");
    let urgent = browser.post("/backend/chat", &json!({ "message": "I want to kill myself" })).await;
    assert_eq!(urgent.status, 200, "an emergency is answered with no budget left");
    clock.advance(24 * 60 * 60);
    assert_eq!((ask().await.status, desk.requests().len()), (200, 3));
}

#[tokio::test]
async fn lowercase_names_and_chart_numbers_are_scrubbed_but_conditions_are_not() {
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
    let messages: Vec<Value> =
        desk.requests().into_iter().map(|request| request["message"].clone()).collect();
    assert_eq!(messages, table.map(|(_, scrubbed)| Value::from(scrubbed)));
}

#[tokio::test]
async fn service_messages_get_new_unique_ids() {
    let same = json!({ "chat_status": "ongoing", "chatId": "their-chat", "messages": [
        { "message_id": "m1", "content": "One" }, { "message_id": "m1", "content": "Two" }, { "content": "Three" }
    ]});
    let (browser, _) =
        with_service(vec![Reply::Json(same.clone()), Reply::Json(same)], chat_service::PASSWORD).await;
    let mut ids = BTreeSet::new();
    for _ in 0..2 {
        let answer = browser.post("/backend/chat", &json!({ "message": "hi" })).await;
        let messages = answer.body["messages"].as_array().unwrap();
        ids.extend(messages.iter().map(|message| message["message_id"].as_str().unwrap().to_owned()));
    }
    assert!(ids.len() == 6 && !ids.contains("m1"), "{ids:?}");
}

#[tokio::test]
async fn empty_answer_of_a_service_in_an_ongoing_chat_gets_503() {
    for messages in [json!([]), json!([{ "message_id": "m1", "content": " \u{202e} " }])] {
        let silent = Reply::Json(json!({ "chat_status": "ongoing", "chatId": "c", "messages": messages }));
        let (browser, _) = with_service(vec![silent], chat_service::PASSWORD).await;
        let answer = browser.post("/backend/chat", &json!({ "message": "hi" })).await;
        assert_eq!((answer.status, answer.code()), (503, "unavailable"), "{messages}");
    }
}

#[tokio::test]
async fn service_answer_keeps_only_links_to_allowed_hosts() {
    let content = "See [us](/contact), [help](https://help.partner.example/a), [this](https://evil.example) and \
        https://evil.example/b or \u{202e}javascript:alert(1)";
    let (browser, _) = with_service(vec![reply(content)], chat_service::PASSWORD).await;
    let answer = browser.post("/backend/chat", &json!({ "message": "hi" })).await;
    let text = messages_text(&answer.body);
    assert!(text.contains("[us](/contact), [help](https://help.partner.example/a), this and"), "{text}");
    assert!(!text.contains("evil") && !text.contains("javascript") && !text.contains('\u{202e}'), "{text}");
}

#[tokio::test]
async fn service_can_end_a_chat_without_a_message() {
    let ended = Reply::Json(json!({ "chat_status": "ended", "chatId": "their-chat", "messages": [] }));
    let (browser, _) = with_service(vec![ended], chat_service::PASSWORD).await;
    let answer = browser.post("/backend/chat", &json!({ "message": "hi", "chatId": "their-chat" })).await;
    assert_eq!(answer.body, json!({ "chat_status": "ended", "chatId": null, "messages": [] }));
}

#[tokio::test]
async fn emergency_is_answered_without_calling_the_service() {
    let (browser, desk) = with_service(vec![reply("Which trial?")], chat_service::PASSWORD).await;
    let answer =
        browser.post("/backend/chat", &json!({ "message": "chest pain!", "chatId": "their-chat" })).await;
    assert!(messages_text(&answer.body).contains("911"));
    assert_eq!((&answer.body["chatId"], desk.requests().len()), (&json!("their-chat"), 0));
    for (text, number) in [
        ("I'm Choking", "911"),
        ("My Husband Collapsed and is not moving", "911"),
        ("my husband Juan Carlos Maria Sample collapsed", "911"),
        ("I'm Suicidal", "988"),
    ] {
        let answer = browser.post("/backend/chat", &json!({ "message": text })).await;
        assert!(messages_text(&answer.body).contains(number), "{text}: {answer:?}");
    }
    assert_eq!(desk.requests().len(), 0);
}

#[tokio::test]
async fn emergency_is_answered_past_the_rate_limit_and_while_the_chat_is_off() {
    let site = site(true).await;
    let browser = site.browser();
    site.context.clock.freeze();
    let urgent = json!({ "message": "I can't breathe" });
    for _ in 0..41 {
        browser.post("/backend/chat", &json!({ "message": "hello" })).await;
    }
    assert_eq!(browser.post("/backend/chat", &json!({ "message": "hello" })).await.status, 429);
    let answer = browser.post("/backend/chat", &urgent).await;
    assert!(answer.status == 200 && messages_text(&answer.body).contains("911"), "{answer:?}");
    let off = browser_at(Context { chat_agent: ChatAgent::Off, ..site.context.clone() }).await;
    let answer = off.post("/backend/chat", &urgent).await;
    assert!(answer.status == 200 && messages_text(&answer.body).contains("911"), "{answer:?}");
}

#[tokio::test]
async fn emergency_is_answered_while_the_service_hangs_and_all_limits_are_reached() {
    let (browser, desk) = with_service(vec![Reply::Hangs; 80], chat_service::PASSWORD).await;
    let browser = Arc::new(browser);
    let waiting: Vec<_> = (0..80)
        .map(|_| {
            let browser = Arc::clone(&browser);
            tokio::spawn(async move { browser.post("/backend/chat", &json!({ "message": "hello" })).await })
        })
        .collect();
    // The requests that the rate limit admits hang at the service. If none reaches it, all finish.
    let finished = || waiting.iter().filter(|request| request.is_finished()).count();
    while finished() < waiting.len() && (desk.requests().is_empty() || finished() == 0) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let long = |text: &str| text.chars().cycle().take(2000).collect::<String>();
    for (text, number) in [
        ("I can't breathe".to_owned(), "911"),
        (long("my chest hurts and I can't breathe. "), "911"),
        (long("i want to kill myself, no trial helps "), "988"),
        (
            long("people who had chest pain years ago. ")
                .chars()
                .take(1970)
                .chain(" I took all my pills".chars())
                .collect(),
            "911",
        ),
    ] {
        let answer = browser.post("/backend/chat", &json!({ "message": text })).await;
        assert!(answer.status == 200 && messages_text(&answer.body).contains(number), "{text}: {answer:?}");
        let help = browser.post("/backend/urgent_help", &json!({ "message": text })).await;
        assert!(help.body["help"].as_str().unwrap().contains(number), "{text}: {help:?}");
    }
    let requests = desk.requests();
    assert!(
        !requests.is_empty() && requests.iter().all(|request| request["message"] == "hello"),
        "{requests:?}"
    );
    waiting.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test]
async fn service_errors_get_503_and_the_text_is_not_sent_again() {
    for (failure, attempts) in [
        (Reply::Error(500, None), 1),
        (Reply::Error(429, None), 1),
        (Reply::Error(503, Some(60)), 1),
        (Reply::Redirect(302), 1),
        (Reply::Redirect(307), 1),
        (Reply::Raw("<html>".into()), 1),
        (Reply::Raw("a".repeat(200_000)), 1),
    ] {
        let description = format!("{failure:?}").chars().take(40).collect::<String>();
        let (browser, desk) =
            with_service(vec![failure, reply("A second answer.")], chat_service::PASSWORD).await;
        let answer = browser.post("/backend/chat", &json!({ "message": "hi" })).await;
        assert_eq!((answer.status, answer.code()), (503, "unavailable"), "{description}");
        assert_eq!(desk.requests().len(), attempts, "{description}");
    }
}

#[tokio::test]
async fn service_request_is_retried_once_after_a_short_pause() {
    let (browser, desk) =
        with_service(vec![Reply::Error(429, Some(0)), reply("Here.")], chat_service::PASSWORD).await;
    let answer = browser.post("/backend/chat", &json!({ "message": "hi" })).await;
    assert_eq!((messages_text(&answer.body).as_str(), desk.requests().len()), ("Here.", 2));
}

#[tokio::test]
async fn wrong_service_password_gets_503_without_leaking_it() {
    let (browser, desk) = with_service(vec![reply("Hello")], "another password").await;
    let answer = browser.post("/backend/chat", &json!({ "message": "hi" })).await;
    assert_eq!((answer.status, desk.requests().len()), (503, 0));
    assert!(!answer.body.to_string().contains("password"));
}
