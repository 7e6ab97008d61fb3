//! The tests of this crate, one program for all of them, so that its libraries are linked once.

#![allow(clippy::unwrap_used, reason = "a test takes what it needs and fails loudly when it is not there")]

mod access;
mod agent_service;
mod assistants;
mod audit_trail;
mod canary;
mod decoy;
mod deleteme;
mod erasure;
mod faulty_health_system;
mod health_system;
mod importing;
mod interleaved_reading;
mod lookup;
mod lost_answer;
mod malformed_requests;
mod news;
mod observing;
mod outbox;
mod personal_routes;
mod portal;
mod privacy;
mod publishing;
mod real_records;
mod receipts;
mod records;
mod referral;
mod regenerate;
mod registry_command;
mod registry_sync;
mod returning;
mod search;
mod search_own;
mod search_sentences;
mod seeds;
mod sharing_records;
mod sign_up;
mod sign_up_draft;
mod slow_reading;
mod smart_app_launch;
mod soak;
mod sudden_end;
mod support;
mod upload;
mod voice_calls;
