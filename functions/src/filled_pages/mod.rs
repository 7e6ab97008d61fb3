//! Pages that a function fills for each request, so that they can be read before and without JavaScript.
//!
//! 1. [`address`]: the visitor's address, which the CDN passes in a header
//! 2. `site_files`: the built page and the bundle of its islands, read from the site like by a browser
//! 3. `island_thread`: renders the islands
//!
//! A page that says what is missing has a header that makes the CDN send it with status 404.
//!
//! Every failure ends in an error status, for which the CDN serves the built page. Its islands then ask for themselves.

pub mod address;
mod island_thread;
mod site_files;

use std::{sync::Arc, time::Duration};

use axum::response::{AppendHeaders, Html, IntoResponse, Response};
use jiff::Timestamp;
use serde_json::{Map, Value};
use waypoint_cdn::edge::MISSING_HEADER;
use waypoint_rendering::built_page::MissingPart;

use crate::http::problem::Problem;
use address::PageAddress;
pub use island_thread::NotRendered;
use island_thread::{IslandThread, ToRender};
pub use site_files::SiteFileError;
use site_files::SiteFiles;

/// A page that takes longer is not filled.
const TIME_LIMIT: Duration = Duration::from_secs(4);

/// Fills built pages, if the address of the site is configured.
#[derive(Debug, Clone, Default)]
pub enum PageFiller {
    /// No site is configured.
    #[default]
    Off,
    /// The site's pages are filled.
    On(Arc<Filler>),
}

/// The site's files, and the thread that renders islands.
#[derive(Debug)]
pub struct Filler {
    files: SiteFiles,
    thread: IslandThread,
}

/// Why a page is not filled.
#[derive(Debug, thiserror::Error)]
pub enum NotFilled {
    /// The function has no site.
    #[error("WAYPOINT_SITE is not set")]
    Off,
    /// The built page or the bundle can't be read.
    #[error(transparent)]
    File(#[from] SiteFileError),
    /// The built page lacks a part.
    #[error(transparent)]
    Part(#[from] MissingPart),
    /// The props of an island in the built page are not an object.
    #[error("the props of the island {0} are not an object")]
    Props(&'static str),
    /// The islands can't be rendered.
    #[error(transparent)]
    Islands(#[from] NotRendered),
    /// It took too long.
    #[error("it took longer than {} s", TIME_LIMIT.as_secs())]
    Time,
}

/// Changes the props that an island has in the built page.
pub type FillProps = Box<dyn FnOnce(&mut Map<String, Value>) + Send>;

/// What a page shows for one request.
pub struct Filling {
    /// The name of the built page: `results` or `study`.
    pub page: &'static str,
    /// The title, or `None` for the built one.
    pub title: Option<String>,
    /// The islands to fill, each with the change of its props.
    pub islands: Vec<(&'static str, FillProps)>,
    /// Whether the page says that there is nothing at its address.
    pub is_missing: bool,
}

/// Adds these props to those of the built page.
#[must_use]
pub fn adding(props: Map<String, Value>) -> FillProps {
    Box::new(|built| built.extend(props))
}

impl PageFiller {
    /// Fills the pages of the site at this address, such as `https://waypoint.example`.
    pub fn of_site(address: &str) -> Result<Self, SiteFileError> {
        Ok(Self::On(Arc::new(Filler { files: SiteFiles::at(address)?, thread: IslandThread::start() })))
    }

    /// Returns the filled page for an address.
    pub async fn fill(
        &self,
        filling: Filling,
        address: &PageAddress,
        now: Timestamp,
    ) -> Result<Response, Problem> {
        let is_missing = filling.is_missing;
        let filled = match self {
            Self::Off => Err(NotFilled::Off),
            Self::On(filler) => tokio::time::timeout(TIME_LIMIT, filler.fill(filling, address, now))
                .await
                .unwrap_or(Err(NotFilled::Time)),
        };
        let html = filled.map(Html).map_err(|error| {
            tracing::error!(%error, "a page could not be filled");
            Problem::Unavailable
        })?;
        let missing = is_missing.then_some((MISSING_HEADER, "true"));
        Ok((AppendHeaders(missing), html).into_response())
    }
}

impl Filler {
    async fn fill(
        &self,
        Filling { page, title, islands, .. }: Filling,
        address: &PageAddress,
        now: Timestamp,
    ) -> Result<String, NotFilled> {
        let built = self.files.page(page, now).await?;
        let bundle = self.files.bundle(built.bundle()).await?;
        let mut to_render = Vec::new();
        for (name, fill_props) in islands {
            let Ok(Value::Object(mut props)) = serde_json::from_str(built.props(name)?) else {
                return Err(NotFilled::Props(name));
            };
            fill_props(&mut props);
            props.insert("address".into(), address.props());
            to_render.push(ToRender { name, props: Value::Object(props).to_string() });
        }
        let islands = self.thread.render(bundle, to_render).await?;
        Ok(built.fill(title.as_deref(), &islands)?)
    }
}
