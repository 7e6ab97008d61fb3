//! The template with packages in the place of sources.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use serde_yaml_ng::{Mapping, Value};

/// Where the template goes.
const OUT: &str = "target/deploy/template.yaml";
const FUNCTION: &str = "AWS::Serverless::Function";
const LAYER: &str = "AWS::Serverless::LayerVersion";

/// Writes the template whose functions are the packages of this folder, each in a folder of its program's name.
pub(super) fn template(root: &Path, functions: &Path) -> Result<PathBuf> {
    let text = fs::read_to_string(root.join("template.yaml")).context("template.yaml can't be read")?;
    let template = with_packages(&text, root, functions)?;
    let file = root.join(OUT);
    fs::create_dir_all(file.parent().unwrap_or(root))?;
    fs::write(&file, template).with_context(|| format!("{} can't be written", file.display()))?;
    Ok(file)
}

fn with_packages(text: &str, root: &Path, functions: &Path) -> Result<String> {
    let mut template: Value = serde_yaml_ng::from_str(text)?;
    let no_resources = "template.yaml has no Resources";
    // What every function has by default would be a package besides its own.
    if let Some(globals) = template["Globals"]["Function"].as_mapping_mut() {
        globals.remove("CodeUri");
    }
    let resources = template.get_mut("Resources").and_then(Value::as_mapping_mut).context(no_resources)?;
    for (name, resource) in resources.iter_mut() {
        let is = |kind: &str| resource["Type"] == kind;
        let (function, layer) = (is(FUNCTION), is(LAYER));
        let Some(resource) = resource.as_mapping_mut() else { continue };
        if function {
            packaged(resource, functions).with_context(|| format!("{name:?}"))?;
        } else if layer {
            let sources =
                resource["Properties"]["ContentUri"].as_str().context("a layer has no ContentUri")?;
            let sources = root.join(sources).display().to_string();
            resource["Properties"]["ContentUri"] = sources.into();
        }
    }
    Ok(serde_yaml_ng::to_string(&template)?)
}

fn packaged(function: &mut Mapping, functions: &Path) -> Result<()> {
    let built = function.remove("Metadata").context("it does not say how it is built")?;
    let program = built["BuildProperties"]["Binary"].as_str().context("it has no Binary")?;
    let package = functions.join(program).join("bootstrap.zip");
    function["Properties"]["CodeUri"] = package.display().to_string().into();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_of_the_template_gets_the_package_of_its_program_and_keeps_everything_else() {
        let text = include_str!("../../../template.yaml");
        let made = with_packages(text, Path::new("/here"), Path::new("/built")).unwrap();
        let (before, after): (Value, Value) =
            (serde_yaml_ng::from_str(text).unwrap(), serde_yaml_ng::from_str(&made).unwrap());
        let resources = |template: &Value| template["Resources"].as_mapping().unwrap().clone();
        let mut functions = 0;
        for (name, is) in resources(&after) {
            let was = &resources(&before)[&name];
            if is["Type"] == FUNCTION {
                functions += 1;
                let program = was["Metadata"]["BuildProperties"]["Binary"].as_str().unwrap();
                assert_eq!(is["Properties"]["CodeUri"], format!("/built/{program}/bootstrap.zip"));
                assert_eq!(is["Properties"]["Policies"], was["Properties"]["Policies"], "{name:?}");
            } else if is["Type"] == LAYER {
                assert_eq!(is["Properties"]["ContentUri"], "/here/target/site-sources");
            } else {
                assert_eq!(&is, was, "{name:?}");
            }
        }
        assert!(functions > 50, "{functions}");
        assert_eq!(after["Parameters"], before["Parameters"]);
        assert!(after["Globals"]["Function"].get("CodeUri").is_none());
    }
}
