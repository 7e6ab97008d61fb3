//! The changes that bring the bucket to a set of files.

use std::collections::{BTreeMap, BTreeSet};

use crate::SiteFile;

/// Digests of the files in the bucket, by path.
pub type Digests = BTreeMap<String, String>;

/// When a file is uploaded, relative to the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Files with a hash in their name. Old pages don't refer to them.
    Hashed,
    /// Files with a fixed name that are not pages, such as the script that loads the hashed ones.
    Unhashed,
    /// Pages, which refer to all other files.
    Page,
}

/// The stages in order.
pub(crate) const STAGES: [Stage; 3] = [Stage::Hashed, Stage::Unhashed, Stage::Page];

impl Stage {
    /// Returns when a file is uploaded. `is_immutable` says whether caches may store it forever.
    #[must_use]
    pub fn for_path(path: &str, is_immutable: bool) -> Self {
        match path.rsplit_once('.') {
            _ if is_immutable => Self::Hashed,
            Some((_, "html")) => Self::Page,
            _ => Self::Unhashed,
        }
    }
}

/// The files to upload and the paths to remove.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Difference<'a> {
    /// New or changed files.
    pub put: Vec<&'a SiteFile>,
    /// Paths in the bucket to remove.
    pub removed: BTreeSet<String>,
}

impl<'a> Difference<'a> {
    /// Returns the files that differ from the bucket, and those of `gone` that the bucket has.
    #[must_use]
    pub fn between(files: &'a [SiteFile], gone: &[String], held: &Digests) -> Self {
        let differs = |file: &&SiteFile| held.get(&file.path).is_none_or(|digest| *digest != file.digest());
        Self {
            put: files.iter().filter(differs).collect(),
            removed: gone.iter().filter(|path| held.contains_key(*path)).cloned().collect(),
        }
    }

    /// Returns the files to upload in one stage.
    pub(crate) fn uploads_in(&self, stage: Stage, stage_of: impl Fn(&str) -> Stage) -> Vec<&'a SiteFile> {
        self.put.iter().filter(|file| stage_of(&file.path) == stage).copied().collect()
    }
}

/// Returns the paths in the bucket that belong to none of these files.
#[must_use]
pub fn leftover_paths(files: &[SiteFile], held: &Digests) -> Vec<String> {
    let new_paths: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    held.keys().filter(|path| !new_paths.contains(path.as_str())).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> SiteFile {
        SiteFile { path: path.into(), bytes: text.into() }
    }

    #[test]
    fn unchanged_files_are_skipped_and_missing_ones_are_not_removed() {
        let files = [file("a.html", "a"), file("b.html", "b"), file("c.html", "c")];
        let held: Digests = [("a.html", "a"), ("b.html", "before"), ("old.html", "old")]
            .map(|(path, text)| (path.to_owned(), file(path, text).digest()))
            .into();
        let gone = leftover_paths(&files, &held);
        let difference = Difference::between(&files, &[gone, vec!["never.html".into()]].concat(), &held);
        assert_eq!(difference.put, [&files[1], &files[2]]);
        assert_eq!(difference.removed, BTreeSet::from(["old.html".to_owned()]));
        let same: Digests = files.iter().map(|file| (file.path.clone(), file.digest())).collect();
        assert_eq!(Difference::between(&files, &[], &same), Difference::default());
    }

    #[test]
    fn hashed_files_go_first_and_pages_last() {
        let table = [
            ("assets/results-0a1b.js", true, Stage::Hashed),
            ("pictures/x.png", true, Stage::Hashed),
            ("assets/entry.js", false, Stage::Unhashed),
            ("sitemap.xml", false, Stage::Unhashed),
            ("index.html", false, Stage::Page),
        ];
        for (path, is_immutable, stage) in table {
            assert_eq!(Stage::for_path(path, is_immutable), stage, "{path}");
        }
        assert!(Stage::Hashed < Stage::Unhashed && Stage::Unhashed < Stage::Page);
    }
}
