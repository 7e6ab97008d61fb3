//! The Lambda function of `/backend/emr/choose`.

use waypoint_functions::{endpoints::emr::choose, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), choose::router)
}
