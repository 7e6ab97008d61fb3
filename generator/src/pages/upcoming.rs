//! The page of upcoming studies.

use serde::Serialize;
use waypoint_domain::{partner_study::PartnerStudy, recruitment_status::StatusTone};

use super::{
    articles::{ArticleCard, newest},
    trials::TrialView,
};
use crate::{
    content::{Content, TrialPage},
    map::crop::ABOVE_LIST,
    page::{Dependence, Kind, Page, SitemapEntry},
    render::{
        head::Head,
        map::MapView,
        places::{Place, places},
        policy::Policy,
        study_cards::StudyItem,
    },
    site::Site,
};

pub(super) const UPCOMING: Kind =
    Kind { sitemap: |_| vec![SitemapEntry::new("/upcoming-research")], ..Kind::new(pages) };

/// Number of active studies shown below the upcoming ones.
const ACTIVE_SHOWN: usize = 3;
/// Number of active studies from which the browser picks the ones to show.
const ACTIVE_CANDIDATES: usize = 12;
/// Number of articles shown.
const ARTICLES_SHOWN: usize = 2;

/// Template data of the page of upcoming studies.
#[derive(Serialize)]
struct UpcomingView<'a> {
    /// The first study that can be joined, shown in full.
    featured: Option<TrialView<'a>>,
    featured_title: &'a str,
    featured_path: &'a str,
    #[serde(skip)]
    featured_text: &'a str,
    /// The studies that have not started.
    soon: Vec<StudyItem<'a>>,
    /// The other studies that can be joined.
    open: Vec<StudyItem<'a>>,
    places: Vec<Place<'a>>,
    map: Option<MapView>,
    active: Vec<StudyItem<'a>>,
    active_shown: usize,
    articles: Vec<ArticleCard<'a>>,
}

fn pages<'a>(site: &'a Site<'a>) -> Vec<Page<'a>> {
    let description = "New studies that take people now or will soon, and what we have written lately.";
    let head = Head::listed("Upcoming Research", description, "/upcoming-research").with_trail(Vec::new());
    vec![Page {
        policy: Policy::with_assistants(),
        depends_on: Dependence::AllStudies,
        ..Page::new("upcoming-research.html", head, "upcoming.html", move |data| {
            let upcoming = UpcomingView::new(site.content);
            data.insert_html("featured_text", upcoming.featured_text);
            data.insert("upcoming", &upcoming);
            Ok(())
        })
    }]
}

impl<'a> UpcomingView<'a> {
    fn new(content: &'a Content) -> Self {
        let upcoming: Vec<(&'a TrialPage, &'a PartnerStudy)> = content
            .shown_trials()
            .filter(|trial| trial.front.upcoming)
            .filter_map(|trial| Some((trial, content.study(&trial.front.study)?)))
            .filter(|(_, study)| !study.status.has_closed())
            .collect();
        let is_listed_above = |study: &PartnerStudy| {
            upcoming.iter().any(|(_, one)| one.snow_study_number == study.snow_study_number)
        };
        let active = content
            .studies
            .iter()
            .filter(|study| study.is_promoted_and_recruits())
            .filter(|study| !is_listed_above(study))
            .take(ACTIVE_CANDIDATES)
            .map(|study| StudyItem::for_active_card(study, &content.site.default_study));
        let places = places(upcoming.iter().copied());
        let (soon, open): (Vec<_>, Vec<_>) =
            upcoming.iter().partition(|(_, study)| study.status.tone() == StatusTone::Soon);
        let featured = open.first().copied();
        let items = |trials: &[(&'a TrialPage, &PartnerStudy)]| {
            trials.iter().map(|(trial, study)| StudyItem::for_trial_page(trial, study)).collect()
        };
        Self {
            featured: featured.map(|(trial, study)| TrialView::new(trial, study, content)),
            featured_title: featured.map_or("", |(trial, _)| &trial.front.title),
            featured_path: featured.map_or("", |(trial, _)| &trial.front.at),
            featured_text: featured.map_or("", |(trial, _)| trial.text.html()),
            soon: items(&soon),
            open: items(open.get(1..).unwrap_or_default()),
            map: MapView::for_places(&places, ABOVE_LIST),
            places,
            active: active.collect(),
            active_shown: ACTIVE_SHOWN,
            articles: newest(content, ARTICLES_SHOWN),
        }
    }
}
