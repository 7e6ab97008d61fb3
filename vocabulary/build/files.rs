//! The files of names, read.

use std::{error::Error, fs, path::Path};

use crate::rewriting::{Language, Rule};

/// The files, by name.
pub(crate) const NAMES: [&str; 11] = [
    "mesh.tsv",
    "lay.tsv",
    "own.tsv",
    "treatments.tsv",
    "kinds.tsv",
    "apart.tsv",
    "labels.tsv",
    "words.tsv",
    "plain.txt",
    "beside.tsv",
    "spoken.txt",
];

/// Where the vocabulary's tree has what animals suffer from; some of it people do too.
const ANIMALS: &str = "C22";
const KINDS: [&str; 19] = [
    "Animal",
    "Veterinary",
    "Avian",
    "Bovine",
    "Swine",
    "Feline",
    "Equine",
    "Canine",
    "Ovine",
    "Murine",
    "Simian",
    "Sheep",
    "Horse",
    "Porcine",
    "Mink",
    "Birds",
    "Calves",
    "Turkeys",
    "Enzootic",
];

/// Every row of every file.
#[derive(Default)]
pub(crate) struct Files {
    pub(crate) concepts: Vec<Concept>,
    pub(crate) rules: Vec<Rule<String>>,
    /// Words that people type and that name nothing.
    pub(crate) plain: Vec<String>,
    /// What people say of themselves, and what means something else in a record.
    pub(crate) spoken: Vec<String>,
}

/// A concept with all of its names.
pub(crate) struct Concept {
    pub(crate) id: String,
    /// The name in the vocabulary.
    pub(crate) name: String,
    /// The places in the vocabulary's tree.
    pub(crate) trees: Vec<String>,
    /// Concepts of which it is a kind beside those above its places in the tree.
    pub(crate) parents: Vec<String>,
    /// The vocabulary's other names.
    pub(crate) entry_terms: Vec<String>,
    /// The name that is shown, when it is none of the vocabulary's.
    pub(crate) label: Option<String>,
    /// What patients call it.
    pub(crate) lay: Vec<(Language, String)>,
    /// Whether it says more of another condition where it stands beside one.
    pub(crate) beside: bool,
}

impl Files {
    pub(crate) fn read(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let mut files = Self::default();
        // What patients have a name for, people suffer from too.
        let named: Vec<String> = rows(folder, "lay.tsv", 1)?
            .iter()
            .filter_map(|row| row.split('\t').next().map(str::to_owned))
            .collect();
        for row in rows(folder, "mesh.tsv", 0)? {
            let [id, name, entry_terms, trees] = columns(&row, "mesh.tsv")?;
            if is_of_animals(&name, &parts(&trees)) && !named.contains(&id) {
                continue;
            }
            files.concepts.push(Concept {
                id,
                name,
                trees: parts(&trees),
                parents: Vec::new(),
                label: None,
                entry_terms: parts(&entry_terms),
                lay: Vec::new(),
                beside: false,
            });
        }
        for file in ["own.tsv", "treatments.tsv"] {
            for row in rows(folder, file, 1)? {
                let [id, name, parents, english, spanish, vietnamese] = columns(&row, file)?;
                files.concepts.push(Concept {
                    id,
                    name,
                    trees: Vec::new(),
                    parents: parts(&parents),
                    label: None,
                    entry_terms: Vec::new(),
                    lay: lay([&english, &spanish, &vietnamese]),
                    beside: false,
                });
            }
        }
        for row in rows(folder, "lay.tsv", 1)? {
            let [id, name, english, spanish, vietnamese] = columns(&row, "lay.tsv")?;
            files.named(&id, &name, "lay.tsv")?.lay = lay([&english, &spanish, &vietnamese]);
        }
        for row in rows(folder, "kinds.tsv", 1)? {
            let [id, name, parent, name_of_parent] = columns(&row, "kinds.tsv")?;
            files.named(&parent, &name_of_parent, "kinds.tsv")?;
            files.named(&id, &name, "kinds.tsv")?.parents.push(parent);
        }
        for row in rows(folder, "apart.tsv", 1)? {
            let [id, name, parent, name_of_parent] = columns(&row, "apart.tsv")?;
            let above = files.named(&parent, &name_of_parent, "apart.tsv")?.trees.clone();
            let is_below = |tree: &String| {
                tree.rsplit_once('.').is_some_and(|(wider, _)| above.contains(&wider.to_owned()))
            };
            let concept = files.named(&id, &name, "apart.tsv")?;
            if !concept.trees.iter().any(is_below) {
                return Err(format!("apart.tsv: no place of {id} is right below {parent}").into());
            }
            concept.trees.retain(|tree| !is_below(tree));
        }
        for row in rows(folder, "labels.tsv", 1)? {
            let [id, name, label] = columns(&row, "labels.tsv")?;
            files.named(&id, &name, "labels.tsv")?.label = Some(label);
        }
        for row in rows(folder, "beside.tsv", 1)? {
            let [id, name] = columns(&row, "beside.tsv")?;
            files.named(&id, &name, "beside.tsv")?.beside = true;
        }
        for row in rows(folder, "words.tsv", 1)? {
            let [language, words, meaning] = columns(&row, "words.tsv")?;
            let language = Language::of_code(&language)
                .ok_or_else(|| format!("words.tsv: no language is {language}"))?;
            files.rules.push((language, words, meaning));
        }
        for row in rows(folder, "plain.txt", 0)? {
            files.plain.extend(row.split(' ').map(str::to_owned));
        }
        files.spoken = rows(folder, "spoken.txt", 0)?;
        Ok(files)
    }

    /// The concept of an id; a file has its name too, for its readers.
    fn named(&mut self, id: &str, name: &str, file: &str) -> Result<&mut Concept, Box<dyn Error>> {
        let concept = self.concepts.iter_mut().find(|concept| concept.id == id);
        let concept = concept.ok_or_else(|| format!("{file}: no concept is {id}"))?;
        if concept.name != name {
            return Err(format!("{file}: {id} is {}, not {name}", concept.name).into());
        }
        Ok(concept)
    }
}

fn is_of_animals(name: &str, trees: &[String]) -> bool {
    let of_animals = |tree: &String| tree.starts_with(ANIMALS);
    let names_one = || KINDS.iter().any(|kind| name.contains(kind));
    trees.iter().all(of_animals) || (trees.iter().any(of_animals) && names_one())
}

fn rows(folder: &Path, file: &str, header: usize) -> Result<Vec<String>, Box<dyn Error>> {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text.lines().skip(header).filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

fn columns<const N: usize>(row: &str, file: &str) -> Result<[String; N], Box<dyn Error>> {
    let columns: Vec<String> = row.split('\t').map(|cell| cell.trim().to_owned()).collect();
    columns.try_into().map_err(|_| format!("{file}: the row '{row}' has not {N} columns").into())
}

fn parts(cell: &str) -> Vec<String> {
    cell.split('|').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

fn lay(cells: [&str; 3]) -> Vec<(Language, String)> {
    let of = |(language, cell): (Language, &str)| {
        parts(cell).into_iter().map(move |name| (language, name)).collect::<Vec<_>>()
    };
    Language::ALL.into_iter().zip(cells).flat_map(of).collect()
}
