//! Decides whether a subscriber gets a message. This is a pure function of the known and the current state.

use std::{collections::BTreeSet, time::Duration};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::subject_state::{CurrentState, KnownState, MAX_COMPARED};
use crate::recruitment_status::RecruitmentStatus;

/// The minimum time between two messages of one subscription.
pub const MIN_MESSAGE_INTERVAL: Duration = Duration::from_hours(24);
/// The maximum number of studies that one message names.
pub const MAX_STUDIES_PER_MESSAGE: usize = 5;

/// News about the subject of a subscription.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum News {
    /// The study has started recruiting.
    Opened,
    /// The study has ended.
    Ended,
    /// New studies match the search.
    New {
        /// The ids of the best matches, at most [`MAX_STUDIES_PER_MESSAGE`].
        ids: Vec<String>,
        /// The number of further new studies.
        more: usize,
    },
}

/// What to do with a subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Do nothing, and keep the known state.
    Keep,
    /// Store a new known state, but send no message.
    Store(KnownState),
    /// Send this news and store the new known state, so that the news is sent only once.
    Send(News, KnownState),
    /// Wait, because the last message is too recent. The known state stays, so the news is sent later.
    Wait,
}

/// Decides what to do with a subscription. `told` is the time of its last message.
#[must_use]
pub fn decide(
    known: Option<&KnownState>,
    seen: &CurrentState,
    told: Option<Timestamp>,
    now: Timestamp,
) -> Decision {
    let decision = match seen {
        CurrentState::Status(status) => decide_for_study(known, status.as_ref()),
        CurrentState::Studies { ids, more } => decide_for_search(known, ids, *more),
    };
    let is_too_soon =
        told.is_some_and(|told| told.saturating_add(MIN_MESSAGE_INTERVAL).is_ok_and(|next| next > now));
    match decision {
        Decision::Send(..) if is_too_soon => Decision::Wait,
        other => other,
    }
}

fn decide_for_study(known: Option<&KnownState>, seen: Option<&RecruitmentStatus>) -> Decision {
    let Some(status) = seen else { return Decision::Keep };
    let learned = KnownState::Status(status.clone());
    let Some(KnownState::Status(before)) = known else { return Decision::Store(learned) };
    if is_open(status) && !is_open(before) {
        Decision::Send(News::Opened, learned)
    } else if has_ended(status) && !has_ended(before) {
        Decision::Send(News::Ended, learned)
    } else if status == before {
        Decision::Keep
    } else {
        Decision::Store(learned)
    }
}

fn is_open(status: &RecruitmentStatus) -> bool {
    matches!(status, RecruitmentStatus::Recruiting | RecruitmentStatus::Available)
}

/// Whether the study has ended for good.
fn has_ended(status: &RecruitmentStatus) -> bool {
    use RecruitmentStatus as S;
    matches!(status, S::Terminated | S::Withdrawn | S::Completed | S::NoLongerAvailable)
}

/// A study is news only once. If it leaves the search results and comes back, it must not be news again. Therefore
/// earlier studies stay known as long as there is room.
fn decide_for_search(known: Option<&KnownState>, ids: &[String], more: bool) -> Decision {
    let seen: BTreeSet<String> = ids.iter().take(MAX_COMPARED).cloned().collect();
    let Some(KnownState::Studies(before)) = known else { return Decision::Store(KnownState::Studies(seen)) };
    let new: Vec<&String> = ids.iter().take(MAX_COMPARED).filter(|id| !before.contains(*id)).collect();
    if new.is_empty() {
        return Decision::Keep;
    }
    let learned = KnownState::Studies(with_earlier_studies(seen, before));
    // With more results than are compared, it's unknown which of them are new.
    if more || ids.len() > MAX_COMPARED {
        return Decision::Store(learned);
    }
    let told: Vec<String> = new.iter().take(MAX_STUDIES_PER_MESSAGE).map(|id| (*id).clone()).collect();
    Decision::Send(News::New { more: new.len() - told.len(), ids: told }, learned)
}

fn with_earlier_studies(seen: BTreeSet<String>, before: &BTreeSet<String>) -> BTreeSet<String> {
    let room = MAX_COMPARED.saturating_sub(seen.len());
    // Higher numbers belong to newer studies, which are more likely to come back.
    let gone: Vec<String> =
        before.iter().rev().filter(|id| !seen.contains(*id)).take(room).cloned().collect();
    seen.into_iter().chain(gone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use RecruitmentStatus as S;
    use proptest::prelude::*;

    fn at(hour: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + hour * 3600).unwrap()
    }

    fn studies(ids: impl IntoIterator<Item = u32>) -> CurrentState {
        CurrentState::Studies { ids: ids.into_iter().map(|n| format!("NCT{n:08}")).collect(), more: false }
    }

    #[test]
    fn study_is_news_when_it_starts_recruiting_and_when_it_ends() {
        let table = [
            (S::NotYetRecruiting, S::Recruiting, Some(News::Opened)),
            (S::Suspended, S::Recruiting, Some(News::Opened)),
            (S::TemporarilyNotAvailable, S::Available, Some(News::Opened)),
            (S::Completed, S::Recruiting, Some(News::Opened)),
            (S::Recruiting, S::Completed, Some(News::Ended)),
            (S::NotYetRecruiting, S::Withdrawn, Some(News::Ended)),
            (S::Recruiting, S::Terminated, Some(News::Ended)),
            (S::Recruiting, S::ActiveNotRecruiting, None),
            (S::ActiveNotRecruiting, S::Suspended, None),
            (S::Terminated, S::Completed, None),
            (S::Recruiting, S::Recruiting, None),
        ];
        for (before, after, expected) in table {
            let known = KnownState::Status(before.clone());
            let news = match decide(Some(&known), &CurrentState::Status(Some(after.clone())), None, at(0)) {
                Decision::Send(news, learned) => {
                    assert_eq!(learned, KnownState::Status(after.clone()));
                    Some(news)
                }
                Decision::Store(learned) => {
                    assert_eq!(learned, KnownState::Status(after.clone()));
                    None
                }
                _ => None,
            };
            assert_eq!(news, expected, "{before} to {after}");
        }
    }

    #[test]
    fn unknown_study_is_no_news() {
        let known = KnownState::Status(S::NotYetRecruiting);
        assert_eq!(decide(Some(&known), &CurrentState::Status(None), None, at(0)), Decision::Keep);
    }

    #[test]
    fn initial_state_is_no_news() {
        for seen in [CurrentState::Status(Some(S::Recruiting)), studies([1, 2, 3])] {
            assert!(matches!(decide(None, &seen, None, at(0)), Decision::Store(_)));
        }
    }

    #[test]
    fn message_names_at_most_five_studies_and_counts_the_rest() {
        let known = KnownState::Studies(BTreeSet::from(["NCT00000003".to_owned()]));
        let decision = decide(Some(&known), &studies(1..=9), None, at(0));
        let Decision::Send(News::New { ids, more }, _) = decision else { panic!("{decision:?}") };
        assert_eq!(ids, ["NCT00000001", "NCT00000002", "NCT00000004", "NCT00000005", "NCT00000006"]);
        assert_eq!(more, 3);
    }

    #[test]
    fn search_with_too_many_results_has_no_news() {
        let known = KnownState::Studies(BTreeSet::new());
        for seen in [
            CurrentState::Studies { ids: vec!["NCT00000001".into()], more: true },
            studies(0..=u32::try_from(MAX_COMPARED).unwrap()),
        ] {
            assert!(matches!(decide(Some(&known), &seen, None, at(0)), Decision::Store(_)));
        }
    }

    #[test]
    fn second_message_waits_a_day_without_changing_the_known_state() {
        let known = KnownState::Status(S::Suspended);
        let seen = CurrentState::Status(Some(S::Recruiting));
        assert_eq!(decide(Some(&known), &seen, Some(at(0)), at(23)), Decision::Wait);
        assert!(matches!(decide(Some(&known), &seen, Some(at(0)), at(24)), Decision::Send(News::Opened, _)));
    }

    proptest! {
        #[test]
        fn each_new_study_is_sent_once_with_at_most_one_message_a_day(
            days in prop::collection::vec((1_i64..40, prop::collection::btree_set(0_u32..40, 0..5)), 1..30),
        ) {
            let (mut known, mut last_message, mut hour) = (None, None, 0);
            let mut told: Vec<String> = Vec::new();
            let mut counted = 0;
            let (mut first, mut ever) = (None, BTreeSet::new());
            let mut messages = Vec::new();
            // Studies never leave the results here, so that each one is sent in time.
            for (pause, added) in days.into_iter().chain([(25, BTreeSet::new()), (25, BTreeSet::new())]) {
                hour += pause;
                ever.extend(added);
                first.get_or_insert_with(|| ever.clone());
                match decide(known.as_ref(), &studies(ever.iter().copied()), last_message, at(hour)) {
                    Decision::Send(News::New { ids, more }, learned) => {
                        counted += ids.len() + more;
                        told.extend(ids);
                        (known, last_message) = (Some(learned), Some(at(hour)));
                        messages.push(hour);
                    }
                    Decision::Store(learned) => known = Some(learned),
                    _ => {}
                }
            }
            prop_assert!(messages.windows(2).all(|pair| pair[1] - pair[0] >= 24));
            let distinct: BTreeSet<_> = told.iter().collect();
            prop_assert_eq!(distinct.len(), told.len());
            prop_assert_eq!(counted, ever.len() - first.unwrap_or_default().len());
        }
    }
}
