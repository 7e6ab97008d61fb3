//! Writes the studies of the Studies table into a folder, as the generator reads them:
//! `export-studies DIR`, with `STUDIES_TABLE` and the usual variables of AWS.

use std::{env, path::Path, process::ExitCode};

use waypoint_functions::study_export::export;

#[tokio::main(flavor = "current_thread")]
#[allow(clippy::print_stderr, reason = "a program of the command line says what goes wrong")]
async fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1) else {
        eprintln!("error: name the folder for the studies: export-studies DIR");
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
