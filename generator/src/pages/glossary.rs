//! The glossary.

use serde::Serialize;

use crate::{
    content::{GlossaryTerm, GlossaryTerms, MoreAbout},
    page::{Kind, Page, SitemapEntry},
    render::{head::Head, policy::Policy},
    site::Site,
};

pub(super) const GLOSSARY: Kind =
    Kind { sitemap: |_| vec![SitemapEntry::new("/glossary")], ..Kind::new(pages) };

/// Template data of the terms that begin with a letter.
#[derive(Serialize)]
struct Letter<'a> {
    /// The letter in uppercase, or `#` for digits and signs.
    sign: char,
    /// The anchor of the letter.
    anchor: String,
    terms: Vec<TermView<'a>>,
}

/// Template data of a term.
#[derive(Serialize)]
struct TermView<'a> {
    id: &'a str,
    term: &'a str,
    meaning: &'a str,
    say: Option<&'a str>,
    /// The ids and names of related terms.
    see: Vec<(&'a str, &'a str)>,
    more: Option<&'a MoreAbout>,
}

fn pages<'a>(site: &'a Site<'a>) -> Vec<Page<'a>> {
    let description = "What the words mean that clinical trials use, in plain words and from A to Z.";
    let head = Head::listed("Glossary", description, "/glossary").with_trail(Vec::new());
    vec![Page {
        policy: Policy::with_assistants(),
        ..Page::new("glossary.html", head, "glossary.html", move |data| {
            data.insert("letters", &letters(&site.content.glossary));
            Ok(())
        })
    }]
}

fn letters(glossary: &GlossaryTerms) -> Vec<Letter<'_>> {
    let mut letters: Vec<Letter> = Vec::new();
    for term in glossary.sorted() {
        let sign = first_letter(&term.term);
        let view = TermView::new(term, glossary);
        match letters.last_mut().filter(|last| last.sign == sign) {
            Some(last) => last.terms.push(view),
            None => letters.push(Letter { sign, anchor: anchor(sign), terms: vec![view] }),
        }
    }
    letters
}

fn first_letter(term: &str) -> char {
    let first = term.chars().next().filter(|first| first.is_alphabetic());
    first.and_then(|first| first.to_uppercase().next()).unwrap_or('#')
}

fn anchor(letter: char) -> String {
    match letter {
        '#' => "letter-other".to_owned(),
        letter => format!("letter-{}", letter.to_lowercase()),
    }
}

impl<'a> TermView<'a> {
    fn new(term: &'a GlossaryTerm, glossary: &'a GlossaryTerms) -> Self {
        let related = term.see.iter().filter_map(|id| glossary.get(id));
        Self {
            id: term.id.as_str(),
            term: &term.term,
            meaning: &term.meaning,
            say: term.say.as_deref(),
            see: related.map(|other| (other.id.as_str(), other.term.as_str())).collect(),
            more: term.more.as_ref(),
        }
    }
}
