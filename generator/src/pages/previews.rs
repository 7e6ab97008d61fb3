//! Previews of studies in six layouts, for sponsors. They have no assistants.

use serde::Serialize;
use waypoint_domain::{
    age_range::AgeRange,
    eligibility_criteria::{Criterion, EligibilityCriteria},
    left_out::left_out,
    partner_facts::substitute_chance,
    partner_study::PartnerStudy,
    recruitment_status::StatusTone,
    study_facts::Visits,
    study_page::StudyPage,
    study_site::StudySite,
    substitute::Substitute,
};

use crate::{
    page::{Dependence, Kind, Page},
    render::{head::Head, places::Place, sign_up_link::HeaderSignUp},
    site::Site,
};

pub(super) const PREVIEWS: Kind =
    Kind { study_paths: |_, id| Template::ALL.map(|template| path(id, template)).into(), ..Kind::new(pages) };

/// Longer titles are set in smaller type. In characters.
const LONG_TITLE: usize = 90;
/// Summaries up to this length are set in larger type. In characters.
const SHORT_SUMMARY: usize = 300;
/// Longer figures are set as text. In characters.
const LONG_FIGURE: usize = 9;

/// A preview layout, which a sponsor can choose for a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Template {
    /// The ordinary study page: facts, criteria, sites, and a sign-up card.
    Details,
    /// A story of questions, one after the other.
    Story,
    /// A sheet to print and hand out.
    Leaflet,
    /// Key figures first, with the sign-up always visible.
    Facts,
    /// Questions that expand to show their answers.
    Answers,
    /// Cards for phones, with a checklist of criteria.
    Checklist,
}

/// Template data of a preview.
#[derive(Serialize)]
struct PreviewView<'a> {
    template: TemplateView,
    links: Vec<TemplateLink>,
    study: StudyPage,
    long_title: bool,
    short_summary: bool,
    figures: Vec<Figure>,
    criteria: CriteriaView,
    places: Vec<Place<'a>>,
    sign_up: SignUp,
    /// What the study leaves out, in words.
    left_out: Vec<&'static str>,
}

#[derive(Serialize)]
struct TemplateView {
    number: u8,
    name: &'static str,
}

/// A link to a study in one layout.
#[derive(Serialize)]
pub(super) struct TemplateLink {
    #[serde(flatten)]
    template: TemplateView,
    href: String,
    current: bool,
}

/// A key figure.
#[derive(Serialize)]
struct Figure {
    value: String,
    label: &'static str,
    words: bool,
}

/// The sign-up link, or the reason why there is none.
#[derive(Serialize)]
#[serde(untagged)]
enum SignUp {
    Open { href: String },
    Off { reason: &'static str },
}

#[derive(Serialize)]
struct CriteriaView {
    general: Vec<CriterionGroup>,
    inclusion: Vec<CriterionGroup>,
    exclusion: Vec<CriterionGroup>,
    has_others: bool,
    none: bool,
}

/// Criteria under a heading, or before the first heading.
#[derive(Serialize)]
struct CriterionGroup {
    heading: Option<String>,
    criteria: Vec<Criterion>,
}

fn pages<'a>(site: &'a Site<'a>) -> Vec<Page<'a>> {
    site.previewed_studies().into_iter().flat_map(|(id, study)| previews(id, study)).collect()
}

/// The six previews of a study under one of its ids.
pub(crate) fn previews<'a>(id: &'a str, study: &'a PartnerStudy) -> [Page<'a>; 6] {
    Template::ALL.map(|template| {
        let head = Head::unlisted(
            &format!("Preview {}: {}", template.number(), study.brief_title),
            &format!("How a study looks in the template {}.", template.name()),
        );
        Page {
            depends_on: Dependence::Study { id, study },
            sign_up: HeaderSignUp::Study(study),
            ..Page::new(path(id, template), head, template.file(), move |data| {
                data.insert("preview", &PreviewView::new(id, study, template));
                data.insert_preview_stylesheet()
            })
        }
    })
}

/// Returns the addresses of a study's previews.
pub(crate) fn preview_addresses(id: &str) -> impl Iterator<Item = String> {
    Template::ALL.into_iter().map(move |template| address(id, template))
}

fn address(id: &str, template: Template) -> String {
    format!("/preview/{id}?template={}", template.number())
}

fn path(id: &str, template: Template) -> String {
    format!("preview/{id}-{}.html", template.number())
}

impl Template {
    /// All templates, ordered by number.
    pub const ALL: [Self; 6] =
        [Self::Details, Self::Story, Self::Leaflet, Self::Facts, Self::Answers, Self::Checklist];

    /// The number in addresses, from 1 to 6.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::Details => 1,
            Self::Story => 2,
            Self::Leaflet => 3,
            Self::Facts => 4,
            Self::Answers => 5,
            Self::Checklist => 6,
        }
    }

    /// The name that sponsors see.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Details => "Details",
            Self::Story => "Story",
            Self::Leaflet => "Leaflet",
            Self::Facts => "Facts First",
            Self::Answers => "Questions and Answers",
            Self::Checklist => "Checklist",
        }
    }

    /// The file name of the template.
    pub(crate) fn file(self) -> &'static str {
        match self {
            Self::Details => "preview-details.html",
            Self::Story => "preview-story.html",
            Self::Leaflet => "preview-leaflet.html",
            Self::Facts => "preview-facts.html",
            Self::Answers => "preview-answers.html",
            Self::Checklist => "preview-checklist.html",
        }
    }
}

impl<'a> PreviewView<'a> {
    fn new(id: &str, study: &'a PartnerStudy, template: Template) -> Self {
        let mut page = StudyPage::from(study);
        Self {
            template: template.into(),
            links: links(id, Some(template)),
            long_title: page.title.chars().count() > LONG_TITLE,
            short_summary: page.summary.chars().count() <= SHORT_SUMMARY,
            figures: figures(study, &page),
            criteria: std::mem::take(&mut page.criteria).into(),
            places: places(study),
            sign_up: SignUp::for_study(study),
            left_out: left_out(study).into_iter().map(|left| left.name).collect(),
            study: page,
        }
    }
}

impl From<Template> for TemplateView {
    fn from(template: Template) -> Self {
        Self { number: template.number(), name: template.name() }
    }
}

pub(super) fn links(id: &str, current: Option<Template>) -> Vec<TemplateLink> {
    Template::ALL
        .map(|template| TemplateLink {
            template: template.into(),
            href: address(id, template),
            current: current == Some(template),
        })
        .into()
}

impl SignUp {
    fn for_study(study: &PartnerStudy) -> Self {
        if study.offers_sign_up_in_previews() {
            return Self::Open { href: format!("/enroll/{}", study.snow_study_number) };
        }
        let reason = match (study.active, study.promote) {
            (true, _) => "Sign Up is off because this study is not promoted.",
            (_, true) => "Sign Up is off because this study is not active.",
            _ => "Sign Up is off because this study is neither active nor promoted.",
        };
        Self::Off { reason }
    }
}

/// The sites, with the central one first. A site without a city is listed by its name.
fn places(study: &PartnerStudy) -> Vec<Place<'_>> {
    let mut sites: Vec<&StudySite> = study.sites.iter().collect();
    sites.sort_by_key(|site| !site.central);
    let place = |site| match Place::from_site(site, study) {
        place if place.name.is_empty() => Place { name: place.site.to_owned(), site: "", ..place },
        place => place,
    };
    sites.into_iter().map(place).collect()
}

fn figures(study: &PartnerStudy, page: &StudyPage) -> Vec<Figure> {
    let mut figures = vec![age_figure(study.ages())];
    figures.extend(page.duration.clone().map(|duration| Figure::new(duration, "in the study")));
    figures.extend(visits_figure(&study.facts.visits));
    figures.extend(substitute_figure(study, page));
    figures.extend(page.phase.clone().map(|phase| Figure::new(phase, "of testing")));
    let open = page.sites.iter().filter(|site| site.status.tone != StatusTone::Closed).count();
    match page.sites.len() {
        0 => {}
        1 => figures.push(Figure::new("1".into(), "site")),
        total if open == 0 || open == total => figures.push(Figure::new(total.to_string(), "sites")),
        total => figures.push(Figure::new(format!("{open} of {total}"), "sites open")),
    }
    figures
}

/// How many people get a placebo or a sham treatment, or that no one does.
fn substitute_figure(study: &PartnerStudy, page: &StudyPage) -> Option<Figure> {
    match substitute_chance(study) {
        Some((people, Substitute::Sham)) => Some(Figure::new(people, "in the sham group")),
        Some((people, _)) => Some(Figure::new(people, "in the placebo group")),
        None => page.fact_summary.placebo.clone().map(|none| Figure::new(none, "in the placebo group")),
    }
}

/// The age range in its shortest form.
fn age_figure(ages: AgeRange) -> Figure {
    match ages.figure() {
        Some(figure) => Figure::new(figure, "years old"),
        None => Figure::new(ages.plain(), "to join"),
    }
}

fn visits_figure(visits: &Visits) -> Option<Figure> {
    let number = visits.number?.get();
    let about = if visits.approximate { "About " } else { "" };
    Some(Figure::new(format!("{about}{number}"), if number == 1 { "visit" } else { "visits" }))
}

impl Figure {
    fn new(value: String, label: &'static str) -> Self {
        let words = value.chars().count() > LONG_FIGURE;
        Self { value, label, words }
    }
}

impl From<EligibilityCriteria> for CriteriaView {
    fn from(criteria: EligibilityCriteria) -> Self {
        Self {
            has_others: criteria.has_others,
            none: criteria.is_empty(),
            general: groups(criteria.general),
            inclusion: groups(criteria.inclusion),
            exclusion: groups(criteria.exclusion),
        }
    }
}

fn groups(criteria: Vec<Criterion>) -> Vec<CriterionGroup> {
    let mut groups: Vec<CriterionGroup> = Vec::new();
    for criterion in criteria {
        if criterion.heading {
            groups.push(CriterionGroup { heading: Some(criterion.text), criteria: Vec::new() });
        } else if let Some(group) = groups.last_mut() {
            group.criteria.push(criterion);
        } else {
            groups.push(CriterionGroup { heading: None, criteria: vec![criterion] });
        }
    }
    groups
}
