//! The Lambda function of `/backend/participant/leave`.

use waypoint_functions::{endpoints::participant_leave, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(participant_leave::router)
}
