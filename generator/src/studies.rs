//! Where studies are read from: a folder of files, or the Studies table.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

/// What the command line calls the Studies table.
const TABLE: &str = "dynamodb";

/// The program that writes the studies of the table into a folder. It stands beside this one, because
/// what knows the database is not part of the generator.
const EXPORT: &str = "export-studies";

/// A folder with studies.
#[derive(Debug)]
pub(crate) enum Studies {
    /// One of files that editors write.
    Folder(PathBuf),
    /// One with what the table holds now, which goes with this value.
    Exported(TempDir),
}

impl Studies {
    /// The studies that the command line names; without it, those of the content.
    ///
    /// # Errors
    /// Says why the table can't be read.
    pub(crate) fn choose(named: Option<&Path>, content: &Path) -> Result<Self, String> {
        match named {
            Some(name) if name == TABLE => export(),
            Some(folder) => Ok(Self::Folder(folder.to_owned())),
            None => Ok(Self::Folder(content.join("studies"))),
        }
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        match self {
            Self::Folder(folder) => folder,
            Self::Exported(folder) => folder.path(),
        }
    }
}

fn export() -> Result<Studies, String> {
    let folder = TempDir::new().map_err(|error| format!("error: no folder for the studies: {error}"))?;
    let here =
        env::current_exe().map_err(|error| format!("error: this program's place is not known: {error}"))?;
    let program = here.with_file_name(format!("{EXPORT}{}", env::consts::EXE_SUFFIX));
    let output = Command::new(&program).arg(folder.path()).output().map_err(|error| {
        let place = program.display();
        format!("error: {place} can't be run: {error}; build it with 'cargo build -p waypoint-functions --bin {EXPORT}'")
    })?;
    if output.status.success() {
        Ok(Studies::Exported(folder))
    } else {
        Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
    }
}
