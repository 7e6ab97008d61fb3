//! Lists what a command accepts as its first argument.

use clap::{Command, Subcommand};
use waypoint_building::running::say;

/// Prints the name and purpose of each subcommand.
pub(crate) fn print<S: Subcommand>() {
    for line in lines::<S>() {
        say(&line);
    }
}

fn lines<S: Subcommand>() -> Vec<String> {
    let command = S::augment_subcommands(Command::new("any"));
    let width = command.get_subcommands().map(|one| one.get_name().len()).max().unwrap_or_default();
    let line = |one: &Command| {
        format!("{:width$}  {}", one.get_name(), one.get_about().cloned().unwrap_or_default())
    };
    command.get_subcommands().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bench::Bench, check::Check};

    #[test]
    fn every_check_and_benchmark_is_listed_with_its_purpose() {
        let (checks, benchmarks) = (lines::<Check>(), lines::<Bench>());
        let reading = "reading        Build the site and grade how hard its copy is to read";
        assert!(checks.iter().any(|line| line == reading), "{checks:#?}");
        assert!(!benchmarks.is_empty());
        for line in checks.iter().chain(&benchmarks) {
            assert!(line.split_once("  ").is_some_and(|(_, purpose)| purpose.trim().len() > 20), "{line}");
        }
    }
}
