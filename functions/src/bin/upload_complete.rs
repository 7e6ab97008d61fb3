//! The Lambda function of `/backend/upload/complete`.

use waypoint_functions::{endpoints::upload_complete, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), upload_complete::router)
}
