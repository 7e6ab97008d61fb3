//! Checks that frames only show pages of the hosts named in the settings.

use crate::content::{
    draft::Draft,
    error::ContentError,
    frame_host::FrameHost,
    site_settings::SiteSettings,
    source_file::{SourceFile, Sourced},
    step::Step::{self, Key},
};

pub(super) fn check(site: &Sourced<SiteSettings>, draft: &Draft, errors: &mut Vec<ContentError>) {
    let mut check = |address: &str, file: &SourceFile, steps: &[Step]| {
        let host = FrameHost::from_address(address);
        if !host.is_some_and(|host| site.value.frame_hosts.contains(&host)) {
            errors.push(ContentError::Unfit {
                message: format!("'{address}' can't be shown in a frame"),
                hint: "write the full URL, starting with https://, of a host in frame_hosts in site.toml",
                place: file.locate(steps),
            });
        }
    };
    for study in &draft.studies {
        if let Some(link) = &study.value.embedded_link {
            check(link, &study.file, &[Key("embedded_link")]);
        }
    }
    for trial in &draft.trials {
        if let Some(frame) = &trial.value.front.frame {
            check(&frame.src, &trial.file, &[Key("frame"), Key("src")]);
        }
    }
    let films = draft.articles.iter().filter_map(|a| Some((a.value.front.video.as_ref()?, &a.file)));
    for (video, file) in site.value.video.iter().map(|video| (video, &site.file)).chain(films) {
        check(&video.embed, file, &[Key("video"), Key("embed")]);
    }
}
