//! The Lambda function of `/backend/captcha`.

use waypoint_functions::{endpoints::captcha, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), captcha::router)
}
