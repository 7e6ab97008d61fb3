//! One process that stands in for the cloud on one machine.
//!
//! - [`access`]: what each function may do, by the policies of `template.yaml`, and a gate that holds it
//! - [`chat_service`], [`voice_service`]: what outside assistants answer, for tests of their clients
//! - [`cloud`]: the stand-ins together: database, key service, registry
//! - [`correspondence`]: messages handed over, and news looked for, as long as the server runs
//! - [`data_folder`]: where all of it is kept
//! - [`database`]: `DynamoDB`, by an emulator in this process; [`tables`]: made from `template.yaml`
//! - [`document_bucket`]: S3's protocol, as far as documents need it, over a folder
//! - [`health_system`]: SMART App Launch and FHIR R4 over three made-up people
//! - [`health_system_list`]: the list of real systems, from what they publish
//! - [`key_service`]: KMS's protocol over a key file
//! - [`lambda`]: the runtime interface of one function's program, and the events that it is sent
//! - [`loopback_host`]: pages of this machine answer under its own names alone
//! - [`mail_server`]: SMTP into a mailbox that the local server shows
//! - [`pages`]: the pages of the site; [`live`]: made again after each change
//! - [`poison_queue`]: SQS's protocol for studies that can't be made, which the local server shows
//! - [`portal`]: the study team's portal, which the local server shows
//! - [`regeneration`]: the function of changed studies at the stream of the emulator; [`site_services`]: what it
//!   publishes to
//! - [`registry`]: its records synced and indexed; [`registry_server`]: its protocol over a file of studies
//! - [`seeds`]: the studies of the content, sown into the table
//! - [`sign_ups`]: many people who sign up at once, while the server is killed
//! - [`site`]: the built site and the functions behind one address
//! - [`soak`]: syncs that are killed, beside one that is not
//! - [`study_changes`]: studies that change while the server is killed; [`victim`]: the server, in a process of its own
//! - [`start`]: all of it in order, with progress, as `cargo xtask serve` runs it

pub mod access;
pub mod chat_service;
pub mod cloud;
pub mod correspondence;
pub mod data_folder;
pub mod database;
pub mod document_bucket;
pub mod health_system;
pub mod health_system_list;
pub mod key_service;
pub mod lambda;
pub mod live;
mod local_page;
pub mod loopback_host;
pub mod mail_server;
pub mod pages;
pub mod poison_queue;
pub mod portal;
pub mod regeneration;
pub mod registry;
pub mod registry_server;
pub mod secret_file;
pub mod seeds;
pub mod sign_ups;
pub mod site;
pub mod site_services;
pub mod soak;
pub mod start;
pub mod study_changes;
pub mod tables;
pub mod victim;
pub mod voice_service;
mod whole_file;
