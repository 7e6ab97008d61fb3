//! Publishes a folder of the site. `cargo ops publish` builds the site and runs this.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{ArgGroup, Parser};
use waypoint_publishing::{Place, Published, PublishedSite, SiteFile};

/// Publishes the site to the bucket and the CDN named by the environment (`SITE_BUCKET`, `SITE_DISTRIBUTION`, and
/// `SITE_PAGES_STORE`), with the usual AWS variables for credentials and region.
#[derive(Debug, Parser)]
#[command(group = ArgGroup::new("what").required(true))]
struct Arguments {
    /// The folder with the built site
    #[arg(group = "what")]
    folder: Option<PathBuf>,
    /// Show what would change without changing it
    #[arg(long, requires = "folder")]
    plan: bool,
    /// Name of the release, such as the commit
    #[arg(long, default_value = "unnamed", value_name = "NAME")]
    release: String,
    /// Show the releases
    #[arg(long, group = "what")]
    list: bool,
    /// Roll back to the release before the last one, or to the one with this number
    #[arg(long, group = "what", value_name = "NUMBER", num_args = 0..=1)]
    #[allow(clippy::option_option, reason = "clap distinguishes an option without a value this way")]
    back: Option<Option<u32>>,
    /// Show the number of the last release, or 0 if there is none
    #[arg(long, group = "what")]
    last: bool,
    /// A file to store with the release without serving it
    #[arg(long, value_name = "FILE", requires = "folder")]
    beside: Option<PathBuf>,
    /// Write the file stored with a release to --out: of the release before the last one, or of the one with this
    /// number
    #[arg(long, group = "what", value_name = "NUMBER", num_args = 0..=1, requires = "out")]
    #[allow(clippy::option_option, reason = "as above")]
    beside_of: Option<Option<u32>>,
    /// The file to write; it is removed if nothing is stored with the release
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

type AnyError = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&format!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: Arguments) -> Result<(), AnyError> {
    let site = PublishedSite::connect(Place::from_environment()?).await?;
    if arguments.list {
        for release in site.releases().await? {
            print(&format!("{:>6}  {}  {} files", release.number, release.name, release.files.len()));
        }
        return Ok(());
    }
    if arguments.last {
        print(&site.last().await?.to_string());
        return Ok(());
    }
    if let Some(release) = arguments.beside_of {
        let out = arguments.out.ok_or("name the file to write with --out")?;
        return write_attachment(&out, site.attachment(release).await?.as_deref());
    }
    if let Some(to) = arguments.back {
        let (release, published) = site.roll_back(to).await?;
        print(&format!(
            "Rolled back to release {} ({}): {}",
            release.number,
            release.name,
            summary(published)
        ));
    } else {
        let folder = arguments.folder.ok_or("name the folder with the built site, or use --help")?;
        let files = read_files(&folder)?;
        if arguments.plan {
            return plan(&site, &files).await;
        }
        let attachment = arguments.beside.map(fs::read).transpose()?;
        let published =
            site.release(&arguments.release, &files, attachment.as_deref(), &show_progress).await?;
        print(&format!("Published {}: {}", arguments.release, summary(published)));
    }
    Ok(())
}

fn write_attachment(out: &Path, attachment: Option<&[u8]>) -> Result<(), AnyError> {
    let written = match attachment {
        Some(bytes) => fs::write(out, bytes),
        None if out.exists() => fs::remove_file(out),
        None => Ok(()),
    };
    written.map_err(|error| format!("{}: {error}", out.display()).into())
}

async fn plan(site: &PublishedSite, files: &[SiteFile]) -> Result<(), AnyError> {
    let difference = site.plan(files).await?;
    for file in &difference.put {
        print(&format!("put     {} ({} bytes)", file.path, file.bytes.len()));
    }
    for path in &difference.removed {
        print(&format!("remove  {path}"));
    }
    let (put, gone) = (difference.put.len(), difference.removed.len());
    print(&format!("{put} files to upload, {gone} to remove, {} unchanged", files.len() - put));
    Ok(())
}

/// Reads every file below a folder.
fn read_files(folder: &Path) -> Result<Vec<SiteFile>, AnyError> {
    let mut files = Vec::new();
    read_below(folder, "", &mut files).map_err(|error| format!("{}: {error}", folder.display()))?;
    if !files.iter().any(|file| file.path == "index.html") {
        return Err(
            format!("{} does not contain a built site: it has no index.html", folder.display()).into()
        );
    }
    Ok(files)
}

fn read_below(folder: &Path, prefix: &str, files: &mut Vec<SiteFile>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        let path = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            read_below(&entry.path(), &format!("{path}/"), files)?;
        } else {
            files.push(SiteFile { path, bytes: fs::read(entry.path())? });
        }
    }
    Ok(())
}

fn summary(Published { uploaded, bytes, removed, invalidated }: Published) -> String {
    format!(
        "{uploaded} files uploaded ({} kB), {removed} removed, {invalidated} addresses invalidated",
        bytes / 1000
    )
}

/// Prints progress, but not for every file.
fn show_progress(uploaded: usize, total: usize) {
    if uploaded == total || uploaded.is_multiple_of(100) {
        print(&format!("{uploaded} of {total} files uploaded"));
    }
}

#[allow(clippy::print_stdout, reason = "the results are this program's output")]
fn print(line: &str) {
    println!("{line}");
}

#[allow(clippy::print_stderr, reason = "the only place that prints errors")]
fn print_error(line: &str) {
    eprintln!("{line}");
}
