//! What was deployed before, in the order in which it was: the way back.

use anyhow::{Result, bail};

/// A release whose template is kept, by the name of its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Release {
    /// Its place in the order.
    pub(crate) number: u32,
    /// What it was made from, such as a commit.
    pub(crate) name: String,
    /// Which release of the site visitors had when it was deployed; 0 when they had none.
    pub(crate) site_before: u32,
}

/// The way from the release in use to the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WayBack {
    /// The release whose template comes back into use.
    pub(crate) to: Release,
    /// The release of the site that visitors had until the one in use was deployed.
    pub(crate) site: u32,
    /// The release that is forgotten then.
    pub(crate) from: Release,
}

impl Release {
    /// The one that follows these.
    pub(crate) fn after(releases: &[Self], name: &str, site_before: u32) -> Self {
        let number = releases.iter().map(|release| release.number).max().unwrap_or_default() + 1;
        Self { number, name: name.to_owned(), site_before }
    }

    /// Reads the name of its file.
    pub(crate) fn of_file(file: &str) -> Option<Self> {
        let (number, rest) = file.strip_suffix(".yaml")?.split_once('-')?;
        let (site_before, name) = rest.split_once('-')?;
        let (number, site_before) = (number.parse().ok()?, site_before.parse().ok()?);
        Some(Self { number, name: name.to_owned(), site_before })
    }

    /// The name of its file: numbers first, so that files stand in their order.
    pub(crate) fn file(&self) -> String {
        format!("{:06}-{:06}-{}.yaml", self.number, self.site_before, self.name)
    }
}

/// The last of these releases, if its pages never came: visitors still have the site that they had before it. One that is
/// deployed now takes its place, so that whoever goes back comes to functions and pages of the same release.
pub(crate) fn never_published(releases: &[Release], site_before: u32) -> Option<&Release> {
    releases.last().filter(|release| release.site_before == site_before)
}

/// The way back from the last of these releases. Each was noted before its pages were published, so one whose pages never
/// came is left like any other.
pub(crate) fn way_back(releases: &[Release]) -> Result<WayBack> {
    let [.., to, from] = releases else {
        bail!("there is no release before the one in use; `--list` shows them");
    };
    if from.site_before == 0 {
        bail!("visitors had no site before the release {}; there is nothing to go back to", from.name);
    }
    Ok(WayBack { to: to.clone(), site: from.site_before, from: from.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cloud with what is deployed, whose site has a list that only grows.
    #[derive(Default)]
    struct Account {
        releases: Vec<Release>,
        /// What each release of the site was.
        site: Vec<&'static str>,
        functions: &'static str,
    }

    impl Account {
        fn deploy(&mut self, name: &'static str, pages_come: bool) {
            self.functions = name;
            let before = u32::try_from(self.site.len()).unwrap();
            let release = Release::after(&self.releases, name, before);
            let replaced = never_published(&self.releases, before).cloned();
            self.releases.push(release);
            self.releases.retain(|release| Some(release) != replaced.as_ref());
            if pages_come {
                self.publish(name);
            }
        }

        fn publish(&mut self, pages: &'static str) {
            self.site.push(pages);
        }

        /// Functions and pages afterwards.
        fn back(&mut self) -> Option<(String, &'static str)> {
            let WayBack { to, site, from } = way_back(&self.releases).ok()?;
            self.publish(self.site[usize::try_from(site).unwrap() - 1]);
            self.releases.retain(|release| *release != from);
            Some((to.name, self.site.last()?))
        }
    }

    #[test]
    fn going_back_twice_brings_functions_and_pages_of_the_same_release() {
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
    fn a_release_whose_site_did_not_answer_or_whose_pages_never_came_is_left_for_the_one_before() {
        let mut account = Account::default();
        account.deploy("a", true);
        account.deploy("b", true);
        account.deploy("c", false);
        assert_eq!(account.back(), Some(("b".into(), "b")));
        assert_eq!(account.back(), Some(("a".into(), "a")));
    }

    #[test]
    fn a_release_that_is_deployed_again_after_its_upload_failed_is_one_release() {
        let mut account = Account::default();
        account.deploy("a", true);
        account.deploy("b", false);
        account.deploy("b", true);
        assert_eq!(account.back(), Some(("a".into(), "a")));
    }

    #[test]
    fn pages_that_were_published_alone_come_back_with_the_functions_under_which_they_were() {
        let mut account = Account::default();
        account.deploy("a", true);
        account.publish("a, with an article");
        account.deploy("b", true);
        account.publish("b, with an article");
        assert_eq!(account.back(), Some(("a".into(), "a, with an article")));
    }

    #[test]
    fn a_release_is_read_from_the_name_of_its_file() {
        let release = Release { number: 12, name: "7a7396d-dirty".into(), site_before: 31 };
        assert_eq!(release.file(), "000012-000031-7a7396d-dirty.yaml");
        assert_eq!(Release::of_file(&release.file()), Some(release.clone()));
        for other in ["", "notes.txt", "000012-7a7396d.yaml", "000012.yaml"] {
            assert_eq!(Release::of_file(other), None, "{other}");
        }
        assert_eq!(Release::after(&[release], "d", 32).number, 13);
        let first = Release::after(&[], "a", 0);
        assert!(way_back(&[first]).is_err());
    }

    #[test]
    fn there_is_no_way_back_to_a_site_that_visitors_never_had() {
        let mut account = Account::default();
        account.deploy("a", false);
        account.deploy("b", true);
        assert_eq!(account.back(), None);
    }
}
