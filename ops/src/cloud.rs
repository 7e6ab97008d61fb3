//! The cloud's command line (`awscli`). It takes its credentials from the environment.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use waypoint_building::{
    python,
    running::{command_line, complain},
};

/// The package of the command line.
const TOOL: &str = "awscli==1.46.3";
/// The only supported region: the CDN requires its certificate, rules, and log there.
pub(crate) const REGION: &str = "us-east-1";

/// The installed command line.
#[derive(Debug, Clone)]
pub(crate) struct Cloud {
    programs: PathBuf,
}

/// The result of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    Success(String),
    /// The error message.
    Failure(String),
}

impl Cloud {
    /// Returns the command line, installing it if missing.
    pub(crate) fn open(root: &Path) -> Result<Self> {
        let programs = python::environment(&root.join("target/deploy/venv"), &[TOOL])?;
        Ok(Self { programs })
    }

    /// Returns a command of a service.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(self.programs.join("aws"));
        // A pager would wait for input. Version 1 ignores `AWS_REGION`.
        command.args(words).args(["--region", REGION, "--output", "json"]).env("AWS_PAGER", "");
        command
    }

    /// Returns the credentials of the profile, including a temporary login.
    pub(crate) fn credentials(&self) -> Result<Value> {
        let script = include_str!("credentials.py");
        match Self::try_run(Command::new(self.programs.join("python")).args(["-c", script]))? {
            Outcome::Success(output) => Ok(serde_json::from_str(&output)?),
            Outcome::Failure(why) => bail!("the profile in AWS_PROFILE has no valid credentials: {why}"),
        }
    }

    /// Runs a command that may fail.
    pub(crate) fn try_run(command: &mut Command) -> Result<Outcome> {
        let output =
            command.output().with_context(|| format!("`{}` can't be started", command_line(command)))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
        if output.status.success() {
            return Ok(Outcome::Success(text(&output.stdout)));
        }
        Ok(Outcome::Failure(text(&output.stderr)))
    }

    /// Runs a command that must succeed, and returns its output.
    pub(crate) fn run(command: &mut Command) -> Result<String> {
        match Self::try_run(command)? {
            Outcome::Success(output) => Ok(output),
            Outcome::Failure(why) => {
                complain(&why);
                bail!("`{}` failed; see the message above", command_line(command))
            }
        }
    }

    /// Runs a command that must succeed, and parses its output; null if there is none.
    pub(crate) fn json(command: &mut Command) -> Result<Value> {
        let output = Self::run(command)?;
        if output.is_empty() {
            return Ok(Value::Null);
        }
        serde_json::from_str(&output)
            .with_context(|| format!("the output of `{}` is not JSON", command_line(command)))
    }
}

impl Outcome {
    /// Returns the output, or `None` if the error message contains `missing`.
    pub(crate) fn output_unless_missing(self, missing: &str) -> Result<Option<String>> {
        match self {
            Self::Success(output) => Ok(Some(output)),
            Self::Failure(why) if why.contains(missing) => Ok(None),
            Self::Failure(why) => bail!("the cloud does not respond: {why}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_resource_is_distinguished_from_other_failures() {
        let missing = "An error occurred (ValidationError): Stack with id waypoint does not exist";
        let result = |outcome: Outcome| {
            outcome.output_unless_missing("does not exist").map_err(|error| error.to_string())
        };
        assert_eq!(result(Outcome::Success("{}".into())), Ok(Some("{}".into())));
        assert_eq!(result(Outcome::Failure(missing.into())), Ok(None));
        for other in ["Unable to locate credentials", "(ExpiredToken) The security token is expired", ""] {
            let error = result(Outcome::Failure(other.into())).unwrap_err();
            assert!(error.ends_with(other), "{error}");
        }
    }
}
