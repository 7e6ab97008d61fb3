//! The store of names that the functions of the CDN ask whether a file is there.

use crate::{
    Routes,
    pattern::could_be,
    rules::{QueryRule, Route},
};

impl Routes {
    /// Whether the functions of the CDN ask for this file before they lead somewhere, so that the store has to have its
    /// path as a key as long as the file is there. Of the files that an address may lead to, the last is not asked for.
    #[must_use]
    pub fn asks_for(&self, file: &str) -> bool {
        self.rules.iter().flat_map(Route::asked).any(|wanted| could_be(&wanted, file))
    }
}

impl Route {
    /// The files that are asked for, with the names of parts in them.
    fn asked(&self) -> Vec<String> {
        let found = [&self.files[..], &self.missing].concat();
        let otherwise = self.query.iter().map(|rule| rule.otherwise.clone());
        let all = otherwise.chain([found]).flat_map(|mut files| {
            files.pop();
            files
        });
        match &self.query {
            Some(rule) => all.flat_map(|file| rule.each(&file)).collect(),
            None => all.collect(),
        }
    }
}

impl QueryRule {
    /// A file's name with each of the values in it.
    fn each(&self, file: &str) -> Vec<String> {
        let name = self.name();
        if file.contains(&name) {
            self.values.iter().map(|value| file.replace(&name, value)).collect()
        } else {
            vec![file.to_owned()]
        }
    }
}
