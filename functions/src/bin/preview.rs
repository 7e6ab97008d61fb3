//! The Lambda function of `/backend/preview`.

use waypoint_functions::{endpoints::preview, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), preview::router)
}
