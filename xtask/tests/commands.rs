//! Documented commands of this program exist, and all its commands are documented.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod documented;

use documented::Commands;

fn commands() -> Commands {
    Commands::read("cargo xtask", env!("CARGO_BIN_EXE_xtask"))
}

#[test]
fn mentioned_commands_exist() {
    assert_eq!(commands().unknown(), Vec::<String>::new());
}

#[test]
fn every_command_is_documented() {
    assert_eq!(commands().undocumented(), Vec::<String>::new());
}
