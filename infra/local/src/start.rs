//! Starts everything in order: fakes, content, registry, pages, and finally the server.

use std::{
    io::{self, Write as _},
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
};

use axum::middleware;
use tokio::net::TcpListener;
use waypoint_cdn::Routes;
use waypoint_functions::{
    context::Context, external::outside::Reach, finding::Finder, health_records::HealthRecords,
    store::StoreError,
};
use waypoint_generator::content::Content;
use waypoint_importing::Facts;
use waypoint_search::ReleaseError;

use crate::{
    cloud::{Cloud, CloudError, RegistrySource},
    correspondence,
    data_folder::{DataFolder, DataFolderError},
    health_system::{HealthSystem, NoHealthSystem, People},
    live::{self, Changes, Rebuild},
    loopback_host, mail_server,
    pages::Pages,
    poison_queue, portal,
    regeneration::{ChangingSite, ChangingSiteError, Position},
    registry::{self, RegistryError},
    registry_server::{RegistryFile, RegistryFileError},
    secret_file::{self, SecretFileError},
    seeds::{SeedReport, SeedsError, seed},
    site,
};

/// Options of the local server.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line by itself")]
pub struct Options {
    /// Port of the site on 127.0.0.1, or 0 for any free port.
    pub port: u16,
    /// Folder of the database, the secret, the index, and the built site.
    pub data: PathBuf,
    /// Folder of the content.
    pub content: PathBuf,
    /// The brand of the site; the one in the settings if `None`.
    pub brand: Option<String>,
    /// Folder of the templates and built islands.
    pub site: PathBuf,
    /// The registry to read.
    pub registry: RegistryChoice,
    /// The list of health systems and our client id there; the local fake if `None`.
    pub health_systems: Option<(PathBuf, String)>,
    /// Whether to delete all stored data first.
    pub fresh: bool,
    /// Whether rate limits apply.
    pub limits: bool,
    /// Whether pages use the development build of the islands, in which React reports hydration mismatches.
    pub dev_bundle: bool,
    /// Whether changes of content, templates, and bundles are built and shown at once.
    pub watch: bool,
}

/// The registry to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RegistryChoice {
    /// The sample in this repository.
    Sample,
    /// The real registry.
    Live,
    /// A file in the registry's format.
    File(PathBuf),
}

/// The site could not be started. Each message is one sentence with advice.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The port is taken.
    #[error("port {0} is in use by another program; stop that one, or choose another port with --port")]
    PortInUse(u16),
    /// The port could not be opened for another reason.
    #[error("could not open port {port}: {cause}; choose another one with --port")]
    Port {
        /// The port.
        port: u16,
        /// The system's error.
        cause: io::Error,
    },
    /// The data folder failed.
    #[error(transparent)]
    Data(#[from] DataFolderError),
    /// The content is invalid. The report lists all errors.
    #[error("the content has errors; fix them.\n\n{0}")]
    Content(String),
    /// The pages could not be generated.
    #[error("{0}")]
    Generate(String),
    /// A registry file is invalid.
    #[error(transparent)]
    RegistryFile(#[from] RegistryFileError),
    /// A fake could not be started.
    #[error(transparent)]
    Cloud(#[from] CloudError),
    /// The health system could not be started.
    #[error(transparent)]
    HealthSystem(#[from] NoHealthSystem),
    /// The secret file failed.
    #[error(transparent)]
    Secret(#[from] SecretFileError),
    /// The store failed.
    #[error("{0}. Is the disk full? Free some space and start again; saved data remains")]
    Store(#[from] StoreError),
    /// The registry could not be synced.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// The index could not be opened.
    #[error(transparent)]
    Index(#[from] ReleaseError),
    /// The studies of the content could not be seeded.
    #[error(transparent)]
    Seeds(#[from] SeedsError),
    /// Regeneration could not be set up.
    #[error(transparent)]
    ChangingSite(#[from] ChangingSiteError),
    /// The routes are invalid.
    #[error(transparent)]
    Routes(#[from] waypoint_cdn::InvalidRoutes),
}

/// A site that is ready to be served.
#[derive(Debug)]
pub struct ReadySite {
    listener: TcpListener,
    router: axum::Router,
    /// Address of the site.
    pub address: SocketAddr,
    /// Dependencies of the functions.
    pub context: Context,
    /// The fakes.
    pub cloud: Cloud,
    /// The pages, which are regenerated when studies change.
    pub site: ChangingSite,
    position: Position,
    pages: Pages,
    changes: Changes,
    watches: bool,
    data: DataFolder,
}

impl ReadySite {
    /// Serves the site until the process ends.
    pub async fn serve(self) -> io::Result<()> {
        let changes = self.changes.clone();
        tokio::spawn(self.site.clone().follow(self.position, move |done| {
            if done.changed + done.removed + done.poison.len() > 0 {
                print_change(&format!("Studies changed: {done}"));
                changes.increment();
            }
        }));
        if self.watches {
            let seeds = self.data.seeds();
            let rebuild = Rebuild { pages: self.pages, site: self.site, context: self.context, seeds };
            let runtime = tokio::runtime::Handle::current();
            std::thread::spawn(move || {
                let result = live::rebuild_on_changes(rebuild, &self.changes, &runtime, &print_change);
                result.unwrap_or_else(|error| print_change(&error.to_string()));
            });
        }
        let service = self.router.into_make_service_with_connect_info::<SocketAddr>();
        axum::serve(self.listener, service).await
    }
}

/// Starts everything and passes each step to `progress` as a line.
///
/// # Errors
/// The first failure, in one sentence.
pub async fn start(options: &Options, progress: &(dyn Fn(&str) + Sync)) -> Result<ReadySite, StartError> {
    let listener = listen(options.port).await?;
    let address = listener.local_addr().map_err(|cause| StartError::Port { port: options.port, cause })?;
    let data = DataFolder::open(&options.data)?;
    if options.fresh {
        data.clear()?;
    }
    let mut pages = Pages::new(options, format!("http://{address}"));
    let content = pages.read()?;
    let source = registry_source(&options.registry)?;

    let secret = secret_file::load_or_make(&data.secret())?;
    let cloud = Cloud::start(&data.storage(), &source, secret).await?;
    let load_context = cloud.context(Finder::default(), options.limits).await?;
    data.write_database_address(cloud.database)?;
    let sown = load(&load_context, &content, &data.seeds()).await?;
    progress(&format!("Partner studies: {sown}"));
    registry::sync_or_keep_earlier(&load_context, source.name(), &data.index(), progress).await?;
    let site = format!("http://{address}");
    let (mail, portal) = (cloud.mail(&site)?, cloud.portal()?);
    let health_records = health_records(options, &site).await?;
    let finder = Finder::open(&data.index())?.into();
    let context = Context { finder, mail, portal, health_records, ..load_context };

    let changing = ChangingSite::set_up(&cloud, &context.studies, &pages, &content).await?;
    let (summary, position) = changing.build(&pages, &content).await?;
    let (made, changed) = (summary.pages, summary.changed);
    progress(&format!("Pages: {made} made, {changed} changed ({} ms)", summary.time.as_millis()));
    let changes = Changes::default();
    let live = options.watch.then(|| changes.clone());
    let router = site::router(Routes::load()?, &pages.out, &context, cloud.documents.clone(), live);
    let router = router.merge(poison_queue::pages(changing.poison.clone()));
    let router = router.merge(mail_server::pages::router(cloud.mailbox.clone()));
    let router = router.merge(portal::pages::router(
        cloud.portal_messages.clone(),
        cloud.portal_key()?,
        context.clone(),
    ));
    let router = router.layer(middleware::from_fn(loopback_host::guard));
    correspondence::run_in_background(context.clone());
    let watches = options.watch;
    Ok(ReadySite {
        listener,
        router,
        address,
        context,
        cloud,
        site: changing,
        position,
        pages,
        changes,
        watches,
        data,
    })
}

/// Returns the configured health systems, or the local fake.
async fn health_records(options: &Options, site: &str) -> Result<HealthRecords, NoHealthSystem> {
    if let Some((file, client)) = &options.health_systems {
        return Ok(HealthRecords::from_file(file, client, site, Reach::Public)?);
    }
    HealthSystem::start(site, People::default(), true).await?.as_health_records(site)
}

async fn listen(port: u16) -> Result<TcpListener, StartError> {
    let address = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
    TcpListener::bind(address).await.map_err(|cause| match cause.kind() {
        io::ErrorKind::AddrInUse => StartError::PortInUse(port),
        _ => StartError::Port { port, cause },
    })
}

/// Returns the configured registry.
pub fn registry_source(choice: &RegistryChoice) -> Result<RegistrySource, RegistryFileError> {
    Ok(match choice {
        RegistryChoice::Sample => RegistrySource::File(RegistryFile::sample()?),
        RegistryChoice::File(path) => RegistrySource::File(RegistryFile::read(path)?),
        RegistryChoice::Live => RegistrySource::Live,
    })
}

/// Stores the settings and passages of the content, and seeds its changed studies.
pub(crate) async fn load(
    context: &Context,
    content: &Content,
    seeds: &Path,
) -> Result<SeedReport, StartError> {
    Facts::from_content(content).put(&context.studies).await?;
    Ok(seed(&context.studies, &content.studies, seeds).await?)
}

/// Prints a change. Standard output may be closed, which must not stop the regeneration.
fn print_change(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}
