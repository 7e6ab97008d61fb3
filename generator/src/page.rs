//! A page of the site: everything that its kind states about it.

use serde::Serialize;
use tera::{Context, Value};
use waypoint_domain::{glossary::PagePart, partner_study::PartnerStudy, study_number::StudyNumber};
use waypoint_rendering::markup::{Start, escape_for_script};

use crate::{
    content::{Content, Faq},
    error::BuildError,
    render::{
        ExplainedHtml, Renderer,
        head::Head,
        linked_data,
        policy::Policy,
        sign_up_link::{HeaderSignUp, SignUpLink},
    },
    site::Site,
};

/// A kind of page, declared by its module and listed in `pages/mod.rs`.
pub(crate) struct Kind {
    /// Returns the pages of this kind.
    pub(crate) pages: for<'a> fn(&'a Site<'a>) -> Vec<Page<'a>>,
    /// Returns the paths where a study may have a page of this kind under an id. A change of the study deletes those
    /// that are no longer pages.
    pub(crate) study_paths: fn(&Content, &str) -> Vec<String>,
    /// Returns the entries of the sitemap.
    pub(crate) sitemap: fn(&Site) -> Vec<SitemapEntry>,
}

/// A page of the site.
pub(crate) struct Page<'a> {
    /// Path under the site's root.
    pub(crate) path: String,
    /// The metadata.
    pub(crate) head: Head,
    /// What the page may do.
    pub(crate) policy: Policy,
    /// The studies that the page shows.
    pub(crate) depends_on: Dependence<'a>,
    /// The sign-up that the header offers.
    pub(crate) sign_up: HeaderSignUp<'a>,
    /// Returns the structured data of the page at an address.
    pub(crate) linked_data: LinkedData<'a>,
    /// The file name of the template.
    pub(crate) template: &'static str,
    /// Adds the data of the template.
    pub(crate) data: AddData<'a>,
}

type LinkedData<'a> = Box<dyn Fn(&str) -> Vec<serde_json::Value> + Send + Sync + 'a>;
type AddData<'a> = Box<dyn Fn(&mut PageData) -> Result<(), BuildError> + Send + Sync + 'a>;

/// The studies whose changes change a file. Every page also depends on the default study, which its header and footer
/// name.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum Dependence<'a> {
    /// No study.
    #[default]
    Nothing,
    /// The study that the file belongs to. If one of a study's files fails to render, none of them is published.
    Study {
        /// The id of the study in the address.
        id: &'a str,
        study: &'a PartnerStudy,
    },
    /// These studies.
    Studies(&'a [StudyNumber]),
    AllStudies,
}

/// A page in the sitemap, with the date of its last change if known.
#[derive(Serialize)]
pub(crate) struct SitemapEntry {
    path: String,
    changed: Option<String>,
}

/// The data of a page's template.
pub(crate) struct PageData<'r> {
    pub(crate) renderer: &'r Renderer<'r>,
    /// The page's path.
    path: &'r str,
    context: Context,
}

impl Kind {
    /// A kind that the sitemap leaves out, and that has no pages of studies.
    pub(crate) const fn new(pages: for<'a> fn(&'a Site<'a>) -> Vec<Page<'a>>) -> Self {
        Self { pages, study_paths: |_, _| Vec::new(), sitemap: |_| Vec::new() }
    }
}

impl<'a> Page<'a> {
    /// A page that may do nothing beyond what every page does, depends on no study, and has no structured data.
    pub(crate) fn new(
        path: impl Into<String>,
        head: Head,
        template: &'static str,
        data: impl Fn(&mut PageData) -> Result<(), BuildError> + Send + Sync + 'a,
    ) -> Self {
        Self {
            path: path.into(),
            head,
            policy: Policy::default(),
            depends_on: Dependence::default(),
            sign_up: HeaderSignUp::default(),
            linked_data: Box::new(|_| Vec::new()),
            template,
            data: Box::new(data),
        }
    }

    /// Like [`Self::new`], for a template that needs no data.
    pub(crate) fn plain(path: impl Into<String>, head: Head, template: &'static str) -> Self {
        Self::new(path, head, template, |_| Ok(()))
    }

    /// Renders the page.
    pub(crate) fn render(&self, renderer: &Renderer) -> Result<Vec<u8>, BuildError> {
        let mut data = PageData { renderer, path: &self.path, context: Context::new() };
        (self.data)(&mut data)?;
        let (site, content, head) = (renderer.site, renderer.site.content, &self.head);
        if let Some(graph) = linked_data::graph(&self.linked_data, head, site.base_url) {
            data.insert_html("linked_data", &escape_for_script(&graph.to_string()));
        }
        data.insert("title", &head.title);
        data.insert("description", &head.description);
        data.insert("canonical", &head.canonical);
        data.insert("trail", &head.trail);
        if let Some(picture) = head.picture(content) {
            data.insert("share_picture", &picture.path());
        }
        data.insert("policy", &self.policy.header(&content.site.voice.hosts));
        data.insert("sign_up", &SignUpLink::for_header(self.sign_up, content));
        renderer.fill(self.template, &self.path, &data.context)
    }
}

impl SitemapEntry {
    pub(crate) fn new(path: impl Into<String>) -> Self {
        Self { path: path.into(), changed: None }
    }

    /// An entry with the date of the last change.
    pub(crate) fn changed(path: String, changed: Option<String>) -> Self {
        Self { path, changed }
    }
}

impl PageData<'_> {
    pub(crate) fn insert(&mut self, name: &'static str, value: &(impl Serialize + ?Sized)) {
        self.context.insert(name, value);
    }

    pub(crate) fn insert_value(&mut self, name: &'static str, value: Value) {
        self.context.insert_value(name, value);
    }

    /// Inserts HTML that the template doesn't escape.
    pub(crate) fn insert_html(&mut self, name: &'static str, html: &str) {
        self.context.insert_value(name, Value::safe_string(html));
    }

    /// Inserts the addresses of the scripts of a module of the islands, which the page preloads.
    pub(crate) fn insert_scripts(&mut self, module: &str) -> Result<(), BuildError> {
        let scripts = self.renderer.site.bundle.island_scripts(module)?;
        self.insert("scripts", &scripts);
        Ok(())
    }

    /// Inserts HTML that the template doesn't escape, with links from its terms to the glossary.
    pub(crate) fn insert_explained(&mut self, name: &'static str, part: PagePart, html: &str) {
        let explained = ExplainedHtml::new(html, part, &self.renderer.site.glossary.finder);
        self.insert_html(name, &explained.html);
        self.insert_glossary(explained.has_terms);
    }

    /// Inserts common questions with their answers, in which terms are explained.
    pub(crate) fn insert_answers(&mut self, faqs: &[Faq]) -> Result<(), BuildError> {
        let mut context = Context::new();
        context.insert("faqs", faqs);
        let html = self.fill("faqs.html", &context)?;
        self.insert_explained("faq_answers", PagePart::Text, &String::from_utf8_lossy(&html));
        Ok(())
    }

    /// Lets the page open the meaning of the terms that it explains, if it explains any.
    pub(crate) fn insert_glossary(&mut self, explains_terms: bool) {
        if explains_terms {
            self.insert("glossary", &self.renderer.site.glossary.address());
        }
    }

    /// Names the bundle with which a function fills the page's islands.
    pub(crate) fn insert_rendering(&mut self) {
        self.insert("rendering", &self.renderer.site.bundle.rendering);
    }

    /// Inserts the address of the additional stylesheet of previews.
    pub(crate) fn insert_preview_stylesheet(&mut self) -> Result<(), BuildError> {
        self.insert("preview_stylesheet", &self.renderer.site.bundle.preview_stylesheet()?);
        Ok(())
    }

    /// Inserts the page's main island, which starts when the page loads, with its scripts.
    pub(crate) fn insert_island(
        &mut self,
        name: &'static str,
        props: &impl Serialize,
    ) -> Result<(), BuildError> {
        let markup = self.island(name, Start::Load, props)?;
        self.insert_island_markup(name, &markup)
    }

    /// Like [`Self::insert_island`], with its rendered markup.
    pub(crate) fn insert_island_markup(&mut self, name: &str, markup: &str) -> Result<(), BuildError> {
        self.insert_html("island", markup);
        self.insert_scripts(&format!("islands/{name}/mount.tsx"))
    }

    /// Fills a template for a part of the page.
    pub(crate) fn fill(&self, template: &str, context: &Context) -> Result<Vec<u8>, BuildError> {
        self.renderer.fill(template, self.path, context)
    }

    /// Renders an island.
    pub(crate) fn island(
        &self,
        name: &'static str,
        start: Start,
        props: &impl Serialize,
    ) -> Result<String, BuildError> {
        self.renderer.island(self.path, name, start, props)
    }
}
