//! Checks of trial pages, and of the surveys, questions, and logos that they refer to.

use waypoint_domain::study_id::StudyId;

use super::{
    coordinates::{self, PlaceFields},
    unique::{Occurrence, unique},
};
use crate::content::{
    draft::Draft,
    error::ContentError,
    former_address::is_slug,
    own_address::is_reserved,
    source_file::Sourced,
    step::Step::{self, Item, Key},
    survey::{Choice, Survey},
    trial_page::TrialPage,
    unread_content::UnreadContent,
};

type Trial = Sourced<TrialPage>;

pub(super) fn check(draft: &Draft, unread: &UnreadContent, errors: &mut Vec<ContentError>) {
    for trial in &draft.trials {
        check_address(trial, errors);
        for (index, town) in trial.value.front.places.iter().enumerate() {
            let place = PlaceFields {
                state: &town.state,
                country: &town.country,
                latitude: town.latitude,
                longitude: town.longitude,
            };
            coordinates::check(&trial.file, &[Key("places"), Item(index)], place, errors);
        }
        check_study_of_address(trial, draft, errors);
        check_references(trial, draft, unread, errors);
        check_study_questions(trial, draft, errors);
    }
    draft.surveys.iter().for_each(|survey| check_survey(survey, errors));
}

/// Checks the address: a slug, or the address of a study's page.
fn check_address(trial: &Trial, errors: &mut Vec<ContentError>) {
    let at = &trial.value.front.at;
    let fits = match at.strip_prefix("/study/") {
        Some(id) => id.parse::<StudyId>().is_ok(),
        None => at.strip_prefix('/').is_some_and(|word| is_slug(word) && !is_reserved(at)),
    };
    if !fits {
        errors.push(ContentError::Unfit {
            message: format!("a page can't have the address '{at}'"),
            hint: "write / and a word in lowercase letters, or /study/ and the study's number",
            place: trial.file.locate(&[Key("at")]),
        });
    }
}

/// Checks that a page at the address of a study's page belongs to that study.
fn check_study_of_address(trial: &Trial, draft: &Draft, errors: &mut Vec<ContentError>) {
    let front = &trial.value.front;
    let study = draft.studies.iter().find(|study| study.value.snow_study_number == front.study);
    let named = front.at.strip_prefix("/study/").and_then(|id| id.parse::<StudyId>().ok());
    if let (Some(study), Some(id)) = (study, named)
        && !study.value.has_id(&id)
    {
        errors.push(ContentError::Unfit {
            message: format!("'{}' isn't an address of study {}", front.at, front.study),
            hint: "write /study/ and the study number or registry number",
            place: trial.file.locate(&[Key("at")]),
        });
    }
}

fn check_references(trial: &Trial, draft: &Draft, unread: &UnreadContent, errors: &mut Vec<ContentError>) {
    let front = &trial.value.front;
    let mut unknown = |folder, what, value: &str, hint, steps: &[Step]| {
        if unread.may_exist(folder, value) {
            return;
        }
        let place = trial.file.locate(steps);
        errors.push(ContentError::Unknown { what, value: value.to_owned(), hint, place });
    };
    let study = draft.studies.iter().find(|study| study.value.snow_study_number == front.study);
    if !study.is_some_and(|study| study.value.active) {
        unknown(
            "studies",
            "study",
            front.study.as_str(),
            "use the number of an active study in studies/",
            &[Key("study")],
        );
    }
    let no_survey = |name: &&String| !draft.surveys.iter().any(|survey| survey.value.name == **name);
    if let Some(name) = front.survey.as_ref().filter(no_survey) {
        unknown(
            "surveys",
            "survey",
            name,
            "use the name of a file in surveys/, without its extension",
            &[Key("survey")],
        );
    }
    let no_faqs = |name: &&String| !draft.trial_faqs.iter().any(|list| list.value.name == **name);
    if let Some(name) = front.faqs.as_ref().filter(no_faqs) {
        unknown(
            "faqs/trials",
            "list of questions",
            name,
            "use the name of a file in faqs/trials/, without its extension",
            &[Key("faqs")],
        );
    }
    let no_logo = |logo: &&String| !draft.logos.iter().any(|known| known.name == **logo);
    if let Some(logo) = front.header.as_ref().map(|header| &header.logo).filter(no_logo) {
        unknown(
            "logos",
            "logo",
            logo,
            "use the name of a file in logos/, without its extension",
            &[Key("header"), Key("logo")],
        );
    }
}

/// Checks that the trial's study asks the questions that its survey answers, and that each option answers them.
fn check_study_questions(trial: &Trial, draft: &Draft, errors: &mut Vec<ContentError>) {
    let front = &trial.value.front;
    let survey = draft.surveys.iter().find(|survey| front.survey.as_ref() == Some(&survey.value.name));
    let study = draft.studies.iter().find(|study| study.value.snow_study_number == front.study);
    let (Some(survey), Some(study)) = (survey, study) else { return };
    for (index, question) in survey.value.questions.iter().enumerate() {
        let Some(asked) = &question.study_question else { continue };
        if !study.value.questions.iter().any(|question| question.active && question.sys_id == *asked) {
            errors.push(ContentError::Unfit {
                message: format!("the study {} asks no question '{asked}'", front.study),
                hint: "use the sys_id of one of its active questions",
                place: survey.file.locate(&[Key("questions"), Item(index), Key("study_question")]),
            });
        }
        if question.kind != Choice::Radio || question.answers.iter().any(|one| one.study_answer.is_none()) {
            errors.push(ContentError::Unfit {
                message: "an option doesn't say how it answers the study's question".into(),
                hint: "add study_answer = \"True\" or \"False\" to each option of a radio question",
                place: survey.file.locate(&[Key("questions"), Item(index), Key("answers")]),
            });
        }
    }
}

fn check_survey(survey: &Sourced<Survey>, errors: &mut Vec<ContentError>) {
    let questions = &survey.value.questions;
    let ids = questions.iter().enumerate().map(|(index, question)| Occurrence {
        value: &question.id,
        file: &survey.file,
        steps: vec![Key("questions"), Item(index), Key("id")],
    });
    unique("survey question id", ids, errors);
    if let Some(special) = &survey.value.special {
        for (key, id) in [("when", &special.when), ("use", &special.instead)] {
            if !questions.iter().any(|question| question.id == *id) {
                errors.push(ContentError::Unfit {
                    message: format!("this survey has no question with the id '{id}'"),
                    hint: "use the id of one of its questions",
                    place: survey.file.locate(&[Key("special"), Key(key)]),
                });
            }
        }
    }
    if questions.is_empty() {
        errors.push(ContentError::Unfit {
            message: "the survey has no questions".into(),
            hint: "add a question, or remove the file",
            place: survey.file.locate(&[Key("questions")]),
        });
    }
    for (index, question) in questions.iter().enumerate() {
        if question.answers.len() < 2 {
            errors.push(ContentError::Unfit {
                message: format!("the question '{}' has fewer than two answers", question.id),
                hint: "give it at least two answers",
                place: survey.file.locate(&[Key("questions"), Item(index)]),
            });
        } else if question.answers.iter().all(|answer| !answer.result) {
            errors.push(ContentError::Unfit {
                message: format!("no answer to the question '{}' lets the person continue", question.id),
                hint: "set result = true for the answers that do",
                place: survey.file.locate(&[Key("questions"), Item(index)]),
            });
        }
    }
}
