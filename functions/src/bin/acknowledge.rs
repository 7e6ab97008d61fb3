//! The Lambda function of `/backend/acknowledge`.

use waypoint_functions::{endpoints::acknowledge, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), acknowledge::router)
}
