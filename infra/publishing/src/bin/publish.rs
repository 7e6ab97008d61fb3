//! Publishes a folder of the site. `cargo xtask publish` builds the site and runs this.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use clap::{ArgGroup, Parser};
use waypoint_publishing::{Place, Published, PublishedSite, SiteFile};

/// How long the site may take until it answers, and how often it is asked.
const HEALTH_WAIT: Duration = Duration::from_secs(5);
const HEALTH_TRIES: usize = 24;

/// Brings the site to the bucket and the edge that the environment names (`SITE_BUCKET`, `SITE_DISTRIBUTION` and
/// `SITE_PAGES_STORE`), with the credentials and the region of the usual variables of the cloud.
#[derive(Debug, Parser)]
#[command(group = ArgGroup::new("what").required(true))]
struct Arguments {
    /// The folder with the built site
    #[arg(group = "what")]
    folder: Option<PathBuf>,
    /// Show what would change, and change nothing
    #[arg(long, requires = "folder")]
    plan: bool,
    /// What the release is called, such as the commit
    #[arg(long, default_value = "unnamed", value_name = "NAME")]
    release: String,
    /// Show the releases
    #[arg(long, group = "what")]
    list: bool,
    /// Go back to the release before the last one, or to the one of this number
    #[arg(long, group = "what", value_name = "NUMBER", num_args = 0..=1)]
    #[allow(clippy::option_option, reason = "clap tells an option without a value apart by this")]
    back: Option<Option<u32>>,
    /// Wait until the site at this address says that it can answer
    #[arg(long, value_name = "URL")]
    health: Option<String>,
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: Arguments) -> Result<(), Failure> {
    let site = PublishedSite::at(Place::from_environment()?).await?;
    if arguments.list {
        for release in site.releases().await? {
            say(&format!("{:>6}  {}  {} files", release.number, release.name, release.files.len()));
        }
        return Ok(());
    }
    if let Some(to) = arguments.back {
        let (release, published) = site.back(to).await?;
        say(&format!("The site is release {} again ({}): {}", release.number, release.name, told(published)));
    } else {
        let folder = arguments.folder.ok_or("name the folder with the built site")?;
        let files = files_of(&folder)?;
        if arguments.plan {
            return plan(&site, &files).await;
        }
        let published = site.release(&arguments.release, &files, &tell).await?;
        say(&format!("Published {}: {}", arguments.release, told(published)));
    }
    match arguments.health {
        Some(address) => wait_for(&address).await,
        None => Ok(()),
    }
}

async fn plan(site: &PublishedSite, files: &[SiteFile]) -> Result<(), Failure> {
    let difference = site.plan(files).await?;
    for file in &difference.put {
        say(&format!("put     {} ({} bytes)", file.path, file.bytes.len()));
    }
    for path in &difference.gone {
        say(&format!("remove  {path}"));
    }
    let (put, gone) = (difference.put.len(), difference.gone.len());
    say(&format!("{put} files would go up, {gone} would be removed, {} stay", files.len() - put));
    Ok(())
}

/// Waits until the site answers; what was published stays in either case.
async fn wait_for(address: &str) -> Result<(), Failure> {
    let client = reqwest::Client::builder().timeout(HEALTH_WAIT).build()?;
    let asked = format!("{}/backend/health", address.trim_end_matches('/'));
    for _ in 0..HEALTH_TRIES {
        if client.get(&asked).send().await.is_ok_and(|answer| answer.status().is_success()) {
            say("The site can answer");
            return Ok(());
        }
        tokio::time::sleep(HEALTH_WAIT).await;
    }
    Err(format!("{asked} does not say that the site can answer; `--back` makes it what it was before").into())
}

/// Every file below a folder.
fn files_of(folder: &Path) -> Result<Vec<SiteFile>, Failure> {
    let mut files = Vec::new();
    read_below(folder, "", &mut files).map_err(|error| format!("{}: {error}", folder.display()))?;
    if !files.iter().any(|file| file.path == "index.html") {
        return Err(format!("{} is no site: there is no index.html in it", folder.display()).into());
    }
    Ok(files)
}

fn read_below(folder: &Path, above: &str, files: &mut Vec<SiteFile>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        let path = format!("{above}{name}");
        if entry.file_type()?.is_dir() {
            read_below(&entry.path(), &format!("{path}/"), files)?;
        } else {
            files.push(SiteFile { path, bytes: fs::read(entry.path())? });
        }
    }
    Ok(())
}

fn told(Published { uploaded, bytes, removed, forgotten }: Published) -> String {
    format!(
        "{uploaded} files up ({} kB), {removed} removed, {forgotten} addresses for the CDN to forget",
        bytes / 1000
    )
}

/// Some lines of progress, and not one for each file.
fn tell(up: usize, of: usize) {
    if up == of || up.is_multiple_of(100) {
        say(&format!("{up} of {of} files are up"));
    }
}

#[allow(clippy::print_stdout, reason = "what this program did is its output")]
fn say(line: &str) {
    println!("{line}");
}

#[allow(clippy::print_stderr, reason = "the one place where this program says why it stops")]
fn complain(line: &str) {
    eprintln!("{line}");
}
