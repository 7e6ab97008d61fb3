//! Checks the required parts of every page, and that titles and descriptions are unique.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    addresses::{Destination, ServedSite},
    markup::Markup,
};

/// The file name of the sitemap.
const SITEMAP: &str = "sitemap.xml";

impl ServedSite {
    /// Returns pages that lack a required part.
    pub(super) fn incomplete(&self) -> Vec<String> {
        self.built
            .pages
            .iter()
            .flat_map(|(file, page)| faults(page).into_iter().map(move |fault| format!("{file}: {fault}")))
            .collect()
    }

    /// Returns pages whose canonical URL differs from where they are served.
    pub(super) fn misplaced(&self) -> Vec<String> {
        let pages = self.built.pages.iter();
        pages.filter_map(|(file, page)| self.misplacement(file, page)).collect()
    }

    /// Returns canonical pages that share a title or a description.
    pub(super) fn duplicates(&self) -> Vec<String> {
        let mut by_text: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
        for (file, page) in self.canonical_pages() {
            for (what, words) in [("title", &page.title), ("description", &page.description)] {
                by_text.entry((what, words.as_deref().unwrap_or_default())).or_default().push(file);
            }
        }
        by_text
            .into_iter()
            .filter(|(_, files)| files.len() > 1)
            .map(|((what, words), files)| format!("{}: have the same {what}: {words}", files.join(", ")))
            .collect()
    }

    /// Returns URLs that the sitemap lacks or should not have.
    pub(super) fn sitemap_faults(&self) -> Vec<String> {
        let Some(sitemap) = self.built.lists.get(SITEMAP) else {
            return vec![format!("{SITEMAP}: does not exist")];
        };
        let known: BTreeSet<&str> = self
            .canonical_pages()
            .filter_map(|(_, page)| page.canonical.as_ref())
            .map(|at| at.value.as_str())
            .collect();
        let mut listed = BTreeSet::new();
        let mut wrong = Vec::new();
        for at in &sitemap.addresses {
            if !listed.insert(at.value.as_str()) {
                wrong.push(format!("{SITEMAP}:{}: {} is listed twice", at.line, at.value));
            } else if !known.contains(at.value.as_str()) {
                wrong.push(format!("{SITEMAP}:{}: {} is not a canonical URL of any page", at.line, at.value));
            }
        }
        wrong.extend(known.difference(&listed).map(|address| format!("{SITEMAP}: {address} is missing")));
        wrong
    }

    /// Returns the canonical pages, which search engines should list.
    fn canonical_pages(&self) -> impl Iterator<Item = (&String, &Markup)> {
        self.built.pages.iter().filter(|(file, page)| {
            let canonical = page.canonical.as_ref();
            canonical
                .is_some_and(|at| self.place(&at.value).as_ref() == Ok(&Destination::File((*file).clone())))
        })
    }

    /// Checks the canonical URL of a page. It may be that of another page, if that page names itself.
    fn misplacement(&self, file: &str, page: &Markup) -> Option<String> {
        let at = page.canonical.as_ref()?;
        let wrong = |why: &str| Some(format!("{file}:{}: canonical '{}' {why}", at.line, at.value));
        if !at.value.starts_with(&format!("{}/", self.base)) {
            return wrong("is not an absolute URL of this site");
        }
        match self.place(&at.value) {
            Ok(Destination::File(named)) if named == file => None,
            Ok(Destination::File(named)) => {
                let own = self.built.pages.get(&named).and_then(|other| other.canonical.as_ref());
                if own.is_some_and(|own| own.value == at.value) {
                    None
                } else {
                    wrong("leads to a page with another canonical URL")
                }
            }
            _ => wrong("does not lead to a page"),
        }
    }
}

/// Returns what is missing or superfluous on a page.
fn faults(page: &Markup) -> Vec<String> {
    let has_text = |words: &Option<String>| words.as_deref().is_some_and(|words| !words.trim().is_empty());
    let mut faults = Vec::new();
    let mut need = |holds: bool, fault: String| {
        if !holds {
            faults.push(fault);
        }
    };
    need(has_text(&page.language), "has no language: <html lang>".into());
    need(has_text(&page.title), "has no <title>".into());
    need(has_text(&page.description), "has no description".into());
    need(page.mains == 1, format!("has {} <main>, but must have one", page.mains));
    need(page.headings.len() == 1, format!("has {} <h1>, but must have one", page.headings.len()));
    need(page.headings.iter().all(|text| !text.is_empty()), "has an empty <h1>".into());
    need(page.canonical.is_some() != page.unlisted, "must have either a canonical URL or noindex".into());
    let mut seen = BTreeSet::new();
    for id in &page.ids {
        need(seen.insert(&id.value), format!("has the duplicate id '{}' on line {}", id.value, id.line));
    }
    faults
}

#[cfg(test)]
mod tests {
    use waypoint_cdn::Routes;

    use super::{super::built::BuiltSite, *};

    const BASE: &str = "https://waypoint.example";

    /// A valid page with this path and title.
    fn page(path: &str, title: &str) -> String {
        format!(
            "<html lang=\"en\"><title>{title}</title><meta name=\"description\" content=\"On {title}\">\
             <link rel=\"canonical\" href=\"{BASE}{path}\"><main><h1>{title}</h1></main>"
        )
    }

    fn checked<T>(files: &[(&str, String)], check: impl Fn(&ServedSite) -> T) -> T {
        let built =
            BuiltSite::from_texts(files.iter().map(|(name, text)| ((*name).to_owned(), text.clone())));
        check(&ServedSite { built, routes: Routes::load().unwrap(), base: BASE })
    }

    #[test]
    fn page_must_have_language_title_description_one_main_and_one_heading() {
        let right = page("/about", "About");
        assert_eq!(checked(&[("about.html", right.clone())], ServedSite::incomplete), Vec::<String>::new());
        for (part, instead) in [
            (" lang=\"en\"", ""),
            ("<title>About</title>", "<title> </title>"),
            ("name=\"description\"", "name=\"other\""),
            ("<main>", "<div>"),
            ("<main>", "<main><main>"),
            ("<h1>About</h1>", "<h2>About</h2>"),
            ("<h1>About</h1>", "<h1>About</h1><h1>Us</h1>"),
            ("<h1>About</h1>", "<h1></h1>"),
            ("<link rel=\"canonical\"", "<link rel=\"other\""),
            ("<main>", "<meta name=\"robots\" content=\"noindex\"><main>"),
            ("<main>", "<p id=\"a\"><p id=\"a\"><main>"),
        ] {
            assert!(right.contains(part), "{part}");
            let found = checked(&[("about.html", right.replacen(part, instead, 1))], ServedSite::incomplete);
            assert_eq!(found.len(), 1, "{instead}: {found:?}");
        }
    }

    #[test]
    fn canonical_url_is_the_pages_own_or_that_of_another_canonical_page() {
        let misplaced = |text: String| {
            let files = [
                ("study/NCT00000001.html", page("/study/NCT00000001", "One")),
                ("study/STU01010.html", page("/study/NCT00000001", "One")),
                ("study/STU01009.html", text),
            ];
            checked(&files, ServedSite::misplaced)
        };
        for right in [page("/study/STU01009", "Two"), page("/study/NCT00000001", "Two")] {
            assert_eq!(misplaced(right), Vec::<String>::new());
        }
        for wrong in [
            page("/study/STU01010", "Two"),
            page("/nowhere", "Two"),
            page("/study/STU01009", "Two").replace(BASE, "https://elsewhere.example"),
            page("/study/STU01009", "Two").replace(BASE, ""),
        ] {
            assert_eq!(misplaced(wrong.clone()).len(), 1, "{wrong}");
        }
    }

    #[test]
    fn canonical_pages_have_unique_titles_and_descriptions() {
        let alike = |second: String| {
            checked(&[("about.html", page("/about", "A")), ("terms.html", second)], ServedSite::duplicates)
        };
        assert_eq!(alike(page("/terms", "B")), Vec::<String>::new());
        assert_eq!(alike(page("/about", "A")), Vec::<String>::new());
        assert_eq!(alike(page("/terms", "A")).len(), 2);
        assert_eq!(alike(page("/terms", "B").replace("<title>B<", "<title>A<")).len(), 1);
    }

    #[test]
    fn sitemap_lists_exactly_the_canonical_pages() {
        let sitemap = |paths: &[&str]| {
            let each = |path: &&str| format!("<url><loc>{BASE}{path}</loc></url>");
            let list = paths.iter().map(each).collect::<Vec<_>>().concat();
            let files =
                [("about.html", page("/about", "A")), ("index.html", page("/", "B")), (SITEMAP, list)];
            checked(&files, ServedSite::sitemap_faults)
        };
        assert_eq!(sitemap(&["/", "/about"]), Vec::<String>::new());
        assert_eq!(sitemap(&["/"]).len(), 1);
        assert_eq!(sitemap(&["/", "/about", "/about"]).len(), 1);
        assert_eq!(sitemap(&["/", "/about", "/results"]).len(), 1);
        assert_eq!(checked(&[("about.html", page("/about", "A"))], ServedSite::sitemap_faults).len(), 1);
    }
}
