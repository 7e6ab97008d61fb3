//! The chat where an outside service answers it: what the service is told, and what of its answers is handed on.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use crate::{
    assistants::{browser_at, said, site},
    support::Browser,
};
use serde_json::{Value, json};
use waypoint_domain::assistant::AllowedHosts;
use waypoint_functions::{
    context::Context,
    external::chat_agent::{AgentService, ChatAgent},
    rate_limit::DailyBudgets,
};
use waypoint_local::{
    chat_service::{self, Desk, Reply},
    cloud::serve,
};

/// A site whose chat is answered by a service, and what that service was asked.
async fn with_service(replies: Vec<Reply>, password: &str) -> (Browser, Desk) {
    let (context, desk) = context_with_service(replies, password).await;
    (Box::pin(browser_at(context)).await, desk)
}

async fn context_with_service(replies: Vec<Reply>, password: &str) -> (Context, Desk) {
    let desk = Desk::with(replies);
    let address = serve(chat_service::router(desk.clone())).await.unwrap();
    let address = format!("http://{address}/chat");
    let hosts = AllowedHosts::with(["help.partner.example"]);
    let service = AgentService::new(address, chat_service::USER, password, hosts).unwrap();
    let site = Box::pin(site(true)).await;
    (Context { chat_agent: ChatAgent::Service(service), ..site.context }, desk)
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
    assert_eq!((&answer.body["chat_status"], said(&answer.body).as_str()), (&json!("ongoing"), "Hello!"));
    assert_eq!(answer.body["messages"][0]["created_timestamp"], 1_700_000_000_000_i64);
    browser.post("/backend/chat", &json!({ "message": "and?", "chatId": answer.body["chatId"] })).await;
    assert_eq!(
        desk.asked(),
        [
            json!({ "message": "My name is [name], [email] [number]. Trials for asthma?", "chatId": null }),
            json!({ "message": "and?", "chatId": "their-chat" }),
        ]
    );
}

#[tokio::test]
async fn a_chat_goes_on_in_the_session_that_began_it_alone() {
    let (browser, desk) = with_service(vec![reply("Yes."); 7], chat_service::PASSWORD).await;
    let answer = browser.post("/backend/chat", &json!({ "message": "one" })).await;
    let (id, session) = (answer.body["chatId"].clone(), browser.cookie().unwrap());
    assert_ne!(id, "their-chat");
    let ask = async |message: &str, id: &Value| {
        browser.post("/backend/chat", &json!({ "message": message, "chatId": id })).await
    };
    ask("two", &id).await;
    assert_eq!(browser.cookie().unwrap(), session, "a chat goes on with the token that the browser has");
    browser.captcha().await;
    let replaced = browser.cookie().unwrap();
    assert_ne!(replaced, session);
    ask("after the token was replaced", &id).await;
    ask("an id of the service's own", &json!("their-chat")).await;
    browser.set_cookie("");
    let stolen = ask("from a browser without a session", &id).await;
    assert_eq!(stolen.status, 200);
    ask("from another session", &id).await;
    browser.set_cookie(&session);
    ask("with the token that was replaced", &id).await;
    let asked: Vec<Value> = desk.asked().into_iter().map(|asked| asked["chatId"].clone()).collect();
    let ours = json!("their-chat");
    let expected = [&Value::Null, &ours, &ours, &Value::Null, &Value::Null, &Value::Null, &Value::Null];
    assert_eq!(asked.iter().collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn a_chat_ends_with_the_session_when_the_visitor_leaves() {
    let (browser, desk) = with_service(vec![reply("Yes."); 2], chat_service::PASSWORD).await;
    let answer = browser.post("/backend/chat", &json!({ "message": "one" })).await;
    let cookie = browser.cookie().unwrap();
    assert_eq!(browser.post("/backend/participant/leave", &json!({})).await.status, 200);
    browser.set_cookie(&cookie);
    browser.post("/backend/chat", &json!({ "message": "two", "chatId": answer.body["chatId"] })).await;
    assert_eq!(desk.asked().iter().filter(|asked| asked["chatId"].is_null()).count(), 2);
}

#[tokio::test]
async fn the_service_answers_as_often_in_a_day_as_the_budget_allows_and_again_tomorrow() {
    let (context, desk) = context_with_service(vec![reply("Yes."); 3], chat_service::PASSWORD).await;
    context.clock.hold();
    let clock = context.clock.clone();
    let budgets = DailyBudgets { agent_answers: 2, ..DailyBudgets::default() };
    let browser = Box::pin(browser_at(Context { budgets, ..context })).await;
    let ask = async || browser.post("/backend/chat", &json!({ "message": "and?" })).await;
    assert_eq!((ask().await.status, ask().await.status), (200, 200));
    let refused = ask().await;
    assert_eq!((refused.status, refused.code()), (429, "budget_used_up"));
    assert!(refused.body["detail"].as_str().unwrap().contains("tomorrow"), "{refused:?}");
    let urgent = browser.post("/backend/chat", &json!({ "message": "I want to kill myself" })).await;
    assert_eq!(urgent.status, 200, "an emergency is answered whatever is left");
    clock.move_ahead(24 * 60 * 60);
    assert_eq!((ask().await.status, desk.asked().len()), (200, 3));
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
async fn an_emergency_is_answered_while_the_service_hangs_and_every_limit_is_used_up() {
    let (browser, desk) = with_service(vec![Reply::Hangs; 80], chat_service::PASSWORD).await;
    let browser = Arc::new(browser);
    let waiting: Vec<_> = (0..80)
        .map(|_| {
            let browser = Arc::clone(&browser);
            tokio::spawn(async move { browser.post("/backend/chat", &json!({ "message": "hello" })).await })
        })
        .collect();
    // Those that the limit admits hang at the service.
    while desk.asked().is_empty() || !waiting.iter().any(tokio::task::JoinHandle::is_finished) {
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
        assert!(answer.status == 200 && said(&answer.body).contains(number), "{text}: {answer:?}");
        let help = browser.post("/backend/urgent_help", &json!({ "message": text })).await;
        assert!(help.body["help"].as_str().unwrap().contains(number), "{text}: {help:?}");
    }
    let asked = desk.asked();
    assert!(!asked.is_empty() && asked.iter().all(|asked| asked["message"] == "hello"), "{asked:?}");
    waiting.iter().for_each(tokio::task::JoinHandle::abort);
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
