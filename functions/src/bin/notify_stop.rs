//! The Lambda function of `/backend/notify/stop`.

use waypoint_functions::{endpoints::notify_stop, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), notify_stop::router)
}
