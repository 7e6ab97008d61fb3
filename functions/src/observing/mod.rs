//! What operators see of the functions: lines of JSON, and nothing of a person in them.
//!
//! - [`request_id`]: which request a line belongs to, from the CDN's log to the store's
//! - [`request`]: a line and figures for each call
//! - [`log_line`]: the fields that a line may have, and no other
//! - [`metric`]: figures for alarms and for the dashboard

mod log_line;
pub mod metric;
pub mod request;
pub mod request_id;
mod tells_request;

pub use log_line::{ALLOWED, AllowedFields};
pub use tells_request::TellsRequest;
