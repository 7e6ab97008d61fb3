//! The Lambda function of `/backend/notify`.

use waypoint_functions::{endpoints::notify, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), notify::router)
}
