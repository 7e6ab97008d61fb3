//! Packages named by the digest of their content, and the template that refers to them.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::template_json;
use crate::archive::{self, Entry};

/// The output folder.
const OUT: &str = "target/deploy";
const FUNCTION: &str = "AWS::Serverless::Function";
const LAYER: &str = "AWS::Serverless::LayerVersion";

/// Packages by file name.
type Packages = BTreeMap<String, Vec<u8>>;

/// A release on disk, ready to be uploaded.
#[derive(Debug, Clone)]
pub(crate) struct PackagedRelease {
    /// The path of the template.
    pub(crate) template: PathBuf,
    /// The folder with the packages.
    pub(crate) folder: PathBuf,
    /// The names of the packages.
    pub(crate) packages: Vec<String>,
}

impl PackagedRelease {
    /// Whether it differs from the release with this template.
    pub(crate) fn differs_from(&self, release: &Path) -> Result<bool> {
        Ok(read(&self.template)? != read(release)?)
    }
}

/// Provides what is built, or a replacement for it.
pub(crate) trait BuildOutputs {
    /// Returns the template.
    fn template(&self) -> Result<Value>;
    /// Returns the executable of a function.
    fn program(&self, name: &str) -> Result<Vec<u8>>;
    /// Returns the files of a layer's folder.
    fn folder(&self, named: &str) -> Result<Vec<Entry>>;
}

/// What `cargo lambda` and `cargo ops site-sources` have built.
pub(crate) struct OnDisk<'a> {
    pub(crate) root: &'a Path,
    /// Contains a folder per executable.
    pub(crate) functions: &'a Path,
}

impl BuildOutputs for OnDisk<'_> {
    fn template(&self) -> Result<Value> {
        template(self.root)
    }

    fn program(&self, name: &str) -> Result<Vec<u8>> {
        let file = self.functions.join(name).join("bootstrap");
        fs::read(&file).with_context(|| format!("{} can't be read", file.display()))
    }

    fn folder(&self, named: &str) -> Result<Vec<Entry>> {
        archive::read_folder(&self.root.join(named))
    }
}

/// Reads the template of a checkout.
pub(crate) fn template(root: &Path) -> Result<Value> {
    let text = fs::read_to_string(root.join("template.yaml")).context("template.yaml can't be read")?;
    template_json::read(&text).context("template.yaml")
}

/// Writes packages and the template. `place` is the future location of packages, such as `s3://bucket/stack/packages`.
pub(crate) fn package(root: &Path, built: &impl BuildOutputs, place: &str) -> Result<PackagedRelease> {
    write(root, with_packages(built.template()?, built, place)?)
}

/// Packages only the sources of the site, and keeps the functions in the template of a release.
pub(crate) fn package_sources(
    root: &Path,
    release: &Path,
    built: &impl BuildOutputs,
    place: &str,
) -> Result<PackagedRelease> {
    write(root, with_sources(read(release)?, built, place)?)
}

/// Reads a template written by this program.
fn read(template: &Path) -> Result<Value> {
    let text =
        fs::read_to_string(template).with_context(|| format!("{} can't be read", template.display()))?;
    serde_json::from_str(&text).with_context(|| template.display().to_string())
}

fn write(root: &Path, (template, packages): (String, Packages)) -> Result<PackagedRelease> {
    let out = root.join(OUT);
    let folder = out.join("packages");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("{} can't be removed", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("{} can't be created", folder.display()))?;
    for (name, bytes) in &packages {
        let file = folder.join(name);
        fs::write(&file, bytes).with_context(|| format!("{} can't be written", file.display()))?;
    }
    let file = out.join("template.yaml");
    fs::write(&file, template).with_context(|| format!("{} can't be written", file.display()))?;
    Ok(PackagedRelease { template: file, folder, packages: packages.into_keys().collect() })
}

fn with_packages(mut template: Value, built: &impl BuildOutputs, place: &str) -> Result<(String, Packages)> {
    // The default code would become an additional package.
    if let Some(globals) = template["Globals"]["Function"].as_object_mut() {
        globals.remove("CodeUri");
    }
    let mut packages = Packages::new();
    for (name, resource) in resources_of_type(&mut template, FUNCTION)? {
        let program = program(resource).with_context(|| name.clone())?;
        let entry = Entry { path: "bootstrap".into(), bytes: built.program(&program)?, is_program: true };
        resource["Properties"]["CodeUri"] = add_package(vec![entry], place, &mut packages)?;
    }
    for (_, layer) in resources_of_type(&mut template, LAYER)? {
        let sources = layer["Properties"]["ContentUri"].as_str().context("a layer has no ContentUri")?;
        let sources = built.folder(sources)?;
        layer["Properties"]["ContentUri"] = add_package(sources, place, &mut packages)?;
    }
    Ok((template.to_string(), packages))
}

/// Updates the sources of the site in the template of a release.
fn with_sources(mut release: Value, built: &impl BuildOutputs, place: &str) -> Result<(String, Packages)> {
    let mut now = built.template()?;
    let layers: BTreeMap<&String, &mut Map<String, Value>> = resources_of_type(&mut now, LAYER)?.collect();
    let mut packages = Packages::new();
    for (name, layer) in resources_of_type(&mut release, LAYER)? {
        let now = layers.get(name).and_then(|layer| layer["Properties"]["ContentUri"].as_str());
        let sources = built.folder(now.with_context(|| format!("template.yaml has no layer {name}"))?)?;
        layer["Properties"]["ContentUri"] = add_package(sources, place, &mut packages)?;
    }
    Ok((release.to_string(), packages))
}

/// Returns the resources of a type, by name.
fn resources_of_type<'t>(
    template: &'t mut Value,
    kind: &str,
) -> Result<impl Iterator<Item = (&'t String, &'t mut Map<String, Value>)>> {
    let resources = template["Resources"].as_object_mut().context("the template has no Resources")?;
    let matching = resources.iter_mut().filter(move |(_, resource)| resource["Type"] == kind);
    Ok(matching.filter_map(|(name, resource)| Some((name, resource.as_object_mut()?))))
}

/// Adds a package, and returns its future location.
fn add_package(entries: Vec<Entry>, place: &str, packages: &mut Packages) -> Result<Value> {
    let bytes = archive::pack(entries)?;
    let digest = Sha256::digest(&bytes).iter().fold(String::new(), |all, byte| format!("{all}{byte:02x}"));
    let name = format!("{digest}.zip");
    packages.insert(name.clone(), bytes);
    Ok(format!("{place}/{name}").into())
}

/// Returns the executable of a function, and removes the metadata, which the cloud doesn't need.
fn program(function: &mut Map<String, Value>) -> Result<String> {
    let metadata = function.remove("Metadata").context("the function has no Metadata")?;
    Ok(metadata["BuildProperties"]["Binary"]
        .as_str()
        .context("the function's BuildProperties have no Binary")?
        .to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Executables and folders that consist of their name. `sweep` also depends on the build time.
    struct BuiltAt(&'static str);

    impl BuildOutputs for BuiltAt {
        fn template(&self) -> Result<Value> {
            template_json::read(include_str!("../../../template.yaml"))
        }

        fn program(&self, name: &str) -> Result<Vec<u8>> {
            Ok(if name == "sweep" { format!("{name} {}", self.0).into() } else { name.into() })
        }

        fn folder(&self, named: &str) -> Result<Vec<Entry>> {
            Ok(vec![Entry { path: "site/a.txt".into(), bytes: named.into(), is_program: false }])
        }
    }

    #[test]
    fn each_function_gets_its_package_and_keeps_everything_else() {
        let before = BuiltAt("noon").template().unwrap();
        let (packaged, packages) =
            with_packages(before.clone(), &BuiltAt("noon"), "s3://b/packages").unwrap();
        let after: Value = serde_json::from_str(&packaged).unwrap();
        let resources = |template: &Value| template["Resources"].as_object().unwrap().clone();
        let (mut functions, mut programs) = (0, BTreeSet::new());
        for (name, now) in resources(&after) {
            let before = &resources(&before)[&name];
            let package = |uri: &Value| {
                let uri = uri.as_str().unwrap().to_owned();
                packages.contains_key(uri.strip_prefix("s3://b/packages/").unwrap())
            };
            if now["Type"] == FUNCTION {
                functions += 1;
                programs.insert(before["Metadata"]["BuildProperties"]["Binary"].to_string());
                assert!(package(&now["Properties"]["CodeUri"]), "{name:?}");
                assert_eq!(now["Properties"]["Policies"], before["Properties"]["Policies"], "{name:?}");
            } else if now["Type"] == LAYER {
                assert!(package(&now["Properties"]["ContentUri"]));
            } else {
                assert_eq!(&now, before, "{name:?}");
            }
        }
        assert!(functions > 50, "{functions}");
        assert_eq!(packages.len(), programs.len() + 1, "functions with the same program share its package");
        assert_eq!(after["Parameters"], before["Parameters"]);
        assert!(after["Globals"]["Function"].get("CodeUri").is_none());
    }

    #[test]
    fn packaging_content_changes_only_the_layer_of_a_release() {
        let template = BuiltAt("noon").template().unwrap();
        let (release, _) = with_packages(template, &BuiltAt("noon"), "s3://b/packages").unwrap();
        let release: Value = serde_json::from_str(&release).unwrap();
        let (same, packages) = with_sources(release.clone(), &BuiltAt("night"), "s3://b/packages").unwrap();
        assert_eq!((same, packages.len()), (release.to_string(), 1));
        let (moved, _) = with_sources(release.clone(), &BuiltAt("night"), "s3://c/packages").unwrap();
        let moved: Value = serde_json::from_str(&moved).unwrap();
        let resources = |template: &Value| template["Resources"].as_object().unwrap().clone();
        let other: Vec<String> = resources(&moved)
            .into_iter()
            .filter(|(name, resource)| resources(&release)[name] != *resource)
            .map(|(_, resource)| resource["Type"].to_string())
            .collect();
        assert_eq!(other, [format!("\"{LAYER}\"")]);
    }

    #[test]
    fn unchanged_program_keeps_its_package() {
        let names = |at: &'static str| -> Vec<String> {
            let template = BuiltAt(at).template().unwrap();
            with_packages(template, &BuiltAt(at), "s3://b").unwrap().1.into_keys().collect()
        };
        let (noon, night) = (names("noon"), names("night"));
        assert_eq!(noon, names("noon"));
        let new = night.iter().filter(|name| !noon.contains(name)).count();
        assert_eq!(new, 1, "only sweep is another program");
    }
}
