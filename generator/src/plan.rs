//! Which files the site consists of.

use std::collections::BTreeMap;

use crate::{
    brand_styles::BrandStyles,
    markdown::Text,
    output::Output,
    pictures::Rendition,
    preview::{NoPreview, Template},
    render::head::Head,
    share_picture::SharePicture,
    site::Site,
};

/// Every file of the site.
pub(crate) fn plan<'a>(site: &'a Site<'_>) -> Vec<Output<'a>> {
    let mut outputs = without_pictures(site);
    outputs.extend(renditions(site));
    outputs.extend(pictures(site, &outputs).into_values().map(Output::Picture));
    outputs
}

/// Every file of the site that is no picture.
pub(crate) fn without_pictures<'a>(site: &'a Site<'_>) -> Vec<Output<'a>> {
    // Scripts and styles first, so that no page stands before what it names.
    let mut outputs: Vec<Output> = site.bundle.files.iter().map(Output::Asset).collect();
    outputs.extend([
        Output::Home,
        Output::Results,
        Output::StudyShell,
        Output::Saved,
        Output::Notify,
        Output::DeleteMe,
        Output::Upload,
        Output::MedicalRecords,
        Output::RecordsConnected,
        Output::EnrollShell,
        Output::ThankYou,
        Output::ArticleIndex,
        Output::ConditionIndex,
        Output::Upcoming,
        Output::Loading,
        Output::LoadingPictures,
        Output::NotFound,
        Output::NoPreview(NoPreview::Template),
        Output::NoPreview(NoPreview::Study),
        Output::Icon,
        Output::Robots,
    ]);
    outputs.extend(BrandStyles::of(&site.content.brand).map(Output::BrandStyles));
    if !site.base_url.is_empty() {
        outputs.extend([Output::Sitemap, Output::Feed]);
    }
    outputs.extend(site.content.logos.iter().map(Output::Logo));
    outputs.extend(site.content.pages.iter().map(Output::Page));
    outputs.extend(site.content.articles.iter().map(|article| Output::Article(article)));
    outputs.extend(site.content.conditions.iter().map(Output::Condition));
    outputs.extend(site.content.shown_trials().map(Output::Trial));
    outputs.extend(site.content.moved().into_iter().map(|(from, to)| Output::Moved { from, to }));
    let by_number = site.shown_studies().map(|study| (study.snow_study_number.as_str(), study));
    let by_registry_number =
        site.registered_studies().into_iter().map(|(number, study)| (number.as_str(), study));
    let has_own_page = |id: &str| site.content.shown_trials().any(|trial| trial.stands_for_study(id));
    outputs.extend(
        by_number
            .chain(by_registry_number)
            .filter(|(id, _)| !has_own_page(id))
            .map(|(id, study)| Output::Study { id, study }),
    );
    outputs.extend(site.shown_studies().filter(|study| study.takes_sign_ups()).map(Output::Enroll));
    outputs.extend(site.previewed_studies().into_iter().flat_map(|(id, study)| {
        let previews = Template::ALL.map(|template| Output::Preview { id, study, template });
        let missing = [NoPreview::TemplateOf { id }, NoPreview::NotMade { id }].map(Output::NoPreview);
        previews.into_iter().chain(missing)
    }));
    outputs
}

/// The files of every picture that a text, a testimonial or the head of an article shows. Pictures with the same bytes
/// have the same files.
fn renditions<'a>(site: &Site) -> impl Iterator<Item = Output<'a>> + use<'a> {
    let pictures = &site.content.pictures;
    let portraits = site.content.site.testimonials.iter().map(|testimonial| testimonial.img.as_str());
    let heads = site.content.articles.iter().filter_map(|article| article.front.image.as_ref());
    let alone = portraits.chain(heads.map(|image| image.file.as_str()));
    let names = site.content.texts().flat_map(Text::pictures).chain(alone);
    let shown = names.filter_map(|name| pictures.get(name));
    let made: BTreeMap<_, _> =
        shown.flat_map(Rendition::all_of).map(|rendition| (rendition.path(), rendition)).collect();
    made.into_values().map(Output::Rendition)
}

/// The pictures of these pages, by their paths: several pages can have the same one.
pub(crate) fn pictures(site: &Site, outputs: &[Output]) -> BTreeMap<String, SharePicture> {
    let content = site.content;
    let wanted = content.site.share_pictures && !site.base_url.is_empty();
    let pages = outputs.iter().filter(|output| wanted && output.is_page());
    let pictures = pages.filter_map(|output| Head::of(output, content).picture(output, content));
    pictures.map(|picture| (picture.path(), picture)).collect()
}
