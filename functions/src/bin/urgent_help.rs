//! The Lambda function of `/backend/urgent_help`.

use waypoint_functions::{endpoints::urgent_help, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), urgent_help::router)
}
