//! A small site for tests, instead of the output of `npm run build`.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

/// The project's templates with the bundle of the generator's fixtures. Built once for all tests.
pub(crate) fn small_site() -> &'static Path {
    static SITE: OnceLock<PathBuf> = OnceLock::new();
    SITE.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let site = Path::new(env!("CARGO_TARGET_TMPDIR")).join("small-site");
        copy_folder(&root.join("site/templates"), &site.join("templates"));
        copy_folder(&root.join("generator/tests/fixtures/bundle"), &site.join("dist"));
        site
    })
}

pub(crate) fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::write(target, fs::read(entry.path()).unwrap()).unwrap();
        }
    }
}
