//! The Lambda function of `/backend/participant/return`.

use waypoint_functions::{endpoints::participant_return, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(participant_return::router)
}
