//! The systems of codes that are kept.

use std::{collections::HashMap, sync::LazyLock};

use waypoint_domain::medical_record::CodeSystem;
use waypoint_text::{Table, table};

const TABLE: Table<3> = table!("../data/code_systems.tsv", ["url", "system", "name"]);

/// The systems with their names, by URL.
static SYSTEMS: LazyLock<HashMap<&str, (CodeSystem, &str)>> = LazyLock::new(|| {
    let read = |[url, system, name]: [&'static str; 3]| {
        Some((url, (serde_json::from_value(system.into()).ok()?, name)))
    };
    TABLE.rows().filter_map(read).collect()
});

/// Returns the system with this URL.
pub(crate) fn system_of(url: &str) -> Option<CodeSystem> {
    SYSTEMS.get(url).map(|(system, _)| *system)
}

/// Returns a bare code with the name of its system, so that it doesn't look like a word.
pub(crate) fn code_name(url: Option<&str>, code: &str) -> String {
    let known = url.and_then(|url| SYSTEMS.get(url));
    known.map_or_else(|| format!("Code {code}"), |(_, name)| format!("{name} code {code}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_url_has_a_system() {
        assert_eq!(SYSTEMS.len(), TABLE.rows().count());
    }
}
