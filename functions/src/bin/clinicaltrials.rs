//! The Lambda function of `/backend/clinicaltrials`.

use waypoint_functions::{endpoints::clinicaltrials, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run_with_index(env!("CARGO_BIN_NAME"), clinicaltrials::router)
}
