//! Compiles the files of names into one compact table.

#![allow(unreachable_pub, reason = "these modules are shared with the crate")]

#[path = "src/data.rs"]
mod data;
#[path = "build/files.rs"]
mod files;
#[path = "src/fold.rs"]
#[allow(dead_code, reason = "parts are only used at run time")]
mod fold;
#[path = "build/label.rs"]
mod label;
#[path = "src/lists.rs"]
#[allow(dead_code, reason = "parts are only used at run time")]
mod lists;
#[path = "src/rewriting.rs"]
#[allow(dead_code, reason = "parts are only used at run time")]
mod rewriting;
#[path = "build/slip.rs"]
mod slip;
#[path = "src/sounding.rs"]
mod sounding;
#[path = "build/table.rs"]
mod table;

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    for file in files::NAMES {
        println!("cargo::rerun-if-changed=data/{file}");
    }
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("data");
    let out = env::var("OUT_DIR")?;
    let table = table::Table::new(&files::Files::read(&folder)?)?;
    fs::write(Path::new(&out).join("keys.fst"), table.keys)?;
    fs::write(Path::new(&out).join("data.bin"), postcard::to_stdvec(&table.data)?)?;
    Ok(())
}
