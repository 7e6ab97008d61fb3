//! Starting everything in order: stand-ins, content, registry, pages, and at last the address.

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
    live::{self, Changes, Work},
    loopback_host, mail_server,
    pages::Pages,
    poison_queue, portal,
    regeneration::{ChangingSite, ChangingSiteError, Position},
    registry::{self, RegistryError},
    registry_server::{RegistryFile, RegistryFileError},
    secret_file::{self, SecretFileError},
    seeds::{SeedsError, Sown, sow},
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
    /// The brand under which the site is shown; without it, that of the settings.
    pub brand: Option<String>,
    /// The folder with templates and built islands.
    pub site: PathBuf,
    /// Which registry to read.
    pub registry: RegistryChoice,
    /// The list of health systems, and the id by which they know us; without it, those of this machine.
    pub health_systems: Option<(PathBuf, String)>,
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
    /// The data folder.
    #[error(transparent)]
    Data(#[from] DataFolderError),
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
    /// The health system.
    #[error(transparent)]
    HealthSystem(#[from] NoHealthSystem),
    /// The secret.
    #[error(transparent)]
    Secret(#[from] SecretFileError),
    /// The store.
    #[error("{0}. Is the disk full? Make room and start again; what was saved is kept")]
    Store(#[from] StoreError),
    /// The registry.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// The index.
    #[error(transparent)]
    Index(#[from] ReleaseError),
    /// The studies of the content.
    #[error(transparent)]
    Seeds(#[from] SeedsError),
    /// What makes pages anew when studies change.
    #[error(transparent)]
    ChangingSite(#[from] ChangingSiteError),
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
    /// The pages, which are made anew when studies change.
    pub site: ChangingSite,
    made_up_to: Position,
    pages: Pages,
    changes: Changes,
    is_watched: bool,
    data: DataFolder,
}

impl Ready {
    /// Serves the site until the process ends.
    ///
    /// # Errors
    /// When the listener fails.
    pub async fn serve(self) -> io::Result<()> {
        let changes = self.changes.clone();
        tokio::spawn(self.site.clone().follow(self.made_up_to, move |done| {
            if done.changed + done.removed + done.poison.len() > 0 {
                tell_change(&format!("Studies changed: {done}"));
                changes.count_one();
            }
        }));
        if self.is_watched {
            let seeds = self.data.seeds();
            let work = Work { pages: self.pages, site: self.site, context: self.context, seeds };
            let runtime = tokio::runtime::Handle::current();
            std::thread::spawn(move || {
                let watched = live::keep_current(work, &self.changes, &runtime, &tell_change);
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
    let data = DataFolder::open(&options.data)?;
    if options.fresh {
        data.forget()?;
    }
    let mut pages = Pages::of(options, format!("http://{address}"));
    let content = pages.read()?;
    let source = registry_source(&options.registry)?;

    let secret = secret_file::load_or_make(&data.secret())?;
    let cloud = Cloud::start(&data.storage(), &source, secret).await?;
    let loading = cloud.context(Finder::default(), options.limits).await?;
    data.tell_address(cloud.database)?;
    let sown = load(&loading, &content, &data.seeds()).await?;
    progress(&format!("Partner studies: {sown}"));
    registry::bring_up_to_date_or_keep(&loading, source.name(), &data.index(), progress).await?;
    let site = format!("http://{address}");
    let (mail, portal) = (cloud.mail(&site)?, cloud.portal()?);
    let health_records = health_records(options, &site).await?;
    let finder = Finder::open(&data.index())?.into();
    let context = Context { finder, mail, portal, health_records, ..loading };

    let changing = ChangingSite::over(&cloud, &context.studies, &pages, &content).await?;
    let (summary, made_up_to) = changing.make(&pages, &content).await?;
    let (made, changed) = (summary.pages, summary.changed);
    progress(&format!("Pages: {made} made, {changed} changed ({} ms)", summary.time.as_millis()));
    let changes = Changes::default();
    let live = options.watch.then(|| changes.clone());
    let router = site::router(Routes::load()?, &pages.out, &context, cloud.shelf.clone(), live);
    let router = router.merge(poison_queue::pages(changing.told.clone()));
    let router = router.merge(mail_server::pages::router(cloud.mailbox.clone()));
    let router =
        router.merge(portal::pages::router(cloud.desk.clone(), cloud.portal_key()?, context.clone()));
    let router = router.layer(middleware::from_fn(loopback_host::guard));
    correspondence::keep_up(context.clone());
    let is_watched = options.watch;
    Ok(Ready {
        listener,
        router,
        address,
        context,
        cloud,
        site: changing,
        made_up_to,
        pages,
        changes,
        is_watched,
        data,
    })
}

/// The health systems that were chosen, else those of this machine.
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

/// The registry that was chosen.
///
/// # Errors
/// When its file can't be used.
pub fn registry_source(choice: &RegistryChoice) -> Result<RegistrySource, RegistryFileError> {
    Ok(match choice {
        RegistryChoice::Sample => RegistrySource::File(RegistryFile::sample()?),
        RegistryChoice::File(path) => RegistrySource::File(RegistryFile::read(path)?),
        RegistryChoice::Live => RegistrySource::Live,
    })
}

/// Puts the settings of the content and what the chat may quote into the store, and its studies as far as their files have
/// changed.
pub(crate) async fn load(context: &Context, content: &Content, seeds: &Path) -> Result<Sown, StartError> {
    Facts::from_content(content).put(&context.studies).await?;
    Ok(sow(&context.studies, &content.studies, seeds).await?)
}

/// Says what changed. Nobody may listen any more; the studies are followed all the same.
fn tell_change(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}
