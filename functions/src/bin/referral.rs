//! The Lambda function of `/backend/referral`.

use waypoint_functions::{endpoints::referral, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(referral::router)
}
