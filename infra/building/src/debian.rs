//! Installs Debian packages where possible.

use std::{path::Path, process::Command};

use anyhow::Result;

use crate::running::{output_of, run_quietly, say};

/// Installs a package if apt-get exists and we are root. Returns whether it did.
pub fn install(package: &str) -> Result<bool> {
    if !Path::new("/usr/bin/apt-get").exists() || !is_root()? {
        return Ok(false);
    }
    say(&format!("Debian: apt-get install {package} …"));
    run_quietly(Command::new("apt-get").args(["update", "-qq"]))?;
    let install = ["install", "-y", "-qq", "--no-install-recommends", package];
    run_quietly(Command::new("apt-get").env("DEBIAN_FRONTEND", "noninteractive").args(install))?;
    Ok(true)
}

fn is_root() -> Result<bool> {
    Ok(output_of(Command::new("id").arg("-u"))?.as_deref() == Some("0"))
}
