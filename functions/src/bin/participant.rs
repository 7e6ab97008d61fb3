//! The Lambda function of `/backend/participant`.

use waypoint_functions::{endpoints::participant, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), participant::router)
}
