//! Single writes, each with an optional condition.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::{
    error::{BuildError, ProvideErrorMetadata, SdkError},
    types::{self, AttributeValue, ConditionCheck, TransactWriteItem},
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
    ($builder:expr, $common:ident) => {{
        let (names, values) = $common.placeholders.into_parts();
        $builder
            .table_name($common.table.name)
            .set_condition_expression($common.condition)
            .set_expression_attribute_names(names)
            .set_expression_attribute_values(values)
    }};
}

/// The writes of a transaction, from writes of any kinds.
macro_rules! writes {
    [$($write:expr),* $(,)?] => { vec![$(<$crate::store::write::Write>::from($write)),*] };
}
pub(super) use writes;

/// A write to one item, alone or in a transaction. Its kind decides what it can contain.
#[derive(Debug, Clone)]
pub(super) struct Write<K = AnyKind> {
    table: Table,
    kind: K,
    condition: Option<Condition>,
    guard: Option<Guard>,
}

/// Puts an item.
#[derive(Debug, Clone)]
pub(super) struct Put(Item);

/// Changes attributes of the item with this key, creating it if it doesn't exist.
#[derive(Debug, Clone)]
pub(super) struct Update(Item, Vec<Change>);

/// Deletes the item with this key, if it exists.
#[derive(Debug, Clone)]
pub(super) struct Delete(Item);

/// Writes nothing. Makes a transaction depend on the item with this key.
#[derive(Debug, Clone)]
pub(super) struct Check(Item);

macro_rules! any_kind {
    ($($kind:ident),*) => {
        /// The kind of a write in a transaction.
        #[derive(Debug, Clone)]
        pub(super) enum AnyKind {
            $($kind($kind),)*
        }

        $(impl From<Write<$kind>> for Write {
            fn from(write: Write<$kind>) -> Self {
                let Write { table, kind, condition, guard } = write;
                Self { table, kind: AnyKind::$kind(kind), condition, guard }
            }
        })*
    };
}
any_kind!(Put, Update, Delete, Check);

/// A kind of write that can set attributes.
pub(super) trait SetAttribute {
    fn set(&mut self, attribute: &'static str, value: AttributeValue);
}

impl SetAttribute for Put {
    fn set(&mut self, attribute: &'static str, value: AttributeValue) {
        self.0.insert(attribute.to_owned(), value);
    }
}

impl SetAttribute for Update {
    fn set(&mut self, attribute: &'static str, value: AttributeValue) {
        self.1.push(Change::Set(attribute, value));
    }
}

#[derive(Debug, Clone)]
pub(super) enum Change {
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
    pub(super) fn put(&self, item: Item) -> Write<Put> {
        self.write_of(Put(item))
    }

    /// Puts an item that must not exist yet.
    pub(super) fn put_new(&self, item: Item) -> Write<Put> {
        self.put(item).only_if(Condition::ABSENT)
    }

    /// Updates an item. Without a condition, a missing item is created.
    pub(super) fn update(&self, key: Item) -> Write<Update> {
        self.write_of(Update(key, Vec::new()))
    }

    /// Updates an item that must exist.
    pub(super) fn update_existing(&self, key: Item) -> Write<Update> {
        self.update(key).only_if(Condition::EXISTS)
    }

    /// Deletes an item if it exists.
    pub(super) fn delete(&self, key: Item) -> Write<Delete> {
        self.write_of(Delete(key))
    }

    /// Makes a transaction depend on an item that it doesn't write.
    pub(super) fn check(&self, key: Item, condition: Condition) -> Write<Check> {
        self.write_of(Check(key)).only_if(condition)
    }

    fn write_of<K>(&self, kind: K) -> Write<K> {
        Write { table: self.clone(), kind, condition: None, guard: None }
    }
}

impl<K> Write<K> {
    pub(super) fn only_if(self, condition: Condition) -> Self {
        Self { condition: Some(condition), ..self }
    }

    /// Names the condition, so that the result of a transaction tells whether it failed.
    pub(super) fn guarded_by(self, guard: Guard) -> Self {
        Self { guard: Some(guard), ..self }
    }

    fn split(self) -> (K, Common) {
        let mut placeholders = Placeholders::default();
        let condition = self.condition.map(|condition| condition.expression(&mut placeholders));
        (self.kind, Common { table: self.table, condition, placeholders })
    }
}

impl<K: SetAttribute> Write<K> {
    pub(super) fn set(mut self, attribute: &'static str, value: AttributeValue) -> Self {
        self.kind.set(attribute, value);
        self
    }
}

impl Write<Put> {
    /// Makes the write alone. Returns false if its condition failed.
    pub(super) async fn send(self, operation: &'static str) -> Result<bool, StoreError> {
        let (Put(item), common) = self.split();
        let put = common.table.client.put_item().set_item(Some(item));
        is_condition_met(with_condition!(put, common).send().await, operation)
    }
}

impl Write<Update> {
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
        self.kind.1.push(change);
        self
    }

    /// Makes the write alone. Returns false if its condition failed.
    pub(super) async fn send(self, operation: &'static str) -> Result<bool, StoreError> {
        let (Update(key, changes), mut common) = self.split();
        let changes = update_expression(changes, &mut common.placeholders);
        let update = common.table.client.update_item().set_key(Some(key)).update_expression(changes);
        is_condition_met(with_condition!(update, common).send().await, operation)
    }
}

impl Write<Delete> {
    /// Makes the write alone. Returns false if its condition failed.
    pub(super) async fn send(self, operation: &'static str) -> Result<bool, StoreError> {
        let (Delete(key), common) = self.split();
        let delete = common.table.client.delete_item().set_key(Some(key));
        is_condition_met(with_condition!(delete, common).send().await, operation)
    }
}

impl Write {
    pub(super) fn guard(&self) -> Option<Guard> {
        self.guard
    }

    /// The write as a part of a transaction.
    pub(super) fn into_transaction_part(self) -> Result<TransactWriteItem, BuildError> {
        let (kind, mut common) = self.split();
        let part = TransactWriteItem::builder();
        let part = match kind {
            AnyKind::Put(Put(item)) => {
                let put = types::Put::builder().set_item(Some(item));
                part.put(with_condition!(put, common).build()?)
            }
            AnyKind::Update(Update(key, changes)) => {
                let changes = update_expression(changes, &mut common.placeholders);
                let update = types::Update::builder().set_key(Some(key)).update_expression(changes);
                part.update(with_condition!(update, common).build()?)
            }
            AnyKind::Delete(Delete(key)) => {
                let delete = types::Delete::builder().set_key(Some(key));
                part.delete(with_condition!(delete, common).build()?)
            }
            AnyKind::Check(Check(key)) => {
                let check = ConditionCheck::builder().set_key(Some(key));
                part.condition_check(with_condition!(check, common).build()?)
            }
        };
        Ok(part.build())
    }
}

/// What requests of all kinds have.
struct Common {
    table: Table,
    condition: Option<String>,
    placeholders: Placeholders,
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
