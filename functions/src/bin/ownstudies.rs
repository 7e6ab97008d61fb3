//! The Lambda function of `/backend/ownstudies`.

use waypoint_functions::{endpoints::ownstudies, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run_with_index(env!("CARGO_BIN_NAME"), ownstudies::router)
}
