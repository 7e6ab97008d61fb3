//! The Lambda function of `/backend/emr/withdraw`.

use waypoint_functions::{endpoints::emr::withdraw, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), withdraw::router)
}
