//! Files that are there whole.

use std::{fs, io, path::Path};

/// Writes a file, with the folders above it: whoever reads it at the same time gets what it was before or what it is now.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.part"));
    fs::write(&beside, bytes)?;
    fs::rename(&beside, path)
}
