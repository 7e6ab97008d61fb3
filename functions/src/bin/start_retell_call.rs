//! The Lambda function of `/backend/start-retell-call`.

use waypoint_functions::{endpoints::start_retell_call, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(start_retell_call::router)
}
