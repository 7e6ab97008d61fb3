//! Writes the studies of the Studies table to a folder, in the format the generator reads: `export-studies DIR`. Needs
//! `STUDIES_TABLE` and the usual AWS variables.

use std::{env, path::Path, process::ExitCode};

use waypoint_functions::study_export::export;

#[tokio::main(flavor = "current_thread")]
#[allow(clippy::print_stderr, reason = "a command-line program prints its errors")]
async fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1) else {
        eprintln!("error: name the output folder: export-studies DIR");
        return ExitCode::FAILURE;
    };
    match export(Path::new(&folder)).await {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
