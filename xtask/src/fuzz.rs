//! `cargo xtask fuzz`: content that is changed at random, for some minutes.

use std::{fs, path::Path};

use anyhow::{Context, Result, bail};

use crate::{running::run, serve::cargo};

/// A case that is still there when the program has ended, ended it.
const RUNNING: &str = "0--";

/// Runs the fuzzer of the generator; the options are its own.
pub(crate) fn run_with(root: &Path, options: &[String]) -> Result<()> {
    let keep = root.join("target/fuzz");
    fs::create_dir_all(&keep).with_context(|| format!("{} can't be made", keep.display()))?;
    let program = ["run", "--package", "waypoint-generator", "--example", "fuzz", "--", "--keep"];
    let result = run(cargo(root).args(program).arg(&keep).args(options));
    for entry in fs::read_dir(&keep)? {
        let path = entry?.path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(RUNNING)) {
            bail!(
                "the program ended in the middle of a case; again: cargo xtask fuzz --case {}",
                path.display()
            );
        }
    }
    result
}
