//! The Lambda function of `/backend/emr/criteria`.

use waypoint_functions::{endpoints::emr::criteria, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), criteria::router)
}
