//! Reads and checks the content folder.
//!
//! Each file is read and its errors are collected. Then the checks across files run on everything that could be
//! read.

mod article;
mod brand;
mod checks;
mod color;
mod condition;
mod consent;
mod day;
mod entry_id;
mod error;
mod faq;
mod faults;
mod filled;
mod folder;
mod former_address;
mod frame_host;
mod front_matter;
mod host_name;
mod json;
mod kept;
mod logo;
mod own_address;
mod page;
mod palette;
mod report;
mod schema;
mod shown_lines;
mod site_settings;
mod source_file;
mod stray;
mod study_file;
mod survey;
mod text_file;
mod toml_words;
mod trial_page;
mod unread;
mod unread_text;
mod voice_host;

use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

use schemars::JsonSchema;
use serde::Deserialize;
use waypoint_domain::{partner_study::PartnerStudy, study_id::StudyId, study_number::StudyNumber};

pub use article::{Alignment, Article, ArticleFront, CardColor, HeadPicture, Source};
pub use brand::{Brand, BrandWords, Colors, InvalidBrandWords};
pub use color::{Color, InvalidColor};
pub use condition::{Condition, ConditionFront};
pub use consent::{Consent, Notice};
pub use entry_id::{EntryId, InvalidEntryId};
pub use error::{ContentError, Place};
pub use faq::{Answer, EmptyPart, Faq};
pub use former_address::{FormerAddress, InvalidFormerAddress};
pub use frame_host::{FrameHost, InvalidFrameHost};
pub use logo::Logo;
pub use page::Page;
pub use palette::Palette;
pub use report::report;
pub use schema::schemas;
pub use site_settings::{
    Counter, FooterSearch, Hashtag, JoiningStep, Link, Office, PopularSearch, RegisterOption, ShownPartner,
    SiteSettings, Testimonial, Video, VoiceSettings,
};
pub use study_file::{load_study, read_study};
pub use survey::{Choice, Substitution, Survey, SurveyAnswer, SurveyQuestion};
pub use trial_page::{Fact, PartnerHeader, PreScreener, Stage, Town, TrialFront, TrialPage};
pub use voice_host::{InvalidVoiceHost, VoiceHost};

pub(crate) use own_address::is_reserved as is_own_address;

use faq::FaqList;
use faults::Faults;
use folder::Folder;
use kept::FileCache;
use source_file::SourceFile;
use unread::UnreadContent;
use unread_text::UnreadText;

use crate::{markdown::Text, pictures::Pictures};

/// The whole content of the site.
#[derive(Debug, Clone, PartialEq)]
pub struct Content {
    /// The site settings.
    pub site: SiteSettings,
    /// The brand of this build.
    pub brand: Brand,
    /// The brand's logo.
    pub mark: Logo,
    /// The names of all countries.
    pub countries: Vec<String>,
    /// The consent boxes and the privacy notice.
    pub consent: Consent,
    /// The common questions of the home page.
    pub faqs: Vec<Faq>,
    /// Text pages, sorted by slug.
    pub pages: Vec<Page>,
    /// Hand-written pages of trials.
    pub trials: Vec<TrialPage>,
    /// Surveys, sorted by name.
    pub surveys: Vec<Survey>,
    /// Questions about single trials, by file name.
    pub trial_faqs: BTreeMap<String, Vec<Faq>>,
    /// Pictures by file name.
    pub pictures: Pictures,
    /// Logos of partners.
    pub logos: Vec<Logo>,
    /// Pages about conditions, sorted by slug.
    pub conditions: Vec<Condition>,
    /// Articles, the most recently updated first.
    pub articles: Vec<Arc<Article>>,
    /// The partner studies, sorted by number.
    pub studies: Vec<PartnerStudy>,
}

impl Content {
    /// Returns the study with this number.
    #[must_use]
    pub fn study(&self, number: &StudyNumber) -> Option<&PartnerStudy> {
        self.studies.iter().find(|study| study.snow_study_number == *number)
    }

    /// The trial pages whose study is active.
    pub(crate) fn shown_trials(&self) -> impl Iterator<Item = &TrialPage> {
        let is_shown = |trial: &&TrialPage| self.study(&trial.front.study).is_some_and(|study| study.active);
        self.trials.iter().filter(is_shown)
    }

    /// Every former address, with the current path of its page.
    #[must_use]
    pub fn redirects(&self) -> Vec<(&FormerAddress, String)> {
        let pages = self.pages.iter().map(|page| (&page.formerly, format!("/{}", page.slug)));
        let articles = self.articles.iter().map(|article| (&article.front.formerly, article.path()));
        let conditions =
            self.conditions.iter().map(|condition| (&condition.front.formerly, condition.path()));
        let trials = self.trials.iter().map(|trial| (&trial.front.formerly, trial.front.at.clone()));
        let pages_by_path = pages.chain(articles).chain(conditions).chain(trials);
        pages_by_path.flat_map(|(former, path)| former.iter().map(move |from| (from, path.clone()))).collect()
    }

    /// The texts of all pages.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &Text> {
        let pages = self.pages.iter().map(|page| &page.text);
        pages
            .chain(self.articles.iter().map(|article| &article.text))
            .chain(self.conditions.iter().map(|condition| &condition.text))
            .chain(self.trials.iter().map(|trial| &trial.text))
    }
}

/// Whether drafts are part of the content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drafts {
    /// Drafts are left out.
    Hidden,
    /// Drafts are included.
    Shown,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CountryList {
    countries: Vec<String>,
}

/// A value with its source file.
struct Sourced<T> {
    file: SourceFile,
    value: T,
}

/// The readable part of a content folder. Files that could not be read are missing.
struct Draft {
    site: Option<Sourced<SiteSettings>>,
    brands: Vec<Sourced<Brand>>,
    marks: Vec<Logo>,
    countries: Option<Sourced<CountryList>>,
    consent: Option<Sourced<Consent>>,
    faqs: Option<Sourced<FaqList>>,
    pages: Vec<Sourced<Page>>,
    articles: Vec<Sourced<Arc<Article>>>,
    conditions: Vec<Sourced<Condition>>,
    trials: Vec<Sourced<TrialPage>>,
    surveys: Vec<Sourced<Survey>>,
    trial_faqs: Vec<Sourced<FaqList>>,
    pictures: Pictures,
    logos: Vec<Logo>,
    studies: Vec<Sourced<PartnerStudy>>,
    /// The texts of files whose front matter could not be read.
    unread_texts: Vec<Sourced<UnreadText>>,
}

impl Draft {
    /// Every TOML file, and every file with front matter.
    fn files(&self) -> impl Iterator<Item = &SourceFile> {
        fn each<'a, T>(
            items: impl IntoIterator<Item = &'a Sourced<T>>,
        ) -> impl Iterator<Item = &'a SourceFile>
        where
            T: 'a,
        {
            items.into_iter().map(|sourced| &sourced.file)
        }
        each(&self.site)
            .chain(each(&self.brands))
            .chain(each(&self.countries))
            .chain(each(&self.consent))
            .chain(each(&self.faqs))
            .chain(each(&self.pages))
            .chain(each(&self.articles))
            .chain(each(&self.conditions))
            .chain(each(&self.trials))
            .chain(each(&self.surveys))
            .chain(each(&self.trial_faqs))
            .chain(each(&self.studies))
    }
}

/// Reads and checks a content folder, without drafts. Returns all errors if there are any.
pub fn load(dir: &Path) -> Result<Content, Vec<ContentError>> {
    load_from(dir, &dir.join("studies"), Drafts::Hidden)
}

/// Reads and checks a content folder, with the studies in a separate folder. Returns all errors if there are any.
pub fn load_from(dir: &Path, studies: &Path, drafts: Drafts) -> Result<Content, Vec<ContentError>> {
    Reader::default().load(dir, studies, drafts)
}

/// Reads a content folder repeatedly, caching articles that have not changed.
#[derive(Debug, Default)]
pub struct Reader {
    /// The requested brand; `None` for the one in the settings.
    requested_brand: Option<String>,
    /// The brand whose placeholders were replaced in the cached articles.
    brand: Option<Arc<Brand>>,
    articles: FileCache<Article>,
    pictures: Pictures,
}

impl Reader {
    /// Creates a reader for a brand, or for the brand in the settings.
    #[must_use]
    pub fn for_brand(requested_brand: Option<String>) -> Self {
        Self { requested_brand, ..Self::default() }
    }

    /// Reads and checks the content folder in its current state, with the studies in a separate folder. Returns all
    /// errors if there are any.
    pub fn load(&mut self, dir: &Path, studies: &Path, drafts: Drafts) -> Result<Content, Vec<ContentError>> {
        let mut folder = Folder::open(dir).map_err(|error| vec![error])?;
        let brand = self.requested_brand.clone().or_else(|| configured_brand(dir));
        let brand = brand.and_then(|name| folder.brand(&name, self.requested_brand.is_some()));
        if brand != self.brand {
            self.articles.evict(|_| true);
            self.brand.clone_from(&brand);
        }
        let pictures = folder.pictures("images", &self.pictures);
        if pictures != self.pictures {
            self.articles.evict(|article| article.text.pictures().next().is_some());
            self.pictures.clone_from(&pictures);
        }
        let mut draft = Draft {
            site: folder.toml("site.toml"),
            brands: folder.each_if_exists("brands", "toml", |file, name| {
                file.parse().map(|brand| Brand { id: name.to_owned(), ..brand })
            }),
            marks: folder
                .each_if_exists("brands", "svg", |file, name| Ok(Logo::read(file, name)?))
                .into_iter()
                .map(|mark| mark.value)
                .collect(),
            countries: folder.toml("countries.toml"),
            consent: folder.toml("consent.toml"),
            faqs: folder.toml("faqs/general.toml"),
            pages: folder.read_files("pages", "md", |file, name| Page::read(file, name, &pictures)),
            articles: folder.each_cached("articles", "md", &mut self.articles, |file, name| {
                Article::read(file, name, &pictures)
            }),
            conditions: folder
                .each_if_exists("conditions", "md", |file, name| Condition::read(file, name, &pictures)),
            trials: folder.each_if_exists("trials", "md", |file, _| TrialPage::read(file, &pictures)),
            surveys: folder.each_if_exists("surveys", "toml", |file, name| {
                file.parse().map(|survey| Survey { name: name.to_owned(), ..survey })
            }),
            trial_faqs: folder.each_if_exists("faqs/trials", "toml", |file, name| {
                file.parse().map(|list| FaqList { name: name.to_owned(), ..list })
            }),
            pictures: pictures.clone(),
            logos: folder
                .each_if_exists("logos", "svg", |file, name| Ok(Logo::read(file, name)?))
                .into_iter()
                .map(|logo| logo.value)
                .collect(),
            studies: folder.read_files_in("studies", studies, &["json", "toml"], |file, _| file.parse()),
            unread_texts: Vec::new(),
        };
        if drafts == Drafts::Hidden {
            draft.pages.retain(|page| !page.value.draft);
            draft.articles.retain(|article| !article.value.front.draft);
            draft.conditions.retain(|condition| !condition.value.front.draft);
            draft.trials.retain(|trial| !trial.value.front.draft);
        }
        draft.unread_texts = folder.unread_texts(&pictures);
        let (mut errors, unread) = folder.into_faults();
        errors.extend(stray::find(dir));
        checks::check(&draft, unread, &mut errors);
        errors.sort_by_cached_key(ContentError::sort_key);
        let mark =
            brand.as_ref().and_then(|brand| draft.marks.iter().find(|mark| mark.name == brand.id)).cloned();
        // The reason for a missing brand or logo is already among the errors.
        let (Some(brand), Some(mark)) = (brand, mark) else { return Err(errors) };
        match draft {
            Draft {
                site: Some(site),
                countries: Some(countries),
                consent: Some(consent),
                faqs: Some(faqs),
                ..
            } if errors.is_empty() => Ok(Content {
                brand: Arc::unwrap_or_clone(brand),
                mark,
                countries: countries.value.countries,
                consent: consent.value,
                faqs: faqs.value.faqs,
                pages: draft.pages.into_iter().map(|page| page.value).collect(),
                trials: draft.trials.into_iter().map(|trial| trial.value).collect(),
                surveys: draft.surveys.into_iter().map(|survey| survey.value).collect(),
                trial_faqs: draft
                    .trial_faqs
                    .into_iter()
                    .map(|list| (list.value.name, list.value.faqs))
                    .collect(),
                pictures: draft.pictures,
                logos: draft.logos,
                conditions: draft.conditions.into_iter().map(|condition| condition.value).collect(),
                articles: newest_first(draft.articles),
                studies: with_sign_ups_disabled(
                    draft.studies.into_iter().map(|study| study.value).collect(),
                    &site.value.disabled_trials,
                ),
                site: site.value,
            }),
            _ => Err(errors),
        }
    }
}

/// The brand named in the settings. It is read first because any text may contain its placeholders.
fn configured_brand(dir: &Path) -> Option<String> {
    let settings: toml::Table = toml::from_str(&fs::read_to_string(dir.join("site.toml")).ok()?).ok()?;
    settings.get("brand")?.as_str().map(str::to_owned)
}

/// Turns sign-ups off for the disabled studies (D-083).
fn with_sign_ups_disabled(studies: Vec<PartnerStudy>, disabled: &[StudyId]) -> Vec<PartnerStudy> {
    let mark = |mut study: PartnerStudy| {
        study.sign_up_disabled |= disabled.iter().any(|id| study.has_id(id));
        study
    };
    studies.into_iter().map(mark).collect()
}

fn newest_first(articles: Vec<Sourced<Arc<Article>>>) -> Vec<Arc<Article>> {
    let mut articles: Vec<_> = articles.into_iter().map(|article| article.value).collect();
    articles.sort_by(|a, b| (b.front.updated, &a.slug).cmp(&(a.front.updated, &b.slug)));
    articles
}
