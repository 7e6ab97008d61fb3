//! What an editor reads when a file is wrong.

use std::fs;

use crate::support::BuildTest;
use waypoint_generator::content::{self, ContentError};

const STUDY: &str = "studies/STU0102.toml";

/// What is wrong with the content after a change, with the temporary folder's name left out.
fn told(change: impl FnOnce(&BuildTest)) -> (Vec<ContentError>, String) {
    let site = BuildTest::new();
    change(&site);
    let errors = content::load(&site.content_dir()).unwrap_err();
    let report = content::report(&errors, false);
    let told = report.replace(&site.content_dir().display().to_string(), "content");
    assert!(!told.contains('\u{1b}'), "a report that is not for a terminal has no colors");
    (errors, told)
}

macro_rules! snapshots {
    ($($name:ident: $file:expr, $from:expr => $to:expr;)+) => {$(
        #[test]
        fn $name() {
            let (_, told) = told(|site| site.edit($file, $from, $to));
            insta::assert_snapshot!(stringify!($name), told);
        }
    )+};
}

snapshots! {
    an_unknown_key_is_refused: "site.toml", "label = \"Asthma\"" => "lable = \"Asthma\"";
    a_missing_key_is_named: STUDY, "status = \"Completed\"\n" => "";
    a_value_of_the_wrong_kind_is_named: STUDY, "active = true" => "active = \"yes\"";
    broken_toml_is_shown_where_it_breaks: "consent.toml", "version = \"1\"" => "version = \"1";
    a_study_number_of_another_form_is_refused: STUDY, "\"STU0102\"" => "\"STD0102\"";
    a_registry_number_of_another_form_is_refused: "site.toml", "study = \"NCT00000001\"" => "study = \"NCT1\"";
    an_age_without_a_unit_is_refused: STUDY, "\"18 Years\"" => "\"eighteen\"";
    a_date_that_is_no_date_is_refused: "consent.toml", "2018-03-25" => "2018-13-25";
    a_study_in_a_file_of_another_name_is_refused: "studies/STU0103.toml", "\"STU0103\"" => "\"STU0199\"";
    a_study_number_that_stands_twice_is_refused: "studies/STU0103.toml", "\"STU0103\"" => "\"STU0101\"";
    a_system_id_that_stands_twice_is_refused: STUDY, "\"3000" => "\"2000";
    a_question_id_that_stands_twice_is_refused: "studies/STU0101.toml", "question-of-STU0101" => "question-of-STU0100";
    a_consent_box_that_stands_twice_is_refused: "consent.toml", "id = \"sms\"" => "id = \"privacy\"";
    a_country_that_stands_twice_is_refused: "countries.toml", "\"CANADA\"" => "\"UNITED STATES\"";
    a_country_in_lower_case_is_refused: "countries.toml", "\"CANADA\"" => "\"Canada\"";
    a_minimum_age_above_the_maximum_is_refused: STUDY, "\"18 Years\"" => "\"81 Years\"";
    a_latitude_beyond_the_pole_is_refused: STUDY, "latitude = 41.5" => "latitude = 141.5";
    a_link_that_nobody_can_follow_is_refused: STUDY, "active = true" => "active = true\nstudy_sponsor_url = \"www.example.org\"";
    a_status_that_nobody_knows_is_refused: STUDY, "\"Completed\"" => "\"Compleeted\"";
    a_longitude_beyond_the_date_line_is_refused: STUDY, "longitude = -81.7" => "longitude = -181.7";
    one_coordinate_alone_is_refused: STUDY, "longitude = -81.7\n" => "";
    a_place_in_the_open_sea_is_refused: STUDY, "latitude = 41.5\nlongitude = -81.7" => "latitude = 0.0\nlongitude = 0.0";
    a_town_off_the_globe_is_refused: "trials/resting.md", "country = \"US\"" => "country = \"US\", latitude = 410.8, longitude = -81.5";
    a_default_country_that_is_not_listed_is_refused: "site.toml", "\"UNITED STATES\"" => "\"USA\"";
    a_default_study_that_does_not_exist_is_refused: "site.toml", "\"STU0100\"" => "\"STU0999\"";
    a_default_study_that_has_closed_is_refused: "site.toml", "\"STU0100\"" => "\"STU0102\"";
    a_study_moved_to_the_end_has_to_exist: "site.toml", "\"STU0102\"" => "\"STU0999\"";
    a_study_that_is_always_listed_has_to_exist: "site.toml", "\"10000000" => "\"90000000";
    a_hashtag_with_two_targets_is_refused: "site.toml", "condition = \"Back pain & more\"" => "condition = \"Back pain\"\nhref = \"/\"";
    a_notice_without_a_page_is_refused: "consent.toml", "page = \"privacy\"" => "page = \"privcy\"";
    a_page_without_front_matter_is_refused: "pages/about.md", "+++\n" => "";
    front_matter_without_an_end_is_refused: "pages/about.md", "\n+++\n\n" => "\n\n";
    an_unknown_key_in_front_matter_is_shown_in_its_line: "pages/about.md", "description" => "descripton";
}

#[test]
fn a_link_that_leads_nowhere_is_told_with_its_line() {
    let table = [
        ("[x](/nowhere)", "'/nowhere' leads nowhere"),
        ("[x](/soon)", "'/soon' leads nowhere"),
        ("[x](/study/STU0999)", "leads nowhere"),
        ("[x](/enroll/STU0102)", "leads nowhere"),
        ("[x](/about#prices)", "names a part"),
        ("[x](#prices)", "names a part"),
        ("[x](about)", "no address that a link can have"),
        ("[x](http://a.example)", "no address that a link can have"),
        ("[x](javascript:a)", "no address that a link can have"),
        ("![x](/a.png)", "no picture is '/a.png'"),
    ];
    for (text, words) in table {
        let (errors, told) =
            told(|site| site.edit("pages/terms.md", "+++\n\n", &format!("+++\n\nA word. {text}\n\n")));
        assert_eq!(errors.len(), 1, "{told}");
        assert!(told.contains(words) && told.contains("pages/terms.md:6:9"), "{text}: {told}");
    }
}

#[test]
fn a_footer_link_that_leads_nowhere_is_told_with_its_line() {
    let (_, told) = told(|site| {
        site.edit(
            "site.toml",
            "[[footer_links]]\nlabel = \"Home\"\nhref = \"/\"",
            "[[footer_links]]\nlabel = \"Home\"\nhref = \"/hom\"",
        );
    });
    assert!(told.contains("site.toml:31:8") && told.contains("'/hom' leads nowhere"), "{told}");
}

#[test]
fn links_to_pages_studies_sign_ups_parts_and_outside_stand() {
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
fn a_missing_file_is_named() {
    let (_, told) = told(|site| fs::remove_file(site.content_dir().join("countries.toml")).unwrap());
    insta::assert_snapshot!(told);
}

#[test]
fn a_missing_folder_is_named() {
    let (errors, told) = told(|site| fs::remove_dir_all(site.content_dir().join("studies")).unwrap());
    assert_eq!(errors.len(), 1);
    assert!(told.contains("content/studies"), "{told}");
}

#[test]
fn a_page_whose_name_cannot_stand_in_an_address_is_refused() {
    let rename = |to: &'static str| {
        told(move |site| {
            let pages = site.content_dir().join("pages");
            fs::rename(pages.join("about.md"), pages.join(to)).unwrap();
        })
        .1
    };
    insta::assert_snapshot!("a_page_with_a_space_in_its_name", rename("About us.md"));
    insta::assert_snapshot!("a_page_with_the_name_of_one_that_the_site_makes", rename("results.md"));
}

#[test]
fn all_errors_of_a_run_are_told_together() {
    let (errors, told) = told(|site| {
        site.edit("countries.toml", "CANADA", "Canada");
        site.edit("faqs/general.toml", "answer", "anwser");
        site.edit(STUDY, "41.5", "141.5");
        site.edit(STUDY, "-81.7", "-281.7");
    });
    assert_eq!(errors.len(), 4);
    for part in
        ["general.toml:4:1", "STU0102.toml:25:12", "STU0102.toml:26:13", "countries.toml:2:3", "4 errors"]
    {
        assert!(told.contains(part), "{part} in {told}");
    }
}

#[test]
fn an_unreadable_study_is_not_also_told_as_one_that_does_not_exist() {
    let (errors, _) = told(|site| site.edit("studies/STU0100.toml", "active = true", "active = 1"));
    assert_eq!(errors.len(), 1);
}

#[test]
fn while_a_file_cannot_be_read_what_names_others_is_still_judged() {
    let (errors, told) = told(|site| {
        site.edit("studies/STU0101.toml", "active = true", "active = 1");
        site.edit("pages/terms.md", "title", "titel");
        site.edit("trials/knees.md", "survey = \"knees\"", "survey = \"elbows\"");
        let about = site.content_dir().join("pages/about.md");
        let links =
            "\n\n[a](/nowhere) [b](/articles/gone) [c](/contact#no-part) [d](/terms) [e](/study/STU0101)\n";
        fs::write(&about, fs::read_to_string(&about).unwrap() + links).unwrap();
    });
    assert_eq!(errors.len(), 6, "{told}");
    for part in
        ["'/articles/gone' leads nowhere", "'/nowhere' leads nowhere", "'/contact#no-part' names a part"]
    {
        assert!(told.contains(part), "{part} in {told}");
    }
    assert!(told.contains("no survey is 'elbows'"));
}

#[test]
fn no_file_of_content_may_stand_where_the_site_makes_a_page_or_passes_visitors_on() {
    let site = BuildTest { base_url: "https://harbor.example", ..BuildTest::new() };
    site.build().unwrap();
    let content = site.content();
    let written = content.pages.iter().map(|page| page.slug.clone());
    let of_trials = content.trials.iter().map(|trial| trial.front.at.trim_start_matches('/').to_owned());
    let written: Vec<_> = written.chain(of_trials).collect();
    let files = site.files();
    let pages = files.keys().filter_map(|file| file.strip_suffix(".html")).map(str::to_owned);
    let own = pages.filter(|name| !name.contains('/') && !written.contains(name));
    let routes = fs::read_to_string(crate::support::repository().join("infra/cdn/routes.toml")).unwrap();
    let routes: toml::Table = routes.parse().unwrap();
    let redirects = routes["redirects"].as_array().unwrap().iter();
    let passed_on = redirects.map(|one| one["path"].as_str().unwrap().trim_start_matches('/').to_owned());
    let taken: Vec<_> = own.chain(passed_on).collect();
    assert!(taken.len() > 8, "{taken:?}");
    for name in taken {
        let (errors, _) = told(|site| {
            fs::copy(
                site.content_dir().join("pages/terms.md"),
                site.content_dir().join(format!("pages/{name}.md")),
            )
            .unwrap();
        });
        assert_eq!(errors.len(), 1, "{name}");
        assert_eq!(errors[0].to_string(), format!("the site uses the name '{name}' itself"));
    }
}

#[test]
fn an_error_knows_its_file_line_column_and_source_line() {
    let (errors, _) = told(|site| site.edit("pages/about.md", "title", "  titel"));
    let place = errors[0].place().unwrap();
    assert!(place.file().ends_with("pages/about.md"));
    assert_eq!((place.line(), place.column()), (2, 3));
    assert_eq!(place.source_line(), "  titel = \"About Us\"");
}

#[test]
fn the_content_of_this_site_is_right() {
    let content = content::load(&crate::support::repository().join("content"));
    assert!(content.is_ok(), "{}", content::report(&content.unwrap_err(), false));
}
