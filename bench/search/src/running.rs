//! A process for each step, on a core of its own.

use std::{
    env, fs,
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};
use serde::de::DeserializeOwned;

use crate::{
    Search, Size,
    server::Server,
    system::{Answered, Built},
    waypoint::Opened,
};

/// What the first question of a process asks for.
const FIRST_WORDS: &str = "lung cancer";
/// How often the search is opened.
const OPENINGS: usize = 5;

/// What was measured of a search.
pub(crate) struct OfSearch {
    pub(crate) name: String,
    pub(crate) built: Built,
    pub(crate) answered: Answered,
}

/// What was measured of all searches.
pub(crate) struct Measured {
    pub(crate) searches: Vec<OfSearch>,
    /// Opening with the files in the system's memory, and without them.
    pub(crate) warm: Vec<Opened>,
    pub(crate) cold: Vec<Opened>,
    /// What was left out, and why.
    pub(crate) left_out: Vec<String>,
}

/// Builds and asks every search, one after the other, and removes what was built.
pub(crate) fn measure_all(size: &Size, without_peers: bool, keep: bool) -> Result<Measured> {
    let mut measured =
        Measured { searches: Vec::new(), warm: Vec::new(), cold: Vec::new(), left_out: Vec::new() };
    let mut searches = vec![Search::Waypoint];
    if without_peers {
        measured.left_out.push("PostgreSQL and SQLite: --without-peers".to_owned());
    } else {
        searches.push(Search::Sqlite);
        match Server::programs() {
            Some(_) => searches.push(Search::Postgresql),
            None => measured.left_out.push("PostgreSQL: it is not installed".to_owned()),
        }
    }
    if !is_there("taskset") {
        measured.left_out.push("keeping each process on one core: taskset is not installed".to_owned());
    }
    for search in searches {
        let name = format!("{search:?}").to_lowercase();
        let folder = size.folder.join(&name);
        let note = size.folder.join(format!("{name}-{}.json", size.studies));
        if !(keep && note.exists()) {
            remove(&folder)?;
        }
        let of_search = Size { folder: folder.clone(), ..size.clone() };
        let built = build(&of_search, &name, &note)?;
        let rules: &[&str] = if search == Search::Waypoint { &["concepts"] } else { &["concepts", "words"] };
        for rule in rules {
            let answered = step(&of_search, &["ask", &name, rule])?;
            let name = if search == Search::Waypoint { name.clone() } else { format!("{name}, {rule}") };
            measured.searches.push(OfSearch { name, built: built.clone(), answered });
        }
        if search == Search::Waypoint {
            open(&of_search, &mut measured)?;
        }
        if !keep {
            remove(&folder)?;
            fs::remove_file(&note)?;
        }
    }
    Ok(measured)
}

/// Builds a search and notes what that took, unless it stands there already.
fn build(size: &Size, name: &str, note: &Path) -> Result<Built> {
    if size.folder.exists() && note.exists() {
        return Ok(serde_json::from_slice(&fs::read(note)?)?);
    }
    let built: Built = step(size, &["build", name])?;
    fs::write(note, serde_json::to_vec(&built)?)?;
    Ok(built)
}

fn open(size: &Size, measured: &mut Measured) -> Result<()> {
    for _ in 0..OPENINGS {
        measured.warm.push(step(size, &["open", FIRST_WORDS])?);
    }
    for _ in 0..OPENINGS {
        if !forget(&size.folder)? {
            measured.left_out.push("cold opening: the system's memory of files can't be emptied".to_owned());
            return Ok(());
        }
        measured.cold.push(step(size, &["open", FIRST_WORDS])?);
    }
    Ok(())
}

/// Makes the system forget the files of a folder, as far as it does that for users.
fn forget(folder: &Path) -> Result<bool> {
    for entry in fs::read_dir(folder)? {
        let mut file = std::ffi::OsString::from("if=");
        file.push(entry?.path());
        let mut dd = Command::new("dd");
        dd.arg(file).args(["iflag=nocache", "count=0"]).stderr(Stdio::null());
        if !dd.status().is_ok_and(|status| status.success()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Runs a step and reads what it says.
fn step<T: DeserializeOwned>(size: &Size, arguments: &[&str]) -> Result<T> {
    let this = env::current_exe()?;
    let mut command = if is_there("taskset") {
        let mut command = Command::new("taskset");
        command.args(["-c", &last_core()?.to_string()]).arg(this);
        command
    } else {
        Command::new(this)
    };
    command.args(arguments).arg("--folder").arg(&size.folder).args([
        format!("--studies={}", size.studies),
        format!("--queries={}", size.queries),
        format!("--seed={}", size.seed),
    ]);
    let output = command.stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        bail!("{} failed; what it printed above says why", arguments.join(" "));
    }
    serde_json::from_slice(&output.stdout)
        .with_context(|| format!("{} said something else", arguments.join(" ")))
}

fn last_core() -> Result<usize> {
    Ok(std::thread::available_parallelism()?.get() - 1)
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok()
}

fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
