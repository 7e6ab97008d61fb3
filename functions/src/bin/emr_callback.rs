//! The Lambda function of `/backend/emr/callback`.

use waypoint_functions::{endpoints::emr::callback, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), callback::router)
}
