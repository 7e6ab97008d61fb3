//! Single writes, each with an optional condition.

use std::collections::{BTreeMap, HashMap};

use aws_sdk_dynamodb::{
    error::{BuildError, ProvideErrorMetadata, SdkError},
    types::{AttributeValue, ConditionCheck, Delete, Put, TransactWriteItem, Update},
};

use super::{
    StoreError,
    condition::{Condition, Guard, Placeholders},
    item::Item,
    table::Table,
};

/// The service's error code for a failed condition.
const NOT_MET: &str = "ConditionalCheckFailedException";

/// Adds the table, the condition, and the placeholders to a request. The SDK's builders have no common trait.
macro_rules! with_condition {
    ($builder:expr, $parts:ident) => {
        $builder
            .table_name($parts.table)
            .set_condition_expression($parts.condition)
            .set_expression_attribute_names($parts.names)
            .set_expression_attribute_values($parts.values)
    };
}

/// A write to one item, alone or in a transaction.
#[derive(Debug, Clone)]
pub(super) struct Write {
    table: Table,
    kind: Kind,
    condition: Option<Condition>,
    guard: Option<Guard>,
}

#[derive(Debug, Clone)]
enum Kind {
    /// Puts an item.
    Put(Item),
    /// Changes attributes of the item with this key, creating it if it doesn't exist.
    Update(Item, Vec<Change>),
    /// Deletes the item with this key, if it exists.
    Delete(Item),
    /// Writes nothing. Makes a transaction depend on the item with this key.
    Check(Item),
}

#[derive(Debug, Clone)]
enum Change {
    Set(&'static str, AttributeValue),
    SetIfLacking(&'static str, AttributeValue),
    Copy(&'static str, &'static str),
    Add(&'static str, AttributeValue),
    Remove(&'static str),
}

impl Change {
    /// The clause of an update expression, and this change's part of it.
    fn expression(self, placeholders: &mut Placeholders) -> (&'static str, String) {
        match self {
            Self::Set(to, value) => {
                ("SET", format!("{} = {}", placeholders.name(to), placeholders.value(value)))
            }
            Self::SetIfLacking(to, value) => {
                let name = placeholders.name(to);
                ("SET", format!("{name} = if_not_exists({name}, {})", placeholders.value(value)))
            }
            Self::Copy(to, from) => {
                ("SET", format!("{} = {}", placeholders.name(to), placeholders.name(from)))
            }
            Self::Add(to, value) => {
                ("ADD", format!("{} {}", placeholders.name(to), placeholders.value(value)))
            }
            Self::Remove(attribute) => ("REMOVE", placeholders.name(attribute)),
        }
    }
}

impl Table {
    /// Puts an item, replacing any existing one.
    pub(super) fn put(&self, item: Item) -> Write {
        self.write_of(Kind::Put(item))
    }

    /// Puts an item that must not exist yet.
    pub(super) fn put_new(&self, item: Item) -> Write {
        self.put(item).only_if(Condition::ABSENT)
    }

    /// Updates an item. Without a condition, a missing item is created.
    pub(super) fn update(&self, key: Item) -> Write {
        self.write_of(Kind::Update(key, Vec::new()))
    }

    /// Updates an item that must exist.
    pub(super) fn update_existing(&self, key: Item) -> Write {
        self.update(key).only_if(Condition::EXISTS)
    }

    /// Deletes an item if it exists.
    pub(super) fn delete(&self, key: Item) -> Write {
        self.write_of(Kind::Delete(key))
    }

    /// Makes a transaction depend on an item that it doesn't write.
    pub(super) fn check(&self, key: Item, condition: Condition) -> Write {
        self.write_of(Kind::Check(key)).only_if(condition)
    }

    fn write_of(&self, kind: Kind) -> Write {
        Write { table: self.clone(), kind, condition: None, guard: None }
    }
}

impl Write {
    pub(super) fn only_if(self, condition: Condition) -> Self {
        Self { condition: Some(condition), ..self }
    }

    /// Names the condition, so that the result of a transaction tells whether it failed.
    pub(super) fn guarded_by(self, guard: Guard) -> Self {
        Self { guard: Some(guard), ..self }
    }

    pub(super) fn guard(&self) -> Option<Guard> {
        self.guard
    }

    pub(super) fn set(self, attribute: &'static str, value: AttributeValue) -> Self {
        self.change(Change::Set(attribute, value))
    }

    /// Sets an attribute that the item lacks.
    pub(super) fn set_if_lacking(self, attribute: &'static str, value: AttributeValue) -> Self {
        self.change(Change::SetIfLacking(attribute, value))
    }

    /// Sets an attribute to the value of another one.
    pub(super) fn copy(self, to: &'static str, from: &'static str) -> Self {
        self.change(Change::Copy(to, from))
    }

    /// Adds to a number or a set, creating it if needed.
    pub(super) fn add(self, attribute: &'static str, value: AttributeValue) -> Self {
        self.change(Change::Add(attribute, value))
    }

    pub(super) fn remove(self, attribute: &'static str) -> Self {
        self.change(Change::Remove(attribute))
    }

    fn change(mut self, change: Change) -> Self {
        match (&mut self.kind, change) {
            (Kind::Update(_, changes), change) => changes.push(change),
            (Kind::Put(item), Change::Set(attribute, value)) => {
                item.insert(attribute.to_owned(), value);
            }
            _ => {}
        }
        self
    }

    /// Makes the write alone. Returns false if its condition failed.
    pub(super) async fn send(self, operation: &'static str) -> Result<bool, StoreError> {
        let client = self.table.client.clone();
        let (kind, parts) = self.into_parts();
        match kind {
            Kind::Put(item) => {
                let put = with_condition!(client.put_item().set_item(Some(item)), parts);
                is_condition_met(put.send().await, operation)
            }
            Kind::Update(key, _) => {
                let update = client.update_item().set_key(Some(key)).update_expression(parts.changes);
                is_condition_met(with_condition!(update, parts).send().await, operation)
            }
            Kind::Delete(key) => {
                let delete = with_condition!(client.delete_item().set_key(Some(key)), parts);
                is_condition_met(delete.send().await, operation)
            }
            Kind::Check(_) => Err(StoreError::new(operation, "a check isn't a write of its own")),
        }
    }

    /// The write as a part of a transaction.
    pub(super) fn into_transaction_part(self) -> Result<TransactWriteItem, BuildError> {
        let (kind, parts) = self.into_parts();
        let part = TransactWriteItem::builder();
        let part = match kind {
            Kind::Put(item) => part.put(with_condition!(Put::builder().set_item(Some(item)), parts).build()?),
            Kind::Update(key, _) => {
                let update = Update::builder().set_key(Some(key)).update_expression(parts.changes);
                part.update(with_condition!(update, parts).build()?)
            }
            Kind::Delete(key) => {
                part.delete(with_condition!(Delete::builder().set_key(Some(key)), parts).build()?)
            }
            Kind::Check(key) => {
                let check = ConditionCheck::builder().set_key(Some(key));
                part.condition_check(with_condition!(check, parts).build()?)
            }
        };
        Ok(part.build())
    }

    fn into_parts(mut self) -> (Kind, Parts) {
        let mut placeholders = Placeholders::default();
        let condition = self.condition.map(|condition| condition.expression(&mut placeholders));
        let changes = match &mut self.kind {
            Kind::Update(_, changes) => update_expression(std::mem::take(changes), &mut placeholders),
            _ => String::new(),
        };
        let (names, values) = placeholders.into_parts();
        (self.kind, Parts { table: self.table.name, changes, condition, names, values })
    }
}

/// What requests of all kinds have.
struct Parts {
    table: String,
    changes: String,
    condition: Option<String>,
    names: Option<HashMap<String, String>>,
    values: Option<Item>,
}

fn update_expression(changes: Vec<Change>, placeholders: &mut Placeholders) -> String {
    let mut clauses = BTreeMap::<_, Vec<String>>::new();
    for change in changes {
        let (clause, part) = change.expression(placeholders);
        clauses.entry(clause).or_default().push(part);
    }
    let clauses = clauses.into_iter().map(|(clause, parts)| format!("{clause} {}", parts.join(", ")));
    clauses.collect::<Vec<_>>().join(" ")
}

fn is_condition_met<T, E: ProvideErrorMetadata, R>(
    answer: Result<T, SdkError<E, R>>,
    operation: &'static str,
) -> Result<bool, StoreError> {
    match answer {
        Ok(_) => Ok(true),
        Err(SdkError::ServiceError(refusal)) if refusal.err().code() == Some(NOT_MET) => Ok(false),
        Err(error) => Err(StoreError::sdk(operation)(error)),
    }
}
