//! Compiles the files of places into compact tables.

#[path = "src/areas.rs"]
mod areas;
#[path = "build/files.rs"]
mod files;
#[path = "src/fold.rs"]
#[allow(dead_code, unreachable_pub, reason = "this module is shared with the crate")]
mod fold;
#[path = "build/population_center.rs"]
mod population_center;
#[path = "src/record.rs"]
#[allow(dead_code, reason = "parts are only used at run time")]
mod record;
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
    let parts = [
        ("keys.fst", table.keys),
        ("lists.bin", table.lists),
        ("cities.bin", table.cities),
        ("zips.bin", table.zips),
        ("names.bin", table.names),
        ("areas.bin", table.areas),
    ];
    for (name, bytes) in parts {
        fs::write(Path::new(&out).join(name), bytes)?;
    }
    Ok(())
}
