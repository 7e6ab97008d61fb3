//! The data of a registry study that lists show.

use serde::{Deserialize, Serialize};

use crate::{
    age_range::AgeRange, coordinates::Coordinates, country::Country, excerpt::excerpt,
    fact_summary::FactSummary, nct_id::NctId, partial_date::PartialDate, participation::ParticipationSet,
    recruitment_status::RecruitmentStatus, registry_fact_summary::registry_fact_summary,
    registry_study::RegistryStudy, sex::Sex, study_site::StudySite, study_type::StudyType,
};

/// The maximum length of a summary. Only the study's own page shows more.
const SUMMARY_LENGTH: usize = 400;

/// A registry study without its long texts and its sites.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ListedStudy {
    /// The registry number.
    pub nct_id: NctId,
    /// The short title.
    pub brief_title: String,
    /// The beginning of the summary.
    pub brief_summary: String,
    /// Conditions, in the sponsor's words.
    pub conditions: Vec<String>,
    pub status: RecruitmentStatus,
    /// The type of study, or [`StudyType::Unstated`].
    pub study_type: StudyType,
    /// Phases as shown, for example `Phase 2`.
    pub phases: Vec<String>,
    /// The sexes that the study admits, if stated.
    pub sex: Option<Sex>,
    /// The admitted ages, if stated. Both limits are always serialized, because formats without field names need them.
    #[serde(with = "limits")]
    pub ages: Option<AgeRange>,
    /// The sponsor's name.
    pub sponsor: String,
    /// The date on which the record last changed.
    pub last_updated: Option<PartialDate>,
    /// What the record states about taking part.
    pub participation: ParticipationSet,
    /// What cards show of the record's facts.
    pub fact_summary: FactSummary,
    /// The countries with open sites.
    pub places: Vec<CountryPlaces>,
}

/// The open sites of a study in a country.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CountryPlaces {
    /// The country, in the spelling of the country list.
    pub country: Country,
    /// The number of open sites.
    pub sites: usize,
    /// The postal code of the first open site.
    pub postal_code: String,
    /// The distinct cities of the open sites. Empty if the study has closed.
    #[serde(default)]
    pub cities: Vec<OpenCity>,
}

/// A city with an open site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OpenCity {
    /// The city, such as `Cleveland`.
    pub city: String,
    /// The state or province. May be empty.
    pub state: String,
    /// Degrees north and east, if the record has them.
    pub point: Option<(f32, f32)>,
}

impl OpenCity {
    /// Returns city and state, such as `Cleveland, Ohio`.
    #[must_use]
    pub fn label(&self) -> String {
        if self.state.is_empty() || self.state == self.city {
            self.city.clone()
        } else {
            format!("{}, {}", self.city, self.state)
        }
    }

    /// Returns the coordinates of the record, if it has any.
    #[must_use]
    pub fn coordinates(&self) -> Option<Coordinates> {
        let (latitude, longitude) = self.point?;
        Coordinates::new(Some(latitude.into()), Some(longitude.into())).ok().flatten()
    }
}

mod limits {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::{age::Age, age_range::AgeRange};

    #[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde requires this signature")]
    pub(super) fn serialize<S: Serializer>(
        ages: &Option<AgeRange>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        ages.map(|ages| (ages.minimum, ages.maximum)).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<AgeRange>, D::Error> {
        let limits = Option::<(Option<Age>, Option<Age>)>::deserialize(deserializer)?;
        Ok(limits.map(|(minimum, maximum)| AgeRange { minimum, maximum }))
    }
}

impl ListedStudy {
    /// Extracts the data that lists show.
    #[must_use]
    pub fn from_registry_study(study: &RegistryStudy) -> Self {
        Self {
            nct_id: study.nct_id.clone(),
            brief_title: study.brief_title.clone(),
            brief_summary: excerpt(&study.brief_summary, SUMMARY_LENGTH),
            conditions: study.conditions.clone(),
            status: study.status.clone(),
            study_type: study.study_type.clone(),
            phases: study.phases.clone(),
            sex: study.sex,
            ages: study.ages,
            sponsor: study.sponsor.clone(),
            last_updated: study.last_updated,
            participation: ParticipationSet::of_record(study),
            fact_summary: registry_fact_summary(study),
            places: places(study),
        }
    }

    /// Returns the open sites in a country, if there are any.
    #[must_use]
    pub fn places_in(&self, country: &Country) -> Option<&CountryPlaces> {
        self.places.iter().find(|places| places.country == *country)
    }
}

fn places(study: &RegistryStudy) -> Vec<CountryPlaces> {
    let mut places: Vec<CountryPlaces> = Vec::new();
    for site in study.open_sites() {
        let Some(country) = Country::parse(&site.country) else { continue };
        let at = places.iter().position(|known| known.country == country).unwrap_or_else(|| {
            let postal_code = site.pin_code.clone();
            places.push(CountryPlaces { country, sites: 0, postal_code, cities: Vec::new() });
            places.len() - 1
        });
        places[at].sites += 1;
        if !study.status.has_closed() {
            add_city(&mut places[at].cities, site);
        }
    }
    places
}

fn add_city(cities: &mut Vec<OpenCity>, site: &StudySite) {
    let StudySite { city, state, .. } = site;
    if city.is_empty() || cities.iter().any(|known| known.city == *city && known.state == *state) {
        return;
    }
    #[allow(clippy::cast_possible_truncation, reason = "single precision is a few meters")]
    let point = site.coordinates().map(|place| (place.latitude() as f32, place.longitude() as f32));
    cities.push(OpenCity { city: city.clone(), state: state.clone(), point });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn study(status: &str) -> RegistryStudy {
        let site = |city: &str, status: &str| serde_json::json!({"city": city, "state": "Ohio", "country": "United States", "status": status});
        serde_json::from_value(serde_json::json!({
            "nct_id": "NCT00000001", "brief_title": "", "official_title": "", "brief_summary": "",
            "detailed_description": "", "conditions": [], "keywords": [], "status": status,
            "study_type": "Interventional", "phases": [], "sex": "All", "ages": {}, "healthy_volunteers": null,
            "eligibility_criteria": "", "sponsor": "", "contacts": [], "last_updated": null,
            "sites": [site("Akron", "Recruiting"), site("Akron", "Recruiting"), site("Dayton", "Completed")],
        }))
        .unwrap()
    }

    #[test]
    fn open_cities_are_listed_once_and_only_for_open_studies() {
        let places = |status: &str| ListedStudy::from_registry_study(&study(status)).places;
        let labels: Vec<_> = places("Recruiting")[0].cities.iter().map(OpenCity::label).collect();
        assert_eq!((labels, places("Recruiting")[0].sites), (vec!["Akron, Ohio".to_owned()], 2));
        assert!(places("Completed")[0].cities.is_empty());
    }
}
