//! The home page, the header and footer, and single pages of this site.

use std::sync::LazyLock;

use crate::support::{BuildTest, repository};
use waypoint_generator::content::{self, Content};

/// This site's content, built with the test bundle.
static SITE: LazyLock<BuildTest> = LazyLock::new(|| {
    let site = BuildTest::with_this_site();
    site.build().unwrap();
    site
});

fn content() -> Content {
    content::load(&repository().join("content")).unwrap()
}

/// Asserts that a page contains these parts in order.
fn assert_in_order(page: &str, parts: &[&str]) {
    let text = SITE.page(page);
    let mut rest = text.as_str();
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("{page}: {part} is missing or out of order"));
        rest = &rest[at + part.len()..];
    }
}

/// A page without the links of its terms.
fn without_terms(page: &str) -> String {
    let mut parts = page.split("<a class=\"term\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (_, rest) = part.split_once('>').unwrap();
        text + &rest.replacen("</a>", "", 1)
    })
}

#[test]
fn search_box_has_an_anchor_and_is_free_for_patients() {
    assert_in_order("index.html", &["free for patients", "id=\"find_trial\"", "data-island=\"search-box\""]);
    assert_eq!(content().site.default_country, "UNITED STATES");
}

#[test]
fn no_text_says_that_taking_part_costs_nothing() {
    let content = content();
    for faq in content.faqs.iter().chain(content.trial_faqs.values().flatten()) {
        let answer = faq.answer.parts().join(" ").to_lowercase();
        for claim in
            ["pay nothing", "costs nothing", "cost you nothing", "free of charge", "taking part is free"]
        {
            assert!(!answer.contains(claim), "{}: {answer}", faq.question);
        }
    }
}

#[test]
fn page_of_response_times_has_sources_and_a_link_in_the_footer() {
    let parts = [
        "data-island=\"figures\" data-when=\"load\"",
        "Source: what study teams report to us.",
        "Source: the public registry ClinicalTrials.gov.",
        "<noscript>",
        "<a href=\"/response-times\">How Fast Study Teams Answer</a>",
    ];
    assert_in_order("response-times.html", &parts);
}

#[test]
fn every_page_offers_assistants_with_links_to_terms_and_privacy_policy() {
    for page in
        ["index.html", "results.html", "study.html", "enroll.html", "articles.html", "nurse.html", "404.html"]
    {
        let parts = [
            "data-island=\"assistants\" data-when=\"later\"",
            "When you use the chat or the voice assistant, you accept",
            "<a href=\"/terms\">terms</a>",
            "<a href=\"/privacy\">privacy policy</a>",
            "data-action=\"chat\"",
            "data-action=\"voice\"",
        ];
        assert_in_order(page, &parts);
    }
}

#[test]
fn concierge_page_links_to_the_nurse() {
    assert_in_order("concierge.html", &["href=\"/nurse\"", "data-island=\"concierge\" data-when=\"load\""]);
}

#[test]
fn joining_a_trial_has_five_ordered_steps() {
    let steps = ["Find a Trial", "Sign Up", "Eligibility Screening", "Consented Process", "Start the Trial"];
    let titles = steps.map(|step| format!("<h3 class=\"steps__title\">{step}</h3>"));
    assert_in_order("index.html", &titles.each_ref().map(String::as_str));
}

#[test]
fn four_counters_show_key_figures() {
    let counters = content().site.counters;
    let figures: Vec<_> = counters.iter().map(|counter| counter.figure.as_str()).collect();
    assert_eq!(figures, ["200+", "100,000+", "3,500+", "250+"]);
    assert_in_order("index.html", &["200+", "100,000+", "3,500+", "250+"]);
}

#[test]
fn two_testimonials_have_quote_picture_name_role_and_a_note() {
    let testimonials = content().site.testimonials;
    assert_eq!(testimonials.len(), 2);
    for one in &testimonials {
        let anchor = format!("id=\"testimonial-{}\"", one.id);
        assert_in_order("index.html", &[&anchor, &one.feedback, "<img ", &one.patient_name, &one.role]);
    }
    assert_in_order("index.html", &["aria-label=\"Testimonials\" tabindex=\"0\"", "Names are changed."]);
}

#[test]
fn quote_without_consent_is_an_example() {
    let site = BuildTest::new();
    site.build().unwrap();
    let home = site.page("index.html");
    assert!(home.contains("What Taking Part Can Be Like</h2>") && !home.contains("What Patients Say"));
    assert!(home.contains("<p class=\"testimonial__example\">Example</p>"));
    let consented = "[[testimonials]]\nconsented_on = \"2026-10-02\"";
    site.edit("site.toml", "[[testimonials]]", consented);
    site.build().unwrap();
    let home = site.page("index.html");
    assert!(home.contains("What Patients Say</h2>") && !home.contains("testimonial__example"));
}

#[test]
fn key_figure_shows_its_source_and_date_or_that_it_is_an_example() {
    let site = BuildTest::new();
    site.build().unwrap();
    assert!(site.page("index.html").contains("<p class=\"counters__source\">Example</p>"));
    let source = "[[counters]]\nsource = { name = \"Sign-ups on this site\", date = \"2026-11-01\" }";
    site.edit("site.toml", "[[counters]]", source);
    site.build().unwrap();
    let shown = "<p class=\"counters__source\">Sign-ups on this site, 2026-11-01</p>";
    assert!(site.page("index.html").contains(shown));
}

#[test]
fn sponsors_page_names_the_working_days_of_the_settings() {
    let site = BuildTest::with_this_site();
    for (from, to) in [("3", "3"), ("3", "5")] {
        site.edit("site.toml", &format!("working_days = {from}"), &format!("working_days = {to}"));
        site.build().unwrap();
        let sentence = format!("Call each person back within {to} working days.");
        assert!(site.page("sponsors.html").contains(&sentence), "{sentence}");
    }
}

#[test]
fn home_page_describes_the_company_and_offers_partners_a_demo() {
    assert_in_order("index.html", &["About Us</h2>", "Partner With Us</h2>", "Request a Demo</a>"]);
    assert!(SITE.page("sponsors.html").contains("<a href=\"/demo\">Ask for a demo</a>"));
}

#[test]
fn video_has_a_title_and_description_and_does_not_load_with_the_page() {
    assert_in_order(
        "index.html",
        &[
            "How Waypoint Works</h2>",
            "What the Video Shows",
            "data-film=\"https://video.partner.example/embed/how-waypoint-works\"",
        ],
    );
    assert!(!SITE.page("index.html").contains("<iframe"));
}

#[test]
fn three_partners_have_logos() {
    let partners = content().site.partners;
    assert_eq!(partners.len(), 3);
    for partner in &partners {
        assert_in_order("index.html", &["<svg", &partner.name, &partner.role]);
    }
}

#[test]
fn popular_searches_open_their_studies() {
    for (label, study) in [
        ("Cytomegalovirus", "NCT05085366"),
        ("Lung Cancer", "NCT03974022"),
        ("Liver Cirrhosis", "NCT05071716"),
        ("MAC Lung Disease", "NCT04677569"),
    ] {
        assert_in_order("index.html", &[&format!("href=\"/study/{study}\">{label}</a>")]);
    }
}

#[test]
fn each_hashtag_searches_except_depression_which_opens_an_external_study() {
    for (label, href) in [
        ("Covid-19", "/results?q=Covid-19&amp;in=UNITED+STATES"),
        ("Cancer", "/results?q=Cancer&amp;in=UNITED+STATES"),
        ("Depression", "https://trials.partner.example/NCT04423757"),
        ("Asthma", "/results?q=Asthma&amp;in=UNITED+STATES"),
        ("Brain Injury", "/results?q=Brain+Injury&amp;in=UNITED+STATES"),
    ] {
        assert_in_order("index.html", &[&format!("href=\"{href}\">#{label}</a>")]);
    }
}

#[test]
fn each_popular_search_and_hashtag_has_a_condition_page() {
    for condition in [
        "cytomegalovirus",
        "lung-cancer",
        "liver-cirrhosis",
        "mac-lung-disease",
        "covid-19",
        "cancer",
        "depression",
        "asthma",
        "brain-injury",
    ] {
        assert_in_order("conditions.html", &[&format!("href=\"/conditions/{condition}\"")]);
        assert_in_order(
            &format!("conditions/{condition}.html"),
            &["See Trials That Take People Now", "Sources</h2>"],
        );
    }
}

#[test]
fn header_names_the_partner_only_on_its_landing_pages() {
    for (page, partner) in [("kira.html", "KIRA"), ("mosaic.html", "MOSAIC"), ("vlu.html", "VLU")] {
        let trial = content()
            .trials
            .into_iter()
            .find(|trial| format!("{}.html", trial.front.at.trim_start_matches('/')) == page)
            .unwrap();
        assert!(trial.front.header.is_some(), "{partner}");
        assert_in_order(page, &["<p class=\"partner\">", "<svg", "partner__name", "</header>"]);
    }
    assert!(!SITE.page("about.html").contains("<p class=\"partner\">"));
}

#[test]
fn header_links_to_trials_sponsors_about_and_the_default_sign_up() {
    assert_in_order(
        "about.html",
        &[
            "/results?q=&amp;in=UNITED+STATES\">Find Trials",
            "/sponsors\">Sponsors",
            "/about\"",
            "/enroll/STU01009\" data-sign-up>Sign Up",
            ">COVID-19 vaccine study</span></a>",
        ],
    );
}

#[test]
fn footer_links_to_searches_pages_sign_in_offices_and_social_media() {
    for condition in ["COVID-19", "Cancer", "Cardiopathy", "Nephritis", "Eczema"] {
        assert_in_order("about.html", &["<footer", &format!("/results?q={condition}&amp;in=USA")]);
    }
    for label in ["Home", "Partners", "About Us", "Contact Us", "Administrator"] {
        assert_in_order("about.html", &["<footer", &format!(">{label}</a>")]);
    }
    assert_in_order(
        "about.html",
        &[
            "<footer",
            "href=\"/enroll/STU01009\">Patients",
            "href=\"https://portal.waypoint.example/\">Administrator",
        ],
    );
    assert_in_order(
        "about.html",
        &["<footer", "Cleveland", "Austin", "Hyderabad", "hello@waypoint.example", "LinkedIn"],
    );
}

#[test]
fn step_bar_has_four_steps_and_marks_the_current_one() {
    let bar = ["Find a Trial</li>", "Review Trials</li>", "Self Assessment</li>", "Sign Up</li>"];
    for (page, current) in
        [("results.html", "Find a Trial"), ("study.html", "Review Trials"), ("kira.html", "Review Trials")]
    {
        assert_in_order(page, &bar);
        assert_in_order(page, &[&format!("aria-current=\"step\">{current}</li>")]);
    }
}

#[test]
fn question_lists_have_six_and_eleven_entries_with_one_open_at_a_time() {
    let content = content();
    assert_eq!(content.faqs.len(), 6);
    assert_eq!(content.trial_faqs["covid-19-vaccine"].len(), 11);
    assert_eq!(SITE.page("index.html").matches("<details class=\"faq__item\" name=\"faq\">").count(), 6);
    assert_eq!(
        SITE.page("study/NCT04611802.html").matches("<details class=\"faq__item\" name=\"faq\">").count(),
        11
    );
}

#[test]
fn each_answer_has_a_stable_anchor_and_a_paragraph_per_part() {
    let content = content();
    let page = without_terms(&SITE.page("index.html"));
    for faq in &content.faqs {
        let paragraphs = faq.answer.parts().join("</p>\n<p>");
        let answer = format!("id=\"{}\">\n<p>{paragraphs}</p>\n</div>", faq.anchor());
        assert!(page.contains(&answer), "{answer} is missing");
    }
}

#[test]
fn nurse_page_and_demo_page_say_what_they_are() {
    assert_in_order("nurse.html", &["<h1>Nurse Concierge</h1>", "We cannot help in an emergency."]);
    assert_in_order("demo.html", &["http-equiv=\"refresh\"", "Please wait ... redirecting to our website"]);
}

#[test]
fn privacy_notice_has_a_version_a_date_and_a_fingerprint_of_its_text() {
    let content = content();
    let notice = content.pages.iter().find(|page| page.slug == "privacy").unwrap();
    assert_in_order(
        "privacy.html",
        &["Version 1.9, effective March 25, 2018", "SHA-256", &notice.fingerprint()],
    );
    assert_eq!(notice.fingerprint().len(), 64);
}

#[test]
fn privacy_notice_says_what_happens_to_the_position() {
    assert_in_order(
        "privacy.html",
        &["If you press Use My Location", "only a rounded position", "do not store it"],
    );
}

#[test]
fn thank_you_page_offers_the_app_with_its_stores_and_a_qr_code() {
    assert_in_order(
        "thank-you.html",
        &[
            "The Waypoint App</h2>",
            "follow how your sign-up goes, and chat with a coordinator",
            "aria-label=\"QR code that opens the app’s page, to scan with a phone\"",
            "href=\"https://app.waypoint.example/get/ios\" rel=\"noreferrer\">Get It on the App Store</a>",
            "Get It on Google Play</a>",
            "Back to the Search Result</a>",
        ],
    );
}

#[test]
fn upcoming_research_shows_the_recruiting_study_in_full() {
    assert_in_order(
        "upcoming-research.html",
        &[
            "Recruiting</span>",
            "Visceral Leishmaniasis (Kala-Azar) Study</a></h2>",
            "Purpose</h2>",
            "Who Qualifies</h2>",
            "<dt>Gender</dt><dd>All</dd>",
            "<dt>Ages</dt><dd>5 to 65 years</dd>",
            "Inclusion Criteria",
            "Exclusion Criteria",
            "Locations</h2>",
        ],
    );
}

#[test]
fn open_trials_with_a_partner_pre_screener_show_it_in_a_frame_after_the_locations() {
    for (page, height) in
        [("NCT04719832", 1950), ("NCT04533529", 3600), ("NCT05552222", 2400), ("NCT05253651", 6600)]
    {
        assert_in_order(
            &format!("study/{page}.html"),
            &[
                "id=\"part-where\"",
                &format!(
                    "<iframe class=\"study__frame\" src=\"https://match.partner.example/prescreen/{page}\""
                ),
                &format!("height=\"{height}\""),
            ],
        );
        let page = SITE.page(&format!("study/{page}.html"));
        assert!(page.contains("This is the way to join. <a href=\"#part-pre-screener\">"), "{page}");
        assert!(page.contains("they don’t sign you up here"), "{page}");
    }
    let closed = SITE.page("study/NCT05595369.html");
    assert!(
        !closed.contains("<iframe")
            && closed.contains("This trial has completed recruitment on this platform")
    );
}
