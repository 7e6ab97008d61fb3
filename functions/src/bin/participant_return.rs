//! The Lambda function of `/backend/participant/return`.

use waypoint_functions::{endpoints::participant_return, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), participant_return::router)
}
