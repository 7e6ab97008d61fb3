//! The Lambda function of `/backend/participant/email`.

use waypoint_functions::{endpoints::participant_email, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), participant_email::router)
}
