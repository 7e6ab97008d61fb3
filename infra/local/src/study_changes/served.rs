//! What the server answers for a study.

use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};

/// How long a change may take before it counts as lost, and how often it is looked for.
const LONGEST: Duration = Duration::from_mins(2);
const BETWEEN: Duration = Duration::from_millis(2);
const PREVIEWS: std::ops::RangeInclusive<u8> = 1..=6;

/// A server.
pub(super) struct Served {
    http: reqwest::Client,
    address: String,
}

impl Served {
    pub(super) fn at(port: u16) -> Self {
        Self { http: reqwest::Client::new(), address: format!("http://127.0.0.1:{port}") }
    }

    /// Waits until a preview of a study has this title.
    pub(super) async fn wait_for(&self, number: &str, title: &str) -> Result<()> {
        let began = Instant::now();
        while began.elapsed() < LONGEST {
            if self.preview(number, 1).await?.contains(title) {
                return Ok(());
            }
            tokio::time::sleep(BETWEEN).await;
        }
        bail!("'{title}' of {number} is not served after {} s", LONGEST.as_secs())
    }

    /// All six previews of a study have to have this title.
    pub(super) async fn must_be_everywhere(&self, number: &str, title: &str) -> Result<()> {
        for template in PREVIEWS {
            let page = self.preview(number, template).await?;
            ensure!(page.contains(title), "preview {template} of {number} is not '{title}'");
        }
        Ok(())
    }

    async fn preview(&self, number: &str, template: u8) -> Result<String> {
        let address = format!("{}/preview/{number}?template={template}", self.address);
        Ok(self.http.get(address).send().await?.text().await?)
    }
}
