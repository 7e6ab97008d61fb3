//! Data that must not be in published files.

use crate::support::{BuildTest, repository};
use waypoint_generator::content;

#[test]
fn no_page_contains_a_question_or_its_expected_answer() {
    let site = BuildTest::with_this_site();
    site.build().unwrap();
    let content = content::load(&repository().join("content")).unwrap();
    let questions: Vec<_> = content.studies.iter().flat_map(|study| &study.questions).collect();
    assert!(questions.len() > 50);
    // A survey asks these on the study's page, so the page names them.
    let surveys = content.surveys.iter().flat_map(|survey| &survey.questions);
    let asked: Vec<_> = surveys.filter_map(|question| question.study_question.as_deref()).collect();
    for (name, bytes) in site.files() {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        for question in questions.iter().filter(|question| !asked.contains(&question.sys_id.as_str())) {
            assert!(!text.contains(&question.sys_id), "{name} has the question {}", question.sys_id);
        }
    }
}

#[test]
fn no_page_contains_a_key_or_credential() {
    let site = BuildTest::with_this_site();
    site.build().unwrap();
    for (name, bytes) in site.files() {
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        for word in ["authorization", "basic ey", "api_key", "apikey", "aiza", "secret"] {
            assert!(!text.contains(word), "{name} has '{word}'");
        }
    }
}
