//! The Lambda function of `/backend/questiongroup`.

use waypoint_functions::{endpoints::questiongroup, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(questiongroup::router)
}
