//! A local fake for the cloud in one process.
//!
//! - [`access`]: enforces the policies of `template.yaml` per function
//! - [`chat_service`], [`voice_service`]: outside assistants, for tests of their clients
//! - [`cloud`]: the fakes together: database, key service, registry
//! - [`scheduled_jobs`]: delivers messages and sends news while the server runs
//! - [`data_folder`]: the folder of all stored data
//! - [`database`]: `DynamoDB`, by an emulator in this process; [`tables`]: created from `template.yaml`
//! - [`document_bucket`]: the parts of S3's protocol that documents need, over a folder
//! - [`health_system`]: SMART App Launch and FHIR R4 with three fictional patients
//! - [`health_system_list`]: the list of real health systems, from published sources; [`health_system_probe`]: which of them can be
//!   connected
//! - [`key_service`]: KMS's protocol over a key file
//! - [`lambda`]: the runtime interface for one function program, and its events
//! - [`local_service`]: serves a router on this machine, and configures its clients
//! - [`loopback_host`]: accepts requests only under the local machine's own names
//! - [`kills`]: kills the server or a sync again and again while it works
//! - [`mail_server`]: SMTP into a mailbox that the local server shows
//! - [`options`]: the options of the local server
//! - [`pages`]: the pages of the site; [`live`]: rebuilds them after each change; [`reloading`]: reloads them in the
//!   browser
//! - [`poison_queue`]: SQS's protocol for studies that can't be regenerated, which the local server lists
//! - [`portal`]: the study team's portal, which the local server shows
//! - [`regeneration`]: runs the regenerate function at the emulator's stream; [`site_services`]: the services it
//!   publishes to
//! - [`registry`]: syncs and indexes the registry; [`registry_server`]: the registry's protocol over a file of
//!   studies
//! - [`seeds`]: seeds the table with the studies of the content
//! - [`site`]: the built site and the functions at one address
//! - [`start`]: starts everything in order, as `cargo xtask serve` does; [`start_error`]: why it can fail

pub mod access;
mod atomic_write;
pub mod chat_service;
pub mod cloud;
pub mod data_folder;
pub mod database;
pub mod document_bucket;
pub mod health_system;
pub mod health_system_list;
pub mod health_system_probe;
pub mod key_service;
pub mod kills;
pub mod lambda;
pub mod live;
mod local_page;
pub mod local_service;
pub mod loopback_host;
pub mod mail_server;
pub mod options;
pub mod pages;
pub mod poison_queue;
pub mod portal;
pub mod regeneration;
pub mod registry;
pub mod registry_server;
pub mod reloading;
pub mod scheduled_jobs;
pub mod secret_file;
pub mod seeds;
pub mod site;
pub mod site_services;
pub mod start;
pub mod start_error;
pub mod tables;
pub mod voice_service;
