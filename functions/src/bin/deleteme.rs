//! The Lambda function of `/backend/deleteme`.

use waypoint_functions::{endpoints::deleteme, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), deleteme::router)
}
