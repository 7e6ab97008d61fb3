//! The table that stands in the binary.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
};

use crate::{
    data::{ConceptData, Data, NameData, Stands},
    files::{Concept, Files},
    fold, label,
    lists::Lists,
    rewriting::{Key, Language, Rewriting},
    slip,
    sounding::{SHORTEST, sound},
};

/// The most letters of a syllable of Vietnamese.
const LONGEST_SYLLABLE: usize = 7;
/// How Vietnamese says disease, folded.
const DISEASE: &str = "benh";
/// What is left of a name without its dispensable words has to have this many letters.
const ENOUGH: usize = 3;

/// The keys as a map, and everything else.
pub(crate) struct Table {
    pub(crate) keys: Vec<u8>,
    pub(crate) data: Data<String>,
}

/// Which concepts a key means. A name that is written somewhere counts more than one that is left when
/// its accents, and that more than one that is left when a word, is taken out of it.
#[derive(Default)]
struct Meaning {
    written: BTreeSet<u16>,
    unaccented: BTreeSet<u16>,
    shortened: BTreeSet<u16>,
}

impl Table {
    pub(crate) fn of(files: &Files) -> Result<Self, Box<dyn Error>> {
        let rewriting = Rewriting::new(&files.rules);
        let mut meanings: BTreeMap<String, Meaning> = BTreeMap::new();
        let mut words: BTreeMap<String, u32> = BTreeMap::new();
        let mut names = BTreeSet::new();
        let mut in_capitals: BTreeMap<String, bool> = BTreeMap::new();
        let plain: BTreeSet<String> =
            files.plain.iter().flat_map(|text| fold::words(text)).map(|word| word.folded).collect();
        // `Best Disease` is not what everybody means who wants the best.
        let says_nothing = |key: &Key| key.written().split(' ').all(|word| plain.contains(word));
        let own_words = slip::words_of_own_names(&files.concepts);
        for (concept, index) in files.concepts.iter().zip(0_u16..) {
            for key in syllables_of(concept) {
                meanings.entry(key.written()).or_default().written.insert(index);
            }
            for (language, name, is_own) in names_of(concept) {
                let key = rewriting.key(&name, language);
                if rewriting.is_lost(&name, language) {
                    continue;
                }
                for word in fold::words(&name) {
                    *words.entry(word.folded).or_default() += 1;
                }
                // What patients call water infection, water is not.
                let says_enough = |key: &Key| !says_nothing(key) && (is_own || !key.is_single());
                if let Some(shortened) = key.shortened(ENOUGH).filter(says_enough) {
                    meanings.entry(shortened.written()).or_default().shortened.insert(index);
                }
                if !key.is_empty() {
                    let capitals = name.len() > 1 && name.chars().all(char::is_uppercase);
                    *in_capitals.entry(key.written()).or_insert(true) &= capitals;
                    meanings.entry(key.written()).or_default().written.insert(index);
                }
                let plain = rewriting.key(&fold::unaccented(&name), language);
                if plain != key && !plain.is_empty() {
                    meanings.entry(plain.written()).or_default().unaccented.insert(index);
                }
                if is_own || language != Language::English || !slip::is_slip(&name, concept, &own_words) {
                    names.insert((name, index));
                }
            }
        }
        let of_rules = files.rules.iter().map(|(_, from, _)| from);
        for word in of_rules.chain(&files.plain).flat_map(|text| fold::words(text)) {
            *words.entry(word.folded).or_default() += 1;
        }
        let (concepts, parents, ancestors) = concepts(files);
        names.extend(concepts.iter().zip(0..).map(|(concept, index)| (concept.label.clone(), index)));
        let (names, words_of_names, stands) = suggested(names);
        let listed_keys: BTreeSet<String> = meanings.keys().cloned().collect();
        let mut keys = fst::MapBuilder::memory();
        let (mut listed, mut weak) = (Vec::new(), Vec::new());
        for (key, meaning) in meanings {
            let is_shortened = meaning.written.is_empty() && meaning.unaccented.is_empty();
            weak.push(is_shortened && !key.trim_start_matches("vi ").contains(' '));
            keys.insert(key, listed.len() as u64)?;
            let tiers = [meaning.written, meaning.unaccented, meaning.shortened];
            let of = tiers.into_iter().find(|of| !of.is_empty()).unwrap_or_default();
            listed.push(broadest(&of, &ancestors));
        }
        let spoken: BTreeSet<String> =
            files.spoken.iter().map(|name| rewriting.key(name, Language::English).written()).collect();
        if let Some(name) = spoken.iter().find(|key| !listed_keys.contains(*key)) {
            return Err(format!("spoken.txt: nothing is called '{name}'").into());
        }
        let data = Data {
            concepts,
            rules: files.rules.clone(),
            parents,
            ancestors,
            meanings: listed.into_iter().collect(),
            weak,
            capitals: in_capitals.into_iter().filter_map(|(key, all)| all.then_some(key)).collect(),
            spoken: spoken.into_iter().collect(),
            sounds: sounds(words.keys()),
            words: words.into_iter().collect(),
            plain: plain.into_iter().collect(),
            names,
            words_of_names,
            stands,
        };
        Ok(Self { keys: keys.into_inner()?, data })
    }
}

/// The names to suggest, and where their words stand.
fn suggested(names: BTreeSet<(String, u16)>) -> (Vec<NameData<String>>, Vec<String>, Lists<Stands>) {
    let mut listed = Vec::new();
    let mut stands: BTreeMap<String, Vec<Stands>> = BTreeMap::new();
    for ((text, concept), name) in names.into_iter().zip(0..) {
        let words = fold::words(&text);
        for (word, place) in words.iter().zip(0..) {
            stands.entry(word.folded.clone()).or_default().push(Stands { name, place });
        }
        listed.push(NameData { text, concept, words: u8::try_from(words.len()).unwrap_or(u8::MAX) });
    }
    let (words, stands): (_, Vec<_>) = stands.into_iter().unzip();
    (listed, words, stands.into_iter().collect())
}

/// How words sound, in the order of the alphabet, with their places.
fn sounds<'a>(words: impl Iterator<Item = &'a String>) -> Vec<(String, u32)> {
    let long = words.zip(0..).filter(|(word, _)| word.chars().count() >= SHORTEST);
    let mut sounds: Vec<(String, u32)> = long.map(|(word, place)| (sound(word), place)).collect();
    sounds.sort_unstable();
    sounds
}

/// Of concepts that are called the same, those that are no kind of another.
fn broadest(of: &BTreeSet<u16>, ancestors: &Lists<u16>) -> Vec<u16> {
    let is_kind = |index: &u16| ancestors.of(usize::from(*index)).iter().any(|above| of.contains(above));
    of.iter().copied().filter(|index| !is_kind(index)).collect()
}

/// The keys of Vietnamese names of one syllable, with or without the word for disease before it.
fn syllables_of(concept: &Concept) -> impl Iterator<Item = Key> {
    let names = concept.lay.iter().filter(|(language, _)| *language == Language::Vietnamese);
    names.filter_map(|(_, name)| match fold::words(name).as_slice() {
        [word] => Key::of_syllable(word),
        [disease, word] if disease.folded == DISEASE => Key::of_syllable(word),
        _ => None,
    })
}

/// The names of a concept, and whether each is the vocabulary's own and not only what patients say.
fn names_of(concept: &Concept) -> impl Iterator<Item = (Language, String, bool)> {
    let own = std::iter::once(&concept.name).chain(&concept.entry_terms);
    let own = own.map(|name| (Language::English, name.clone(), true));
    // One syllable of Vietnamese is a word of other languages too; rules know those with their accents.
    let is_clear = |(language, name): &&(Language, String)| {
        *language != Language::Vietnamese || name.contains(' ') || name.chars().count() > LONGEST_SYLLABLE
    };
    let lay = concept.lay.iter().filter(is_clear);
    own.chain(lay.map(|(language, name)| (*language, name.clone(), false)))
}

/// The concepts, those of which each is a kind, and all that are above each.
fn concepts(files: &Files) -> (Vec<ConceptData<String>>, Lists<u16>, Lists<u16>) {
    let by_tree: BTreeMap<&str, u16> = files
        .concepts
        .iter()
        .zip(0_u16..)
        .flat_map(|(concept, index)| concept.trees.iter().map(move |tree| (tree.as_str(), index)))
        .collect();
    let by_id: BTreeMap<&str, usize> =
        files.concepts.iter().enumerate().map(|(index, concept)| (concept.id.as_str(), index)).collect();
    let all_above = |(concept, index): (&Concept, u16)| {
        let mut above = above(concept, files, &by_tree, &by_id);
        above.remove(&index);
        above.into_iter().collect()
    };
    let ancestors: Vec<Vec<u16>> = files.concepts.iter().zip(0_u16..).map(all_above).collect();
    let concept = |concept: &Concept| ConceptData {
        id: concept.id.clone(),
        label: label::label(concept),
        kinds: 0,
        beside: concept.beside,
    };
    let mut concepts: Vec<ConceptData<String>> = files.concepts.iter().map(concept).collect();
    for index in ancestors.iter().flatten() {
        concepts[usize::from(*index)].kinds += 1;
    }
    let parents = files.concepts.iter().map(|concept| parents(concept, &by_tree, &by_id)).collect();
    (concepts, parents, ancestors.into_iter().collect())
}

/// The concepts of which one is a kind: those above its places in the tree, and those that are named.
fn parents(concept: &Concept, by_tree: &BTreeMap<&str, u16>, by_id: &BTreeMap<&str, usize>) -> Vec<u16> {
    let above = concept.trees.iter().filter_map(|tree| by_tree.get(tree.rsplit_once('.')?.0).copied());
    let named = concept.parents.iter().filter_map(|id| u16::try_from(*by_id.get(id.as_str())?).ok());
    above.chain(named).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Every concept above one: those above its places in the tree, its parents, and those above them.
fn above(
    concept: &Concept,
    files: &Files,
    by_tree: &BTreeMap<&str, u16>,
    by_id: &BTreeMap<&str, usize>,
) -> BTreeSet<u16> {
    let mut found = BTreeSet::new();
    let mut left = vec![concept];
    while let Some(concept) = left.pop() {
        let ends = |tree: &str| tree.match_indices('.').map(|(end, _)| end).collect::<Vec<_>>();
        let of_tree = concept.trees.iter().flat_map(|tree| ends(tree).into_iter().map(|end| &tree[..end]));
        let above = of_tree.filter_map(|tree| by_tree.get(tree).copied());
        for index in above.chain(parents(concept, by_tree, by_id)) {
            if found.insert(index) {
                left.push(&files.concepts[usize::from(index)]);
            }
        }
    }
    found
}
