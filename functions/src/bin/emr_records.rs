//! The Lambda function of `/backend/emr/records`.

use waypoint_functions::{endpoints::emr::records, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), records::router)
}
