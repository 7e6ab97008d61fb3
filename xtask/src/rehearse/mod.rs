//! `cargo xtask rehearse`: a deployment from creation to rollback, on a third-party emulator (`ministack`).
//!
//! Commands, template, change sets, publishing, and tables are real. Functions are empty programs, resources that the
//! emulator lacks are left out ([`stage`]), and nothing waits for the site to respond. After each step, the rehearsal
//! checks the state of the account ([`seen`]). [`interruption`] breaks off an upload.

mod interruption;
mod seen;
mod stage;

use std::{
    env, fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};

use crate::{
    cloud::Cloud,
    deploy::{self, Pages, Settings, Stack},
    emulator::Emulator,
    operate, publish, python,
    running::{run, say},
};
use seen::Seen;
use stage::{Copied, LEFT_OUT, Placeholders, change, copy_content};

/// The emulator's account. The host for the store of page names is the account and [`NAMES_HOST`]. Read as an octal number,
/// that is the local machine.
const ACCOUNT: &str = "000000000177";
const NAMES_HOST: &str = "0.0.1";
const PROFILE: &str = "rehearsal";
const STACK: &str = "waypoint-rehearsal";
const BUCKET: &str = "waypoint-rehearsal-packages";
/// How many files pass before the upload breaks off.
const PASS: usize = 4;
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

/// The options.
#[derive(Debug, clap::Args)]
pub(crate) struct Wanted {
    /// The address of a running emulator
    #[arg(long, hide = true)]
    at: Option<SocketAddr>,
}

/// Starts the emulator and rehearses in a process that uses it.
pub(crate) fn run_with(root: &Path, wanted: &Wanted) -> Result<()> {
    if let Some(address) = wanted.at {
        return rehearse(root, address);
    }
    let folder = root.join("target/rehearse");
    let lines = |file: &str| fs::read_to_string(root.join(file)).with_context(|| file.to_owned());
    let (emulator, tools) =
        (lines("infra/local/tests/requirements.txt")?, lines("infra/template/requirements.txt")?);
    let transform = tools.lines().filter(|line| line.starts_with("aws-sam-translator"));
    let packages: Vec<&str> = emulator.lines().chain(transform).collect();
    let programs = python::environment(&folder.join("venv"), &packages)?;
    publish::build_programs(root)?;
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
    site: Copied<'a>,
    stack: &'a Stack<'a>,
    built: Placeholders<'a>,
}

impl Rehearsal<'_> {
    fn deploy(&self, release: &str) -> Result<()> {
        let packaged = deploy::all_of(&self.site, self.stack, &self.built)?;
        deploy::deploy(&self.site, self.stack, &packaged, release)
    }

    fn back(&self) -> Result<()> {
        deploy::back(&self.site, self.site.settings(), self.stack)
    }

    fn seen(&self) -> Result<Seen> {
        let outputs = self.stack.outputs()?.context("there is no stack")?;
        Seen::of(self.stack.cloud(), STACK, &outputs)
    }

    fn last(&self) -> Result<u32> {
        self.site.last(&self.stack.outputs()?.context("there is no stack")?)
    }
}

fn rehearse(root: &Path, address: SocketAddr) -> Result<()> {
    let settings: Settings = Settings::of(SETTINGS)?;
    let stack = Stack::of(root, &settings)?;
    prepare(stack.cloud())?;
    let articles = copy_content(root)?;
    let site = Copied { root, settings: &settings, way: None.into() };
    let built = Placeholders { root, is_refused: false };
    let rehearsal = Rehearsal { site, stack: &stack, built };
    say(&format!("Left out, because the emulator can't make them: {}", LEFT_OUT.join(", ")));
    plan_leaves_nothing(&rehearsal)?;
    a_failure_leaves_nothing(&rehearsal)?;
    let one = first(&rehearsal)?;
    the_same_again(&rehearsal, &one)?;
    let two = one_article(&rehearsal, &articles, &one)?;
    breaks_off(&rehearsal, &articles, &two, address)?;
    and_back(&rehearsal, &one, &two)?;
    operated(root)?;
    say("The rehearsal went as it should");
    Ok(())
}

/// Creates what an operator creates manually.
fn prepare(cloud: &Cloud) -> Result<()> {
    Cloud::told(&mut cloud.command(&["s3api", "create-bucket", "--bucket", BUCKET]))?;
    let key = |letter: &str| letter.repeat(64);
    let secret = serde_json::json!({
        "secret": key("0"), "edge_key": key("a"), "edge_key_also": key("b"),
        "portal_key": "whsec_cmVoZWFyc2Fs", "referral_key": "whsec_cmVoZWFyc2Fs", "mail_server": "smtps://u:p@mail.example",
    });
    let words = ["secretsmanager", "create-secret", "--name", STACK, "--secret-string", &secret.to_string()];
    Cloud::told(&mut cloud.command(&words)).map(drop)
}

fn plan_leaves_nothing(rehearsal: &Rehearsal) -> Result<()> {
    step("What a first deployment would change");
    let packaged = deploy::all_of(&rehearsal.site, rehearsal.stack, &rehearsal.built)?;
    deploy::plan(&rehearsal.site, rehearsal.stack, &packaged, "one")?;
    ensure!(rehearsal.stack.outputs()?.is_none(), "the plan has left a stack");
    ensure!(rehearsal.stack.next()? == deploy::Next::Create, "the plan has left a stack");
    let bucket = ["s3api", "list-objects-v2", "--bucket", BUCKET];
    let held = Cloud::json(&mut rehearsal.stack.cloud().command(&bucket))?;
    ensure!(held["Contents"].is_null(), "the plan has left files in the bucket of packages");
    say("→ It left nothing behind");
    Ok(())
}

fn a_failure_leaves_nothing(rehearsal: &Rehearsal) -> Result<()> {
    step("First deployment, of which a part is refused");
    let built = Placeholders { is_refused: true, ..rehearsal.built };
    let packaged = deploy::all_of(&rehearsal.site, rehearsal.stack, &built)?;
    let failed = deploy::deploy(&rehearsal.site, rehearsal.stack, &packaged, "none");
    let Err(error) = failed else { bail!("no part was refused") };
    ensure!(rehearsal.stack.next()? == deploy::Next::Create, "a stack is left that was never finished");
    let cloud = rehearsal.stack.cloud();
    let tables = Cloud::json(&mut cloud.command(&["dynamodb", "list-tables"]))?;
    ensure!(tables["TableNames"] == serde_json::json!([]), "tables are left: {tables}");
    say(&format!("→ It failed ({error}), and left nothing behind"));
    Ok(())
}

fn first(rehearsal: &Rehearsal) -> Result<Seen> {
    step("First deployment");
    rehearsal.deploy("one")?;
    let seen = rehearsal.seen()?;
    ensure!(seen.count() > 100, "the site has {} files", seen.count());
    ensure!(seen.release == "one" && seen.passages != "null", "functions do not know the content");
    say(&format!("→ The site has {} files, and functions know the content", seen.count()));
    Ok(seen)
}

fn the_same_again(rehearsal: &Rehearsal, one: &Seen) -> Result<()> {
    step("The same again");
    rehearsal.deploy("one")?;
    let files = one.until(&rehearsal.seen()?);
    ensure!(files.put.is_empty() && files.gone.is_empty(), "files went up that had not changed: {files:?}");
    say("→ Nothing went up");
    Ok(())
}

fn one_article(rehearsal: &Rehearsal, articles: &[PathBuf], one: &Seen) -> Result<Seen> {
    step("One article has changed, and content is deployed alone");
    let article = articles.first().context("the content has no article")?;
    change(article, "two")?;
    let packaged = deploy::content_of(&rehearsal.site, rehearsal.stack, &rehearsal.built)?;
    deploy::plan(&rehearsal.site, rehearsal.stack, &packaged, "two")?;
    ensure!(rehearsal.seen()? == *one, "the plan has changed something");
    say("→ The plan has changed nothing");
    let new = rehearsal.stack.missing(&packaged)?;
    ensure!(new.len() == 1 && packaged.packages.len() == 1, "not just the content is packed: {new:?}");
    ensure!(
        deploy::is_other(&packaged, rehearsal.stack)?,
        "the function that makes pages anew keeps the content of before"
    );
    deploy::deploy(&rehearsal.site, rehearsal.stack, &packaged, "two")?;
    let again = deploy::content_of(&rehearsal.site, rehearsal.stack, &rehearsal.built)?;
    ensure!(
        !deploy::is_other(&again, rehearsal.stack)?,
        "the content of the release is not that of the checkout"
    );
    let two = rehearsal.seen()?;
    let files = one.until(&two);
    let name = article.file_stem().unwrap_or_default().to_string_lossy();
    let page = format!("articles/{name}.html");
    ensure!(files.put == files.changed, "files went up that had not changed: {files:?}");
    ensure!(files.put.contains(&page) && files.put.len() < 20, "not just {page} went up: {:?}", files.put);
    ensure!(two.passages != one.passages, "the chat still quotes the article as it was");
    say(&format!("→ {} of {} files went up: {:?}", files.put.len(), two.count(), files.put));
    Ok(two)
}

fn breaks_off(rehearsal: &Rehearsal, articles: &[PathBuf], two: &Seen, address: SocketAddr) -> Result<()> {
    step("Every article has changed, and the upload breaks off");
    articles.iter().try_for_each(|article| change(article, "three"))?;
    let last = rehearsal.last()?;
    rehearsal.site.way.set(Some(interruption::before(address, PASS)?));
    let failed = rehearsal.deploy("three");
    rehearsal.site.way.set(None);
    let Err(error) = failed else { bail!("the upload did not break off") };
    let files = two.until(&rehearsal.seen()?);
    ensure!(files.gone.is_empty(), "files of the old site are gone: {:?}", files.gone);
    ensure!(files.put.len() <= PASS, "more went up than could pass: {:?}", files.put);
    ensure!(rehearsal.last()? == last, "what broke off was noted as a release");
    say(&format!(
        "→ It failed ({error}); {} files went up, and none of the old site is gone",
        files.put.len()
    ));
    step("Back from there");
    rehearsal.back()?;
    ensure!(rehearsal.seen()?.is_like(two), "the site is not what it was before");
    say("→ Pages, functions and what they know are those of two");
    Ok(())
}

fn and_back(rehearsal: &Rehearsal, one: &Seen, two: &Seen) -> Result<()> {
    step("The same once more, and back twice");
    rehearsal.deploy("three")?;
    let files = two.until(&rehearsal.seen()?);
    ensure!(files.changed.len() > PASS, "the articles have not changed: {files:?}");
    rehearsal.back()?;
    ensure!(rehearsal.seen()?.is_like(two), "the site is not what it was at two");
    rehearsal.back()?;
    ensure!(rehearsal.seen()?.is_like(one), "the site is not what it was at one");
    say("→ Pages, functions and what they know are those of two, then those of one");
    Ok(())
}

/// Runs a program that needs the participants table and the secret.
fn operated(root: &Path) -> Result<()> {
    step("A program for whoever runs the site");
    let settings = root.join("target/rehearse/settings.toml");
    fs::write(&settings, SETTINGS)?;
    operate::run_with(
        root,
        &operate::Wanted { settings, studies: None, program: vec!["audit".into(), "verify".into()] },
    )
}

fn step(what: &str) {
    say(&format!("── {what}"));
}
