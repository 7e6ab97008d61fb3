//! `cargo xtask studies import`: the studies of a sponsor's file, brought into the table of studies: the one that
//! `STUDIES_TABLE` names, else that of the site which runs on this machine.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{program, running::run};

/// The variable that names the table.
const TABLE: &str = "STUDIES_TABLE";
/// The table of this machine, and what its database is satisfied with.
const HERE: [(&str, &str); 4] = [
    (TABLE, "studies"),
    ("AWS_REGION", "local"),
    ("AWS_ACCESS_KEY_ID", "local"),
    ("AWS_SECRET_ACCESS_KEY", "local"),
];

/// What is wanted.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Studies {
    /// Show what differs between a file of studies and the table, and write it once somebody says so
    Import {
        /// JSON (a study, or a list of studies, each whole), CSV (a row a study; an empty cell leaves what there is), or a
        /// file of content/studies
        file: PathBuf,
        /// Show what differs, and write nothing
        #[arg(long, conflicts_with = "yes")]
        plan: bool,
        /// Write without asking
        #[arg(long)]
        yes: bool,
        /// The data folder of the site of this machine
        #[arg(long, value_name = "DIR", default_value = ".waypoint")]
        data: PathBuf,
    },
}

/// Runs the program that imports.
pub(crate) fn run_with(root: &Path, Studies::Import { file, plan, yes, data }: &Studies) -> Result<()> {
    program::build(root, "waypoint-importing")?;
    let mut import = Command::new(program::path(root, "import-studies"));
    import.arg(file).args(plan.then_some("--plan")).args(yes.then_some("--yes"));
    if env::var_os(TABLE).is_none() {
        let address = address(&root.join(data))?;
        import.envs(HERE).env("AWS_ENDPOINT_URL_DYNAMODB", format!("http://{address}"));
    }
    run(&mut import)
}

/// Where the database of this machine answers.
fn address(data: &Path) -> Result<String> {
    let file = data.join("database.address");
    let Ok(address) = fs::read_to_string(&file) else {
        bail!(
            "no site runs on this machine with the data folder {}: start `cargo xtask serve`, or name a table with {TABLE}",
            data.display()
        );
    };
    let address = address.trim();
    std::net::TcpStream::connect(address).with_context(|| {
        format!("nothing answers at {address}, which {} names: start `cargo xtask serve`", file.display())
    })?;
    Ok(address.to_owned())
}
