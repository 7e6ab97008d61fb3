//! The Lambda function of `/backend/upcoming`.

use waypoint_functions::{endpoints::upcoming, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), upcoming::router)
}
