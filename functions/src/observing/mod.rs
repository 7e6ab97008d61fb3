//! Logs and metrics of the functions: lines of JSON without personal values.
//!
//! - [`request_id`]: the request of a log line, from the CDN's log to the store's
//! - [`request`]: a log line and metrics for each request
//! - [`log_line`]: the allowed fields of a line
//! - [`metric`]: metrics for alarms and the dashboard

mod log_line;
pub mod metric;
pub mod request;
pub mod request_id;
mod request_id_interceptor;

pub use log_line::{ALLOWED_FIELDS, AllowedFields};
pub use request_id_interceptor::RequestIdInterceptor;
