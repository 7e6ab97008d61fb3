//! Starts everything in order: fakes, content, registry, pages, and finally the server.

use std::{
    env,
    io::{self, Write as _},
    net::{IpAddr, Ipv4Addr, SocketAddr},
};

use axum::middleware;
use tokio::net::TcpListener;
use waypoint_cdn::Routes;
use waypoint_domain::introduction::DecliningContacts;
use waypoint_functions::{
    context::Context, external::reach::Reach, filled_pages::PageFiller, finding::Finder,
    health_records::HealthRecords, introduction::IntroductionSending,
};

use crate::{
    cloud::{Cloud, RegistrySource},
    data_folder::DataFolder,
    health_system::{HealthSystem, NoHealthSystem, People},
    live::{self, Rebuild},
    loopback_host, mail_server,
    options::{Options, RegistryChoice},
    pages::Pages,
    poison_queue, portal,
    regeneration::{ChangingSite, Position},
    registry,
    registry_server::{RegistryFile, RegistryFileError},
    reloading::Changes,
    scheduled_jobs, secret_file, site,
    start_error::StartError,
};

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
    if pages.unapproved_count() > 0 {
        progress(&format!(
            "Studies without IRB approval: {}; a site for patients could not publish them",
            pages.unapproved_count()
        ));
    }
    let source = registry_source(&options.registry)?;

    let secret = secret_file::load_or_make(&data.secret())?;
    let cloud = Cloud::start(&data.storage(), &source, secret).await?;
    let load_context = cloud.context(Finder::default(), options.limits).await?;
    data.write_database_address(cloud.database)?;
    let sown = live::load(&load_context, &content, &data.seeds()).await?;
    progress(&format!("Partner studies: {sown}"));
    // The index is built after the log of partner studies, whose conditions it suggests.
    let changing =
        ChangingSite::set_up(&cloud, &load_context.studies, &data.index(), &pages, &content).await?;
    let (summary, position) = changing.build(&pages, &content).await?;
    let (made, changed) = (summary.pages, summary.changed);
    progress(&format!("Pages: {made} made, {changed} changed ({} ms)", summary.time.as_millis()));
    registry::sync_or_keep_earlier(&load_context, source.name(), &data.index(), progress).await?;
    let site = format!("http://{address}");
    let (mail, portal) = (cloud.mail(&site)?, cloud.portal()?);
    let health_records = health_records(options, &site).await?;
    let finder = Finder::open(&data.index())?.into();
    let page_filler = PageFiller::of_site(&site)?;
    let introduction_sending = IntroductionSending::new(Some(site), DecliningContacts::default());
    let context =
        Context { finder, mail, portal, health_records, page_filler, introduction_sending, ..load_context };
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
    scheduled_jobs::run_in_background(context.clone());
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
    if let Some((file, clients)) = &options.health_systems {
        let secrets = env::var("WAYPOINT_HEALTH_SECRETS").ok();
        return Ok(HealthRecords::from_file(file, (clients, secrets.as_deref()), site, Reach::Public)?);
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

/// Prints a change. Standard output may be closed, which must not stop the regeneration.
fn print_change(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}
