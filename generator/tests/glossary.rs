//! The glossary, and its terms in pages.

use crate::support::BuildTest;
use waypoint_generator::content::GlossaryTerms;

const TERM: &str = "<a class=\"term\" href=\"/glossary#placebo\">";

fn built() -> BuildTest {
    let site = BuildTest::new();
    site.build().unwrap();
    site
}

/// The part of a page between two texts.
fn between<'p>(page: &'p str, before: &str, after: &str) -> &'p str {
    let rest = page.split_once(before).unwrap_or_else(|| panic!("no {before} in {page}")).1;
    rest.split_once(after).unwrap_or_else(|| panic!("no {after} in {rest}")).0
}

/// Fills `{}` in a text with the start tag of a link to the term.
fn linked(text: &str) -> String {
    text.replace("{}", TERM)
}

#[test]
fn glossary_lists_every_term_by_its_letter_with_its_meaning_and_related_terms() {
    insta::assert_snapshot!(between(
        &built().page("glossary.html"),
        "<article class=\"prose\">",
        "</article>"
    ));
}

#[test]
fn glossary_is_in_the_sitemap_and_explains_nothing_itself() {
    let site = BuildTest { base_url: "https://harbor.example", ..BuildTest::new() };
    site.build().unwrap();
    assert!(site.page("sitemap.xml").contains("<loc>https://harbor.example/glossary</loc>"));
    let page = site.page("glossary.html");
    assert!(page.contains("<link rel=\"canonical\" href=\"https://harbor.example/glossary\">"));
    assert!(!page.contains("class=\"term\"") && !page.contains("data-island=\"term-meanings\""));
}

#[test]
fn first_term_in_a_section_of_an_article_links_to_the_glossary() {
    let site = BuildTest::new();
    let text = "A placebo, and placebos.\n\n## The Placebo\n\n> “A placebo!”\n\nNo placebo, or `placebo`.\n";
    site.edit("articles/walking-with-sore-knees.md", "\n+++\n\n", &format!("\n+++\n\n{text}\n"));
    site.build().unwrap();
    let page = site.page("articles/walking-with-sore-knees.html");
    for part in [
        "<p>A {}placebo</a>, and placebos.</p>",
        ">The Placebo</h2>",
        "<p>“A placebo!”</p>",
        "<p>No {}placebo</a>, or <code>placebo</code>.</p>",
    ] {
        assert!(page.contains(&linked(part)), "{part} in {page}");
    }
}

#[test]
fn page_loads_meanings_only_if_it_has_terms() {
    let site = BuildTest::new();
    site.edit("pages/about.md", "\n+++\n\n", "\n+++\n\nA placebo.\n\n");
    site.build().unwrap();
    let about = site.page("about.html");
    let file =
        between(&about, "<div data-island=\"term-meanings\" data-when=\"later\" data-entries=\"/", "\"");
    assert!(file.starts_with("assets/glossary-"), "{file}");
    let meanings: serde_json::Value = serde_json::from_str(&site.page(file)).unwrap();
    let placebo = serde_json::json!({
        "term": "Placebo",
        "meaning": "It looks like the study treatment but has no drug in it.",
        "say": "pluh-SEE-boh",
    });
    assert_eq!(meanings["placebo"], placebo);
    for page in ["contact.html", "index.html", "enroll/STU0100.html"] {
        assert!(!site.page(page).contains("term-meanings"), "{page}");
    }
}

#[test]
fn notice_that_sign_ups_accept_has_no_links_to_terms() {
    let site = BuildTest::new();
    site.edit("pages/privacy.md", "\n+++\n\n", "\n+++\n\nA placebo.\n\n");
    site.build().unwrap();
    assert!(site.page("privacy.html").contains("<p>A placebo.</p>"));
}

#[test]
fn study_page_gets_the_places_of_its_terms() {
    let site = BuildTest::new();
    site.edit("studies/STU0101.toml", "Tests if it helps.", "Tests a placebo.");
    site.build().unwrap();
    let page = site.page("study/STU0101.html");
    let place = r#"{"part":"summary","text":0,"start":8,"end":15,"term":"placebo"}"#;
    assert!(page.contains(place) && page.contains("term-meanings"), "{page}");
    assert!(!site.page("study/STU0102.html").contains("term-meanings"));
}

#[test]
fn page_of_any_study_has_the_spellings_for_the_function_that_fills_it() {
    let page = built().page("study.html");
    assert!(page.contains(r#""glossary":[{"id":"placebo","forms":["placebo","placebos"]},"#), "{page}");
    assert!(page.contains("term-meanings"));
}

#[test]
fn hand_written_page_of_a_trial_explains_terms_in_its_answers_and_criteria() {
    let site = BuildTest::new();
    site.edit(
        "studies/STU0100.toml",
        "active = true",
        "active = true\nfacts.risks = [\"A placebo has none.\"]",
    );
    site.edit("studies/STU0100.toml", "- You are an adult", "- You are an adult\n- No placebo before");
    site.build().unwrap();
    let page = site.page("knees.html");
    assert!(page.contains(&linked("<p>A {}placebo</a> has none.</p>")), "{page}");
    assert!(page.contains(&linked("<li>No {}placebo</a> before</li>")), "{page}");
}

#[test]
fn answers_to_common_questions_explain_terms_and_the_questions_do_not() {
    let site = BuildTest::new();
    site.edit(
        "faqs/general.toml",
        "question = \"Does it cost anything?\"",
        "question = \"Does a placebo cost?\"",
    );
    site.edit("faqs/general.toml", "No.", "No. A placebo is free.");
    site.edit("faqs/trials/knees.toml", "gives you a pair.", "gives you a pair, or a placebo.");
    site.build().unwrap();
    let home = site.page("index.html");
    assert!(home.contains(&linked("<p>No. A {}placebo</a> is free.</p>")), "{home}");
    assert!(home.contains("Does a placebo cost?</summary>"));
    assert!(site.page("knees.html").contains(&linked("gives you a pair, or a {}placebo</a>.</p>")));
}

#[test]
fn glossary_of_this_site_has_at_least_80_terms_and_covers_its_own_studies() {
    let site = BuildTest::with_this_site();
    let GlossaryTerms { terms } = site.content().glossary;
    assert!(terms.len() >= 80, "{}", terms.len());
    site.build().unwrap();
    let glossary = site.page("glossary.html");
    for term in &terms {
        assert!(glossary.contains(&format!("id=\"{}\"", term.id)), "{}", term.id);
    }
    let pages = site.files().into_keys().filter(|path| path.starts_with("study/STU"));
    let without: Vec<_> = pages.filter(|path| !site.page(path).contains("\"terms\":[{")).collect();
    assert_eq!(without, Vec::<String>::new());
}
