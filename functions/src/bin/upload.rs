//! The Lambda function of `/backend/upload`.

use waypoint_functions::{endpoints::upload, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), upload::router)
}
