//! The Lambda function of `/backend/participant/link`.

use waypoint_functions::{endpoints::participant_link, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), participant_link::router)
}
