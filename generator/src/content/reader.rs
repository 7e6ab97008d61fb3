//! Reads and checks a content folder.

use std::{fs, path::Path, sync::Arc};

use super::{
    article::Article,
    brand::Brand,
    checks,
    condition::Condition,
    draft::Draft,
    duties::OptionalService,
    error::ContentError,
    faq::FaqList,
    file_cache::FileCache,
    folder::Folder,
    logo::Logo,
    page::Page,
    placeholders::Placeholders,
    site_content::{Content, with_sign_ups_disabled},
    source_file::Sourced,
    survey::Survey,
    trial_page::TrialPage,
    unused_files,
};
use crate::pictures::Pictures;

/// Whether drafts are part of the content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drafts {
    /// Drafts are left out.
    Hidden,
    /// Drafts are included.
    Shown,
}

/// Whether recruitment material needs an approval.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Approvals {
    /// Recruitment material without an approval is an error. For sites that patients use.
    Required,
    /// Recruitment material without an approval is allowed. For demonstrations and drafts.
    #[default]
    Optional,
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
    approvals: Approvals,
    /// The services that the deployment turns on.
    services: Vec<OptionalService>,
    /// The unapproved recruitment material of the last content.
    unapproved: Vec<ContentError>,
    /// The placeholders that were replaced in the cached articles.
    placeholders: Option<Arc<Placeholders>>,
    articles: FileCache<Article>,
    pictures: Pictures,
}

impl Reader {
    /// Creates a reader for a brand, or for the brand in the settings.
    #[must_use]
    pub fn for_brand(requested_brand: Option<String>) -> Self {
        Self { requested_brand, ..Self::default() }
    }

    /// Sets whether recruitment material needs an approval.
    #[must_use]
    pub fn with_approvals(self, approvals: Approvals) -> Self {
        Self { approvals, ..self }
    }

    /// Sets which services of other companies the deployment turns on. The notices must name them.
    #[must_use]
    pub fn with_services(self, services: Vec<OptionalService>) -> Self {
        Self { services, ..self }
    }

    /// Returns the studies in the last content whose recruitment material is not approved.
    #[must_use]
    pub fn unapproved(&self) -> &[ContentError] {
        &self.unapproved
    }

    /// Reads and checks the content folder in its current state, with the studies in a separate folder. Returns all
    /// errors if there are any.
    pub fn load(&mut self, dir: &Path, studies: &Path, drafts: Drafts) -> Result<Content, Vec<ContentError>> {
        let mut folder = Folder::open(dir).map_err(|error| vec![error])?;
        let raw = RawSettings::read(dir);
        let brand = self.requested_brand.clone().or(raw.brand);
        let brand = brand.and_then(|name| folder.brand(&name, self.requested_brand.is_some()));
        let placeholders = brand.as_ref().map(|brand| Arc::new(Placeholders::new(brand, raw.working_days)));
        if placeholders != self.placeholders {
            self.articles.evict(|_| true);
            self.placeholders.clone_from(&placeholders);
        }
        folder.fill_in(placeholders);
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
            marks: logos(&mut folder, "brands"),
            countries: folder.toml("countries.toml"),
            consent: folder.toml("consent.toml"),
            duties: folder.toml("duties.toml"),
            faqs: folder.toml("faqs/general.toml"),
            glossary: folder.toml("glossary.toml"),
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
            logos: logos(&mut folder, "logos"),
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
        errors.extend(unused_files::find(dir));
        checks::check(&draft, unread, &mut errors);
        errors.extend(checks::unnamed_services(&draft, &self.services));
        self.unapproved = checks::unapproved(&draft);
        if self.approvals == Approvals::Required {
            errors.append(&mut self.unapproved);
        }
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
                duties: Some(duties),
                faqs: Some(faqs),
                glossary: Some(glossary),
                ..
            } if errors.is_empty() => Ok(Content {
                brand,
                mark,
                countries: countries.value.countries,
                consent: consent.value,
                duties: duties.value,
                faqs: faqs.value.faqs,
                glossary: glossary.value,
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

fn logos(folder: &mut Folder, name: &str) -> Vec<Logo> {
    let files = folder.each_if_exists(name, "svg", |file, name| Ok(Logo::read(file, name)?));
    files.into_iter().map(|logo| logo.value).collect()
}

/// The settings that placeholders depend on. They are read first, because any text may contain placeholders.
#[derive(Default)]
struct RawSettings {
    brand: Option<String>,
    /// The number of working days, as written. A wrong one is reported when all settings are read.
    working_days: Option<String>,
}

impl RawSettings {
    fn read(dir: &Path) -> Self {
        let text = fs::read_to_string(dir.join("site.toml")).unwrap_or_default();
        let Ok(settings) = toml::from_str::<toml::Table>(&text) else { return Self::default() };
        let brand = settings.get("brand").and_then(toml::Value::as_str);
        let working_days = settings.get("response").and_then(|response| response.get("working_days"));
        Self { brand: brand.map(str::to_owned), working_days: working_days.map(ToString::to_string) }
    }
}

fn newest_first(articles: Vec<Sourced<Arc<Article>>>) -> Vec<Arc<Article>> {
    let mut articles: Vec<_> = articles.into_iter().map(|article| article.value).collect();
    articles.sort_by(|a, b| (b.front.updated, &a.slug).cmp(&(a.front.updated, &b.slug)));
    articles
}
