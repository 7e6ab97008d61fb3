//! The Lambda function of `/backend/emr/takeBack`.

use waypoint_functions::{endpoints::emr::take_back, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), take_back::router)
}
