//! JSON Schemas of the content files, which give editors completion and validation.

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;
use waypoint_domain::partner_study::PartnerStudy;

use super::{
    article::ArticleFront, brand::Brand, condition::ConditionFront, consent::Consent, draft::CountryList,
    duties::Duties, faq::FaqList, glossary::GlossaryTerms, page::FrontMatter, site_settings::SiteSettings,
    survey::Survey, trial_page::TrialFront,
};

/// The schema of each kind of file, by name. For Markdown files it describes the front matter.
#[must_use]
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        ("article", schema_of::<ArticleFront>()),
        ("brand", schema_of::<Brand>()),
        ("condition", schema_of::<ConditionFront>()),
        ("consent", schema_of::<Consent>()),
        ("countries", schema_of::<CountryList>()),
        ("duties", schema_of::<Duties>()),
        ("faqs", schema_of::<FaqList>()),
        ("glossary", schema_of::<GlossaryTerms>()),
        ("page", schema_of::<FrontMatter>()),
        ("site", schema_of::<SiteSettings>()),
        ("study", schema_of::<PartnerStudy>()),
        ("survey", schema_of::<Survey>()),
        ("trial", schema_of::<TrialFront>()),
    ]
}

fn schema_of<T: JsonSchema>() -> Value {
    SchemaGenerator::default().into_root_schema_for::<T>().to_value()
}
