//! The Lambda function of `/backend/submit`.

use waypoint_functions::{endpoints::submit, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), submit::router)
}
