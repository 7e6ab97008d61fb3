//! The Lambda function of `/backend/locations`.

use waypoint_functions::{endpoints::locations, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), locations::router)
}
