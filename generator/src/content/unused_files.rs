//! Finds files that nothing reads, so that their content isn't silently missing.

use std::{fs, path::Path};

use super::error::ContentError;
use crate::pictures;

/// The folders of the content, with the extensions of their files.
const FOLDERS: [(&str, &[&str]); 10] = [
    ("articles", &["md"]),
    ("brands", &["toml", "svg"]),
    ("conditions", &["md"]),
    ("faqs/trials", &["toml"]),
    ("images", &pictures::EXTENSIONS),
    ("logos", &["svg"]),
    ("pages", &["md"]),
    ("studies", &["toml"]),
    ("surveys", &["toml"]),
    ("trials", &["md"]),
];
const FILES: [&str; 6] =
    ["consent.toml", "countries.toml", "duties.toml", "faqs/general.toml", "glossary.toml", "site.toml"];

/// Reports every unexpected file and folder.
pub(super) fn find(dir: &Path) -> Vec<ContentError> {
    let mut strays = Vec::new();
    for folder in ["", "faqs"] {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        check_folder(dir, folder, &mut strays, |name| {
            let path = format!("{prefix}{name}");
            let leads_to = |known: &str| known == path || known.starts_with(&format!("{path}/"));
            let known = FILES.into_iter().chain(FOLDERS.map(|(folder, _)| folder)).any(leads_to);
            (!known).then(|| "check the spelling of its name, or move it elsewhere".to_owned())
        });
    }
    for (folder, extensions) in FOLDERS {
        check_folder(dir, folder, &mut strays, |name| {
            let fits = Path::new(name)
                .extension()
                .is_some_and(|found| extensions.iter().any(|extension| found == *extension));
            (!fits).then(|| {
                format!("give it a name that ends in .{}, or move it elsewhere", extensions.join(" or ."))
            })
        });
    }
    strays
}

/// Checks each name in a folder. Hidden files and editor backups are ignored.
fn check_folder(
    dir: &Path,
    folder: &str,
    strays: &mut Vec<ContentError>,
    hint: impl Fn(&str) -> Option<String>,
) {
    let Ok(entries) = fs::read_dir(dir.join(folder)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_ignored = name.starts_with('.') || name.ends_with('~');
        if let Some(hint) = hint(&name).filter(|_| !is_ignored) {
            strays.push(ContentError::Stray { file: entry.path().display().to_string(), hint });
        }
    }
}
