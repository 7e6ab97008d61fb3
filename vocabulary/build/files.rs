//! Reads the files of names.

use std::{error::Error, fs, path::Path};

use waypoint_text::Table;

use crate::rewriting::{Language, Rule};

/// The names of the files.
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

/// The branch of the `MeSH` tree for animal diseases, some of which people have, too.
const ANIMALS: &str = "C22";
const ANIMAL_WORDS: [&str; 19] = [
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
    /// Common words that name nothing.
    pub(crate) plain: Vec<String>,
    /// Names that mean something else in a study's record.
    pub(crate) spoken: Vec<String>,
}

/// A concept with all its names.
pub(crate) struct Concept {
    pub(crate) id: String,
    /// The preferred name in `MeSH`.
    pub(crate) name: String,
    /// The positions in the `MeSH` tree.
    pub(crate) trees: Vec<String>,
    /// The ids of parents in addition to those in the tree.
    pub(crate) parents: Vec<String>,
    /// The other names in `MeSH`.
    pub(crate) entry_terms: Vec<String>,
    /// The name to show, if it is not from `MeSH`.
    pub(crate) label: Option<String>,
    /// What patients call it.
    pub(crate) lay: Vec<(Language, String)>,
    /// Whether it only qualifies another condition next to it.
    pub(crate) beside: bool,
}

impl Files {
    pub(crate) fn read(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let mut files = Self::default();
        // Diseases that patients have a name for are not only animal diseases.
        let lay = table(folder, "lay.tsv", ["id", "name", "english", "spanish", "vietnamese"])?;
        let patient_named: Vec<&String> = lay.iter().map(|[id, ..]| id).collect();
        for [id, name, entry_terms, trees] in mesh(folder)? {
            if is_animal_disease(&name, &parts(&trees)) && !patient_named.contains(&&id) {
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
            let columns = ["id", "name", "parents", "english", "spanish", "vietnamese"];
            for [id, name, parents, english, spanish, vietnamese] in table(folder, file, columns)? {
                files.concepts.push(Concept {
                    id,
                    name,
                    trees: Vec::new(),
                    parents: parts(&parents),
                    label: None,
                    entry_terms: Vec::new(),
                    lay: lay_names([&english, &spanish, &vietnamese]),
                    beside: false,
                });
            }
        }
        for [id, name, english, spanish, vietnamese] in lay {
            files.concept_named(&id, &name, "lay.tsv")?.lay = lay_names([&english, &spanish, &vietnamese]);
        }
        let child_and_parent = ["id", "name", "parent", "name of parent"];
        for [id, name, parent, name_of_parent] in table(folder, "kinds.tsv", child_and_parent)? {
            files.concept_named(&parent, &name_of_parent, "kinds.tsv")?;
            files.concept_named(&id, &name, "kinds.tsv")?.parents.push(parent);
        }
        for [id, name, parent, name_of_parent] in table(folder, "apart.tsv", child_and_parent)? {
            let parent_trees = files.concept_named(&parent, &name_of_parent, "apart.tsv")?.trees.clone();
            let is_below = |tree: &String| {
                tree.rsplit_once('.').is_some_and(|(wider, _)| parent_trees.contains(&wider.to_owned()))
            };
            let concept = files.concept_named(&id, &name, "apart.tsv")?;
            if !concept.trees.iter().any(is_below) {
                return Err(format!("apart.tsv: no tree position of {id} is directly below {parent}").into());
            }
            concept.trees.retain(|tree| !is_below(tree));
        }
        for [id, name, label] in table(folder, "labels.tsv", ["id", "name", "label"])? {
            files.concept_named(&id, &name, "labels.tsv")?.label = Some(label);
        }
        for [id, name] in table(folder, "beside.tsv", ["id", "name"])? {
            files.concept_named(&id, &name, "beside.tsv")?.beside = true;
        }
        for [language, words, meaning] in table(folder, "words.tsv", ["language", "words", "meaning"])? {
            let language = Language::from_code(&language)
                .ok_or_else(|| format!("words.tsv: unknown language {language}"))?;
            files.rules.push((language, words, meaning));
        }
        files.plain = text(folder, "plain.txt")?.split_whitespace().map(str::to_owned).collect();
        let spoken = text(folder, "spoken.txt")?;
        files.spoken = spoken.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
        Ok(files)
    }

    /// Returns the concept with this id. The name, which the file repeats for readers, must match.
    fn concept_named(&mut self, id: &str, name: &str, file: &str) -> Result<&mut Concept, Box<dyn Error>> {
        let concept = self.concepts.iter_mut().find(|concept| concept.id == id);
        let concept = concept.ok_or_else(|| format!("{file}: unknown concept {id}"))?;
        if concept.name != name {
            return Err(format!("{file}: {id} is {}, not {name}", concept.name).into());
        }
        Ok(concept)
    }
}

fn is_animal_disease(name: &str, trees: &[String]) -> bool {
    let is_animal_tree = |tree: &String| tree.starts_with(ANIMALS);
    let names_animal = || ANIMAL_WORDS.iter().any(|kind| name.contains(kind));
    trees.iter().all(is_animal_tree) || (trees.iter().any(is_animal_tree) && names_animal())
}

/// Returns the rows of the extract of `MeSH`, which has no header.
fn mesh(folder: &Path) -> Result<Vec<[String; 4]>, Box<dyn Error>> {
    let text = text(folder, "mesh.tsv")?;
    let table = Table::without_header("mesh.tsv", ["id", "name", "entry terms", "trees"], &text);
    Ok(trimmed(table.read()?))
}

/// Returns the rows of a file with these columns.
fn table<const N: usize>(
    folder: &Path,
    file: &str,
    columns: [&str; N],
) -> Result<Vec<[String; N]>, Box<dyn Error>> {
    let text = text(folder, file)?;
    Ok(trimmed(Table::new(file, columns, &text).read()?))
}

fn text(folder: &Path, file: &str) -> Result<String, Box<dyn Error>> {
    let path = folder.join(file);
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()).into())
}

fn trimmed<const N: usize>(rows: Vec<[&str; N]>) -> Vec<[String; N]> {
    rows.into_iter().map(|row| row.map(|cell| cell.trim().to_owned())).collect()
}

fn parts(cell: &str) -> Vec<String> {
    cell.split('|').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

fn lay_names(cells: [&str; 3]) -> Vec<(Language, String)> {
    let names = |(language, cell): (Language, &str)| {
        parts(cell).into_iter().map(move |name| (language, name)).collect::<Vec<_>>()
    };
    Language::ALL.into_iter().zip(cells).flat_map(names).collect()
}
