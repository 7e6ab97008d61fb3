//! Builds functions for the cloud with cargo-lambda, which uses Zig to link against the C library of the cloud's machines.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use crate::{
    program::cargo,
    python,
    running::{output_of, run, say},
};

/// The packages whose programs are functions.
const PACKAGES: [&str; 2] = ["waypoint-functions", "waypoint-regenerate"];

/// The machine type to build for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Machine {
    /// The cloud's machines.
    Arm64,
    /// Local machines of this type.
    X86_64,
}

impl Machine {
    fn target(self) -> &'static str {
        match self {
            Self::Arm64 => "aarch64-unknown-linux-gnu",
            Self::X86_64 => "x86_64-unknown-linux-gnu",
        }
    }
}

/// Builds these programs, or all. Returns a folder with a folder per program, which contains the deployable `bootstrap.zip` and
/// the `bootstrap` inside it.
pub fn build(root: &Path, machine: Machine, names: &[String]) -> Result<PathBuf> {
    let tools =
        python::environment_from(&root.join("target/lambda/venv"), &root.join("functions/requirements.txt"))?;
    ensure_library(root, machine.target())?;
    let folder = root.join("target/lambda").join(machine.target());
    say(&format!("Functions for {} (the first full build takes an hour) …", machine.target()));
    let search = env::join_paths(
        [tools].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())),
    )?;
    for format in ["binary", "zip"] {
        let mut build = cargo(root);
        build.args(["lambda", "build", "--profile", "deploy", "--target", machine.target()]);
        build.args(["--output-format", format, "--lambda-dir"]).arg(&folder).env("PATH", &search);
        for package in PACKAGES {
            build.args(["--package", package]);
        }
        build.args(names.iter().flat_map(|name| ["--bin", name]));
        run(&mut build)?;
    }
    Ok(folder)
}

/// Installs the standard library for a target with rustup.
fn ensure_library(root: &Path, target: &str) -> Result<()> {
    let installed =
        output_of(Command::new("rustup").current_dir(root).args(["target", "list", "--installed"]))?;
    let installed = installed.context("building functions requires a Rust installed by rustup")?;
    if installed.lines().any(|line| line == target) {
        return Ok(());
    }
    run(Command::new("rustup").current_dir(root).args(["target", "add", target]))
}
