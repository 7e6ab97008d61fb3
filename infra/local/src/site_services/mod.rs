//! What the site is published to, on one machine: what publishing uses of the protocols of S3, of the CDN and of its
//! store of names, over the folder that the local server serves.
//!
//! - [`bucket`]: the files, with their [`digests`], and [`versions`] of them; [`names`]: the store of page names; [`cdn`]: what
//!   caches were told to forget; [`watched`]: what tests see of it all

mod bucket;
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
        caller::TellsFunction,
        guard::{Guard, guarded},
    },
    cloud::{aws, serve},
};
pub(crate) use bucket::NAME as BUCKET;
pub use cdn::Forgotten;
pub use names::Names;
use versions::Versions;
pub use watched::{Told, Watched};

/// The store's account. Its client puts it before the host of the address, so that `127` and [`HOST`] are this machine.
const ACCOUNT: &str = "127";
const HOST: &str = "0.0.1";

/// The services.
#[derive(Debug, Clone)]
pub struct SiteServices {
    address: SocketAddr,
    /// What the CDN was told to forget.
    pub forgotten: Forgotten,
    /// The names in the store.
    pub names: Names,
    /// What they were asked.
    pub watched: Watched,
}

impl SiteServices {
    /// Services over a folder, which do for a function what a guard allows.
    ///
    /// # Errors
    /// When there is no port.
    pub(crate) async fn over(folder: &Path, guard: Option<Guard>) -> io::Result<Self> {
        Self::with(folder, Versions::default(), guard).await
    }

    /// The same with a bucket that keeps what files were before.
    ///
    /// # Errors
    /// When there is no port.
    pub async fn with_versions_over(folder: &Path) -> io::Result<Self> {
        Self::with(folder, Versions::all(), None).await
    }

    async fn with(folder: &Path, versions: Versions, guard: Option<Guard>) -> io::Result<Self> {
        let (forgotten, names) = (Forgotten::default(), Names::default());
        let services = bucket::router(folder.to_owned(), versions).merge(cdn::router(forgotten.clone()));
        let services = services.merge(names::router(names.clone()));
        let watched = Watched::default();
        let services = services.layer(middleware::from_fn_with_state(watched.clone(), watched::watched));
        let address = serve(guarded(services, guard)).await?;
        Ok(Self { address, forgotten, names, watched })
    }

    /// The site as these services have it.
    ///
    /// # Errors
    /// When the routes are broken.
    pub async fn site(&self) -> Result<PublishedSite, PublishError> {
        let all = aws(self.address).await;
        let bucket =
            aws_sdk_s3::config::Builder::from(&all).force_path_style(true).interceptor(TellsFunction);
        let cdn = aws_sdk_cloudfront::config::Builder::from(&all).interceptor(TellsFunction);
        let names = aws(format!("{HOST}:{}", self.address.port())).await;
        let names = aws_sdk_cloudfrontkeyvaluestore::config::Builder::from(&names).interceptor(TellsFunction);
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
