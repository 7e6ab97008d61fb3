//! The Lambda function of `/backend/zipcodes`.

use waypoint_functions::{endpoints::zipcodes, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), zipcodes::router)
}
