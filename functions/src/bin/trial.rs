//! The Lambda function of `/backend/trial`.

use waypoint_functions::{endpoints::trial, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), trial::router)
}
