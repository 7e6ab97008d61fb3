//! The Lambda function of `/backend/check_info`.

use waypoint_functions::{endpoints::check_info, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), check_info::router)
}
