//! `cargo ops preview`: writes the six previews of a study's file, to review before it is loaded.

use std::{
    ffi::OsString,
    path::{Path, PathBuf, absolute},
};

use anyhow::{Context, Result};
use waypoint_building::{
    islands,
    program::cargo,
    running::{run, say},
};

/// Builds what is missing and runs the generator.
pub(crate) fn previews(root: &Path, study: &Path, out: Option<&Path>) -> Result<()> {
    let absolute_path =
        |path: &Path| absolute(path).with_context(|| format!("{} is not a path", path.display()));
    let study = absolute_path(study)?;
    let out = match out {
        Some(out) => absolute_path(out)?,
        None => root.join("target/preview/{number}"),
    };
    islands::build(root)?;
    say("Building the generator (the first time takes some minutes) ...");
    run(cargo(root).args(arguments(root, &study, &out)))
}

/// Returns the arguments for cargo, with absolute paths, because cargo runs in the project's root.
fn arguments(root: &Path, study: &Path, out: &Path) -> Vec<OsString> {
    let words = ["run", "--quiet", "--package", "waypoint-generator", "--", "preview"];
    let named = |name: &str, path: PathBuf| [OsString::from(name), path.into_os_string()];
    let mut arguments: Vec<OsString> = words.map(OsString::from).into();
    arguments.push(study.into());
    arguments.extend(named("--content", root.join("content")));
    arguments.extend(named("--site", root.join("site")));
    arguments.extend(named("--out", out.to_owned()));
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generator_gets_absolute_paths() {
        let built = arguments(Path::new("/here"), Path::new("/there/a b.json"), Path::new("/look/{number}"));
        let words = built.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>();
        assert_eq!(words[..6].join(" "), "run --quiet --package waypoint-generator -- preview");
        assert_eq!(
            words[6..],
            [
                "/there/a b.json",
                "--content",
                "/here/content",
                "--site",
                "/here/site",
                "--out",
                "/look/{number}"
            ]
        );
    }
}
