//! Reads and checks the content folder.
//!
//! Each file is read and its errors are collected. Then the checks across files run on everything that could be
//! read.

mod approval_rule;
mod article;
mod article_material;
mod brand;
mod checks;
mod color;
mod condition;
mod consent;
mod day;
mod draft;
mod duties;
mod entry_id;
mod error;
mod faq;
mod faults;
mod file_cache;
mod filled_text;
mod folder;
mod former_address;
mod frame_host;
mod front_matter;
mod glossary;
mod host_name;
mod json;
mod logo;
mod own_address;
mod page;
mod palette;
mod placeholders;
mod reader;
mod report;
mod schema;
mod site_content;
mod site_settings;
mod source_excerpt;
mod source_file;
mod step;
mod study_file;
mod survey;
mod text_file;
mod toml_words;
mod trial_page;
mod unread_content;
mod unread_text;
mod unused_files;
mod voice_host;

pub use approval_rule::{ApprovalRule, Publication};
pub use article::{Alignment, Article, ArticleFront, CardColor, HeadPicture, Source};
pub use brand::{Brand, BrandWords, Colors, InvalidBrandWords};
pub use color::{Color, InvalidColor};
pub use condition::{Condition, ConditionFront};
pub use consent::{BoxPurpose, BoxSettings, Consent, Notice, TextMessages};
pub use duties::{
    ApprovalException, Duties, OptionalService, Processor, ProcessorService, misleading_claims,
};
pub use entry_id::{EntryId, InvalidEntryId};
pub use error::{ContentError, Place, approval_hint};
pub use faq::{Answer, EmptyPart, Faq};
pub use former_address::{FormerAddress, InvalidFormerAddress};
pub use frame_host::{FrameHost, InvalidFrameHost};
pub use glossary::{GlossaryTerm, GlossaryTerms, MoreAbout};
pub use logo::Logo;
pub use page::Page;
pub use palette::Palette;
pub use reader::{Approvals, Drafts, Reader, load, load_from};
pub use report::report;
pub use schema::schemas;
pub use site_content::Content;
pub use site_settings::{
    Counter, FooterSearch, Hashtag, JoiningStep, Link, Office, PopularSearch, RegisterOption, ShownPartner,
    SiteSettings, Testimonial, Video, VoiceSettings,
};
pub use study_file::{load_study, read_study};
pub use survey::{Choice, Substitution, Survey, SurveyAnswer, SurveyQuestion};
pub use trial_page::{Fact, PartnerHeader, PreScreener, Stage, Town, TrialFront, TrialPage};
pub use voice_host::{InvalidVoiceHost, VoiceHost};

pub(crate) use duties::HEALTH_DATA;
pub(crate) use own_address::is_reserved as is_own_address;
