//! The Lambda function of `/backend/emr/person`.

use waypoint_functions::{endpoints::emr::person, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), person::router)
}
