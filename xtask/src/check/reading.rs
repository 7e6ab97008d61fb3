//! `cargo xtask check reading`: checks the reading grade of our copy (E-323), as Flesch-Kincaid grades by textstat, in pages,
//! letters, islands, the glossary, and responses. `bench/reading/grade.py` extracts the copy.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::Path,
    process::Command,
};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use waypoint_building::{
    python,
    running::{run, say},
};

use super::pages;

/// The maximum grade.
const MAX_GRADE: f64 = 8.0;
/// How many of the hardest texts of each kind to print.
const HARDEST_SHOWN: usize = 3;

/// A text and its grade.
#[derive(Debug, Clone, Deserialize)]
struct Graded {
    kind: String,
    name: String,
    grade: f64,
}

/// The brand to check. Others differ only in names and colors.
const BRAND: &str = "waypoint";

/// Grades the copy. The islands and the generator must already be built.
pub(crate) fn grade(root: &Path) -> Result<()> {
    let folder = root.join("target/reading");
    let tool = root.join("bench/reading");
    let requirements = tool.join("requirements.txt");
    let tools = python::environment_from(&folder.join("venv"), &requirements)?;
    let (islands, grades) = (folder.join("islands.json"), folder.join("grades.json"));
    run(Command::new("node").current_dir(&tool).arg("island-copy.mjs").stdout(created(&islands)?))?;
    run(Command::new(tools.join("python"))
        .current_dir(root)
        .args(["bench/reading/grade.py", "--pages"])
        .arg(pages::build(root, BRAND)?)
        .args(["--letters", "functions/src/letters/texts", "--islands"])
        .arg(&islands)
        .args(["--glossary", "content/glossary.toml", "--answers", "functions/src", "domain/src"])
        .stdout(created(&grades)?))?;
    let grades =
        fs::read_to_string(&grades).with_context(|| format!("{} can't be read", grades.display()))?;
    let graded: Vec<Graded> = serde_json::from_str(&grades).context("grade.py printed no grades")?;
    for line in hardest(&graded) {
        say(&line);
    }
    let hard = too_hard(&graded);
    if !hard.is_empty() {
        bail!("use shorter sentences and simpler words, up to grade {MAX_GRADE}:\n{}", hard.join("\n"));
    }
    say(&format!("Reading: all of {} texts are at grade {MAX_GRADE} or below", graded.len()));
    Ok(())
}

fn created(file: &Path) -> Result<File> {
    File::create(file).with_context(|| format!("{} can't be written", file.display()))
}

/// Returns one line per kind.
fn hardest(graded: &[Graded]) -> Vec<String> {
    let mut kinds: BTreeMap<&str, Vec<&Graded>> = BTreeMap::new();
    for text in graded {
        kinds.entry(&text.kind).or_default().push(text);
    }
    let line = |(kind, mut texts): (&str, Vec<&Graded>)| {
        texts.sort_by(|one, other| other.grade.total_cmp(&one.grade));
        let shown: Vec<_> =
            texts.iter().take(HARDEST_SHOWN).map(|text| format!("{} {:.1}", text.name, text.grade)).collect();
        format!("{kind}, {} texts; the hardest: {}", texts.len(), shown.join(", "))
    };
    kinds.into_iter().map(line).collect()
}

fn too_hard(graded: &[Graded]) -> Vec<String> {
    let hard = graded.iter().filter(|text| text.grade > MAX_GRADE);
    hard.map(|Graded { kind, name, grade }| format!("{kind} {name}: grade {grade:.1}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graded(name: &str, grade: f64) -> Graded {
        Graded { kind: "page".into(), name: name.into(), grade }
    }

    #[test]
    fn copy_above_grade_8_is_reported() {
        let texts = [graded("about.html", 8.0), graded("terms.html", 8.1), graded("faqs.html", 3.0)];
        assert_eq!(too_hard(&texts), ["page terms.html: grade 8.1"]);
        assert_eq!(
            hardest(&texts),
            ["page, 3 texts; the hardest: terms.html 8.1, about.html 8.0, faqs.html 3.0"]
        );
    }
}
