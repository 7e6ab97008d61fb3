//! What has to be done so that the bucket holds these files.

use std::collections::{BTreeMap, BTreeSet};

use crate::SiteFile;

/// The digests of what the bucket holds, by path.
pub type Held = BTreeMap<String, String>;

/// How soon a file goes up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turn {
    /// What a page names by a name that no other bytes have: it disturbs nobody.
    Named,
    /// What has one name for good and is not a page, such as the script that names the others.
    Lasting,
    /// Pages, which name all of it.
    Page,
}

/// The turns, in order.
pub(crate) const TURNS: [Turn; 3] = [Turn::Named, Turn::Lasting, Turn::Page];

impl Turn {
    /// When a file goes up. `is_immutable` is whether caches may keep it for good.
    #[must_use]
    pub fn of(path: &str, is_immutable: bool) -> Self {
        match path.rsplit_once('.') {
            _ if is_immutable => Self::Named,
            Some((_, "html")) => Self::Page,
            _ => Self::Lasting,
        }
    }
}

/// The files to put and the paths to remove.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Difference<'a> {
    /// Files that are not there or differ.
    pub put: Vec<&'a SiteFile>,
    /// Paths of the bucket that nothing has any more.
    pub gone: BTreeSet<String>,
}

impl<'a> Difference<'a> {
    /// What has to be put, and which of these paths are there to be removed.
    #[must_use]
    pub fn of(files: &'a [SiteFile], gone: &[String], held: &Held) -> Self {
        let differs = |file: &&SiteFile| held.get(&file.path).is_none_or(|digest| *digest != file.digest());
        Self {
            put: files.iter().filter(differs).collect(),
            gone: gone.iter().filter(|path| held.contains_key(*path)).cloned().collect(),
        }
    }

    /// The files to put at one turn.
    pub(crate) fn at(&self, turn: Turn, turn_of: impl Fn(&str) -> Turn) -> Vec<&'a SiteFile> {
        self.put.iter().filter(|file| turn_of(&file.path) == turn).copied().collect()
    }
}

/// The paths that the bucket holds and that none of these files has.
#[must_use]
pub fn left_over(files: &[SiteFile], held: &Held) -> Vec<String> {
    let wanted: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    held.keys().filter(|path| !wanted.contains(path.as_str())).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> SiteFile {
        SiteFile { path: path.into(), bytes: text.into() }
    }

    #[test]
    fn what_is_there_as_it_should_be_is_left_alone() {
        let files = [file("a.html", "a"), file("b.html", "b"), file("c.html", "c")];
        let held: Held = [("a.html", "a"), ("b.html", "before"), ("old.html", "old")]
            .map(|(path, text)| (path.to_owned(), file(path, text).digest()))
            .into();
        let gone = left_over(&files, &held);
        let difference = Difference::of(&files, &[gone, vec!["never.html".into()]].concat(), &held);
        assert_eq!(difference.put, [&files[1], &files[2]]);
        assert_eq!(difference.gone, BTreeSet::from(["old.html".to_owned()]));
        let same: Held = files.iter().map(|file| (file.path.clone(), file.digest())).collect();
        assert_eq!(Difference::of(&files, &[], &same), Difference::default());
    }

    #[test]
    fn pages_go_last_and_what_has_a_name_of_its_own_first() {
        let table = [
            ("assets/results-0a1b.js", true, Turn::Named),
            ("pictures/x.png", true, Turn::Named),
            ("assets/entry.js", false, Turn::Lasting),
            ("sitemap.xml", false, Turn::Lasting),
            ("index.html", false, Turn::Page),
        ];
        for (path, is_immutable, turn) in table {
            assert_eq!(Turn::of(path, is_immutable), turn, "{path}");
        }
        assert!(Turn::Named < Turn::Lasting && Turn::Lasting < Turn::Page);
    }
}
