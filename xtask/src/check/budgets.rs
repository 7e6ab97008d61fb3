//! The size budgets of pages: gzipped bytes of scripts and styles, and bytes of fonts, that a browser loads per page.

use std::{
    collections::BTreeSet,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use flate2::{Compression, write::GzEncoder};
use waypoint_building::running::say;

/// A page, its islands, and the maximum size of their scripts in kB.
struct Budget {
    page: &'static str,
    islands: &'static [&'static str],
    script_kb: f64,
}

const BUDGETS: &[Budget] = &[
    Budget { page: "home and articles, at load", islands: &[], script_kb: 3.1 },
    Budget { page: "home, with scrollers", islands: &["scroller"], script_kb: 3.1 },
    Budget { page: "chat and voice, on tap", islands: &["assistants"], script_kb: 16.1 },
    Budget { page: "concierge", islands: &["concierge"], script_kb: 8.0 },
    Budget { page: "nurse", islands: &["nurse"], script_kb: 7.5 },
    Budget { page: "how fast study teams answer", islands: &["figures"], script_kb: 7.5 },
    Budget { page: "link in a message", islands: &["message-link"], script_kb: 5.0 },
    Budget { page: "thank-you, with all its parts", islands: &["thank-you"], script_kb: 16.7 },
    Budget { page: "return from a records connection", islands: &["records-connected"], script_kb: 4.5 },
    Budget { page: "trial with a survey", islands: &["survey"], script_kb: 6.0 },
    Budget { page: "trial with a map", islands: &["nearest-site", "map-view"], script_kb: 10.4 },
    Budget { page: "text with explained terms", islands: &["term-meanings"], script_kb: 3.8 },
    Budget { page: "glossary", islands: &["glossary-filter"], script_kb: 3.2 },
    Budget { page: "results", islands: &["results"], script_kb: 97.6 },
    Budget { page: "saved studies", islands: &["saved"], script_kb: 81.0 },
    Budget { page: "study, with questions, map, and news form", islands: &["study"], script_kb: 103.6 },
    Budget { page: "deletion request", islands: &["deleteme"], script_kb: 88.5 },
    Budget { page: "uploading a document", islands: &["upload"], script_kb: 88.0 },
    Budget { page: "sharing records", islands: &["medical-records"], script_kb: 95.5 },
    Budget { page: "enroll", islands: &["enroll"], script_kb: 108.0 },
];
/// The maximum sizes of stylesheets, by name prefix. Previews load their own in addition.
const STYLES: &[(&str, &str, f64)] = &[("styles", "styles-", 11.3), ("styles of previews", "previews-", 4.0)];
/// Scripts loaded only after an event that most visits don't have: the event, the name prefix, and the budget.
const ON_DEMAND: &[(&str, &str, f64)] = &[
    ("a voice call, once the microphone is allowed", "retell-line-", 140.0),
    ("an email address, once its field is left", "suggest-email-", 5.0),
    ("a description in one's own words, once it is opened", "description-form-", 7.3),
    ("details for a study's contact, once their form is opened", "introduction-form-", 4.0),
    ("a browser that blocks cookies", "cookies-blocked-", 3.0),
];
/// The budget of the fonts of an English page.
const FONT_KB: f64 = 55.0;
/// The budget of the basemap below the markers of sites.
const BASEMAP_KB: f64 = 45.0;

/// Checks the sizes of the built islands.
pub(crate) fn run(root: &Path) -> Result<()> {
    let client = root.join("site/dist/client");
    let assets = client.join("assets");
    let files = names(&assets)?;
    let mut over = Vec::new();
    for budget in BUDGETS {
        let mut loaded = BTreeSet::from([PathBuf::from("entry.js")]);
        for island in budget.islands {
            follow(&assets, &files, island, &mut loaded)?;
        }
        let weight = loaded.iter().map(|name| gzip_kb(&assets.join(name))).sum::<Result<f64>>()?;
        check_budget(&format!("script, {}", budget.page), weight, budget.script_kb, &mut over);
    }
    for (what, beginning, budget) in ON_DEMAND {
        for script in files.iter().filter(|name| name.starts_with(beginning) && is_script(name)) {
            check_budget(&format!("script, {what}"), gzip_kb(&assets.join(script))?, *budget, &mut over);
        }
    }
    let with_extension =
        |ending: &str| files.iter().filter(move |name| name.ends_with(ending)).collect::<Vec<_>>();
    for style in with_extension(".css") {
        let Some((what, _, budget)) = STYLES.iter().find(|(_, beginning, _)| style.starts_with(beginning))
        else {
            bail!("the stylesheet {style} has no budget; add one");
        };
        check_budget(what, gzip_kb(&assets.join(style))?, *budget, &mut over);
    }
    let basemap =
        with_extension(".svg").into_iter().map(|name| gzip_kb(&assets.join(name))).sum::<Result<f64>>()?;
    check_budget("basemap", basemap, BASEMAP_KB, &mut over);
    let fonts: Vec<_> = with_extension(".woff2")
        .into_iter()
        .filter(|name| name.contains("latin") && !name.contains("latin-ext"))
        .collect();
    let font = fonts.iter().map(|name| plain_kb(&assets.join(name))).sum::<Result<f64>>()?;
    check_budget("fonts, an English page", font, FONT_KB, &mut over);
    if !over.is_empty() {
        bail!("over budget: {}", over.join("; "));
    }
    Ok(())
}

fn check_budget(what: &str, weight: f64, budget: f64, over: &mut Vec<String>) {
    say(&format!("Budget: {what}: {weight:.1} of {budget} kB"));
    if weight > budget {
        over.push(format!("{what}: {weight:.1} kB, but the budget is {budget} kB"));
    }
}

fn names(folder: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(folder).with_context(|| format!("{} can't be read", folder.display()))?;
    entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
}

/// Adds an island's chunk and all files that loaded files name, except those loaded on demand.
fn follow(assets: &Path, files: &[String], island: &str, loaded: &mut BTreeSet<PathBuf>) -> Result<()> {
    let entry = fs::read_to_string(assets.join("entry.js")).context("assets/entry.js can't be read")?;
    let starts = files.iter().filter(|name| {
        name.starts_with(&format!("{island}-")) && is_script(name) && entry.contains(name.as_str())
    });
    let mut pending: Vec<String> = starts.cloned().collect();
    if pending.is_empty() {
        bail!("assets/entry.js names no chunk of the island '{island}'");
    }
    while let Some(name) = pending.pop() {
        if !loaded.insert(PathBuf::from(&name)) {
            continue;
        }
        let text = fs::read_to_string(assets.join(&name))?;
        pending.extend(
            files
                .iter()
                .filter(|other| is_script(other) && *other != "entry.js" && text.contains(other.as_str()))
                .filter(|other| !ON_DEMAND.iter().any(|(_, beginning, _)| other.starts_with(beginning)))
                .cloned(),
        );
    }
    Ok(())
}

fn is_script(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "js")
}

fn gzip_kb(path: &Path) -> Result<f64> {
    let bytes = fs::read(path).with_context(|| format!("{} can't be read", path.display()))?;
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&bytes)?;
    Ok(kb(packed.finish()?.len()))
}

fn plain_kb(path: &Path) -> Result<f64> {
    Ok(kb(fs::read(path)?.len()))
}

#[allow(clippy::cast_precision_loss, reason = "files are far smaller than 2^52 bytes")]
fn kb(bytes: usize) -> f64 {
    bytes as f64 / 1000.0
}
