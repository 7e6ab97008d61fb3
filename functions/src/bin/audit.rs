//! Checks audit logs, for operators. Needs the same environment as the functions.
//!
//! - `audit verify` verifies all audit logs and counts those that need a former key
//! - `audit touched FROM UNTIL` lists the participants with audit entries between two times, such as
//!   2026-11-22T10:00:00Z
//! - `audit introductions STUDY` lists the details that people sent to the contact of a registry study, such as NCT01234567

use std::{env, process::ExitCode};
use waypoint_keys::programs;

use jiff::Timestamp;
use lambda_http::Error;
use waypoint_domain::nct_id::NctId;
use waypoint_functions::{
    audit_log::Event,
    context::{introductions_from_environment, participants_from_environment},
    store::Participants,
};

const USAGE: &str = "usage: audit verify, audit touched FROM UNTIL, with times such as 2026-11-22T10:00:00Z, or audit introductions STUDY, \
     with a number such as NCT01234567";

#[tokio::main(flavor = "current_thread")]
#[allow(clippy::print_stderr, reason = "a command-line program prints its errors")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["verify"] => verify().await,
        ["touched", from, until] => touched(from, until).await,
        ["introductions", study] => introductions(study).await,
        _ => Err(USAGE.into()),
    };
    done.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::FAILURE
    })
}

/// Fails when an audit log does not verify.
#[allow(clippy::print_stdout, reason = "a command-line program prints its result")]
async fn verify() -> Result<ExitCode, Error> {
    let participants: Participants = participants_from_environment(programs::AUDIT).await?;
    let (mut valid, mut broken, mut former) = (0_usize, 0_usize, 0_usize);
    for name in participants.participants_with_audit_log().await? {
        let checked = match name.parse() {
            Ok(participant) => {
                let checked = participants.verify_audit_log(&participant).await?;
                if checked.is_ok() && participants.audit_log_needs_former_key(&participant).await? {
                    former += 1;
                }
                checked.map_err(|broken| broken.to_string())
            }
            Err(_) => Err("the audit log belongs to no participant".to_owned()),
        };
        match checked {
            Ok(()) => valid += 1,
            Err(why) => {
                broken += 1;
                println!("{name}: {why}");
            }
        }
    }
    for name in participants.participants_without_audit_log().await? {
        broken += 1;
        println!("{name}: the audit log is missing");
    }
    println!("{valid} audit logs are valid, {broken} are not");
    if former > 0 {
        println!("{former} of them need the key of a former secret");
    }
    Ok(if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[allow(clippy::print_stdout, reason = "a command-line program prints its result")]
async fn touched(from: &str, until: &str) -> Result<ExitCode, Error> {
    let time = |text: &str| text.parse::<Timestamp>().map_err(|_| format!("'{text}' is not a time; {USAGE}"));
    let (from, until) = (time(from)?, time(until)?);
    let touched = participants_from_environment(programs::AUDIT)
        .await?
        .participants_with_events_between(from, until)
        .await?;
    for participant in &touched {
        for (at, event) in &participant.events {
            let (who, Event { action: what, before, after, .. }) = (event.actor, event);
            println!("{}\t{at}\t{who:?}\t{what}\t{before}\t{after}", participant.participant);
        }
    }
    println!("{} participants", touched.len());
    Ok(ExitCode::SUCCESS)
}

/// Lists the records of a study's introductions. Fails when one was changed.
#[allow(clippy::print_stdout, reason = "a command-line program prints its result")]
async fn introductions(study: &str) -> Result<ExitCode, Error> {
    let study: NctId = study.parse()?;
    let (introductions, keys) = introductions_from_environment(programs::AUDIT).await?;
    let records = introductions.records_of(&study, &keys.get()?).await?;
    for record in &records {
        let end = record.end.as_deref().unwrap_or("not sent");
        let ended_at = record.ended_at.as_deref().unwrap_or("-");
        let state = if record.is_unchanged { "unchanged" } else { "CHANGED" };
        let (confirmed_at, version) = (&record.confirmed_at, &record.consent_version);
        println!("{study}\t{confirmed_at}\tconsent {version}\t{end}\t{ended_at}\t{state}");
    }
    let changed = records.iter().filter(|record| !record.is_unchanged).count();
    println!("{} introductions, {changed} changed records", records.len());
    Ok(if changed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
