//! Builds the list of health systems that patients can choose, from data published by systems and their vendors.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::Path,
};

use waypoint_domain::health_system::{HealthSystem, SystemId};
use waypoint_fhir::{InvalidPage, ListFile, Skipped, SystemList, address_key, derived_id, merge_by_address};

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
    /// Unusable entries.
    pub unusable: Vec<Skipped>,
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

/// Merges published systems into a list, one for each address. What the list had stays, except with `all`, and except
/// systems that are published at another address now.
#[must_use]
pub fn merge(before: Vec<HealthSystem>, published: SystemList, all: bool) -> MergedList {
    let mut merged = MergedList { unusable: published.skipped, ..MergedList::default() };
    let published_at: BTreeMap<SystemId, String> =
        published.systems.iter().map(|system| (system.id.clone(), address_key(&system.base))).collect();
    let is_there =
        |known: &&HealthSystem| published_at.get(&known.id).is_none_or(|at| *at == address_key(&known.base));
    let kept: Vec<HealthSystem> = before.iter().filter(|_| !all).filter(is_there).cloned().collect();
    let known_ids: BTreeMap<String, SystemId> =
        before.iter().map(|known| (address_key(&known.base), known.id.clone())).collect();
    let mut current = BTreeMap::new();
    let mut used = BTreeSet::new();
    for mut system in merge_by_address(published.systems.into_iter().chain(kept).collect()) {
        // Connections that people have started name a system by its id.
        if let Some(id) = known_ids.get(&address_key(&system.base)).filter(|id| !used.contains(*id)) {
            system.id = id.clone();
        }
        if used.contains(&system.id)
            && let Ok(id) = derived_id([&system.name, "", &system.base]).parse()
        {
            system.id = id;
        }
        used.insert(system.id.clone());
        current.insert(system.id.clone(), system);
    }
    let before: BTreeMap<SystemId, HealthSystem> =
        before.into_iter().map(|system| (system.id.clone(), system)).collect();
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
        let content = fs::read(file).map_err(|error| ListError::Io(name(file), error))?;
        published.push(ListFile { name: name(file), content });
    }
    let published =
        SystemList::parse_files(&published).map_err(|(file, error)| ListError::UnknownFormat(file, error))?;
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
        assert_eq!(first.unusable[0].name, "Elm");
        assert!(first.unusable[0].at.ends_with("lantern.json, endpoint 2"), "{:?}", first.unusable);
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
    fn repeated_import_changes_nothing_and_another_list_of_the_same_server_adds_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let (endpoints, brands) = (folder.path().join("endpoints.json"), folder.path().join("brands.json"));
        let out = folder.path().join("systems.json");
        fs::write(
            &endpoints,
            r#"{"resourceType": "Bundle", "entry": [{"resource": {"resourceType": "Endpoint", "id": "ash",
                "name": "Ash Health", "address": "https://ash.example/r4/"}}]}"#,
        )
        .unwrap();
        fs::write(
            &brands,
            r#"{"resourceType": "Bundle", "entry": [
                {"resource": {"resourceType": "Endpoint", "id": "e", "address": "https://ASH.example/R4"}},
                {"resource": {"resourceType": "Organization", "id": "brand", "name": "Ash Health",
                    "address": [{"city": "Waco", "state": "TX"}], "endpoint": [{"reference": "Endpoint/e"}]}}]}"#,
        )
        .unwrap();
        update_list(&[&endpoints], &out, false).unwrap();
        let merged = update_list(&[&brands], &out, false).unwrap();
        let [system] = merged.systems.as_slice() else { panic!("{merged:?}") };
        assert_eq!((system.id.to_string().as_str(), system.places[0].city.as_str()), ("ash", "Waco"));
        for files in [vec![&brands], vec![&endpoints], vec![&endpoints, &brands]] {
            let again = update_list(&files, &out, false).unwrap();
            assert!(
                again.added.is_empty() && again.changed.is_empty() && again.removed.is_empty(),
                "{again:?}"
            );
        }
        assert_eq!(update_list(&[&brands, &endpoints], &out, true).unwrap().systems, merged.systems);
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
