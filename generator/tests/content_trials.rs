//! The content of this site on its pages.

use crate::support::{BuildTest, repository};
use waypoint_domain::{country::Country, partner_study::PartnerStudy};
use waypoint_generator::content;

/// This site's content, built with the test bundle.
fn this_site() -> BuildTest {
    let site = BuildTest::with_this_site();
    site.build().unwrap();
    site
}

/// The text of a page's main element, without markup.
fn words(page: &str) -> String {
    let main = page.split("<main").nth(1).unwrap().split("</main>").next().unwrap();
    // A comma may follow a link.
    let main = main.replace("</a>", "");
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

fn assert_says(page: &str, parts: &[&str]) {
    let text = words(&this_site().page(page));
    for part in parts {
        assert!(text.contains(part), "{page}: {part} in {text}");
    }
}

#[test]
fn every_listed_country_has_a_country_code() {
    let list = std::fs::read_to_string(repository().join("content/countries.toml")).unwrap();
    let list: toml::Table = toml::from_str(&list).unwrap();
    for country in list["countries"].as_array().unwrap() {
        let name = country.as_str().unwrap();
        assert!(Country::parse(name).unwrap().code().is_some(), "{name}");
    }
}

#[test]
fn every_study_states_what_people_do_and_get_in_it() {
    let content = BuildTest::with_this_site().content();
    assert_eq!(content.studies.len(), 22);
    for study in &content.studies {
        let facts = &study.facts;
        assert!(!facts.groups.is_empty() && !facts.procedures.is_empty(), "{}", study.snow_study_number);
    }
}

/// Several partner studies may recruit for one registered study. What is true of it is true of each.
#[test]
fn studies_with_the_same_registry_number_state_the_same_facts() {
    let studies = BuildTest::with_this_site().content().studies;
    let facts = |study: &PartnerStudy| {
        let facts = study.facts.clone();
        (facts.risks, facts.groups, facts.randomized, facts.blinding, facts.size, facts.results)
    };
    let mut shared = 0;
    for (index, study) in studies.iter().enumerate().filter(|(_, study)| study.nct_number.is_some()) {
        for other in studies[index + 1..].iter().filter(|other| other.nct_number == study.nct_number) {
            assert_eq!(facts(study), facts(other), "{}", study.snow_study_number);
            shared += 1;
        }
    }
    assert!(shared > 0, "two studies recruit for NCT05166889");
}

#[test]
fn sham_surgery_is_shown_as_such_in_previews_and_to_doctors() {
    let sham = "1 of 4 people, as a sham treatment";
    assert_says(
        "for-doctors/STU01012.html",
        &["1 of 4 gets a sham surgery: a short surgery on the outside of the skull, without cells."],
    );
    assert_says("preview/STU01012-1.html", &["Placebo", sham]);
    assert_says("preview/STU01012-4.html", &["1 of 4 people", "in the sham group"]);
}

#[test]
fn trial_page_in_place_of_a_study_page_answers_what_patients_ask() {
    assert_says(
        "study/NCT04719832.html",
        &[
            "What Taking Part Involves",
            "What are the risks and side effects?",
            "2 of 3 people get depemokimab. 1 of 3 gets a placebo, an injection with no medicine in it.",
            "A computer decides by chance which group you are in.",
            "No. Neither you nor the people who check on you know which treatment you get.",
            "What will it cost me? Not stated yet. Ask the study team.",
        ],
    );
}

#[test]
fn kidney_page_describes_its_trial() {
    assert_says(
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
    assert_says("kira.html", &["Purpose", "Description", "Inclusion Criteria", "Exclusion Criteria"]);
}

#[test]
fn heart_page_describes_its_trial() {
    assert_says(
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
    assert_says("mosaic.html", &["Purpose", "Description", "Inclusion Criteria", "Exclusion Criteria"]);
}

#[test]
fn leg_ulcer_page_describes_its_trial() {
    assert_says(
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
fn leg_ulcer_page_says_who_can_and_cannot_join() {
    assert_says(
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
fn leg_ulcer_page_lists_its_nine_sites() {
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
    assert_says("vlu.html", &cities);
    let page = this_site().page("vlu.html");
    assert_eq!(page.matches("class=\"sites__item\"").count(), cities.len());
}

#[test]
fn vaccine_page_describes_its_trial_with_towns_and_questions() {
    assert_says(
        "study/NCT04611802.html",
        &["30,000", "2, given 21 days apart", "Follow-Up 2 years", "Over 100"],
    );
    let page = this_site().page("study/NCT04611802.html");
    assert_eq!(page.matches("class=\"sites__item\"").count(), 60);
    assert_eq!(page.matches("class=\"faq__item\"").count(), 11);
}

#[test]
fn listed_site_shows_its_place_and_whether_it_is_recruiting() {
    let page = this_site().page("study/NCT04611802.html");
    let entry =
        page.split("class=\"sites__item\"").skip(1).find(|site| site.contains("Anchorage, AK 99508, US<"));
    let entry = entry.unwrap().split("</li>").next().unwrap();
    assert!(entry.contains(">Active, not recruiting<"), "{entry}");
}

#[test]
fn melanoma_page_describes_its_trial() {
    assert_says(
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
fn leishmaniasis_page_is_below_upcoming_research() {
    let page = this_site().page("study/NCT00876824.html");
    let breadcrumb = page.split("aria-label=\"Breadcrumb\"").nth(1).unwrap().split("</nav>").next().unwrap();
    assert!(breadcrumb.contains("href=\"/upcoming-research\""), "{breadcrumb}");
    assert!(page.contains("isceral") && page.contains("eishmaniasis"));
}

#[test]
fn settings_define_promoted_last_and_always_listed_studies() {
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
fn diabetes_page_describes_its_trial() {
    assert_says(
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
    assert!(
        page.contains("href=\"/enroll/STU01018\" data-sign-up-of-page>Sign Up Before It Starts</a>"),
        "{page}"
    );
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
fn informed_consent_page_explains_sign_up_and_every_page_links_to_it() {
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
fn six_articles_cover_the_six_subjects() {
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

/// The failing answers of a survey of this site, with their questions.
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
fn covid_survey_rejects_people_the_study_cannot_accept() {
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
fn melanoma_survey_accepts_only_people_the_study_can_accept() {
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

#[test]
fn covid_page_says_which_of_the_recruiting_sites_take_sign_ups_here() {
    let page = this_site().page("study/NCT04611802.html");
    let recruiting = page.matches("This site takes no sign-ups here.").count()
        + page.matches("Sign Up at This Site").count();
    let open = page.matches("Sign Up at This Site").count();
    assert!(open > 1 && open < recruiting, "{open} of {recruiting}");
    assert!(page.contains(&format!(
        "You can sign up here for {open} of the {recruiting} sites that are recruiting:"
    )));
}
