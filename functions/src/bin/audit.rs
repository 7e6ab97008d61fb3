//! Audit trails, for whoever runs the site: `audit verify` checks all of them and counts those that need a former key, and `audit touched FROM UNTIL` lists with
//! whom something happened from one moment to another, such as 2026-11-22T10:00:00Z. The environment is that of every
//! function.

use std::{env, process::ExitCode};

use jiff::Timestamp;
use lambda_http::Error;
use waypoint_functions::{audit_trail::Event, context::participants_from_environment, store::Participants};

const USAGE: &str =
    "say what to do: audit verify, or audit touched FROM UNTIL, with moments such as 2026-11-22T10:00:00Z";

#[tokio::main(flavor = "current_thread")]
#[allow(clippy::print_stderr, reason = "a program of the command line says what goes wrong")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["verify"] => verify().await,
        ["touched", from, until] => touched(from, until).await,
        _ => Err(USAGE.into()),
    };
    done.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::FAILURE
    })
}

/// Fails when a trail is not what was written.
#[allow(clippy::print_stdout, reason = "a program of the command line says what it found")]
async fn verify() -> Result<ExitCode, Error> {
    let participants: Participants = participants_from_environment(env!("CARGO_BIN_NAME")).await?;
    let (mut whole, mut broken, mut former) = (0_usize, 0_usize, 0_usize);
    for name in participants.trails().await? {
        let checked = match name.parse() {
            Ok(participant) => {
                let checked = participants.verify_trail(&participant).await?;
                if checked.is_ok() && participants.trail_needs_former_key(&participant).await? {
                    former += 1;
                }
                checked.map_err(|broken| broken.to_string())
            }
            Err(_) => Err("it is nobody's".to_owned()),
        };
        match checked {
            Ok(()) => whole += 1,
            Err(why) => {
                broken += 1;
                println!("{name}: {why}");
            }
        }
    }
    for name in participants.without_trail().await? {
        broken += 1;
        println!("{name}: there is no trail");
    }
    println!("{whole} trails are whole, {broken} are not");
    if former > 0 {
        println!("{former} of them need the key of a former secret");
    }
    Ok(if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[allow(clippy::print_stdout, reason = "a program of the command line says what it found")]
async fn touched(from: &str, until: &str) -> Result<ExitCode, Error> {
    let moment =
        |text: &str| text.parse::<Timestamp>().map_err(|_| format!("'{text}' is no moment; {USAGE}"));
    let (from, until) = (moment(from)?, moment(until)?);
    let touched = participants_from_environment(env!("CARGO_BIN_NAME")).await?.touched(from, until).await?;
    for somebody in &touched {
        for (at, event) in &somebody.events {
            let (who, Event { what, before, after, .. }) = (event.who, event);
            println!("{}\t{at}\t{who:?}\t{what}\t{before}\t{after}", somebody.participant);
        }
    }
    println!("{} participants", touched.len());
    Ok(ExitCode::SUCCESS)
}
