//! The Lambda function of `/backend/emr/forget`.

use waypoint_functions::{endpoints::emr::forget, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), forget::router)
}
