//! The local secret, created once and stored in a file that only its owner may read.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// A secret of 32 random bytes.
pub type SecretBytes = [u8; 32];

/// The file could not be read or created.
#[derive(Debug, thiserror::Error)]
#[error(
    "the key file {path} {what}; without it, stored data can't be read. Start with --fresh to delete the data"
)]
pub struct SecretFileError {
    path: PathBuf,
    what: String,
}

/// Returns the secret in this file, and creates the file if it is missing.
///
/// # Errors
/// When the file can't be read or created, or doesn't contain a secret.
pub fn load_or_make(path: &Path) -> Result<SecretBytes, SecretFileError> {
    let error = |what: String| SecretFileError { path: path.to_owned(), what };
    match fs::read(path) {
        Ok(bytes) => bytes.try_into().map_err(|_| error("holds no key".into())),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
            let secret = random().map_err(|e| error(format!("could not be created ({e})")))?;
            write(path, &secret).map_err(|e| error(format!("could not be created ({e})")))?;
            Ok(secret)
        }
        Err(cause) => Err(error(format!("could not be read ({cause})"))),
    }
}

/// Returns a random secret.
pub fn random() -> Result<SecretBytes, getrandom::Error> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret)?;
    Ok(secret)
}

fn write(path: &Path, secret: &SecretBytes) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(secret)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_is_created_once_and_a_damaged_file_is_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret.key");
        let first = load_or_make(&path).unwrap();
        assert_eq!(load_or_make(&path).unwrap(), first);
        fs::write(&path, b"short").unwrap();
        assert!(load_or_make(&path).unwrap_err().to_string().contains("holds no key"));
        assert_eq!(fs::read(&path).unwrap(), b"short");
    }
}
