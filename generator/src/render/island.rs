//! An island with its props and its HTML.

use serde::Serialize;
use waypoint_rendering::markup::{self, Start};

use crate::island_renderer::IslandRenderer;

/// Props of islands that need none, because their data is in the address or in the browser.
#[derive(Serialize)]
pub(crate) struct NoProps {}

/// Renders an island with its props, or returns the reason for failure.
pub(super) fn island(
    renderer: &IslandRenderer,
    name: &'static str,
    start: Start,
    props: &impl Serialize,
) -> Result<String, String> {
    let props = serde_json::to_string(props).map_err(|error| error.to_string())?;
    let html = renderer.render(name, &props, &markup::prefix(name))?;
    Ok(markup::island(name, start.name(), &props, &html))
}
