//! The tests of this crate, one program for all of them, so that its libraries are linked once.

#![allow(clippy::unwrap_used, reason = "a test takes what it needs and fails loudly when it is not there")]
#![allow(clippy::large_futures, reason = "a test holds its whole site, which nobody else waits for")]

mod access;
mod address_correction;
mod age_rules;
mod agent_service;
mod answer_trying;
mod assistants;
mod audit_trail;
mod canary;
mod cookies;
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
mod nurse_calls;
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
mod session_tokens;
mod shared_address;
mod sharing_records;
mod sign_up;
mod sign_up_captcha;
mod sign_up_draft;
mod slow_reading;
mod smart_app_launch;
mod soak;
mod sudden_end;
mod support;
mod trial_matching;
mod two_worlds;
mod upload;
mod voice_calls;
