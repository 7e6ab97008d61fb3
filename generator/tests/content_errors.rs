//! Error reports for editors.

use std::fs;

use crate::support::BuildTest;
use waypoint_generator::content::{self, ContentError};

const STUDY: &str = "studies/STU0102.toml";

/// The errors in the content after a change, and their report without the temporary folder's name.
fn errors_after(change: impl FnOnce(&BuildTest)) -> (Vec<ContentError>, String) {
    let site = BuildTest::new();
    change(&site);
    let errors = content::load(&site.content_dir()).unwrap_err();
    let report = content::report(&errors, false);
    let report = report.replace(&site.content_dir().display().to_string(), "content");
    assert!(!report.contains('\u{1b}'), "a report that is not for a terminal has no colors");
    (errors, report)
}

macro_rules! snapshots {
    ($($name:ident: $file:expr, $from:expr => $to:expr;)+) => {$(
        #[test]
        fn $name() {
            let (_, report) = errors_after(|site| site.edit($file, $from, $to));
            insta::assert_snapshot!(stringify!($name), report);
        }
    )+};
}

snapshots! {
    unknown_key_is_rejected: "site.toml", "label = \"Asthma\"" => "lable = \"Asthma\"";
    missing_key_is_reported: STUDY, "status = \"Completed\"\n" => "";
    value_of_the_wrong_type_is_reported: STUDY, "active = true" => "active = \"yes\"";
    broken_toml_is_reported_at_its_place: "consent.toml", "version = \"1\"" => "version = \"1";
    invalid_study_number_is_rejected: STUDY, "\"STU0102\"" => "\"STD0102\"";
    invalid_registry_number_is_rejected: "site.toml", "study = \"NCT00000001\"" => "study = \"NCT1\"";
    age_without_a_unit_is_rejected: STUDY, "\"18 Years\"" => "\"eighteen\"";
    invalid_date_is_rejected: "consent.toml", "2018-03-25" => "2018-13-25";
    study_in_a_file_with_another_name_is_rejected: "studies/STU0103.toml", "\"STU0103\"" => "\"STU0199\"";
    duplicate_study_number_is_rejected: "studies/STU0103.toml", "\"STU0103\"" => "\"STU0101\"";
    duplicate_system_id_is_rejected: STUDY, "\"3000" => "\"2000";
    duplicate_question_id_is_rejected: "studies/STU0101.toml", "question-of-STU0101" => "question-of-STU0100";
    duplicate_consent_box_is_rejected: "consent.toml", "id = \"sms\"" => "id = \"privacy\"";
    duplicate_country_is_rejected: "countries.toml", "\"CANADA\"" => "\"UNITED STATES\"";
    lowercase_country_is_rejected: "countries.toml", "\"CANADA\"" => "\"Canada\"";
    minimum_age_above_the_maximum_is_rejected: STUDY, "\"18 Years\"" => "\"81 Years\"";
    latitude_beyond_the_pole_is_rejected: STUDY, "latitude = 41.5" => "latitude = 141.5";
    incomplete_link_is_rejected: STUDY, "active = true" => "active = true\nstudy_sponsor_url = \"www.example.org\"";
    unknown_status_is_rejected: STUDY, "\"Completed\"" => "\"Compleeted\"";
    longitude_beyond_the_date_line_is_rejected: STUDY, "longitude = -81.7" => "longitude = -181.7";
    single_coordinate_is_rejected: STUDY, "longitude = -81.7\n" => "";
    place_in_the_open_sea_is_rejected: STUDY, "latitude = 41.5\nlongitude = -81.7" => "latitude = 0.0\nlongitude = 0.0";
    town_with_invalid_coordinates_is_rejected: "trials/resting.md", "country = \"US\"" => "country = \"US\", latitude = 410.8, longitude = -81.5";
    unlisted_default_country_is_rejected: "site.toml", "\"UNITED STATES\"" => "\"USA\"";
    missing_default_study_is_rejected: "site.toml", "\"STU0100\"" => "\"STU0999\"";
    closed_default_study_is_rejected: "site.toml", "\"STU0100\"" => "\"STU0102\"";
    study_moved_to_the_end_must_exist: "site.toml", "\"STU0102\"" => "\"STU0999\"";
    always_listed_study_must_exist: "site.toml", "\"10000000" => "\"90000000";
    hashtag_with_two_targets_is_rejected: "site.toml", "condition = \"Back pain & more\"" => "condition = \"Back pain\"\nhref = \"/\"";
    notice_without_a_page_is_rejected: "consent.toml", "page = \"privacy\"" => "page = \"privcy\"";
    page_without_front_matter_is_rejected: "pages/about.md", "+++\n" => "";
    front_matter_without_an_end_is_rejected: "pages/about.md", "\n+++\n\n" => "\n\n";
    unknown_key_in_front_matter_is_reported_in_its_line: "pages/about.md", "description" => "descripton";
}

#[test]
fn broken_link_is_reported_with_its_line() {
    let table = [
        ("[x](/nowhere)", "there is no page at '/nowhere'"),
        ("[x](/soon)", "there is no page at '/soon'"),
        ("[x](/study/STU0999)", "there is no page at"),
        ("[x](/enroll/STU0102)", "there is no page at"),
        ("[x](/about#prices)", "refers to a section"),
        ("[x](#prices)", "refers to a section"),
        ("[x](about)", "isn't a valid link address"),
        ("[x](http://a.example)", "isn't a valid link address"),
        ("[x](javascript:a)", "isn't a valid link address"),
        ("![x](/a.png)", "there is no picture named '/a.png'"),
    ];
    for (text, words) in table {
        let (errors, report) = errors_after(|site| {
            site.edit("pages/terms.md", "+++\n\n", &format!("+++\n\nA word. {text}\n\n"));
        });
        assert_eq!(errors.len(), 1, "{report}");
        assert!(report.contains(words) && report.contains("pages/terms.md:6:9"), "{text}: {report}");
    }
}

#[test]
fn broken_footer_link_is_reported_with_its_line() {
    let (_, report) = errors_after(|site| {
        site.edit(
            "site.toml",
            "[[footer_links]]\nlabel = \"Home\"\nhref = \"/\"",
            "[[footer_links]]\nlabel = \"Home\"\nhref = \"/hom\"",
        );
    });
    assert!(report.contains("site.toml:31:8") && report.contains("there is no page at '/hom'"), "{report}");
}

#[test]
fn links_to_pages_studies_sign_ups_anchors_and_external_sites_are_valid() {
    let site = BuildTest::new();
    let links = [
        "/about",
        "/About/",
        "/",
        "/#find_trial",
        "/results?q=a&in=b",
        "/articles/walking-with-sore-knees#how-far",
        "/knees",
        "/study/NCT01234567",
        "/study/STU0102#criteria",
        "/enroll/STU0100/ps?city=a",
        "https://a.example",
        "mailto:a@b.example",
        "tel:+1",
    ];
    let text = links.map(|link| format!("[x]({link})")).join(" ");
    site.edit("pages/terms.md", "+++\n\n", &format!("+++\n\n{text}\n\n"));
    site.build().unwrap();
}

#[test]
fn missing_file_is_reported() {
    let (_, report) =
        errors_after(|site| fs::remove_file(site.content_dir().join("countries.toml")).unwrap());
    insta::assert_snapshot!(report);
}

#[test]
fn missing_folder_is_reported() {
    let (errors, report) =
        errors_after(|site| fs::remove_dir_all(site.content_dir().join("studies")).unwrap());
    assert_eq!(errors.len(), 1);
    assert!(report.contains("content/studies"), "{report}");
}

#[test]
fn page_name_that_is_not_a_slug_is_rejected() {
    let rename = |to: &'static str| {
        errors_after(move |site| {
            let pages = site.content_dir().join("pages");
            fs::rename(pages.join("about.md"), pages.join(to)).unwrap();
        })
        .1
    };
    insta::assert_snapshot!("page_name_with_a_space", rename("About us.md"));
    insta::assert_snapshot!("page_name_of_a_generated_page", rename("results.md"));
}

#[test]
fn all_errors_are_reported_together() {
    let (errors, report) = errors_after(|site| {
        site.edit("countries.toml", "CANADA", "Canada");
        site.edit("faqs/general.toml", "answer", "anwser");
        site.edit(STUDY, "41.5", "141.5");
        site.edit(STUDY, "-81.7", "-281.7");
    });
    assert_eq!(errors.len(), 4);
    for part in
        ["general.toml:4:1", "STU0102.toml:25:12", "STU0102.toml:26:13", "countries.toml:2:3", "4 errors"]
    {
        assert!(report.contains(part), "{part} in {report}");
    }
}

#[test]
fn unreadable_study_is_not_also_reported_as_missing() {
    let (errors, _) = errors_after(|site| site.edit("studies/STU0100.toml", "active = true", "active = 1"));
    assert_eq!(errors.len(), 1);
}

#[test]
fn other_references_are_checked_despite_an_unreadable_file() {
    let (errors, report) = errors_after(|site| {
        site.edit("studies/STU0101.toml", "active = true", "active = 1");
        site.edit("pages/terms.md", "title", "titel");
        site.edit("trials/knees.md", "survey = \"knees\"", "survey = \"elbows\"");
        let about = site.content_dir().join("pages/about.md");
        let links =
            "\n\n[a](/nowhere) [b](/articles/gone) [c](/contact#no-part) [d](/terms) [e](/study/STU0101)\n";
        fs::write(&about, fs::read_to_string(&about).unwrap() + links).unwrap();
    });
    assert_eq!(errors.len(), 6, "{report}");
    for part in [
        "there is no page at '/articles/gone'",
        "there is no page at '/nowhere'",
        "'/contact#no-part' refers to a section",
    ] {
        assert!(report.contains(part), "{part} in {report}");
    }
    assert!(report.contains("there is no survey named 'elbows'"));
}

#[test]
fn content_cannot_use_the_address_of_a_generated_page_or_redirect() {
    let site = BuildTest { base_url: "https://harbor.example", ..BuildTest::new() };
    site.build().unwrap();
    let content = site.content();
    let written = content.pages.iter().map(|page| page.slug.clone());
    let trial_slugs = content.trials.iter().map(|trial| trial.front.at.trim_start_matches('/').to_owned());
    let written: Vec<_> = written.chain(trial_slugs).collect();
    let files = site.files();
    let pages = files.keys().filter_map(|file| file.strip_suffix(".html")).map(str::to_owned);
    let generated = pages.filter(|name| !name.contains('/') && !written.contains(name));
    let routes = fs::read_to_string(crate::support::repository().join("infra/cdn/routes.toml")).unwrap();
    let routes: toml::Table = routes.parse().unwrap();
    let redirects = routes["redirects"].as_array().unwrap().iter();
    let redirected = redirects.map(|one| one["path"].as_str().unwrap().trim_start_matches('/').to_owned());
    let reserved: Vec<_> = generated.chain(redirected).collect();
    assert!(reserved.len() > 8, "{reserved:?}");
    for name in reserved {
        let (errors, _) = errors_after(|site| {
            fs::copy(
                site.content_dir().join("pages/terms.md"),
                site.content_dir().join(format!("pages/{name}.md")),
            )
            .unwrap();
        });
        assert_eq!(errors.len(), 1, "{name}");
        assert_eq!(errors[0].to_string(), format!("the name '{name}' is reserved"));
    }
}

#[test]
fn error_has_file_line_column_and_source_line() {
    let (errors, _) = errors_after(|site| site.edit("pages/about.md", "title", "  titel"));
    let place = errors[0].place().unwrap();
    assert!(place.file().ends_with("pages/about.md"));
    assert_eq!((place.line(), place.column()), (2, 3));
    assert_eq!(place.source_line(), "  titel = \"About Us\"");
}

#[test]
fn content_of_this_site_is_valid() {
    let content = content::load(&crate::support::repository().join("content"));
    assert!(content.is_ok(), "{}", content::report(&content.unwrap_err(), false));
}
