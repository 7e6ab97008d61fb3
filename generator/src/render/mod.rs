//! Renders outputs to bytes.
//!
//! 1. [`head`] provides the page's metadata.
//! 2. The page's own data is an island ([`island`] with its [`props`]) or a text.
//! 3. A template combines both.

mod articles;
mod brand;
mod conditions;
pub(crate) mod head;
mod home;
mod island;
mod linked_data;
mod map;
mod places;
mod policy;
mod previews;
mod props;
mod qr_code;
mod sign_up_link;
mod study_cards;
mod survey;
mod trials;

use std::{
    fs,
    sync::{Arc, OnceLock},
};

use serde::Serialize;
use tera::{Context, Tera, Value};
use waypoint_domain::partner_study::PartnerStudy;
use waypoint_gazetteer::Gazetteer;

use crate::{
    content::{Article, Condition, Page, TrialPage},
    error::BuildError,
    map::crop::BESIDE_LIST,
    output::Output,
    share_picture::{Artist, SharePicture},
    site::Site,
    ssr::IslandRenderer,
};
use articles::ArticlePage;
use brand::BrandView;
use conditions::ConditionView;
use head::{Head, study_path};
use island::{Start, escape_for_script, island};
use map::MapView;
use places::{Place, places_of_study};
use previews::{MissingPreviewView, PreviewView};
use qr_code::QrDrawing;
use sign_up_link::SignUpLink;
use trials::{Partner, TrialView, UpcomingView};

/// Markup of the empty element that the study island provides for its map.
const MAP_PLACEHOLDER: [&str; 2] = ["<div class=\"drawn-map\">", "</div>"];

/// Renders outputs, on any thread.
pub(crate) struct Renderer<'a> {
    site: &'a Site<'a>,
    templates: Tera,
    islands: IslandRenderer,
    artist: Arc<OnceLock<Artist>>,
    gazetteer: OnceLock<Gazetteer>,
}

/// An entry of the sitemap.
#[derive(Serialize)]
struct SitemapEntry {
    path: String,
    changed: Option<String>,
}

impl<'a> Renderer<'a> {
    /// Prepares the data that all pages share.
    pub(crate) fn new(site: &'a Site<'a>) -> Result<Self, BuildError> {
        let mut templates = site.templates.tera.clone();
        let shared = templates.global_context();
        shared.insert("site", &site.content.site);
        shared.insert("brand", &BrandView::new(&site.content.brand));
        shared.insert_value("brand_mark", Value::safe_string(&site.content.mark.svg));
        shared.insert("base_url", site.base_url);
        shared.insert("default_sign_up", &SignUpLink::for_default_study(site.content));
        shared.insert("stylesheet", &site.bundle.stylesheet()?);
        shared.insert("entry", &site.bundle.entry()?);
        shared.insert("basemap", &site.bundle.basemap()?);
        shared.insert("fonts", &site.bundle.first_fonts()?);
        Ok(Self {
            site,
            templates,
            islands: IslandRenderer::new(&site.bundle.ssr),
            artist: Arc::default(),
            gazetteer: OnceLock::new(),
        })
    }

    /// Returns a renderer for pages that are opened from disk, where the site's addresses don't work.
    pub(crate) fn for_disk(mut self) -> Self {
        self.templates.global_context().insert("from_disk", &true);
        self
    }

    /// Returns a renderer that shares an artist, whose fonts may already be loaded.
    pub(crate) fn with_artist(self, artist: &Arc<OnceLock<Artist>>) -> Self {
        Self { artist: Arc::clone(artist), ..self }
    }

    /// Renders an output.
    pub(crate) fn render(&self, output: &Output) -> Result<Vec<u8>, BuildError> {
        let content = self.site.content;
        match output {
            Output::Picture(picture) => self.picture(picture),
            Output::Rendition(rendition) => Ok(rendition.make()?),
            Output::Asset(file) => fs::read(&file.from).map_err(BuildError::file("read", &file.from)),
            Output::Logo(logo) => Ok(logo.standalone_svg().into_bytes()),
            Output::BrandStyles(styles) => Ok(styles.css.clone().into_bytes()),
            Output::Icon => Ok(content.mark.standalone_svg().into_bytes()),
            Output::Robots => self.fill("robots.txt", output, Context::new()),
            Output::Sitemap => self.sitemap(output),
            Output::Home => self.home(output),
            Output::Page(page) => self.text_page(output, page),
            Output::ThankYou => self.thank_you(output),
            Output::Article(article) => self.article(output, article),
            Output::ArticleIndex => self.articles(output),
            Output::Condition(condition) => self.condition(output, condition),
            Output::ConditionIndex => {
                let mut context = Context::new();
                context.insert("conditions", &conditions::list(content));
                self.fill("conditions.html", output, context)
            }
            Output::Loading => self.fill("loading.html", output, Context::new()),
            Output::LoadingPictures => self.fill("loading.svg", output, Context::new()),
            Output::Trial(trial) => self.trial(output, trial),
            Output::Preview { id, study, template } => {
                let mut context = Context::new();
                context.insert("preview", &PreviewView::new(id, study, *template));
                context.insert("preview_stylesheet", &self.site.bundle.preview_stylesheet()?);
                self.fill(template.file(), output, context)
            }
            Output::MissingPreview(missing) => {
                let mut context = Context::new();
                context.insert("missing", &MissingPreviewView::new(*missing));
                context.insert("preview_stylesheet", &self.site.bundle.preview_stylesheet()?);
                self.fill("preview-missing.html", output, context)
            }
            Output::Moved { to, .. } => {
                let mut context = Context::new();
                context.insert("moved_to", to);
                self.fill("moved.html", output, context)
            }
            Output::Upcoming => {
                let mut context = Context::new();
                let upcoming = UpcomingView::new(content);
                context.insert_value("featured_text", Value::safe_string(upcoming.featured_text));
                context.insert("upcoming", &upcoming);
                self.fill("upcoming.html", output, context)
            }
            Output::Feed => self.feed(output),
            Output::NotFound => self.fill("not-found.html", output, Context::new()),
            Output::Results => self.results(output),
            Output::Study { study, .. } => self.study_page(output, study),
            Output::StudyShell => {
                let props = props::Study::by_address(self.site.bundle.basemap()?);
                self.island_page(output, "study", &props, Context::new())
            }
            Output::Saved => self.island_template_page(output, "saved"),
            Output::Notify => {
                let mut context = Context::new();
                context
                    .insert("scripts", &self.site.bundle.island_scripts("islands/news-link/news-link.ts")?);
                self.fill("notify.html", output, context)
            }
            Output::DeleteMe => self.island_template_page(output, "deleteme"),
            Output::Upload => self.island_template_page(output, "upload"),
            Output::MedicalRecords => self.island_template_page(output, "medical-records"),
            Output::RecordsConnected => {
                let mut context = Context::new();
                context.insert(
                    "scripts",
                    &self.site.bundle.island_scripts("islands/medical-records/records-connected.ts")?,
                );
                self.fill("records-connected.html", output, context)
            }
            Output::Enroll(study) => {
                self.island_page(output, "enroll", &props::Enroll::new(content, Some(study)), Context::new())
            }
            Output::EnrollShell => {
                self.island_page(output, "enroll", &props::Enroll::new(content, None), Context::new())
            }
        }
    }

    fn picture(&self, picture: &SharePicture) -> Result<Vec<u8>, BuildError> {
        let artist = self.artist.get_or_init(|| Artist::with_fonts(&self.site.bundle.share_fonts()));
        Ok(artist.draw(picture)?)
    }

    fn home(&self, output: &Output) -> Result<Vec<u8>, BuildError> {
        let mut context = Context::new();
        let props = props::SearchBox::new(self.site.content);
        let search_box = island(&self.islands, output, "search-box", Start::Idle, &props)?;
        context.insert_value("search_box", Value::safe_string(&search_box));
        context.insert("faqs", &self.site.content.faqs);
        context.insert_value("testimonials", home::testimonials(self.site.content));
        context.insert_value("partners", home::partners(self.site.content));
        self.fill("home.html", output, context)
    }

    fn text_page(&self, output: &Output, page: &Page) -> Result<Vec<u8>, BuildError> {
        let mut context = Context::new();
        context.insert_value("text", Value::safe_string(page.text.html()));
        let notice = &self.site.content.consent.notice;
        if notice.page == page.slug {
            context.insert("notice_version", &notice.version);
            context.insert("notice_since", &notice.effective.strftime("%B %-d, %Y").to_string());
            context.insert("notice_fingerprint", &page.fingerprint());
        }
        context.insert("goes_to", &page.goes_to);
        self.fill("page.html", output, context)
    }

    fn article(&self, output: &Output, article: &Article) -> Result<Vec<u8>, BuildError> {
        let mut context = Context::new();
        let content = self.site.content;
        let page = ArticlePage::new(article, content);
        context.insert_value("text", Value::safe_string(article.text.html()));
        context.insert("article", &page);
        if let Some(picture) = articles::head_picture(article, content) {
            context.insert_value("head_picture", Value::safe_string(&picture));
        }
        self.fill("article.html", output, context)
    }

    fn condition(&self, output: &Output, condition: &Condition) -> Result<Vec<u8>, BuildError> {
        let mut context = Context::new();
        context.insert_value("text", Value::safe_string(condition.text.html()));
        context.insert("condition", &ConditionView::new(condition, self.site.content));
        self.fill("condition.html", output, context)
    }

    fn trial(&self, output: &Output, trial: &TrialPage) -> Result<Vec<u8>, BuildError> {
        let content = self.site.content;
        let mut context = Context::new();
        if let Some(view) = TrialView::new(trial, content) {
            context.insert_value("text", Value::safe_string(trial.text.html()));
            context.insert("trial", &view);
        }
        if let Some(partner) =
            trial.front.header.as_ref().and_then(|header| Partner::from_header(header, content))
        {
            context.insert_value("partner_logo", Value::safe_string(partner.logo));
            context.insert("partner", &partner);
        }
        self.fill("trial.html", output, context)
    }

    fn articles(&self, output: &Output) -> Result<Vec<u8>, BuildError> {
        let mut context = Context::new();
        context.insert("categories", &articles::by_category(self.site.content));
        self.fill("articles.html", output, context)
    }

    fn feed(&self, output: &Output) -> Result<Vec<u8>, BuildError> {
        let mut context = Context::new();
        let entries = articles::feed(self.site.content);
        context.insert("updated", &articles::feed_updated(self.site.content));
        context.insert("entries", &entries);
        self.fill("feed.xml", output, context)
    }

    fn thank_you(&self, output: &Output) -> Result<Vec<u8>, BuildError> {
        let mut context = Context::new();
        let app = self.site.content.site.app.as_ref();
        context.insert("app_code", &app.and_then(|app| QrDrawing::encode(&app.address)));
        context.insert("scripts", &self.site.bundle.island_scripts("islands/thank-you/thank-you.ts")?);
        self.fill("thank-you.html", output, context)
    }

    fn study_page(&self, output: &Output, study: &PartnerStudy) -> Result<Vec<u8>, BuildError> {
        let map = MapView::for_places(&self.located(places_of_study(study)), BESIDE_LIST);
        let props = props::Study::new(study, map.is_some());
        let mut markup = island(&self.islands, output, "study", Start::Load, &props)?;
        if let Some(map) = map {
            let mut context = Context::new();
            context.insert("map", &map);
            let drawn = self.fill("study-map.html", output, context)?;
            let [begin, end] = MAP_PLACEHOLDER;
            let drawn = format!("{begin}{}{end}", String::from_utf8_lossy(&drawn).trim());
            markup = markup.replacen(&MAP_PLACEHOLDER.concat(), &drawn, 1);
        }
        let mut context = Context::new();
        context.insert("prerendered", &true);
        context.insert("study_id", study.identifier());
        self.page_of_island(output, "study", &markup, context)
    }

    fn results(&self, output: &Output) -> Result<Vec<u8>, BuildError> {
        let mut context = Context::new();
        let props = props::SearchBox::new(self.site.content);
        let search_box = island(&self.islands, output, "search-box", Start::Idle, &props)?;
        let results = island(&self.islands, output, "results", Start::Load, &props::NoProps {})?;
        context.insert_value("search_box", Value::safe_string(&search_box));
        context.insert_value("island", Value::safe_string(&results));
        context.insert("scripts", &self.site.bundle.island_scripts("islands/results/mount.tsx")?);
        self.fill("results.html", output, context)
    }

    /// Adds coordinates to places without them, from their address.
    fn located<'p>(&self, places: Vec<Place<'p>>) -> Vec<Place<'p>> {
        let find = |address: &str| {
            self.gazetteer
                .get_or_init(Gazetteer::default)
                .locate_address(address)
                .map(|place| place.coordinates)
        };
        places.into_iter().map(|place| place.located_by(find)).collect()
    }

    /// Renders an island into its own template, which also has content for visitors without JavaScript.
    fn island_template_page(&self, output: &Output, name: &'static str) -> Result<Vec<u8>, BuildError> {
        let mut context = Context::new();
        let markup = island(&self.islands, output, name, Start::Load, &props::NoProps {})?;
        context.insert_value("island", Value::safe_string(&markup));
        context.insert("scripts", &self.site.bundle.island_scripts(&format!("islands/{name}/mount.tsx"))?);
        self.fill(&format!("{name}.html"), output, context)
    }

    fn island_page(
        &self,
        output: &Output,
        name: &'static str,
        props: &impl Serialize,
        context: Context,
    ) -> Result<Vec<u8>, BuildError> {
        let markup = island(&self.islands, output, name, Start::Load, props)?;
        self.page_of_island(output, name, &markup, context)
    }

    fn page_of_island(
        &self,
        output: &Output,
        name: &'static str,
        markup: &str,
        mut context: Context,
    ) -> Result<Vec<u8>, BuildError> {
        context.insert("name", name);
        context.insert_value("island", Value::safe_string(markup));
        context.insert("scripts", &self.site.bundle.island_scripts(&format!("islands/{name}/mount.tsx"))?);
        self.fill("island.html", output, context)
    }

    fn sitemap(&self, output: &Output) -> Result<Vec<u8>, BuildError> {
        let plain = |path: String| SitemapEntry { path, changed: None };
        let lists = ["/", "/articles", "/conditions", "/upcoming-research"];
        let mut addresses: Vec<_> = lists.map(|path| plain(path.into())).into();
        addresses.extend(self.site.content.conditions.iter().map(|condition| plain(condition.path())));
        let trial_paths = self.site.content.shown_trials().map(|trial| trial.front.at.clone());
        addresses.extend(trial_paths.filter(|path| !path.starts_with("/study/")).map(plain));
        addresses.extend(self.site.content.articles.iter().map(|article| SitemapEntry {
            path: article.path(),
            changed: Some(article.front.updated.to_string()),
        }));
        let pages = self.site.content.pages.iter().filter(|page| page.goes_to.is_none());
        addresses.extend(pages.map(|page| plain(format!("/{}", page.slug))));
        addresses.extend(
            self.site
                .canonical_studies()
                .into_iter()
                .map(|study| SitemapEntry { path: study_path(study), changed: day(&study.sys_updated_on) }),
        );
        let mut context = Context::new();
        context.insert("addresses", &addresses);
        self.fill("sitemap.xml", output, context)
    }

    fn fill(&self, template: &str, output: &Output, mut context: Context) -> Result<Vec<u8>, BuildError> {
        let head = Head::for_output(output, self.site.content);
        if let Some(data) = linked_data::graph(output, &head, self.site) {
            context.insert_value("linked_data", script_json(&data));
        }
        context.insert("title", &head.title);
        context.insert("description", &head.description);
        context.insert("canonical", &head.canonical);
        context.insert("trail", &head.trail);
        if let Some(picture) = head.picture(output, self.site.content) {
            context.insert("share_picture", &picture.path());
        }
        context.insert("policy", &policy::content_security_policy(output, self.site.content));
        context.insert("sign_up", &SignUpLink::for_header(output, self.site.content));
        let mut bytes = Vec::new();
        self.templates
            .render_to(template, &context, &mut bytes)
            .map_err(|error| BuildError::Page { page: output.path(), reason: error.to_string() })?;
        Ok(bytes)
    }
}

/// Structured data, escaped for a script element.
fn script_json(data: &serde_json::Value) -> Value {
    Value::safe_string(&escape_for_script(&data.to_string()))
}

/// The date at the start of a timestamp, if it has one.
fn day(stamp: &str) -> Option<String> {
    let day = stamp.get(..10)?;
    day.parse::<jiff::civil::Date>().ok().map(|_| day.to_owned())
}
