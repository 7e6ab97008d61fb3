//! The Lambda function of `/backend/search`.

use waypoint_functions::{endpoints::search, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run_with_index(env!("CARGO_BIN_NAME"), search::router)
}
