//! The Lambda function of `/backend/criteria`.

use waypoint_functions::{endpoints::criteria, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), criteria::router)
}
