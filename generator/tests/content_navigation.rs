//! Navigation and buttons around the pages of this site, and screens that must not exist.

use std::sync::LazyLock;

use crate::support::{BuildTest, repository};
use waypoint_generator::content;

/// This site's content, built with the test bundle.
static SITE: LazyLock<BuildTest> = LazyLock::new(|| {
    let site = BuildTest::with_this_site();
    site.build().unwrap();
    site
});

/// Pages of every kind.
const PAGES: [&str; 19] = [
    "index.html",
    "results.html",
    "saved.html",
    "notify.html",
    "deleteme.html",
    "upload-document.html",
    "medical-records.html",
    "records-connected.html",
    "study/STU01010.html",
    "enroll/STU01009.html",
    "thank-you.html",
    "about.html",
    "partners.html",
    "sponsors.html",
    "contact.html",
    "articles.html",
    "conditions.html",
    "upcoming-research.html",
    "vlu.html",
];

/// Words that are lowercase in title case.
const LOWERCASE_WORDS: [&str; 24] = [
    "a", "an", "and", "as", "at", "by", "for", "from", "if", "in", "into", "is", "it", "of", "on", "or",
    "than", "that", "the", "this", "to", "via", "what", "with",
];

/// The texts of the elements that begin with `begin`, without markup.
fn texts(page: &str, begin: &str, end: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in page.split(begin).skip(1) {
        let inside = part.split_once('>').unwrap().1.split(end).next().unwrap();
        let mut text = String::new();
        let mut is_markup = false;
        for c in inside.chars() {
            match c {
                '<' => is_markup = true,
                '>' => is_markup = false,
                _ if !is_markup => text.push(c),
                _ => {}
            }
        }
        found.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    found
}

fn is_in_title_case(label: &str) -> bool {
    let begins_lowercase =
        |word: &str| word.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase);
    let words: Vec<&str> = label.split([' ', '-']).filter(|word| !word.is_empty()).collect();
    words
        .iter()
        .enumerate()
        .all(|(place, word)| !begins_lowercase(word) || (place > 0 && LOWERCASE_WORDS.contains(word)))
}

#[test]
fn labels_of_menus_steps_and_buttons_are_in_title_case() {
    let mut labels = 0;
    for name in PAGES {
        let page = SITE.page(name);
        let menus = texts(&page, "<a class=\"site-nav__link\"", "</a>");
        let buttons = texts(&page, "<a class=\"button", "</a>");
        let steps = texts(&page, "<li class=\"step-bar__step", "</li>");
        for label in menus.iter().chain(&buttons).chain(&steps) {
            // The rest of the label is the name of a study.
            let label = if label.starts_with("Sign Up") { "Sign Up" } else { label.as_str() };
            assert!(is_in_title_case(label), "{name}: {label}");
            labels += 1;
        }
    }
    assert!(labels > 100, "{labels} labels were checked");
}

#[test]
fn title_case_rule_handles_small_words_and_hyphens() {
    for (label, expected) in [
        ("Find Trials", true),
        ("Sign up", false),
        ("Look for Another Study", true),
        ("for Patients", false),
        ("Self-assessment", false),
    ] {
        assert_eq!(is_in_title_case(label), expected, "{label}");
    }
}

#[test]
fn administrators_and_sponsors_are_sent_to_the_portal() {
    let portal = content::load(&repository().join("content")).unwrap().site.admin_portal;
    let footer = SITE.page("index.html").split("<footer").nth(1).unwrap().to_owned();
    for label in ["Administrator", "Sponsor"] {
        assert!(footer.contains(&format!("<a href=\"{portal}\">{label}</a>")), "{label}");
    }
}

#[test]
fn site_has_no_sign_in_and_no_coordinator_screens() {
    let content = content::load(&repository().join("content")).unwrap();
    let slugs: Vec<&str> = content.pages.iter().map(|page| page.slug.as_str()).collect();
    for slug in &slugs {
        for screen in ["login", "sign-in", "coordinator", "dashboard", "admin"] {
            assert!(!slug.contains(screen), "{slug}");
        }
    }
    assert!(slugs.len() > 5);
    for name in PAGES {
        assert!(!SITE.page(name).contains("type=\"password\""), "{name}");
    }
    assert!(SITE.page("index.html").contains("coordinator"), "texts mention coordinators");
}

#[test]
fn questions_of_surveys_faqs_and_testimonials_are_content() {
    let content = content::load(&repository().join("content")).unwrap();
    assert_eq!(content.surveys.len(), 2);
    assert!(content.surveys.iter().all(|survey| !survey.questions.is_empty()));
    assert_eq!((content.faqs.len(), content.site.testimonials.len()), (6, 2));
    assert!(content.trial_faqs.iter().any(|(_, faqs)| faqs.len() == 11));
    let divided = content.faqs.iter().filter(|faq| faq.answer.parts().len() > 1);
    assert!(divided.count() > 2);
}
