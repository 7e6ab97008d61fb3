//! The list of files that make up the site.

use std::collections::BTreeMap;

use crate::{
    brand_styles::BrandStyles,
    markdown::Text,
    output::Output,
    pictures::Rendition,
    preview::{MissingPreview, Template},
    render::head::Head,
    share_picture::SharePicture,
    site::Site,
};

/// Every output of the site.
pub(crate) fn plan<'a>(site: &'a Site<'_>) -> Vec<Output<'a>> {
    let mut outputs = outputs_without_pictures(site);
    outputs.extend(renditions(site));
    outputs.extend(share_pictures(site, &outputs).into_values().map(Output::Picture));
    outputs
}

/// Every output of the site that is not a picture.
pub(crate) fn outputs_without_pictures<'a>(site: &'a Site<'_>) -> Vec<Output<'a>> {
    // Scripts and styles come first, so that no page is published before the files it loads.
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
        Output::MissingPreview(MissingPreview::Template),
        Output::MissingPreview(MissingPreview::Study),
        Output::Icon,
        Output::Robots,
    ]);
    outputs.extend(BrandStyles::for_brand(&site.content.brand).map(Output::BrandStyles));
    if !site.base_url.is_empty() {
        outputs.extend([Output::Sitemap, Output::Feed]);
    }
    outputs.extend(site.content.logos.iter().map(Output::Logo));
    outputs.extend(site.content.pages.iter().map(Output::Page));
    outputs.extend(site.content.articles.iter().map(|article| Output::Article(article)));
    outputs.extend(site.content.conditions.iter().map(Output::Condition));
    outputs.extend(site.content.shown_trials().map(Output::Trial));
    outputs.extend(site.content.redirects().into_iter().map(|(from, to)| Output::Moved { from, to }));
    let by_number = site.shown_studies().map(|study| (study.snow_study_number.as_str(), study));
    let by_registry_number =
        site.registered_studies().into_iter().map(|(number, study)| (number.as_str(), study));
    let has_own_page = |id: &str| site.content.shown_trials().any(|trial| trial.replaces_study_page(id));
    outputs.extend(
        by_number
            .chain(by_registry_number)
            .filter(|(id, _)| !has_own_page(id))
            .map(|(id, study)| Output::Study { id, study }),
    );
    outputs.extend(site.shown_studies().filter(|study| study.accepts_sign_ups()).map(Output::Enroll));
    outputs.extend(site.previewed_studies().into_iter().flat_map(|(id, study)| {
        let previews = Template::ALL.map(|template| Output::Preview { id, study, template });
        let missing =
            [MissingPreview::TemplateOf { id }, MissingPreview::NotBuilt { id }].map(Output::MissingPreview);
        previews.into_iter().chain(missing)
    }));
    outputs
}

/// The files of every picture in a text, testimonial, or article header. Identical pictures share their files.
fn renditions<'a>(site: &Site) -> impl Iterator<Item = Output<'a>> + use<'a> {
    let pictures = &site.content.pictures;
    let portraits = site.content.site.testimonials.iter().map(|testimonial| testimonial.img.as_str());
    let heads = site.content.articles.iter().filter_map(|article| article.front.image.as_ref());
    let single_pictures = portraits.chain(heads.map(|image| image.file.as_str()));
    let names = site.content.texts().flat_map(Text::pictures).chain(single_pictures);
    let shown = names.filter_map(|name| pictures.get(name));
    let files: BTreeMap<_, _> =
        shown.flat_map(Rendition::for_picture).map(|rendition| (rendition.path(), rendition)).collect();
    files.into_values().map(Output::Rendition)
}

/// The share pictures of these pages, by path. Several pages can have the same picture.
pub(crate) fn share_pictures(site: &Site, outputs: &[Output]) -> BTreeMap<String, SharePicture> {
    let content = site.content;
    let enabled = content.site.share_pictures && !site.base_url.is_empty();
    let pages = outputs.iter().filter(|output| enabled && output.is_page());
    let pictures = pages.filter_map(|output| Head::for_output(output, content).picture(output, content));
    pictures.map(|picture| (picture.path(), picture)).collect()
}
