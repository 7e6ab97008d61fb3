//! The list of health systems that patients can choose, made from what systems and their vendors publish.

use std::{collections::BTreeMap, fs, io, path::Path};

use waypoint_domain::health_system::{HealthSystem, SystemId};
use waypoint_fhir::{Brands, Unreadable};

/// A list, and what came of bringing it up to date.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Merged {
    /// The systems, by their ids.
    pub systems: Vec<HealthSystem>,
    /// Those that are new.
    pub added: Vec<SystemId>,
    /// Those of which something is new.
    pub changed: Vec<SystemId>,
    /// Those that are gone.
    pub removed: Vec<SystemId>,
    /// What can't be used, by what it calls itself, and why.
    pub left_out: Vec<(String, String)>,
}

/// A list can't be made.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// A file can't be read or written.
    #[error("{0}: {1}")]
    Io(String, io::Error),
    /// A file is no list.
    #[error("{0} is no bundle of brands or endpoints, and no list of Lantern: {1}")]
    NoList(String, Unreadable),
    /// The list that is there can't be read.
    #[error("{0} is no list that this command made: {1}; choose another file with --out, or remove it")]
    NoOwnList(String, serde_json::Error),
}

/// Brings what a list holds up to date from what was published. With `all`, whatever is not published any more is removed.
#[must_use]
pub fn merged(before: Vec<HealthSystem>, published: Vec<Brands>, all: bool) -> Merged {
    let mut merged = Merged::default();
    let before: BTreeMap<SystemId, HealthSystem> =
        before.into_iter().map(|system| (system.id.clone(), system)).collect();
    let mut now = if all { BTreeMap::new() } else { before.clone() };
    for brands in published {
        now.extend(brands.systems.into_iter().map(|system| (system.id.clone(), system)));
        merged.left_out.extend(brands.left_out.into_iter().map(|(name, why)| (name, why.to_string())));
    }
    for (id, system) in &now {
        match before.get(id) {
            None => merged.added.push(id.clone()),
            Some(known) if known != system => merged.changed.push(id.clone()),
            Some(_) => {}
        }
    }
    merged.removed = before.into_keys().filter(|id| !now.contains_key(id)).collect();
    merged.systems = now.into_values().collect();
    merged
}

/// Reads what was published, and brings the file of the list up to date, at once or not at all.
///
/// # Errors
/// The first file that can't be used; then the list stays as it was.
pub fn bring_up_to_date(files: &[impl AsRef<Path>], out: &Path, all: bool) -> Result<Merged, ListError> {
    let name = |path: &Path| path.display().to_string();
    let mut published = Vec::new();
    for file in files.iter().map(AsRef::as_ref) {
        let list = fs::read(file).map_err(|error| ListError::Io(name(file), error))?;
        published.push(Brands::of_any(&list).map_err(|error| ListError::NoList(name(file), error))?);
    }
    let before = match fs::read(out) {
        Ok(list) => serde_json::from_slice(&list).map_err(|error| ListError::NoOwnList(name(out), error))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(ListError::Io(name(out), error)),
    };
    let merged = merged(before, published, all);
    let json =
        serde_json::to_vec_pretty(&merged.systems).map_err(|error| ListError::NoOwnList(name(out), error))?;
    let beside = out.with_extension("part");
    let written = fs::write(&beside, json).and_then(|()| fs::rename(&beside, out));
    written.map_err(|error| ListError::Io(name(out), error))?;
    Ok(merged)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
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
    fn a_list_is_made_brought_up_to_date_and_told_what_changed() {
        let folder = tempfile::tempdir().unwrap();
        let (file, out) = (folder.path().join("lantern.json"), folder.path().join("systems.json"));
        fs::write(&file, LANTERN).unwrap();
        let first = bring_up_to_date(std::slice::from_ref(&file), &out, false).unwrap();
        assert_eq!(ids(&first.added), ["oak-78701-e40f5b9d310a00c4"]);
        assert_eq!(first.left_out[0].0, "Elm");
        let again = bring_up_to_date(std::slice::from_ref(&file), &out, false).unwrap();
        assert!(again.added.is_empty() && again.changed.is_empty() && again.systems.len() == 1);
        let endpoint = |address: &str| {
            format!(
                r#"{{"resourceType": "Bundle", "entry": [{{"resource":
                    {{"resourceType": "Endpoint", "id": "ash", "name": "Ash", "address": "{address}"}}}}]}}"#
            )
        };
        fs::write(&file, endpoint("https://ash.example/r4")).unwrap();
        assert_eq!(bring_up_to_date(std::slice::from_ref(&file), &out, false).unwrap().systems.len(), 2);
        fs::write(&file, endpoint("https://ash.example/fhir")).unwrap();
        let changed = bring_up_to_date(std::slice::from_ref(&file), &out, false).unwrap();
        assert_eq!(ids(&changed.changed), ["ash"]);
        fs::write(&file, r#"{"Endpoints": []}"#).unwrap();
        assert_eq!(bring_up_to_date(std::slice::from_ref(&file), &out, false).unwrap().systems.len(), 2);
        let emptied = bring_up_to_date(std::slice::from_ref(&file), &out, true).unwrap();
        assert_eq!((ids(&emptied.removed).len(), emptied.systems.len()), (2, 0));
    }

    #[test]
    fn a_file_that_is_no_list_changes_nothing_and_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let (file, out) = (folder.path().join("page.html"), folder.path().join("systems.json"));
        fs::write(&file, "<html>").unwrap();
        let refused = bring_up_to_date(std::slice::from_ref(&file), &out, false).unwrap_err();
        assert!(refused.to_string().contains("page.html") && !out.exists(), "{refused}");
        fs::write(&file, LANTERN).unwrap();
        fs::write(&out, "mine").unwrap();
        assert!(bring_up_to_date(&[&file], &out, false).is_err());
        assert_eq!(fs::read_to_string(&out).unwrap(), "mine");
    }
}
