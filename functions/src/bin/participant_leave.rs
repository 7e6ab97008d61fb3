//! The Lambda function of `/backend/participant/leave`.

use waypoint_functions::{endpoints::participant_leave, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), participant_leave::router)
}
