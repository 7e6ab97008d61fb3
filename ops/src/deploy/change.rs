//! Describes the changes to a stack.

use serde_json::Value;

/// The reasons for a failed change set that mean there is nothing to change.
const NO_CHANGES: [&str; 2] = ["didn't contain changes", "No updates are to be performed"];

/// The state of a change set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    /// The cloud is still computing it.
    Pending,
    /// The changes, one per line.
    Ready(Vec<String>),
    /// Nothing changes.
    Unchanged,
    /// The cloud rejects the template, with the reason.
    Rejected(String),
}

/// Parses the cloud's description of a change set.
pub(crate) fn parse(described: &Value) -> Change {
    let reason = described["StatusReason"].as_str().unwrap_or_default();
    match described["Status"].as_str().unwrap_or_default() {
        "CREATE_COMPLETE" => {
            let changes = described["Changes"].as_array().into_iter().flatten();
            Change::Ready(changes.filter_map(|change| line(&change["ResourceChange"])).collect())
        }
        "FAILED" if NO_CHANGES.iter().any(|words| reason.contains(words)) => Change::Unchanged,
        "FAILED" => Change::Rejected(reason.to_owned()),
        _ => Change::Pending,
    }
}

fn line(change: &Value) -> Option<String> {
    let text = |name: &str| change[name].as_str();
    let (name, kind) = (text("LogicalResourceId")?, text("ResourceType")?);
    let what = match (text("Action")?, text("Replacement")) {
        ("Add", _) => "create",
        ("Remove", _) => "remove",
        (_, Some("True")) => "replace",
        (_, Some("Conditional")) => "change or replace",
        _ => "change",
    };
    let details = change["Details"].as_array().into_iter().flatten();
    let mut details: Vec<&str> = details
        .filter_map(|detail| detail["Target"]["Name"].as_str().or(detail["Target"]["Attribute"].as_str()))
        .collect();
    details.sort_unstable();
    details.dedup();
    let details = if details.is_empty() { String::new() } else { format!(": {}", details.join(", ")) };
    Some(format!("{what:8} {name} ({kind}){details}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn changes_are_described_one_per_line() {
        let change = |action: &str, name: &str, replaced: Option<&str>, about: &[&str]| {
            let details =
                about.iter().map(|name| json!({ "Target": { "Attribute": "Properties", "Name": name } }));
            json!({ "Type": "Resource", "ResourceChange": {
                "Action": action, "LogicalResourceId": name, "ResourceType": "AWS::A::B", "Replacement": replaced,
                "Details": details.collect::<Vec<_>>()
            } })
        };
        let described = json!({ "Status": "CREATE_COMPLETE", "Changes": [
            change("Add", "Index", None, &[]),
            change("Modify", "ChatFunction", Some("False"), &["Environment", "Code", "Code"]),
            change("Modify", "Table", Some("True"), &["KeySchema"]),
            change("Remove", "Old", None, &[]),
        ] });
        let expected = [
            "create   Index (AWS::A::B)",
            "change   ChatFunction (AWS::A::B): Code, Environment",
            "replace  Table (AWS::A::B): KeySchema",
            "remove   Old (AWS::A::B)",
        ];
        assert_eq!(parse(&described), Change::Ready(expected.map(str::to_owned).into()));
    }

    #[test]
    fn unchanged_stack_is_distinguished_from_a_rejected_template() {
        let failed = |reason: &str| parse(&json!({ "Status": "FAILED", "StatusReason": reason }));
        assert_eq!(failed("The submitted information didn't contain changes."), Change::Unchanged);
        assert_eq!(failed("No updates are to be performed."), Change::Unchanged);
        assert_eq!(
            failed("Unresolved resource dependency"),
            Change::Rejected("Unresolved resource dependency".into())
        );
        assert_eq!(parse(&json!({ "Status": "CREATE_PENDING" })), Change::Pending);
    }
}
