//! Command line of the site generator.

mod approvals;
mod studies;

use std::{
    io::{IsTerminal, Write, stderr},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use clap::{Args, Parser, Subcommand};
use waypoint_domain::{left_out::left_out, partner_study::PartnerStudy};
use waypoint_generator::{
    Build, Summary, Watch,
    content::{self, Approvals, Content, ContentError, Drafts, OptionalService, Reader},
};

use studies::Studies;

/// Builds the static site from content and studies.
#[derive(Parser)]
#[command(name = "generator", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Builds the site; only files that differ are written.
    Build(BuildArguments),
    /// Builds the site, and rebuilds it after each change until it is stopped. The Studies table is read only once.
    Watch(BuildArguments),
    /// Checks the content and writes nothing.
    Check {
        /// The content folder.
        #[arg(long, value_name = "DIR")]
        content: PathBuf,
        /// The folder with the studies, or the Studies table; default: `studies` in the content folder.
        #[arg(long, value_name = "DIR|dynamodb")]
        studies: Option<PathBuf>,
        #[command(flatten)]
        services: Services,
    },
    /// Writes the six previews of one study to a folder, for review before the study is loaded.
    Preview(PreviewArguments),
}

#[derive(Args)]
struct Services {
    /// A service of another company that the deployment turns on; the notices must name it. Repeat it for each:
    /// chat-service, trial-matching, voice-calls.
    #[arg(long, value_name = "SERVICE")]
    uses: Vec<OptionalService>,
}

#[derive(Args)]
struct PreviewArguments {
    /// The study's file, TOML or JSON.
    #[arg(value_name = "STUDY")]
    study: PathBuf,
    /// The content folder that the study will be part of.
    #[arg(long, value_name = "DIR", default_value = "content")]
    content: PathBuf,
    /// The output folder: empty, or an earlier output. {number} is replaced with the study's number.
    #[arg(long, value_name = "DIR", default_value = "target/preview/{number}")]
    out: String,
    /// The folder with the templates and the built islands.
    #[arg(long, value_name = "DIR", default_value = "site")]
    site: PathBuf,
}

#[derive(Args)]
struct BuildArguments {
    /// The content folder.
    #[arg(long, value_name = "DIR")]
    content: PathBuf,
    /// The output folder: empty, or an earlier output.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The folder with the studies, or the Studies table; default: `studies` in the content folder.
    #[arg(long, value_name = "DIR|dynamodb")]
    studies: Option<PathBuf>,
    /// The folder with the built islands.
    #[arg(long, value_name = "DIR", default_value = "site")]
    site: PathBuf,
    /// The folder with the templates; default: `templates` in the site folder.
    #[arg(long, value_name = "DIR")]
    templates: Option<PathBuf>,
    /// The site's base URL, for absolute links.
    #[arg(long, value_name = "URL", default_value = "")]
    base_url: String,
    /// The brand of the site: a file name in the content's `brands` without its extension; default: the brand in
    /// site.toml.
    #[arg(long, value_name = "NAME")]
    brand: Option<String>,
    /// Rejects a study whose recruitment material has no approval. Sites that patients use need this.
    #[arg(long)]
    require_approvals: bool,
    #[command(flatten)]
    services: Services,
    /// Also builds pages that are marked as drafts.
    #[arg(long)]
    drafts: bool,
    /// Uses the development build of the islands.
    #[arg(long)]
    dev: bool,
}

impl BuildArguments {
    fn studies(&self) -> Result<Studies, String> {
        Studies::choose(self.studies.as_deref(), &self.content)
    }

    fn reader(&self) -> Reader {
        let approvals = if self.require_approvals { Approvals::Required } else { Approvals::Optional };
        Reader::for_brand(self.brand.clone())
            .with_approvals(approvals)
            .with_services(self.services.uses.clone())
    }

    fn templates(&self) -> PathBuf {
        self.templates.clone().unwrap_or_else(|| self.site.join("templates"))
    }
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Build(arguments) => arguments
            .studies()
            .and_then(|studies| build(&arguments, &studies, &mut arguments.reader()))
            .map(|summary| print_line(&summary)),
        Command::Watch(arguments) => watch(&arguments),
        Command::Check { content, studies, services } => check(&content, studies.as_deref(), services.uses),
        Command::Preview(arguments) => preview(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            print_error(&message);
            ExitCode::FAILURE
        }
    }
}

/// Checks the published content, and then the content with drafts.
fn check(dir: &Path, studies: Option<&Path>, services: Vec<OptionalService>) -> Result<(), String> {
    let studies = Studies::choose(studies, dir)?;
    let mut reader = Reader::default().with_services(services);
    load(&mut reader, dir, &studies, Drafts::Hidden)?;
    let content = load(&mut reader, dir, &studies, Drafts::Shown)?;
    print_line(&format!(
        "The content is valid: {} pages, {} articles, {} conditions, {} trial pages, {} studies",
        content.pages.len(),
        content.articles.len(),
        content.conditions.len(),
        content.trials.len(),
        content.studies.len()
    ));
    content.studies.iter().for_each(print_left_out);
    for line in approvals::of_studies(&content, &content.studies) {
        print_line(&line);
    }
    Ok(())
}

/// Builds after each change. Errors are printed and leave the last good output in place.
fn watch(arguments: &BuildArguments) -> Result<(), String> {
    let (templates, dist) = (arguments.templates(), arguments.site.join("dist"));
    let studies = arguments.studies()?;
    let folders = [&arguments.content, studies.folder(), &templates, &dist];
    let watch = Watch::new(folders).map_err(|error| format!("error: {error}"))?;
    let mut reader = arguments.reader();
    loop {
        match build(arguments, &studies, &mut reader) {
            Ok(summary) => print_line(&summary),
            Err(message) => print_error(&message),
        }
        show_progress("Waiting for a change");
        if watch.wait().is_none() {
            return Ok(());
        }
        clear_progress();
    }
}

/// Builds the site and returns a summary line.
fn build(arguments: &BuildArguments, studies: &Studies, reader: &mut Reader) -> Result<String, String> {
    let started = Instant::now();
    let drafts = if arguments.drafts { Drafts::Shown } else { Drafts::Hidden };
    show_progress("Reading the content");
    let content = reader
        .load(&arguments.content, studies.folder(), drafts)
        .map_err(|errors| content::report(&errors, stderr().is_terminal()))?;
    for warning in approvals::warnings(&content, reader.unapproved()) {
        print_error(&warning);
    }
    let build = Build {
        content: &content,
        site_dir: &arguments.site,
        templates_dir: &arguments.templates(),
        out: &arguments.out,
        base_url: &arguments.base_url,
        dev_bundle: arguments.dev,
    };
    let built = build.run(&show_progress).map_err(|error| format!("error: {error}"))?;
    clear_progress();
    if arguments.base_url.is_empty() {
        print_line("Without --base-url, the site has no sitemap, feed, or canonical links");
    }
    Ok(Summary { time: started.elapsed(), ..built }.to_string())
}

fn preview(arguments: &PreviewArguments) -> Result<(), String> {
    let report = |errors: Vec<ContentError>| content::report(&errors, stderr().is_terminal());
    let study = content::load_study(&arguments.study).map_err(report)?;
    let number = study.snow_study_number.clone();
    let studies = Studies::choose(None, &arguments.content)?;
    let content = load(&mut Reader::default(), &arguments.content, &studies, Drafts::Hidden)?;
    let content = content.with_study(study.clone());
    let out = PathBuf::from(arguments.out.replace("{number}", number.as_str()));
    let build = Build {
        content: &content,
        site_dir: &arguments.site,
        templates_dir: &arguments.site.join("templates"),
        out: &out,
        base_url: "",
        dev_bundle: false,
    };
    let pages = build.write_previews(&number).map_err(|error| format!("error: {error}"))?;
    print_line(&format!("{} previews of {number}; open one in a browser:", pages.len()));
    for page in pages {
        print_line(&format!("  {}", page.display()));
    }
    print_left_out(&study);
    for line in approvals::of_studies(&content, &[study]) {
        print_line(&line);
    }
    Ok(())
}

/// Lists the facts that a study doesn't state. Its pages send people to the study team for them.
fn print_left_out(study: &PartnerStudy) {
    let keys: Vec<&str> = left_out(study).into_iter().map(|left| left.key).collect();
    if !keys.is_empty() {
        print_line(&format!("{} leaves out: {}", study.snow_study_number, keys.join(", ")));
    }
}

fn load(reader: &mut Reader, dir: &Path, studies: &Studies, drafts: Drafts) -> Result<Content, String> {
    reader
        .load(dir, studies.folder(), drafts)
        .map_err(|errors| content::report(&errors, stderr().is_terminal()))
}

/// Shows the current step, replacing the line of the previous one on a terminal.
fn show_progress(step: &str) {
    let mut stderr = stderr().lock();
    let _ =
        if stderr.is_terminal() { write!(stderr, "\r\x1b[K{step} …") } else { writeln!(stderr, "{step}") };
    let _ = stderr.flush();
}

fn print_error(message: &str) {
    clear_progress();
    let _ = writeln!(stderr(), "{message}");
}

fn clear_progress() {
    if stderr().is_terminal() {
        let _ = write!(stderr(), "\r\x1b[K");
    }
}

#[allow(clippy::print_stdout, reason = "the result of a command goes to the standard output")]
fn print_line(line: &str) {
    println!("{line}");
}
