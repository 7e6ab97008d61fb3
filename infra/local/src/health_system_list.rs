//! Builds the list of health systems that patients can choose, from data published by systems and their vendors.

use std::{collections::BTreeMap, fs, io, path::Path};

use waypoint_domain::health_system::{HealthSystem, SystemId};
use waypoint_fhir::{InvalidPage, SystemList};

/// An updated list and its changes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MergedList {
    /// Systems by id.
    pub systems: Vec<HealthSystem>,
    /// New systems.
    pub added: Vec<SystemId>,
    /// Systems with changes.
    pub changed: Vec<SystemId>,
    /// Removed systems.
    pub removed: Vec<SystemId>,
    /// Unusable entries: name and reason.
    pub unusable: Vec<(String, String)>,
}

/// The list could not be updated.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// A file could not be read or written.
    #[error("{0}: {1}")]
    Io(String, io::Error),
    /// A file has an unknown format.
    #[error("{0} is neither a bundle of brands or endpoints nor a Lantern list: {1}")]
    UnknownFormat(String, InvalidPage),
    /// The existing list is invalid.
    #[error("{0} was not created by this command: {1}; choose another file with --out, or delete it")]
    InvalidList(String, serde_json::Error),
}

/// Merges published systems into a list. With `all`, systems that are no longer published are removed.
#[must_use]
pub fn merge(before: Vec<HealthSystem>, published: Vec<SystemList>, all: bool) -> MergedList {
    let mut merged = MergedList::default();
    let before: BTreeMap<SystemId, HealthSystem> =
        before.into_iter().map(|system| (system.id.clone(), system)).collect();
    let mut current = if all { BTreeMap::new() } else { before.clone() };
    for brands in published {
        current.extend(brands.systems.into_iter().map(|system| (system.id.clone(), system)));
        merged.unusable.extend(brands.skipped.into_iter().map(|(name, reason)| (name, reason.to_string())));
    }
    for (id, system) in &current {
        match before.get(id) {
            None => merged.added.push(id.clone()),
            Some(known) if known != system => merged.changed.push(id.clone()),
            Some(_) => {}
        }
    }
    merged.removed = before.into_keys().filter(|id| !current.contains_key(id)).collect();
    merged.systems = current.into_values().collect();
    merged
}

/// Reads published files and updates the list's file atomically.
pub fn update_list(files: &[impl AsRef<Path>], out: &Path, all: bool) -> Result<MergedList, ListError> {
    let name = |path: &Path| path.display().to_string();
    let mut published = Vec::new();
    for file in files.iter().map(AsRef::as_ref) {
        let list = fs::read(file).map_err(|error| ListError::Io(name(file), error))?;
        published.push(
            SystemList::parse_any_list(&list).map_err(|error| ListError::UnknownFormat(name(file), error))?,
        );
    }
    let before = match fs::read(out) {
        Ok(list) => {
            serde_json::from_slice(&list).map_err(|error| ListError::InvalidList(name(out), error))?
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(ListError::Io(name(out), error)),
    };
    let merged = merge(before, published, all);
    let json = serde_json::to_vec_pretty(&merged.systems)
        .map_err(|error| ListError::InvalidList(name(out), error))?;
    let temporary = out.with_extension("part");
    let written = fs::write(&temporary, json).and_then(|()| fs::rename(&temporary, out));
    written.map_err(|error| ListError::Io(name(out), error))?;
    Ok(merged)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic where it fails")]
mod tests {
    use super::*;

    const LANTERN: &str = r#"{"Endpoints": [
        {"URL": "https://ehr.example/r4", "OrganizationName": "Oak", "OrganizationZipCode": "78701"},
        {"URL": "http://ehr.example/r4", "OrganizationName": "Elm"}
    ]}"#;

    fn ids(ids: &[SystemId]) -> Vec<String> {
        ids.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn list_is_created_updated_and_reports_its_changes() {
        let folder = tempfile::tempdir().unwrap();
        let (file, out) = (folder.path().join("lantern.json"), folder.path().join("systems.json"));
        fs::write(&file, LANTERN).unwrap();
        let first = update_list(std::slice::from_ref(&file), &out, false).unwrap();
        assert_eq!(ids(&first.added), ["oak-78701-e40f5b9d310a00c4"]);
        assert_eq!(first.unusable[0].0, "Elm");
        let again = update_list(std::slice::from_ref(&file), &out, false).unwrap();
        assert!(again.added.is_empty() && again.changed.is_empty() && again.systems.len() == 1);
        let endpoint = |address: &str| {
            format!(
                r#"{{"resourceType": "Bundle", "entry": [{{"resource":
                    {{"resourceType": "Endpoint", "id": "ash", "name": "Ash", "address": "{address}"}}}}]}}"#
            )
        };
        fs::write(&file, endpoint("https://ash.example/r4")).unwrap();
        assert_eq!(update_list(std::slice::from_ref(&file), &out, false).unwrap().systems.len(), 2);
        fs::write(&file, endpoint("https://ash.example/fhir")).unwrap();
        let changed = update_list(std::slice::from_ref(&file), &out, false).unwrap();
        assert_eq!(ids(&changed.changed), ["ash"]);
        fs::write(&file, r#"{"Endpoints": []}"#).unwrap();
        assert_eq!(update_list(std::slice::from_ref(&file), &out, false).unwrap().systems.len(), 2);
        let emptied = update_list(std::slice::from_ref(&file), &out, true).unwrap();
        assert_eq!((ids(&emptied.removed).len(), emptied.systems.len()), (2, 0));
    }

    #[test]
    fn file_of_unknown_format_changes_nothing_and_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let (file, out) = (folder.path().join("page.html"), folder.path().join("systems.json"));
        fs::write(&file, "<html>").unwrap();
        let refused = update_list(std::slice::from_ref(&file), &out, false).unwrap_err();
        assert!(refused.to_string().contains("page.html") && !out.exists(), "{refused}");
        fs::write(&file, LANTERN).unwrap();
        fs::write(&out, "mine").unwrap();
        assert!(update_list(&[&file], &out, false).is_err());
        assert_eq!(fs::read_to_string(&out).unwrap(), "mine");
    }
}
