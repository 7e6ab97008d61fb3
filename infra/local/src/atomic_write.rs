//! Atomic writes of files.

use std::{fs, io, path::Path};

/// Writes a file and creates its parent folders. Concurrent readers see either the old or the new content.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.part"));
    fs::write(&temporary, bytes)?;
    fs::rename(&temporary, path)
}
