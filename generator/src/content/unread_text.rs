//! Texts of files with invalid front matter, so that errors in both are reported together.

use super::{
    placeholders::Placeholders,
    source_file::{SourceFile, Sourced},
    unread_content::UnreadContent,
};
use crate::{markdown::Text, pictures::Pictures};

/// The text of a file with invalid front matter.
#[derive(Debug)]
pub(super) struct UnreadText {
    /// Path of the page. The path of a trial's page is unknown, so a placeholder is used.
    pub(super) path: String,
    pub(super) text: Text,
}

/// Reads the texts of these files if their front matter has an end.
pub(super) fn texts(
    unread: &UnreadContent,
    pictures: &Pictures,
    placeholders: Option<&Placeholders>,
) -> Vec<Sourced<UnreadText>> {
    let folders = ["pages", "articles", "conditions", "trials"];
    let files =
        folders.into_iter().flat_map(|folder| unread.paths_in(folder).map(move |path| (folder, path)));
    files
        .filter_map(|(folder, path)| {
            let file = SourceFile::read(path, placeholders).ok()?;
            let (_, start) = file.split_front_matter().ok()?;
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
