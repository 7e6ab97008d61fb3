//! The Lambda function of `/backend/emr/connect`.

use waypoint_functions::{endpoints::emr::connect, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), connect::router)
}
