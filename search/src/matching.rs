//! Words as what a study has to be about.
//!
//! A study can be about each part of a search in several ways; the best of them counts, and the sum over the
//! parts ranks it. Parts of which one is enough are one.

use tantivy::{Term, schema::Field};
use waypoint_domain::effort::Effort;
use waypoint_vocabulary::{ConceptId, How, Reading, Vocabulary};

use crate::{
    known::Stands,
    schema::Fields,
    wanted::{Held, Part, Wanted},
    ways::{Way, Worths},
};

/// How much it counts that a study is about exactly what was asked for, is about a kind of it, names it or
/// a kind of it in a title, or has it in its summary.
const ABOUT: f32 = 10.0;
const ABOUT_A_NEAR_KIND: f32 = 9.0;
const ABOUT_A_KIND: f32 = 8.0;
const NAMED: f32 = 8.0;
const MENTIONED: f32 = 2.0;
/// How much it counts, when little is found, that a study is about the wider concept, about one that is wider still,
/// such as solid tumors, or about another kind of the wider one.
const ABOUT_WIDER: f32 = 4.0;
const ABOUT_FAR_WIDER: f32 = 1.5;
const ABOUT_AKIN: f32 = 1.0;
/// Kinds of something of which there are more have little in common, as those of lung diseases.
const CLOSE: usize = 60;
/// What signs and symptoms are kinds of, and how many kinds a sign has at most that few diseases have.
const SIGNS: &str = "D012816";
const COMMON: usize = 20;
/// How much it counts that it is about what a part of the name means.
const ABOUT_WITHIN: f32 = 3.0;
/// How much a word that says nothing by itself counts where it stands in a title or among keywords.
const BESIDE: f32 = 2.0;
/// How much a word of a longer name counts in a title where not all of the name has to be.
const PARTLY: f32 = 1.0;
/// How much it counts that words stand in conditions, titles, keywords or anywhere.
const IN_CONDITIONS: f32 = 8.0;
const IN_TITLES: f32 = 6.0;
const IN_KEYWORDS: f32 = 5.0;
const IN_SUMMARY: f32 = 2.0;

/// Where one part is enough, the first so many count: the studies of each are read.
const MOST_PARTS: usize = 12;

/// How many parts of a search a study has to be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needed {
    /// Every part.
    All,
    /// At least one.
    Any,
    /// None of them, but something wider than one, or a part of its name.
    Wider,
    /// None of them, but something that is of a kind with one.
    Akin,
}

/// What a study has to be about; nothing when the words say nothing.
pub(crate) fn wanted(
    reading: &Reading,
    stands: &Stands,
    needed: Needed,
    fields: &Fields,
    vocabulary: &Vocabulary,
    effort: &Effort,
) -> Option<Wanted> {
    let searched = Searched { stands, needed, fields, vocabulary, effort };
    let concepts =
        reading.choices().map(|parts| parts.into_iter().flat_map(|part| searched.about(part)).collect());
    let words = reading.rest.iter().filter(|word| !vocabulary.is_plain(&word.folded));
    let words = words.map(|word| searched.of_word(stands.for_word(&word.folded)));
    let parts = concepts.chain(words).filter(|part| !part.is_empty());
    let most = if needed == Needed::All { usize::MAX } else { MOST_PARTS };
    let parts: Vec<Part> = parts.take(most).collect();
    if parts.is_empty() {
        return None;
    }
    let plain = reading.rest.iter().filter(|word| vocabulary.is_plain(&word.folded));
    let beside = plain.filter(|word| word.folded.chars().count() > 3).map(|word| {
        let worths = Worths::of(&[(Way::IN_TITLES, BESIDE), (Way::IN_KEYWORDS, BESIDE)]);
        searched.word(&word.folded, worths)
    });
    // Where not everything has to be there, a word of what isn't says which of the others come first.
    let partly = reading.parts.iter().filter(|part| needed != Needed::All && part.words.len() > 1);
    let partly = partly
        .flat_map(|part| &part.words)
        .map(|word| searched.word(word, Worths::of(&[(Way::IN_TITLES, PARTLY)])));
    let says_more = reading.parts.iter().filter(|part| part.is_beside);
    let says_more = says_more.flat_map(|part| &part.concepts).map(|concept| {
        let worths =
            Worths::of(&[(Way::ABOUT_A_KIND, BESIDE), (Way::NAMED, BESIDE), (Way::MENTIONED, BESIDE)]);
        searched.concept(fields.concepts, *concept, worths)
    });
    let beside = beside.chain(partly).chain(says_more).collect();
    Some(Wanted { parts, every: needed == Needed::All, beside })
}

/// What a search is carried out with.
#[derive(Clone, Copy)]
struct Searched<'a> {
    stands: &'a Stands,
    needed: Needed,
    fields: &'a Fields,
    vocabulary: &'a Vocabulary,
    effort: &'a Effort,
}

impl Searched<'_> {
    /// The ways in which a study can be about a part of what was typed, or near to it.
    fn about(&self, part: &waypoint_vocabulary::Part) -> Part {
        let concepts = part.concepts.iter().copied();
        match self.needed {
            Needed::All | Needed::Any => self.about_itself(part),
            Needed::Wider => {
                concepts.flat_map(|concept| self.wider(concept)).chain(self.within(part)).collect()
            }
            Needed::Akin => concepts.flat_map(|concept| self.akin(concept)).collect(),
        }
    }

    fn about_itself(&self, part: &waypoint_vocabulary::Part) -> Part {
        let about = Worths::of(&[
            (Way::ABOUT, ABOUT),
            (Way::ABOUT_A_NEAR_KIND, ABOUT_A_NEAR_KIND),
            (Way::ABOUT_A_KIND, ABOUT_A_KIND),
            (Way::NAMED, NAMED),
            (Way::MENTIONED, MENTIONED),
        ]);
        let concept = |concept: &ConceptId| self.concept(self.fields.concepts, *concept, about.clone());
        let mut ways: Part = part.concepts.iter().map(concept).collect();
        let words: Vec<&[String]> = part.words.iter().map(std::slice::from_ref).collect();
        // What a summary names, it mentions; its single words say little more.
        let in_summary = self.needed != Needed::All;
        if part.how != How::Named || self.is_told_by_words(part) {
            ways.extend(self.worded(&words).into_iter().take(1 + usize::from(in_summary)));
        }
        if part.how != How::Named {
            let typed: Vec<&[String]> = part.typed.iter().map(|word| self.stands.for_word(word)).collect();
            ways.extend(self.worded(&typed));
        }
        ways
    }

    /// Whether studies that have all words of a name are likely to mean it: 'type', '2' and 'diabetes' stand in the title of
    /// many a phase 2 study of type 1.
    fn is_told_by_words(&self, part: &waypoint_vocabulary::Part) -> bool {
        let tells = |word: &&String| word.chars().count() > 2 && !self.vocabulary.is_plain(word);
        let numbered = part.words.iter().any(|word| word.chars().any(|c| c.is_ascii_digit()));
        !numbered && part.words.iter().filter(tells).count() == part.words.len()
    }

    /// What is about something wider than a concept.
    fn wider(&self, concept: ConceptId) -> impl Iterator<Item = Held> {
        let Self { fields, vocabulary, .. } = *self;
        let about = move |worth: f32| {
            move |wider| self.concept(fields.about, wider, Worths::of(&[(Way::ANY, worth)]))
        };
        let parents = vocabulary.parents(concept).map(about(ABOUT_WIDER));
        parents.chain(vocabulary.ancestors(concept).map(about(ABOUT_FAR_WIDER)))
    }

    /// What is about a part of a name.
    fn within(&self, part: &waypoint_vocabulary::Part) -> impl Iterator<Item = Held> {
        let within = Worths::of(&[(Way::ABOUT_A_KIND, ABOUT_WITHIN), (Way::NAMED, ABOUT_AKIN)]);
        let concepts = self.vocabulary.within(part, self.effort).into_iter();
        concepts.map(move |concept| self.concept(self.fields.concepts, concept, within.clone()))
    }

    /// What is about another kind of what a concept is a kind of, or mentions that.
    fn akin(&self, concept: ConceptId) -> impl Iterator<Item = Held> {
        let Self { fields, vocabulary, .. } = *self;
        let kind = Worths::of(&[(Way::ABOUT_A_KIND, ABOUT_AKIN)]);
        let any = Worths::of(&[(Way::ANY, ABOUT_AKIN)]);
        let close = vocabulary.parents(concept).filter(move |wider| vocabulary.kinds(*wider) <= CLOSE);
        let about = close.map(move |wider| self.concept(fields.concepts, wider, kind.clone()));
        let mentions = vocabulary.parents(concept).filter(move |wider| !self.is_common_sign(*wider));
        about.chain(mentions.map(move |wider| self.concept(fields.mentioned, wider, any.clone())))
    }

    /// Whether it is a sign of many diseases, as pain is: that a record mentions it says little of what it is about.
    fn is_common_sign(&self, concept: ConceptId) -> bool {
        let signs = self.vocabulary.concept(SIGNS);
        let is_sign = self.vocabulary.ancestors(concept).any(|above| Some(above) == signs);
        is_sign && self.vocabulary.kinds(concept) > COMMON
    }

    /// The ways in which a study can hold a word. What is near has none: it would have been found before.
    fn of_word(&self, word: &[String]) -> Part {
        if matches!(self.needed, Needed::All | Needed::Any) { self.worded(&[word]) } else { Part::new() }
    }

    fn concept(&self, field: Field, concept: ConceptId, worths: Worths) -> Held {
        Held::one(Term::from_field_text(field, self.vocabulary.id(concept)), worths)
    }

    fn word(&self, word: &str, worths: Worths) -> Held {
        Held::one(Term::from_field_text(self.fields.words, word), worths)
    }

    /// Studies in which all of these words stand together, each as one of those that stand for it.
    fn worded(&self, words: &[&[String]]) -> Part {
        let of_field = |field: Field, worths: Worths| {
            let terms = |any: &&[String]| any.iter().map(|word| Term::from_field_text(field, word)).collect();
            Held { words: words.iter().map(terms).collect(), worths }
        };
        let ways = [
            (Way::IN_CONDITIONS, IN_CONDITIONS),
            (Way::IN_TITLES, IN_TITLES),
            (Way::IN_KEYWORDS, IN_KEYWORDS),
        ];
        let in_summary = Worths::of(&[(Way::ANY, IN_SUMMARY)]);
        vec![of_field(self.fields.words, Worths::of_best(&ways)), of_field(self.fields.summary, in_summary)]
    }
}
