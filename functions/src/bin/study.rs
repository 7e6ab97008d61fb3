//! The Lambda function of `/backend/study`.

use waypoint_functions::{endpoints::study, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), study::router)
}
