//! The people of the health system, as bundles of resources.

use std::sync::Arc;

use serde_json::Value;

/// The default people.
const SAMPLES: [&str; 3] = [
    include_str!("../../sample/patients/rosa.json"),
    include_str!("../../sample/patients/james.json"),
    include_str!("../../sample/patients/linh.json"),
];

/// People by id. Clones share them.
#[derive(Debug, Clone)]
pub struct People(Arc<Vec<Person>>);

/// A person with records.
#[derive(Debug, Clone)]
pub struct Person {
    /// Id of the Patient resource.
    pub id: String,
    /// Given and family name.
    pub name: String,
    /// All resources, the Patient first.
    pub resources: Vec<Value>,
}

impl Person {
    /// Reads a person from a bundle, or returns `None` if it has no Patient.
    #[must_use]
    pub fn from_bundle(bundle: &Value) -> Option<Self> {
        let entries = bundle["entry"].as_array()?.iter();
        let mut resources: Vec<Value> = entries.map(|entry| entry["resource"].clone()).collect();
        let patient = resources.iter().position(|resource| resource["resourceType"] == "Patient")?;
        resources.swap(0, patient);
        let [patient, ..] = resources.as_slice() else { return None };
        let name = &patient["name"][0];
        let words = [name["given"][0].as_str(), name["family"].as_str()];
        Some(Self {
            id: patient["id"].as_str()?.to_owned(),
            name: words.into_iter().flatten().collect::<Vec<_>>().join(" "),
            resources,
        })
    }
}

impl People {
    /// Returns a set of these people.
    #[must_use]
    pub fn new(people: impl IntoIterator<Item = Person>) -> Self {
        Self(Arc::new(people.into_iter().collect()))
    }

    /// Returns all people.
    pub fn list(&self) -> impl Iterator<Item = &Person> {
        self.0.iter()
    }

    /// Returns the person with this id.
    #[must_use]
    pub fn by_id(&self, id: &str) -> Option<&Person> {
        self.list().find(|person| person.id == id)
    }
}

impl Default for People {
    fn default() -> Self {
        let bundles = SAMPLES.into_iter().filter_map(|text| serde_json::from_str(text).ok());
        Self::new(bundles.filter_map(|bundle| Person::from_bundle(&bundle)))
    }
}
