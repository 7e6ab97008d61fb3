//! The Lambda function of `/backend/prescreen`.

use waypoint_functions::{endpoints::prescreen, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), prescreen::router)
}
