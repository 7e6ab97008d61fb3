//! Texts of files whose front matter can't be used, so that what is wrong with them is told together with that.

use super::{Brand, Sourced, Unread, front_matter, source_file::SourceFile};
use crate::{markdown::Text, pictures::Pictures};

/// A text without front matter.
#[derive(Debug)]
pub(super) struct UnreadText {
    /// Where the page would be read; of a trial's page nobody knows.
    pub(super) path: String,
    pub(super) text: Text,
}

/// The texts of these files, as far as they can be told from the front matter.
pub(super) fn texts(unread: &Unread, pictures: &Pictures, brand: Option<&Brand>) -> Vec<Sourced<UnreadText>> {
    let folders = ["pages", "articles", "conditions", "trials"];
    let files =
        folders.into_iter().flat_map(|folder| unread.paths_in(folder).map(move |path| (folder, path)));
    files
        .filter_map(|(folder, path)| {
            let file = SourceFile::read(path, brand).ok()?;
            let (_, start) = front_matter::split(&file).ok()?;
            let text = Text::with_pictures(&file.text()[start..], pictures);
            let path = match folder {
                "pages" => format!("/{}", file.stem()),
                "trials" => format!("trials/{}", file.stem()),
                folder => format!("/{folder}/{}", file.stem()),
            };
            Some(Sourced { value: UnreadText { path, text }, file })
        })
        .collect()
}
