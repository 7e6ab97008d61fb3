//! The history of releases, for rolling back.

use anyhow::{Result, bail};

/// A release with a stored template, identified by its file name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Release {
    /// The position in the history.
    pub(crate) number: u32,
    /// The source, such as a commit.
    pub(crate) name: String,
    /// The release of the site in use when it was deployed; 0 if there was none.
    pub(crate) site_before: u32,
}

/// A rollback from the release in use to the previous one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rollback {
    /// The release whose template to restore.
    pub(crate) to: Release,
    /// The release of the site to restore.
    pub(crate) site: u32,
    /// The release to remove from the history.
    pub(crate) from: Release,
}

impl Release {
    /// Returns the release that follows these.
    pub(crate) fn next_release(releases: &[Self], name: &str, site_before: u32) -> Self {
        let number = releases.iter().map(|release| release.number).max().unwrap_or_default() + 1;
        Self { number, name: name.to_owned(), site_before }
    }

    /// Parses a file name made by [`Self::file_name`]. Returns `None` for any other file.
    pub(crate) fn parse_file_name(file: &str) -> Option<Self> {
        let (number, rest) = file.strip_suffix(".yaml")?.split_once('-')?;
        let (site_before, name) = rest.split_once('-')?;
        let (number, site_before) = (number.parse().ok()?, site_before.parse().ok()?);
        Some(Self { number, name: name.to_owned(), site_before })
    }

    /// Returns the file name. Numbers come first, so that files sort by age.
    pub(crate) fn file_name(&self) -> String {
        format!("{:06}-{:06}-{}.yaml", self.number, self.site_before, self.name)
    }
}

/// Returns the last release if its pages were never published: the site is still the one from before. The next release
/// replaces it, so that a rollback restores functions and pages of the same release.
pub(crate) fn unpublished_release(releases: &[Release], site_before: u32) -> Option<&Release> {
    releases.last().filter(|release| release.site_before == site_before)
}

/// Returns the rollback from the last release. Releases are recorded before their pages are published, so this also works
/// if publishing failed.
pub(crate) fn rollback(releases: &[Release]) -> Result<Rollback> {
    let [.., to, from] = releases else {
        bail!("there is no release before the one in use; see `--list`");
    };
    if from.site_before == 0 {
        bail!("there was no site before the release {}, so there is nothing to roll back to", from.name);
    }
    Ok(Rollback { to: to.clone(), site: from.site_before, from: from.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A simulated account. The list of the site's releases only grows.
    #[derive(Default)]
    struct Account {
        releases: Vec<Release>,
        /// The content of each release of the site.
        site: Vec<&'static str>,
        functions: &'static str,
    }

    impl Account {
        fn deploy(&mut self, name: &'static str, pages_are_published: bool) {
            self.functions = name;
            let before = u32::try_from(self.site.len()).unwrap();
            let release = Release::next_release(&self.releases, name, before);
            let replaced = unpublished_release(&self.releases, before).cloned();
            self.releases.push(release);
            self.releases.retain(|release| Some(release) != replaced.as_ref());
            if pages_are_published {
                self.publish(name);
            }
        }

        fn publish(&mut self, pages: &'static str) {
            self.site.push(pages);
        }

        /// Rolls back. Returns the functions and pages in use afterwards.
        fn back(&mut self) -> Option<(String, &'static str)> {
            let Rollback { to, site, from } = rollback(&self.releases).ok()?;
            self.publish(self.site[usize::try_from(site).unwrap() - 1]);
            self.releases.retain(|release| *release != from);
            Some((to.name, self.site.last()?))
        }
    }

    #[test]
    fn two_rollbacks_restore_functions_and_pages_of_one_release() {
        let mut account = Account::default();
        for name in ["a", "b", "c"] {
            account.deploy(name, true);
        }
        assert_eq!(account.back(), Some(("b".into(), "b")));
        assert_eq!(account.back(), Some(("a".into(), "a")));
        assert_eq!(account.back(), None);
        account.deploy("d", true);
        assert_eq!(account.back(), Some(("a".into(), "a")));
    }

    #[test]
    fn release_without_published_pages_can_be_rolled_back() {
        let mut account = Account::default();
        account.deploy("a", true);
        account.deploy("b", true);
        account.deploy("c", false);
        assert_eq!(account.back(), Some(("b".into(), "b")));
        assert_eq!(account.back(), Some(("a".into(), "a")));
    }

    #[test]
    fn redeployment_after_a_failed_upload_is_one_release() {
        let mut account = Account::default();
        account.deploy("a", true);
        account.deploy("b", false);
        account.deploy("b", true);
        assert_eq!(account.back(), Some(("a".into(), "a")));
    }

    #[test]
    fn separately_published_pages_are_restored_with_their_functions() {
        let mut account = Account::default();
        account.deploy("a", true);
        account.publish("a, with an article");
        account.deploy("b", true);
        account.publish("b, with an article");
        assert_eq!(account.back(), Some(("a".into(), "a, with an article")));
    }

    #[test]
    fn release_is_parsed_from_its_file_name() {
        let release = Release { number: 12, name: "7a7396d-dirty".into(), site_before: 31 };
        assert_eq!(release.file_name(), "000012-000031-7a7396d-dirty.yaml");
        assert_eq!(Release::parse_file_name(&release.file_name()), Some(release.clone()));
        for other in ["", "notes.txt", "000012-7a7396d.yaml", "000012.yaml"] {
            assert_eq!(Release::parse_file_name(other), None, "{other}");
        }
        assert_eq!(Release::next_release(&[release], "d", 32).number, 13);
        let first = Release::next_release(&[], "a", 0);
        assert!(rollback(&[first]).is_err());
    }

    #[test]
    fn rollback_fails_if_there_was_no_site_before() {
        let mut account = Account::default();
        account.deploy("a", false);
        account.deploy("b", true);
        assert_eq!(account.back(), None);
    }
}
