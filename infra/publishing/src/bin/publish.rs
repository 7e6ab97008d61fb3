//! Publishes a folder of the site. `cargo xtask publish` builds the site and runs this.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{ArgGroup, Parser};
use waypoint_publishing::{Place, Published, PublishedSite, SiteFile};

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
    /// Show the number of the last release; 0 before there is any
    #[arg(long, group = "what")]
    last: bool,
    /// A file that is kept beside the release, and is not served
    #[arg(long, value_name = "FILE", requires = "folder")]
    beside: Option<PathBuf>,
    /// Write what is kept beside a release into a file: the release before the last one, or the one of this number
    #[arg(long, group = "what", value_name = "NUMBER", num_args = 0..=1, requires = "out")]
    #[allow(clippy::option_option, reason = "as above")]
    beside_of: Option<Option<u32>>,
    /// That file; it is not there afterwards when nothing is kept
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
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
    if arguments.last {
        say(&site.last().await?.to_string());
        return Ok(());
    }
    if let Some(of) = arguments.beside_of {
        let out = arguments.out.ok_or("name the file with --out")?;
        return write_beside(&out, site.beside(of).await?.as_deref());
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
        let beside = arguments.beside.map(fs::read).transpose()?;
        let published = site.release(&arguments.release, &files, beside.as_deref(), &tell).await?;
        say(&format!("Published {}: {}", arguments.release, told(published)));
    }
    Ok(())
}

fn write_beside(out: &Path, beside: Option<&[u8]>) -> Result<(), Failure> {
    let written = match beside {
        Some(bytes) => fs::write(out, bytes),
        None if out.exists() => fs::remove_file(out),
        None => Ok(()),
    };
    written.map_err(|error| format!("{}: {error}", out.display()).into())
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
