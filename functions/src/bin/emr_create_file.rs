//! The Lambda function of `/backend/emr/createFile`.

use waypoint_functions::{endpoints::emr::create_file, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), create_file::router)
}
