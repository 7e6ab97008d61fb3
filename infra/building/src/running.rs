//! Runs programs, and prints progress.

use std::{
    io,
    process::{Command, ExitCode, Stdio},
};

use anyhow::{Context, Result, bail};

/// Prints a line of progress.
#[allow(clippy::print_stdout, reason = "progress lines are this program's output")]
pub fn say(line: &str) {
    println!("{line}");
}

/// Prints an error.
#[allow(clippy::print_stderr, reason = "this is the only place that prints errors")]
pub fn complain(line: &str) {
    eprintln!("{line}");
}

/// Returns the exit code for the result of a command. Prints its error.
#[must_use]
pub fn exit_code(result: Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Runs a program, showing its output.
pub fn run(command: &mut Command) -> Result<()> {
    let line = command_line(command);
    let status = command.status().with_context(|| format!("`{line}` can't be started"))?;
    if !status.success() {
        bail!("`{line}` failed; see its output above");
    }
    Ok(())
}

/// Runs a program, showing its output only if it fails.
pub fn run_quietly(command: &mut Command) -> Result<()> {
    let line = command_line(command);
    let output = command.output().with_context(|| format!("`{line}` can't be started"))?;
    if !output.status.success() {
        complain(&String::from_utf8_lossy(&output.stdout));
        complain(&String::from_utf8_lossy(&output.stderr));
        bail!("`{line}` failed; see its output above");
    }
    Ok(())
}

/// Returns the output of a program, or `None` if it fails or doesn't exist.
pub fn output_of(command: &mut Command) -> Result<Option<String>> {
    match command.output() {
        Ok(output) if output.status.success() => {
            Ok(Some(String::from_utf8_lossy(&output.stdout).trim().to_owned()))
        }
        Ok(_) => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("`{}` can't be started", command_line(command))),
    }
}

/// Returns the output of a program that must succeed. Its errors are shown.
pub fn output_or_fail(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("`{}` can't be started", command_line(command)))?;
    if !output.status.success() {
        bail!("`{}` failed; see its output above", command_line(command));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Returns a command as typed in a shell.
#[must_use]
pub fn command_line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
