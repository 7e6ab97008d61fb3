//! What the content of this site says on its pages.

use crate::support::{BuildTest, repository};
use waypoint_domain::country::Country;
use waypoint_generator::content;

/// This site's content, built with the small bundle.
fn this_site() -> BuildTest {
    let site = BuildTest::of_this_site();
    site.build().unwrap();
    site
}

/// The words of a page, without its markup.
fn words(page: &str) -> String {
    let main = page.split("<main").nth(1).unwrap().split("</main>").next().unwrap();
    let mut text = String::new();
    let mut inside = false;
    for c in main.chars() {
        match c {
            '<' => inside = true,
            '>' => {
                inside = false;
                text.push(' ');
            }
            _ if !inside => text.push(c),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn says(page: &str, parts: &[&str]) {
    let text = words(&this_site().page(page));
    for part in parts {
        assert!(text.contains(part), "{page}: {part} in {text}");
    }
}

#[test]
fn the_letters_of_every_country_of_the_list_are_known() {
    let list = std::fs::read_to_string(repository().join("content/countries.toml")).unwrap();
    let list: toml::Table = toml::from_str(&list).unwrap();
    for country in list["countries"].as_array().unwrap() {
        let name = country.as_str().unwrap();
        assert!(Country::named(name).unwrap().code().is_some(), "{name}");
    }
}

#[test]
fn the_kidney_page_says_what_its_trial_is() {
    says(
        "kira.html",
        &[
            "Not yet recruiting",
            "Adults with a first kidney transplant",
            "24 in 2 years",
            "2:1",
            "3-month run-in",
            "25% cap",
        ],
    );
    says("kira.html", &["Purpose", "Description", "Inclusion Criteria", "Exclusion Criteria"]);
}

#[test]
fn the_heart_page_says_what_its_trial_is() {
    says(
        "mosaic.html",
        &[
            "Not yet recruiting",
            "Adults less than 4 weeks after a heart transplant",
            "Visits 21",
            "1:1",
            "0.2%",
            "LVEF below 45%",
            "eGFR below 30",
        ],
    );
    says("mosaic.html", &["Purpose", "Description", "Inclusion Criteria", "Exclusion Criteria"]);
}

#[test]
fn the_leg_ulcer_page_says_what_its_trial_is() {
    says(
        "vlu.html",
        &[
            "Home Find Trials Search Results Trial Details",
            "Efficacy of TR 987, Beta-1,3-1,6-D-glucan, in the Treatment of Chronic Venous Insufficiency Ulcers",
            "Not yet recruiting",
            "Purpose",
            "Description",
            "Who Qualifies",
            "Inclusion Criteria",
            "Exclusion Criteria",
            "Locations",
            "Gender All",
            "18 years and older",
            "Venous leg ulcer",
            "Healthy Volunteers Not accepted",
            "12 weeks",
            "Twice a week for 4 weeks, then once a week for 8 weeks",
            "0.1% TR 987",
        ],
    );
}

#[test]
fn the_leg_ulcer_page_says_who_can_and_cannot_join() {
    says(
        "vlu.html",
        &[
            "18 years old or older",
            "2.0 to 20.0 square centimeters",
            "at least one month",
            "more than 2 weeks and less than 12 months, and the ulcer has healed by less than 40%",
            "(ABI) is above 0.75",
            "(SPP) is above 30",
            "not pregnant or breastfeeding",
            "sign a consent form",
            "The ulcer is infected",
            "More than half of the ulcer lies below the ankle bone",
            "tissue-engineered skin in the last 30 days",
            "smaller by 30% or more in the 14 days of screening",
        ],
    );
}

#[test]
fn the_leg_ulcer_page_lists_its_nine_sites() {
    let cities = [
        "Los Angeles",
        "North Miami Beach",
        "Pembroke Pines",
        "Browns Mills",
        "Cleveland",
        "Ford City",
        "Kittanning",
        "Pittsburgh",
        "York",
    ];
    says("vlu.html", &cities);
    let page = this_site().page("vlu.html");
    assert_eq!(page.matches("class=\"sites__item\"").count(), cities.len());
}

#[test]
fn the_vaccine_page_says_what_its_trial_is_with_its_towns_and_questions() {
    says("study/NCT04611802.html", &["30,000", "2, given 21 days apart", "Follow-Up 2 years", "Over 100"]);
    let page = this_site().page("study/NCT04611802.html");
    assert_eq!(page.matches("class=\"sites__item\"").count(), 60);
    assert_eq!(page.matches("class=\"faq__item\"").count(), 11);
}

#[test]
fn an_entry_of_a_list_of_sites_says_where_it_is_and_whether_it_takes_people() {
    let page = this_site().page("study/NCT04611802.html");
    let entry =
        page.split("class=\"sites__item\"").skip(1).find(|site| site.contains("Anchorage, AK 99508, US<"));
    let entry = entry.unwrap().split("</li>").next().unwrap();
    assert!(entry.contains(">Active, not recruiting<"), "{entry}");
}

#[test]
fn the_melanoma_page_says_what_its_trial_is() {
    says(
        "study/NCT03897881.html",
        &[
            "Every 21 days for up to 1 year, about 18 visits",
            "Up to 3 years",
            "Every 3 to 6 months for up to 2 years",
        ],
    );
    let page = this_site().page("study/NCT03897881.html");
    assert_eq!(page.matches("class=\"sites__item\"").count(), 17);
    let sites = page.split("class=\"sites__item\"").skip(1);
    assert!(sites.clone().all(|site| site.split("</li>").next().unwrap().contains("class=\"status ")));
}

#[test]
fn the_leishmaniasis_page_stands_among_upcoming_research() {
    let page = this_site().page("study/NCT00876824.html");
    let breadcrumb = page.split("aria-label=\"Breadcrumb\"").nth(1).unwrap().split("</nav>").next().unwrap();
    assert!(breadcrumb.contains("href=\"/upcoming-research\""), "{breadcrumb}");
    assert!(page.contains("isceral") && page.contains("eishmaniasis"));
}

#[test]
fn what_lists_bring_forward_move_and_always_hold_stands_in_the_settings() {
    let settings = content::load(&repository().join("content")).unwrap().site;
    let promoted: Vec<(&str, usize)> = settings
        .promotions
        .iter()
        .map(|promotion| (promotion.term.as_str(), promotion.studies.len()))
        .collect();
    assert_eq!(promoted, [("cancer", 3), ("hyperinsulinism", 1)]);
    assert_eq!(settings.moved_to_end.unwrap().as_str(), "STU01009");
    assert_eq!(settings.default_study.as_str(), "STU01009");
    assert_eq!(settings.always_listed.unwrap().len(), 32);
}

#[test]
fn the_diabetes_page_says_what_its_trial_is() {
    says(
        "study/NCT04628481.html",
        &[
            "Upcoming Research",
            "Phase 3",
            "327",
            "Ages 14 to 45 years, all genders",
            "2:1",
            "13 cycles of 14 days on and 14 days off",
        ],
    );
    let page = this_site().page("study/NCT04628481.html");
    assert!(page.contains("href=\"/enroll/STU01018\">Sign Up Before It Starts</a>"), "{page}");
    assert!(page.contains("<li><a href=\"/upcoming-research\">Upcoming Research</a></li>"));
}

#[test]
fn upcoming_research_shows_two_articles_and_at_most_three_active_trials() {
    let page = this_site().page("upcoming-research.html");
    let part =
        |id: &str| page.split(&format!("id=\"{id}\"")).nth(1).unwrap().split("</section>").next().unwrap();
    assert_eq!(part("articles").matches("class=\"card\"").count(), 2);
    let active = part("active");
    assert_eq!(active.matches("class=\"card\">").count(), 3);
    assert!(active.matches("class=\"card\" hidden>").count() > 3);
    assert!(active.contains("data-shown-by-chance=\"3\""));
    let content = content::load(&repository().join("content")).unwrap();
    let default = content.study(&content.site.default_study).unwrap();
    assert!(active.contains(&format!("href=\"/upcoming-research\">{}", default.brief_title)));
}

#[test]
fn a_page_says_plainly_that_signing_up_is_not_informed_consent_and_every_page_leads_there() {
    let page = words(&this_site().page("informed-consent.html"));
    assert!(
        page.contains("Signing Up Is Not Informed Consent")
            && page.contains("You do not join the study yet.")
    );
    for from in ["index.html", "enroll/STU01009.html", "thank-you.html", "privacy.html"] {
        assert!(this_site().page(from).contains("href=\"/informed-consent\""), "{from}");
    }
}

#[test]
fn there_are_six_articles_of_the_six_subjects() {
    let page = this_site().page("articles.html");
    for slug in [
        "living-with-copd",
        "negative-symptoms-of-schizophrenia",
        "moving-after-a-traumatic-brain-injury",
        "her2-colorectal-cancer",
        "why-enroll-in-a-clinical-trial",
        "what-a-copd-study-visit-is-like",
    ] {
        assert!(page.contains(&format!("href=\"/articles/{slug}\"")), "{slug}");
        let text = words(&this_site().page(&format!("articles/{slug}.html")));
        assert!(text.split(' ').count() > 650, "{slug}");
    }
}

/// The answers of a survey of this site that fail, by their questions.
fn failing(survey: &str) -> Vec<(String, String)> {
    let content = content::load(&repository().join("content")).unwrap();
    let survey = content.surveys.iter().find(|one| one.name == survey).unwrap();
    let answers = survey.questions.iter().flat_map(|question| {
        let failing = question.answers.iter().filter(|answer| !answer.result);
        failing.map(|answer| (question.id.clone(), answer.option.clone()))
    });
    answers.collect()
}

#[test]
fn the_covid_survey_turns_away_whom_the_study_can_not_take() {
    let expected = [
        ("positive-test", "Yes"),
        ("pregnancy", "Yes"),
        ("race", "Asian/Pacific Islander alone"),
        ("race", "White/Caucasian alone"),
        ("risk-conditions", "None of the above"),
        ("immune-therapy", "Yes"),
        ("active-cancer", "Yes"),
    ];
    assert_eq!(failing("covid-19-vaccine"), expected.map(|(id, answer)| (id.to_owned(), answer.to_owned())));
    let content = content::load(&repository().join("content")).unwrap();
    let special = content.surveys.iter().find_map(|survey| survey.special.as_ref()).unwrap();
    assert_eq!((special.when.as_str(), special.instead.as_str()), ("race", "risk-conditions"));
}

#[test]
fn the_melanoma_survey_takes_whom_the_study_can_take() {
    let expected = [
        ("age", "No"),
        ("diagnosis", "No"),
        ("stage", "Stage 0, I or II"),
        ("surgery", "It was 6 weeks ago or longer"),
        ("surgery", "I have had no surgery, and none is scheduled"),
        ("other-cancers", "Yes"),
        ("other-treatment", "Yes"),
        ("immune-disorders", "Yes"),
    ];
    assert_eq!(failing("melanoma-vaccine"), expected.map(|(id, answer)| (id.to_owned(), answer.to_owned())));
}
