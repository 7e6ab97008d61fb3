//! The Lambda function of `/backend/questions`.

use waypoint_functions::{endpoints::questions, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), questions::router)
}
