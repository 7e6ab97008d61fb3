//! `cargo ops studies import`: imports a sponsor's studies into the table that `STUDIES_TABLE` names, or the one of the
//! local site.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};
use waypoint_building::{program, running::run};

/// The variable for the name of the table.
const TABLE: &str = "STUDIES_TABLE";
/// The local table, and credentials that the local database accepts.
const LOCAL: [(&str, &str); 4] = [
    (TABLE, "studies"),
    ("AWS_REGION", "local"),
    ("AWS_ACCESS_KEY_ID", "local"),
    ("AWS_SECRET_ACCESS_KEY", "local"),
];

/// The commands.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Studies {
    /// Show the differences between a file of studies and the table, and write them after confirmation
    Import {
        /// JSON (a complete study or a list of them), CSV (one study per row; empty cells keep the existing value), or a file of
        /// content/studies
        file: PathBuf,
        /// Show the differences, without writing
        #[arg(long, conflicts_with = "yes")]
        plan: bool,
        /// Write without confirmation
        #[arg(long)]
        yes: bool,
        /// The data folder of the local site
        #[arg(long, value_name = "DIR", default_value = ".waypoint")]
        data: PathBuf,
    },
}

/// Runs the import program.
pub(crate) fn run_with(root: &Path, Studies::Import { file, plan, yes, data }: &Studies) -> Result<()> {
    program::build(root, "waypoint-importing")?;
    let mut import = Command::new(program::path(root, "import-studies"));
    import.arg(file).args(plan.then_some("--plan")).args(yes.then_some("--yes"));
    if env::var_os(TABLE).is_none() {
        let address = address(&root.join(data))?;
        import.envs(LOCAL).env("AWS_ENDPOINT_URL_DYNAMODB", format!("http://{address}"));
    }
    run(&mut import)
}

/// Returns the address of the local database.
fn address(data: &Path) -> Result<String> {
    let file = data.join("database.address");
    let Ok(address) = fs::read_to_string(&file) else {
        bail!(
            "no local site uses the data folder {}: start `cargo xtask serve`, or set {TABLE}",
            data.display()
        );
    };
    let address = address.trim();
    std::net::TcpStream::connect(address).with_context(|| {
        format!("nothing responds at {address} from {}: start `cargo xtask serve`", file.display())
    })?;
    Ok(address.to_owned())
}
