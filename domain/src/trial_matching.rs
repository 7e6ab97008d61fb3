//! Selects the matches to show from a trial-matching response.

use crate::recruitment_status::RecruitmentStatus;

/// The maximum number of matches shown.
pub const MAX_MATCHES: usize = 5;

/// Returns the first [`MAX_MATCHES`] recruiting matches, in the given order (D-159).
pub fn first_recruiting<T>(
    matches: impl IntoIterator<Item = T>,
    status: impl Fn(&T) -> RecruitmentStatus,
) -> Vec<T> {
    matches.into_iter().filter(|candidate| status(candidate).is_recruiting()).take(MAX_MATCHES).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_five_recruiting_matches_are_shown() {
        let statuses = ["RECRUITING", "Completed", "Recruiting", "Withdrawn", "recruiting", "Recruiting"];
        let matches: Vec<(usize, &str)> = statuses.into_iter().chain(["Recruiting"; 3]).enumerate().collect();
        let kept = first_recruiting(matches, |(_, status)| RecruitmentStatus::from((*status).to_owned()));
        let places: Vec<usize> = kept.into_iter().map(|(place, _)| place).collect();
        assert_eq!(places, [0, 2, 4, 5, 6]);
    }
}
