//! The cloud's command line (`awscli`). It takes its credentials from the environment.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::{
    python,
    running::{complain, shown},
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
pub(crate) enum Answer {
    Told(String),
    /// The error message.
    Refused(String),
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
        let told = include_str!("credentials.py");
        match Self::asked(Command::new(self.programs.join("python")).args(["-c", told]))? {
            Answer::Told(told) => Ok(serde_json::from_str(&told)?),
            Answer::Refused(why) => bail!("the profile that AWS_PROFILE names lets nobody in: {why}"),
        }
    }

    /// Runs a command that may fail.
    pub(crate) fn asked(command: &mut Command) -> Result<Answer> {
        let output = command.output().with_context(|| format!("`{}` can't be started", shown(command)))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
        if output.status.success() {
            return Ok(Answer::Told(text(&output.stdout)));
        }
        Ok(Answer::Refused(text(&output.stderr)))
    }

    /// Runs a command that must succeed, and returns its output.
    pub(crate) fn told(command: &mut Command) -> Result<String> {
        match Self::asked(command)? {
            Answer::Told(told) => Ok(told),
            Answer::Refused(why) => {
                complain(&why);
                bail!("`{}` failed; what is said above says why", shown(command))
            }
        }
    }

    /// Runs a command that must succeed, and parses its output; null if there is none.
    pub(crate) fn json(command: &mut Command) -> Result<Value> {
        let told = Self::told(command)?;
        if told.is_empty() {
            return Ok(Value::Null);
        }
        serde_json::from_str(&told).with_context(|| format!("what `{}` says is no JSON", shown(command)))
    }
}

impl Answer {
    /// Returns the output, or `None` if the error message contains `missing`.
    pub(crate) fn unless(self, missing: &str) -> Result<Option<String>> {
        match self {
            Self::Told(told) => Ok(Some(told)),
            Self::Refused(why) if why.contains(missing) => Ok(None),
            Self::Refused(why) => bail!("the cloud does not answer: {why}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_told_from_a_cloud_that_does_not_answer() {
        let missing = "An error occurred (ValidationError): Stack with id waypoint does not exist";
        let told = |answer: Answer| answer.unless("does not exist").map_err(|error| error.to_string());
        assert_eq!(told(Answer::Told("{}".into())), Ok(Some("{}".into())));
        assert_eq!(told(Answer::Refused(missing.into())), Ok(None));
        for other in ["Unable to locate credentials", "(ExpiredToken) The security token is expired", ""] {
            let error = told(Answer::Refused(other.into())).unwrap_err();
            assert!(error.ends_with(other), "{error}");
        }
    }
}
