//! Checks what the server serves for a study.

use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};

/// The time limit for a change to be served.
const TIMEOUT: Duration = Duration::from_mins(2);
/// The interval between checks of a preview.
const POLL_INTERVAL: Duration = Duration::from_millis(2);
/// The numbers of a study's previews.
const PREVIEWS: std::ops::RangeInclusive<u8> = 1..=6;

/// A client of a running server.
pub(super) struct ServerClient {
    http: reqwest::Client,
    address: String,
}

impl ServerClient {
    pub(super) fn new(port: u16) -> Self {
        Self { http: reqwest::Client::new(), address: format!("http://127.0.0.1:{port}") }
    }

    /// Waits until a preview of a study contains this title.
    pub(super) async fn wait_for(&self, number: &str, title: &str) -> Result<()> {
        let start = Instant::now();
        while start.elapsed() < TIMEOUT {
            if self.preview(number, 1).await?.contains(title) {
                return Ok(());
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        bail!("the title '{title}' of {number} is not served after {} s", TIMEOUT.as_secs())
    }

    /// Checks that all six previews of a study contain this title.
    pub(super) async fn must_be_in_all_previews(&self, number: &str, title: &str) -> Result<()> {
        for template in PREVIEWS {
            let page = self.preview(number, template).await?;
            ensure!(page.contains(title), "preview {template} of {number} does not contain '{title}'");
        }
        Ok(())
    }

    async fn preview(&self, number: &str, template: u8) -> Result<String> {
        let address = format!("{}/preview/{number}?template={template}", self.address);
        Ok(self.http.get(address).send().await?.text().await?)
    }
}
