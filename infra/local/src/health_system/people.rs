//! The people of the system, as bundles of resources.

use std::sync::Arc;

use serde_json::Value;

/// The people that the system has when nobody says which.
const MADE_UP: [&str; 3] = [
    include_str!("../../sample/patients/rosa.json"),
    include_str!("../../sample/patients/james.json"),
    include_str!("../../sample/patients/linh.json"),
];

/// People, by their ids. Clones share them.
#[derive(Debug, Clone)]
pub struct People(Arc<Vec<Person>>);

/// Somebody whose records the system has.
#[derive(Debug, Clone)]
pub struct Person {
    /// The id of their Patient resource.
    pub id: String,
    /// Given and family name.
    pub name: String,
    /// All of their resources, the Patient first.
    pub resources: Vec<Value>,
}

impl Person {
    /// The person of a bundle; nothing when it has no Patient.
    #[must_use]
    pub fn of_bundle(bundle: &Value) -> Option<Self> {
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
    /// These people.
    #[must_use]
    pub fn of(people: impl IntoIterator<Item = Person>) -> Self {
        Self(Arc::new(people.into_iter().collect()))
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &Person> {
        self.0.iter()
    }

    /// The one of this id.
    #[must_use]
    pub fn of_id(&self, id: &str) -> Option<&Person> {
        self.all().find(|person| person.id == id)
    }
}

impl Default for People {
    fn default() -> Self {
        let bundles = MADE_UP.into_iter().filter_map(|text| serde_json::from_str(text).ok());
        Self::of(bundles.filter_map(|bundle| Person::of_bundle(&bundle)))
    }
}
