//! The Lambda function of `/backend/notify/stop`.

use waypoint_functions::{endpoints::notify_stop, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(notify_stop::router)
}
