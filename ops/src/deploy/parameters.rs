//! A temporary file with a stack's parameters for the command line. It contains keys, so only the owner may read it, and it
//! is deleted after use.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::PathBuf,
};

use anyhow::{Context, Result};
use waypoint_building::running::complain;

/// The file, deleted on drop.
pub(super) struct Parameters {
    pub(super) file: PathBuf,
}

impl Parameters {
    pub(super) fn write(file: PathBuf, text: &str) -> Result<Self> {
        let place = || format!("{} can't be written", file.display());
        // A leftover of a killed run may be readable by others.
        if file.exists() {
            fs::remove_file(&file).with_context(place)?;
        }
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut opened = options.open(&file).with_context(place)?;
        opened.write_all(text.as_bytes()).with_context(place)?;
        Ok(Self { file })
    }
}

impl Drop for Parameters {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_file(&self.file) {
            complain(&format!("{} contains keys; delete it: {error}", self.file.display()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn parameters_file_is_private_and_deleted_on_drop() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("parameters.json");
        fs::write(&file, "left over").unwrap();
        let parameters = Parameters::write(file.clone(), "keys").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "keys");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        drop(parameters);
        assert!(!file.exists());
    }
}
