//! The six previews of a study, and the pages for addresses without a preview.

use std::fs;

use crate::support::BuildTest;
use waypoint_generator::{
    Build, Template,
    content::{self, Content},
};

/// A study with every field that a preview can show.
const FULL: &str = r#"
snow_study_number = "STU0900"
study_sys_id = "90000000000000000000000000000000"
nct_number = "NCT00000900"
study_name = "Stairs and hips"
brief_title = "Stairs and hips"
official_title = "Stepwise study of stairs"
brief_summary = "Tests if stairs help."
detailed_description = "You climb stairs.\n\nYou rest."
conditions = ["Hip pain", "Stiffness"]
study_phase = "Phase 2"
status = "Recruiting"
minimum_age = "18 Years"
maximum_age = "65 Years"
duration = "12 weeks"
eligibility = """
Read this first.

Inclusion Criteria:
- You are an adult
  - with a staircase

Exclusion Criteria:
- You have had a hip replaced
"""
active = true
promote = true
sys_created_on = "2025-01-01"
sys_updated_on = "2026-06-01"

[facts]
risks = ["Your knees may hurt."]
groups = [
  { gets = "stairs", share = 2, is_placebo = false },
  { gets = "an elevator", share = 1, is_placebo = true },
]
randomized = true
paid_for = ["the stairs"]
travel = "no"
visits = { number = 6, minutes = 120 }

[[sites]]
site_name = "Hillside Clinic"
city = "Akron"
state = "OH"
country = "United States"
status = "Completed"

[[sites]]
site_name = "Lakeside Clinic"
street_address = "12 Lake Street"
city = "Cleveland"
state = "OH"
country = "United States"
pin_code = "44114"
central = true
"#;

/// A study with only the required fields.
const BARE: &str = r#"
snow_study_number = "STU0901"
study_sys_id = "90100000000000000000000000000000"
study_name = "Bare"
brief_title = "Bare"
brief_summary = ""
conditions = []
status = "Recruiting"
active = true
promote = true
sys_created_on = "2025-01-01"
sys_updated_on = "2026-06-01"
"#;

/// The fixtures with additional studies from separate files.
fn content_with(site: &BuildTest, studies: &[&str]) -> Content {
    studies.iter().enumerate().fold(site.content(), |content, (index, study)| {
        let file = site.root.path().join(format!("sent-{index}.toml"));
        fs::write(&file, study).unwrap();
        content.with_study(content::load_study(&file).unwrap())
    })
}

fn built_with(studies: &[&str]) -> BuildTest {
    let site = BuildTest::new();
    site.build_content(&content_with(&site, studies)).unwrap();
    site
}

/// The part of a page between header and footer.
fn middle(page: &str) -> String {
    let middle = page.split("</header>").skip(1).collect::<Vec<_>>().join("</header>");
    middle.split("<footer class=\"site-footer\"").next().unwrap().trim().to_owned()
}

fn preview_pages(site: &BuildTest, id: &str) -> Vec<String> {
    (1..=6).map(|template| middle(&site.page(&format!("preview/{id}-{template}.html")))).collect()
}

/// The element names of a page, in order.
fn structure(page: &str) -> Vec<&str> {
    let main = page.split("<main").nth(1).unwrap();
    main.split('<').skip(1).filter_map(|tag| tag.split([' ', '>']).next()).collect()
}

#[test]
fn each_template_lays_out_the_same_study_differently() {
    let pages = preview_pages(&built_with(&[FULL]), "STU0900");
    for (page, template) in pages.iter().zip(Template::ALL) {
        insta::assert_snapshot!(format!("template_{}", template.number()), page);
    }
    for (index, page) in pages.iter().enumerate() {
        for other in &pages[..index] {
            assert_ne!(structure(page), structure(other));
        }
        for words in ["Stairs and hips", "Tests if stairs help.", "You climb stairs.", "You are an adult"] {
            assert!(page.contains(words), "{}: {words}", index + 1);
        }
        for words in ["You have had a hip replaced", "Cleveland, OH", "18 to 65 years"] {
            assert!(page.contains(words) || words.starts_with("18") && page.contains("18–65"), "{words}");
        }
        assert_eq!(page.matches("<h1").count(), 1);
        assert!(page.find("Cleveland, OH").unwrap() < page.find("Akron, OH").unwrap());
    }
}

#[test]
fn each_template_answers_what_patients_ask_in_their_order() {
    let questions = [
        "What are the risks and side effects?",
        "Which treatment will I get?",
        "Will I know which treatment I get?",
        "What will it cost me?",
        "Will I be paid?",
        "Is there help with travel, a place to stay, or childcare?",
        "How many visits are there?",
        "Who checks that the study is ethical?",
    ];
    let answers = [
        "Your knees may hurt.",
        "2 of 3 people get stairs.",
        "1 of 3 gets an elevator.",
        "A computer decides by chance which group you are in.",
        "You pay nothing for the stairs.",
        "There is no help with travel.",
        "12 weeks.",
        "6 visits of about 2 hours each.",
    ];
    for page in preview_pages(&built_with(&[FULL]), "STU0900") {
        let places =
            questions.map(|question| page.find(question).unwrap_or_else(|| panic!("{question}: {page}")));
        assert!(places.is_sorted(), "{page}");
        for answer in answers {
            assert!(page.contains(answer), "{answer}: {page}");
        }
        assert_eq!(page.matches("Not stated yet. Ask the study team.").count(), 10, "{page}");
    }
}

#[test]
fn no_template_calls_the_study_free() {
    for study in [FULL, BARE] {
        let number = study.split('"').nth(1).unwrap();
        for page in preview_pages(&built_with(&[study]), number) {
            assert!(!page.to_lowercase().contains("free"), "{page}");
        }
    }
}

#[test]
fn preview_bar_lists_what_the_study_leaves_out() {
    for page in preview_pages(&built_with(&[FULL]), "STU0900") {
        let (_, list) = page.split_once("Facts That This Study Leaves Out").unwrap();
        let list = list.split("</details>").next().unwrap();
        assert!(list.contains("who knows the group; what people do in the study"), "{list}");
        assert!(!list.contains("risks") && !list.contains("help with travel"), "{list}");
    }
}

#[test]
fn preview_bar_names_the_template_and_links_to_the_others() {
    let site = built_with(&[FULL]);
    for id in ["STU0900", "NCT00000900"] {
        for (page, template) in preview_pages(&site, id).iter().zip(Template::ALL) {
            let number = template.number();
            assert!(page.contains("This Is a Preview"));
            assert!(page.contains(&format!("Template {number} of 6: {}.", template.name())));
            for other in 1..=6 {
                assert!(page.contains(&format!("href=\"/preview/{id}?template={other}\"")));
            }
            let current = format!("href=\"/preview/{id}?template={number}\" aria-current=\"page\"");
            assert!(page.contains(&current) && page.matches("aria-current").count() == 1, "{page}");
        }
    }
}

#[test]
fn only_an_active_promoted_study_has_sign_up_and_others_show_the_reason() {
    let table = [
        (true, true, None),
        (true, false, Some("Sign Up is off because this study is not promoted.")),
        (false, true, Some("Sign Up is off because this study is not active.")),
        (false, false, Some("Sign Up is off because this study is neither active nor promoted.")),
    ];
    for (active, promote, reason) in table {
        let study = FULL
            .replace("active = true", &format!("active = {active}"))
            .replace("promote = true", &format!("promote = {promote}"));
        for page in preview_pages(&built_with(&[&study]), "STU0900") {
            let offers = page.contains("<a class=\"button\" href=\"/enroll/STU0900\">Sign Up</a>");
            let off =
                page.contains("type=\"button\" disabled aria-describedby=\"sign-up-off\">Sign Up</button>");
            assert_eq!((offers, off), (reason.is_none(), reason.is_some()), "{active} {promote}: {page}");
            if let Some(reason) = reason {
                assert!(page.contains(&format!("id=\"sign-up-off\">{reason}</p>")), "{page}");
            }
        }
    }
}

#[test]
fn study_that_has_not_started_has_a_matching_sign_up_label() {
    let study = FULL.replacen("status = \"Recruiting\"", "status = \"Not yet recruiting\"", 1);
    for page in preview_pages(&built_with(&[&study]), "STU0900") {
        assert!(page.contains("href=\"/enroll/STU0900\">Sign Up Before It Starts</a>"), "{page}");
        assert!(page.contains("This study has not started yet."), "{page}");
    }
}

#[test]
fn study_without_summary_criteria_and_sites_leaves_no_empty_parts() {
    for page in preview_pages(&built_with(&[BARE]), "STU0901") {
        assert!(page.contains("Location details not found"), "{page}");
        assert!(page.contains("No Criteria Found") || page.contains("No Inclusion Criteria found"), "{page}");
        for empty in ["<p></p>", "<dd></dd>", "<ul>\n</ul>", "<li></li>", "<h2></h2>", "None", "null"] {
            assert!(!page.contains(empty), "{empty} in {page}");
        }
        let lists = page.split("<ul").skip(1).all(|list| list.split("</ul>").next().unwrap().contains("<li"));
        assert!(lists, "{page}");
    }
}

#[test]
fn site_without_a_city_is_listed_by_its_name() {
    let study = format!("{BARE}\n[[sites]]\nsite_name = \"The Clinic on the Hill\"\n");
    for page in preview_pages(&built_with(&[&study]), "STU0901") {
        assert!(page.contains("The Clinic on the Hill"), "{page}");
    }
}

#[test]
fn short_templates_show_the_first_sites_and_the_total() {
    let site = |n| format!("\n[[sites]]\nsite_name = \"Clinic {n}\"\ncity = \"Town {n}\"\n");
    let study = format!("{BARE}{}", (1..=30).map(site).collect::<String>());
    let built = built_with(&[&study]);
    let pages = preview_pages(&built, "STU0901");
    for (index, page) in pages.iter().enumerate() {
        let shows_all = (1..=30).all(|n| page.contains(&format!("Town {n}<")));
        assert_eq!(shows_all, index != 2, "{page}");
    }
    assert!(pages[2].contains("And 20 more. Ask us for a site near you."));
    assert!(pages[5].contains("All 30 places"));
}

#[test]
fn study_text_is_never_markup() {
    let attack = "<script>alert(1)</script><img src=x onerror=alert(1)>' & more";
    let study = FULL
        .replace("Stairs and hips", attack)
        .replace("Tests if stairs help.", attack)
        .replace("You climb stairs.", attack)
        .replace("Stepwise study of stairs", attack)
        .replace("\"Hip pain\"", &format!("\"{attack}\""))
        .replace("12 weeks", attack)
        .replace("Phase 2", attack)
        .replace("You are an adult", attack)
        .replace("You have had a hip replaced", attack)
        .replace("Read this first.", attack)
        .replace("Lakeside Clinic", attack)
        .replace("12 Lake Street", attack)
        .replace("\"Cleveland\"", &format!("\"{attack}\""))
        .replace("Completed", "Opted out");
    for page in preview_pages(&built_with(&[&study]), "STU0900") {
        assert!(page.contains("&lt;script&gt;"), "{page}");
        assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
    }
}

#[test]
fn every_study_has_previews_that_search_engines_do_not_index() {
    let site = BuildTest { base_url: "https://harbor.example", ..BuildTest::new() };
    site.build().unwrap();
    for id in ["STU0100", "STU0101", "STU0102", "STU0103", "PTGB0104", "NCT00000001", "NCT00000003"] {
        for template in 1..=6 {
            let page = site.page(&format!("preview/{id}-{template}.html"));
            assert!(page.contains("<meta name=\"robots\" content=\"noindex\">"), "{id}");
            assert!(!page.contains("rel=\"canonical\"") && !page.contains("data-island"), "{id}");
        }
    }
    assert!(!site.page("sitemap.xml").contains("preview"));
}

#[test]
fn shared_registry_number_previews_the_study_of_its_study_page() {
    let site = BuildTest::new();
    let hidden = FULL.replace("NCT00000900", "NCT00000001").replace("active = true", "active = false");
    fs::write(site.content_dir().join("studies/STU0900.toml"), hidden).unwrap();
    site.build().unwrap();
    assert!(site.page("study/NCT00000001.html").contains("<h1>Swimming and knees</h1>"));
    assert!(site.page("preview/NCT00000001-1.html").contains("Swimming and knees</h1>"));
}

#[test]
fn only_previews_load_the_preview_stylesheet() {
    let site = built_with(&[FULL]);
    let loads = |page: &str| site.page(page).contains("href=\"/assets/previews-1.css\"");
    assert!(loads("preview/STU0900-1.html") && loads("preview/STU0900-choose.html"));
    assert!(!loads("index.html") && !loads("study/STU0100.html"));
}

#[test]
fn address_without_a_preview_says_what_is_missing_and_what_to_do() {
    let site = built_with(&[FULL]);
    let table = [
        ("preview/template-not-found.html", "Template not found", false),
        ("preview/STU0900-choose.html", "Template not found", true),
        ("preview/STU0900-not-made.html", "Selected template not found", true),
        ("preview/NCT00000900-not-made.html", "Selected template not found", true),
        ("preview/study-not-found.html", "Study details not found", false),
    ];
    for (path, message, offers_templates) in table {
        let page = site.page(path);
        assert!(page.contains(&format!("<h1 class=\"not-found__title\">{message}</h1>\n<p>")), "{path}");
        assert!(page.contains("<meta name=\"robots\" content=\"noindex\">"), "{path}");
        assert_eq!(page.contains("?template=6\""), offers_templates, "{path}");
    }
}

#[test]
fn files_of_one_study_match_those_of_the_site() {
    let site = built_with(&[FULL]);
    let content = content_with(&site, &[FULL]);
    let build = Build {
        content: &content,
        site_dir: &site.site_dir(),
        templates_dir: &site.site_dir().join("templates"),
        out: &site.out(),
        base_url: "",
        dev_bundle: false,
    };
    let files = build.render_study_files(&"STU0900".parse().unwrap()).unwrap();
    let is_of_study = |path: &str| path.contains("STU0900") || path.contains("NCT00000900");
    assert_eq!(files.len(), site.files().keys().filter(|path| is_of_study(path)).count());
    for file in files {
        assert!(is_of_study(&file.path), "{}", file.path);
        assert_eq!(site.page(&file.path).as_bytes(), file.bytes, "{}", file.path);
    }
    assert!(build.render_study_files(&"STU0999".parse().unwrap()).unwrap().is_empty());
}

#[test]
fn every_study_of_this_site_has_six_previews() {
    let site = BuildTest::with_this_site();
    site.build().unwrap();
    for study in &site.content().studies {
        let title = tera_escaped(&study.brief_title);
        for page in preview_pages(&site, study.snow_study_number.as_str()) {
            assert!(page.contains(&title), "{}", study.snow_study_number);
        }
    }
}

fn tera_escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
