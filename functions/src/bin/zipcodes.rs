//! The Lambda function of `/backend/zipcodes`.

use waypoint_functions::{endpoints::zipcodes, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(zipcodes::router)
}
