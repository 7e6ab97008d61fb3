//! Hand-written pages of trials, and errors in them.

use crate::support::{BuildTest, structured_data};
use waypoint_generator::content;

fn built() -> BuildTest {
    let site = BuildTest { base_url: "https://harbor.example", ..BuildTest::new() };
    site.build().unwrap();
    site
}

fn report_after(file: &str, from: &str, to: &str) -> String {
    let site = BuildTest::new();
    site.edit(file, from, to);
    let errors = content::load(&site.content_dir()).unwrap_err();
    content::report(&errors, false)
}

#[test]
fn trial_page_shows_its_study_and_the_editors_additions() {
    let page = built().page("knees.html");
    for part in [
        "<h1 class=\"study__title\">The Long Walk Trial</h1>",
        "<dt class=\"key-facts__name\">Walks</dt><dd class=\"key-facts__value\">3 a week</dd>",
        "<dt>Week 1</dt><dd>You get your shoes.</dd>",
        "<h2 id=\"purpose\">Purpose</h2>",
        "href=\"/enroll/STU0100\" data-sign-up-of-page>Check If I Can Join</a>",
        "<summary class=\"faq__question\">Do I need special shoes?</summary>",
        "<div class=\"faq__answer\" id=\"faq-shoes\">",
        "<dt>Gender</dt>",
        "Sign Up at This Site",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!page.contains("completed recruitment"));
}

#[test]
fn survey_shows_questions_and_answers_while_the_study_accepts_sign_ups() {
    let page = built().page("knees.html");
    for part in [
        "Do Your Knees Fit?</h2>",
        " data-when=\"pain\" data-use=\"walks\">",
        "Question 1 of 2</span> Do your knees hurt?</legend>",
        "type=\"radio\" name=\"survey-pain\" value=\"2\" data-passes=\"false\"><span>No</span>",
        "type=\"checkbox\" name=\"survey-walks\" value=\"1\" data-passes=\"true\"><span>In town</span>",
        "<button class=\"button button--quiet\" type=\"button\" disabled>Next</button>",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
}

#[test]
fn questions_of_a_closed_study_are_read_only() {
    let site = BuildTest::new();
    site.edit("trials/resting.md", "at = ", "survey = \"knees\"\nat = ");
    site.build().unwrap();
    let page = site.page("resting.html");
    assert!(page.contains("<li class=\"asked__item\">Do your knees hurt?</li>"), "{page}");
    assert!(!page.contains("data-island=\"survey\""));
}

#[test]
fn header_shows_the_partner_with_its_logo() {
    let page = built().page("knees.html");
    let header =
        page.split("<header class=\"site-header\">").nth(1).unwrap().split("</header>").next().unwrap();
    assert!(header.contains("<span class=\"partner__name\">Harbor &amp; Sons</span>"), "{header}");
    assert!(header.contains("<circle cx=\"2\""), "{header}");
    assert!(!built().page("about.html").contains("partner__name"));
}

#[test]
fn trial_page_can_replace_a_study_page_and_says_when_it_has_closed() {
    let site = BuildTest::new();
    site.edit("trials/resting.md", "\"/resting\"", "\"/study/STU0102\"");
    site.build().unwrap();
    let page = site.page("study/STU0102.html");
    assert!(page.contains("Resting for Backs") && page.contains("Akron, OH 44304"), "{page}");
    assert!(page.contains(
        "This trial has completed recruitment on this platform, and is no longer accepting new referrals."
    ));
    assert!(!page.contains("Check If I Can Join") && !page.contains("data-island=\"study\""));
}

#[test]
fn hand_written_page_of_a_trial_has_the_questions_to_ask_until_the_study_is_over() {
    let site = built();
    let title = "Questions to Ask About This Study";
    assert!(site.page("knees.html").contains(title));
    assert!(!site.page("resting.html").contains(title), "the study is over");
    assert!(!site.page("resting.html").contains("Not stated yet"));
}

#[test]
fn page_for_doctors_says_who_can_join_what_it_involves_and_how_to_refer() {
    let site = built();
    let page = site.page("for-doctors/STU0100.html");
    for part in [
        "How to Refer a Patient",
        "<a href=\"/enroll/STU0100\">https://harbor.example/enroll/STU0100</a>",
        "Participant ID of your patient:",
        "Inclusion Criteria",
        "What Taking Part Involves",
        "Locations",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(site.page("knees.html").contains("<a href=\"/for-doctors/STU0100\">Page for Your Doctor</a>"));
    let closed = site.page("for-doctors/STU0102.html");
    assert!(closed.contains("no longer accepting new referrals") && !closed.contains("How to Refer"));
}

#[test]
fn upcoming_research_lists_upcoming_and_active_studies_and_articles() {
    let page = built().page("upcoming-research.html");
    assert!(page.contains("<a href=\"/knees\">The Long Walk Trial</a>"), "{page}");
    assert!(!page.contains("Resting for Backs"));
    assert!(page.contains("Active Trials") && page.contains("/articles/walking-with-sore-knees"));
}

#[test]
fn study_that_has_not_started_is_listed_as_starting_soon() {
    let site = BuildTest::new();
    site.edit("studies/STU0100.toml", "status = \"Recruiting\"", "status = \"Not yet recruiting\"");
    site.build().unwrap();
    let page = site.page("knees.html");
    for part in
        ["This study has not started yet.", ">Sign Up Before It Starts</a>", "Sign Up Before It Opens"]
    {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!page.contains("Check If I Can Join") && !page.contains("Sign Up at This Site"));
    let list = site.page("upcoming-research.html");
    let soon = list.split("Starting Soon</h2>").nth(1).unwrap().split("</section>").next().unwrap();
    assert!(soon.contains("<a href=\"/knees\">The Long Walk Trial</a>"), "{list}");
    assert!(!list.contains("No study is about to start."));
}

#[test]
fn upcoming_study_is_listed_only_once() {
    let list = built().page("upcoming-research.html");
    assert_eq!(list.matches("<a href=\"/knees\">").count(), 1, "{list}");
    assert!(!list.contains("Walking and knees</a>"), "{list}");
}

#[test]
fn closed_study_says_so_once_and_links_to_a_search_for_its_condition() {
    let page = built().page("resting.html");
    assert_eq!(page.matches("no longer accepting new referrals").count(), 1);
    assert!(page.contains("href=\"/results?q=Pain&amp;in=UNITED+STATES\">Find Trials</a>"), "{page}");
}

#[test]
fn trial_page_has_structured_data() {
    let page = built().page("knees.html");
    assert_eq!(structured_data(&page, "MedicalTrial")["url"], "https://harbor.example/knees");
    assert_eq!(structured_data(&page, "FAQPage")["mainEntity"][0]["@type"], "Question");
    assert!(built().page("sitemap.xml").contains("<loc>https://harbor.example/knees</loc>"));
}

#[test]
fn trials_articles_surveys_and_logos_are_optional() {
    let site = BuildTest::new();
    for folder in ["trials", "articles", "surveys", "logos"] {
        std::fs::remove_dir_all(site.content_dir().join(folder)).unwrap();
    }
    site.build().unwrap();
    assert!(site.page("upcoming-research.html").contains("No study is about to start."));
}

#[test]
fn invalid_trial_survey_or_logo_is_reported_with_its_line() {
    let table = [
        ("trials/knees.md", "\"STU0100\"", "\"STU0999\"", "knees.md:4", "there is no study named 'STU0999'"),
        ("trials/knees.md", "\"/knees\"", "\"/Knees/left\"", "knees.md:5", "a page can't have the address"),
        (
            "trials/knees.md",
            "survey = \"knees\"",
            "survey = \"hips\"",
            "knees.md:8",
            "there is no survey named 'hips'",
        ),
        (
            "trials/knees.md",
            "faqs = \"knees\"",
            "faqs = \"hips\"",
            "knees.md:9",
            "there is no list of questions named 'hips'",
        ),
        (
            "trials/knees.md",
            "logo = \"harbor\"",
            "logo = \"pier\"",
            "knees.md:7",
            "there is no logo named 'pier'",
        ),
        ("trials/resting.md", "\"/resting\"", "\"/knees\"", "resting.md:5", "is used twice"),
        ("surveys/knees.toml", "use = \"walks\"", "use = \"runs\"", "knees.toml:5", "'runs'"),
        ("surveys/knees.toml", "id = \"walks\"", "id = \"pain\"", "knees.toml:14", "is used twice"),
        (
            "surveys/knees.toml",
            ", { option = \"No\", result = false }",
            "",
            "knees.toml:7",
            "has fewer than two answers",
        ),
        ("logos/harbor.svg", "<circle", "<script>a()</script><circle", "harbor.svg:1", "isn't a shape"),
    ];
    for (file, from, to, place, words) in table {
        let report = report_after(file, from, to);
        assert!(report.contains(place) && report.contains(words), "{place}: {words} in {report}");
    }
}
