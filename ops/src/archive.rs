//! Reproducible ZIP archives: the same content gives the same bytes, regardless of file times and directory order.

use std::{fs, io::Write, path::Path};

use anyhow::{Context, Result};
use flate2::{Compression, Crc, write::DeflateEncoder};

/// A file in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The path, with `/` between folders.
    pub(crate) path: String,
    pub(crate) bytes: Vec<u8>,
    /// Whether it is executable.
    pub(crate) is_program: bool,
}

/// The ZIP version that supports folders and deflate.
const VERSION: u16 = 20;
/// The ZIP version, with Unix as the system whose permissions are stored.
const UNIX: u16 = 3 << 8 | VERSION;
/// The flag for names in UTF-8.
const UTF_8: u16 = 1 << 11;
/// The code of the compression method deflate.
const DEFLATED: u16 = 8;
/// The first date that the format supports, 1980-01-01, because archived files have no time.
const FIRST_DAY: u16 = 1 << 5 | 1;
/// The attributes of a file that its owner may write and everyone may read.
const FILE_MODE: u32 = 0o100_644 << 16;
/// The attributes of a program, which everyone may also run.
const PROGRAM_MODE: u32 = 0o100_755 << 16;

/// Returns every file in a folder as an entry.
pub(crate) fn read_folder(folder: &Path) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    collect(folder, "", &mut entries).with_context(|| format!("{} can't be read", folder.display()))?;
    Ok(entries)
}

fn collect(folder: &Path, prefix: &str, entries: &mut Vec<Entry>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{path}/"), entries)?;
        } else {
            entries.push(Entry { path, bytes: fs::read(entry.path())?, is_program: false });
        }
    }
    Ok(())
}

/// Returns the archive of these files, sorted by path.
pub(crate) fn pack(mut entries: Vec<Entry>) -> Result<Vec<u8>> {
    entries.sort_by(|one, other| one.path.cmp(&other.path));
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for entry in &entries {
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&entry.bytes)?;
        let packed = packed.finish()?;
        let mut crc = Crc::new();
        crc.update(&entry.bytes);
        let mut header = Vec::new();
        numbers(&mut header, &[VERSION, UTF_8, DEFLATED, 0, FIRST_DAY]);
        header.extend(crc.sum().to_le_bytes());
        header.extend(size(packed.len())?.to_le_bytes());
        header.extend(size(entry.bytes.len())?.to_le_bytes());
        numbers(&mut header, &[u16::try_from(entry.path.len())?, 0]);
        let begins_at = size(archive.len())?;
        archive.extend(b"PK\x03\x04");
        archive.extend(&header);
        archive.extend(entry.path.as_bytes());
        archive.extend(packed);
        directory.extend(b"PK\x01\x02");
        numbers(&mut directory, &[UNIX]);
        directory.extend(&header);
        numbers(&mut directory, &[0, 0, 0]);
        directory.extend(if entry.is_program { PROGRAM_MODE } else { FILE_MODE }.to_le_bytes());
        directory.extend(begins_at.to_le_bytes());
        directory.extend(entry.path.as_bytes());
    }
    let (count, begins_at) = (u16::try_from(entries.len())?, size(archive.len())?);
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06");
    numbers(&mut archive, &[0, 0, count, count]);
    archive.extend(size(directory.len())?.to_le_bytes());
    archive.extend(begins_at.to_le_bytes());
    numbers(&mut archive, &[0]);
    Ok(archive)
}

fn numbers(bytes: &mut Vec<u8>, numbers: &[u16]) {
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn size(length: usize) -> Result<u32> {
    u32::try_from(length).context("an archive holds no more than 4 GB")
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    fn entry(path: &str, is_program: bool) -> Entry {
        Entry { path: path.into(), bytes: path.repeat(100).into(), is_program }
    }

    #[test]
    fn archive_bytes_are_independent_of_file_order_and_time() {
        let one = pack(vec![entry("a/b.txt", false), entry("bootstrap", true)]).unwrap();
        assert_eq!(pack(vec![entry("bootstrap", true), entry("a/b.txt", false)]).unwrap(), one);
        let folder = std::env::temp_dir().join(format!("waypoint-archive-{}", std::process::id()));
        let archived = |at: u64| {
            fs::create_dir_all(folder.join("a")).unwrap();
            for name in ["c.txt", "a/b.txt"] {
                let file = folder.join(name);
                fs::write(&file, name.repeat(100)).unwrap();
                let time = SystemTime::UNIX_EPOCH + Duration::from_secs(at);
                fs::File::options().write(true).open(&file).unwrap().set_modified(time).unwrap();
            }
            let bytes = pack(read_folder(&folder).unwrap()).unwrap();
            fs::remove_dir_all(&folder).unwrap();
            bytes
        };
        assert_eq!(archived(1_000_000_000), archived(1_700_000_000));
        assert_eq!(archived(1), pack(vec![entry("a/b.txt", false), entry("c.txt", false)]).unwrap());
    }

    #[test]
    fn archive_directory_points_to_its_files() {
        let archive = pack(vec![entry("bootstrap", true), entry("a/b.txt", false)]).unwrap();
        let number = |at: usize, bytes: usize| {
            archive[at..at + bytes].iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte))
        };
        let end = archive.len() - 22;
        assert_eq!((&archive[end..end + 4], number(end + 10, 2)), (&b"PK\x05\x06"[..], 2));
        let mut at = number(end + 16, 4);
        for (path, rights) in [("a/b.txt", 0o644), ("bootstrap", 0o755)] {
            assert_eq!(&archive[at..at + 4], b"PK\x01\x02");
            assert_eq!((number(at + 28, 2), number(at + 40, 2) & 0o777), (path.len(), rights));
            assert_eq!(&archive[at + 46..at + 46 + path.len()], path.as_bytes());
            let (packed, whole, here) = (number(at + 20, 4), number(at + 24, 4), number(at + 42, 4));
            let begin = here + 30 + path.len();
            let mut bytes = Vec::new();
            let mut unpack = flate2::write::DeflateDecoder::new(&mut bytes);
            unpack.write_all(&archive[begin..begin + packed]).unwrap();
            unpack.finish().unwrap();
            assert_eq!((bytes.len(), bytes), (whole, path.repeat(100).into_bytes()));
            at += 46 + path.len();
        }
        assert_eq!(at, end);
    }
}
