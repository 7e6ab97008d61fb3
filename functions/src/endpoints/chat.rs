//! `POST /backend/chat`: the assistant's answer to a message.

use std::time::Duration;
use utoipa_axum::routes;
use waypoint_keys::Purpose;

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use jiff::Timestamp;
use waypoint_domain::{
    assistant::{
        AllowedHosts, Answered, ChatId, ChatText, Concern, Found, Library, READ_IN_PART, answered,
        below_help, fixed_answer, names_trials, scrubbed, without_labels,
    },
    effort::WorkBudget,
};
use waypoint_search::free_text::MAX_TEXT_LENGTH;

use super::{
    browser_session::{opened_or_new, renewed},
    urgent_help::urgent_concern,
};
use crate::{
    chat_binding::{bind, unbind},
    context::Context,
    endpoint::{Endpoint, Resource, Sample, Section, Service},
    external::chat_agent::{AgentMessage, AgentReply, AgentService, ChatAgent},
    finding::{
        named::{load_own_studies, studies_named},
        named_condition::is_condition,
        studies_found::studies_found,
    },
    http::{body::JsonBody, browser::Browser, client_address::ClientAddress, problem::Problem},
    rate_limit::{self, LimitedAction, PaidService},
    secret::hex,
    wire::{ChatAnswer, ChatMessage, ChatRequest, ChatStatus},
};

/// How long an emergency answer may wait for the trials below it.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// The separators of a text's parts. At most `MAX_PARTS` parts are searched.
const PART_SEPARATORS: [char; 6] = ['.', ',', ';', '?', '!', '\n'];
const MAX_PARTS: usize = 2;

pub const ENDPOINT: Endpoint = Endpoint {
    memory: 512,
    timeout: 30,
    concurrency: Some("ChatAtOnce"),
    keys: &[Purpose::ChatBinding, Purpose::RateLimit],
    services: &[Service::ChatAgent],
    rights: &[
        (Resource::Studies, &["GetItem", "Scan"]),
        (Resource::Sessions, &["GetItem", "PutItem", "UpdateItem"]),
    ],
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
    State(context): State<Context>,
    address: ClientAddress,
    browser: Browser,
    JsonBody(request): JsonBody<ChatRequest>,
) -> Result<Response, Problem> {
    let now = context.clock.now();
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
    let text = scrubbed(typed.reveal(), &|word| is_condition(&context, word));
    let urgent_in_rest = || if text == typed.reveal() { None } else { Concern::urgent_in(&text) };
    if let Some(urgent) = urgent.or_else(urgent_in_rest) {
        let trials = trials_below_help(&context, &text, &address).await;
        let messages = [fixed_answer(urgent).to_owned()].into_iter().chain(trials).collect();
        let answer = Answered { messages, is_over: false };
        return Ok(Json(chat_answer(answer, request.chat_id, now)?).into_response());
    }
    let service = match &context.chat_agent {
        ChatAgent::Off => return Err(Problem::AssistantOff),
        ChatAgent::BuiltIn => None,
        ChatAgent::Service(service) => Some(service),
    };
    rate_limit::check(&context, LimitedAction::Chat, &address).await?;
    match service {
        None => {
            let id = request.chat_id.map_or_else(new_chat_id, Ok)?;
            Ok(Json(chat_answer(built_in_answer(&context, &text).await?, Some(id), now)?).into_response())
        }
        Some(service) => {
            rate_limit::check_total(&context, LimitedAction::ChatsOfAll).await?;
            answer_in_session(&context, service, &text, (&browser, request.chat_id)).await
        }
    }
}

/// Returns the trials that a person in an emergency also asks for. Failures here never suppress the emergency answer.
async fn trials_below_help(context: &Context, text: &str, address: &ClientAddress) -> Option<String> {
    if !matches!(context.chat_agent, ChatAgent::BuiltIn) || !names_trials(text) {
        return None;
    }
    let found = async {
        rate_limit::check(context, LimitedAction::Chat, address).await.ok()?;
        let own = load_own_studies(context).await;
        let effort = WorkBudget::for_request();
        let text = without_labels(text);
        // The request for trials and the symptoms are usually in different parts.
        let parts = text.split(PART_SEPARATORS).filter(|part| names_trials(part)).take(MAX_PARTS);
        parts.chain([text.as_str()]).find_map(|part| {
            let (studies, _) = studies_found(context, &own, part, &effort);
            below_help(&text, studies.as_ref())
        })
    };
    let trials = tokio::time::timeout(MAX_WAIT, found).await.ok().flatten()?;
    Some(AllowedHosts::default().keep_in(&trials))
}

async fn built_in_answer(context: &Context, text: &str) -> Result<Answered, Problem> {
    let (passages, own) = tokio::join!(context.studies.passages(), load_own_studies(context));
    let library = Library::of(passages?);
    let (named, unknown) = studies_named(context, &own, text);
    let effort = WorkBudget::for_request();
    let (studies, place) = studies_found(context, &own, &without_labels(text), &effort);
    let found = Found { named, unknown, studies, place };
    let answer = answered(text, &library, &found);
    let is_fully_read = effort.is_left() && text.chars().count() <= MAX_TEXT_LENGTH;
    let partial_note = (!is_fully_read).then_some(READ_IN_PART);
    let hosts = AllowedHosts::default();
    let messages = answer.messages.iter().map(String::as_str).chain(partial_note);
    Ok(Answered {
        messages: messages.map(|message| hosts.keep_in(message)).collect(),
        is_over: answer.is_over,
    })
}

/// Returns the service's answer, with a chat id that is valid only in this browser's session. Starts a session if there
/// is none. A chat id of another session starts a new chat.
async fn answer_in_session(
    context: &Context,
    service: &AgentService,
    text: &str,
    (browser, chat): (&Browser, Option<ChatId>),
) -> Result<Response, Problem> {
    let key = context.key()?;
    let session = opened_or_new(context, browser).await?;
    let known = chat.and_then(|chat| unbind(&chat, &key, session.id()));
    rate_limit::spend_budget(context, PaidService::AgentAnswer).await?;
    let answer = service_answer(service, text, known.as_ref(), context.clock.now()).await?;
    let chat_id = answer.chat_id.as_ref().and_then(|id| bind(id, &key, session.id()));
    let is_new_chat = known.is_none() && chat_id.is_some();
    let answer = Json(ChatAnswer { chat_id, ..answer });
    if is_new_chat { renewed(context, (&session, browser), answer).await } else { Ok(answer.into_response()) }
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
