//! The Lambda function of `/backend/emr/shares`.

use waypoint_functions::{endpoints::emr::shares, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), shares::router)
}
