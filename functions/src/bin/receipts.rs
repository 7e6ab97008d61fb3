//! The Lambda function of `/backend/receipts`.

use waypoint_functions::{endpoints::receipts, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), receipts::router)
}
