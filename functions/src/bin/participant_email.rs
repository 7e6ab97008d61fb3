//! The Lambda function of `/backend/participant/email`.

use waypoint_functions::{endpoints::participant_email, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(participant_email::router)
}
