//! The Lambda function of `/backend/upload/remove`.

use waypoint_functions::{endpoints::upload_remove, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), upload_remove::router)
}
