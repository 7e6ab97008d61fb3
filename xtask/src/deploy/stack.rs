//! The stack, by the cloud's own command line (`awscli`), which takes its credentials from the environment.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::settings::Settings;
use crate::{
    python,
    running::{output_of, run, say},
};

/// The package with the command line.
const TOOL: &str = "awscli==1.46.3";
/// Where the templates of releases are kept in the bucket of packages, each with its number and its name.
const RELEASES: &str = "releases";
/// What publishing asks the environment for, and which output of the stack says it.
const PLACE: [(&str, &str); 4] = [
    ("SITE_BUCKET", "SiteBucket"),
    ("SITE_DISTRIBUTION", "Distribution"),
    ("SITE_PAGES_STORE", "PagesStore"),
    ("STUDIES_TABLE", "StudiesTable"),
];

/// Whether what would change is shown, or made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    Planned,
    Made,
}

impl Change {
    pub(super) fn told(self) -> &'static str {
        match self {
            Self::Planned => "what would change …",
            Self::Made => {
                "becoming what the template says; the cloud goes back by itself when a part fails …"
            }
        }
    }
}

/// A stack.
pub(super) struct Stack<'a> {
    settings: &'a Settings,
    program: PathBuf,
    folder: PathBuf,
}

impl<'a> Stack<'a> {
    pub(super) fn of(root: &Path, settings: &'a Settings) -> Result<Self> {
        let folder = root.join("target/deploy");
        let program = python::environment(&folder.join("venv"), &[TOOL])?.join("aws");
        Ok(Self { settings, program, folder })
    }

    /// Brings packages to the bucket that are not there yet; gives the template that names them.
    pub(super) fn package(&self, template: &Path) -> Result<PathBuf> {
        let packaged = self.folder.join("packaged.yaml");
        run(self
            .aws(&["cloudformation", "package", "--s3-bucket", &self.settings.packages])
            .args(["--s3-prefix", &self.settings.stack, "--template-file"])
            .arg(template)
            .arg("--output-template-file")
            .arg(&packaged))
        .context("packages can't be brought to the bucket")?;
        Ok(packaged)
    }

    /// Makes the stack what a template says, or shows what would change.
    pub(super) fn become_of(&self, template: &Path, release: &str, change: Change) -> Result<()> {
        run(self
            .aws(&["cloudformation", "deploy", "--stack-name", &self.settings.stack, "--template-file"])
            .arg(template)
            .args(["--s3-bucket", &self.settings.packages, "--s3-prefix", &self.settings.stack])
            .args([
                "--capabilities",
                "CAPABILITY_IAM",
                "CAPABILITY_AUTO_EXPAND",
                "--no-fail-on-empty-changeset",
            ])
            .args((change == Change::Planned).then_some("--no-execute-changeset"))
            .arg("--parameter-overrides")
            .args(self.settings.parameters_of(release)))
        .context("the stack stays what it was; the cloud's events say which part it refused")
    }

    /// Where the site goes, as the environment of what publishes it; nothing when there is no stack yet.
    pub(super) fn outputs(&self) -> Result<Option<Vec<(&'static str, String)>>> {
        let mut asked = self.aws(&["cloudformation", "describe-stacks", "--output", "json", "--stack-name"]);
        let Some(told) = output_of(asked.arg(&self.settings.stack))? else { return Ok(None) };
        let outputs = outputs(&told)?;
        if outputs.is_empty() {
            return Ok(None);
        }
        let value = |(variable, output): (&'static str, &str)| {
            let value = outputs.get(output).with_context(|| format!("the stack has no output {output}"))?;
            Ok((variable, value.clone()))
        };
        PLACE.into_iter().map(value).collect::<Result<Vec<_>>>().map(Some)
    }

    /// Keeps the template of a release that was made, so that one can go back to it.
    pub(super) fn keep(&self, packaged: &Path, release: &str) -> Result<()> {
        let number = self.releases()?.last().map_or(1, |last| last.number + 1);
        let there = self.there(&format!("{number:06}-{release}.yaml"));
        run(self.aws(&["s3", "cp", "--only-show-errors"]).arg(packaged).arg(there))?;
        say(&format!("Release {number} ({release}) is in use"));
        Ok(())
    }

    /// Tells the releases.
    pub(super) fn list(&self) -> Result<()> {
        let releases = self.releases()?;
        if releases.is_empty() {
            say("There is no release yet");
        }
        for release in releases {
            say(&format!("{:6}  {}", release.number, release.name));
        }
        Ok(())
    }

    /// The name and the template of the release before the newest one.
    pub(super) fn before(&self) -> Result<(String, PathBuf)> {
        let releases = self.releases()?;
        let [.., before, _] = releases.as_slice() else {
            bail!("there is no release before the one in use; `--list` shows them");
        };
        let template = self.folder.join("before.yaml");
        let there = self.there(&before.file());
        run(self.aws(&["s3", "cp", "--only-show-errors"]).arg(there).arg(&template))?;
        Ok((before.name.clone(), template))
    }

    /// Takes the newest release from the list, after the one before has come back into use.
    pub(super) fn forget_newest(&self) -> Result<()> {
        let releases = self.releases()?;
        let Some(newest) = releases.last() else { return Ok(()) };
        run(self.aws(&["s3", "rm", "--only-show-errors"]).arg(self.there(&newest.file())))
    }

    fn releases(&self) -> Result<Vec<Release>> {
        let folder = self.there("");
        let listed = output_of(self.aws(&["s3", "ls"]).arg(&folder))?.unwrap_or_default();
        let mut releases: Vec<Release> = listed.lines().filter_map(Release::of_line).collect();
        releases.sort_by_key(|release| release.number);
        Ok(releases)
    }

    fn there(&self, file: &str) -> String {
        format!("s3://{}/{}/{RELEASES}/{file}", self.settings.packages, self.settings.stack)
    }

    fn aws(&self, arguments: &[&str]) -> Command {
        // A pager would wait for somebody who turns its pages.
        let mut command = Command::new(&self.program);
        command.args(arguments).env("AWS_PAGER", "");
        command
    }
}

/// A release whose template is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Release {
    number: u32,
    name: String,
}

impl Release {
    /// Reads a line of a listing, which ends with the file.
    fn of_line(line: &str) -> Option<Self> {
        let file = line.split_whitespace().last()?;
        let (number, name) = file.strip_suffix(".yaml")?.split_once('-')?;
        Some(Self { number: number.parse().ok()?, name: name.to_owned() })
    }

    fn file(&self) -> String {
        format!("{:06}-{}.yaml", self.number, self.name)
    }
}

fn outputs(told: &str) -> Result<BTreeMap<String, String>> {
    let told: Value = serde_json::from_str(told).context("what the cloud says of the stack is no JSON")?;
    let outputs = told["Stacks"][0]["Outputs"].as_array().cloned().unwrap_or_default();
    let text = |output: &Value, name: &str| output[name].as_str().map(str::to_owned);
    Ok(outputs.iter().filter_map(|one| text(one, "OutputKey").zip(text(one, "OutputValue"))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_is_read_from_its_line_of_a_listing() {
        let line = "2026-11-24 03:05:27     181234 000012-7a7396d-dirty.yaml";
        let release = Release::of_line(line).unwrap();
        assert_eq!(release, Release { number: 12, name: "7a7396d-dirty".into() });
        assert_eq!(release.file(), "000012-7a7396d-dirty.yaml");
        for other in ["", "                           PRE releases/", "2026-11-24 03:05:27 12 notes.txt"] {
            assert_eq!(Release::of_line(other), None, "{other}");
        }
    }

    #[test]
    fn the_outputs_of_a_stack_are_read_and_one_that_is_being_made_has_none() {
        let told = r#"{"Stacks": [{"Outputs": [{"OutputKey": "SiteBucket", "OutputValue": "b"}]}]}"#;
        assert_eq!(outputs(told).unwrap(), [("SiteBucket".to_owned(), "b".to_owned())].into());
        assert!(outputs(r#"{"Stacks": [{}]}"#).unwrap().is_empty());
    }
}
