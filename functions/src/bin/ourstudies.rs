//! The Lambda function of `/backend/ourstudies`.

use waypoint_functions::{endpoints::ourstudies, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), ourstudies::router)
}
