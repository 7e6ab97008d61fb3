//! The resources of bundles, and the references between them.
//!
//! A bundle may be published in pages, each a file of its own. A reference is looked up in its own file first, because
//! files of different vendors may use the same ids.

use std::collections::HashMap;

use serde_json::Value;

use crate::Resource;

/// The maximum depth of bundles within bundles.
const MAX_DEPTH: usize = 4;

/// A resource in a file.
#[derive(Debug, Clone)]
pub(super) struct Entry<'a> {
    pub(super) resource: Resource<'a>,
    /// Its file and its place there.
    pub(super) at: String,
    pub(super) file: usize,
    full_url: Option<&'a str>,
    /// The entry that contains it.
    container: Option<usize>,
}

/// The resources of all files.
#[derive(Debug, Default)]
pub(super) struct Entries<'a> {
    pub(super) all: Vec<Entry<'a>>,
    /// Entries by their own URL, and by kind and id, in a file.
    by_key: HashMap<(usize, String), usize>,
    /// The same in any file.
    anywhere: HashMap<String, usize>,
    /// Contained resources by container and id.
    contained: HashMap<(usize, &'a str), usize>,
}

impl<'a> Entries<'a> {
    /// Adds the resources of a bundle.
    pub(super) fn add_bundle(&mut self, file: usize, name: &str, bundle: &'a Value) {
        self.add_entries(file, name, Resource::new(bundle), 0);
    }

    fn add_entries(&mut self, file: usize, name: &str, bundle: Resource<'a>, depth: usize) {
        for (number, entry) in bundle.list("entry").enumerate() {
            let at = if name.is_empty() {
                format!("entry {}", number + 1)
            } else {
                format!("{name}, entry {}", number + 1)
            };
            let resource = entry.part("resource");
            if resource.kind() == "Bundle" && depth < MAX_DEPTH {
                self.add_entries(file, &at, resource, depth + 1);
            } else {
                self.add(file, &at, resource, entry.address("fullUrl"));
            }
        }
    }

    fn add(&mut self, file: usize, at: &str, resource: Resource<'a>, full_url: Option<&'a str>) {
        let index = self.all.len();
        let id = resource.address("id");
        let described = id.map_or_else(|| at.to_owned(), |id| format!("{at} ({}/{id})", resource.kind()));
        self.all.push(Entry { resource, at: described, file, full_url, container: None });
        let own_key = id.map(|id| format!("{}/{id}", resource.kind()));
        for key in full_url.map(str::to_owned).into_iter().chain(own_key) {
            self.by_key.entry((file, key.clone())).or_insert(index);
            self.anywhere.entry(key).or_insert(index);
        }
        // What an endpoint contains only describes that endpoint.
        let contained = resource.list("contained").filter(|_| resource.kind() != "Endpoint");
        for inner in contained {
            let inner_at = self.all.len();
            let at = format!("{at}, contained {}", inner.kind());
            self.all.push(Entry { resource: inner, at, file, full_url: None, container: Some(index) });
            self.contained.extend(inner.address("id").map(|id| ((index, id), inner_at)));
        }
    }

    /// Returns the entry that a reference of another entry refers to, if it is of this kind.
    pub(super) fn resolve(&self, from: usize, reference: Resource<'a>, kind: &str) -> Option<usize> {
        let entry = self.all.get(from)?;
        let text = reference.address("reference")?.trim();
        let found = if text.contains([':', '/']) { None } else { self.in_container(from, text) };
        let found = found.or_else(|| {
            let (current, _) = text.split_once("/_history/").unwrap_or((text, ""));
            let keys = keys(current, entry.full_url, kind);
            let here = keys.iter().find_map(|key| self.by_key.get(&(entry.file, key.clone())));
            here.or_else(|| keys.iter().find_map(|key| self.anywhere.get(key))).copied()
        })?;
        self.all.get(found).is_some_and(|found| found.resource.kind() == kind).then_some(found)
    }

    /// Returns the contained resource with an id such as `#endpoint`.
    fn in_container(&self, from: usize, id: &str) -> Option<usize> {
        let container = self.all.get(from)?.container.unwrap_or(from);
        let id = id.strip_prefix('#').unwrap_or(id);
        self.contained.get(&(container, id)).copied()
    }
}

/// Returns the keys that a reference may have: itself, below the address of the server of the referring entry, and its
/// kind and id.
fn keys(reference: &str, full_url: Option<&str>, kind: &str) -> Vec<String> {
    let mut keys = vec![reference.to_owned()];
    if reference.contains(':') {
        let mut ends = reference.trim_end_matches('/').rsplit('/');
        let (id, before) = (ends.next().unwrap_or_default(), ends.next());
        keys.extend((before == Some(kind)).then(|| format!("{kind}/{id}")));
    } else {
        let server = full_url.and_then(|url| url.rsplitn(3, '/').nth(2));
        let absolute = server.map(|server| format!("{server}/{reference}"));
        keys.splice(0..0, absolute);
        keys.push(format!("{kind}/{reference}"));
    }
    keys
}
