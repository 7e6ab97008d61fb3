//! Builds the table that is embedded in the program.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
};

use crate::{
    data::{ConceptData, Data, NameData, NameSource},
    files::{Concept, Files},
    fold, label,
    lists::Lists,
    rewriting::{Key, Language, Rewriting},
    slip,
    sounding::{SHORTEST, sound},
};

/// The maximum length of a Vietnamese syllable.
const MAX_SYLLABLE_LETTERS: usize = 7;
/// The Vietnamese word for disease, folded.
const DISEASE: &str = "benh";
/// The minimum number of letters in a name without its dispensable words.
const MIN_LETTERS: usize = 3;

/// The keys as a finite-state map, and all other data.
pub(crate) struct Table {
    pub(crate) keys: Vec<u8>,
    pub(crate) data: Data<String>,
}

/// The concepts that a key can mean. Names as written take precedence over names without accents, and those over names
/// without a dispensable word.
#[derive(Default)]
struct Meaning {
    written: BTreeSet<u16>,
    unaccented: BTreeSet<u16>,
    shortened: BTreeSet<u16>,
}

impl Table {
    pub(crate) fn new(files: &Files) -> Result<Self, Box<dyn Error>> {
        let rewriting = Rewriting::new(&files.rules);
        let mut meanings: BTreeMap<String, Meaning> = BTreeMap::new();
        let mut words: BTreeMap<String, u32> = BTreeMap::new();
        let mut names = Names::default();
        let mut in_capitals: BTreeMap<String, bool> = BTreeMap::new();
        let plain: BTreeSet<String> =
            files.plain.iter().flat_map(|text| fold::words(text)).map(|word| word.folded).collect();
        // Not everyone who types 'best' means Best Disease.
        let is_plain_key = |key: &Key| key.text().split(' ').all(|word| plain.contains(word));
        let own_words = slip::mesh_name_words(&files.concepts);
        for (concept, index) in files.concepts.iter().zip(0_u16..) {
            for key in syllable_keys(concept) {
                meanings.entry(key.text()).or_default().written.insert(index);
            }
            for (language, name, source) in names_of(concept) {
                let is_own = source != NameSource::Lay;
                let key = rewriting.key(&name, language);
                if rewriting.is_lost(&name, language) {
                    continue;
                }
                for word in fold::words(&name) {
                    *words.entry(word.folded).or_default() += 1;
                }
                // Patients call something 'water infection', but 'water' alone is not that.
                let is_distinctive = |key: &Key| !is_plain_key(key) && (is_own || !key.is_single());
                if let Some(shortened) = key.shortened(MIN_LETTERS).filter(is_distinctive) {
                    meanings.entry(shortened.text()).or_default().shortened.insert(index);
                }
                if !key.is_empty() {
                    let capitals = name.len() > 1 && name.chars().all(char::is_uppercase);
                    *in_capitals.entry(key.text()).or_insert(true) &= capitals;
                    meanings.entry(key.text()).or_default().written.insert(index);
                }
                if !name.is_ascii() {
                    let plain = rewriting.key(&waypoint_text::fold(&name), language);
                    if plain != key && !plain.is_empty() {
                        meanings.entry(plain.text()).or_default().unaccented.insert(index);
                    }
                }
                if is_own
                    || language != Language::English
                    || !slip::is_misspelling(&name, concept, &own_words)
                {
                    names.add(name, index, language, source);
                }
            }
        }
        let rule_words = files.rules.iter().map(|(_, from, _)| from);
        for word in rule_words.chain(&files.plain).flat_map(|text| fold::words(text)) {
            *words.entry(word.folded).or_default() += 1;
        }
        let (concepts, parents, ancestors) = concepts(files);
        for (concept, index) in concepts.iter().zip(0..) {
            names.add(concept.label.clone(), index, Language::English, NameSource::Label);
        }
        let listed_keys: BTreeSet<String> = meanings.keys().cloned().collect();
        let mut keys = fst::MapBuilder::memory();
        let (mut listed, mut weak) = (Vec::new(), Vec::new());
        for (key, meaning) in meanings {
            let is_shortened = meaning.written.is_empty() && meaning.unaccented.is_empty();
            weak.push(is_shortened && !key.trim_start_matches("vi ").contains(' '));
            keys.insert(key, listed.len() as u64)?;
            let tiers = [meaning.written, meaning.unaccented, meaning.shortened];
            let concepts = tiers.into_iter().find(|concepts| !concepts.is_empty()).unwrap_or_default();
            listed.push(broadest(&concepts, &ancestors));
        }
        let spoken: BTreeSet<String> =
            files.spoken.iter().map(|name| rewriting.key(name, Language::English).text()).collect();
        if let Some(name) = spoken.iter().find(|key| !listed_keys.contains(*key)) {
            return Err(format!("spoken.txt: no concept is named '{name}'").into());
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
            names: names.into_data(),
        };
        Ok(Self { keys: keys.into_inner()?, data })
    }
}

/// The names of concepts, each with its language and its best source.
#[derive(Default)]
struct Names {
    by_text: BTreeMap<(String, u16, Language), NameSource>,
    /// The concepts that have a name to show in a language other than English.
    labeled: BTreeSet<(u16, Language)>,
}

impl Names {
    /// Adds a name. The first name of a concept in Spanish or Vietnamese is the one to show.
    fn add(&mut self, text: String, concept: u16, language: Language, source: NameSource) {
        let is_first = language != Language::English && self.labeled.insert((concept, language));
        let source = if is_first { NameSource::Label } else { source };
        let known = self.by_text.entry((text, concept, language)).or_insert(source);
        *known = source.min(*known);
    }

    fn into_data(self) -> Vec<NameData<String>> {
        let names = self.by_text.into_iter();
        names
            .map(|((text, concept, language), source)| NameData { text, concept, language, source })
            .collect()
    }
}

/// Returns the sounds of words in alphabetical order, with the position of each word.
fn sounds<'a>(words: impl Iterator<Item = &'a String>) -> Vec<(String, u32)> {
    let long = words.zip(0..).filter(|(word, _)| word.chars().count() >= SHORTEST);
    let mut sounds: Vec<(String, u32)> = long.map(|(word, place)| (sound(word), place)).collect();
    sounds.sort_unstable();
    sounds
}

/// Returns the concepts of the set that have no ancestor in it.
fn broadest(concepts: &BTreeSet<u16>, ancestors: &Lists<u16>) -> Vec<u16> {
    let is_kind =
        |index: &u16| ancestors.get(usize::from(*index)).iter().any(|above| concepts.contains(above));
    concepts.iter().copied().filter(|index| !is_kind(index)).collect()
}

/// Returns the keys of Vietnamese names of one syllable, with or without the word for disease before it.
fn syllable_keys(concept: &Concept) -> impl Iterator<Item = Key> {
    let names = concept.lay.iter().filter(|(language, _)| *language == Language::Vietnamese);
    names.filter_map(|(_, name)| match fold::words(name).as_slice() {
        [word] => Key::for_syllable(word),
        [disease, word] if disease.folded == DISEASE => Key::for_syllable(word),
        _ => None,
    })
}

/// Returns the names of a concept, and where each is from.
fn names_of(concept: &Concept) -> impl Iterator<Item = (Language, String, NameSource)> {
    let heading = std::iter::once((Language::English, concept.name.clone(), NameSource::Heading));
    let entry_terms =
        concept.entry_terms.iter().map(|name| (Language::English, name.clone(), NameSource::EntryTerm));
    // A single Vietnamese syllable is also a word of other languages. Rules cover those, with their accents.
    let is_clear = |(language, name): &&(Language, String)| {
        *language != Language::Vietnamese || name.contains(' ') || name.chars().count() > MAX_SYLLABLE_LETTERS
    };
    let lay = concept.lay.iter().filter(is_clear);
    let lay = lay.map(|(language, name)| (*language, name.clone(), NameSource::Lay));
    heading.chain(entry_terms).chain(lay)
}

/// Returns the concepts, their parents, and their ancestors.
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
        let mut above = ancestors_of(concept, files, &by_tree, &by_id);
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

/// Returns the parents of a concept in the tree and in the files.
fn parents(concept: &Concept, by_tree: &BTreeMap<&str, u16>, by_id: &BTreeMap<&str, usize>) -> Vec<u16> {
    let in_tree = concept.trees.iter().filter_map(|tree| by_tree.get(tree.rsplit_once('.')?.0).copied());
    let named = concept.parents.iter().filter_map(|id| u16::try_from(*by_id.get(id.as_str())?).ok());
    in_tree.chain(named).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Returns all ancestors of a concept.
fn ancestors_of(
    concept: &Concept,
    files: &Files,
    by_tree: &BTreeMap<&str, u16>,
    by_id: &BTreeMap<&str, usize>,
) -> BTreeSet<u16> {
    let mut found = BTreeSet::new();
    let mut pending = vec![concept];
    while let Some(concept) = pending.pop() {
        let ends = |tree: &str| tree.match_indices('.').map(|(end, _)| end).collect::<Vec<_>>();
        let prefixes = concept.trees.iter().flat_map(|tree| ends(tree).into_iter().map(|end| &tree[..end]));
        let above = prefixes.filter_map(|tree| by_tree.get(tree).copied());
        for index in above.chain(parents(concept, by_tree, by_id)) {
            if found.insert(index) {
                pending.push(&files.concepts[usize::from(index)]);
            }
        }
    }
    found
}
