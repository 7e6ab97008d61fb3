//! The Lambda function of `/backend/draft`.

use waypoint_functions::{endpoints::draft, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), draft::router)
}
