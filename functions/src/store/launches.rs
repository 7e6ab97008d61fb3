//! Pending launches: the visitor is signing in at a health system. They are sealed with the browser's session.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use waypoint_domain::{personal::Personal, retention::RetentionPeriod, study_number::StudyNumber};

use super::{
    ConnectedSystem, Session, Sessions, StoreError,
    item::{expiry, pk_only},
    record_sessions::unchanged,
    sessions::launch_key,
};
use crate::external::smart::{Configuration, ScopeExtent, Verifier};

const LAUNCH: &str = "launch";
const STORE: &str = "store a launch";

/// A pending launch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launch {
    /// The health system where the visitor signs in.
    pub system: ConnectedSystem,
    /// The study that the records are for.
    pub study_number: StudyNumber,
    /// The OAuth `state` parameter, which the system returns.
    pub state: Personal<String>,
    /// The PKCE verifier.
    pub verifier: Verifier,
    /// The system's SMART configuration when the launch started.
    pub configuration: Configuration,
    /// How much the launch requests.
    #[serde(default)]
    pub extent: ScopeExtent,
}

impl Sessions {
    /// Stores a launch, replacing an earlier one of the same browser.
    pub async fn store_launch(
        &self,
        browser: &Session,
        launch: &Launch,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let until = expiry(RetentionPeriod::Launch, now);
        let put = self.sealed(browser, (launch_key(browser), LAUNCH), launch, until)?;
        put.ok_or_else(|| StoreError::new(STORE, "too long"))?.send(STORE).await.map(drop)
    }

    /// The browser's pending launch, unless it has expired.
    pub async fn launch(&self, browser: &Session, now: Timestamp) -> Result<Option<Launch>, StoreError> {
        let item = self.get(&launch_key(browser), now).await?;
        item.map(|item| self.unsealed(browser, (&launch_key(browser), LAUNCH), &item)).transpose()
    }

    /// Removes and returns the launch with this `state`. `None` if the browser has no launch or another one. A
    /// launch can only be taken once (E-108).
    pub async fn take_launch(
        &self,
        browser: &Session,
        state: &str,
        now: Timestamp,
    ) -> Result<Option<Launch>, StoreError> {
        let key = launch_key(browser);
        let Some(item) = self.get(&key, now).await? else { return Ok(None) };
        let launch: Launch = self.unsealed(browser, (&key, LAUNCH), &item)?;
        if launch.state.reveal() != state {
            return Ok(None);
        }
        let delete = self.table.delete(pk_only(key)).only_if(unchanged(&item));
        Ok(delete.send("take a launch").await?.then_some(launch))
    }
}
