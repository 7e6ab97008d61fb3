//! The data of a registry study that lists show.

use serde::{Deserialize, Serialize};

use crate::{
    age_range::AgeRange, country::Country, excerpt::excerpt, nct_id::NctId,
    recruitment_status::RecruitmentStatus, registry_study::RegistryStudy, sex::Sex, study_type::StudyType,
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
    /// The recruitment status.
    pub status: RecruitmentStatus,
    /// The type of study, or [`StudyType::Unstated`].
    pub study_type: StudyType,
    /// Phases as shown, for example `Phase 2`.
    pub phases: Vec<String>,
    /// The sexes that the study admits.
    pub sex: Sex,
    /// The admitted ages. Both limits are always serialized, because formats without field names need them.
    #[serde(with = "limits")]
    pub ages: AgeRange,
    /// The sponsor's name.
    pub sponsor: String,
    /// The date on which the record last changed.
    pub last_updated: Option<String>,
    /// The countries with open sites.
    pub places: Vec<CountryPlaces>,
}

/// The open sites of a study in a country.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountryPlaces {
    /// The country, in the spelling of the country list.
    pub country: Country,
    /// The number of open sites.
    pub sites: usize,
    /// The postal code of the first open site.
    pub postal_code: String,
}

mod limits {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::age_range::AgeRange;

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde requires this signature")]
    pub(super) fn serialize<S: Serializer>(ages: &AgeRange, serializer: S) -> Result<S::Ok, S::Error> {
        (ages.minimum, ages.maximum).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<AgeRange, D::Error> {
        let (minimum, maximum) = Deserialize::deserialize(deserializer)?;
        Ok(AgeRange { minimum, maximum })
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
            last_updated: study.last_updated.clone(),
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
        match places.iter_mut().find(|known| known.country == country) {
            Some(known) => known.sites += 1,
            None => places.push(CountryPlaces { country, sites: 1, postal_code: site.pin_code.clone() }),
        }
    }
    places
}
