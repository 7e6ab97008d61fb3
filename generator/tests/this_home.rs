//! What the home page, the furniture and the single pages of this site say.

use std::sync::LazyLock;

use crate::support::{BuildTest, repository};
use waypoint_generator::content::{self, Content};

/// This site's content, built with the small bundle.
static SITE: LazyLock<BuildTest> = LazyLock::new(|| {
    let site = BuildTest::of_this_site();
    site.build().unwrap();
    site
});

fn content() -> Content {
    content::load(&repository().join("content")).unwrap()
}

/// Whether a page holds these parts, each after the one before.
fn holds_in_order(page: &str, parts: &[&str]) {
    let text = SITE.page(page);
    let mut rest = text.as_str();
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("{page}: {part} is missing or out of order"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn the_search_is_the_target_of_an_anchor_and_free_for_patients() {
    holds_in_order("index.html", &["free for patients", "id=\"find_trial\"", "data-island=\"search-box\""]);
    assert_eq!(content().site.default_country, "UNITED STATES");
}

#[test]
fn every_page_offers_the_assistants_under_a_notice_with_terms_and_privacy_policy() {
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
        holds_in_order(page, &parts);
    }
}

#[test]
fn the_concierge_is_the_entry_to_the_nurse() {
    holds_in_order("concierge.html", &["href=\"/nurse\"", "data-island=\"concierge\" data-when=\"load\""]);
}

#[test]
fn joining_a_trial_has_five_steps_in_their_order() {
    let steps = ["Find a Trial", "Sign Up", "Eligibility Screening", "Consented Process", "Start the Trial"];
    let titles = steps.map(|step| format!("<h3 class=\"steps__title\">{step}</h3>"));
    holds_in_order("index.html", &titles.each_ref().map(String::as_str));
}

#[test]
fn four_counters_say_how_much_there_is() {
    let counters = content().site.counters;
    let figures: Vec<_> = counters.iter().map(|counter| counter.figure.as_str()).collect();
    assert_eq!(figures, ["200+", "100,000+", "3,500+", "250+"]);
    holds_in_order("index.html", &["200+", "100,000+", "3,500+", "250+"]);
}

#[test]
fn two_patients_are_heard_with_picture_name_and_role_and_it_is_said_who_they_are() {
    let testimonials = content().site.testimonials;
    assert_eq!(testimonials.len(), 2);
    for one in &testimonials {
        let anchor = format!("id=\"testimonial-{}\"", one.id);
        holds_in_order("index.html", &[&anchor, &one.feedback, "<img ", &one.patient_name, &one.role]);
    }
    holds_in_order("index.html", &["aria-label=\"Testimonials\" tabindex=\"0\"", "Names are changed."]);
}

#[test]
fn the_home_page_tells_about_us_and_invites_partners_to_ask_for_a_demo() {
    holds_in_order("index.html", &["About Us</h2>", "Partner With Us</h2>", "Request a Demo</a>"]);
    assert!(SITE.page("sponsors.html").contains("<a href=\"/demo\">Ask for a demo</a>"));
}

#[test]
fn the_film_is_named_and_told_in_words_and_nothing_of_it_is_loaded_with_the_page() {
    holds_in_order(
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
fn partners_of_three_kinds_stand_with_their_logos() {
    let partners = content().site.partners;
    assert_eq!(partners.len(), 3);
    for partner in &partners {
        holds_in_order("index.html", &["<svg", &partner.name, &partner.role]);
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
        holds_in_order("index.html", &[&format!("href=\"/study/{study}\">{label}</a>")]);
    }
}

#[test]
fn each_hashtag_searches_but_depression_which_leads_to_its_study_elsewhere() {
    for (label, href) in [
        ("Covid-19", "/results?q=Covid-19&amp;in=UNITED+STATES"),
        ("Cancer", "/results?q=Cancer&amp;in=UNITED+STATES"),
        ("Depression", "https://trials.partner.example/NCT04423757"),
        ("Asthma", "/results?q=Asthma&amp;in=UNITED+STATES"),
        ("Brain Injury", "/results?q=Brain+Injury&amp;in=UNITED+STATES"),
    ] {
        holds_in_order("index.html", &[&format!("href=\"{href}\">#{label}</a>")]);
    }
}

#[test]
fn each_popular_search_and_hashtag_has_a_page_about_its_condition() {
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
        holds_in_order("conditions.html", &[&format!("href=\"/conditions/{condition}\"")]);
        holds_in_order(
            &format!("conditions/{condition}.html"),
            &["See Trials That Take People Now", "Sources</h2>"],
        );
    }
}

#[test]
fn the_header_names_the_partner_on_its_landing_pages_alone() {
    for (page, partner) in [("kira.html", "KIRA"), ("mosaic.html", "MOSAIC"), ("vlu.html", "VLU")] {
        let trial = content()
            .trials
            .into_iter()
            .find(|trial| format!("{}.html", trial.front.at.trim_start_matches('/')) == page)
            .unwrap();
        assert!(trial.front.header.is_some(), "{partner}");
        holds_in_order(page, &["<p class=\"partner\">", "<svg", "partner__name", "</header>"]);
    }
    assert!(!SITE.page("about.html").contains("<p class=\"partner\">"));
}

#[test]
fn the_header_leads_to_trials_sponsors_about_and_the_default_sign_up() {
    holds_in_order(
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
fn the_footer_leads_to_searches_pages_sign_in_offices_and_elsewhere() {
    for condition in ["COVID-19", "Cancer", "Cardiopathy", "Nephritis", "Eczema"] {
        holds_in_order("about.html", &["<footer", &format!("/results?q={condition}&amp;in=USA")]);
    }
    for label in ["Home", "Partners", "About Us", "Contact Us", "Administrator"] {
        holds_in_order("about.html", &["<footer", &format!(">{label}</a>")]);
    }
    holds_in_order(
        "about.html",
        &[
            "<footer",
            "href=\"/enroll/STU01009\">Patients",
            "href=\"https://portal.waypoint.example/\">Administrator",
        ],
    );
    holds_in_order(
        "about.html",
        &["<footer", "Cleveland", "Austin", "Hyderabad", "hello@waypoint.example", "LinkedIn"],
    );
}

#[test]
fn the_step_bar_names_four_steps_and_the_one_of_the_page() {
    let bar = ["Find a Trial</li>", "Review Trials</li>", "Self Assessment</li>", "Sign Up</li>"];
    for (page, current) in
        [("results.html", "Find a Trial"), ("study.html", "Review Trials"), ("kira.html", "Review Trials")]
    {
        holds_in_order(page, &bar);
        holds_in_order(page, &[&format!("aria-current=\"step\">{current}</li>")]);
    }
}

#[test]
fn the_lists_of_questions_have_six_and_eleven_entries_of_which_one_is_open() {
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
fn each_answer_has_a_place_that_stays_and_a_paragraph_for_each_part() {
    let content = content();
    for faq in &content.faqs {
        let paragraphs = faq.answer.parts().join("</p>\n<p>");
        holds_in_order("index.html", &[&format!("id=\"{}\">\n<p>{paragraphs}</p>\n</div>", faq.anchor())]);
    }
}

#[test]
fn the_nurse_page_and_the_demo_page_say_what_they_are() {
    holds_in_order("nurse.html", &["<h1>Nurse Concierge</h1>", "We cannot help in an emergency."]);
    holds_in_order("demo.html", &["http-equiv=\"refresh\"", "Please wait ... redirecting to our website"]);
}

#[test]
fn the_privacy_notice_has_a_version_a_day_and_a_fingerprint_of_its_text() {
    let content = content();
    let notice = content.pages.iter().find(|page| page.slug == "privacy").unwrap();
    holds_in_order(
        "privacy.html",
        &["Version 1.6, effective March 25, 2018", "SHA-256", &notice.fingerprint()],
    );
    assert_eq!(notice.fingerprint().len(), 64);
}

#[test]
fn the_thank_you_page_offers_the_app_with_its_stores_and_a_code_to_scan() {
    holds_in_order(
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
fn upcoming_research_tells_the_study_that_recruits_in_full() {
    holds_in_order(
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
fn pages_of_trials_with_a_partners_questions_show_them_in_a_frame_while_one_can_join() {
    for (page, height) in
        [("NCT04719832", 1950), ("NCT04533529", 3600), ("NCT05552222", 2400), ("NCT05253651", 6600)]
    {
        holds_in_order(
            &format!("study/{page}.html"),
            &[
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
