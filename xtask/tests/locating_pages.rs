//! Which pages may ask for the visitor's position.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::{fs, path::Path};

use waypoint_cdn::Routes;

/// The addresses of the pages of trials in `content/trials`, and of the page that shows one in full.
fn pages_of_trials() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/trials");
    let files = fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let address = |file: String| {
        let line = file.lines().find_map(|line| line.strip_prefix("at = \""))?;
        Some(line.trim_end_matches('"').to_owned())
    };
    files.filter_map(address).chain(["/upcoming-research".to_owned()]).collect()
}

#[test]
fn pages_of_trials_may_ask_for_the_position() {
    let routes = Routes::load().unwrap();
    let pages = pages_of_trials();
    assert!(pages.len() > 5, "{pages:?}");
    for page in pages {
        let may_ask = routes
            .headers_at(&page, None)
            .any(|(name, value)| name == "permissions-policy" && value.contains("geolocation=(self)"));
        assert!(may_ask, "{page} has a field for a place: add it to [locating] in infra/cdn/routes.toml");
    }
}
