//! Checks the links of a built site with the routes that serve it.

use waypoint_cdn::{Routes, Target};

use super::{
    built::BuiltSite,
    markup::{LocatedValue, Markup},
    visit::{is_fallback, own_path},
};

/// URL schemes that don't lead to a page.
const OTHER_SCHEMES: &[&str] = &["mailto:", "tel:", "data:"];

/// A built site, its routes, and its base URL.
#[derive(Debug)]
pub(super) struct ServedSite {
    pub(super) built: BuiltSite,
    pub(super) routes: Routes,
    pub(super) base: &'static str,
}

/// The target of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Destination {
    /// Another site, or not a page.
    Outside,
    /// The functions.
    Backend,
    /// A file of the site.
    File(String),
}

impl ServedSite {
    /// Returns every broken link, with its file and line.
    pub(super) fn broken_links(&self) -> Vec<String> {
        let marked = self.built.pages.iter().chain(&self.built.lists);
        let marked = marked.flat_map(|(file, markup)| markup.addresses.iter().map(move |at| (file, at)));
        let others = self.built.others.iter().flat_map(|(file, all)| all.iter().map(move |at| (file, at)));
        marked
            .chain(others)
            .filter_map(|(file, at)| {
                let fault = self.fault(file, at)?;
                Some(format!("{file}:{}: '{}' {fault}", at.line, at.value))
            })
            .collect()
    }

    /// Returns pages in the folder that have no URL.
    pub(super) fn unreachable(&self) -> Vec<String> {
        let pages = self.built.pages.keys();
        pages
            .filter(|file| !is_fallback(file))
            .filter(|file| self.place(&own_path(file)) != Ok(Destination::File((*file).clone())))
            .map(|file| format!("{file}: no URL leads to this page; add one to infra/cdn/routes.toml"))
            .collect()
    }

    /// Returns the target of a URL without a fragment.
    pub(super) fn place(&self, address: &str) -> Result<Destination, &'static str> {
        if OTHER_SCHEMES.iter().any(|scheme| address.starts_with(scheme)) {
            return Ok(Destination::Outside);
        }
        let own = match address.strip_prefix(self.base) {
            Some("") => "/",
            Some(rest) if rest.starts_with(['/', '?']) => rest,
            _ if address.starts_with("https://") => return Ok(Destination::Outside),
            _ => address,
        };
        if !own.starts_with('/') || own.starts_with("//") {
            return Err("is neither a path of this site, beginning with /, nor an https:// URL");
        }
        let (path, query) = own.split_once('?').map_or((own, None), |(path, query)| (path, Some(query)));
        match self.routes.target(path, query) {
            Target::Backend => Ok(Destination::Backend),
            Target::Redirect(to) if to != own => self.place(&to),
            Target::Files(files) if files.found.is_empty() => self.first_of(&files.missing, path),
            Target::Files(files) => self.first_of(&files.found, path),
            Target::Redirect(_) | Target::Documents | Target::NotFound => Err("leads to no page"),
        }
    }

    /// Returns the first file that exists. Later files are fallbacks for missing pages, which only registry studies may use.
    fn first_of(&self, files: &[String], path: &str) -> Result<Destination, &'static str> {
        let position = files.iter().position(|file| self.built.files.contains(file));
        match position.map(|position| (position, &files[position])) {
            None => Err("leads to a page that does not exist"),
            Some((0, file)) => Ok(Destination::File(file.clone())),
            Some((_, file)) if path.starts_with("/preview/") => Ok(Destination::File(file.clone())),
            Some((_, file)) if names_registry_study(path) => Ok(Destination::File(file.clone())),
            Some(_) => Err("leads to a study or a sign-up that does not exist"),
        }
    }

    fn fault(&self, file: &str, at: &LocatedValue) -> Option<&'static str> {
        let (address, fragment) = at.value.split_once('#').unwrap_or((&at.value, ""));
        let resolved = resolve(file, address);
        let place = match address {
            "" if fragment.is_empty() => return Some("is not an address"),
            "" => Destination::File(file.to_owned()),
            _ => match self.place(&resolved) {
                Ok(place) => place,
                Err(fault) => return Some(fault),
            },
        };
        let Destination::File(target) = place else { return None };
        let has_part = |page: &Markup| page.ids.iter().any(|id| id.value == fragment);
        let missing = !fragment.is_empty() && !self.built.pages.get(&target).is_some_and(has_part);
        missing.then_some("has a fragment that is not on the page")
    }
}

/// Resolves a URL within a file: stylesheets name files next to them.
fn resolve(file: &str, address: &str) -> String {
    match (address.strip_prefix("./"), file.rsplit_once('/')) {
        (Some(name), Some((folder, _))) => format!("/{folder}/{name}"),
        _ => address.to_owned(),
    }
}

fn names_registry_study(path: &str) -> bool {
    let digits = path.strip_prefix("/study/NCT");
    digits.is_some_and(|digits| digits.len() == 8 && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(page: &str) -> Vec<String> {
        let files = [
            ("index.html", page),
            ("about.html", "<h2 id=\"us\">Us</h2>"),
            ("study.html", ""),
            ("enroll.html", ""),
            ("study/STU01009.html", ""),
            ("enroll/STU01009.html", ""),
            ("icon.svg", ""),
        ];
        let built = BuiltSite::from_texts(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
        ServedSite { built, routes: Routes::load().unwrap(), base: "https://waypoint.example" }.broken_links()
    }

    #[test]
    fn links_to_pages_files_and_fragments_are_valid() {
        for address in [
            "/",
            "/about",
            "/about#us",
            "/ABOUT/",
            "/?a=b",
            "/icon.svg",
            "https://waypoint.example",
            "https://waypoint.example/about#us",
            "https://waypoint.example/?a=b",
            "https://elsewhere.example/x#y",
            "mailto:a@b.example",
            "tel:+1",
            "/signup",
            "/study/STU01009",
            "/study/NCT01234567",
            "/backend/search",
        ] {
            assert_eq!(broken(&format!("<a href=\"{address}\">x</a>")), Vec::<String>::new(), "{address}");
        }
        assert_eq!(broken("<a href=\"#here\">x</a><p id=\"here\">"), Vec::<String>::new());
    }

    #[test]
    fn broken_link_is_reported_with_its_file_and_line() {
        for address in [
            "/nowhere",
            "/about/x/y/z",
            "/missing.png",
            "/about#them",
            "#them",
            "#",
            "",
            "about",
            "//elsewhere.example/",
            "http://elsewhere.example/",
            "https://waypoint.example/nowhere",
            "/study/STU09999",
            "/enroll/NCT01234567",
        ] {
            let found = broken(&format!("<p>\n<a href=\"{address}\">x</a>"));
            assert_eq!(found.len(), 1, "{address}: {found:?}");
            assert!(found[0].starts_with(&format!("index.html:2: '{address}' ")), "{found:?}");
        }
    }

    #[test]
    fn page_without_a_url_is_reported() {
        let names = ["about.html", "index.html", "study/STU01009.html", "deep/down/page.html"];
        let built = BuiltSite::from_texts(names.map(|name| (name.to_owned(), String::new())));
        let found = ServedSite { built, routes: Routes::load().unwrap(), base: "" }.unreachable();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("deep/down/page.html: "), "{found:?}");
    }
}
