//! A stack in the cloud.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use waypoint_building::running::{complain, say};

use super::{
    change::{self, Change},
    packages::PackagedRelease,
    parameters::Parameters,
    releases::{Release, unpublished_release},
    restored_tables,
    settings::{Protection, Settings},
    stack_status::{self, NextChange, is_done, is_in_progress},
};
use crate::{
    cloud::{Cloud, REGION},
    environment,
};

/// The folder for packages in the bucket.
const PACKAGES: &str = "packages";
/// The folder for templates of releases in the bucket.
const RELEASES: &str = "releases";
/// The name of a template while the cloud reads it.
const TEMPLATE: &str = "template.yaml";
/// The interval for polling the cloud.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// The cloud's message for a missing stack.
const NO_STACK: &str = "does not exist";

/// A stack of a deployment, with its settings and the command line.
pub(crate) struct Stack<'a> {
    cloud: Cloud,
    settings: &'a Settings,
    folder: PathBuf,
}

/// The cloud's description of a stack.
struct Description {
    id: String,
    status: String,
    outputs: BTreeMap<String, String>,
}

impl<'a> Stack<'a> {
    pub(crate) fn open(root: &Path, settings: &'a Settings) -> Result<Self> {
        Ok(Self { cloud: Cloud::open(root)?, settings, folder: root.join("target/deploy") })
    }

    /// Returns the command line.
    pub(crate) fn cloud(&self) -> &Cloud {
        &self.cloud
    }

    /// Returns the location of packages.
    pub(crate) fn packages(&self) -> String {
        self.location(PACKAGES)
    }

    /// Returns the next change, or an error with what to do first.
    pub(crate) fn next(&self) -> Result<NextChange> {
        let status = self.describe(&self.settings.stack)?.map(|description| description.status);
        stack_status::next(&self.settings.stack, status.as_deref())
    }

    /// Returns the outputs, or `None` if the stack was never completed.
    pub(crate) fn outputs(&self) -> Result<Option<BTreeMap<String, String>>> {
        let known = self.describe(&self.settings.stack)?;
        Ok(known.map(|description| description.outputs).filter(|outputs| !outputs.is_empty()))
    }

    /// Returns the packages that are not in the bucket yet.
    pub(crate) fn missing<'p>(&self, packaged: &'p PackagedRelease) -> Result<Vec<&'p String>> {
        let existing: BTreeSet<String> = self.files_in(PACKAGES)?.into_iter().collect();
        Ok(packaged.packages.iter().filter(|name| !existing.contains(*name)).collect())
    }

    /// Uploads the packages that are not in the bucket yet.
    pub(crate) fn upload(&self, packaged: &PackagedRelease) -> Result<()> {
        let missing = self.missing(packaged)?;
        if !missing.is_empty() {
            let mut copy = self.cloud.command(&["s3", "cp", "--only-show-errors", "--recursive"]);
            copy.arg(&packaged.folder).arg(self.packages()).args(["--exclude", "*"]);
            Cloud::run(copy.args(missing.iter().flat_map(|name| ["--include", name.as_str()])))?;
        }
        say(&format!("Packages: uploaded {} of {}", missing.len(), packaged.packages.len()));
        Ok(())
    }

    /// Changes the stack to match a template. A new stack is protected only once it is complete, so that a failed creation
    /// leaves nothing behind.
    pub(crate) fn update_to(&self, template: &Path, release: &str) -> Result<()> {
        if self.next()? == NextChange::Create {
            self.change(template, release, Protection::Off)?;
        }
        self.change(template, release, Protection::On)
    }

    fn change(&self, template: &Path, release: &str, protection: Protection) -> Result<()> {
        let next = self.next()?;
        let (set, change) = self.create_change_set(template, release, protection, next)?;
        match change {
            Change::Unchanged => {
                say("Stack: unchanged");
                return self.delete_change_set(&set);
            }
            Change::Ready(lines) => say(&format!("Stack: {} changes …", lines.len())),
            Change::Rejected(why) => bail!("the cloud rejects the template: {why}"),
            Change::Pending => bail!("the cloud does not report what would change"),
        }
        let stack = self.describe(&self.settings.stack)?.context("the stack no longer exists")?;
        let words = ["cloudformation", "execute-change-set", "--change-set-name", &set];
        Cloud::run(&mut self.cloud.command(&words))?;
        self.wait_for(&stack.id)
    }

    /// Prints what a template would change, and leaves nothing behind.
    pub(crate) fn plan(&self, template: &Path, release: &str) -> Result<()> {
        let next = self.next()?;
        let created = self.create_change_set(template, release, Protection::On, next);
        let planned = created.and_then(|(set, change)| self.delete_change_set(&set).map(|()| change));
        if next == NextChange::Create {
            // The cloud created an empty stack to compare with.
            let words = ["cloudformation", "delete-stack", "--stack-name", &self.settings.stack];
            Cloud::run(&mut self.cloud.command(&words))?;
        }
        match planned? {
            Change::Ready(lines) => lines.iter().for_each(|line| say(line)),
            Change::Unchanged => say("Stack: would not change"),
            Change::Rejected(why) => bail!("the cloud rejects the template: {why}"),
            Change::Pending => bail!("the cloud does not report what would change"),
        }
        Ok(())
    }

    /// Creates a change set for a template. Returns its id and the changes.
    fn create_change_set(
        &self,
        template: &Path,
        release: &str,
        protection: Protection,
        next: NextChange,
    ) -> Result<(String, Change)> {
        let text = fs::read_to_string(template).with_context(|| format!("{}", template.display()))?;
        let keys = environment::keys_of_functions(&self.cloud, &self.settings.parameters)?;
        let parameters = self.settings.parameters_of(release, protection, &keys, &text)?;
        let parameters = Parameters::write(self.folder.join("parameters.json"), &parameters.to_string())?;
        let used = self.folder.join("used.yaml");
        fs::write(&used, restored_tables::with_tables(&text, &self.settings.restored)?)?;
        self.copy(&used, TEMPLATE)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let mut command = self.cloud.command(&["cloudformation", "create-change-set"]);
        command.args(["--stack-name", &self.settings.stack, "--change-set-name", &format!("waypoint-{now}")]);
        command.args(["--change-set-type", next.kind(), "--template-url", &self.address(TEMPLATE)]);
        command.args(["--capabilities", "CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND", "--parameters"]);
        command.arg(format!("file://{}", parameters.file.display()));
        if next == NextChange::Create {
            command.args(["--on-stack-failure", "DELETE"]);
        }
        let made = Cloud::json(&mut command);
        drop(parameters);
        let result = made.and_then(|made| {
            let set = made["Id"].as_str().context("the cloud returned no change set")?.to_owned();
            let change = self.wait_for_set(&set)?;
            Ok((set, change))
        });
        self.remove(TEMPLATE)?;
        result
    }

    fn wait_for_set(&self, set: &str) -> Result<Change> {
        loop {
            let words = ["cloudformation", "describe-change-set", "--change-set-name", set];
            match change::parse(&Cloud::json(&mut self.cloud.command(&words))?) {
                Change::Pending => thread::sleep(POLL_INTERVAL),
                change => return Ok(change),
            }
        }
    }

    fn delete_change_set(&self, set: &str) -> Result<()> {
        let words = ["cloudformation", "delete-change-set", "--change-set-name", set];
        Cloud::run(&mut self.cloud.command(&words)).map(drop)
    }

    /// Waits until the cloud is done, and prints which resources failed.
    fn wait_for(&self, id: &str) -> Result<()> {
        loop {
            let status =
                self.describe(id)?.map_or_else(|| "DELETE_COMPLETE".into(), |description| description.status);
            if is_done(&status) {
                return Ok(());
            }
            if !is_in_progress(&status) {
                self.print_failures(id)?;
                stack_status::next(&self.settings.stack, Some(&status))?;
                bail!(
                    "the stack was rolled back ({status}); the messages above name the resources that failed"
                );
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    fn print_failures(&self, id: &str) -> Result<()> {
        let words = ["cloudformation", "describe-stack-events", "--stack-name", id, "--max-items", "300"];
        let events = Cloud::json(&mut self.cloud.command(&words))?;
        let text = |event: &Value, name: &str| event[name].as_str().unwrap_or_default().to_owned();
        let events = events["StackEvents"].as_array().cloned().unwrap_or_default();
        let failed = events.iter().filter(|event| text(event, "ResourceStatus").ends_with("_FAILED"));
        for event in failed {
            let (name, why) = (text(event, "LogicalResourceId"), text(event, "ResourceStatusReason"));
            complain(&format!("{name}: {why}"));
        }
        Ok(())
    }

    fn describe(&self, stack: &str) -> Result<Option<Description>> {
        let words = ["cloudformation", "describe-stacks", "--stack-name", stack];
        let Some(output) =
            Cloud::try_run(&mut self.cloud.command(&words))?.output_unless_missing(NO_STACK)?
        else {
            return Ok(None);
        };
        parse_description(&output).map(Some)
    }

    /// Stores the template of a release for rollbacks.
    pub(crate) fn record(&self, template: &Path, name: &str, site_before: u32) -> Result<()> {
        let releases = self.releases()?;
        let release = Release::next_release(&releases, name, site_before);
        self.copy(template, &format!("{RELEASES}/{}", release.file_name()))?;
        if let Some(before) = unpublished_release(&releases, site_before) {
            self.forget(before)?;
        }
        say(&format!("Release {} ({name}): functions are in use", release.number));
        Ok(())
    }

    /// Downloads the template of a release.
    pub(crate) fn template_of(&self, release: &Release) -> Result<PathBuf> {
        let template = self.folder.join("before.yaml");
        let location = self.location(&format!("{RELEASES}/{}", release.file_name()));
        Cloud::run(self.cloud.command(&["s3", "cp", "--only-show-errors", &location]).arg(&template))?;
        Ok(template)
    }

    /// Removes a release from the history, after rolling back to the one before it.
    pub(crate) fn forget(&self, release: &Release) -> Result<()> {
        self.remove(&format!("{RELEASES}/{}", release.file_name()))
    }

    /// Returns the releases, oldest first.
    pub(crate) fn releases(&self) -> Result<Vec<Release>> {
        let files = self.files_in(RELEASES)?;
        let mut releases: Vec<Release> =
            files.iter().filter_map(|file| Release::parse_file_name(file)).collect();
        releases.sort_by_key(|release| release.number);
        Ok(releases)
    }

    /// Returns the names of files in a folder of the bucket.
    fn files_in(&self, folder: &str) -> Result<Vec<String>> {
        let prefix = format!("{}/{folder}/", self.settings.stack);
        let words = ["s3api", "list-objects-v2", "--bucket", &self.settings.packages, "--prefix", &prefix];
        let listed = Cloud::json(&mut self.cloud.command(&words))?;
        let keys =
            listed["Contents"].as_array().into_iter().flatten().filter_map(|file| file["Key"].as_str());
        Ok(keys.filter_map(|key| key.strip_prefix(&prefix)).map(str::to_owned).collect())
    }

    fn copy(&self, file: &Path, to: &str) -> Result<()> {
        let mut copy = self.cloud.command(&["s3", "cp", "--only-show-errors"]);
        Cloud::run(copy.arg(file).arg(self.location(to))).map(drop)
    }

    fn remove(&self, file: &str) -> Result<()> {
        let location = self.location(file);
        Cloud::run(&mut self.cloud.command(&["s3", "rm", "--only-show-errors", &location])).map(drop)
    }

    fn location(&self, file: &str) -> String {
        format!("s3://{}/{}/{file}", self.settings.packages, self.settings.stack)
    }

    /// Returns the URL by which the cloud reads a file in the bucket.
    fn address(&self, file: &str) -> String {
        format!("https://s3.{REGION}.amazonaws.com/{}/{}/{file}", self.settings.packages, self.settings.stack)
    }
}

fn parse_description(output: &str) -> Result<Description> {
    let described: Value =
        serde_json::from_str(output).context("the cloud's description of the stack is not JSON")?;
    let stack = &described["Stacks"][0];
    let text = |value: &Value, name: &str| value[name].as_str().map(str::to_owned);
    let outputs = stack["Outputs"].as_array().into_iter().flatten();
    Ok(Description {
        id: text(stack, "StackId").context("the cloud's description has no StackId")?,
        status: text(stack, "StackStatus").context("the cloud's description has no StackStatus")?,
        outputs: outputs.filter_map(|one| text(one, "OutputKey").zip(text(one, "OutputValue"))).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_read_and_are_empty_for_a_new_stack() {
        let output = r#"{"Stacks": [{"StackId": "i", "StackStatus": "CREATE_COMPLETE",
            "Outputs": [{"OutputKey": "SiteBucket", "OutputValue": "b"}]}]}"#;
        let stack = parse_description(output).unwrap();
        assert_eq!(stack.outputs, [("SiteBucket".to_owned(), "b".to_owned())].into());
        assert_eq!((stack.id.as_str(), stack.status.as_str()), ("i", "CREATE_COMPLETE"));
        let making = r#"{"Stacks": [{"StackId": "i", "StackStatus": "REVIEW_IN_PROGRESS"}]}"#;
        assert!(parse_description(making).unwrap().outputs.is_empty());
        assert!(parse_description("{}").is_err());
    }
}
