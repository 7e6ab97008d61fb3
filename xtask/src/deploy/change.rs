//! Describes the changes to a stack.

use serde_json::Value;

/// The reasons for a failed change set that mean there is nothing to change.
const NOTHING: [&str; 2] = ["didn't contain changes", "No updates are to be performed"];

/// The state of a change set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    /// The cloud is still computing it.
    Waiting,
    /// The changes, one per line.
    Ready(Vec<String>),
    /// Nothing changes.
    Nothing,
    /// The cloud rejects the template, with the reason.
    Refused(String),
}

/// Parses the cloud's description of a change set.
pub(crate) fn of(told: &Value) -> Change {
    let reason = told["StatusReason"].as_str().unwrap_or_default();
    match told["Status"].as_str().unwrap_or_default() {
        "CREATE_COMPLETE" => {
            let changes = told["Changes"].as_array().into_iter().flatten();
            Change::Ready(changes.filter_map(|change| line(&change["ResourceChange"])).collect())
        }
        "FAILED" if NOTHING.iter().any(|words| reason.contains(words)) => Change::Nothing,
        "FAILED" => Change::Refused(reason.to_owned()),
        _ => Change::Waiting,
    }
}

fn line(change: &Value) -> Option<String> {
    let text = |name: &str| change[name].as_str();
    let (name, kind) = (text("LogicalResourceId")?, text("ResourceType")?);
    let what = match (text("Action")?, text("Replacement")) {
        ("Add", _) => "make",
        ("Remove", _) => "remove",
        (_, Some("True")) => "replace",
        (_, Some("Conditional")) => "change, or replace",
        _ => "change",
    };
    let details = change["Details"].as_array().into_iter().flatten();
    let mut about: Vec<&str> = details
        .filter_map(|detail| detail["Target"]["Name"].as_str().or(detail["Target"]["Attribute"].as_str()))
        .collect();
    about.sort_unstable();
    about.dedup();
    let about = if about.is_empty() { String::new() } else { format!(": {}", about.join(", ")) };
    Some(format!("{what:8} {name} ({kind}){about}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn changes_are_told_in_plain_words() {
        let change = |action: &str, name: &str, replaced: Option<&str>, about: &[&str]| {
            let details =
                about.iter().map(|name| json!({ "Target": { "Attribute": "Properties", "Name": name } }));
            json!({ "Type": "Resource", "ResourceChange": {
                "Action": action, "LogicalResourceId": name, "ResourceType": "AWS::A::B", "Replacement": replaced,
                "Details": details.collect::<Vec<_>>()
            } })
        };
        let told = json!({ "Status": "CREATE_COMPLETE", "Changes": [
            change("Add", "Index", None, &[]),
            change("Modify", "ChatFunction", Some("False"), &["Environment", "Code", "Code"]),
            change("Modify", "Table", Some("True"), &["KeySchema"]),
            change("Remove", "Old", None, &[]),
        ] });
        let expected = [
            "make     Index (AWS::A::B)",
            "change   ChatFunction (AWS::A::B): Code, Environment",
            "replace  Table (AWS::A::B): KeySchema",
            "remove   Old (AWS::A::B)",
        ];
        assert_eq!(of(&told), Change::Ready(expected.map(str::to_owned).into()));
    }

    #[test]
    fn no_changes_are_told_from_a_template_that_is_refused() {
        let failed = |reason: &str| of(&json!({ "Status": "FAILED", "StatusReason": reason }));
        assert_eq!(failed("The submitted information didn't contain changes."), Change::Nothing);
        assert_eq!(failed("No updates are to be performed."), Change::Nothing);
        assert_eq!(
            failed("Unresolved resource dependency"),
            Change::Refused("Unresolved resource dependency".into())
        );
        assert_eq!(of(&json!({ "Status": "CREATE_PENDING" })), Change::Waiting);
    }
}
