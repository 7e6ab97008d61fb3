//! The Lambda function of `/backend/questions`.

use waypoint_functions::{endpoints::questions, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(questions::router)
}
