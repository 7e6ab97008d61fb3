//! What there is to tell of a subject now: a pure function of what was known and what is seen.

use std::{collections::BTreeSet, time::Duration};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::known::{Known, MOST_COMPARED, Seen};
use crate::recruitment_status::RecruitmentStatus;

/// The least time between two messages of one subscription.
pub const BETWEEN_MESSAGES: Duration = Duration::from_hours(24);
/// The most studies that one message names.
pub const MOST_TOLD: usize = 5;

/// News.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum News {
    /// The study takes people now.
    Opened,
    /// The study is over.
    Ended,
    /// New studies answer the search: these, and so many more.
    New {
        /// The ids of the best of them, [`MOST_TOLD`] at most.
        ids: Vec<String>,
        /// How many there are besides.
        more: usize,
    },
}

/// What to do with a subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Nothing; what was known stays known.
    Keep,
    /// Something is known now that was not, but it is no news.
    Learn(Known),
    /// There is news. What is known afterwards goes with it, so that it is told once.
    Tell(News, Known),
    /// There may be news, but the last message is too recent. Nothing is learned until then, so that nothing is lost.
    Wait,
}

/// Decides what to tell. `told` is when the last message of this subscription was written.
#[must_use]
pub fn decide(known: Option<&Known>, seen: &Seen, told: Option<Timestamp>, now: Timestamp) -> Decision {
    let decision = match seen {
        Seen::Status(status) => of_study(known, status.as_ref()),
        Seen::Studies { ids, more } => of_search(known, ids, *more),
    };
    let is_too_soon =
        told.is_some_and(|told| told.saturating_add(BETWEEN_MESSAGES).is_ok_and(|next| next > now));
    match decision {
        Decision::Tell(..) if is_too_soon => Decision::Wait,
        other => other,
    }
}

fn of_study(known: Option<&Known>, seen: Option<&RecruitmentStatus>) -> Decision {
    let Some(status) = seen else { return Decision::Keep };
    let learned = Known::Status(status.clone());
    let Some(Known::Status(before)) = known else { return Decision::Learn(learned) };
    if takes_people(status) && !takes_people(before) {
        Decision::Tell(News::Opened, learned)
    } else if is_over(status) && !is_over(before) {
        Decision::Tell(News::Ended, learned)
    } else if status == before {
        Decision::Keep
    } else {
        Decision::Learn(learned)
    }
}

fn takes_people(status: &RecruitmentStatus) -> bool {
    matches!(status, RecruitmentStatus::Recruiting | RecruitmentStatus::Available)
}

/// Whether nobody can join any more, whatever comes.
fn is_over(status: &RecruitmentStatus) -> bool {
    use RecruitmentStatus as S;
    matches!(status, S::Terminated | S::Withdrawn | S::Completed | S::NoLongerAvailable)
}

/// A study is new once. One that leaves the answers and comes back is no news, so what was known is
/// forgotten only where there is no more room for it.
fn of_search(known: Option<&Known>, ids: &[String], more: bool) -> Decision {
    let seen: BTreeSet<String> = ids.iter().take(MOST_COMPARED).cloned().collect();
    let Some(Known::Studies(before)) = known else { return Decision::Learn(Known::Studies(seen)) };
    let new: Vec<&String> = ids.iter().take(MOST_COMPARED).filter(|id| !before.contains(*id)).collect();
    if new.is_empty() {
        return Decision::Keep;
    }
    let learned = Known::Studies(remembered(seen, before));
    // Of a search with more answers than are compared, nobody knows which of them is new.
    if more || ids.len() > MOST_COMPARED {
        return Decision::Learn(learned);
    }
    let told: Vec<String> = new.iter().take(MOST_TOLD).map(|id| (*id).clone()).collect();
    Decision::Tell(News::New { more: new.len() - told.len(), ids: told }, learned)
}

fn remembered(seen: BTreeSet<String>, before: &BTreeSet<String>) -> BTreeSet<String> {
    let room = MOST_COMPARED.saturating_sub(seen.len());
    // Higher numbers are those of newer studies, which are likelier to come back.
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

    fn studies(ids: impl IntoIterator<Item = u32>) -> Seen {
        Seen::Studies { ids: ids.into_iter().map(|n| format!("NCT{n:08}")).collect(), more: false }
    }

    #[test]
    fn a_study_is_news_when_it_starts_to_take_people_and_when_it_ends() {
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
            let known = Known::Status(before.clone());
            let news = match decide(Some(&known), &Seen::Status(Some(after.clone())), None, at(0)) {
                Decision::Tell(news, learned) => {
                    assert_eq!(learned, Known::Status(after.clone()));
                    Some(news)
                }
                Decision::Learn(learned) => {
                    assert_eq!(learned, Known::Status(after.clone()));
                    None
                }
                _ => None,
            };
            assert_eq!(news, expected, "{before} to {after}");
        }
    }

    #[test]
    fn a_study_that_nobody_knows_any_more_is_no_news() {
        let known = Known::Status(S::NotYetRecruiting);
        assert_eq!(decide(Some(&known), &Seen::Status(None), None, at(0)), Decision::Keep);
    }

    #[test]
    fn what_is_there_at_the_beginning_is_no_news() {
        for seen in [Seen::Status(Some(S::Recruiting)), studies([1, 2, 3])] {
            assert!(matches!(decide(None, &seen, None, at(0)), Decision::Learn(_)));
        }
    }

    #[test]
    fn a_message_names_five_studies_at_most_and_says_how_many_more_there_are() {
        let known = Known::Studies(BTreeSet::from(["NCT00000003".to_owned()]));
        let decision = decide(Some(&known), &studies(1..=9), None, at(0));
        let Decision::Tell(News::New { ids, more }, _) = decision else { panic!("{decision:?}") };
        assert_eq!(ids, ["NCT00000001", "NCT00000002", "NCT00000004", "NCT00000005", "NCT00000006"]);
        assert_eq!(more, 3);
    }

    #[test]
    fn a_search_with_more_answers_than_are_compared_has_no_news() {
        let known = Known::Studies(BTreeSet::new());
        for seen in [
            Seen::Studies { ids: vec!["NCT00000001".into()], more: true },
            studies(0..=u32::try_from(MOST_COMPARED).unwrap()),
        ] {
            assert!(matches!(decide(Some(&known), &seen, None, at(0)), Decision::Learn(_)));
        }
    }

    #[test]
    fn the_second_message_waits_for_a_day_and_nothing_is_learned_meanwhile() {
        let known = Known::Status(S::Suspended);
        let seen = Seen::Status(Some(S::Recruiting));
        assert_eq!(decide(Some(&known), &seen, Some(at(0)), at(23)), Decision::Wait);
        assert!(matches!(decide(Some(&known), &seen, Some(at(0)), at(24)), Decision::Tell(News::Opened, _)));
    }

    proptest! {
        #[test]
        fn every_new_study_is_told_once_and_never_two_messages_within_a_day(
            days in prop::collection::vec((1_i64..40, prop::collection::btree_set(0_u32..40, 0..5)), 1..30),
        ) {
            let (mut known, mut told_at, mut hour) = (None, None, 0);
            let mut told: Vec<String> = Vec::new();
            let mut counted = 0;
            let (mut first, mut ever) = (None, BTreeSet::new());
            let mut messages = Vec::new();
            // Studies stay once they are there, so that each can be told in time.
            for (pause, added) in days.into_iter().chain([(25, BTreeSet::new()), (25, BTreeSet::new())]) {
                hour += pause;
                ever.extend(added);
                first.get_or_insert_with(|| ever.clone());
                match decide(known.as_ref(), &studies(ever.iter().copied()), told_at, at(hour)) {
                    Decision::Tell(News::New { ids, more }, learned) => {
                        counted += ids.len() + more;
                        told.extend(ids);
                        (known, told_at) = (Some(learned), Some(at(hour)));
                        messages.push(hour);
                    }
                    Decision::Learn(learned) => known = Some(learned),
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
