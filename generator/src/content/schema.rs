//! What each kind of file may hold, as JSON Schema: editors that know it complete keys and mark mistakes
//! while they are made.

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;
use waypoint_domain::partner_study::PartnerStudy;

use super::{
    ArticleFront, Brand, ConditionFront, Consent, CountryList, SiteSettings, Survey, TrialFront,
    faq::FaqList, page::FrontMatter,
};

/// Every kind of file by its name, with its schema. Of Markdown files it is that of their front matter.
#[must_use]
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        ("article", of::<ArticleFront>()),
        ("brand", of::<Brand>()),
        ("condition", of::<ConditionFront>()),
        ("consent", of::<Consent>()),
        ("countries", of::<CountryList>()),
        ("faqs", of::<FaqList>()),
        ("page", of::<FrontMatter>()),
        ("site", of::<SiteSettings>()),
        ("study", of::<PartnerStudy>()),
        ("survey", of::<Survey>()),
        ("trial", of::<TrialFront>()),
    ]
}

fn of<T: JsonSchema>() -> Value {
    SchemaGenerator::default().into_root_schema_for::<T>().to_value()
}
