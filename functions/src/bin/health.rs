//! The Lambda function of `/backend/health`.

use waypoint_functions::{endpoints::health, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), health::router)
}
