//! `POST /backend/chat`: the assistant's answer to a message.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use jiff::Timestamp;
use utoipa_axum::routes;
use waypoint_domain::assistant::{Answered, ChatId, ChatText, Concern, fixed_answer, scrubbed};
use waypoint_keys::{Key, ProgramKeys, Purpose, purpose::ChatBinding};

use super::{
    browser_session::CallingBrowser, built_in_assistant::BuiltInAssistant, urgent_help::urgent_concern,
};
use crate::{
    chat_binding::{bind, unbind},
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    external::chat_agent::{AgentMessage, AgentReply, AgentService, ChatAgent},
    finding::named_condition::is_condition,
    http::{body::JsonBody, problem::Problem},
    needs::{Resource, Service},
    paid_service::PaidService,
    rate_limit::{CallerLimits, LimitedAction},
    secret::hex,
    wire::{ChatAnswer, ChatMessage, ChatRequest, ChatStatus},
};

pub const ENDPOINT: Endpoint = Endpoint {
    memory: 512,
    timeout: 30,
    concurrency: Some("ChatAtOnce"),
    keys: &[Purpose::ChatBinding, Purpose::RateLimit],
    services: &[Service::ChatAgent],
    rights: &[(Resource::Studies, &["GetItem"]), (Resource::Sessions, &["GetItem", "PutItem", "UpdateItem"])],
    impersonal: &[("POST", "answers a text; a chat continues only in its own session: agent_service.rs")],
    sample: Sample::Post(r#"{"message": "Trials for asthma?", "chatId": "a-chat"}"#),
    ..Endpoint::new("chat", Section::Assistants, || routes!(chat))
};

/// Answers a message with our own assistant or the configured agent service.
///
/// Emergencies are answered first, without the agent service, regardless of rate limits and even while the assistant is
/// off. Otherwise personal details are removed from the text first.
#[utoipa::path(post, path = "/backend/chat", request_body = ChatRequest, responses(
    (status = 200, body = ChatAnswer),
    (status = 400, description = "body_malformed", body = crate::http::problem::ProblemBody),
    (status = 404, description = "assistant_off", body = crate::http::problem::ProblemBody),
    (status = 409, description = "session_replaced", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests, budget_used_up", body = crate::http::problem::ProblemBody),
    (status = 503, description = "unavailable", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn chat(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(chat_agent): State<ChatAgent>,
    State(assistant): State<BuiltInAssistant>,
    State(keys): State<ProgramKeys>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<ChatRequest>,
) -> Result<Response, Problem> {
    let now = clock.now();
    let typed = match ChatText::read(request.message.reveal()) {
        Ok(typed) => typed,
        // A message that is too long to answer may still be a call for help.
        Err(why) => {
            let urgent = urgent_concern(request.message.reveal());
            let urgent = urgent.ok_or_else(|| Problem::MalformedBody(format!("{why}.")))?;
            let answer = Answered { messages: vec![fixed_answer(urgent).to_owned()], is_over: false };
            return Ok(Json(chat_answer(answer, request.chat_id, now)?).into_response());
        }
    };
    let urgent = Concern::urgent_in(typed.reveal());
    let text = scrubbed(typed.reveal(), &|word| is_condition(&assistant.finder, word));
    let urgent_in_rest = || if text == typed.reveal() { None } else { Concern::urgent_in(&text) };
    if let Some(urgent) = urgent.or_else(urgent_in_rest) {
        let trials = match chat_agent {
            ChatAgent::BuiltIn => assistant.trials_below_help(&limits, &text).await,
            ChatAgent::Off | ChatAgent::Service(_) => None,
        };
        let messages = [fixed_answer(urgent).to_owned()].into_iter().chain(trials).collect();
        let answer = Answered { messages, is_over: false };
        return Ok(Json(chat_answer(answer, request.chat_id, now)?).into_response());
    }
    let service = match &chat_agent {
        ChatAgent::Off => return Err(Problem::AssistantOff),
        ChatAgent::BuiltIn => None,
        ChatAgent::Service(service) => Some(service),
    };
    limits.check(LimitedAction::Chat).await?;
    match service {
        None => {
            let id = request.chat_id.map_or_else(new_chat_id, Ok)?;
            Ok(Json(chat_answer(assistant.answer(&text).await?, Some(id), now)?).into_response())
        }
        Some(service) => {
            limits.check_total(LimitedAction::ChatsOfAll).await?;
            let key = keys.get()?;
            answer_in_session((&limits, &browser, &key), service, &text, request.chat_id).await
        }
    }
}

/// Returns the service's answer, with a chat id that is valid only in this browser's session. Starts a session if there
/// is none. A chat id of another session starts a new chat.
async fn answer_in_session(
    (limits, browser, key): (&CallerLimits, &CallingBrowser, &Key<ChatBinding>),
    service: &AgentService,
    text: &str,
    chat: Option<ChatId>,
) -> Result<Response, Problem> {
    let session = browser.session_or_new().await?;
    let known = chat.and_then(|chat| unbind(&chat, key, session.id()));
    limits.spend_budget(PaidService::AgentAnswer).await?;
    let answer = service_answer(service, text, known.as_ref(), browser.clock.now()).await?;
    let chat_id = answer.chat_id.as_ref().and_then(|id| bind(id, key, session.id()));
    let is_new_chat = known.is_none() && chat_id.is_some();
    let answer = Json(ChatAnswer { chat_id, ..answer });
    if is_new_chat { browser.renewed(&session, answer).await } else { Ok(answer.into_response()) }
}

async fn service_answer(
    service: &AgentService,
    text: &str,
    chat: Option<&ChatId>,
    now: Timestamp,
) -> Result<ChatAnswer, Problem> {
    let reply = service.reply(text, chat).await.map_err(|error| {
        tracing::warn!(%error, "the agent service of the chat failed");
        Problem::Unavailable
    })?;
    let AgentReply { has_ended, chat_id, messages } = reply;
    let messages = messages.into_iter().map(|AgentMessage { content, created }| {
        // The service may repeat an id, and browsers show no message twice.
        let created_timestamp = created.unwrap_or_else(|| now.as_millisecond());
        Ok(ChatMessage { message_id: random_id()?, content, created_timestamp })
    });
    Ok(ChatAnswer {
        chat_status: status(has_ended),
        chat_id: chat_id.filter(|_| !has_ended),
        messages: messages.collect::<Result<_, Problem>>()?,
    })
}

fn chat_answer(answer: Answered, chat: Option<ChatId>, now: Timestamp) -> Result<ChatAnswer, Problem> {
    let message = |content| {
        Ok(ChatMessage { message_id: random_id()?, content, created_timestamp: now.as_millisecond() })
    };
    Ok(ChatAnswer {
        chat_status: status(answer.is_over),
        chat_id: chat.filter(|_| !answer.is_over),
        messages: answer.messages.into_iter().map(message).collect::<Result<_, Problem>>()?,
    })
}

fn status(has_ended: bool) -> ChatStatus {
    if has_ended { ChatStatus::Ended } else { ChatStatus::Ongoing }
}

fn new_chat_id() -> Result<ChatId, Problem> {
    random_id()?.parse().map_err(|_| Problem::Unavailable)
}

fn random_id() -> Result<String, Problem> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).map_err(|_| Problem::Unavailable)?;
    Ok(hex(&bits))
}
