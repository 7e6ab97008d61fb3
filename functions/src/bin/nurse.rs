//! The Lambda function of `/backend/nurse`.

use waypoint_functions::{endpoints::nurse, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), nurse::router)
}
