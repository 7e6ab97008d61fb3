//! Which addresses the CDN has to forget when files have changed.

use std::collections::BTreeSet;

/// So many addresses are named one by one; when there are more, everything below their first folders is forgotten. The first
/// thousand a month cost nothing, and `/study/*` is one.
const MOST_NAMED: usize = 40;

/// The addresses of files that were replaced or removed: that of the file, and that under which visitors ask for a page.
#[must_use]
pub fn forgotten<'a>(paths: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let addresses: BTreeSet<String> = paths.into_iter().flat_map(addresses).collect();
    if addresses.len() <= MOST_NAMED {
        return addresses.into_iter().collect();
    }
    // What has a name of its own, such as a script, is in other folders and stays.
    let folders: BTreeSet<String> = addresses.iter().map(|address| folder(address)).collect();
    folders.into_iter().collect()
}

/// The address itself, or everything in its first folder.
fn folder(address: &str) -> String {
    match address.trim_start_matches('/').split_once('/') {
        Some((folder, _)) => format!("/{folder}/*"),
        None => address.to_owned(),
    }
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
        let all = many.iter().map(String::as_str).chain(["index.html", "study/STU01009.html"]);
        assert_eq!(forgotten(all), ["/", "/articles/*", "/index.html", "/study/*"]);
        assert_eq!(forgotten([]), Vec::<String>::new());
    }
}
