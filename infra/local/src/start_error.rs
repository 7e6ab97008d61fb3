//! Why the site could not be started or rebuilt.

use std::io;

use waypoint_functions::{filled_pages::SiteFileError, store::StoreError};
use waypoint_publishing::PublishError;
use waypoint_regenerate::catalogue::CatalogueError;
use waypoint_search::ReleaseError;

use crate::{
    cloud::CloudError, data_folder::DataFolderError, health_system::NoHealthSystem,
    regeneration::StreamError, registry::RegistryError, registry_server::RegistryFileError,
    secret_file::SecretFileError, seeds::SeedsError,
};

/// The site could not be started. Each message is one sentence with advice.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The port is taken.
    #[error("port {0} is in use by another program; stop that one, or choose another port with --port")]
    PortInUse(u16),
    /// The port could not be opened for another reason.
    #[error("could not open port {port}: {cause}; choose another one with --port")]
    Port {
        port: u16,
        /// The system's error.
        cause: io::Error,
    },
    /// The address of the site is invalid.
    #[error(transparent)]
    SiteFiles(#[from] SiteFileError),
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
    /// The log of studies could not be written.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// The registry could not be synced.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// The index could not be opened.
    #[error(transparent)]
    Index(#[from] ReleaseError),
    /// The studies of the content could not be seeded.
    #[error(transparent)]
    Seeds(#[from] SeedsError),
    /// The stream of the studies failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// Publishing failed.
    #[error(transparent)]
    Publish(#[from] PublishError),
    /// There is no free port for a service of the site.
    #[error("could not start a fake for a service of the site: {0}")]
    SiteService(io::Error),
    /// The routes are invalid.
    #[error(transparent)]
    Routes(#[from] waypoint_cdn::InvalidRoutes),
}
