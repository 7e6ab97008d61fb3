//! The Lambda function of `/backend/submit`.

use waypoint_functions::{endpoints::submit, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(submit::router)
}
