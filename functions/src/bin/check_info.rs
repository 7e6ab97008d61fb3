//! The Lambda function of `/backend/check_info`.

use waypoint_functions::{endpoints::check_info, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(check_info::router)
}
