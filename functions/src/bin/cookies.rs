//! The Lambda function of `/backend/cookies`.

use waypoint_functions::{endpoints::cookies, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), cookies::router)
}
