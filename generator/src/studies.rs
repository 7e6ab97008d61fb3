//! The source of studies: a folder of files, or the Studies table.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

/// Name of the Studies table on the command line.
const TABLE: &str = "dynamodb";

/// The program that exports the table's studies to a folder. It is a separate program because the generator does not
/// depend on the database.
const EXPORT: &str = "export-studies";

/// A folder with studies.
#[derive(Debug)]
pub(crate) enum Studies {
    /// A folder of files that editors write.
    Folder(PathBuf),
    /// A temporary folder with an export of the table, deleted when this value is dropped.
    Exported(TempDir),
}

impl Studies {
    /// Returns the source named on the command line; by default, the `studies` folder of the content.
    pub(crate) fn choose(named: Option<&Path>, content: &Path) -> Result<Self, String> {
        match named {
            Some(name) if name == TABLE => export(),
            Some(folder) => Ok(Self::Folder(folder.to_owned())),
            None => Ok(Self::Folder(content.join("studies"))),
        }
    }

    pub(crate) fn folder(&self) -> &Path {
        match self {
            Self::Folder(folder) => folder,
            Self::Exported(folder) => folder.path(),
        }
    }
}

fn export() -> Result<Studies, String> {
    let folder =
        TempDir::new().map_err(|error| format!("error: can't create a folder for the studies: {error}"))?;
    let here =
        env::current_exe().map_err(|error| format!("error: can't find the path of this program: {error}"))?;
    let program = here.with_file_name(format!("{EXPORT}{}", env::consts::EXE_SUFFIX));
    let output = Command::new(&program).arg(folder.path()).output().map_err(|error| {
        let place = program.display();
        format!("error: can't run {place}: {error}; build it with 'cargo build -p waypoint-functions --bin {EXPORT}'")
    })?;
    if output.status.success() {
        Ok(Studies::Exported(folder))
    } else {
        Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
    }
}
