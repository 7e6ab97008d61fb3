//! The Lambda function of `/backend/suggestions`.

use waypoint_functions::{endpoints::suggestions, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run_with_index(env!("CARGO_BIN_NAME"), suggestions::router)
}
