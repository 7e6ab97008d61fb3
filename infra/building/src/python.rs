//! Python tools, each in its own virtual environment.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{
    debian,
    running::{output_of, run_quietly, say},
};

/// Returns the programs folder of an environment with exactly these packages (`name==version`). Creates it if it is missing
/// or has others.
pub fn environment(folder: &Path, packages: &[&str]) -> Result<PathBuf> {
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let (expected, record) = (packages.join("\n"), folder.join("installed.txt"));
    if fs::read_to_string(&record).is_ok_and(|installed| installed == expected) {
        return Ok(programs);
    }
    say(&format!("Python: installing {} into {}", packages.join(" and "), folder.display()));
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("{} can't be removed", folder.display()))?;
    }
    create(folder)?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run_quietly(Command::new(programs.join("python")).args(install).args(packages))?;
    fs::write(&record, expected).with_context(|| format!("{} can't be written", record.display()))?;
    Ok(programs)
}

/// Like [`environment`], with the packages of a requirements file.
pub fn environment_from(folder: &Path, requirements: &Path) -> Result<PathBuf> {
    let text = fs::read_to_string(requirements)
        .with_context(|| format!("{} can't be read", requirements.display()))?;
    let packages: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    environment(folder, &packages)
}

/// Creates an environment. Debian's Python needs another package for that.
fn create(folder: &Path) -> Result<()> {
    let made = python()?.map(|python| run_quietly(Command::new(python).args(["-m", "venv"]).arg(folder)));
    match made {
        Some(Ok(())) => Ok(()),
        _ if debian::install("python3-venv")? => {
            run_quietly(Command::new("/usr/bin/python3").args(["-m", "venv", "--clear"]).arg(folder))
        }
        _ => bail!("no Python can create virtual environments; install Python 3.10 or newer with venv"),
    }
}

fn python() -> Result<Option<&'static str>> {
    for name in ["python3", "python"] {
        if output_of(Command::new(name).arg("--version"))?.is_some() {
            return Ok(Some(name));
        }
    }
    Ok(None)
}
