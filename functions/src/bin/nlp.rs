//! The Lambda function of `/backend/nlp`.

use waypoint_functions::{endpoints::nlp, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run_with_index(env!("CARGO_BIN_NAME"), nlp::router)
}
