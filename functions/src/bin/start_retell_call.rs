//! The Lambda function of `/backend/start-retell-call`.

use waypoint_functions::{endpoints::start_retell_call, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), start_retell_call::router)
}
