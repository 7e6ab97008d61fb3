//! The Lambda function of `/backend/notify/confirm`.

use waypoint_functions::{endpoints::notify_confirm, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), notify_confirm::router)
}
