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

use super::{
    change::{self, Change},
    condition::{self, Next, is_at_work, is_done},
    packages::Packaged,
    parameters::Parameters,
    releases::{Release, never_published},
    restored,
    settings::{Protection, Settings},
};
use crate::{
    cloud::{Cloud, REGION},
    environment,
    running::{complain, say},
};

/// The folders for packages and templates of releases in the bucket.
const PACKAGES: &str = "packages";
const RELEASES: &str = "releases";
/// The name of a template while the cloud reads it.
const READ: &str = "template.yaml";
/// The interval for polling the cloud.
const BETWEEN: Duration = Duration::from_secs(5);
/// The cloud's message for a missing stack.
const NO_STACK: &str = "does not exist";

/// A stack.
pub(crate) struct Stack<'a> {
    cloud: Cloud,
    settings: &'a Settings,
    folder: PathBuf,
}

/// The cloud's description of a stack.
struct Known {
    id: String,
    status: String,
    outputs: BTreeMap<String, String>,
}

impl<'a> Stack<'a> {
    pub(crate) fn of(root: &Path, settings: &'a Settings) -> Result<Self> {
        Ok(Self { cloud: Cloud::open(root)?, settings, folder: root.join("target/deploy") })
    }

    /// Returns the command line.
    pub(crate) fn cloud(&self) -> &Cloud {
        &self.cloud
    }

    /// Returns the location of packages.
    pub(crate) fn packages(&self) -> String {
        self.there(PACKAGES)
    }

    /// Returns the next change, or an error with what to do first.
    pub(crate) fn next(&self) -> Result<Next> {
        let status = self.known(&self.settings.stack)?.map(|known| known.status);
        condition::next(&self.settings.stack, status.as_deref())
    }

    /// Returns the outputs, or `None` if the stack was never completed.
    pub(crate) fn outputs(&self) -> Result<Option<BTreeMap<String, String>>> {
        let known = self.known(&self.settings.stack)?;
        Ok(known.map(|known| known.outputs).filter(|outputs| !outputs.is_empty()))
    }

    /// Returns the packages that are not in the bucket yet.
    pub(crate) fn missing<'p>(&self, packaged: &'p Packaged) -> Result<Vec<&'p String>> {
        let there: BTreeSet<String> = self.files_in(PACKAGES)?.into_iter().collect();
        Ok(packaged.packages.iter().filter(|name| !there.contains(*name)).collect())
    }

    /// Uploads the packages that are not in the bucket yet.
    pub(crate) fn bring(&self, packaged: &Packaged) -> Result<()> {
        let missing = self.missing(packaged)?;
        if !missing.is_empty() {
            let mut copy = self.cloud.command(&["s3", "cp", "--only-show-errors", "--recursive"]);
            copy.arg(&packaged.folder).arg(self.packages()).args(["--exclude", "*"]);
            Cloud::told(copy.args(missing.iter().flat_map(|name| ["--include", name.as_str()])))?;
        }
        say(&format!("Packages: {} of {} went up", missing.len(), packaged.packages.len()));
        Ok(())
    }

    /// Changes the stack to match a template. A new stack is protected only once it is complete, so that a failed creation
    /// leaves nothing behind.
    pub(crate) fn become_of(&self, template: &Path, release: &str) -> Result<()> {
        if self.next()? == Next::Create {
            self.change(template, release, Protection::Off)?;
        }
        self.change(template, release, Protection::On)
    }

    fn change(&self, template: &Path, release: &str, protection: Protection) -> Result<()> {
        let next = self.next()?;
        let (set, change) = self.worked_out(template, release, protection, next)?;
        match change {
            Change::Nothing => {
                say("Stack: nothing changes");
                return self.drop_set(&set);
            }
            Change::Ready(lines) => say(&format!("Stack: {} changes …", lines.len())),
            Change::Refused(why) => bail!("the cloud does not take the template: {why}"),
            Change::Waiting => bail!("the cloud does not say what would change"),
        }
        let stack = self.known(&self.settings.stack)?.context("the stack is gone")?;
        let words = ["cloudformation", "execute-change-set", "--change-set-name", &set];
        Cloud::told(&mut self.cloud.command(&words))?;
        self.wait_for(&stack.id)
    }

    /// Prints what a template would change, and leaves nothing behind.
    pub(crate) fn plan(&self, template: &Path, release: &str) -> Result<()> {
        let next = self.next()?;
        let worked_out = self.worked_out(template, release, Protection::On, next);
        let told = worked_out.and_then(|(set, change)| self.drop_set(&set).map(|()| change));
        if next == Next::Create {
            // The cloud created an empty stack to compare with.
            let words = ["cloudformation", "delete-stack", "--stack-name", &self.settings.stack];
            Cloud::told(&mut self.cloud.command(&words))?;
        }
        match told? {
            Change::Ready(lines) => lines.iter().for_each(|line| say(line)),
            Change::Nothing => say("Stack: nothing would change"),
            Change::Refused(why) => bail!("the cloud does not take the template: {why}"),
            Change::Waiting => bail!("the cloud does not say what would change"),
        }
        Ok(())
    }

    /// Creates a change set for a template. Returns its id and the changes.
    fn worked_out(
        &self,
        template: &Path,
        release: &str,
        protection: Protection,
        next: Next,
    ) -> Result<(String, Change)> {
        let text = fs::read_to_string(template).with_context(|| format!("{}", template.display()))?;
        let keys = environment::keys_of_functions(&self.cloud, &self.settings.parameters)?;
        let given = self.settings.parameters_of(release, protection, &keys, &text)?;
        let given = Parameters::write(self.folder.join("parameters.json"), &given.to_string())?;
        let used = self.folder.join("used.yaml");
        fs::write(&used, restored::with_tables(&text, &self.settings.restored)?)?;
        self.copy(&used, READ)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let mut asked = self.cloud.command(&["cloudformation", "create-change-set"]);
        asked.args(["--stack-name", &self.settings.stack, "--change-set-name", &format!("waypoint-{now}")]);
        asked.args(["--change-set-type", next.kind(), "--template-url", &self.address(READ)]);
        asked.args(["--capabilities", "CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND", "--parameters"]);
        asked.arg(format!("file://{}", given.file.display()));
        if next == Next::Create {
            asked.args(["--on-stack-failure", "DELETE"]);
        }
        let made = Cloud::json(&mut asked);
        drop(given);
        let worked_out = made.and_then(|made| {
            let set = made["Id"].as_str().context("the cloud names no set of changes")?.to_owned();
            let change = self.wait_for_set(&set)?;
            Ok((set, change))
        });
        self.remove(READ)?;
        worked_out
    }

    fn wait_for_set(&self, set: &str) -> Result<Change> {
        loop {
            let words = ["cloudformation", "describe-change-set", "--change-set-name", set];
            match change::of(&Cloud::json(&mut self.cloud.command(&words))?) {
                Change::Waiting => thread::sleep(BETWEEN),
                change => return Ok(change),
            }
        }
    }

    fn drop_set(&self, set: &str) -> Result<()> {
        let words = ["cloudformation", "delete-change-set", "--change-set-name", set];
        Cloud::told(&mut self.cloud.command(&words)).map(drop)
    }

    /// Waits until the cloud is done, and prints which resources failed.
    fn wait_for(&self, id: &str) -> Result<()> {
        loop {
            let status = self.known(id)?.map_or_else(|| "DELETE_COMPLETE".into(), |known| known.status);
            if is_done(&status) {
                return Ok(());
            }
            if !is_at_work(&status) {
                self.tell_refused(id)?;
                condition::next(&self.settings.stack, Some(&status))?;
                bail!(
                    "the stack is what it was before ({status}); what is said above says which part was refused"
                );
            }
            thread::sleep(BETWEEN);
        }
    }

    fn tell_refused(&self, id: &str) -> Result<()> {
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

    fn known(&self, stack: &str) -> Result<Option<Known>> {
        let words = ["cloudformation", "describe-stacks", "--stack-name", stack];
        let Some(told) = Cloud::asked(&mut self.cloud.command(&words))?.unless(NO_STACK)? else {
            return Ok(None);
        };
        known(&told).map(Some)
    }

    /// Stores the template of a release for rollbacks.
    pub(crate) fn keep(&self, template: &Path, name: &str, site_before: u32) -> Result<()> {
        let releases = self.releases()?;
        let release = Release::after(&releases, name, site_before);
        self.copy(template, &format!("{RELEASES}/{}", release.file()))?;
        if let Some(before) = never_published(&releases, site_before) {
            self.forget(before)?;
        }
        say(&format!("Release {} ({name}) is what functions are", release.number));
        Ok(())
    }

    /// Downloads the template of a release.
    pub(crate) fn template_of(&self, release: &Release) -> Result<PathBuf> {
        let template = self.folder.join("before.yaml");
        let there = self.there(&format!("{RELEASES}/{}", release.file()));
        Cloud::told(self.cloud.command(&["s3", "cp", "--only-show-errors", &there]).arg(&template))?;
        Ok(template)
    }

    /// Removes a release from the history, after rolling back to the one before it.
    pub(crate) fn forget(&self, release: &Release) -> Result<()> {
        self.remove(&format!("{RELEASES}/{}", release.file()))
    }

    /// Returns the releases, oldest first.
    pub(crate) fn releases(&self) -> Result<Vec<Release>> {
        let files = self.files_in(RELEASES)?;
        let mut releases: Vec<Release> = files.iter().filter_map(|file| Release::of_file(file)).collect();
        releases.sort_by_key(|release| release.number);
        Ok(releases)
    }

    /// Returns the names of files in a folder of the bucket.
    fn files_in(&self, folder: &str) -> Result<Vec<String>> {
        let prefix = format!("{}/{folder}/", self.settings.stack);
        let words = ["s3api", "list-objects-v2", "--bucket", &self.settings.packages, "--prefix", &prefix];
        let told = Cloud::json(&mut self.cloud.command(&words))?;
        let keys = told["Contents"].as_array().into_iter().flatten().filter_map(|file| file["Key"].as_str());
        Ok(keys.filter_map(|key| key.strip_prefix(&prefix)).map(str::to_owned).collect())
    }

    fn copy(&self, file: &Path, to: &str) -> Result<()> {
        let mut copy = self.cloud.command(&["s3", "cp", "--only-show-errors"]);
        Cloud::told(copy.arg(file).arg(self.there(to))).map(drop)
    }

    fn remove(&self, file: &str) -> Result<()> {
        let there = self.there(file);
        Cloud::told(&mut self.cloud.command(&["s3", "rm", "--only-show-errors", &there])).map(drop)
    }

    fn there(&self, file: &str) -> String {
        format!("s3://{}/{}/{file}", self.settings.packages, self.settings.stack)
    }

    /// Returns the URL by which the cloud reads a file in the bucket.
    fn address(&self, file: &str) -> String {
        format!("https://s3.{REGION}.amazonaws.com/{}/{}/{file}", self.settings.packages, self.settings.stack)
    }
}

fn known(told: &str) -> Result<Known> {
    let told: Value = serde_json::from_str(told).context("what the cloud says of the stack is no JSON")?;
    let stack = &told["Stacks"][0];
    let text = |of: &Value, name: &str| of[name].as_str().map(str::to_owned);
    let outputs = stack["Outputs"].as_array().into_iter().flatten();
    Ok(Known {
        id: text(stack, "StackId").context("the cloud does not say which stack it is")?,
        status: text(stack, "StackStatus").context("the cloud does not say how the stack is")?,
        outputs: outputs.filter_map(|one| text(one, "OutputKey").zip(text(one, "OutputValue"))).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outputs_of_a_stack_are_read_and_one_that_is_being_made_has_none() {
        let told = r#"{"Stacks": [{"StackId": "i", "StackStatus": "CREATE_COMPLETE",
            "Outputs": [{"OutputKey": "SiteBucket", "OutputValue": "b"}]}]}"#;
        let stack = known(told).unwrap();
        assert_eq!(stack.outputs, [("SiteBucket".to_owned(), "b".to_owned())].into());
        assert_eq!((stack.id.as_str(), stack.status.as_str()), ("i", "CREATE_COMPLETE"));
        let making = r#"{"Stacks": [{"StackId": "i", "StackStatus": "REVIEW_IN_PROGRESS"}]}"#;
        assert!(known(making).unwrap().outputs.is_empty());
        assert!(known("{}").is_err());
    }
}
