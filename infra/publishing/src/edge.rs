//! Which addresses the CDN has to forget when files have changed.

use std::collections::{BTreeMap, BTreeSet};

/// So many addresses are named one by one; when there are more, everything in the folders of most of them is forgotten. The
/// first thousand a month cost nothing, and `/study/*` is one.
const MOST_NAMED: usize = 40;
/// So many of a folder are still named one by one: the script that names the others is in the folder of those that stay.
const MOST_OF_A_FOLDER: usize = 4;

/// The addresses of files that were replaced or removed: that of the file, and that under which visitors ask for a page.
#[must_use]
pub fn forgotten<'a>(paths: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let addresses: BTreeSet<String> = paths.into_iter().flat_map(addresses).collect();
    if addresses.len() <= MOST_NAMED {
        return addresses.into_iter().collect();
    }
    let mut of_folders: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
    for address in &addresses {
        of_folders.entry(folder(address)).or_default().push(address);
    }
    let told = of_folders.into_iter().flat_map(|(folder, addresses)| {
        if folder.is_empty() || addresses.len() <= MOST_OF_A_FOLDER {
            addresses.into_iter().cloned().collect()
        } else {
            vec![format!("/{folder}/*")]
        }
    });
    told.collect()
}

/// The first folder of an address; empty for what is in none.
fn folder(address: &str) -> &str {
    address.trim_start_matches('/').split_once('/').map_or("", |(folder, _)| folder)
}

fn addresses(path: &str) -> Vec<String> {
    let file = format!("/{path}");
    let page = match path {
        "index.html" => Some("/".to_owned()),
        path => path.strip_suffix(".html").map(|page| format!("/{page}")),
    };
    [Some(file), page].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_forgotten_by_its_file_and_by_its_address() {
        let told = forgotten(["index.html", "study/STU01009.html", "sitemap.xml"]);
        let expected = ["/", "/index.html", "/sitemap.xml", "/study/STU01009", "/study/STU01009.html"];
        assert_eq!(told, expected);
    }

    #[test]
    fn when_much_has_changed_whole_folders_are_forgotten_and_no_others() {
        let many: Vec<String> = (0..100).map(|number| format!("articles/{number}.html")).collect();
        let all = many.iter().map(String::as_str).chain(["index.html", "assets/entry.js"]);
        assert_eq!(forgotten(all), ["/", "/index.html", "/articles/*", "/assets/entry.js"]);
        assert_eq!(forgotten([]), Vec::<String>::new());
    }
}
