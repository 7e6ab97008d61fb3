//! The Lambda function of `/backend/questiongroup`.

use waypoint_functions::{endpoints::questiongroup, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), questiongroup::router)
}
