//! The Lambda function of `/backend/emr/records`.

use waypoint_functions::{endpoints::emr::records, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(records::router)
}
