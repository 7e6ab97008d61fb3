//! The Lambda function of `/backend/deleteme/confirm`.

use waypoint_functions::{endpoints::deleteme_confirm, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(deleteme_confirm::router)
}
