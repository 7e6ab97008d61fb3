//! The Lambda function of `/backend/deleteme/confirm`.

use waypoint_functions::{endpoints::deleteme_confirm, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), deleteme_confirm::router)
}
