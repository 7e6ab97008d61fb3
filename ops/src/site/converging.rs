//! Publishes again until the studies stop changing.
//!
//! A site is built minutes before it is published. If a study changes in between, the function that regenerates pages
//! publishes its page, which the upload would then replace with the old one, or delete if the study is new. So the
//! studies are read again after publishing, and the site is published again until they match. This needs no lock that
//! could be left behind.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context, Result, bail};
use waypoint_building::running::say;

/// Studies by file name.
pub(super) type Studies = BTreeMap<String, Vec<u8>>;

/// The maximum number of attempts while studies keep changing.
const MAX_ATTEMPTS: usize = 5;

/// Publishes until the studies in the table match those published.
pub(super) fn converge(
    mut read: impl FnMut() -> Result<Studies>,
    mut publish: impl FnMut(&Studies) -> Result<()>,
) -> Result<()> {
    let mut studies = read()?;
    for _ in 0..MAX_ATTEMPTS {
        publish(&studies)?;
        let now = read()?;
        if now == studies {
            return Ok(());
        }
        say("Studies have changed in the meantime; publishing again");
        studies = now;
    }
    bail!("studies keep changing; publish again when they have stopped")
}

/// Reads the files of a folder.
pub(super) fn studies_in(folder: &Path) -> Result<Studies> {
    let unreadable = || format!("{} can't be read", folder.display());
    let mut studies = Studies::new();
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        studies.insert(name, fs::read(&path).with_context(unreadable)?);
    }
    Ok(studies)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    fn study(name: &str, text: &str) -> (String, Vec<u8>) {
        (name.to_owned(), text.into())
    }

    #[test]
    fn studies_changed_during_publishing_end_as_in_the_table() {
        let table = RefCell::new(Studies::from([study("a", "old"), study("gone", "here")]));
        let site = RefCell::new(Studies::new());
        let mut published = 0;
        let done = converge(
            || Ok(table.borrow().clone()),
            |studies| {
                published += 1;
                if published == 1 {
                    let changed = Studies::from([study("a", "new"), study("b", "just added")]);
                    table.replace(changed.clone());
                    // The regenerating function is faster, so what is published afterwards is outdated.
                    site.replace(changed);
                }
                site.replace(studies.clone());
                Ok(())
            },
        );
        assert!(done.is_ok());
        assert_eq!((published, &*site.borrow()), (2, &*table.borrow()));
    }

    #[test]
    fn unchanged_studies_are_published_once_and_endless_changes_fail() {
        let mut published = 0;
        converge(
            || Ok(Studies::new()),
            |_| {
                published += 1;
                Ok(())
            },
        )
        .unwrap();
        assert_eq!(published, 1);
        let mut turn = 0;
        let restless = || {
            turn += 1;
            Ok(Studies::from([study("a", &turn.to_string())]))
        };
        assert!(converge(restless, |_| Ok(())).unwrap_err().to_string().contains("keep changing"));
        let mut tries = 0;
        let failed = converge(
            || Ok(Studies::new()),
            |_| {
                tries += 1;
                bail!("no")
            },
        );
        assert!(failed.is_err() && tries == 1);
    }
}
