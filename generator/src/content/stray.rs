//! Files that nothing reads: what an editor wrote there would be missing without a word.

use std::{fs, path::Path};

use super::ContentError;
use crate::pictures;

/// Each folder with the endings of its files.
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
const FILES: [&str; 4] = ["consent.toml", "countries.toml", "faqs/general.toml", "site.toml"];

/// Every file and folder that has no place in a content folder.
pub(super) fn find(dir: &Path) -> Vec<ContentError> {
    let mut strays = Vec::new();
    for folder in ["", "faqs"] {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        gather(dir, folder, &mut strays, |name| {
            let path = format!("{prefix}{name}");
            let leads_to = |known: &str| known == path || known.starts_with(&format!("{path}/"));
            let known = FILES.into_iter().chain(FOLDERS.map(|(folder, _)| folder)).any(leads_to);
            (!known).then(|| "check the spelling of its name, or move it elsewhere".to_owned())
        });
    }
    for (folder, endings) in FOLDERS {
        gather(dir, folder, &mut strays, |name| {
            let fits = Path::new(name)
                .extension()
                .is_some_and(|found| endings.iter().any(|ending| found == *ending));
            (!fits).then(|| {
                format!("give it a name that ends in .{}, or move it elsewhere", endings.join(" or ."))
            })
        });
    }
    strays
}

/// Asks about each name in a folder; names that programs hide or leave behind are passed over.
fn gather(dir: &Path, folder: &str, strays: &mut Vec<ContentError>, hint: impl Fn(&str) -> Option<String>) {
    let Ok(entries) = fs::read_dir(dir.join(folder)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let left_by_a_program = name.starts_with('.') || name.ends_with('~');
        if let Some(hint) = hint(&name).filter(|_| !left_by_a_program) {
            strays.push(ContentError::Stray { file: entry.path().display().to_string(), hint });
        }
    }
}
