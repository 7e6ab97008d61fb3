//! Compares the commands of a program with the documentation.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The list of all commands.
const DOCUMENT: &str = "docs/commands.md";

/// A program's commands, with the subcommands of each.
pub(crate) struct Commands {
    /// How it is called, such as `cargo xtask`.
    name: &'static str,
    known: BTreeMap<String, Vec<String>>,
}

impl Commands {
    /// Reads a program's own help.
    pub(crate) fn read(name: &'static str, program: &str) -> Self {
        let names = subcommands(program, None);
        let known = names.into_iter().map(|command| {
            let below = subcommands(program, Some(&command));
            (command, below)
        });
        Self { name, known: known.collect() }
    }

    /// Returns the commands in tracked files that don't exist, with their file.
    pub(crate) fn unknown(&self) -> Vec<String> {
        let tracked = Command::new("git").current_dir(root()).arg("ls-files").output().unwrap();
        let (beginning, mut unknown) = (format!("{} ", self.name), Vec::new());
        for file in String::from_utf8(tracked.stdout).unwrap().lines() {
            // Pictures and other binary files mention no commands.
            let Ok(text) = fs::read_to_string(root().join(file)) else { continue };
            let mentions = text.lines().flat_map(|line| line.split(&beginning).skip(1));
            let wrong = mentions.filter(|rest| !self.is_known(rest));
            unknown.extend(wrong.map(|rest| format!("{file}: {beginning}{rest}")));
        }
        unknown
    }

    /// Whether text begins with a command. Anything but a lowercase word is an argument or the end of the command.
    fn is_known(&self, text: &str) -> bool {
        let end = text.find(|c: char| !(c.is_ascii_lowercase() || c == '-' || c == ' '));
        let mut words = text[..end.unwrap_or(text.len())].split_whitespace();
        let Some(command) = words.next().filter(|word| !word.starts_with('-')) else { return true };
        let Some(below) = self.known.get(command) else { return false };
        below.is_empty()
            || words.next().is_none_or(|word| word.starts_with('-') || below.iter().any(|one| one == word))
    }

    /// Returns the commands that the list leaves out.
    pub(crate) fn undocumented(&self) -> Vec<String> {
        let text = fs::read_to_string(root().join(DOCUMENT)).unwrap();
        let leaves = self.known.iter().flat_map(|(command, below)| {
            let mut leaves: Vec<_> = below.iter().map(|one| format!("{command} {one}")).collect();
            if leaves.is_empty() {
                leaves.push(command.clone());
            }
            leaves
        });
        let calls = leaves.map(|leaf| format!("`{} {leaf}", self.name));
        calls.filter(|call| !["`", " "].iter().any(|end| text.contains(&format!("{call}{end}")))).collect()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the names that help lists. `help NAME` never runs another program, unlike `NAME --help`.
fn subcommands(program: &str, command: Option<&str>) -> Vec<String> {
    let output = Command::new(program).arg("help").args(command).output().unwrap();
    assert!(output.status.success(), "{program} help {command:?}");
    let help = String::from_utf8(output.stdout).unwrap();
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| line.starts_with("  "));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}
