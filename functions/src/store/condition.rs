//! Conditions of writes, and the placeholders of DynamoDB's expressions.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use jiff::Timestamp;

use super::item::{EXPIRES, Item, PK, number};

/// The name of a condition whose failure has a meaning of its own. Any other failed condition means that the data
/// has changed since it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Guard {
    /// No other call has used the captcha challenge.
    CaptchaUnused,
    /// No other request has replaced the session token or changed the sign-ups of the session.
    SessionCurrent,
    /// The place of the new entry in the audit log is free.
    EntryIsNext,
    /// The privacy notice was not accepted before.
    NotAcknowledged,
    /// The share was not withdrawn.
    ShareExists,
    /// The same call was not requested within a day.
    CallIsNew,
    /// The address has not sent its details to the same study before.
    IntroductionIsNew,
    /// The erasure request was not carried out.
    ErasurePending,
}

/// A condition on a stored item. A missing item has no attributes.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Condition {
    /// The item has this attribute.
    Has(&'static str),
    /// The item lacks this attribute.
    Lacks(&'static str),
    /// The item has this attribute, and its value compares like this.
    Compares(&'static str, &'static str, AttributeValue),
    /// Both conditions hold.
    Both(Box<[Self; 2]>),
    /// At least one of the conditions holds.
    Either(Box<[Self; 2]>),
}

impl Condition {
    pub(super) const EXISTS: Self = Self::Has(PK);
    pub(super) const ABSENT: Self = Self::Lacks(PK);

    /// The item doesn't exist, or has expired and DynamoDB hasn't deleted it yet.
    pub(super) fn absent_or_expired(now: Timestamp) -> Self {
        Self::ABSENT.or(Self::at_most(EXPIRES, now.as_second()))
    }

    pub(super) fn equals(attribute: &'static str, value: AttributeValue) -> Self {
        Self::Compares(attribute, "=", value)
    }

    pub(super) fn differs(attribute: &'static str, value: AttributeValue) -> Self {
        Self::Compares(attribute, "<>", value)
    }

    pub(super) fn at_most(attribute: &'static str, limit: i64) -> Self {
        Self::Compares(attribute, "<=", number(limit))
    }

    pub(super) fn below(attribute: &'static str, limit: i64) -> Self {
        Self::Compares(attribute, "<", number(limit))
    }

    pub(super) fn above(attribute: &'static str, limit: i64) -> Self {
        Self::Compares(attribute, ">", number(limit))
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self::Both(Box::new([self, other]))
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self::Either(Box::new([self, other]))
    }

    /// The condition as a DynamoDB expression.
    pub(super) fn expression(self, placeholders: &mut Placeholders) -> String {
        match self {
            Self::Has(attribute) => format!("attribute_exists({})", placeholders.name(attribute)),
            Self::Lacks(attribute) => format!("attribute_not_exists({})", placeholders.name(attribute)),
            Self::Compares(attribute, operator, value) => {
                format!("{} {operator} {}", placeholders.name(attribute), placeholders.value(value))
            }
            Self::Both(conditions) => joined(*conditions, "AND", placeholders),
            Self::Either(conditions) => joined(*conditions, "OR", placeholders),
        }
    }
}

fn joined(conditions: [Condition; 2], operator: &str, placeholders: &mut Placeholders) -> String {
    let [one, other] = conditions.map(|condition| condition.expression(placeholders));
    format!("({one} {operator} {other})")
}

/// The attribute names and values that the expressions of one request refer to. Names need placeholders because
/// DynamoDB reserves many words.
#[derive(Debug, Default)]
pub(super) struct Placeholders {
    names: HashMap<String, String>,
    values: Item,
}

impl Placeholders {
    pub(super) fn name(&mut self, attribute: &str) -> String {
        let placeholder = format!("#{attribute}");
        self.names.insert(placeholder.clone(), attribute.to_owned());
        placeholder
    }

    pub(super) fn value(&mut self, value: AttributeValue) -> String {
        let placeholder = format!(":value{}", self.values.len());
        self.values.insert(placeholder.clone(), value);
        placeholder
    }

    /// The names and values. DynamoDB rejects empty maps.
    pub(super) fn into_parts(self) -> (Option<HashMap<String, String>>, Option<Item>) {
        (Some(self.names).filter(|names| !names.is_empty()), Some(self.values).filter(|it| !it.is_empty()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::item::text;

    #[test]
    fn condition_becomes_an_expression_with_placeholders() {
        let condition = Condition::absent_or_expired(Timestamp::UNIX_EPOCH)
            .and(Condition::equals("state", text("waiting")).or(Condition::Lacks("state")));
        let mut placeholders = Placeholders::default();
        assert_eq!(
            condition.expression(&mut placeholders),
            "((attribute_not_exists(#pk) OR #expires_at <= :value0) AND \
             (#state = :value1 OR attribute_not_exists(#state)))"
        );
        assert_eq!(placeholders.names.len(), 3);
        assert_eq!(placeholders.values[":value0"], number(0));
        assert_eq!(placeholders.values[":value1"], text("waiting"));
    }
}
