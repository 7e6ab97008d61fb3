//! `cargo ops rehearse`: a deployment from creation to rollback, on a third-party emulator (`ministack`).
//!
//! Commands, template, change sets, publishing, and tables are real. Functions are empty programs, resources that the
//! emulator lacks are left out ([`stand_ins`]), and nothing waits for the site to respond. After each step, the rehearsal
//! checks the state of the account ([`snapshot`]). [`interruption`] breaks off an upload.

mod interruption;
mod snapshot;
mod stand_ins;

use std::{
    env, fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use waypoint_building::{
    emulator::Emulator,
    python,
    running::{run, say},
};

use crate::{
    cloud::Cloud,
    deploy::{self, Pages, Settings, Stack},
    operate, site,
};
use snapshot::Snapshot;
use stand_ins::{CopiedSite, LEFT_OUT, Placeholders, change, copy_content};

/// The emulator's account. A client of the store of page names prepends it to [`NAMES_HOST`]. The result is an address
/// of the local machine, because a leading zero makes the first part an octal number: 127.
const ACCOUNT: &str = "000000000177";
/// The rest of the host of the store of page names.
const NAMES_HOST: &str = "0.0.1";
const PROFILE: &str = "rehearsal";
const STACK: &str = "waypoint-rehearsal";
const BUCKET: &str = "waypoint-rehearsal-packages";
/// How many files pass before the upload breaks off.
const PASSED_FILES: usize = 4;
const SETTINGS: &str = r#"
stack = "waypoint-rehearsal"
packages = "waypoint-rehearsal-packages"
address = "https://waypoint.example"
[parameters]
Stage = "prod"
Secrets = "waypoint-rehearsal"
Portal = "https://portal.example/hook"
MailFrom = "Waypoint <news@waypoint.example>"
"#;

/// The options of `cargo ops rehearse`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The address of a running emulator
    #[arg(long, hide = true)]
    at: Option<SocketAddr>,
}

/// Starts the emulator and rehearses in a process that uses it.
pub(crate) fn run_with(root: &Path, options: &Options) -> Result<()> {
    if let Some(address) = options.at {
        return rehearse(root, address);
    }
    let folder = root.join("target/rehearse");
    let lines = |file: &str| fs::read_to_string(root.join(file)).with_context(|| file.to_owned());
    let (emulator, tools) =
        (lines("infra/local/tests/requirements.txt")?, lines("infra/template/requirements.txt")?);
    let transform = tools.lines().filter(|line| line.starts_with("aws-sam-translator"));
    let packages: Vec<&str> = emulator.lines().chain(transform).collect();
    let programs = python::environment(&folder.join("venv"), &packages)?;
    site::build_programs(root)?;
    let account = [("MINISTACK_ACCOUNT_ID", ACCOUNT)];
    let emulator = Emulator::start(&programs.join("ministack"), &folder, &account)?;
    let address = emulator.address();
    let endpoint = format!("http://{address}");
    // A profile provides the credentials, as in docs/operations.md.
    let profile = folder.join("credentials");
    let keys = format!("[{PROFILE}]\naws_access_key_id = {ACCOUNT}\naws_secret_access_key = rehearsal\n");
    fs::write(&profile, keys).with_context(|| profile.display().to_string())?;
    run(Command::new(env::current_exe()?)
        .args(["rehearse", "--at", &address.to_string()])
        .env("AWS_ENDPOINT_URL", &endpoint)
        .env("AWS_ENDPOINT_URL_CLOUDFRONT_KEYVALUESTORE", format!("http://{NAMES_HOST}:{}", address.port()))
        .env("AWS_PROFILE", PROFILE)
        .env("AWS_SHARED_CREDENTIALS_FILE", &profile)
        .env("AWS_CONFIG_FILE", folder.join("none"))
        .env_remove("AWS_ACCESS_KEY_ID")
        .env_remove("AWS_SECRET_ACCESS_KEY")
        .env_remove("AWS_SESSION_TOKEN"))
}

/// The state of the rehearsal.
struct Rehearsal<'a> {
    site: CopiedSite<'a>,
    stack: &'a Stack<'a>,
    built: Placeholders<'a>,
}

impl Rehearsal<'_> {
    fn deploy(&self, release: &str) -> Result<()> {
        let packaged = deploy::package_all(&self.site, self.stack, &self.built)?;
        deploy::deploy(&self.site, self.stack, &packaged, release)
    }

    fn back(&self) -> Result<()> {
        deploy::back(&self.site, self.site.settings, self.stack)
    }

    fn snapshot(&self) -> Result<Snapshot> {
        let outputs = self.stack.outputs()?.context("there is no stack")?;
        Snapshot::take(self.stack.cloud(), STACK, &outputs)
    }

    fn current_release(&self) -> Result<u32> {
        self.site.current_release(&self.stack.outputs()?.context("there is no stack")?)
    }
}

fn rehearse(root: &Path, address: SocketAddr) -> Result<()> {
    let settings: Settings = Settings::parse(SETTINGS)?;
    let stack = Stack::open(root, &settings)?;
    prepare(stack.cloud())?;
    let articles = copy_content(root)?;
    let site = CopiedSite { root, settings: &settings, proxy: None.into() };
    let built = Placeholders { root, has_failing_resource: false };
    let rehearsal = Rehearsal { site, stack: &stack, built };
    say(&format!("Left out, because the emulator can't create them: {}", LEFT_OUT.join(", ")));
    plan_leaves_nothing_behind(&rehearsal)?;
    failure_leaves_nothing_behind(&rehearsal)?;
    let one = first(&rehearsal)?;
    unchanged(&rehearsal, &one)?;
    let two = change_one_article(&rehearsal, &articles, &one)?;
    interrupted_upload(&rehearsal, &articles, &two, address)?;
    roll_back_twice(&rehearsal, &one, &two)?;
    run_operator_program(root)?;
    say("The rehearsal succeeded");
    Ok(())
}

/// Creates what an operator creates manually.
fn prepare(cloud: &Cloud) -> Result<()> {
    Cloud::run(&mut cloud.command(&["s3api", "create-bucket", "--bucket", BUCKET]))?;
    let key = |letter: &str| letter.repeat(64);
    let secret = serde_json::json!({
        "secret": key("0"), "edge_key": key("a"), "edge_key_also": key("b"),
        "portal_key": "whsec_cmVoZWFyc2Fs", "referral_key": "whsec_cmVoZWFyc2Fs", "mail_server": "smtps://u:p@mail.example",
    });
    let words = ["secretsmanager", "create-secret", "--name", STACK, "--secret-string", &secret.to_string()];
    Cloud::run(&mut cloud.command(&words)).map(drop)
}

fn plan_leaves_nothing_behind(rehearsal: &Rehearsal) -> Result<()> {
    step("Plan of a first deployment");
    let packaged = deploy::package_all(&rehearsal.site, rehearsal.stack, &rehearsal.built)?;
    deploy::plan(&rehearsal.site, rehearsal.stack, &packaged, "one")?;
    ensure!(rehearsal.stack.outputs()?.is_none(), "the plan left a stack behind");
    ensure!(rehearsal.stack.next()? == deploy::NextChange::Create, "the plan left a stack behind");
    let bucket = ["s3api", "list-objects-v2", "--bucket", BUCKET];
    let listed = Cloud::json(&mut rehearsal.stack.cloud().command(&bucket))?;
    ensure!(listed["Contents"].is_null(), "the plan left files in the bucket of packages");
    say("→ It left nothing behind");
    Ok(())
}

fn failure_leaves_nothing_behind(rehearsal: &Rehearsal) -> Result<()> {
    step("First deployment, with a failing resource");
    let built = Placeholders { has_failing_resource: true, ..rehearsal.built };
    let packaged = deploy::package_all(&rehearsal.site, rehearsal.stack, &built)?;
    let failed = deploy::deploy(&rehearsal.site, rehearsal.stack, &packaged, "none");
    let Err(error) = failed else { bail!("no resource failed") };
    ensure!(rehearsal.stack.next()? == deploy::NextChange::Create, "an incomplete stack is left");
    let cloud = rehearsal.stack.cloud();
    let tables = Cloud::json(&mut cloud.command(&["dynamodb", "list-tables"]))?;
    ensure!(tables["TableNames"] == serde_json::json!([]), "tables are left: {tables}");
    say(&format!("→ It failed ({error}), and left nothing behind"));
    Ok(())
}

fn first(rehearsal: &Rehearsal) -> Result<Snapshot> {
    step("First deployment");
    rehearsal.deploy("one")?;
    let snapshot = rehearsal.snapshot()?;
    ensure!(snapshot.count() > 100, "the site has {} files", snapshot.count());
    ensure!(snapshot.release == "one" && snapshot.passages != "null", "functions do not have the content");
    say(&format!("→ The site has {} files, and functions have the content", snapshot.count()));
    Ok(snapshot)
}

fn unchanged(rehearsal: &Rehearsal, one: &Snapshot) -> Result<()> {
    step("Deployment without changes");
    rehearsal.deploy("one")?;
    let files = one.changes_to(&rehearsal.snapshot()?);
    ensure!(files.put.is_empty() && files.removed.is_empty(), "unchanged files were uploaded: {files:?}");
    say("→ Nothing was uploaded");
    Ok(())
}

fn change_one_article(rehearsal: &Rehearsal, articles: &[PathBuf], one: &Snapshot) -> Result<Snapshot> {
    step("Deployment of content with one changed article");
    let article = articles.first().context("the content has no articles")?;
    change(article, "two")?;
    let packaged = deploy::package_content(&rehearsal.site, rehearsal.stack, &rehearsal.built)?;
    deploy::plan(&rehearsal.site, rehearsal.stack, &packaged, "two")?;
    ensure!(rehearsal.snapshot()? == *one, "the plan changed something");
    say("→ The plan changed nothing");
    let new = rehearsal.stack.missing(&packaged)?;
    ensure!(new.len() == 1 && packaged.packages.len() == 1, "more than the content was packaged: {new:?}");
    ensure!(
        deploy::is_changed(&packaged, rehearsal.stack)?,
        "the function that regenerates pages keeps the old content"
    );
    deploy::deploy(&rehearsal.site, rehearsal.stack, &packaged, "two")?;
    let again = deploy::package_content(&rehearsal.site, rehearsal.stack, &rehearsal.built)?;
    ensure!(
        !deploy::is_changed(&again, rehearsal.stack)?,
        "the content of the release differs from the checkout"
    );
    let two = rehearsal.snapshot()?;
    let files = one.changes_to(&two);
    let name = article.file_stem().unwrap_or_default().to_string_lossy();
    let page = format!("articles/{name}.html");
    ensure!(files.put == files.changed, "unchanged files were uploaded: {files:?}");
    ensure!(
        files.put.contains(&page) && files.put.len() < 20,
        "more than {page} was uploaded: {:?}",
        files.put
    );
    ensure!(two.passages != one.passages, "the chat still quotes the old article");
    say(&format!("→ {} of {} files were uploaded: {:?}", files.put.len(), two.count(), files.put));
    Ok(two)
}

fn interrupted_upload(
    rehearsal: &Rehearsal,
    articles: &[PathBuf],
    two: &Snapshot,
    address: SocketAddr,
) -> Result<()> {
    step("All articles change, and the upload is interrupted");
    articles.iter().try_for_each(|article| change(article, "three"))?;
    let last = rehearsal.current_release()?;
    rehearsal.site.proxy.set(Some(interruption::start_proxy(address, PASSED_FILES)?));
    let failed = rehearsal.deploy("three");
    rehearsal.site.proxy.set(None);
    let Err(error) = failed else { bail!("the upload was not interrupted") };
    let files = two.changes_to(&rehearsal.snapshot()?);
    ensure!(files.removed.is_empty(), "files of the old site were removed: {:?}", files.removed);
    ensure!(
        files.put.len() <= PASSED_FILES,
        "more files were uploaded than the proxy passes: {:?}",
        files.put
    );
    ensure!(rehearsal.current_release()? == last, "the interrupted upload was recorded as a release");
    say(&format!(
        "→ It failed ({error}); {} files were uploaded, and none of the old site was removed",
        files.put.len()
    ));
    step("Rollback");
    rehearsal.back()?;
    ensure!(rehearsal.snapshot()?.matches(two), "the site differs from before");
    say("→ Pages, functions, and their content are those of release two");
    Ok(())
}

fn roll_back_twice(rehearsal: &Rehearsal, one: &Snapshot, two: &Snapshot) -> Result<()> {
    step("Complete upload, and two rollbacks");
    rehearsal.deploy("three")?;
    let files = two.changes_to(&rehearsal.snapshot()?);
    ensure!(files.changed.len() > PASSED_FILES, "the articles did not change: {files:?}");
    rehearsal.back()?;
    ensure!(rehearsal.snapshot()?.matches(two), "the site differs from release two");
    rehearsal.back()?;
    ensure!(rehearsal.snapshot()?.matches(one), "the site differs from release one");
    say("→ Pages, functions, and their content are those of release two, then those of release one");
    Ok(())
}

/// Runs a program that needs the participants table and the secret.
fn run_operator_program(root: &Path) -> Result<()> {
    step("An operator's program");
    let settings = root.join("target/rehearse/settings.toml");
    fs::write(&settings, SETTINGS)?;
    operate::run_with(
        root,
        &operate::Options { settings, studies: None, program: vec!["audit".into(), "verify".into()] },
    )
}

fn step(what: &str) {
    say(&format!("── {what}"));
}
