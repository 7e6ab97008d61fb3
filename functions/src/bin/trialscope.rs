//! The Lambda function of `/backend/trialscope`.

use waypoint_functions::{endpoints::trialscope, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run_with_index(env!("CARGO_BIN_NAME"), trialscope::router)
}
