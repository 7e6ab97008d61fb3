//! Local services to which the site is published: the parts of the protocols of S3, the CDN, and its key-value store
//! that publishing uses, over the folder that the local server serves.
//!
//! - [`bucket`]: the files, with their [`digests`] and [`versions`]
//! - [`names`]: the store of page names
//! - [`cdn`]: records invalidations
//! - [`watched`]: lets tests inspect and reject requests

pub(crate) mod bucket;
mod cdn;
mod digests;
mod names;
mod versions;
mod watched;

use std::{io, net::SocketAddr, path::Path};

use axum::middleware;
use waypoint_publishing::{Clients, Place, PublishError, PublishedSite};

use crate::{
    access::{
        caller::NamesFunction,
        guard::{Guard, guarded},
    },
    local_service::{aws, serve},
};
pub use cdn::InvalidatedAddresses;
pub use names::Names;
use versions::Versions;
pub use watched::{RequestWatch, UploadHeaders};

/// The account of the store of page names. The client prepends it to [`HOST`], which makes a loopback address.
const ACCOUNT: &str = "127";
/// The rest of the host of the store of page names.
const HOST: &str = "0.0.1";

/// The running services, over one folder. Clones share their state.
#[derive(Debug, Clone)]
pub struct SiteServices {
    address: SocketAddr,
    /// The addresses that the CDN invalidated.
    pub forgotten: InvalidatedAddresses,
    /// The names in the store.
    pub names: Names,
    /// Requests, for tests.
    pub watched: RequestWatch,
}

impl SiteServices {
    /// Starts services over a folder, with a guard that checks the permissions of functions.
    pub(crate) async fn start_in(folder: &Path, guard: Option<Guard>) -> io::Result<Self> {
        Self::start(folder, Versions::default(), guard).await
    }

    /// Starts services with a versioned bucket.
    pub async fn start_with_versions(folder: &Path) -> io::Result<Self> {
        Self::start(folder, Versions::enabled(), None).await
    }

    async fn start(folder: &Path, versions: Versions, guard: Option<Guard>) -> io::Result<Self> {
        let (forgotten, names) = (InvalidatedAddresses::default(), Names::default());
        let services = bucket::router(folder.to_owned(), versions).merge(cdn::router(forgotten.clone()));
        let services = services.merge(names::router(names.clone()));
        let watched = RequestWatch::default();
        let services =
            services.layer(middleware::from_fn_with_state(watched.clone(), watched::watch_requests));
        let address = serve(guarded(services, guard)).await?;
        Ok(Self { address, forgotten, names, watched })
    }

    /// Returns the site that is published to these services.
    pub async fn site(&self) -> Result<PublishedSite, PublishError> {
        let config = aws(self.address).await;
        let bucket =
            aws_sdk_s3::config::Builder::from(&config).force_path_style(true).interceptor(NamesFunction);
        let cdn = aws_sdk_cloudfront::config::Builder::from(&config).interceptor(NamesFunction);
        let names = aws(format!("{HOST}:{}", self.address.port())).await;
        let names = aws_sdk_cloudfrontkeyvaluestore::config::Builder::from(&names).interceptor(NamesFunction);
        PublishedSite::with_clients(
            Clients {
                bucket: aws_sdk_s3::Client::from_conf(bucket.build()),
                names: aws_sdk_cloudfrontkeyvaluestore::Client::from_conf(names.build()),
                cdn: aws_sdk_cloudfront::Client::from_conf(cdn.build()),
            },
            Place {
                bucket: bucket::NAME.into(),
                distribution: cdn::DISTRIBUTION.into(),
                pages_store: format!("arn:aws:cloudfront::{ACCOUNT}:key-value-store/pages"),
            },
        )
    }
}
