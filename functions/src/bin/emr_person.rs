//! The Lambda function of `/backend/emr/person`.

use waypoint_functions::{endpoints::emr::person, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(person::router)
}
