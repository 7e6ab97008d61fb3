//! What is shown of the answer of trial matching.

use crate::recruitment_status::RecruitmentStatus;

/// How many matches are shown.
pub const MOST_MATCHES: usize = 5;

/// The first five matches that take people now, in the order given (D-159).
pub fn first_recruiting<T>(
    matches: impl IntoIterator<Item = T>,
    status: impl Fn(&T) -> RecruitmentStatus,
) -> Vec<T> {
    matches.into_iter().filter(|one| status(one).is_recruiting()).take(MOST_MATCHES).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_five_matches_that_recruit_are_kept() {
        let statuses = ["RECRUITING", "Completed", "Recruiting", "Withdrawn", "recruiting", "Recruiting"];
        let matches: Vec<(usize, &str)> = statuses.into_iter().chain(["Recruiting"; 3]).enumerate().collect();
        let kept = first_recruiting(matches, |(_, status)| RecruitmentStatus::from((*status).to_owned()));
        let places: Vec<usize> = kept.into_iter().map(|(place, _)| place).collect();
        assert_eq!(places, [0, 2, 4, 5, 6]);
    }
}
