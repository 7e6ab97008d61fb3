//! Opens single stores, for programs that need no context.

use waypoint_keys::{ProgramKeys, Purpose};

use super::{
    aws::load_aws_config,
    environment::{ContextError, Environment},
    services::audit_time,
};
use crate::{
    external::registry_client::RegistryClient,
    store::{Introductions, Outbox, Participants, Registry, Sessions, Studies},
};

/// Opens the store of partner studies alone, with the table name from the environment.
pub async fn studies_from_environment() -> Result<Studies, ContextError> {
    let table = Environment::from_process().required("STUDIES_TABLE")?;
    Ok(Studies::new(client().await, table))
}

/// Opens the store of participants alone, with the table name and keys of these purposes from the environment.
pub async fn participants_from_environment(purposes: &[Purpose]) -> Result<Participants, ContextError> {
    let environment = Environment::from_process();
    let table = environment.required("PARTICIPANTS_TABLE")?;
    Ok(Participants::new(client().await, table, environment.keys(purposes)?))
}

/// Opens the store of introductions alone, with the table name and keys of these purposes from the environment.
pub async fn introductions_from_environment(
    purposes: &[Purpose],
) -> Result<(Introductions, ProgramKeys), ContextError> {
    let environment = Environment::from_process();
    let table = environment.required("PARTICIPANTS_TABLE")?;
    Ok((Introductions::new(client().await, table), environment.keys(purposes)?))
}

/// Opens the outbox alone, with the table name from the environment.
pub async fn outbox_from_environment() -> Result<Outbox, ContextError> {
    let table = Environment::from_process().required("PARTICIPANTS_TABLE")?;
    Ok(Outbox::new(client().await, table))
}

/// The stores needed to repeat erasures in a restored table.
#[derive(Debug)]
pub struct RestoredStores {
    /// The participants whose erasure records are current.
    pub in_use: Participants,
    /// The participants of the table restored from a backup.
    pub restored: Participants,
    /// The sessions currently in use.
    pub sessions: Sessions,
}

/// Opens the participants in use and those of a restored table, with table names and keys of these purposes from
/// the environment. `before` names the previously used table once the restored one is in use.
pub async fn restored_from_environment(
    purposes: &[Purpose],
    table: &str,
    before: Option<&str>,
) -> Result<RestoredStores, ContextError> {
    let environment = Environment::from_process();
    let (purpose_keys, audit_time) = (environment.keys(purposes)?, audit_time(&environment)?);
    let client = client().await;
    let participants = |table: String| {
        Participants::new(client.clone(), table, purpose_keys.clone()).with_audit_retention(audit_time)
    };
    let before = before.map(|table| Ok(table.to_owned()));
    Ok(RestoredStores {
        in_use: participants(before.unwrap_or_else(|| environment.required("PARTICIPANTS_TABLE"))?),
        restored: participants(table.to_owned()),
        sessions: Sessions::new(client.clone(), environment.required("SESSIONS_TABLE")?),
    })
}

/// Opens the registry records and the registry client alone, from `REGISTRY_TABLE` and `WAYPOINT_REGISTRY`.
pub async fn registry_from_environment() -> Result<(Registry, RegistryClient), ContextError> {
    let environment = Environment::from_process();
    let (table, base) = (environment.required("REGISTRY_TABLE")?, environment.required("WAYPOINT_REGISTRY")?);
    Ok((Registry::new(client().await, table), RegistryClient::new(base)?))
}

async fn client() -> aws_sdk_dynamodb::Client {
    aws_sdk_dynamodb::Client::new(&load_aws_config().await)
}
