//! The Lambda function of `/backend/emr/fill`.

use waypoint_functions::{endpoints::emr::fill, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), fill::router)
}
