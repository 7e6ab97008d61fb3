//! The Lambda function of `/backend/referral`.

use waypoint_functions::{endpoints::referral, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), referral::router)
}
