//! The addresses that the CDN must invalidate when files change.

use std::collections::{BTreeMap, BTreeSet};

/// The most addresses that are invalidated one by one. With more, whole folders are invalidated. The first thousand
/// invalidation paths per month are free, and `/study/*` counts as one.
const MAX_LISTED: usize = 40;
/// The most addresses of one folder that are still invalidated one by one. Otherwise `assets/entry.js` would
/// invalidate all assets.
const MAX_LISTED_PER_FOLDER: usize = 4;

/// Returns the addresses of changed or removed files: that of the file, and for a page also the one that visitors
/// use.
#[must_use]
pub fn invalidated_addresses<'a>(paths: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let addresses: BTreeSet<String> = paths.into_iter().flat_map(addresses).collect();
    if addresses.len() <= MAX_LISTED {
        return addresses.into_iter().collect();
    }
    let mut by_folder: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
    for address in &addresses {
        by_folder.entry(folder(address)).or_default().push(address);
    }
    let invalidated = by_folder.into_iter().flat_map(|(folder, addresses)| {
        if folder.is_empty() || addresses.len() <= MAX_LISTED_PER_FOLDER {
            addresses.into_iter().cloned().collect()
        } else {
            vec![format!("/{folder}/*")]
        }
    });
    invalidated.collect()
}

/// Returns the first folder of an address, or "" if it is in none.
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
    fn page_is_invalidated_by_file_name_and_by_address() {
        let invalidated = invalidated_addresses(["index.html", "study/STU01009.html", "sitemap.xml"]);
        let expected = ["/", "/index.html", "/sitemap.xml", "/study/STU01009", "/study/STU01009.html"];
        assert_eq!(invalidated, expected);
    }

    #[test]
    fn many_changes_invalidate_only_the_folders_with_many() {
        let many: Vec<String> = (0..100).map(|number| format!("articles/{number}.html")).collect();
        let paths = many.iter().map(String::as_str).chain(["index.html", "assets/entry.js"]);
        assert_eq!(invalidated_addresses(paths), ["/", "/index.html", "/articles/*", "/assets/entry.js"]);
        assert_eq!(invalidated_addresses([]), Vec::<String>::new());
    }
}
