//! Starting everything in order: stand-ins, content, registry, pages, and at last the address.

use std::{
    fs, io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
};

use tokio::net::TcpListener;
use waypoint_cdn::Routes;
use waypoint_domain::{country::Country, registry_study::RegistryStudy};
use waypoint_functions::{
    context::Context,
    external::registry_client::FetchError,
    finding::Finder,
    registry_sync::{self, SyncError, SyncReport},
    store::{Settings, StoreError},
};
use waypoint_generator::content::Content;
use waypoint_search::{IndexBuilder, IndexError};
use waypoint_vocabulary::Vocabulary;

use crate::{
    cloud::{Cloud, CloudError, RegistrySource},
    database::Storage,
    live::{self, Changes},
    pages::Pages,
    registry_server::{RegistryFile, RegistryFileError},
    secret_file::{self, SecretFileError},
    site,
};

/// What to start.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line by itself")]
pub struct Options {
    /// The port of the site on 127.0.0.1; 0 for any that is free.
    pub port: u16,
    /// Where the database, the secret, the index and the built site are kept.
    pub data: PathBuf,
    /// The editors' folder.
    pub content: PathBuf,
    /// The folder with templates and built islands.
    pub site: PathBuf,
    /// Which registry to read.
    pub registry: RegistryChoice,
    /// Whether to forget everything first.
    pub fresh: bool,
    /// Whether requests are counted.
    pub limits: bool,
    /// Whether pages use the development build of the islands, whose React reports every
    /// difference between what was rendered here and what the browser makes of it.
    pub dev_bundle: bool,
    /// Whether changes of content, templates and bundles are built and shown at once.
    pub watch: bool,
}

/// Which registry to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RegistryChoice {
    /// The sample that comes with the project.
    Sample,
    /// The real one.
    Live,
    /// A file of the registry's shape.
    File(PathBuf),
}

/// The site can't be started; one sentence each, with what to do.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The port is taken.
    #[error("port {0} is in use by another program; stop that one, or choose another port with --port")]
    PortInUse(u16),
    /// The port can't be had for another reason.
    #[error("port {port} can't be opened: {cause}; choose another one with --port")]
    Port {
        /// The port.
        port: u16,
        /// Why.
        cause: io::Error,
    },
    /// The data folder can't be used.
    #[error(
        "the data folder {path} can't be used: {cause}; check free space and rights, or name another one with --data"
    )]
    Data {
        /// The folder.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// Another server works on the same data.
    #[error("another server works on {0}; stop it first, or name another folder with --data")]
    DataInUse(PathBuf),
    /// The content is broken. The report has every place.
    #[error("the content has errors; mend them.\n\n{0}")]
    Content(String),
    /// The pages can't be made.
    #[error("{0}")]
    Generate(String),
    /// A file of the registry.
    #[error(transparent)]
    RegistryFile(#[from] RegistryFileError),
    /// A stand-in.
    #[error(transparent)]
    Cloud(#[from] CloudError),
    /// The secret.
    #[error(transparent)]
    Secret(#[from] SecretFileError),
    /// The store.
    #[error("{0}. Is the disk full? Make room and start again; what was saved is kept")]
    Store(#[from] StoreError),
    /// The registry.
    #[error("the registry was not read to its end: {0}. What was read is kept; start again to go on")]
    Registry(#[source] FetchError),
    /// The index.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The routes.
    #[error(transparent)]
    Routes(#[from] waypoint_cdn::InvalidRoutes),
}

/// A site that is ready to be served.
#[derive(Debug)]
pub struct Ready {
    listener: TcpListener,
    router: axum::Router,
    /// Where the site answers.
    pub address: SocketAddr,
    /// What the functions work with.
    pub context: Context,
    /// The stand-ins.
    pub cloud: Cloud,
    pages: Pages,
    changes: Option<Changes>,
    _lock: fs::File,
}

impl Ready {
    /// Serves the site until the process ends.
    ///
    /// # Errors
    /// When the listener fails.
    pub async fn serve(self) -> io::Result<()> {
        if let Some(changes) = self.changes {
            let (pages, context) = (self.pages, self.context);
            let runtime = tokio::runtime::Handle::current();
            std::thread::spawn(move || {
                let watched = live::keep_current(pages, &context, &changes, &runtime, &tell_change);
                watched.unwrap_or_else(|error| tell_change(&error.to_string()));
            });
        }
        let service = self.router.into_make_service_with_connect_info::<SocketAddr>();
        axum::serve(self.listener, service).await
    }
}

/// Starts everything and tells `progress` each step in a line.
///
/// # Errors
/// The first thing that can't be done, in one sentence.
pub async fn start(options: &Options, progress: &(dyn Fn(&str) + Sync)) -> Result<Ready, StartError> {
    let listener = listen(options.port).await?;
    let address = listener.local_addr().map_err(|cause| StartError::Port { port: options.port, cause })?;
    let lock = prepare_data(&options.data, options.fresh)?;
    let mut pages = Pages::of(options, format!("http://{address}"));
    let content = pages.read()?;
    let source = registry_source(&options.registry)?;

    let secret = secret_file::load_or_make(&options.data.join("secret.key"))?;
    let storage = Storage::File(options.data.join("database.sqlite"));
    let cloud = Cloud::start(&storage, &source, secret).await?;
    let loading = cloud.context(Finder::default(), options.limits).await?;
    load_studies(&loading, &content).await?;
    progress(&format!("Partner studies: {} loaded", content.studies.len()));
    let finder = sync_registry(&loading, &source, &options.data, progress).await?;
    let context = Context { finder: finder.into(), ..loading };

    let summary = pages.make(&content)?;
    let (made, changed) = (summary.pages, summary.changed);
    progress(&format!("Pages: {made} made, {changed} changed ({} ms)", summary.time.as_millis()));
    let changes = options.watch.then(Changes::default);
    let router =
        site::router(Routes::load()?, &pages.out, &options.data.join("index"), &context, changes.clone());
    Ok(Ready { listener, router, address, context, cloud, pages, changes, _lock: lock })
}

async fn listen(port: u16) -> Result<TcpListener, StartError> {
    let address = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
    TcpListener::bind(address).await.map_err(|cause| match cause.kind() {
        io::ErrorKind::AddrInUse => StartError::PortInUse(port),
        _ => StartError::Port { port, cause },
    })
}

/// Makes the data folder and holds a lock in it, so that two servers never write one database.
fn prepare_data(data: &Path, fresh: bool) -> Result<fs::File, StartError> {
    let error = |cause| StartError::Data { path: data.to_owned(), cause };
    fs::create_dir_all(data).map_err(error)?;
    let lock = fs::File::create(data.join("lock")).map_err(error)?;
    if lock.try_lock().is_err() {
        return Err(StartError::DataInUse(data.to_owned()));
    }
    if fresh {
        forget(data).map_err(error)?;
    }
    Ok(lock)
}

/// Deletes what this program keeps in the folder, and nothing else that may be there.
fn forget(data: &Path) -> io::Result<()> {
    let absent_is_fine = |result: io::Result<()>| match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    };
    for name in ["database.sqlite", "database.sqlite-wal", "database.sqlite-shm", "secret.key"] {
        absent_is_fine(fs::remove_file(data.join(name)))?;
    }
    absent_is_fine(fs::remove_dir_all(data.join("index")))?;
    absent_is_fine(fs::remove_dir_all(data.join("site")))
}

fn registry_source(choice: &RegistryChoice) -> Result<RegistrySource, StartError> {
    Ok(match choice {
        RegistryChoice::Sample => RegistrySource::File(RegistryFile::sample()?),
        RegistryChoice::File(path) => RegistrySource::File(RegistryFile::read(path)?),
        RegistryChoice::Live => RegistrySource::Live,
    })
}

/// Puts the partners' studies and the settings of the content into the store.
pub(crate) async fn load_studies(context: &Context, content: &Content) -> Result<(), StartError> {
    let settings = Settings {
        listing: content.site.listing_rules(),
        consent_boxes: content.consent.boxes.clone(),
        privacy_notice_version: content.consent.notice.version.clone(),
        countries: content.countries.iter().filter_map(|name| Country::named(name)).collect(),
    };
    Ok(context.studies.replace_all(&settings, &content.studies).await?)
}

async fn sync_registry(
    context: &Context,
    source: &RegistrySource,
    data: &Path,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<Finder, StartError> {
    let folder = data.join("index");
    let each_page = |kept: usize, total: Option<usize>| match total {
        Some(total) => progress(&format!("Registry: {kept} of {total} studies read")),
        None => progress(&format!("Registry: {kept} studies read")),
    };
    let report = registry_sync::sync(&context.registry_client, &context.registry, source.name(), each_page)
        .await
        .map_err(|error| match error {
            SyncError::Fetch(error) => StartError::Registry(error),
            SyncError::Store(error) => StartError::Store(error),
        })?;
    tell(&report, progress);
    if report.up_to_date
        && let Ok(finder) = Finder::open(&folder)
    {
        return Ok(finder);
    }
    build_index(&folder, &context.registry.all().await?)?;
    Ok(Finder::open(&folder)?)
}

/// Builds an index of these records beside the one in use, and puts it into its place.
fn build_index(folder: &Path, studies: &[RegistryStudy]) -> Result<(), StartError> {
    let error = |cause| StartError::Data { path: folder.to_owned(), cause };
    let absent_is_fine = |result: io::Result<()>| match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    };
    let new = folder.with_extension("new");
    absent_is_fine(fs::remove_dir_all(&new)).map_err(error)?;
    let vocabulary = Vocabulary::default();
    let mut builder = IndexBuilder::new(&new, &vocabulary)?;
    studies.iter().try_for_each(|study| builder.add(study))?;
    builder.finish()?;
    absent_is_fine(fs::remove_dir_all(folder)).map_err(error)?;
    fs::rename(&new, folder).map_err(error)
}

#[allow(clippy::print_stdout, reason = "what changed is for whoever changed it")]
fn tell_change(line: &str) {
    println!("{line}");
}

fn tell(report: &SyncReport, progress: &(dyn Fn(&str) + Sync)) {
    const MOST_NAMED: usize = 5;
    for refused in report.refused.iter().take(MOST_NAMED) {
        progress(&format!("Registry: left out {refused}"));
    }
    let state = if report.up_to_date { "kept from before" } else { "kept" };
    progress(&format!("Registry: {} studies {state}, {} left out", report.kept, report.refused.len()));
}
