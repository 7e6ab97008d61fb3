//! The people of the tests, read as a health system would send them.

use std::{fs, path::Path};

use serde_json::Value;
use url::Url;
use waypoint_domain::medical_record::{Demographics, MedicalRecords};
use waypoint_fhir::{Kind, Page, RecordCollector, Resource, demographics};

/// A made-up person.
pub(crate) struct Someone {
    #[allow(dead_code, reason = "the example tells it")]
    pub(crate) name: String,
    pub(crate) records: MedicalRecords,
    pub(crate) demographics: Demographics,
}

/// A text that lies beside the project, or in it; none where there is no copy of it.
pub(crate) fn file(path: &str) -> Option<String> {
    let found = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).ok();
    if found.is_none() {
        eprintln!("skipped: there is no {path}");
    }
    found
}

/// Everybody in the bundles of a folder; nobody where there is no copy of it.
pub(crate) fn people(folder: &str) -> Vec<Someone> {
    let Ok(files) = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) else {
        eprintln!("skipped: there are no people in {folder}");
        return Vec::new();
    };
    let paths = files.map(|file| file.unwrap().path());
    let mut bundles: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
    bundles.sort();
    bundles
        .into_iter()
        .map(|path| {
            someone(path.file_name().unwrap().to_string_lossy().into_owned(), &fs::read(&path).unwrap())
        })
        .collect()
}

fn someone(name: String, bundle: &[u8]) -> Someone {
    let value: Value = serde_json::from_slice(bundle).unwrap();
    let resources = value["entry"].as_array().unwrap().iter().map(|entry| &entry["resource"]);
    let patient = resources.clone().find(|resource| resource["resourceType"] == "Patient").unwrap();
    let base = Url::parse("https://ehr.example/r4").unwrap();
    let page = Page::read(bundle, &base, &base).unwrap();
    let mut collected =
        RecordCollector::new(patient["id"].as_str().unwrap(), jiff::civil::date(2026, 11, 26));
    for kind in Kind::ALL {
        collected.add_page(kind, None, &page);
    }
    Someone { name, records: collected.finish().0, demographics: demographics(Resource::new(patient)) }
}
