//! Local pages that show the portal's messages, with buttons that act as the study team.

use axum::{
    Form, Router,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
    routing::{get, post},
};
use jiff::{ToSpan, tz::TimeZone};
use serde::Deserialize;
use serde_json::{Value, json};
use waypoint_domain::{
    participant_number::ParticipantNumber,
    referral::{ClosingReason, ReferralStatus},
};
use waypoint_functions::{
    context::Context,
    endpoints::{figures_report, messages_stopped, referral},
    http::guard::guarded,
    signed_message::SigningKey,
};

use super::{
    ReceivedMessage, ReceivedMessages,
    reporting::{Call, ask, send},
};
use crate::local_page::{escaped, page};

/// Path of the list.
pub const PATH: &str = "/_local/portal";

/// The days that a report of figures covers.
const REPORTED_DAYS: i32 = 30;

#[derive(Clone)]
struct Portal {
    desk: ReceivedMessages,
    key: SigningKey,
    context: Context,
}

/// The progress of a referral, as chosen in a form.
#[derive(Deserialize)]
struct Progress {
    status: String,
    /// Why a sign-up was closed; empty without a reason.
    #[serde(default)]
    reason: String,
}

#[derive(Deserialize)]
struct StoppedChannel {
    channel: String,
}

/// Routes of the list of messages, and of the buttons that act as the study team.
pub fn router(desk: ReceivedMessages, key: SigningKey, context: Context) -> Router {
    let portal = Portal { desk, key, context };
    let buttons = Router::new()
        .route(&format!("{PATH}/{{participant}}/{{study}}/referral"), post(report_progress))
        .route(&format!("{PATH}/{{participant}}/{{study}}/stopped"), post(report_stop))
        .route(&format!("{PATH}/{{study}}/figures"), post(show_figures));
    Router::new().route(PATH, get(list)).merge(guarded(buttons)).with_state(portal)
}

async fn list(State(portal): State<Portal>) -> Response {
    let received = portal.desk.received();
    let entries: Vec<String> = received.iter().rev().map(entry).collect();
    let body = if entries.is_empty() {
        "<p>Nothing has come since this server started. Sign up for a study to see its message here.</p>"
            .to_owned()
    } else {
        format!("{}\n{}", report_buttons(&received), entries.join("\n"))
    };
    page(StatusCode::OK, "The Study Team’s Portal on This Machine", &body)
}

/// A button for the report of each study that messages name.
fn report_buttons(received: &[ReceivedMessage]) -> String {
    let mut studies: Vec<&str> = received.iter().map(study_of).filter(|study| !study.is_empty()).collect();
    studies.sort_unstable();
    studies.dedup();
    let button = |study: &str| {
        let study = escaped(study);
        format!(
            "<form method=\"post\" action=\"{PATH}/{study}/figures\"><button>Report on {study}</button></form>"
        )
    };
    studies.into_iter().map(button).collect::<Vec<_>>().join("\n")
}

fn study_of(received: &ReceivedMessage) -> &str {
    received.message["data"]["study_number"].as_str().unwrap_or_default()
}

fn entry(received: &ReceivedMessage) -> String {
    let number = received.participant();
    let grouped =
        number.parse::<ParticipantNumber>().map_or_else(|_| number.to_owned(), |number| number.grouped());
    let (kind, grouped) = (escaped(received.kind()), escaped(&grouped));
    let base = format!("{PATH}/{}/{}", escaped(number), escaped(study_of(received)));
    let message_json = serde_json::to_string_pretty(&received.message).unwrap_or_default();
    format!(
        "<h2>{kind}: {grouped}</h2>\n{}\n{}\n<details><summary>The message</summary><pre>{}</pre></details>",
        progress_forms(&base, &grouped),
        stop_form(&base, &grouped, &received.message["data"]),
        escaped(&message_json)
    )
}

/// A button for each status. The one that closes a referral offers the reasons.
fn progress_forms(base: &str, grouped: &str) -> String {
    let form = |status: ReferralStatus| {
        let reason = if status == ReferralStatus::Closed { reason_choice() } else { String::new() };
        let status = status.as_str();
        format!(
            "<form method=\"post\" action=\"{base}/referral\"><input type=\"hidden\" name=\"status\" value=\"{status}\">\
             {reason}<button>Set {grouped} to {status}</button></form>"
        )
    };
    ReferralStatus::ALL.map(form).join("\n")
}

fn reason_choice() -> String {
    let options = ClosingReason::ALL.map(|reason| format!("<option>{}</option>", reason.as_str()));
    format!(
        "<label>Reason <select name=\"reason\"><option value=\"\">none</option>{}</select></label> ",
        options.join("")
    )
}

/// A form that reports a channel as stopped: those whose stop links the message has, and emails.
fn stop_form(base: &str, grouped: &str, data: &Value) -> String {
    let linked = data["stop_links"].as_object().into_iter().flatten().map(|(channel, _)| channel.as_str());
    let options: Vec<String> =
        linked.chain(["email"]).map(|channel| format!("<option>{}</option>", escaped(channel))).collect();
    format!(
        "<form method=\"post\" action=\"{base}/stopped\"><label>Channel <select name=\"channel\">{}</select></label> \
         <button>Stop messages to {grouped}</button></form>",
        options.join("")
    )
}

async fn report_progress(
    State(portal): State<Portal>,
    Path((participant, study_number)): Path<(String, String)>,
    Form(Progress { status, reason }): Form<Progress>,
) -> Response {
    let now = portal.context.clock.now();
    let mut message =
        json!({ "participant": participant, "study_number": study_number, "status": status, "at": now });
    if !reason.is_empty() {
        message["reason"] = reason.into();
    }
    let call = Call { endpoint: &referral::ENDPOINT, path: "/backend/referral", message: &message };
    back_to_list(send(call, &portal.key, portal.context).await)
}

async fn report_stop(
    State(portal): State<Portal>,
    Path((participant, study_number)): Path<(String, String)>,
    Form(StoppedChannel { channel }): Form<StoppedChannel>,
) -> Response {
    let message = json!({ "participant": participant, "study_number": study_number, "channel": channel });
    let call =
        Call { endpoint: &messages_stopped::ENDPOINT, path: "/backend/messages/stopped", message: &message };
    back_to_list(send(call, &portal.key, portal.context).await)
}

/// Shows the figures of the last days, if their signature is valid.
async fn show_figures(State(portal): State<Portal>, Path(study_number): Path<String>) -> Response {
    let until = portal.context.clock.now().to_zoned(TimeZone::UTC).date();
    let from = until.saturating_sub((REPORTED_DAYS - 1).days());
    let message = json!({ "study_number": study_number, "from": from, "until": until });
    let call =
        Call { endpoint: &figures_report::ENDPOINT, path: "/backend/figures/report", message: &message };
    match ask(call, &portal.key, portal.context).await {
        Err(answer) => answer,
        Ok(report) => {
            let report = serde_json::to_string_pretty(&report).unwrap_or_default();
            let body = format!(
                "<p>The signature of this report is valid.</p>\n<pre>{}</pre>\n<p><a href=\"{PATH}\">Back</a></p>",
                escaped(&report)
            );
            page(StatusCode::OK, &format!("Report on {study_number}"), &body)
        }
    }
}

fn back_to_list(answer: Response) -> Response {
    if answer.status().is_success() { Redirect::to(PATH).into_response() } else { answer }
}
